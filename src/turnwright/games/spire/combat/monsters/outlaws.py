"""Slavers, thieves and bandits."""

from __future__ import annotations

from turnwright.games.spire.combat import power_ids as p
from turnwright.games.spire.combat.fight import Fight
from turnwright.games.spire.combat.hooks import HOOKS, on
from turnwright.games.spire.state import Monster

from .monster_definition import monster
from .move_definition import (
    add,
    at,
    block,
    custom,
    debuff,
    gain,
    hit,
    move,
    turn_number,
    used_twice,
)

# --- slavers -------------------------------------------------------------------------------------


def _is_tired(f: Fight, m: Monster, move: str) -> bool:
    """From ascension 17 on only Stab may be used twice in a row."""
    return m.move == move if f.G.ascension >= 17 else used_twice(m, move)


def _blue_slaver(f: Fight, place: int, m: Monster, roll: int) -> str:
    if roll >= 40 and not used_twice(m, "STAB"):
        return "STAB"
    return "STAB" if _is_tired(f, m, "RAKE") else "RAKE"


monster(
    "SlaverBlue", "Blue Slaver",
    hp=at((46, 50), a7=(48, 52)),
    moves={
        "STAB": move(1, "ATTACK", hit(at(12, a2=13))),
        "RAKE": move(4, "ATTACK_DEBUFF", hit(at(7, a2=8)), debuff(p.WEAK, at(1, a17=2))),
    },
    choose=_blue_slaver,
)  # fmt: skip


def _red_slaver(f: Fight, place: int, m: Monster, roll: int) -> str:
    """The Red Slaver entangles once."""
    if "entangled" not in m.misc:
        if roll >= 75:
            return "ENTANGLE"
    elif roll >= 55 and not used_twice(m, "STAB"):
        return "STAB"
    return "STAB" if _is_tired(f, m, "SCRAPE") else "SCRAPE"


def _entangle(f: Fight, place: int, m: Monster) -> None:
    f.do_buff(p.ENTANGLED, 1)
    m.misc["entangled"] = 1


monster(
    "SlaverRed", "Red Slaver",
    hp=at((46, 50), a7=(48, 52)),
    moves={
        "STAB": move(1, "ATTACK", hit(at(13, a2=14))),
        "ENTANGLE": move(2, "STRONG_DEBUFF", custom(_entangle)),
        "SCRAPE": move(3, "ATTACK_DEBUFF", hit(at(8, a2=9)), debuff(p.VULNERABLE, at(1, a17=2))),
    },
    first_move="STAB",
    choose=_red_slaver,
)  # fmt: skip

monster(
    "SlaverBoss", "Taskmaster",
    hp=at((54, 60), a8=(57, 64)),
    extra_hp_rolls=1,
    moves={
        "SCOURING_WHIP": move(
            2, "ATTACK_DEBUFF",
            hit(7), gain(p.STRENGTH, at(0, a18=1)), add("Wound", at(1, a3=2, a18=3)),
        ),
    },
)  # fmt: skip

# --- thieves -------------------------------------------------------------------------------------


def _steal(f: Fight, place: int, m: Monster) -> None:
    taken = min(f.G.gold, m.powers.get(p.THIEVERY, 0))
    f.G.gold -= taken
    m.misc["gold"] = m.misc.get("gold", 0) + taken


@on(HOOKS.when_dying, "Looter", "Mugger")
def _give_back(f: Fight, place: int, m: Monster) -> None:
    spoils = f.b.spoils
    spoils["stolen_gold"] = spoils.get("stolen_gold", 0) + m.misc.get("gold", 0)


def _escape(f: Fight, place: int, m: Monster) -> None:
    """If all monsters have fled, there is little to win."""
    m.has_escaped = m.is_gone = True
    if not f.targetable():
        f.is_won = True
        f.b.spoils["all_fled"] = all(one.has_escaped for one in f.b.monsters)


def _after_first_mug(f: Fight, place: int, m: Monster) -> str:
    """Mug twice. What the Looter says is a random call, too."""
    ai = f.streams.ai
    if turn_number(f) == 1:
        ai.chance(0.6)
        return "MUG"
    return "SMOKE_BOMB" if ai.chance(0.5) else "LUNGE"


