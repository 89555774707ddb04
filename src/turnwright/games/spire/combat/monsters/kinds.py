"""The words that monsters are written with.

A monster is one block: hit points, moves, and how it picks the next one. Numbers that depend on the
ascension are written `at(11, a2=12)`: 11, from ascension 2 on 12. Everything is worked out once per
ascension (`Ready`); a turn then only looks up and does.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, NamedTuple, TypeAlias

from turnwright.games.spire.combat import names as p
from turnwright.games.spire.combat.fight import Fight
from turnwright.games.spire.rng import f32
from turnwright.games.spire.state import Monster, Run

Effect: TypeAlias = Callable[[Fight, int, Monster], Any]
"""What a move does: (fight, place of the monster, monster)."""

# --- numbers by ascension ------------------------------------------------------------------------


class At(NamedTuple):
    """A value that changes with the ascension."""

    plain: Any
    steps: tuple[tuple[int, Any], ...]

    def of(self, ascension: int) -> Any:
        found = self.plain
        for level, value in self.steps:
            if ascension >= level:
                found = value
        return found


def at(plain: Any, **steps: Any) -> At:
    """`at(11, a2=12, a17=13)`: 11, from ascension 2 on 12, from 17 on 13."""
    return At(plain, tuple(sorted((int(level[1:]), value) for level, value in steps.items())))


def settled(value: Any, ascension: int) -> Any:
    return value.of(ascension) if isinstance(value, At) else value


# --- what a move does ----------------------------------------------------------------------------


class Word(NamedTuple):
    """Something a move does, before the ascension is known."""

    make: Callable[..., Effect]
    args: tuple[Any, ...]

    def ready(self, ascension: int) -> Effect:
        return self.make(*(settled(one, ascension) for one in self.args))


def word(make: Callable[..., Effect]) -> Callable[..., Word]:
    def say(*args: Any) -> Word:
        return Word(make, args)

    return say


@word
def block(amount: int) -> Effect:
    """It gains block."""

    def do(f: Fight, place: int, m: Monster) -> None:
        m.block += amount

    return do


@word
def gain(power: str, amount: int = 1) -> Effect:
    """It gains a power."""

    def do(f: Fight, place: int, m: Monster) -> None:
        f.strengthen(m, amount, power)

    return do


LASTING = frozenset((p.WEAK, p.VULNERABLE, p.FRAIL, p.DRAW_REDUCTION))
"""Debuffs that wear off, but not in the round in which a monster gave them."""


@word
def afflict(power: str, amount: int = 1) -> Effect:
    """The player gets a debuff."""

    def do(f: Fight, place: int, m: Monster) -> None:
        f.afflict(power, amount)

    def do_for_good(f: Fight, place: int, m: Monster) -> None:
        f.do_buff(power, amount)

    return do if power in LASTING else do_for_good


@word
def add(card: str, count: int = 1, where: str = "discard") -> Effect:
    """The player gets cards: into the "discard" pile, the "draw" pile, or on its "top"."""

    def do(f: Fight, place: int, m: Monster) -> None:
        f.do_make(card, where, count)

    return do


@word
def does(effect: Effect) -> Effect:
    """Something of its own."""
    return effect


@word
def does_with(effect: Callable[..., None], *numbers: Any) -> Effect:
    """Something of its own, with numbers: effect(fight, place, monster, *numbers)."""

    def do(f: Fight, place: int, m: Monster) -> None:
        effect(f, place, m, *numbers)

    return do


class Hit(NamedTuple):
    """An attack. A word for a number means: what the monster keeps under this word."""

    damage: Any
    times: Any = 1
    more: Any = 0
    """Added to the damage: a number, or a function of the turn."""
    leeches: bool = False
    """It heals by what gets through."""


def hit(damage: Any, times: Any = 1, more: Any = 0) -> Hit:
    return Hit(damage, times, more)


def leech(damage: Any) -> Hit:
    return Hit(damage, leeches=True)


class Move(NamedTuple):
    id: int
    """The game's number for it."""
    intent: Any
    does: tuple[Any, ...]
    rolls: bool | None


def move(number: int, intent: Any, *words: Word | Hit, rolls: bool | None = None) -> Move:
    """A move. Without `rolls` the next one follows from this one, and no number is rolled for it."""
    return Move(number, intent, words, rolls)


# --- picking the next move -----------------------------------------------------------------------


class Coin(NamedTuple):
    """One of two moves. Without a chance it is a plain coin (a different kind of random call)."""

    chance: float | None
    one: str
    other: str

    def toss(self, f: Fight) -> str:
        ai = f.streams.ai
        heads = ai.boolean() if self.chance is None else ai.chance(self.chance)
        return self.one if heads else self.other


