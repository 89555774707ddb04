"""The chain: response speed, last-in-first-out order, negation and simultaneous triggers."""

import turnwright as tw
from turnwright.core.rules.chain import (
    Link,
    PendingTrigger,
    chain_triggers,
    group_triggers,
    run_chain,
)


class Spell(Link):
    spell: str


SPELLS = {  # name: (speed, what it does)
    "bolt": (1, "bolt"),
    "jab": (2, "jab"),
    "ward": (2, "ward"),
    "veto": (3, "veto"),
}


class ChainState(tw.State):
    hands: tw.Public[list[list[str]]] = []
    log: tw.Public[list[str]] = []


class ChainContext(tw.Context):
    __slots__ = ("chain",)

    def response_order(self, after):
        return [self.after(after), after]

    def responses(self, seat, chain, min_speed):
        hand = self.G.hands[seat]
        fast = [name for name in hand if SPELLS[name][0] >= min_speed]
        return [name for name in fast if name not in ("ward", "veto") or chain]

    def name_response(self, response):
        return response

    def declare(self, seat, response):
        self.G.hands[seat].remove(response)
        self.G.log.append(f"{seat} casts {response}")
        return Spell(seat=seat, speed=SPELLS[response][0], name=response, spell=response)
        yield  # a declaration may ask a question

    def declare_trigger(self, trigger):
        return Spell(seat=trigger.seat, name=trigger.name, spell=trigger.name)
        yield

    def resolve_link(self, link):
        position = self.chain.index(link)
        below = self.chain[position - 1] if position else None
        if link.activation_negated:
            self.G.log.append(f"{link.spell} never happened")
        elif link.effect_negated:
            self.G.log.append(f"{link.spell} does nothing")
        else:
            self.G.log.append(f"{link.spell} happens")
            if link.spell == "veto" and below:
                below.activation_negated = True
            if link.spell == "ward" and below:
                below.effect_negated = True
        return
        yield


def cast(c, name=tw.arg(lambda c: [n for n in c.G.hands[c.seat] if n == "bolt"])):
    c.G.hands[c.seat].remove(name)
    c.chain = [Spell(seat=c.seat, name=name, spell=name)]
    yield from run_chain(c, c.chain, c.seat)


def start_match(mine, theirs):
    game = tw.Game(
        "cast",
        state=ChainState,
        context=ChainContext,
        setup=lambda c: setattr(c.G, "hands", [list(mine), list(theirs)]),
        moves={"cast": cast, "wait": tw.end_turn},
    )
    return game.start()


def test_no_seat_is_asked_if_there_are_no_responses():
    match = start_match(["bolt"], [])
    match.play(0, "cast", "bolt")
    assert match.G.log == ["bolt happens"]


def test_the_other_seat_is_asked_first_and_may_pass():
    match = start_match(["bolt", "jab"], ["jab"])
    match.play(0, "cast", "bolt")
    assert match.acting == [1]
    match.pick(1)
    assert match.acting == [0]
    match.pick(0)
    assert match.G.log == ["bolt happens"]


def test_the_last_link_resolves_first():
    match = start_match(["bolt", "jab"], ["jab"])
    match.play(0, "cast", "bolt")
    match.pick(1, "jab")
    match.pick(0, "jab")
    assert match.G.log == [
        "1 casts jab",
        "0 casts jab",
        "jab happens",
        "jab happens",
        "bolt happens",
    ]


def test_a_response_must_be_at_least_as_fast_as_the_link_before_it():
    match = start_match(["bolt", "jab"], ["bolt", "veto"])
    match.play(0, "cast", "bolt")
    assert [option.label for option in match.prompts[0].options] == ["veto"]
    match.pick(1, "veto")
    assert match.G.log == [
        "1 casts veto",
        "veto happens",
        "bolt never happened",
    ]  # jab is too slow


def test_negating_an_effect_differs_from_negating_the_activation():
    match = start_match(["bolt"], ["ward"])
    match.play(0, "cast", "bolt")
    match.pick(1, "ward")
    assert match.G.log == ["1 casts ward", "ward happens", "bolt does nothing"]


def test_negating_a_negation_lets_the_first_link_resolve():
    match = start_match(["bolt", "veto"], ["veto"])
    match.play(0, "cast", "bolt")
    match.pick(1, "veto")
    match.pick(0, "veto")
    assert match.G.log[-3:] == ["veto happens", "veto never happened", "bolt happens"]


def test_a_chain_can_be_saved_and_cloned_at_every_question():
    match = start_match(["bolt", "jab", "veto"], ["jab", "ward"])
    match.play(0, "cast", "bolt")
    while match.asked:
        copies = [match.clone(), match.game.load(match.save())]
        (seat,) = match.acting
        for one in (match, *copies):
            one.pick(seat, one.asked[seat].options[0].id)
        assert {one.hash for one in (match, *copies)} == {match.hash}


# --- simultaneous triggers ------------------------------------------------------------------------


def test_triggers_go_on_the_chain_in_four_groups():
    waiting = [
        PendingTrigger(seat=1, name="theirs, optional", is_optional=True),
        PendingTrigger(seat=0, name="mine, optional", is_optional=True),
        PendingTrigger(seat=1, name="theirs"),
        PendingTrigger(seat=0, name="mine"),
    ]
    groups = [[trigger.name for trigger in group] for group in group_triggers(waiting, 0)]
    assert groups == [["mine"], ["theirs"], ["mine, optional"], ["theirs, optional"]]


def test_a_seat_with_several_triggers_chooses_their_order():
    def explode(c):
        waiting = [
            PendingTrigger(seat=0, name="spark"),
            PendingTrigger(seat=0, name="smoke"),
            PendingTrigger(seat=1, name="scream"),
        ]
        c.chain = yield from chain_triggers(c, waiting, c.turn_player)
        yield from run_chain(c, c.chain, c.chain[-1].seat)

    game = tw.Game(
        "explosion",
        state=ChainState,
        context=ChainContext,
        setup=lambda c: setattr(c.G, "hands", [[], []]),
        moves={"explode": explode},
    )
    match = game.start()
    match.play(0, "explode")
    (prompt,) = match.prompts
    assert (prompt.seat, prompt.kind) == (0, "order")
    match.pick(0, 1, 0)  # smoke, then spark
    assert match.G.log == ["scream happens", "spark happens", "smoke happens"]
