"""Monsters of act 2, and the Book of Stabbing."""

from __future__ import annotations

from turnwright.games.spire.combat import power_ids as p
from turnwright.games.spire.combat.fight import Fight
from turnwright.games.spire.state import Monster

from .monster_definition import monster
from .move_definition import (
    at,
    below,
    block,
    coin,
    custom,
    debuff,
    either,
    gain,
    hit,
    leech,
    move,
    set_move,
    used_recently,
    used_twice,
)

# --- on their own --------------------------------------------------------------------------------

monster(
    "SphericGuardian", "Spheric Guardian",
    hp=20,
    moves={
        "ACTIVATE": move(2, "DEFEND", block(at(25, a17=35))),
        "ATTACK_DEBUFF": move(4, "ATTACK_DEBUFF", hit(at(10, a2=11)), debuff(p.FRAIL, 5)),
        "SLAM": move(1, "ATTACK", hit(at(10, a2=11), 2)),
        "HARDEN": move(3, "ATTACK_DEFEND", block(15), hit(at(10, a2=11))),
    },
    first_move="ACTIVATE",
    next_moves={
        "ACTIVATE": "ATTACK_DEBUFF", "ATTACK_DEBUFF": "SLAM", "SLAM": "HARDEN", "HARDEN": "SLAM",
    },
    start_effects=(gain(p.ARTIFACT, 3), gain(p.BARRICADE), block(40)),
)  # fmt: skip


def _chosen(f: Fight, place: int, m: Monster, roll: int) -> str:
    """First a poke and the hex (from ascension 17 on only the hex), then a debuff every other turn."""
    if m.move == "POKE" and not m.last:
        return "HEX"
    if m.move in ("DEBILITATE", "DRAIN"):
        return "ZAP" if roll < 40 else "POKE"
    return "DEBILITATE" if roll < 50 else "DRAIN"


monster(
    "Chosen", "Chosen",
    hp=at((95, 99), a7=(98, 103)),
    moves={
        "POKE": move(5, "ATTACK", hit(at(5, a2=6), 2)),
        "ZAP": move(1, "ATTACK", hit(at(18, a2=21))),
        "DEBILITATE": move(3, "ATTACK_DEBUFF", hit(at(10, a2=12)), debuff(p.VULNERABLE, 2)),
        "DRAIN": move(2, "DEBUFF", debuff(p.WEAK, 3), gain(p.STRENGTH, 3)),
        "HEX": move(4, "STRONG_DEBUFF", debuff(p.HEX)),
    },
    first_move=at("POKE", a17="HEX"),
    choose=_chosen,
)  # fmt: skip


def _shelled_parasite(f: Fight, place: int, m: Monster, roll: int) -> str:
    """Never Fell twice in a row. Another roll chooses the replacement."""
    if roll < 20:
        if m.move != "FELL":
            return "FELL"
        roll = f.streams.ai.between(20, 99)
    if roll < 60:
        return "SUCK" if used_twice(m, "DOUBLE_STRIKE") else "DOUBLE_STRIKE"
    return "DOUBLE_STRIKE" if used_twice(m, "SUCK") else "SUCK"


monster(
    "Shelled Parasite", "Shelled Parasite",
    hp=at((68, 72), a7=(70, 75)),
    moves={
        "DOUBLE_STRIKE": move(2, "ATTACK", hit(at(6, a2=7), 2)),
        "SUCK": move(3, "ATTACK_BUFF", leech(at(10, a2=12))),
        "FELL": move(1, "ATTACK_DEBUFF", hit(at(18, a2=21)), debuff(p.FRAIL, 2)),
        "STUNNED": move(4, "STUN", custom(lambda f, place, m: set_move(m, "FELL"))),
    },
    first_move=at(either("DOUBLE_STRIKE", "SUCK"), a17="FELL"),
    choose=_shelled_parasite,
    start_effects=(gain(p.PLATED, 14), block(14)),
)  # fmt: skip

monster(
    "Byrd", "Byrd",
    hp=at((25, 31), a7=(26, 33)),
    moves={
        "PECK": move(1, "ATTACK", hit(1, at(5, a2=6))),
        "SWOOP": move(3, "ATTACK", hit(at(12, a2=14))),
        "CAW": move(6, "BUFF", gain(p.STRENGTH)),
        "STUNNED": move(4, "STUN"),
        "HEADBUTT": move(5, "ATTACK", hit(3), rolls=False),
        "FLY": move(2, "UNKNOWN", gain(p.FLIGHT, at(3, a17=4))),
    },
    first_move=coin(0.375, "CAW", "PECK"),
    next_moves={"STUNNED": "HEADBUTT", "HEADBUTT": "FLY"},
    pattern=(
        below(50, "PECK", 2, coin(0.4, "SWOOP", "CAW")),
        below(70, "SWOOP", 1, coin(0.375, "CAW", "PECK")),
        below(100, "CAW", 1, coin(0.2857, "SWOOP", "PECK")),
    ),
    start_effects=(gain(p.FLIGHT, at(3, a17=4)),),
)  # fmt: skip


def _snake_plant(f: Fight, place: int, m: Monster, roll: int) -> str:
    """From ascension 17 on there are two turns between its spores."""
    if roll < 65:
        return "ENFEEBLING_SPORES" if used_twice(m, "CHOMP") else "CHOMP"
    spores = "ENFEEBLING_SPORES"
    is_spent = used_recently(m, spores) if f.G.ascension >= 17 else m.move == spores
    return "CHOMP" if is_spent else spores