def coin(chance: float, one: str, other: str) -> Coin:
    return Coin(f32(chance), one, other)


def either(one: str, other: str) -> Coin:
    return Coin(None, one, other)


Next: TypeAlias = "str | Coin | At | Callable[[Fight, int, Monster], str]"


class Band(NamedTuple):
    below: int
    move: str
    limit: int
    otherwise: Any


def below(number: int, move: str, limit: Any = 0, otherwise: Next = "") -> tuple[Any, ...]:
    """If the roll (0-99) is below the number: this move; if it was made `limit` times in a row, the
    other one."""
    return (number, move, limit, otherwise)


Choose: TypeAlias = Callable[[Fight, int, Monster, int], str]


def pick(found: Any, f: Fight, place: int, m: Monster) -> str:
    if type(found) is str:
        return found
    if type(found) is Coin:
        return found.toss(f)
    return found(f, place, m)


def twice(m: Monster, move: str) -> bool:
    """Were the last two moves this one?"""
    return m.move == move and m.last == move


def recently(m: Monster, move: str) -> bool:
    """Was one of the last two moves this one?"""
    return m.move == move or m.last == move


def set_move(m: Monster, move: str) -> None:
    m.before, m.last, m.move = m.last, m.move, move


def roll_move(f: Fight, place: int) -> None:
    """Roll a number and pick the next move."""
    m = f.b.monsters[place]
    ready = ready_for(f.G.ascension)[m.kind]
    set_move(m, ready.choose(f, place, m, f.streams.ai.random(99)))


def turn_number(f: Fight) -> int:
    """Of the monsters, the first is 1."""
    return f.b.turn + 1


# --- a kind of monster ---------------------------------------------------------------------------


class Kind(NamedTuple):
    id: str
    name: str
    hp: Any
    """(lowest, highest); a single number is not rolled."""
    moves: Mapping[str, Move]
    opens: Any = ""
    """The first move."""
    pattern: Any = ()
    """Bands of the roll."""
    follows: Mapping[str, Any] = {}
    """After this move comes that one, whatever is rolled."""
    choose: Choose | None = None
    """How it chooses, where the roll alone does not say it."""
    starts: tuple[Word, ...] = ()
    """What it does before the fight."""
    keeps: Mapping[str, Any] = {}
    """Numbers that are rolled with its hit points and kept."""
    rolls: bool = True
    """Does it roll for its moves?"""
    extra_hp_rolls: int = 0
    """Rolls for hit points that the game throws away."""


KINDS: dict[str, Kind] = {}


def monster(id: str, name: str, **traits: Any) -> Kind:
    KINDS[id] = kind = Kind(id, name, **traits)
    return kind


class ReadyMove:
    """A move at a given ascension."""

    __slots__ = ("base", "follows", "id", "intent", "more", "queued", "rolls", "steps", "times")

    def __init__(self, kind: Kind, name: str, ascension: int) -> None:
        told = kind.moves[name]
        self.id = told.id
        self.intent = settled(told.intent, ascension)
        self.base: Any = -1
        self.times: Any = 1
        self.more: Any = 0
        self.rolls = kind.rolls if told.rolls is None else told.rolls
        self.follows = settled(kind.follows.get(name, name), ascension)
        self.queued = False
        steps: list[tuple[bool, Effect]] = []
        for one in told.does:
            if isinstance(one, Hit):
                self.base, self.times, self.more = (settled(n, ascension) for n in one[:3])
                steps.append((True, _attack(self.base, self.times, self.more, one.leeches)))
                self.queued = True
            else:
                steps.append((False, one.ready(ascension)))
        self.steps = tuple(steps)


class Ready:
    """A kind of monster at a given ascension."""

    __slots__ = ("choose", "hp", "keeps", "kind", "moves", "starts")

    def __init__(self, kind: Kind, ascension: int) -> None:
        self.kind = kind
        self.hp = settled(kind.hp, ascension)
        self.moves = {name: ReadyMove(kind, name, ascension) for name in kind.moves}
        self.starts = tuple(one.ready(ascension) for one in kind.starts)
        self.keeps = {name: settled(value, ascension) for name, value in kind.keeps.items()}
        self.choose = _chooser(kind, ascension)


def _chooser(kind: Kind, ascension: int) -> Choose:
    opens = settled(kind.opens, ascension)
    follows = {name: settled(value, ascension) for name, value in kind.follows.items()}
    bands = tuple(
        Band(*(settled(one, ascension) for one in band)) for band in settled(kind.pattern, ascension)
    )
    choose = kind.choose
    only = next(iter(kind.moves))

    def by_roll(f: Fight, place: int, m: Monster, roll: int) -> str:
        now = m.move
        if not now and opens:
            return pick(opens, f, place, m)
        if now in follows:
            return pick(follows[now], f, place, m)
        if choose is not None:
            return choose(f, place, m, roll)
        for number, name, limit, otherwise in bands:
            if roll < number:
                if limit and now == name and (limit == 1 or m.last == name):
                    return pick(otherwise, f, place, m)
                return name
        return only

    return by_roll


