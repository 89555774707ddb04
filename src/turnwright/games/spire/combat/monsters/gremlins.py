"""Gremlins, small and large."""

from __future__ import annotations

from turnwright.games.spire.combat import power_ids as p
from turnwright.games.spire.combat.fight import Fight
from turnwright.games.spire.state import Monster

from .encounter_groups import random_gremlin
from .monster_definition import apply_start_effects, monster, roll_move, spawn
from .move_definition import at, custom, debuff, gain, hit, move, used_recently, used_twice

# --- small ones ----------------------------------------------------------------------------------

monster(
    "GremlinFat", "Fat Gremlin",
    hp=at((13, 17), a7=(14, 18)),
    moves={
        "SMASH": move(
            2, "ATTACK_DEBUFF", hit(at(4, a2=5)), debuff(p.WEAK), debuff(p.FRAIL, at(0, a17=1))
        ),
    },
)  # fmt: skip

monster(
    "GremlinWarrior", "Mad Gremlin",
    hp=at((20, 24), a7=(21, 25)),
    moves={"SCRATCH": move(1, "ATTACK", hit(at(4, a2=5)))},
    start_effects=(gain(p.ANGRY, at(1, a17=2)),),
)  # fmt: skip

monster(
    "GremlinThief", "Sneaky Gremlin",
    hp=at((10, 14), a7=(11, 15)),
    moves={"PUNCTURE": move(1, "ATTACK", hit(at(9, a2=10)))},
    rolls=False,
)  # fmt: skip


def _protect(f: Fight, place: int, m: Monster, amount: int) -> None:
    """Block for another monster at random; for itself if it is alone."""
    monsters = f.b.monsters
    others = [n for n, one in enumerate(monsters) if n != place and one.hp > 0]
    chosen = others[f.streams.ai.random(len(others) - 1)] if others else place
    monsters[chosen].block += amount


monster(
    "GremlinTsundere", "Shield Gremlin",
    hp=at((12, 15), a7=(13, 17)),
    moves={
        "PROTECT": move(1, "DEFEND", custom(_protect, at(7, a7=8, a17=11))),
        "SHIELD_BASH": move(2, "ATTACK", hit(at(6, a2=8))),
    },
    next_moves={"PROTECT": lambda f, place, m: "PROTECT" if len(f.targetable()) > 1 else "SHIELD_BASH"},
    rolls=False,
)  # fmt: skip


def _charge(f: Fight, place: int, m: Monster) -> None:
    m.misc["charge"] = m.misc.get("charge", 1) + 1


def _spend(f: Fight, place: int, m: Monster) -> None:
    m.misc["charge"] = 0


monster(
    "GremlinWizard", "Gremlin Wizard",
    hp=at((21, 25), a7=(22, 26)),
    moves={
        "CHARGING": move(2, "UNKNOWN", custom(_charge)),
        "ULTIMATE_BLAST": move(1, "ATTACK", hit(at(25, a2=30)), custom(_spend)),
    },
    next_moves={
        "CHARGING": lambda f, place, m: "ULTIMATE_BLAST" if m.misc["charge"] == 3 else "CHARGING",
        "ULTIMATE_BLAST": at("CHARGING", a17="ULTIMATE_BLAST"),
    },
    rolls=False,
)  # fmt: skip

# --- the nob -------------------------------------------------------------------------------------


def _nob(f: Fight, place: int, m: Monster, roll: int) -> str:
    """From ascension 18 on every third attack is a Skull Bash."""
    if f.G.ascension >= 18:
        return "RUSH" if used_recently(m, "SKULL_BASH") else "SKULL_BASH"
    return "SKULL_BASH" if roll < 33 or used_twice(m, "RUSH") else "RUSH"


monster(
    "GremlinNob", "Gremlin Nob",
    hp=at((82, 86), a8=(85, 90)),
    moves={
        "BELLOW": move(3, "BUFF", gain(p.ENRAGE, at(2, a18=3))),
        "RUSH": move(1, "ATTACK", hit(at(14, a3=16))),
        "SKULL_BASH": move(2, "ATTACK_DEBUFF", hit(at(6, a3=8)), debuff(p.VULNERABLE, 2)),
    },
    first_move="BELLOW",
    choose=_nob,
)  # fmt: skip

# --- the leader ----------------------------------------------------------------------------------


def _gremlins(f: Fight) -> list[Monster]:
    return [one for one in f.b.monsters[:3] if one.hp > 0]


def _gremlin_leader(f: Fight, place: int, m: Monster, roll: int) -> str:
    """The Gremlin Leader chooses by how many gremlins are alive."""
    ai, last, count = f.streams.ai, m.move, len(_gremlins(f))
    if count == 0:
        if roll < 75:
            return "STAB" if last == "RALLY" else "RALLY"
        return "RALLY" if last == "STAB" else "STAB"
    if count == 1:
        if roll < 50:
            if last != "RALLY":
                return "RALLY"
            return "ENCOURAGE" if ai.between(50, 99) < 80 else "STAB"
        if roll < 80:
            return "STAB" if last == "ENCOURAGE" else "ENCOURAGE"
        if last != "STAB":
            return "STAB"
        while (again := ai.between(0, 80)) == 80:
            pass
        return "RALLY" if again < 50 else "ENCOURAGE"
    if roll < 66:
        return "STAB" if last == "ENCOURAGE" else "ENCOURAGE"
    return "ENCOURAGE" if last == "STAB" else "STAB"


def encourage(f: Fight, place: int, m: Monster, strength: int, block: int) -> None:
    """Strength for all, block for the gremlins."""
    f.streams.ai.random(2)  # which line it says
    for one in _gremlins(f):
        f.add_monster_power(one, strength)
        one.block += block
    f.add_monster_power(m, strength)


def _rally(f: Fight, place: int, m: Monster) -> None:
    """Summon two gremlins into free slots: middle, right, left."""
    open_places = [n for n in (1, 2, 0) if f.b.monsters[n].hp <= 0][:2]
    for where in open_places:
        gremlin = spawn(f, random_gremlin(f.streams.ai), where)
        f.add_monster_power(gremlin, 1, p.MINION)
        apply_start_effects(f, where)
    for where in open_places:
        roll_move(f, where)


monster(
    "GremlinLeader", "Gremlin Leader",
    hp=at((140, 148), a8=(145, 155)),
    moves={
        "RALLY": move(2, "UNKNOWN", custom(_rally)),
        "ENCOURAGE": move(
            3, "DEFEND_BUFF",
            custom(encourage, at(3, a3=4, a18=5), at(6, a18=10)),
        ),
        "STAB": move(4, "ATTACK", hit(6, 3)),
    },
    choose=_gremlin_leader,
    start_effects=(gain(p.MINION_LEADER),),
)  # fmt: skip
