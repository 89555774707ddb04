"""Corp operations."""

from __future__ import annotations

from turnwright.games.netrunner.card_definition import (
    CardDefinition,
    EffectGenerator,
    Price,
    register,
)
from turnwright.games.netrunner.card_facts import CORP, RUNNER
from turnwright.games.netrunner.context import NetrunnerContext
from turnwright.games.netrunner.rules.damage import deal_damage
from turnwright.games.netrunner.rules.install import place_advancement
from turnwright.games.netrunner.rules.payment import can_pay, pay
from turnwright.games.netrunner.rules.trash import trash_cards
from turnwright.games.netrunner.state import Card
from turnwright.games.netrunner.wording import plural, word_list

from .effects import draw, gain, tag


def seamless(c: NetrunnerContext, op: Card) -> EffectGenerator:
    """Place 2 advancement counters on 1 installed card that was not installed this turn."""
    pool = [one.id for one in c.installed(CORP) if not one.is_new]
    if not pool:
        c.log_use(op, "do nothing")
        return
    text = "Place 2 advancement counters on an installed card"
    chosen = yield from c.select_cards(CORP, text, pool, 1, op)
    for one in c.cards(chosen):
        what = "place 2 advancement counters on"
        c.log_use(op, f"{what} {c.public_name(one)}", corp=f"{what} {c.corp_name(one)}")
        yield from place_advancement(c, one, 2)


def sprint(c: NetrunnerContext, op: Card) -> EffectGenerator:
    """Draw 3 cards, then shuffle 2 cards from HQ into R&D."""
    draw(3)(c, op)
    hand = list(c.zone("hand", CORP))
    count = 2  # fewer are in HQ only if R&D was empty, and then the game is over
    text = "Choose 2 cards in HQ to shuffle into R&D"
    chosen = yield from c.select_cards(CORP, text, hand, count, op, must=True)
    cards = c.cards(chosen)
    for one in cards:
        c.move_card(one.id, "deck", CORP, bottom=True)
    c.shuffle_deck(CORP)
    names = word_list(sorted(one.kind for one in cards))
    c.log_use(
        op,
        f"shuffle {plural(count, 'card')} from HQ into R&D",
        corp=f"shuffle {plural(count, 'facedown card')} from HQ into R&D ({names})",
    )


def hansei(c: NetrunnerContext, op: Card) -> EffectGenerator:
    """Gain 10 credits. Trash 1 card from HQ."""
    gain(10)(c, op)
    hand = list(c.zone("hand", CORP))
    if hand:
        chosen = yield from c.select_cards(
            CORP, "Choose a card in HQ to trash", hand, 1, op, must=True
        )
        for one in c.cards(chosen):
            c.log_use(op, "trash a card from HQ", corp=f"trash facedown {one.kind} in HQ from HQ")
            yield from trash_cards(c, [one], CORP)


def neurospike(c: NetrunnerContext, op: Card) -> EffectGenerator:
    """Do net damage equal to the agenda points that were scored this turn."""
    points = c.G.sides[CORP].register.get("scored-points", 0)
    if not points:
        c.log_use(op, "do nothing")
        return
    c.log_use(op, f"do {points} net damage")
    yield from deal_damage(c, "net", points, op)


def planogram(c: NetrunnerContext, op: Card) -> EffectGenerator:
    """Gain 3 credits or draw 3 cards; if the Runner is tagged, you may do both."""
    choices = ["Gain 3 [Credits]", "Draw 3 cards"]
    if c.G.sides[RUNNER].tags:
        choices.append("Gain 3 [Credits] and draw 3 cards")
    index = yield from c.choose_button(CORP, "Choose one", choices, op, wait=True)
    if index == 0:
        gain(3)(c, op)
    elif index == 1:
        draw(3)(c, op)
    else:
        c.log_use(op, "gain 3 [Credits] and draw 3 cards")
        c.gain_credits(CORP, 3)
        c.draw_cards(CORP, 3)


def public_trail(c: NetrunnerContext, op: Card) -> EffectGenerator:
    """The Runner takes 1 tag or pays 8 credits."""
    choices = ["Take 1 tag"]
    price = Price(credits=8)
    if can_pay(c, RUNNER, price, op):
        choices.append("Pay 8 [Credits]")
    index = yield from c.choose_button(RUNNER, "Choose one", choices, op, wait=True)
    if index == 0:
        yield from tag(1, "runner")(c, op)
    else:
        paid = yield from pay(c, RUNNER, price, op)
        c.log(RUNNER, f"{paid} to satisfy {op.kind}")


def retribution(c: NetrunnerContext, op: Card) -> EffectGenerator:
    """Trash 1 installed program or piece of hardware."""
    pool = [one.id for one in c.installed(RUNNER) if c.facts(one).type in ("program", "hardware")]
    if not pool:
        c.log_use(op, "do nothing")
        return
    text = "Choose a program of piece of hardware to trash"
    chosen = yield from c.select_cards(CORP, text, pool, 1, op, wait=True)
    for one in c.cards(chosen):
        c.log_use(op, f"trash {one.kind}")
        yield from trash_cards(c, [one], CORP, by=op)


register(CardDefinition("Hedge Fund", play=gain(9)))
register(CardDefinition("Government Subsidy", play=gain(15)))
register(CardDefinition("Seamless Launch", play=seamless))
register(CardDefinition("Sprint", play=sprint))
register(CardDefinition("Hansei Review", play=hansei))
register(CardDefinition("Neurospike", play=neurospike))
register(CardDefinition("Predictive Planogram", play=planogram))
register(
    CardDefinition(
        "Public Trail",
        play=public_trail,
        can_play=lambda c, op: bool(c.G.sides[RUNNER].last.get("successful-run")),
    )
)
register(
    CardDefinition(
        "Retribution", play=retribution, can_play=lambda c, op: c.G.sides[RUNNER].tags > 0
    )
)
