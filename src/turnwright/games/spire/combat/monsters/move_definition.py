"""How the moves of monsters are defined: numbers by ascension, effects, and the choice of the next
move. Numbers that depend on the ascension are written `at(11, a2=12)`: 11, from ascension 2 on 12."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple, TypeAlias

from turnwright.games.spire.combat import power_ids as p
from turnwright.games.spire.combat.fight import Fight
from turnwright.games.spire.combat.piles import make_cards
from turnwright.games.spire.rng import f32
from turnwright.games.spire.state import Monster

Effect: TypeAlias = Callable[[Fight, int, Monster], Any]
"""An effect of a move: (fight, position of the monster, monster)."""
NextMove: TypeAlias = Callable[[Fight, int, Monster], str]
"""Returns the next move."""
MoveChooser: TypeAlias = Callable[[Fight, int, Monster, int], str]
"""Chooses the next move: (fight, position, monster, a roll from 0 to 99)."""

# --- numbers by ascension ------------------------------------------------------------------------


class At(NamedTuple):
    """A value that depends on the ascension."""

    plain: Any
    steps: tuple[tuple[int, Any], ...] = ()

    def of(self, ascension: int) -> Any:
        """The value at this ascension."""
        found = self.plain
        for step, value in self.steps:
            if ascension >= step:
                found = value
        return found


def at(plain: Any, **steps: Any) -> At:
    """`at(11, a2=12, a17=13)`: 11, from ascension 2 on 12, from 17 on 13."""
    found = sorted((int(step[1:]), value) for step, value in steps.items())
    return At(plain, tuple(found))


def at_ascension(value: Any, ascension: int) -> Any:
    """The value at this ascension, if it depends on it."""
    return value.of(ascension) if isinstance(value, At) else value


# --- what a move does ----------------------------------------------------------------------------


class MoveEffect(NamedTuple):
    """An effect of a move whose numbers may depend on the ascension."""

    make: Callable[..., Effect | None]
    args: tuple[Any, ...]

    def ready(self, ascension: int) -> Effect | None:
        """The effect at this ascension; None if it does nothing."""
        return self.make(*(at_ascension(one, ascension) for one in self.args))


def move_effect(make: Callable[..., Effect | None]) -> Callable[..., MoveEffect]:
    """Make a function that defines an effect usable in the definitions of moves."""

    def define(*args: Any) -> MoveEffect:
        return MoveEffect(make, args)

    return define


@move_effect
def block(amount: int) -> Effect:
    """The monster gains block."""

    def do(f: Fight, place: int, m: Monster) -> None:
        m.block += amount

    return do


@move_effect
def gain(power: str, amount: int = 1) -> Effect | None:
    """The monster gains a power."""

    def do(f: Fight, place: int, m: Monster) -> None:
        f.add_monster_power(m, amount, power)

    return do if amount else None


@move_effect
def gain_between(power: str, bounds: tuple[int, int]) -> Effect:
    """The monster gains a random amount of a power."""

    def do(f: Fight, place: int, m: Monster) -> None:
        f.add_monster_power(m, f.streams.monster_hp.between(*bounds), power)

    return do


@move_effect
def gain_from_next_round(power: str, amount: int) -> Effect:
    """Gain a power that does not act in this round."""

    def do(f: Fight, place: int, m: Monster) -> None:
        f.add_monster_power(m, amount, power)
        m.fresh.append(power)

    return do


LASTING = frozenset((p.WEAK, p.VULNERABLE, p.FRAIL, p.DRAW_REDUCTION))
"""Debuffs that wear off, but not in the round in which a monster gave them."""


@move_effect
def debuff(power: str, amount: int = 1) -> Effect | None:
    """Put a debuff on the player."""

    def do(f: Fight, place: int, m: Monster) -> None:
        f.debuff_player(power, amount)

    def do_for_good(f: Fight, place: int, m: Monster) -> None:
        f.do_buff(power, amount)

    if not amount:
        return None
    return do if power in LASTING else do_for_good


@move_effect
def add(card: str, count: int = 1, where: str = "discard") -> Effect:
    """Add cards to the player's "discard" pile, "draw" pile, or its "top"."""

    def do(f: Fight, place: int, m: Monster) -> None:
        make_cards(f, card, where, count)

    return do


@move_effect
def custom(effect: Callable[..., Any], *numbers: Any) -> Effect:
    """An effect of this monster alone: effect(fight, position, monster, *numbers)."""
    if not numbers:
        return effect

    def do(f: Fight, place: int, m: Monster) -> None:
        effect(f, place, m, *numbers)

    return do


class Hit(NamedTuple):
    """An attack. A name instead of a number refers to a rolled value of the monster."""

    damage: Any
    times: Any = 1
    more: Any = 0
    """Added to the damage: a number, or a function of the turn."""
    leeches: bool = False
    """The monster heals by the unblocked damage."""


def hit(damage: Any, times: Any = 1, more: Any = 0) -> Hit:
    """An attack."""
    return Hit(damage, times, more)


def leech(damage: Any) -> Hit:
    """An attack that heals the monster by the unblocked damage."""
    return Hit(damage, leeches=True)


class MonsterMove(NamedTuple):
    """A move of a monster."""

    id: int
    """The game's id of the move."""
    intent: Any
    effects: tuple[Any, ...]
    rolls: bool | None
    """Is a random number drawn after it? None: as for all moves of the monster."""


def move(
    number: int, intent: Any, *words: MoveEffect | Hit, rolls: bool | None = None
) -> MonsterMove:
    """Define a move: the game's number, the intent, and its effects in order."""
    return MonsterMove(number, intent, words, rolls)


# --- which move is next --------------------------------------------------------------------------


class Coin(NamedTuple):
    """One of two moves. Without a chance the game draws a boolean, which is another random call."""

    chance: float | None
    one: str
    other: str

    def toss(self, f: Fight) -> str:
        """Draw a random number and return one of the moves."""
        ai = f.streams.ai
        heads = ai.boolean() if self.chance is None else ai.chance(self.chance)
        return self.one if heads else self.other


def coin(chance: float, one: str, other: str) -> Coin:
    """The first move with this chance, else the other."""
    return Coin(f32(chance), one, other)


def either(one: str, other: str) -> Coin:
    """One of two moves with the same chance."""
    return Coin(None, one, other)


Next: TypeAlias = str | Coin | At | NextMove


class Band(NamedTuple):
    """A move for rolls below a number."""

    below: int
    move: str
    limit: Any = 0
    otherwise: Any = ""


def below(number: int, move: str, limit: int | At = 0, otherwise: Next = "") -> Band:
    """This move if the roll (0-99) is below the number, or another one after `limit` times in a row."""
    return Band(number, move, limit, otherwise)


def pick_move(given: str | Coin | NextMove, f: Fight, place: int, m: Monster) -> str:
    """Resolve the next move: a name, a random choice, or a function."""
    if isinstance(given, str):
        return given
    if isinstance(given, Coin):
        return given.toss(f)
    return given(f, place, m)


def used_twice(m: Monster, move: str) -> bool:
    """Were the last two moves this one?"""
    return m.move == move and m.last == move


def used_recently(m: Monster, move: str) -> bool:
    """Was one of the last two moves this one?"""
    return m.move == move or m.last == move


def set_move(m: Monster, move: str) -> None:
    """Set the next move and remember the last two."""
    m.before, m.last, m.move = m.last, m.move, move


def turn_number(f: Fight) -> int:
    """The turn of the monsters, counted from 1."""
    return f.b.turn + 1