monster(
    "SnakePlant", "Snake Plant",
    hp=at((75, 79), a7=(78, 82)),
    moves={
        "CHOMP": move(1, "ATTACK", hit(at(7, a2=8), 3)),
        "ENFEEBLING_SPORES": move(2, "STRONG_DEBUFF", debuff(p.FRAIL, 2), debuff(p.WEAK, 2)),
    },
    choose=_snake_plant,
    start_effects=(gain(p.MALLEABLE, 3),),
)  # fmt: skip

monster(
    "Snecko", "Snecko",
    hp=at((114, 120), a7=(120, 125)),
    moves={
        "PERPLEXING_GLARE": move(1, "STRONG_DEBUFF", debuff(p.CONFUSED)),
        "TAIL_WHIP": move(
            3, "ATTACK_DEBUFF",
            hit(at(8, a2=10)), debuff(p.VULNERABLE, 2), debuff(p.WEAK, at(0, a17=2)),
        ),
        "BITE": move(2, "ATTACK", hit(at(15, a2=18))),
    },
    first_move="PERPLEXING_GLARE",
    pattern=(below(40, "TAIL_WHIP"), below(100, "BITE", 2, "TAIL_WHIP")),
)  # fmt: skip

# --- centurion and mystic ------------------------------------------------------------------------


def _centurion(f: Fight, place: int, m: Monster, roll: int) -> str:
    """Protect the Mystic while it lives, then use Fury."""
    special = "DEFEND" if len(f.targetable()) > 1 else "FURY"
    if roll >= 65 and not used_twice(m, "DEFEND") and not used_twice(m, "FURY"):
        return special
    return special if used_twice(m, "SLASH") else "SLASH"


def _defend_friend(f: Fight, place: int, m: Monster, amount: int) -> None:
    """Block for another monster at random; for itself if it is alone."""
    others = [other for other in f.targetable() if other != place]
    chosen = others[f.streams.ai.random(len(others) - 1)] if others else place
    f.b.monsters[chosen].block += amount


monster(
    "Centurion", "Centurion",
    hp=at((76, 80), a7=(78, 83)),
    moves={
        "SLASH": move(1, "ATTACK", hit(at(12, a2=14))),
        "DEFEND": move(2, "DEFEND", custom(_defend_friend, at(15, a17=20))),
        "FURY": move(3, "ATTACK", hit(at(6, a2=7), 3)),
    },
    choose=_centurion,
)  # fmt: skip


def _mystic(f: Fight, place: int, m: Monster, roll: int) -> str:
    """It heals when the group needs it, but not three times in a row."""
    if needs_healing(f) and not used_twice(m, "HEAL"):
        return "HEAL"
    is_hard = f.G.ascension >= 17
    has_attacked = m.move == "ATTACK_DEBUFF" if is_hard else used_twice(m, "ATTACK_DEBUFF")
    if roll >= 40 and not has_attacked:
        return "ATTACK_DEBUFF"
    return "ATTACK_DEBUFF" if used_twice(m, "BUFF") else "BUFF"


def needs_healing(f: Fight) -> bool:
    """Have all monsters together lost more than 15 HP, from ascension 17 on more than 20?"""
    missing = sum(one.max_hp - one.hp for one in f.b.monsters if one.hp > 0)
    return missing > (20 if f.G.ascension >= 17 else 15)


def _bless(f: Fight, place: int, m: Monster, strength: int) -> None:
    for one in _friends(f, place):
        f.add_monster_power(one, strength)


def _heal_friends(f: Fight, place: int, m: Monster, amount: int) -> None:
    for one in _friends(f, place):
        one.hp = min(one.max_hp, one.hp + amount)


def _friends(f: Fight, place: int) -> list[Monster]:
    """The monsters that a Mystic helps: the first of the group, and itself."""
    monsters = f.b.monsters
    return [monsters[0], monsters[place]] if len(f.targetable()) > 1 else [monsters[place]]


monster(
    "Healer", "Mystic",
    hp=at((48, 56), a7=(50, 58)),
    moves={
        "ATTACK_DEBUFF": move(1, "ATTACK_DEBUFF", hit(at(8, a2=9)), debuff(p.FRAIL, 2)),
        "HEAL": move(2, "BUFF", custom(_heal_friends, at(16, a17=20))),
        "BUFF": move(3, "BUFF", custom(_bless, at(2, a2=3, a17=4))),
    },
    choose=_mystic,
)  # fmt: skip

# --- an elite ------------------------------------------------------------------------------------


def _book_of_stabbing(f: Fight, place: int, m: Monster, roll: int) -> str:
    """Each multi-stab has one stab more; from ascension 18 on every move adds one."""
    many = m.move == "SINGLE_STAB" if roll < 15 else not used_twice(m, "MULTI_STAB")
    if many or f.G.ascension >= 18:
        m.misc["stabs"] = m.misc.get("stabs", 0) + 1
    return "MULTI_STAB" if many else "SINGLE_STAB"


def _first_stab(f: Fight, place: int, m: Monster) -> None:
    m.misc["stabs"] = m.misc.get("stabs", 0) + 1


monster(
    "BookOfStabbing", "Book of Stabbing",
    hp=at((160, 164), a8=(168, 172)),
    moves={
        "MULTI_STAB": move(1, "ATTACK", hit(at(6, a3=7), "stabs")),
        "SINGLE_STAB": move(2, "ATTACK", hit(at(21, a3=24))),
    },
    choose=_book_of_stabbing,
    start_effects=(gain(p.PAINFUL_STABS), custom(_first_stab)),
)  # fmt: skip
