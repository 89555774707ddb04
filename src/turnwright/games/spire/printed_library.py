"""The library for pages: the printed facts and rules texts of everything that can be looked up.

Cards have their id as key. All other keys begin with what they are: `relic:Anchor`,
`potion:Fire Potion`, `power:Poison`, `move:JawWorm CHOMP`.
"""

from __future__ import annotations

from functools import cache
from typing import Any

from .card_text import text_of
from .combat.monsters import MONSTERS
from .display_names import POWERS
from .library import CardFacts, cards, potions, read_table, relics
from .monster_move_text import move_name, move_rules
from .rules_text import keywords_in, potion_rules, power_rules, relic_rules


@cache
def printed_library() -> dict[str, dict[str, Any]]:
    """All entries of the library. The moves of monsters have the numbers of ascension 0."""
    found = {kind: _card(facts) for kind, facts in cards().items()}
    for kind, relic in relics().items():
        tier = relic.tier.title()
        found[f"relic:{kind}"] = _entry(relic.name, "Relic", relic_rules(kind), rarity=tier)
    for kind, potion in potions().items():
        rarity = potion.rarity.title()
        found[f"potion:{kind}"] = _entry(potion.name, "Potion", potion_rules(kind), rarity=rarity)
    for kind, *_ in read_table("power_words"):
        found[f"power:{kind}"] = _entry(POWERS.get(kind, kind), "Power", power_rules(kind))
    for kind, monster in MONSTERS.items():
        for move in monster.moves:
            name = f"{monster.name}: {move_name(move)}"
            found[f"move:{kind} {move}"] = _entry(name, "Monster move", move_rules(kind, move))
    return found


def _card(facts: CardFacts) -> dict[str, Any]:
    plain, upgraded = text_of(facts.id), text_of(facts.id, 1)
    return {
        "name": facts.name,
        "type": facts.type.title(),
        "rarity": facts.rarity.title(),
        "text": plain,
        **({"cost": facts.cost[0]} if facts.cost[0] >= 0 else {}),
        **({"upgraded": upgraded} if upgraded != plain else {}),
        **_keywords(plain),
    }


def _entry(name: str, type: str, text: str, **facts: str) -> dict[str, Any]:
    return {"name": name, "type": type, "text": text, **facts, **_keywords(text)}


def _keywords(text: str) -> dict[str, Any]:
    """The names of the keywords in a text, for a page that explains them."""
    names = list(keywords_in(text))
    return {"keywords": names} if names else {}
