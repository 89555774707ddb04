"""Kinds of monsters: one block each, worked out once per ascension; and what the fight asks of them.

A turn only looks up and does: everything that can be settled before the fight is (`Ready`).
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any, NamedTuple

from turnwright.games.spire.combat import power_ids as p
from turnwright.games.spire.combat.fight import Fight
from turnwright.games.spire.state import Monster, Run

from .monster_words import Band, Choose, Effect, Hit, Move, Word, pick, set_move, settled


class Kind(NamedTuple):
    """A kind of monster, as it is written down."""

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
    bears: Mapping[str, int] = {}
    """Powers that it has from the first, wherever it comes from. -1: there is no number to it."""
    keeps: Mapping[str, Any] = {}
    """Numbers that are rolled with its hit points and kept."""
    rolls: bool = True
    """Does it roll for its moves?"""
    extra_hp_rolls: int = 0
    """Rolls for hit points that the game throws away."""


KINDS: dict[str, Kind] = {}
DEFINITIONS: dict[str, dict[str, Kind]] = {"": KINDS}
"""By rule variant."""


def monster(id: str, name: str, **traits: Any) -> Kind:
    KINDS[id] = kind = Kind(id, name, **traits)
    return kind


# --- at a level ----------------------------------------------------------------------------------


class ReadyMove:
    """A move at a given level."""

    __slots__ = ("base", "follows", "id", "intent", "is_attack", "more", "rolls", "steps", "times")

    def __init__(self, kind: Kind, name: str, ascension: int) -> None:
        told = kind.moves[name]
        self.id = told.id
        self.intent: str = settled(told.intent, ascension)
        self.base: Any = -1
        self.times: Any = 0
        self.more: Any = 0
        self.rolls = kind.rolls if told.rolls is None else told.rolls
        self.follows = settled(settled(kind.follows, ascension).get(name, name), ascension)
        self.is_attack = False
        steps: list[tuple[bool, Effect]] = []
        for one in told.does:
            if isinstance(one, Hit):
                self.base, self.times, self.more = (settled(n, ascension) for n in one[:3])
                steps.append((True, _attack(self.base, self.times, self.more, one.leeches)))
                self.is_attack = True
            elif (effect := one.ready(ascension)) is not None:
                steps.append((False, effect))
        self.steps = tuple(steps)


class Ready:
    """A kind of monster at a given level."""

    __slots__ = ("choose", "hp", "keeps", "kind", "moves", "starts")

    def __init__(self, kind: Kind, ascension: int) -> None:
        self.kind = kind
        self.hp = settled(kind.hp, ascension)
        self.moves = {name: ReadyMove(kind, name, ascension) for name in kind.moves}
        self.starts = tuple(filter(None, (one.ready(ascension) for one in kind.starts)))
        self.keeps = {name: settled(value, ascension) for name, value in kind.keeps.items()}
        self.choose = _chooser(kind, ascension)


def _chooser(kind: Kind, ascension: int) -> Choose:
    opens, choose, only = settled(kind.opens, ascension), kind.choose, next(iter(kind.moves))
    told = settled(kind.follows, ascension)
    follows = {name: settled(value, ascension) for name, value in told.items()}
    bands = tuple(
        Band(*(settled(one, ascension) for one in band))
        for band in settled(kind.pattern, ascension)
    )

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
def _ready_at(ascension: int, variant: str) -> dict[str, Ready]:
    return {kind.id: Ready(kind, ascension) for kind in DEFINITIONS[variant].values()}


def ready_for(G: Run) -> dict[str, Ready]:
    """All monsters as they are in this run."""
    return _ready_at(G.ascension, G.variant)


def _amount(number: Any, m: Monster, turn: int) -> int:
    """A number as it is, one that the monster keeps, or one that depends on the turn."""
    if isinstance(number, int):
        return number
    return m.misc[number] if isinstance(number, str) else int(number(turn))


def _attack(damage: Any, times: Any, more: Any, leeches: bool) -> Effect:
    def do(f: Fight, place: int, m: Monster) -> None:
        turn = f.b.turn + 1
        amount = f.damage_from(m, _amount(damage, m, turn) + _amount(more, m, turn))
        for _ in range(_amount(times, m, turn)):
            f.add_to_bottom(f.do_hit_player, place, amount)

    def do_leech(f: Fight, place: int, m: Monster) -> None:
        f.add_to_bottom(_leech, f, place, m, f.damage_from(m, damage))

    return do_leech if leeches else do


def _leech(f: Fight, place: int, m: Monster, damage: int) -> None:
    f.do_hit_player(place, damage)
    if m.hp > 0:
        m.hp = min(m.max_hp, m.hp + min(damage, f.b.counts.get("unblocked", 0)))


# --- turns ---------------------------------------------------------------------------------------


def take_turn(f: Fight, place: int, m: Monster) -> None:
    """It does its move and picks the next. An attack takes its turn in the queue, and so does all that
    comes after it; the rest is done at once."""
    if "waits" in m.misc:
        del m.misc["waits"]
        return
    move = ready_for(f.G)[m.kind].moves[m.move]
    for is_hit, do in move.steps:
        if is_hit or not move.is_attack:
            do(f, place, m)
        else:
            f.add_to_bottom(do, f, place, m)
    if not move.rolls:
        if f.b.monsters[place] is m:
            set_move(m, pick(move.follows, f, place, m))
    elif move.is_attack:
        f.add_to_bottom(roll_move, f, place)
    elif f.b.monsters[place] is m:
        roll_move(f, place)


def roll_move(f: Fight, place: int) -> None:
    """Roll a number and pick the next move."""
    m = f.b.monsters[place]
    set_move(m, ready_for(f.G)[m.kind].choose(f, place, m, f.streams.ai.random(99)))


def idle_roll(f: Fight) -> None:
    """A roll that decides nothing."""
    f.streams.ai.random(99)


# --- births --------------------------------------------------------------------------------------


def born(f: Fight, kind: str, hp: int = 0) -> Monster:
    """A new monster, with the hit points it rolls (or those it is given)."""
    ready = ready_for(f.G)[kind]
    stream = f.streams.monster_hp
    if not hp:
        for _ in range(ready.kind.extra_hp_rolls):
            stream.random(9)
        hp = ready.hp if isinstance(ready.hp, int) else stream.between(*ready.hp)
    m = Monster(kind, hp, hp, powers=dict(ready.kind.bears))
    for name, bounds in ready.keeps.items():
        m.misc[name] = stream.between(*bounds)
    return m


def put(f: Fight, m: Monster, place: int) -> None:
    """In mid-fight it takes its place among the monsters; there may be empty ones."""
    monsters = f.b.monsters
    while len(monsters) <= place:
        monsters.append(nobody())
    monsters[place] = m
    if "Philosopher's Stone" in f.relics:
        f.add_monster_power(m, 1)


def spawn(f: Fight, kind: str, place: int) -> Monster:
    """It appears in mid-fight."""
    m = born(f, kind)
    put(f, m, place)
    return m


def start(f: Fight, place: int) -> None:
    """What it does before it acts for the first time."""
    m = f.b.monsters[place]
    for do in ready_for(f.G)[m.kind].starts:
        do(f, place, m)


def nobody() -> Monster:
    """An empty place."""
    return Monster("", 0, 0, is_gone=True)


# --- looks ---------------------------------------------------------------------------------------


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
    if m.kind == "Lagavulin" and m.move == "SLEEP" and p.ASLEEP not in m.powers:
        return Intent("STUN", 4)
    if not move.is_attack:
        return Intent(move.intent, move.id)
    turn = battle.turn + 1
    base = _amount(move.base, m, turn) + _amount(move.more, m, turn)
    return Intent(move.intent, move.id, base, _amount(move.times, m, turn))


def attacks(m: Monster) -> bool:
    """Does it mean to attack?"""
    moves = KINDS[m.kind].moves
    return m.move in moves and any(isinstance(one, Hit) for one in moves[m.move].does)


def facts(kind: str) -> Kind:
    return KINDS[kind]


def name_of(kind: str) -> str:
    return KINDS[kind].name
