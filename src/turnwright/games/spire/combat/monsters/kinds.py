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


class Level(NamedTuple):
    """How hard it is; and whether monsters shall have the faults that the recordings have."""

    ascension: int
    as_recorded: bool = False


AS_PLAYED: Any = object()


class At(NamedTuple):
    """A value that changes with the ascension."""

    plain: Any
    steps: tuple[tuple[int, Any], ...] = ()
    recorded: Any = AS_PLAYED
    """What it is in the recordings, where those are wrong."""

    def of(self, level: Level) -> Any:
        if level.as_recorded and self.recorded is not AS_PLAYED:
            return settled(self.recorded, level)
        found = self.plain
        for step, value in self.steps:
            if level.ascension >= step:
                found = value
        return found


def at(plain: Any, *, recorded: Any = AS_PLAYED, **steps: Any) -> At:
    """`at(11, a2=12, a17=13)`: 11, from ascension 2 on 12, from 17 on 13."""
    found = sorted((int(step[1:]), value) for step, value in steps.items())
    return At(plain, tuple(found), recorded)


def settled(value: Any, level: Level) -> Any:
    return value.of(level) if isinstance(value, At) else value


# --- what a move does ----------------------------------------------------------------------------


class Word(NamedTuple):
    """Something a move does, before the ascension is known."""

    make: Callable[..., Effect | None]
    args: tuple[Any, ...]

    def ready(self, level: Level) -> Effect | None:
        """None: at this level it does nothing."""
        return self.make(*(settled(one, level) for one in self.args))


def word(make: Callable[..., Effect | None]) -> Callable[..., Word]:
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
def gain(power: str, amount: int = 1) -> Effect | None:
    """It gains a power."""

    def do(f: Fight, place: int, m: Monster) -> None:
        f.strengthen(m, amount, power)

    return do if amount else None


LASTING = frozenset((p.WEAK, p.VULNERABLE, p.FRAIL, p.DRAW_REDUCTION))
"""Debuffs that wear off, but not in the round in which a monster gave them."""


@word
def afflict(power: str, amount: int = 1) -> Effect | None:
    """The player gets a debuff."""

    def do(f: Fight, place: int, m: Monster) -> None:
        f.afflict(power, amount)

    def do_for_good(f: Fight, place: int, m: Monster) -> None:
        f.do_buff(power, amount)

    if not amount:
        return None
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
    ready = ready_for(f.G)[m.kind]
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
    follows: Any = {}
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
    """A move at a given level."""

    __slots__ = ("base", "follows", "id", "intent", "more", "queued", "rolls", "steps", "times")

    def __init__(self, kind: Kind, name: str, level: Level) -> None:
        told = kind.moves[name]
        self.id = told.id
        self.intent = settled(told.intent, level)
        self.base: Any = -1
        self.times: Any = 1
        self.more: Any = 0
        self.rolls = kind.rolls if told.rolls is None else told.rolls
        self.follows = settled(settled(kind.follows, level).get(name, name), level)
        self.queued = False
        steps: list[tuple[bool, Effect]] = []
        for one in told.does:
            if isinstance(one, Hit):
                self.base, self.times, self.more = (settled(n, level) for n in one[:3])
                steps.append((True, _attack(self.base, self.times, self.more, one.leeches)))
                self.queued = True
            elif (effect := one.ready(level)) is not None:
                steps.append((False, effect))
        self.steps = tuple(steps)


class Ready:
    """A kind of monster at a given level."""

    __slots__ = ("choose", "hp", "keeps", "kind", "moves", "starts")

    def __init__(self, kind: Kind, level: Level) -> None:
        self.kind = kind
        self.hp = settled(kind.hp, level)
        self.moves = {name: ReadyMove(kind, name, level) for name in kind.moves}
        self.starts = tuple(filter(None, (one.ready(level) for one in kind.starts)))
        self.keeps = {name: settled(value, level) for name, value in kind.keeps.items()}
        self.choose = _chooser(kind, level)


def _chooser(kind: Kind, level: Level) -> Choose:
    opens = settled(kind.opens, level)
    told = settled(kind.follows, level)
    follows = {name: settled(value, level) for name, value in told.items()}
    bands = tuple(
        Band(*(settled(one, level) for one in band)) for band in settled(kind.pattern, level)
    )
    choose = kind.choose
    only = next(iter(kind.moves))

    def by_roll(f: Fight, place: int, m: Monster, roll: int) -> str:
        now = m.move
        if not now and opens and "roused" not in m.misc:
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
def _ready_at(ascension: int, as_recorded: bool) -> dict[str, Ready]:
    level = Level(ascension, as_recorded)
    return {kind.id: Ready(kind, level) for kind in KINDS.values()}


def ready_for(G: Run) -> dict[str, Ready]:
    """All monsters as they are in this run."""
    return _ready_at(G.ascension, G.as_recorded)


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
    move = ready_for(f.G)[m.kind].moves[m.move]
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


def idle_roll(f: Fight) -> None:
    """A roll that decides nothing."""
    f.streams.ai.random(99)


def born(f: Fight, kind: str, hp: int = 0) -> Monster:
    """A new monster, with the hit points it rolls (or those it is given)."""
    ready = ready_for(f.G)[kind]
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


def name_of(kind: str) -> str:
    return KINDS[kind].name


def attacks(m: Monster) -> bool:
    """Does it mean to attack?"""
    moves = KINDS[m.kind].moves
    return m.move in moves and any(isinstance(one, Hit) for one in moves[m.move].does)


class Intent(NamedTuple):
    """What a monster means to do, for a view."""

    name: str
    move_id: int
    base: int = -1
    """Damage before powers; -1: it does not attack."""
    hits: int = 0


def intent(G: Run, m: Monster) -> Intent:
    battle = G.battle
    assert battle is not None
    if not m.move:
        return Intent("NONE", -1)
    move = ready_for(G)[m.kind].moves[m.move]
    meant, number = move.intent, move.id
    if m.kind == "Lagavulin" and m.move == "SLEEP" and p.ASLEEP not in m.powers:
        meant, number = "STUN", 4
    if move.base == -1:
        return Intent(meant, number)
    turn = battle.turn + 1
    base = _amount(move.base, m, turn) + _amount(move.more, m, turn)
    return Intent(meant, number, base, _amount(move.times, m, turn))
