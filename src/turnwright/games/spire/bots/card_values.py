"""How the bots value cards.

The tables in `ratings/` have one line per card: its value for a typical deck from 0 to 100, the value
of its upgrade, how many copies are useful, and its roles. What a deck gains by a card depends on the
roles that the deck lacks and on the cards that it works with.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from functools import cache
from importlib import resources
from typing import NamedTuple

from turnwright.games.spire.card_text import text_of
from turnwright.games.spire.library import CURSE, POWER, STATUS, cards
from turnwright.games.spire.state import Card

TABLES = ("ironclad", "silent", "defect", "watcher", "colourless")
BY_RARITY = {"BASIC": 15, "COMMON": 40, "UNCOMMON": 45, "RARE": 50, "SPECIAL": 35}
BURDENS = (CURSE, STATUS)
UPGRADED = 7.0
"""What an upgraded card is worth more."""


class CardRating(NamedTuple):
    """A line of a table of ratings."""

    value: float
    upgrade: float
    most: int
    """How many copies are useful."""
    roles: frozenset[str]


@cache
def ratings() -> dict[str, CardRating]:
    """The ratings of all cards by id."""
    found = {}
    for table in TABLES:
        text = resources.files(__package__).joinpath(f"ratings/{table}.tsv").read_text("utf-8")
        for line in text.splitlines()[1:]:
            kind, value, upgrade, most, roles = line.split("\t")
            found[kind] = CardRating(
                float(value), float(upgrade), int(most), frozenset(roles.split())
            )
    return found


@cache
def rating(kind: str) -> CardRating:
    """The rating of a card; one that is in no table is rated by its rarity."""
    found = ratings().get(kind)
    if found is not None:
        return found
    value = BY_RARITY.get(cards()[kind].rarity, 30)
    return CardRating(value, 0.5 * value, 1, frozenset())


def card_value(card: Card) -> float:
    """The value of this card for a typical deck."""
    if cards()[card.kind].type in BURDENS:
        return WORST_CURSES.get(card.kind, -10.0)
    return rating(card.kind).value + (UPGRADED if card.up else 0.0)


WORST_CURSES = {
    "Normality": -20.0,
    "Pain": -16.0,
    "Regret": -14.0,
    "Decay": -13.0,
    "Parasite": -5.0,
}


def upgrade_value(card: Card) -> float:
    """The value of upgrading this card."""
    return rating(card.kind).upgrade


# --- what a deck gains ---------------------------------------------------------------------------

WANTED = {
    1: {"hit": 4, "aoe": 1, "block": 2, "draw": 1, "weak": 1},
    2: {"hit": 5, "aoe": 2, "block": 5, "draw": 3, "weak": 1, "scaling": 2},
    3: {"hit": 5, "aoe": 2, "block": 6, "draw": 4, "weak": 1, "scaling": 3},
}
"""How many cards of each role a deck should have in each act."""
LACKING = {"hit": 8.0, "aoe": 6.0, "block": 5.0, "draw": 4.0, "weak": 4.0, "scaling": 7.0}
"""What a card is worth more if its role is lacking."""
PLENTY = {"hit": 5.0, "draw": 1.0, "aoe": 3.0, "block": 2.0, "scaling": 2.0}
"""What each card too many of a role costs."""
PARTNERS = {
    "strength_payoff": "strength", "strength": "strength_payoff", "exhaust": "exhaust",
    "poison_payoff": "poison", "shiv_payoff": "shiv", "shiv": "shiv_payoff", "poison": "poison_payoff",
    "discard_payoff": "discard", "discard": "discard_payoff", "block_payoff": "block",
    "orb_payoff": "orb", "frost_payoff": "frost", "focus": "orb", "orb": "focus", "frost": "focus",
    "claw": "claw", "claw_payoff": "claw", "wrath": "calm", "calm": "wrath",
    "wrath_payoff": "wrath", "mantra": "mantra", "pressure": "pressure", "leave": "calm",
}  # fmt: skip
"""The role that each role works with."""
PARTNER, MOST_PARTNERS = 3.0, 4
COPY, COPY_TOO_MANY = 5.0, 25.0


def roles_of(deck: Iterable[Card]) -> Counter[str]:
    """How many cards of a deck have each role. Basic cards do not count."""
    found: Counter[str] = Counter()
    for card in deck:
        rated = rating(card.kind).roles
        if "basic" not in rated:
            found.update(rated)
    return found


def deck_gain(card: Card, deck: list[Card], act: int = 1) -> float:
    """How much a deck gains by this card."""
    value = card_value(card)
    if value < 0:
        return value
    rated = rating(card.kind)
    same = sum(one.kind == card.kind for one in deck)
    value -= COPY * same + (COPY_TOO_MANY if same >= max(1, rated.most) else 0.0)
    has, wanted = roles_of(deck), WANTED[min(act, 3)]
    for role in rated.roles:
        if role in wanted:
            if has[role] < wanted[role]:
                value += LACKING[role] * (1 - has[role] / wanted[role])
            else:
                value -= PLENTY.get(role, 0.0) * (has[role] - wanted[role])
        partner = PARTNERS.get(role)
        if partner is not None:
            value += PARTNER * min(has[partner], MOST_PARTNERS)
    return value


# --- what is printed -----------------------------------------------------------------------------


class CardNumbers(NamedTuple):
    """The numbers in the text of a card."""

    damage: int = 0
    times: int = 1
    is_for_all: bool = False
    block: int = 0
    draws: int = 0
    energy: int = 0
    hp: int = 0
    strength: int = 0
    vulnerable: int = 0
    weak: int = 0
    poison: int = 0
    is_power: bool = False
    stance: str = ""
    """The stance that it enters, or "Leave"."""


_HITS = re.compile(r"Deal (\d+) damage")
_STANCE = re.compile(r"[Ee]nter (Wrath|Calm|Divinity)|(Leave) your stance")
_TIMES = re.compile(r"damage[^.;]*?(\d+) times")


@cache
def card_numbers(kind: str, up: int) -> CardNumbers:
    """Parse the text of a card."""
    if cards()[kind].type == POWER:
        return CardNumbers(is_power=True)
    text = text_of(kind, up).partition("When ")[0]
    hits = _HITS.search(text)
    times = _TIMES.search(text)
    return CardNumbers(
        damage=int(hits[1]) if hits else 0,
        times=int(times[1]) if times else 2 if "damage twice" in text else 1,
        is_for_all="all enemies" in text,
        block=_number(r"(\d+) Block", text),
        draws=_number(r"[Dd]raw (\d+)", text),
        energy=_number(r"(\d+) energy", text),
        hp=_number(r"Lose (\d+) HP", text),
        strength=_number(r"Gain (\d+) Strength", text),
        vulnerable=_number(r"(\d+) Vulnerable", text) * ("yourself" not in text),
        weak=_number(r"(\d+) Weak", text) * ("your hand" not in text),
        poison=_number(r"(\d+) Poison", text),
        stance=_stance(text),
    )


def _stance(text: str) -> str:
    found = _STANCE.search(text)
    return "" if found is None else found[1] or found[2]


def _number(pattern: str, text: str) -> int:
    found = re.search(pattern, text)
    return 0 if found is None else int(next(group for group in found.groups() if group))
