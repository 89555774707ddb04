"""The state of a duel, and the numbers of the game."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

import turnwright as tw

LIFE = 8000
STARTING_HAND = 5
ZONE_SIZE = 5  # most monsters, and most spells and traps, on one side
HAND_LIMIT = 7
ANY_SEAT = -1  # in delayed effects: the phases of both players count

# The keys of the zones by seat, for code that runs often.
HANDS, MONSTERS, SPELL_TRAPS, FIELD, GRAVES, BANISHED = (
    tuple(f"{zone}:{seat}" for seat in (0, 1))
    for zone in ("hand", "monsters", "spell_trap", "field", "grave", "banished")
)


class Modifier(msgspec.Struct, frozen=True):
    """A change of a number or trait: permanent, or until the end of the turn (`until="turn"`)."""

    stat: str
    amount: int
    until: str = ""


class Card(tw.Card):
    """A card in a duel: position, modifiers, counters and what it did this turn."""

    position: tw.Public[str] = "attack"
    mods: tw.Public[tuple[Modifier, ...]] = ()
    counters: tw.Public[tuple[tuple[str, int], ...]] = ()
    equipped_to: tw.Public[int | None] = None
    came: tw.Public[int] = -1  # the turn in which it entered the field
    turned: tw.Public[int] = -1  # the turn in which its position was changed
    attacks_made: tw.Public[int] = 0
    is_negated: tw.Public[bool] = False


class Attack(tw.State):
    """The attack in progress; `target` is None for a direct attack."""

    attacker: tw.Public[int]
    target: tw.Public[int | None]
    is_negated: tw.Public[bool] = False


class DelayedEffect(tw.State):
    """An effect of a card that runs at the given phase, after `count` such phases of `whose`."""

    count: int
    phase: str
    whose: int
    seat: int
    kind: str
    effect: str
    data: list[int] = []


class BorrowedMonster(tw.State):
    """A monster that returns to a seat at the end of the turn."""

    card: int
    seat: int


class DuelState(tw.State):
    """The state of a duel beside its cards and zones."""

    ledgers: list[tw.Ledger] = []
    attack: tw.Public[Attack | None] = None
    is_battle_over: bool = False
    delayed: list[DelayedEffect] = []
    borrowed: list[BorrowedMonster] = []


if TYPE_CHECKING:

    class Ctx(tw.Ctx):
        """The engine state with this game's cards, as `Game(card=Card)` creates it."""

        cards: dict[int, Card]  # type: ignore[assignment]  # dict is invariant
