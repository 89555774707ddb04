"""A stand-in card set for Riftbound: our own main deck, and the cards that lie beside it.

Abilities name the event that triggers them (enters, attack, defend, death, beginning, hold, conquer,
end, expire) and the words of their effects; the words are defined in `RiftboundContext.effects`.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import turnwright as tw
from turnwright.core.rules.timing import Timing
from turnwright.games.tcg.common.card_definition import CardAction, CardSpec, action, by_name, when
from turnwright.games.tcg.common.rules_text import with_texts

from .rules_text import WORDS

DOMAINS = ("ember", "tide")
POWER = {"": "power", "ember": "ember power", "tide": "tide power"}  # the resource, by domain

# 508-510: cards without a speed are for the player's own turn, actions also for showdowns, and
# reactions also while a chain exists.
SPEEDS: dict[str, Timing] = {"": tw.Main(), "action": tw.Free(), "reaction": tw.Free(anytime=True)}

EXHAUST = tw.Cost("exhaust")  # exhaust this card
HIDE = action("hide", cost=[tw.Cost("power")])  # 597: one Power of any domain


class RiftboundCardSpec(CardSpec, kw_only=True, frozen=True):
    """A card as printed. Its actions: play, hide, use (an ability that exhausts the card), and
    abilities that trigger. Types: unit, spell, gear, legend, battlefield, rune."""

    domain: str = ""
    energy: int = 0
    power: int = 0  # of the card's own domain
    might: int = 0
    speed: str = ""  # "action": also in showdowns; "reaction": also while a chain exists
    assault: int = 0  # more Might as an attacker
    shield: int = 0  # more Might as a defender
    tank: bool = False  # combat damage must be assigned to it first
    ganking: bool = False  # may move from battlefield to battlefield
    accelerate: bool = False  # for 1 energy and 1 power more it enters ready
    hidden: bool = False  # may be hidden facedown at a battlefield
    ability_speed: str = ""


def card(
    name: str,
    type: str,
    domain: str = "",
    energy: int = 0,
    *,
    power: int = 0,
    speed: str = "",
    hidden: bool = False,
    ability_speed: str = "",
    effect: tuple[str, int] | None = None,
    abilities: Iterable[CardAction] = (),
    **printed: Any,
) -> RiftboundCardSpec:
    """Define a card. `effect` is what a spell does; `hidden` cards may be hidden facedown."""
    price = [tw.Cost("energy", energy), tw.Cost(POWER[domain], power)]
    effects = [effect] if effect else []
    play = action("play", *effects, timing=SPEEDS[speed], cost=price)
    actions = by_name(play, *([HIDE] if hidden else []), *abilities)
    return RiftboundCardSpec(
        name=name, type=type, domain=domain, energy=energy, power=power, speed=speed, hidden=hidden,
        ability_speed=ability_speed, actions=actions, **printed,
    )  # fmt: skip


def use(word: str, amount: int, speed: str = "") -> CardAction:
    """An ability that exhausts its card (576)."""
    return action("use", (word, amount), timing=SPEEDS[speed], cost=[EXHAUST])


CARDS = [
    card("Ford Sentry", "unit", "tide", 2, might=2, tank=True, shield=1,
         abilities=[when("defend", ("might", 1))]),
    card("Reed Runner", "unit", "tide", 2, might=2, ganking=True, accelerate=True),
    card("Torch Raider", "unit", "ember", 3, might=3, assault=1,
         abilities=[when("attack", ("damage", 1))]),
    card("Ferry Pilot", "unit", "tide", 2, might=1,
         abilities=[when("enters", ("draw", 1)), when("death", ("draw", 1))]),
    card("Dawn Baker", "unit", "ember", 4, power=1, might=4,
         abilities=[when("beginning", ("might", 1)), when("end", ("ready", 1))]),
    card("Glass Dancer", "unit", "ember", 3, might=3,
         abilities=[when("expire", ("damage", 1)), when("death", ("damage", 2))]),
    card("Sudden Guest", "unit", "tide", 3, might=3, speed="action", hidden=True),
    card("Cinder", "spell", "ember", 1, speed="action", effect=("damage", 2)),
    card("Second Wind", "spell", "tide", 1, speed="reaction", effect=("might", 2)),
    card("Hush", "spell", "tide", 1, power=1, speed="reaction", effect=("counter", 1)),
    card("Forced March", "spell", "ember", 2, speed="action", effect=("charge", 1)),
    card("Quicksand", "spell", "tide", 2, speed="action", hidden=True, effect=("stun", 1)),
    card("Ember Jar", "gear", "ember", 1, ability_speed="reaction",
         abilities=[use("energy", 1, "reaction")]),
    card("Orsa of the Ford", "unit", "tide", 4, power=1, might=4, accelerate=True),
    card("Voice of the Ford", "legend", abilities=[use("ready", 1)]),
    card("Stone Bridge", "battlefield", abilities=[when("hold", ("draw", 1))]),
    card("Old Mill", "battlefield", abilities=[when("conquer", ("channel", 1))]),
    card("Bare Hill", "battlefield"),
    card("Ember Rune", "rune", "ember"),
    card("Tide Rune", "rune", "tide"),
]  # fmt: skip

LIBRARY = with_texts(CARDS, WORDS)

CHAMPION = "Orsa of the Ford"
LEGEND = "Voice of the Ford"
BATTLEFIELDS = [one.name for one in CARDS if one.type == "battlefield"]
RUNES = {"Ember Rune": 6, "Tide Rune": 6}

# Three copies of each (rule 103.2.b); with the Chosen Champion that makes the forty of rule 103.2.
DECK = {one.name: 3 for one in CARDS if one.type in ("unit", "spell", "gear")}
del DECK[CHAMPION]
