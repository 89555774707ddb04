"""Events and reactions: before, instead, after; who speaks first; and what stops an endless echo."""

import pytest

import turnwright as tw
from turnwright.core.rules.events import EventBus


class Hit(tw.Event):
    target: int
    amount: int


class EventState(tw.State):
    life: tw.Public[list[int]] = tw.default(lambda: [20, 20])
    said: tw.Public[list[str]] = []


def game_with(*reactions, depth=8, holders=None):
    """`hit` deals 3 to the other seat; every seat holds the reactions named for it."""
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
        c.G.said += c.bus.reports
        c.end_turn()

    return tw.Game("fight", state=EventState, context=Rules, moves={"hit": hit})


def reaction(phase, effect, name="reaction", **settings):
    return tw.Watcher(name=name, on=Hit, phase=phase, effect=effect, **settings)


def test_before_an_event_its_numbers_can_be_changed():
    def halve(c, holder, event):
        event.amount //= 2

    match = game_with(("second", reaction("before", halve))).start()
    match.play(0, "hit")
    assert match.G.life == [20, 19]


def test_before_an_event_it_can_be_cancelled():
    def parry(c, holder, event):
        event.is_cancelled = True

    later = reaction("after", lambda c, h, e: c.G.said.append("after"))
    match = game_with(("second", reaction("before", parry)), ("first", later)).start()
    match.play(0, "hit")
    assert (match.G.life, match.G.said) == ([20, 20], [])


def test_something_else_may_happen_instead_if_the_holder_wants_it():
    def shield(c, holder, event):
        if (yield c.yes_no("Lose 1 instead?")):
            c.G.life[event.target] -= 1
            return True

    match = game_with(("second", reaction("instead", shield))).start()
    match.play(0, "hit")
    assert match.acting == [1]  # the owner is asked, though it is not his turn
    match.pick(1, True)
    assert match.G.life == [20, 19]
    match.play(1, "hit")
    match.pick(1, False)
    assert match.G.life == [17, 19]


def test_the_first_that_takes_over_wins():
    def take_over(c, holder, event):
        c.G.said.append(holder)
        return True

    match = game_with(("both", reaction("instead", take_over))).start()
    match.play(0, "hit")
    assert match.G.said == ["b0"]


def test_the_active_seat_speaks_first_then_the_others_in_order():
    say = reaction("after", lambda c, holder, event: c.G.said.append(f"{holder} as {c.seat}"))
    match = game_with(("first", say), ("second", say), ("both", say)).start()
    match.play(0, "hit")
    assert match.G.said == ["f0 as 0", "b0 as 0", "s1 as 1", "b1 as 1"]
    match.play(1, "hit")
    assert match.G.said[4:] == ["s1 as 1", "b1 as 1", "f0 as 0", "b0 as 0"]


def test_a_reaction_speaks_only_when_its_condition_holds():
    say = reaction(
        "after",
        lambda c, holder, event: c.G.said.append(holder),
        when=lambda c, holder, event: event.target == 1,
    )
    match = game_with(("first", say)).start()
    match.play(0, "hit")
    match.play(1, "hit")
    assert match.G.said == ["f0"]


def test_a_reaction_does_not_answer_itself_and_says_so():
    def strike_back(c, holder, event):
        c.G.said.append(holder)
        yield from c.strike(1 - event.target, 1)

    match = game_with(("second", reaction("after", strike_back, name="thorns"))).start()
    match.play(0, "hit")
    assert match.G.life == [19, 17]
    assert match.G.said == ["s1", "thorns does not react to itself"]


def test_beyond_the_depth_nobody_is_asked_and_it_is_reported():
    def echo(name):
        def effect(c, holder, event):
            yield from c.strike(1 - event.target, 1)

        return reaction("after", effect, name=name)

    held = [(0, f"k{i}", f"h{i}") for i in range(6)]
    match = game_with(
        *[(f"k{i}", echo(f"echo {i}")) for i in range(6)], depth=3, holders=held
    ).start()
    match.play(0, "hit")
    assert any("nested 3 levels deep" in said for said in match.G.said)


def test_a_reaction_speaks_before_instead_or_after():
    with pytest.raises(ValueError, match="before, instead or after"):
        tw.WatcherRegistry().add("x", reaction("during", lambda c, h, e: None))


def test_a_match_that_waits_inside_a_reaction_can_be_saved_and_copied():
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
