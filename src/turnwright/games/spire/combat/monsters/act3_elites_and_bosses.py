"""Elites and bosses of the third act."""

from __future__ import annotations

from collections.abc import Callable

from turnwright.games.spire.combat import power_ids as p
from turnwright.games.spire.combat.fight import Fight
from turnwright.games.spire.combat.hooks import HOOKS, on
from turnwright.games.spire.state import Monster

from .monster_definition import idle_roll, monster, spawn
from .monster_powers import blow_up, shake_off
from .move_definition import (
    add,
    at,
    block,
    custom,
    debuff,
    gain,
    hit,
    move,
    set_move,
    turn_number,
    used_twice,
)

# --- elites --------------------------------------------------------------------------------------


def _giant_head(f: Fight, place: int, m: Monster, roll: int) -> str:
    """ "It Is Time" from the fifth turn on, from ascension 18 on from the fourth."""
    if turn_number(f) >= (3 if f.G.ascension >= 18 else 4):
        return "IT_IS_TIME"
    if roll < 50:
        return "COUNT" if used_twice(m, "GLARE") else "GLARE"
    return "GLARE" if used_twice(m, "COUNT") else "COUNT"


def older(first: int) -> Callable[[int], int]:
    """5 more damage each turn, up to 30."""
    return lambda turn: 5 * min(turn - first, 6)


monster(
    "GiantHead", "Giant Head",
    hp=at((500, 500), a8=(520, 520)),
    moves={
        "GLARE": move(1, "DEBUFF", debuff(p.WEAK)),
        "COUNT": move(3, "ATTACK", hit(13)),
        "IT_IS_TIME": move(
            2, "ATTACK", hit(at(30, a3=40), 1, at(older(5), a18=older(4)))
        ),
    },
    choose=_giant_head,
    starting_powers={p.SLOW: 0},
)  # fmt: skip


def _nemesis(f: Fight, place: int, m: Monster, roll: int) -> str:
    """Neither Scythe nor Debuff twice in a row, and Attack at most twice."""
    if not m.move:
        return "ATTACK" if roll < 50 else "DEBUFF"
    ai = f.streams.ai
    if roll < 30:
        if m.move != "SCYTHE":
            return "SCYTHE"
        return "ATTACK" if ai.boolean() else "DEBUFF"
    if roll < 65:
        if not used_twice(m, "ATTACK"):
            return "ATTACK"
        return "SCYTHE" if ai.boolean() else "DEBUFF"
    if m.move != "DEBUFF":
        return "DEBUFF"
    return "SCYTHE" if ai.boolean() else "ATTACK"


def turn_ghostly(f: Fight, place: int, m: Monster) -> None:
    """Nemesis becomes intangible every other turn."""
    if p.GHOST not in m.powers:
        f.add_monster_power(m, 2, p.GHOST)


monster(
    "Nemesis", "Nemesis",
    hp=at((185, 185), a8=(200, 200)),
    moves={
        "ATTACK": move(2, "ATTACK", hit(at(6, a3=7), 3), custom(turn_ghostly)),
        "SCYTHE": move(3, "ATTACK", hit(45), custom(turn_ghostly)),
        "DEBUFF": move(
            4, "DEBUFF", add("Burn", at(3, a18=5)), custom(turn_ghostly)
        ),
    },
    choose=_nemesis,
)  # fmt: skip


def _reptomancer(f: Fight, place: int, m: Monster, roll: int) -> str:
    ai, can_summon = f.streams.ai, len(f.targetable()) < 5
    while True:
        if roll < 33:
            if m.move != "SNAKE_STRIKE":
                return "SNAKE_STRIKE"
            roll = ai.between(33, 99)
        if roll < 66:
            return "SUMMON" if can_summon and not used_twice(m, "SUMMON") else "SNAKE_STRIKE"
        if m.move != "BIG_BITE":
            return "BIG_BITE"
        roll = ai.between(0, 65)


def _summon_daggers(f: Fight, place: int, m: Monster, count: int) -> None:
    """Summon daggers from the outside in. They do not act in this round."""
    for where in [n for n in (4, 1, 3, 0) if f.b.monsters[n].hp <= 0][:count]:
        dagger = spawn(f, "Dagger", where)
        set_move(dagger, "STAB")
        idle_roll(f)
        if where > place:
            dagger.misc["waits"] = 1


monster(
    "Reptomancer", "Reptomancer",
    hp=at((180, 190), a8=(190, 200)),
    extra_hp_rolls=1,
    moves={
        "SUMMON": move(2, "UNKNOWN", custom(_summon_daggers, at(1, a18=2))),
        "SNAKE_STRIKE": move(1, "ATTACK_DEBUFF", hit(at(13, a3=16), 2), debuff(p.WEAK)),
        "BIG_BITE": move(3, "ATTACK", hit(at(30, a3=34))),
    },
    first_move="SUMMON",
    choose=_reptomancer,
    start_effects=(gain(p.MINION_LEADER),),
)  # fmt: skip

monster(
    "Dagger", "Dagger",
    hp=(20, 25),
    starting_powers={p.MINION: 1},
    moves={
        "STAB": move(1, "ATTACK_DEBUFF", hit(9), add("Wound")),
        "EXPLODE": move(2, "ATTACK", hit(25), custom(blow_up)),
    },
    first_move="STAB",
    next_moves={"STAB": "EXPLODE"},
)  # fmt: skip

# --- the awakened one ----------------------------------------------------------------------------


def _awakened_one(f: Fight, place: int, m: Monster, roll: int) -> str:
    if not m.misc.get("reborn"):
        if roll < 25:
            return "SLASH" if m.move == "SOUL_STRIKE" else "SOUL_STRIKE"
        return "SOUL_STRIKE" if used_twice(m, "SLASH") else "SLASH"
    if roll < 50:
        return "TACKLE" if used_twice(m, "SLUDGE") else "SLUDGE"
    return "SLUDGE" if used_twice(m, "TACKLE") else "TACKLE"


