"""Operations."""

from __future__ import annotations

from turnwright.games.netrunner.card_definition import Price, card
from turnwright.games.netrunner.card_facts import CORP, RUNNER
from turnwright.games.netrunner.context import Asking, Rules, listed, many
from turnwright.games.netrunner.rules.install import place_advancement
from turnwright.games.netrunner.state import Piece

from .effects import draw, gain, tag


def seamless(c: Rules, op: Piece) -> Asking:
    """Place 2 advancement counters on 1 installed card that was not installed this turn."""
    pool = [one.id for one in c.installed(CORP) if not one.is_new]
    if not pool:
        c.uses(op, "do nothing")
        return
    msg = "Place 2 advancement counters on an installed card"
    chosen = yield from c.select(CORP, msg, pool, 1, op)
    for one in c.cards(chosen):
        own = c.name(one, known=True)
        own = own if one.rezzed or one.face_up else f"facedown {own}"
        what = "place 2 advancement counters on"
        c.uses(op, f"{what} {c.name(one)}", corp=f"{what} {own}")
        yield from place_advancement(c, one, 2)


def sprint(c: Rules, op: Piece) -> Asking:
    """Draw 3 cards, then shuffle 2 cards from HQ into R&D."""
    draw(3)(c, op)
    hand = list(c.zone("hand", CORP))
    count = min(2, len(hand))
    msg = f"Choose {many(count, 'card')} in HQ to shuffle into R&D"
    chosen = yield from c.select(CORP, msg, hand, count, op, must=True)
    cards = c.cards(chosen)
    for one in cards:
        c.move_card(one.id, "deck", CORP, bottom=True)
    c.shuffle_deck(CORP)
    names = listed(sorted(one.kind for one in cards))
    c.uses(
        op,
        f"shuffle {many(count, 'card')} from HQ into R&D",
        corp=f"shuffle {many(count, 'facedown card')} from HQ into R&D ({names})",
    )


def hansei(c: Rules, op: Piece) -> Asking:
    """Gain 10 credits. Trash 1 card from HQ."""
    gain(10)(c, op)
    hand = list(c.zone("hand", CORP))
    if hand:
        chosen = yield from c.select(CORP, "Choose a card in HQ to trash", hand, 1, op, must=True)
        for one in c.cards(chosen):
            c.uses(op, "trash a card from HQ", corp=f"trash facedown {one.kind} in HQ from HQ")
            yield from c.trash([one], CORP)


def neurospike(c: Rules, op: Piece) -> Asking:
    """Do net damage equal to the agenda points that were scored this turn."""
    points = c.G.sides[CORP].register.get("scored-points", 0)
    if not points:
        c.uses(op, "do nothing")
        return
    c.uses(op, f"do {points} net damage")
    yield from c.damage("net", points, op)


def planogram(c: Rules, op: Piece) -> Asking:
    """Gain 3 credits or draw 3 cards; both, if the Runner is tagged and you want."""
    choices = ["Gain 3 [Credits]", "Draw 3 cards"]
    if c.G.sides[RUNNER].tags:
        choices.append("Gain 3 [Credits] and draw 3 cards")
    place = yield from c.buttons(CORP, "Choose one", choices, op, wait=True)
    if place == 0:
        gain(3)(c, op)
    elif place == 1:
        draw(3)(c, op)
    else:
        c.uses(op, "gain 3 [Credits] and draw 3 cards")
        c.gain(CORP, 3)
        c.draw_cards(CORP, 3)


def public_trail(c: Rules, op: Piece) -> Asking:
    """The Runner takes 1 tag or pays 8 credits."""
    choices = ["Take 1 tag"]
    price = Price(credits=8)
    if c.can_pay(RUNNER, price, op):
        choices.append("Pay 8 [Credits]")
    place = yield from c.buttons(RUNNER, "Choose one", choices, op, wait=True)
    if place == 0:
        yield from tag(1, "runner")(c, op)
    else:
        paid = yield from c.pay(RUNNER, price, op)
        c.say(RUNNER, f"{paid} to satisfy {op.kind}")


def retribution(c: Rules, op: Piece) -> Asking:
    """Trash 1 installed program or piece of hardware."""
    pool = [one.id for one in c.installed(RUNNER) if c.facts(one).type in ("program", "hardware")]
    if not pool:
        c.uses(op, "do nothing")
        return
    msg = "Choose a program of piece of hardware to trash"
    chosen = yield from c.select(CORP, msg, pool, 1, op, wait=True)
    for one in c.cards(chosen):
        c.uses(op, f"trash {one.kind}")
        yield from c.trash([one], CORP, by=op)


card("Hedge Fund", play=gain(9))
card("Government Subsidy", play=gain(15))
card("Seamless Launch", play=seamless)
card("Sprint", play=sprint)
card("Hansei Review", play=hansei)
card("Neurospike", play=neurospike)
card("Predictive Planogram", play=planogram)
card(
    "Public Trail",
    play=public_trail,
    can_play=lambda c, op: bool(c.G.sides[RUNNER].last.get("successful-run")),
)
card("Retribution", play=retribution, can_play=lambda c, op: c.G.sides[RUNNER].tags > 0)
