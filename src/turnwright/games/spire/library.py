"""Printed facts of cards, relics and potions, and the pools they are drawn from.

In data/cards.tsv costs are `plain/upgraded`; an upgrade removes a flag with `-` and adds one with
`+`.
"""

from __future__ import annotations

from functools import cache
from importlib import resources

import msgspec

ETERNAL = frozenset(("AscendersBane", "Necronomicurse", "CurseOfTheBell"))
"""Curses that cannot be removed."""
ATTACK, SKILL, POWER, STATUS, CURSE = "ATTACK", "SKILL", "POWER", "STATUS", "CURSE"


class CardFacts(msgspec.Struct, frozen=True):
    """What is printed on a card; pairs are (plain, upgraded)."""

    id: str
    name: str
    type: str
    rarity: str
    colour: str
    cost: tuple[int, int]
    target: tuple[bool, bool]
    exhaust: tuple[bool, bool]
    ethereal: tuple[bool, bool]
    innate: tuple[bool, bool]
    retain: tuple[bool, bool]

    @property
    def is_strike(self) -> bool:
        """Does it count as a Strike?"""
        return "Strike" in self.name


@cache
def cards() -> dict[str, CardFacts]:
    """All cards by id."""
    found = {}
    for number, name, kind, rarity, colour, cost, flags in read_table("cards"):
        plain, _, upgraded = cost.partition("/")
        words = flags.split()
        found[number] = CardFacts(
            number,
            name,
            kind,
            rarity,
            colour,
            (int(plain), int(upgraded or plain)),
            *(_pair(words, flag) for flag in ("target", "exhaust", "ethereal", "innate", "retain")),
        )
    return found


def _pair(words: list[str], flag: str) -> tuple[bool, bool]:
    return (
        flag in words or f"{flag}-" in words,
        flag in words or f"{flag}+" in words,
    )


class RelicFacts(msgspec.Struct, frozen=True):
    """What is printed on a relic."""

    id: str
    name: str
    tier: str


class PotionFacts(msgspec.Struct, frozen=True):
    """What is printed on a potion."""

    id: str
    name: str
    rarity: str
    character: str
    """The only class that finds it, or ""."""
    target: bool


@cache
def relics() -> dict[str, RelicFacts]:
    """All relics by id."""
    return {row[0]: RelicFacts(*row) for row in read_table("relics")}


@cache
def potions() -> dict[str, PotionFacts]:
    """All potions by id, in the game's order: those of a class first."""
    return {
        row[0]: PotionFacts(row[0], row[1], row[2], row[3], "target" in row[4])
        for row in read_table("potions")
    }


def read_table(table: str) -> list[list[str]]:
    """The rows of a table in data/, without its heading."""
    text = resources.files(__package__).joinpath(f"data/{table}.tsv").read_text("utf-8")
    return [line.split("\t") for line in text.splitlines()[1:]]


# --- pools ---------------------------------------------------------------------------------------
# The game keeps its cards in a hash table and builds its pools by iterating over it, so that the order
# of a pool follows from the names of the cards.

COLOURS = {"IRONCLAD": "RED", "THE_SILENT": "GREEN", "DEFECT": "BLUE", "WATCHER": "PURPLE"}
COMMON, UNCOMMON, RARE = RARITIES = ("COMMON", "UNCOMMON", "RARE")
HEALING = frozenset(
    ("Feed", "Reaper", "Bandage Up", "LessonLearned", "Self Repair", "Wish", "Venomology")
)
"""Cards that effects of a fight never create."""


def _place(name: str, buckets: int) -> int:
    """The position of a name in a java.util.HashMap."""
    code = 0
    for letter in name:
        code = (code * 31 + ord(letter)) & 0xFFFFFFFF
    return (code ^ code >> 16) & (buckets - 1)


def _walked(names: list[str], buckets: int = 512) -> tuple[str, ...]:
    return tuple(sorted(sorted(names), key=lambda name: _place(name, buckets)))


@cache
def card_pool(colour: str, rarity: str) -> tuple[str, ...]:
    """The cards of a colour and rarity, in the order of rewards."""
    return _walked(
        [
            card.id
            for card in cards().values()
            if card.colour == colour and card.rarity == rarity and card.type != STATUS
        ]
    )


@cache
def typed_pool(colour: str, kind: str, rarity: str) -> tuple[str, ...]:
    """The cards of a colour, type and rarity, in the order of shops."""
    return tuple(sorted(name for name in card_pool(colour, rarity) if cards()[name].type == kind))


@cache
def transform_pool(colour: str) -> tuple[str, ...]:
    """What a card of the class can be transformed into."""
    common, uncommon, rare = (card_pool(colour, rarity) for rarity in RARITIES)
    return (*common, *uncommon[::-1], *rare[::-1])


@cache
def any_pool(colour: str) -> tuple[str, ...]:
    """The cards of a colour of any rarity."""
    return tuple(name for rarity in RARITIES for name in card_pool(colour, rarity)[::-1])


@cache
def combat_pool(colour: str) -> tuple[str, ...]:
    """The cards of a colour that effects of a fight can create. "COLORLESS" has its own order."""
    pool = colourless_pool()[::-1] if colour == "COLORLESS" else any_pool(colour)
    return tuple(name for name in pool if name not in HEALING)


@cache
def combat_cards(colour: str, kind: str = "") -> tuple[str, ...]:
    """The cards of `combat_pool` of a type."""
    return tuple(name for name in combat_pool(colour) if kind in ("", cards()[name].type))


@cache
def combat_cards_of_any_colour(kind: str, rarity: str) -> tuple[str, ...]:
    """The cards of a type and rarity, of all classes and colourless, that a fight can create."""
    return tuple(
        name
        for name in any_colour_pool(rarity)
        if cards()[name].type == kind and name not in HEALING
    )


@cache
def colourless_pool() -> tuple[str, ...]:
    """All colourless cards in the game's order."""
    return _walked(
        [c.id for c in cards().values() if c.colour == "COLORLESS" and c.rarity in (UNCOMMON, RARE)]
    )


@cache
def colourless(rarity: str = "") -> tuple[str, ...]:
    """Colourless cards sorted by name, of one rarity or of both."""
    return tuple(sorted(c for c in colourless_pool() if not rarity or cards()[c].rarity == rarity))


@cache
def any_colour_pool(rarity: str) -> tuple[str, ...]:
    """The cards of all classes and the colourless ones, for Prismatic Shard."""
    colours = (*COLOURS.values(), "COLORLESS")
    return tuple(sorted(name for colour in colours for name in card_pool(colour, rarity)))


@cache
def curse_pool() -> tuple[str, ...]:
    """Curses that are obtained at random. The game keeps them in a smaller table."""
    return _walked([c.id for c in cards().values() if c.type == c.rarity == CURSE], 32)


@cache
def potion_pool(character: str) -> tuple[str, ...]:
    """The potions that a class can find."""
    return tuple(p.id for p in potions().values() if p.character in ("", character))
