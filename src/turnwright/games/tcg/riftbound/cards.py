"""A stand-in set for Riftbound: fourteen cards of our own for the main deck, and what lies beside it.

Effects are (word, number). A word is one of: draw, channel, energy, damage, might, stun, ready,
charge (move a friendly unit to a battlefield) and counter; the rules in `game.py` know what they do.
"""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

Effect = tuple[str, int]


class CardSpec(msgspec.Struct, frozen=True, kw_only=True):
    """`triggers` maps what happens (play, attack, defend, death, beginning, hold, conquer, end,
    expire) to an effect that goes onto the chain; `ability` is what exhausting the card does."""

    name: str
    type: str  # unit, spell, gear, legend, battlefield, rune
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
    effect: Effect | None = None
    ability: Effect | None = None
    ability_speed: str = ""
    triggers: Mapping[str, Effect] = {}


CARDS = [
    CardSpec(name="Ford Sentry", type="unit", domain="tide", energy=2, might=2, tank=True, shield=1,
             triggers={"defend": ("might", 1)}),
    CardSpec(name="Reed Runner", type="unit", domain="tide", energy=2, might=2, ganking=True,
             accelerate=True),
    CardSpec(name="Torch Raider", type="unit", domain="ember", energy=3, might=3, assault=1,
             triggers={"attack": ("damage", 1)}),
    CardSpec(name="Ferry Pilot", type="unit", domain="tide", energy=2, might=1,
             triggers={"play": ("draw", 1), "death": ("draw", 1)}),
    CardSpec(name="Dawn Baker", type="unit", domain="ember", energy=4, power=1, might=4,
             triggers={"beginning": ("might", 1), "end": ("ready", 1)}),
    CardSpec(name="Glass Dancer", type="unit", domain="ember", energy=3, might=3,
             triggers={"expire": ("damage", 1), "death": ("damage", 2)}),
    CardSpec(name="Sudden Guest", type="unit", domain="tide", energy=3, might=3, speed="action",
             hidden=True),
    CardSpec(name="Cinder", type="spell", domain="ember", energy=1, speed="action",
             effect=("damage", 2)),
    CardSpec(name="Second Wind", type="spell", domain="tide", energy=1, speed="reaction",
             effect=("might", 2)),
    CardSpec(name="Hush", type="spell", domain="tide", energy=1, power=1, speed="reaction",
             effect=("counter", 1)),
    CardSpec(name="Forced March", type="spell", domain="ember", energy=2, speed="action",
             effect=("charge", 1)),
    CardSpec(name="Quicksand", type="spell", domain="tide", energy=2, speed="action", hidden=True,
             effect=("stun", 1)),
    CardSpec(name="Ember Jar", type="gear", domain="ember", energy=1, ability=("energy", 1),
             ability_speed="reaction"),
    CardSpec(name="Orsa of the Ford", type="unit", domain="tide", energy=4, power=1, might=4,
             accelerate=True),
    CardSpec(name="Voice of the Ford", type="legend", ability=("ready", 1)),
    CardSpec(name="Stone Bridge", type="battlefield", triggers={"hold": ("draw", 1)}),
    CardSpec(name="Old Mill", type="battlefield", triggers={"conquer": ("channel", 1)}),
    CardSpec(name="Bare Hill", type="battlefield"),
    CardSpec(name="Ember Rune", type="rune", domain="ember"),
    CardSpec(name="Tide Rune", type="rune", domain="tide"),
]  # fmt: skip

LIBRARY = {card.name: card for card in CARDS}

CHAMPION = "Orsa of the Ford"
LEGEND = "Voice of the Ford"
BATTLEFIELDS = [card.name for card in CARDS if card.type == "battlefield"]
RUNES = {"Ember Rune": 6, "Tide Rune": 6}

# Three copies of each (rule 103.2.b); with the Chosen Champion that makes the forty of rule 103.2.
DECK = {card.name: 3 for card in CARDS if card.type in ("unit", "spell", "gear")}
del DECK[CHAMPION]