@cache
def ready_for(ascension: int) -> dict[str, Ready]:
    """All monsters as they are at this ascension."""
    return {kind.id: Ready(kind, ascension) for kind in KINDS.values()}


def _amount(number: Any, m: Monster, turn: int) -> int:
    if type(number) is int:
        return number
    if type(number) is str:
        return m.misc[number]
    return number(turn)


def _attack(damage: Any, times: Any, more: Any, leeches: bool) -> Effect:
    def do(f: Fight, place: int, m: Monster) -> None:
        turn = f.b.turn + 1
        amount = f.damage_from(m, _amount(damage, m, turn) + _amount(more, m, turn))
        for _ in range(_amount(times, m, turn)):
            f.then(f.do_hit_player, place, amount)

    def do_leech(f: Fight, place: int, m: Monster) -> None:
        f.then(_leech, f, place, m, f.damage_from(m, damage))

    return do_leech if leeches else do


def _leech(f: Fight, place: int, m: Monster, damage: int) -> None:
    f.do_hit_player(place, damage)
    if m.hp > 0:
        m.hp = min(m.max_hp, m.hp + min(damage, f.b.counts.get("unblocked", 0)))


# --- turns, births, looks ------------------------------------------------------------------------


def take_turn(f: Fight, place: int, m: Monster) -> None:
    """It does its move and picks the next. An attack takes its turn in the queue, and all that comes
    after it; the rest is done at once."""
    if "waits" in m.misc:
        del m.misc["waits"]
        return
    move = ready_for(f.G.ascension)[m.kind].moves[m.move]
    if not move.queued:
        for _, do in move.steps:
            do(f, place, m)
        if f.b.monsters[place] is m:
            if move.rolls:
                roll_move(f, place)
            else:
                set_move(m, pick(move.follows, f, place, m))
    else:
        for is_hit, do in move.steps:
            if is_hit:
                do(f, place, m)
            else:
                f.then(do, f, place, m)
        if move.rolls:
            f.then(roll_move, f, place)
        else:
            set_move(m, pick(move.follows, f, place, m))
    if "owes" in m.misc:
        pay(f, m)


def pay(f: Fight, m: Monster) -> None:
    """A roll that is left over from a split."""
    del m.misc["owes"]
    f.streams.ai.random(99)


def idle_roll(f: Fight) -> None:
    """A roll that decides nothing."""
    f.streams.ai.random(99)


def born(f: Fight, kind: str, hp: int = 0) -> Monster:
    """A new monster, with the hit points it rolls (or those it is given)."""
    ready = ready_for(f.G.ascension)[kind]
    stream = f.streams.monster_hp
    if not hp:
        for _ in range(ready.kind.extra_hp_rolls):
            stream.random(9)
        hp = ready.hp if type(ready.hp) is int else stream.between(*ready.hp)
    m = Monster(kind, hp, hp)
    for name, (low, high) in ready.keeps.items():
        m.misc[name] = stream.between(low, high)
    return m


def put(f: Fight, m: Monster, place: int) -> None:
    """It takes its place among the monsters; there may be empty ones."""
    monsters = f.b.monsters
    while len(monsters) <= place:
        monsters.append(nobody())
    monsters[place] = m
    if "Philosopher's Stone" in f.relics:
        f.strengthen(m, 1)


def spawn(f: Fight, kind: str, place: int, *powers: str) -> Monster:
    """It appears in mid-fight."""
    m = born(f, kind)
    put(f, m, place)
    for name in powers:
        f.strengthen(m, 1, name)
    return m


def nobody() -> Monster:
    """An empty place."""
    return Monster("", 0, 0, is_gone=True)


def facts(kind: str) -> Kind:
    return KINDS[kind]


def intent(G: Run, m: Monster) -> tuple[str, int, int, int]:
    """What it means to do, for a view: intent, number of the move, base damage (-1: none), hits."""
    battle = G.battle
    assert battle is not None
    if not m.move:
        return ("NONE", -1, -1, 1)
    move = ready_for(G.ascension)[m.kind].moves[m.move]
    meant, number = move.intent, move.id
    if m.kind == "Lagavulin" and m.move == "SLEEP" and p.ASLEEP not in m.powers:
        meant, number = "STUN", 4
    if move.base == -1:
        return (meant, number, -1, 1)
    turn = battle.turn + 1
    base = _amount(move.base, m, turn) + _amount(move.more, m, turn)
    return (meant, number, base, _amount(move.times, m, turn))
