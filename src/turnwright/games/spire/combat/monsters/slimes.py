"""Slimes. The large ones split at half HP."""

from __future__ import annotations

from turnwright.games.spire.combat import power_ids as p
from turnwright.games.spire.combat.fight import Fight
from turnwright.games.spire.combat.hooks import HOOKS, on
from turnwright.games.spire.state import Monster

from .monster_definition import create_monster, idle_roll, monster, place_monster, roll_move
from .move_definition import MoveEffect, add, at, below, coin, custom, debuff, either, hit, move

# --- small ---------------------------------------------------------------------------------------

monster(
    "AcidSlime_S", "Acid Slime (S)",
    hp=at((8, 12), a7=(9, 13)),
    moves={
        "LICK": move(2, "DEBUFF", debuff(p.WEAK)),
        "TACKLE": move(1, "ATTACK", hit(at(3, a2=4))),
    },
    first_move=at(either("TACKLE", "LICK"), a17="LICK"),
    next_moves={"LICK": "TACKLE", "TACKLE": "LICK"},
    rolls=False,
)  # fmt: skip

monster(
    "SpikeSlime_S", "Spike Slime (S)",
    hp=at((10, 14), a7=(11, 15)),
    moves={"TACKLE": move(1, "ATTACK", hit(at(5, a2=6)))},
)  # fmt: skip

# --- medium --------------------------------------------------------------------------------------

monster(
    "AcidSlime_M", "Acid Slime (M)",
    hp=at((28, 32), a7=(29, 34)),
    moves={
        "CORROSIVE_SPIT": move(1, "ATTACK_DEBUFF", hit(at(7, a2=8)), add("Slimed")),
        "TACKLE": move(2, "ATTACK", hit(at(10, a2=12))),
        "LICK": move(4, "DEBUFF", debuff(p.WEAK)),
    },
    pattern=at(
        (
            below(30, "CORROSIVE_SPIT", 2, either("TACKLE", "LICK")),
            below(70, "TACKLE", 1, coin(0.4, "CORROSIVE_SPIT", "LICK")),
            below(100, "LICK", 2, coin(0.4, "CORROSIVE_SPIT", "TACKLE")),
        ),
        a17=(
            below(40, "CORROSIVE_SPIT", 2, either("TACKLE", "LICK")),
            below(80, "TACKLE", 2, coin(0.5, "CORROSIVE_SPIT", "LICK")),
            below(100, "LICK", 1, coin(0.4, "CORROSIVE_SPIT", "TACKLE")),
        ),
    ),
)  # fmt: skip

monster(
    "SpikeSlime_M", "Spike Slime (M)",
    hp=at((28, 32), a7=(29, 34)),
    moves={
        "FLAME_TACKLE": move(1, "ATTACK_DEBUFF", hit(at(8, a2=10)), add("Slimed")),
        "LICK": move(4, "DEBUFF", debuff(p.FRAIL)),
    },
    pattern=(
        below(30, "FLAME_TACKLE", 2, "LICK"),
        below(100, "LICK", at(2, a17=1), "FLAME_TACKLE"),
    ),
)  # fmt: skip

# --- large ---------------------------------------------------------------------------------------


def _split(into: str) -> MoveEffect:
    """Split into two medium slimes with the remaining HP."""

    def do(f: Fight, place: int, m: Monster) -> None:
        for where in (place, place + 1):
            place_monster(f, create_monster(f, into, m.hp), where)
            roll_move(f, where)
        idle_roll(f)
        idle_roll(f)
        f.monster_turn += 1

    return custom(do)


@on(HOOKS.when_hurt, "AcidSlime_L", "SpikeSlime_L", "SlimeBoss")
def _split_at_half(f: Fight, place: int, m: Monster, damage: int) -> None:
    if m.hp <= m.max_hp // 2:
        m.move = "SPLIT"


monster(
    "AcidSlime_L", "Acid Slime (L)",
    hp=at((65, 69), a7=(68, 72)),
    starting_powers={p.SPLIT: -1},
    moves={
        "CORROSIVE_SPIT": move(1, "ATTACK_DEBUFF", hit(at(11, a2=12)), add("Slimed", 2)),
        "TACKLE": move(2, "ATTACK", hit(at(16, a2=18))),
        "SPLIT": move(3, "UNKNOWN", _split("AcidSlime_M")),
        "LICK": move(4, "DEBUFF", debuff(p.WEAK, 2)),
    },
    next_moves={"SPLIT": "SPLIT"},
    pattern=at(
        (
            below(30, "CORROSIVE_SPIT", 2, either("TACKLE", "LICK")),
            below(70, "TACKLE", 1, coin(0.4, "CORROSIVE_SPIT", "LICK")),
            below(100, "LICK", 2, coin(0.4, "CORROSIVE_SPIT", "TACKLE")),
        ),
        a17=(
            below(40, "CORROSIVE_SPIT", 2, coin(0.6, "TACKLE", "LICK")),
            below(70, "TACKLE", 2, coin(0.6, "CORROSIVE_SPIT", "LICK")),
            below(100, "LICK", 1, coin(0.4, "CORROSIVE_SPIT", "TACKLE")),
        ),
    ),
)  # fmt: skip

monster(
    "SpikeSlime_L", "Spike Slime (L)",
    hp=at((64, 70), a7=(67, 73)),
    starting_powers={p.SPLIT: -1},
    moves={
        "FLAME_TACKLE": move(1, "ATTACK_DEBUFF", hit(at(16, a2=18)), add("Slimed", 2)),
        "SPLIT": move(3, "UNKNOWN", _split("SpikeSlime_M")),
        "LICK": move(4, "DEBUFF", debuff(p.FRAIL, at(2, a17=3))),
    },
    next_moves={"SPLIT": "SPLIT"},
    pattern=(
        below(30, "FLAME_TACKLE", 2, "LICK"),
        below(100, "LICK", at(2, a17=1), "FLAME_TACKLE"),
    ),
)  # fmt: skip

# --- the boss ------------------------------------------------------------------------------------


def _split_boss(f: Fight, place: int, m: Monster) -> None:
    """Split into a large slime of each kind, with slots between them for their own splits."""
    for where, kind in ((0, "SpikeSlime_L"), (2, "AcidSlime_L")):
        place_monster(f, create_monster(f, kind, m.hp), where)
        roll_move(f, where)
    f.monster_turn = 3


monster(
    "SlimeBoss", "Slime Boss",
    hp=at((140, 140), a9=(150, 150)),
    starting_powers={p.SPLIT: -1},
    moves={
        "GOOP_SPRAY": move(4, "STRONG_DEBUFF", add("Slimed", at(3, a19=5))),
        "PREPARING": move(2, "UNKNOWN"),
        "SLAM": move(1, "ATTACK", hit(at(35, a4=38))),
        "SPLIT": move(3, "UNKNOWN", custom(_split_boss)),
    },
    first_move="GOOP_SPRAY",
    next_moves={"GOOP_SPRAY": "PREPARING", "PREPARING": "SLAM", "SLAM": "GOOP_SPRAY"},
    rolls=False,
)  # fmt: skip
