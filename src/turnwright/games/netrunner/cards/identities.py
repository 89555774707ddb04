"""Identities of both sides."""

from __future__ import annotations

from turnwright.games.netrunner.card_definition import (
    CardDefinition,
    EffectGenerator,
    EventData,
    Trigger,
    register,
)
from turnwright.games.netrunner.card_facts import CORP, RUNNER
from turnwright.games.netrunner.context import NetrunnerContext
from turnwright.games.netrunner.rules.access import accessed_count
from turnwright.games.netrunner.state import Card

from .effects import gain, offer, set_auto


def from_archives(c: NetrunnerContext, identity: Card, data: EventData) -> EffectGenerator:
    """When you score an agenda, you may add 1 card from Archives to HQ."""
    if not (yield from offer(c, identity, "Add 1 card from Archives to HQ?")):
        return
    pile = list(c.zone("discard", CORP))
    chosen = yield from c.select_cards(
        CORP, "Choose a card to add to HQ", pile, 1, identity, wait=True
    )
    for one in c.cards(chosen):
        public = one.kind if one.face_up else "a card"
        own = one.kind if one.face_up else f"facedown {one.kind}"
        c.log_use(identity, f"add {public} in Archives to HQ", corp=f"add {own} in Archives to HQ")
        c.move_card(one.id, "hand", CORP)
        one.face_up = False


def gain_or_draw(c: NetrunnerContext, identity: Card, data: EventData) -> EffectGenerator:
    """The first time each turn the Runner takes a tag, gain 2 credits or draw 2 cards."""
    index = yield from c.choose_button(
        CORP, "Choose one", ("Gain 2 [Credits]", "Draw 2 cards"), identity, wait=True
    )
    if index == 0:
        gain(2)(c, identity)
    else:
        c.log_use(identity, "draw 2 cards")
        c.draw_cards(CORP, 2)


def gain_and_draw(c: NetrunnerContext, identity: Card, data: EventData) -> None:
    """The first time each turn you trash a card you are accessing, gain 1 credit and draw 1 card."""
    c.log_use(identity, "gain 1 [Credits] and draw 1 card")
    c.gain_credits(RUNNER, 1)
    c.draw_cards(RUNNER, 1)


CENTRAL_ZONES = {"hq": ("hand", "hq"), "rd": ("deck", "rd")}


def central_access_count(data: EventData) -> int:
    """Return how many cards the Runner accessed in a run on HQ or R&D."""
    run = data["run"]
    return accessed_count(run.accessed, CENTRAL_ZONES.get(run.server, ()))


def smuggle(c: NetrunnerContext, identity: Card, data: EventData) -> EffectGenerator:
    """Once each turn, when a run on HQ or R&D ends, you may gain 1 credit for each card accessed."""
    text = "Gain 1 [Credits] for each card you accessed?"
    if (yield from c.ask_yes_no(RUNNER, text, identity)):
        count = central_access_count(data)
        c.G.sides[RUNNER].used["smuggled"] = 1
        gain(count)(c, identity)


def swap(c: NetrunnerContext, identity: Card, data: EventData) -> EffectGenerator:
    """When an agenda is scored or stolen, you may swap 2 installed pieces of ice."""
    ices = [one.id for one in c.installed(CORP) if c.zone_of(one.id) == "ice"]
    if len(ices) < 2:
        return
    if not (yield from c.ask_yes_no(RUNNER, "Swap 2 pieces of ice?", identity, wait=True)):
        c.log(RUNNER, f"declines to use {identity.kind}")
        return
    chosen = yield from c.select_cards(
        RUNNER, "Choose 2 pieces of ice", ices, 2, identity, must=True
    )
    first, second = c.cards(chosen)
    c.log_use(identity, f"swap the positions of {c.public_name(first)} and {c.public_name(second)}")
    one, two = c.G.servers[first.server].ices, c.G.servers[second.server].ices
    i, j = one.index(first.id), two.index(second.id)
    one[i], two[j] = second.id, first.id
    first.server, second.server = second.server, first.server


register(
    CardDefinition(
        "Haas-Bioroid: Precision Design",
        hand_size=1,
        abilities=(set_auto("Haas-Bioroid: Precision Design"),),
        on={
            "agenda-scored": Trigger(
                effect=from_archives,
                interactive=True,
            )
        },
    )
)
register(
    CardDefinition(
        "Jinteki: Restoring Humanity",
        on={
            "corp-turn-ends": Trigger(
                effect=gain(1),
                when=lambda c, i, e: any(not one.face_up for one in c.cards_in("discard", CORP)),
            )
        },
    )
)
register(
    CardDefinition(
        "NBN: Reality Plus",
        on={"tag": Trigger(effect=gain_or_draw, once="tag")},
    )
)
register(
    CardDefinition(
        "Weyland Consortium: Built to Last",
        on={"advance": Trigger(effect=gain(2), when=lambda c, i, e: e["before"] == 0)},
    )
)
register(
    CardDefinition(
        'René "Loup" Arcemont: Party Animal',
        on={"trash-accessed": Trigger(effect=gain_and_draw, once="party")},
    )
)
register(
    CardDefinition(
        "Zahya Sadeghi: Versatile Smuggler",
        on={
            "run-ends": Trigger(
                effect=smuggle,
                when=lambda c, i, e: (
                    central_access_count(e) > 0 and not c.G.sides[RUNNER].used.get("smuggled")
                ),
            )
        },
    )
)
SWAP = Trigger(effect=swap, interactive=True)
register(
    CardDefinition(
        "Tāo Salonga: Telepresence Magician",
        on={"agenda-scored": SWAP, "agenda-stolen": SWAP},
    )
)
