"""A stand-in set for the Gundam Card Game: fourteen cards of our own, and the rulebook's two tokens.

A card says what it does by timing ("deploy", "attack", "burst", ...) in a few generic words; what a
word does is written once, in `Rules.resolve`.
"""

from __future__ import annotations

import msgspec


class CardSpec(msgspec.Struct, frozen=True, kw_only=True):
    """`effects` has one (word, number) for each timing; `keywords` has a number for each keyword.

    A Pilot's AP and HP are what it adds to its Unit. A Command with a `trait` may also be paired as
    a Pilot. A Unit is a Link Unit while its Pilot has the trait named in `link`.
    """

    name: str
    type: str  # unit, pilot, command, base, resource
    lv: int = 0  # how many Resources one must have
    cost: int = 0  # how many of them are rested
    ap: int = 0
    hp: int = 0
    trait: str = ""
    link: str = ""
    keywords: dict[str, int] = {}
    effects: dict[str, tuple[str, int]] = {}
    is_token: bool = False  # leaves the game when it leaves the field


CARDS = [
    CardSpec(name="Tin Sparrow", type="unit", lv=1, cost=1, ap=1, hp=2, link="cadet"),
    CardSpec(name="Bulwark Crab", type="unit", lv=2, cost=2, ap=1, hp=5,
             keywords={"Blocker": 1}),
    CardSpec(name="Patch Mule", type="unit", lv=2, cost=1, ap=1, hp=3,
             effects={"activate main": ("boost", 2)}),
    CardSpec(name="Moss Walker", type="unit", lv=3, cost=2, ap=2, hp=4,
             keywords={"Repair": 1, "Blocker": 1}),
    CardSpec(name="Long Needle", type="unit", lv=4, cost=3, ap=3, hp=3, link="ace",
             keywords={"First Strike": 1}),
    CardSpec(name="Glass Heron", type="unit", lv=4, cost=3, ap=3, hp=3,
             keywords={"High-Maneuver": 1}, effects={"attack": ("damage", 1)}),
    CardSpec(name="Quarry Hammer", type="unit", lv=5, cost=4, ap=4, hp=5, link="ace",
             keywords={"Breach": 2}),
    CardSpec(name="Gravel Queen", type="unit", lv=6, cost=5, ap=5, hp=5,
             keywords={"Suppression": 1}, effects={"destroyed": ("draw", 2)}),
    CardSpec(name="Nervous Cadet", type="pilot", lv=1, cost=1, ap=1, hp=1, trait="cadet",
             effects={"burst": ("to hand", 1)}),
    CardSpec(name="Old Captain", type="pilot", lv=4, cost=1, ap=2, hp=1, trait="ace",
             effects={"paired": ("draw", 2), "burst": ("to hand", 1)}),
    CardSpec(name="Signal Flare", type="command", lv=2, cost=1,
             effects={"main": ("damage", 2), "action": ("damage", 2), "burst": ("damage", 2)}),
    CardSpec(name="Full Throttle", type="command", lv=3, cost=1, ap=1, trait="ace",
             effects={"action": ("surge", 3)}),
    CardSpec(name="Supply Run", type="command", lv=3, cost=2,
             effects={"main": ("draw", 4)}),
    CardSpec(name="Drydock Ring", type="base", lv=2, cost=1, hp=6,
             effects={"deploy": ("take shield", 1), "start": ("boost", 1),
                      "activate action": ("damage", 1), "burst": ("deploy", 1)}),
]  # fmt: skip

RESOURCE = CardSpec(name="Resource", type="resource")
EX_RESOURCE = CardSpec(name="EX Resource", type="resource", is_token=True)
EX_BASE = CardSpec(name="EX Base", type="base", hp=3, is_token=True)

LIBRARY = {card.name: card for card in [*CARDS, RESOURCE, EX_RESOURCE, EX_BASE]}

# Fifty cards, at most four of a kind (6-1-1).
DECK = {card.name: 4 for card in CARDS} | {"Tin Sparrow": 2, "Patch Mule": 2, "Long Needle": 2}
