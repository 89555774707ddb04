"""Events and reactions: their phases, their order, and the limit on nested reactions."""

import pytest

import turnwright as tw
from turnwright.core.rules.events import EventBus


class Hit(tw.Event):
    target: int
    amount: int


class EventState(tw.State):
    life: tw.Public[list[int]] = tw.default(lambda: [20, 20])
    log: tw.Public[list[str]] = []


def game_with(*reactions, depth=8, holders=None):
    """A game in which `hit` deals 3 damage to the other seat, with these reactions registered."""
    registry = tw.WatcherRegistry(depth)
    for key, reaction in reactions:
        registry.add(key, reaction)
    held = holders or [
        (0, "first", "f0"),
        (1, "second", "s1"),
        (0, "both", "b0"),
        (1, "both", "b1"),
    ]

    def strike(c, target, amount):
        event = Hit(target=target, amount=amount)
        bus = c.bus
        if (yield from bus.offer(c, event, "before", lambda: held)):
            return
        if (yield from bus.offer(c, event, "instead", lambda: held)):
            return
        c.G.life[event.target] -= event.amount
        yield from bus.offer(c, event, "after", lambda: held)

    class Rules(tw.Context):
        __slots__ = ("bus",)

        def __init__(self, *parts):
            super().__init__(*parts)
            self.bus = EventBus(registry)

        def strike(self, target, amount):
            return strike(self, target, amount)

    def hit(c):
        yield from c.strike(c.opponent, 3)
        c.G.log += c.bus.reports
        c.end_turn()

    return tw.Game("fight", state=EventState, context=Rules, moves={"hit": hit})


def reaction(phase, effect, name="reaction", **settings):
    return tw.Watcher(name=name, on=Hit, phase=phase, effect=effect, **settings)


def test_a_before_reaction_can_change_the_event():
    def halve(c, holder, event):
        event.amount //= 2

    match = game_with(("second", reaction("before", halve))).start()
    match.play(0, "hit")
    assert match.G.life == [20, 19]


def test_a_before_reaction_can_cancel_the_event():
    def cancel_event(c, holder, event):
        event.is_cancelled = True

    later = reaction("after", lambda c, h, e: c.G.log.append("after"))
    match = game_with(("second", reaction("before", cancel_event)), ("first", later)).start()
    match.play(0, "hit")
    assert (match.G.life, match.G.log) == ([20, 20], [])


def test_an_instead_reaction_may_ask_its_holder():
    def shield(c, holder, event):
        if (yield c.yes_no("Lose 1 instead?")):
            c.G.life[event.target] -= 1
            return True

    match = game_with(("second", reaction("instead", shield))).start()
    match.play(0, "hit")
    assert match.acting == [1]  # the holder is asked although it is the other seat's turn
    match.pick(1, True)
    assert match.G.life == [20, 19]
    match.play(1, "hit")
    match.pick(1, False)
    assert match.G.life == [17, 19]


def test_the_first_instead_reaction_that_accepts_wins():
    def replace_event(c, holder, event):
        c.G.log.append(holder)
        return True

    match = game_with(("both", reaction("instead", replace_event))).start()
    match.play(0, "hit")
    assert match.G.log == ["b0"]


def test_reactions_run_in_turn_order_from_the_active_seat():
    log_holder = reaction("after", lambda c, holder, event: c.G.log.append(f"{holder} as {c.seat}"))
    match = game_with(("first", log_holder), ("second", log_holder), ("both", log_holder)).start()
    match.play(0, "hit")
    assert match.G.log == ["f0 as 0", "b0 as 0", "s1 as 1", "b1 as 1"]
    match.play(1, "hit")
    assert match.G.log[4:] == ["s1 as 1", "b1 as 1", "f0 as 0", "b0 as 0"]


def test_a_reaction_runs_only_when_its_condition_holds():
    log_holder = reaction(
        "after",
        lambda c, holder, event: c.G.log.append(holder),
        when=lambda c, holder, event: event.target == 1,
    )
    match = game_with(("first", log_holder)).start()
    match.play(0, "hit")
    match.play(1, "hit")
    assert match.G.log == ["f0"]


def test_a_reaction_does_not_react_to_itself_and_reports_it():
    def retaliate(c, holder, event):
        c.G.log.append(holder)
        yield from c.strike(1 - event.target, 1)

    match = game_with(("second", reaction("after", retaliate, name="thorns"))).start()
    match.play(0, "hit")
    assert match.G.life == [19, 17]
    assert match.G.log == ["s1", "thorns does not react to itself"]


def test_reactions_beyond_the_depth_limit_are_skipped_and_reported():
    def nested_reaction(name):
        def effect(c, holder, event):
            yield from c.strike(1 - event.target, 1)

        return reaction("after", effect, name=name)

    held = [(0, f"k{i}", f"h{i}") for i in range(6)]
    match = game_with(
        *[(f"k{i}", nested_reaction(f"nested reaction {i}")) for i in range(6)],
        depth=3,
        holders=held,
    ).start()
    match.play(0, "hit")
    assert any("nested 3 levels deep" in line for line in match.G.log)


def test_an_unknown_reaction_phase_is_refused():
    with pytest.raises(ValueError, match="before, instead or after"):
        tw.WatcherRegistry().add("x", reaction("during", lambda c, h, e: None))


def test_a_match_with_a_question_in_a_reaction_can_be_saved_and_cloned():
    def shield(c, holder, event):
        if (yield c.yes_no("Lose 1 instead?")):
            c.G.life[event.target] -= 1
            return True

    game = game_with(("second", reaction("instead", shield)))
    match = game.start()
    match.play(0, "hit")
    for copy in (match.clone(), game.load(match.save()), game.load(match.save("msgpack"))):
        copy.pick(1, True)
        assert copy.G.life == [20, 19]
