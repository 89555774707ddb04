"""The state of a duel: plain data, and the numbers of the game."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

import turnwright as tw

LIFE = 8000
HAND = 5
LINE = 5  # monsters, and spells and traps, a side has room for
HAND_LIMIT = 7
ANYBODY = -1

# The keys of the zones by seat, for those who look there all the time.
HANDS, MONSTERS, BACKS, FIELD, GRAVES, BANISHED = (
    tuple(f"{zone}:{seat}" for seat in (0, 1))
    for zone in ("hand", "monsters", "backs", "field", "grave", "banished")
)


class Mod(msgspec.Struct, frozen=True):
    """A change of a number or a trait, until the turn ends, or for good."""

    stat: str
    amount: int
    until: str = ""


class Card(tw.Card):
    position: tw.Public[str] = "attack"
    mods: tw.Public[tuple[Mod, ...]] = ()
    counters: tw.Public[tuple[tuple[str, int], ...]] = ()
    equipped_to: tw.Public[int | None] = None
    came: tw.Public[int] = -1  # the turn in which it came to the field
    turned: tw.Public[int] = -1  # the turn in which its position was changed
    attacks_made: tw.Public[int] = 0
    is_negated: tw.Public[bool] = False


class Attack(tw.State):
    attacker: tw.Public[int]
    target: tw.Public[int | None]
    is_negated: tw.Public[bool] = False


class Delayed(tw.State):
    """An effect that happens later: a function of a card, at a coming phase of a player."""

    count: int
    phase: str
    whose: int
    seat: int
    kind: str
    effect: str
    data: list[int] = []


class Borrowed(tw.State):
    """A monster that goes back to a seat when the turn ends."""

    card: int
    seat: int


class Table(tw.State):
    ledgers: list[tw.Ledger] = []
    attack: tw.Public[Attack | None] = None
    is_battle_over: bool = False
    delayed: list[Delayed] = []
    borrowed: list[Borrowed] = []


if TYPE_CHECKING:

    class Ctx(tw.Ctx):
        """The core's state with the cards of this game, as `Game(card=Card)` makes it."""

        cards: dict[int, Card]  # type: ignore[assignment]  # a dict of them is not one of tw.Card
