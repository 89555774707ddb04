"""A stand-in card set for the Gundam Card Game: our own cards, and the rulebook's two tokens.

Abilities name the event that triggers them and the words of their effects; the words are defined in
`GundamContext.effects`.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import turnwright as tw
from turnwright.core.rules.requirement import HasResource
from turnwright.games.tcg.common.card_definition import CardAction, CardSpec, action, by_name, when
from turnwright.games.tcg.common.rules_text import with_texts

from .rules_text import WORDS


class GundamCardSpec(CardSpec, kw_only=True, frozen=True):
    """A card as printed. Its actions: play (Commands with a trait: as a Pilot), main and action (of
    Commands), activate main and activate action, and abilities that trigger.

    A Pilot's AP and HP are added to its Unit. A Command with a `trait` may also be paired as a Pilot. A
    Unit is a Link Unit while its Pilot has the trait named in `link`. Types: unit, pilot, command,
    base, resource.
    """

    lv: int = 0  # how many Resources the player must have
    cost: int = 0  # how many of them are rested
    ap: int = 0
    hp: int = 0
    trait: str = ""
    link: str = ""
    keywords: dict[str, int] = {}
    is_token: bool = False  # leaves the game when it leaves the field


ACTION_STEP = tw.Reaction(on="action step")
REST = tw.Cost("rest")  # rest this card


def card(
    name: str,
    type: str,
    *,
    lv: int = 0,
    cost: int = 0,
    trait: str = "",
    main: tuple[str, int] | None = None,
    in_action_step: tuple[str, int] | None = None,
    abilities: Iterable[CardAction] = (),
    **printed: Any,
) -> GundamCardSpec:
    """Define a card. `main` and `in_action_step` are what a Command does when it is played then."""
    # 7-5-2-2: enough Resources for the card's Lv, and enough active ones for its cost.
    price, requires = [tw.Cost("active Resource", cost)], [HasResource("Resource", lv)]
    actions = list(abilities)
    if type != "command" or trait:
        actions.append(action("play", cost=price, requires=requires))
    if main:
        actions.append(action("main", main, cost=price, requires=requires))
    if in_action_step:
        actions.append(
            action("action", in_action_step, timing=ACTION_STEP, cost=price, requires=requires)
        )
    return GundamCardSpec(
        name=name, type=type, lv=lv, cost=cost, trait=trait, actions=by_name(*actions), **printed
    )


def activate_main(word: str, amount: int) -> CardAction:
    """An Activate·Main effect: rest the card in the main phase."""
    return action("activate main", (word, amount), cost=[REST])


def activate_action(word: str, amount: int) -> CardAction:
    """An Activate·Action effect: rest the card in an action step."""
    return action("activate action", (word, amount), timing=ACTION_STEP, cost=[REST])


CARDS = [
    card("Tin Sparrow", "unit", lv=1, cost=1, ap=1, hp=2, link="cadet"),
    card("Bulwark Crab", "unit", lv=2, cost=2, ap=1, hp=5, keywords={"Blocker": 1}),
    card("Patch Mule", "unit", lv=2, cost=1, ap=1, hp=3, abilities=[activate_main("boost", 2)]),
    card("Moss Walker", "unit", lv=3, cost=2, ap=2, hp=4, keywords={"Repair": 1, "Blocker": 1}),
    card("Long Needle", "unit", lv=4, cost=3, ap=3, hp=3, link="ace",
         keywords={"First Strike": 1}),
    card("Glass Heron", "unit", lv=4, cost=3, ap=3, hp=3, keywords={"High-Maneuver": 1},
         abilities=[when("attack", ("damage", 1))]),
    card("Quarry Hammer", "unit", lv=5, cost=4, ap=4, hp=5, link="ace", keywords={"Breach": 2}),
    card("Gravel Queen", "unit", lv=6, cost=5, ap=5, hp=5, keywords={"Suppression": 1},
         abilities=[when("destroyed", ("draw", 2))]),
    card("Nervous Cadet", "pilot", lv=1, cost=1, ap=1, hp=1, trait="cadet",
         abilities=[when("burst", ("to hand", 1))]),
    card("Old Captain", "pilot", lv=4, cost=1, ap=2, hp=1, trait="ace",
         abilities=[when("paired", ("draw", 2)), when("burst", ("to hand", 1))]),
    card("Signal Flare", "command", lv=2, cost=1, main=("damage", 2), in_action_step=("damage", 2),
         abilities=[when("burst", ("damage", 2))]),
    card("Full Throttle", "command", lv=3, cost=1, ap=1, trait="ace", in_action_step=("surge", 3)),
    card("Supply Run", "command", lv=3, cost=2, main=("draw", 4)),
    card("Drydock Ring", "base", lv=2, cost=1, hp=6,
         abilities=[when("deploy", ("take shield", 1)), when("start", ("boost", 1)),
                    activate_action("damage", 1), when("burst", ("deploy", 1))]),
]  # fmt: skip

RESOURCE = card("Resource", "resource")
EX_RESOURCE = card("EX Resource", "resource", is_token=True)
EX_BASE = card("EX Base", "base", hp=3, is_token=True)

LIBRARY = with_texts([*CARDS, RESOURCE, EX_RESOURCE, EX_BASE], WORDS)

# Fifty cards, at most four of a kind (6-1-1).
DECK = {one.name: 4 for one in CARDS} | {"Tin Sparrow": 2, "Patch Mule": 2, "Long Needle": 2}
