"""How a monster is defined, and what the fight does with it.

Everything that depends only on the ascension is computed once (`ResolvedMonster`), so that a turn
only looks it up.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any, NamedTuple

from turnwright.games.spire.combat import power_ids as p
from turnwright.games.spire.combat.fight import Fight
from turnwright.games.spire.state import Monster, SpireState

from .move_definition import (
    Band,
    Effect,
    Hit,
    MonsterMove,
    MoveChooser,
    MoveEffect,
    at_ascension,
    pick_move,
    set_move,
)


class MonsterDefinition(NamedTuple):
    """The definition of a monster."""

    id: str
    name: str
    hp: Any
    """(lowest, highest); a single number is not rolled."""
    moves: Mapping[str, MonsterMove]
    first_move: Any = ""
    """The first move."""
    pattern: Any = ()
    """Moves by roll (`below`)."""
    next_moves: Any = {}
    """The move after each move, whatever is rolled."""
    choose: MoveChooser | None = None
    """Chooses the move where the roll alone does not decide."""
    start_effects: tuple[MoveEffect, ...] = ()
    """Effects before its first move."""
    starting_powers: Mapping[str, int] = {}
    """Powers that it has when it is created; -1 is a power without an amount."""
    rolled_values: Mapping[str, Any] = {}
    """Numbers that are rolled together with its HP."""
    rolls: bool = True
    """Is a random number drawn to choose its moves?"""
    extra_hp_rolls: int = 0
    """Random numbers that the game draws and ignores before the HP."""


MONSTERS: dict[str, MonsterDefinition] = {}
DEFINITIONS: dict[str, dict[str, MonsterDefinition]] = {"": MONSTERS}
"""By rule variant."""


def monster(id: str, name: str, **traits: Any) -> MonsterDefinition:
    """Define a monster."""
    MONSTERS[id] = kind = MonsterDefinition(id, name, **traits)
    return kind


# --- at a level ----------------------------------------------------------------------------------


class ResolvedMove:
    """A move at an ascension."""

    __slots__ = (
        "base",
        "id",
        "intent",
        "is_attack",
        "more",
        "next_move",
        "rolls",
        "steps",
        "times",
    )

    def __init__(self, kind: MonsterDefinition, name: str, ascension: int) -> None:
        given = kind.moves[name]
        self.id = given.id
        self.intent: str = at_ascension(given.intent, ascension)
        self.base: Any = -1
        self.times: Any = 0
        self.more: Any = 0
        self.rolls = kind.rolls if given.rolls is None else given.rolls
        self.next_move = at_ascension(
            at_ascension(kind.next_moves, ascension).get(name, name), ascension
        )
        self.is_attack = False
        steps: list[tuple[bool, Effect]] = []
        for one in given.effects:
            if isinstance(one, Hit):
                self.base, self.times, self.more = (at_ascension(n, ascension) for n in one[:3])
                steps.append((True, _attack(self.base, self.times, self.more, one.leeches)))
                self.is_attack = True
            elif (effect := one.ready(ascension)) is not None:
                steps.append((False, effect))
        self.steps = tuple(steps)


class ResolvedMonster:
    """A monster at an ascension."""

    __slots__ = ("choose", "hp", "kind", "moves", "rolled_values", "start_effects")

    def __init__(self, kind: MonsterDefinition, ascension: int) -> None:
        self.kind = kind
        self.hp = at_ascension(kind.hp, ascension)
        self.moves = {name: ResolvedMove(kind, name, ascension) for name in kind.moves}
        self.start_effects = tuple(
            filter(None, (one.ready(ascension) for one in kind.start_effects))
        )
        self.rolled_values = {
            name: at_ascension(value, ascension) for name, value in kind.rolled_values.items()
        }
        self.choose = _chooser(kind, ascension)


def _chooser(kind: MonsterDefinition, ascension: int) -> MoveChooser:
    opens, choose, only = (
        at_ascension(kind.first_move, ascension),
        kind.choose,
        next(iter(kind.moves)),
    )
    given = at_ascension(kind.next_moves, ascension)
    follows = {name: at_ascension(value, ascension) for name, value in given.items()}
    bands = tuple(
        Band(*(at_ascension(one, ascension) for one in band))
        for band in at_ascension(kind.pattern, ascension)
    )

    def by_roll(f: Fight, place: int, m: Monster, roll: int) -> str:
        now = m.move
        if not now and opens and "roused" not in m.misc:
            return pick_move(opens, f, place, m)
        if now in follows:
            return pick_move(follows[now], f, place, m)
        if choose is not None:
            return choose(f, place, m, roll)
        for number, name, limit, otherwise in bands:
            if roll < number:
                if limit and now == name and (limit == 1 or m.last == name):
                    return pick_move(otherwise, f, place, m)
                return name
        return only

    return by_roll


@cache
def _monsters_at(ascension: int, variant: str) -> dict[str, ResolvedMonster]:
    return {kind.id: ResolvedMonster(kind, ascension) for kind in DEFINITIONS[variant].values()}


def monsters_for(G: SpireState) -> dict[str, ResolvedMonster]:
    """All monsters at the ascension and with the rules of this run."""
    return _monsters_at(G.ascension, G.variant)


def _amount(number: Any, m: Monster, turn: int) -> int:
    """A number, one that the monster has rolled, or one that depends on the turn."""
    if isinstance(number, int):
        return number
    return m.misc[number] if isinstance(number, str) else int(number(turn))


def _attack(damage: Any, times: Any, more: Any, leeches: bool) -> Effect:
    def do(f: Fight, place: int, m: Monster) -> None:
        turn = f.b.turn + 1
        amount = f.damage_from(m, _amount(damage, m, turn) + _amount(more, m, turn))
        for _ in range(_amount(times, m, turn)):
            f.add_to_bottom(f.do_hit_player, place, amount)

    def do_plain(f: Fight, place: int, m: Monster) -> None:
        amount = f.damage_from(m, damage + more)
        for _ in range(times):
            f.add_to_bottom(f.do_hit_player, place, amount)

    def do_leech(f: Fight, place: int, m: Monster) -> None:
        f.add_to_bottom(_leech, f, place, m, f.damage_from(m, damage))

    if leeches:
        return do_leech
    is_plain = all(isinstance(number, int) for number in (damage, times, more))
    return do_plain if is_plain else do


def _leech(f: Fight, place: int, m: Monster, damage: int) -> None:
    f.do_hit_player(place, damage)
    if m.hp > 0:
        m.hp = min(m.max_hp, m.hp + min(damage, f.b.counts.get("unblocked", 0)))


# --- turns ---------------------------------------------------------------------------------------


def take_turn(f: Fight, place: int, m: Monster) -> None:
    """Make the monster's move and choose the next. An attack and everything after it is queued; the
    rest is done at once."""
    if "waits" in m.misc:
        del m.misc["waits"]
        return
    move = monsters_for(f.G)[m.kind].moves[m.move]
    for is_hit, do in move.steps:
        if is_hit or not move.is_attack:
            do(f, place, m)
        else:
            f.add_to_bottom(do, f, place, m)
    if not move.rolls:
        if f.b.monsters[place] is m:
            set_move(m, pick_move(move.next_move, f, place, m))
    elif move.is_attack:
        f.add_to_bottom(roll_move, f, place)
    elif f.b.monsters[place] is m:
        roll_move(f, place)


def roll_move(f: Fight, place: int) -> None:
    """Roll a number and pick the next move."""
    m = f.b.monsters[place]
    set_move(m, monsters_for(f.G)[m.kind].choose(f, place, m, f.streams.ai.random(99)))


def idle_roll(f: Fight) -> None:
    """Draw a random number that decides nothing."""
    f.streams.ai.random(99)


# --- births --------------------------------------------------------------------------------------


def create_monster(f: Fight, kind: str, hp: int = 0) -> Monster:
    """Create a monster with rolled or given HP."""
    ready = monsters_for(f.G)[kind]
    stream = f.streams.monster_hp
    if not hp:
        for _ in range(ready.kind.extra_hp_rolls):
            stream.random(9)
        hp = ready.hp if isinstance(ready.hp, int) else stream.between(*ready.hp)
    m = Monster(kind, hp, hp, powers=dict(ready.kind.starting_powers))
    for name, bounds in ready.rolled_values.items():
        m.misc[name] = stream.between(*bounds)
    return m


def place_monster(f: Fight, m: Monster, place: int) -> None:
    """Put a monster into a slot during the fight."""
    monsters = f.b.monsters
    while len(monsters) <= place:
        monsters.append(empty_slot())
    monsters[place] = m
    if "Philosopher's Stone" in f.relics:
        f.add_monster_power(m, 1)


def spawn(f: Fight, kind: str, place: int) -> Monster:
    """Create a monster during the fight."""
    m = create_monster(f, kind)
    place_monster(f, m, place)
    return m


def apply_start_effects(f: Fight, place: int) -> None:
    """Apply what a monster does before its first move."""
    m = f.b.monsters[place]
    for do in monsters_for(f.G)[m.kind].start_effects:
        do(f, place, m)


def empty_slot() -> Monster:
    """An empty slot."""
    return Monster("", 0, 0, is_gone=True)


# --- looks ---------------------------------------------------------------------------------------


class Intent(NamedTuple):
    """The intent of a monster, for a view."""

    name: str
    move_id: int
    base: int = -1
    """Damage before powers; -1: it does not attack."""
    hits: int = 0


def intent(G: SpireState, m: Monster) -> Intent:
    """The intent of a monster."""
    battle = G.battle
    assert battle is not None
    if not m.move:
        return Intent("NONE", -1)
    move = monsters_for(G)[m.kind].moves[m.move]
    if m.kind == "Lagavulin" and m.move == "SLEEP" and p.ASLEEP not in m.powers:
        return Intent("STUN", 4)
    if not move.is_attack:
        return Intent(move.intent, move.id)
    turn = battle.turn + 1
    base = _amount(move.base, m, turn) + _amount(move.more, m, turn)
    return Intent(move.intent, move.id, base, _amount(move.times, m, turn))


def attacks(m: Monster) -> bool:
    """Does the monster intend to attack?"""
    moves = MONSTERS[m.kind].moves
    return m.move in moves and any(isinstance(one, Hit) for one in moves[m.move].effects)


def facts(kind: str) -> MonsterDefinition:
    """The definition of a monster."""
    return MONSTERS[kind]


def name_of(kind: str) -> str:
    """The name of a monster."""
    return MONSTERS[kind].name
