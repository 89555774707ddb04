"""The rules texts of relics, potions, powers and keywords, in our own words.

They are in data/*_words.tsv and data/keywords.tsv. In the text of a potion `6|12` is the number without
and with Sacred Bark. In the text of a power `{N}` is its amount, `card|cards` is singular|plural, and
what follows ` ++ ` replaces the text if the amount is negative.
"""

from __future__ import annotations

import re
from functools import cache

from turnwright.core.definition.glossary import Glossary

from .card_text import text_of
from .display_names import POWERS
from .library import cards, read_table

PAIR = re.compile(r"(\w+)\|(\w+)")
"""Two words or numbers, one of which is used."""
_NEXT_ONE = re.compile(r"\b(next|top|first) 1 ")


@cache
def _texts(table: str) -> dict[str, str]:
    return {row[0]: row[-1] for row in read_table(table)}


@cache
def relic_rules(kind: str) -> str:
    """What a relic does."""
    return _texts("relic_words").get(kind, "")


@cache
def potion_rules(kind: str, is_doubled: bool = False) -> str:
    """What a potion does, doubled by Sacred Bark or not."""
    plain, _, doubled = _texts("potion_words").get(kind, "").partition(" ++ ")
    return PAIR.sub(r"\2" if is_doubled else r"\1", doubled if is_doubled and doubled else plain)


@cache
def power_rules(kind: str, amount: int | None = None) -> str:
    """What a power does. Without an amount, N stands for it."""
    positive, _, negative = _texts("power_words").get(kind, "").partition(" ++ ")
    text = negative if negative and amount is not None and amount < 0 else positive
    text = PAIR.sub(r"\1" if amount is not None and abs(amount) == 1 else r"\2", text)
    text = text.replace("{N}", "N" if amount is None else str(abs(amount)))
    return _NEXT_ONE.sub(r"\1 ", text)


# --- keywords --------------------------------------------------------------------------------------


@cache
def glossary() -> Glossary:
    """The words that texts use and their explanations: rules words, powers, and cards that other cards
    create."""
    texts: dict[str, str] = {}
    forms: dict[str, tuple[str, ...]] = {}
    for name, others, text in read_table("keywords"):
        texts[name], forms[name] = text, tuple(filter(None, others.split(", ")))
    for kind, role, _ in read_table("power_words"):
        if role == "keyword":
            texts.setdefault(POWERS.get(kind, kind), power_rules(kind))
    for card in cards().values():
        if card.type == "STATUS" or card.rarity == "SPECIAL":
            texts.setdefault(card.name, f"{card.type.capitalize()} card. {text_of(card.id)}")
    return Glossary(texts, forms, has_case=True)


def keywords_in(text: str) -> dict[str, str]:
    """Return the keywords in a text with their explanations."""
    return glossary().found_in(text)