monster(
    "Looter", "Looter",
    hp=at((44, 48), a7=(46, 50)),
    moves={
        "MUG": move(1, "ATTACK", custom(_steal), hit(at(10, a2=11))),
        "LUNGE": move(4, "ATTACK", custom(_steal), hit(at(12, a2=14))),
        "SMOKE_BOMB": move(2, "DEFEND", block(6)),
        "ESCAPE": move(3, "ESCAPE", custom(_escape)),
    },
    first_move="MUG",
    next_moves={"MUG": _after_first_mug, "LUNGE": "SMOKE_BOMB", "SMOKE_BOMB": "ESCAPE"},
    start_effects=(gain(p.THIEVERY, at(15, a17=20)),),
    rolls=False,
)  # fmt: skip


def _after_mug(f: Fight, place: int, m: Monster) -> str:
    """Mug twice. What the Mugger says are random calls, too."""
    ai = f.streams.ai
    ai.random(2)
    if turn_number(f) != 2:
        return "MUG"
    ai.chance(0.6)
    return "SMOKE_BOMB" if ai.chance(0.5) else "LUNGE"


def _after_lunge(f: Fight, place: int, m: Monster) -> str:
    f.streams.ai.random(2)
    return "SMOKE_BOMB"


monster(
    "Mugger", "Mugger",
    hp=at((48, 52), a7=(50, 54)),
    moves={
        "MUG": move(1, "ATTACK", custom(_steal), hit(at(10, a2=11))),
        "LUNGE": move(4, "ATTACK", custom(_steal), hit(at(16, a2=18))),
        "SMOKE_BOMB": move(2, "DEFEND", block(at(11, a17=17))),
        "ESCAPE": move(3, "ESCAPE", custom(_escape)),
    },
    first_move="MUG",
    next_moves={"MUG": _after_mug, "LUNGE": _after_lunge, "SMOKE_BOMB": "ESCAPE"},
    start_effects=(gain(p.THIEVERY, at(15, a17=20)),),
    rolls=False,
)  # fmt: skip

# --- bandits -------------------------------------------------------------------------------------

monster(
    "BanditBear", "Bear",
    hp=at((38, 42), a7=(40, 44)),
    moves={
        "BEAR_HUG": move(2, "STRONG_DEBUFF", debuff(p.DEXTERITY, at(-2, a17=-4))),
        "LUNGE": move(3, "ATTACK_DEFEND", hit(at(9, a2=10)), block(9)),
        "MAUL": move(1, "ATTACK", hit(at(18, a2=20))),
    },
    first_move="BEAR_HUG",
    next_moves={"BEAR_HUG": "LUNGE", "LUNGE": "MAUL", "MAUL": "LUNGE"},
    rolls=False,
)  # fmt: skip


def _cross_again(f: Fight, place: int, m: Monster) -> str:
    """From ascension 17 on Romeo uses Cross Slash twice in a row."""
    return "AGONIZING_SLASH" if used_twice(m, "CROSS_SLASH") else "CROSS_SLASH"


monster(
    "BanditLeader", "Romeo",
    hp=at((35, 39), a7=(37, 41)),
    moves={
        "MOCK": move(2, "UNKNOWN"),
        "AGONIZING_SLASH": move(
            3, "ATTACK_DEBUFF", hit(at(10, a2=12)), debuff(p.WEAK, at(2, a17=3))
        ),
        "CROSS_SLASH": move(1, "ATTACK", hit(at(15, a2=17))),
    },
    first_move="MOCK",
    next_moves={
        "MOCK": "AGONIZING_SLASH", "AGONIZING_SLASH": "CROSS_SLASH",
        "CROSS_SLASH": at("AGONIZING_SLASH", a17=_cross_again),
    },
    rolls=False,
)  # fmt: skip

monster(
    "BanditChild", "Pointy",
    hp=at((30, 30), a7=(34, 34)),
    moves={"ATTACK": move(1, "ATTACK", hit(at(5, a2=6), 2))},
    rolls=False,
)  # fmt: skip