@on(HOOKS.when_dying, "AwakenedOne")
def _not_yet(f: Fight, place: int, m: Monster) -> bool:
    """The Awakened One rises again once."""
    if m.misc.get("reborn"):
        return False
    m.is_half_dead = True
    shake_off(f, place, m)
    for name in (p.CURIOSITY, p.UNAWAKENED):
        m.powers.pop(name, None)
    set_move(m, "REBIRTH")
    f.plays.clear()
    return True


def _rebirth(f: Fight, place: int, m: Monster, hp: int) -> None:
    m.hp = m.max_hp = hp
    m.is_half_dead = m.is_gone = False
    m.misc["reborn"] = 1
    if m.powers.get(p.STRENGTH, 0) < 0:
        del m.powers[p.STRENGTH]
    f.add_monster_power(m, 1, p.MINION_LEADER)


monster(
    "AwakenedOne", "Awakened One",
    hp=at((300, 300), a9=(320, 320)),
    starting_powers={p.UNAWAKENED: -1},
    moves={
        "SLASH": move(1, "ATTACK", hit(20)),
        "SOUL_STRIKE": move(2, "ATTACK", hit(6, 4)),
        "REBIRTH": move(3, "UNKNOWN", custom(_rebirth, at(300, a9=320))),
        "DARK_ECHO": move(5, "ATTACK", hit(40)),
        "SLUDGE": move(6, "ATTACK_DEBUFF", hit(18), add("Void", 1, "draw")),
        "TACKLE": move(8, "ATTACK", hit(10, 3)),
    },
    first_move="SLASH",
    next_moves={"REBIRTH": lambda f, place, m: "REBIRTH" if m.is_half_dead else "DARK_ECHO"},
    choose=_awakened_one,
    start_effects=(
        gain(p.STRENGTH, at(0, a4=2)),
        gain(p.CURIOSITY, at(1, a19=2)),
        gain(p.REGENERATE, at(10, a19=15)),
    ),
)  # fmt: skip

# --- the time eater ------------------------------------------------------------------------------


def _time_eater(f: Fight, place: int, m: Monster, roll: int) -> str:
    if m.hp < m.max_hp // 2 and not m.misc.get("hasted"):
        return "HASTE"
    ai = f.streams.ai
    if roll < 45:
        if not used_twice(m, "REVERBERATE"):
            return "REVERBERATE"
        roll = ai.between(50, 99)
    if roll < 80:
        if m.move != "HEAD_SLAM":
            return "HEAD_SLAM"
        return "REVERBERATE" if ai.chance(0.66) else "RIPPLE"
    if m.move == "RIPPLE":
        return "REVERBERATE" if ai.random(74) < 45 else "HEAD_SLAM"
    return "RIPPLE"


def _haste(f: Fight, place: int, m: Monster, block: int) -> None:
    """Heal to half HP, once."""
    m.misc["hasted"] = 1
    m.hp = m.max_hp // 2
    m.block += block
    shake_off(f, place, m)


monster(
    "TimeEater", "Time Eater",
    hp=at((456, 456), a9=(480, 480)),
    moves={
        "REVERBERATE": move(2, "ATTACK", hit(at(7, a4=8), 3)),
        "RIPPLE": move(
            3, "DEFEND_DEBUFF",
            block(20), debuff(p.WEAK), debuff(p.VULNERABLE), debuff(p.FRAIL, at(0, a19=1)),
        ),
        "HEAD_SLAM": move(
            4, "ATTACK_DEBUFF",
            hit(at(26, a4=32)), debuff(p.DRAW_REDUCTION), add("Slimed", at(0, a19=2)),
        ),
        "HASTE": move(5, "BUFF", custom(_haste, at(0, a19=32))),
    },
    choose=_time_eater,
    starting_powers={p.TIME_WARP: 0},
)  # fmt: skip

# --- donu and deca -------------------------------------------------------------------------------


def _circle_of_power(f: Fight, place: int, m: Monster) -> None:
    for one in f.b.monsters:
        f.add_monster_power(one, 3)


def _square_of_protection(f: Fight, place: int, m: Monster, plates: int) -> None:
    for one in f.b.monsters:
        one.block += 16
        if plates:
            f.add_monster_power(one, plates, p.PLATED)


monster(
    "Deca", "Deca",
    hp=at((250, 250), a9=(265, 265)),
    moves={
        "BEAM": move(0, "ATTACK_DEBUFF", hit(at(10, a4=12), 2), add("Dazed", 2)),
        "SQUARE_OF_PROTECTION": move(
            2, at("DEFEND", a19="DEFEND_BUFF"), custom(_square_of_protection, at(0, a19=3))
        ),
    },
    first_move="BEAM",
    next_moves={"BEAM": "SQUARE_OF_PROTECTION", "SQUARE_OF_PROTECTION": "BEAM"},
    start_effects=(gain(p.ARTIFACT, at(2, a19=3)),),
    rolls=False,
)  # fmt: skip

monster(
    "Donu", "Donu",
    hp=at((250, 250), a9=(265, 265)),
    moves={
        "CIRCLE_OF_POWER": move(2, "BUFF", custom(_circle_of_power)),
        "BEAM": move(0, "ATTACK", hit(at(10, a4=12), 2)),
    },
    first_move="CIRCLE_OF_POWER",
    next_moves={"CIRCLE_OF_POWER": "BEAM", "BEAM": "CIRCLE_OF_POWER"},
    start_effects=(gain(p.ARTIFACT, at(2, a19=3)),),
    rolls=False,
)  # fmt: skip
