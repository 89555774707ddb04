"""Monsters of act 1. Slimes, gremlins and outlaws have files of their own."""

from __future__ import annotations

from turnwright.games.spire.combat import power_ids as p
from turnwright.games.spire.combat.fight import Fight
from turnwright.games.spire.combat.hooks import HOOKS, on
from turnwright.games.spire.combat.piles import make_cards
from turnwright.games.spire.state import Monster

from .monster_definition import monster
from .monster_powers import asleep, gain_block
from .move_definition import (
    add,
    at,
    below,
    block,
    coin,
    custom,
    debuff,
    gain,
    gain_between,
    gain_from_next_round,
    hit,
    move,
    set_move,
)

# --- in the hallways -----------------------------------------------------------------------------

monster(
    "Cultist", "Cultist",
    hp=at((48, 54), a7=(50, 56)),
    moves={
        "INCANTATION": move(3, "BUFF", gain_from_next_round(p.RITUAL, at(3, a2=4, a17=5))),
        "DARK_STRIKE": move(1, "ATTACK", hit(6)),
    },
    first_move="INCANTATION",
    next_moves={"INCANTATION": "DARK_STRIKE", "DARK_STRIKE": "DARK_STRIKE"},
)  # fmt: skip

monster(
    "JawWorm", "Jaw Worm",
    hp=at((40, 44), a7=(42, 46)),
    moves={
        "CHOMP": move(1, "ATTACK", hit(at(11, a2=12))),
        "BELLOW": move(2, "DEFEND_BUFF", gain(p.STRENGTH, at(3, a2=4, a17=5)), block(at(6, a17=9))),
        "THRASH": move(3, "ATTACK_DEFEND", hit(7), block(5)),
    },
    first_move="CHOMP",
    pattern=(
        below(25, "CHOMP", 1, coin(0.5625, "BELLOW", "THRASH")),
        below(55, "THRASH", 2, coin(0.357, "CHOMP", "BELLOW")),
        below(100, "BELLOW", 1, coin(0.416, "CHOMP", "THRASH")),
    ),
)  # fmt: skip

monster(
    "FuzzyLouseNormal", "Louse",
    hp=at((10, 15), a7=(11, 16)),
    rolled_values={"bite": at((5, 7), a2=(6, 8))},
    moves={
        "BITE": move(3, "ATTACK", hit("bite")),
        "GROW": move(4, "BUFF", gain(p.STRENGTH, at(3, a17=4))),
    },
    pattern=(below(25, "GROW", at(2, a17=1), "BITE"), below(100, "BITE", 2, "GROW")),
    start_effects=(gain_between(p.CURL_UP, at((3, 7), a7=(4, 8), a17=(9, 12))),),
)  # fmt: skip

monster(
    "FuzzyLouseDefensive", "Louse",
    hp=at((11, 17), a7=(12, 18)),
    rolled_values={"bite": at((5, 7), a2=(6, 8))},
    moves={
        "BITE": move(3, "ATTACK", hit("bite")),
        "SPIT_WEB": move(4, "DEBUFF", debuff(p.WEAK, 2)),
    },
    pattern=(below(25, "SPIT_WEB", at(2, a17=1), "BITE"), below(100, "BITE", 2, "SPIT_WEB")),
    start_effects=(gain_between(p.CURL_UP, at((3, 7), a7=(4, 8), a17=(9, 12))),),
)  # fmt: skip

monster(
    "FungiBeast", "Fungi Beast",
    hp=at((22, 28), a7=(24, 28)),
    moves={
        "BITE": move(1, "ATTACK", hit(6)),
        "GROW": move(2, "BUFF", gain(p.STRENGTH, at(3, a2=4, a17=5))),
    },
    pattern=(below(60, "BITE", 2, "GROW"), below(100, "GROW", 1, "BITE")),
    start_effects=(gain(p.SPORE_CLOUD, 2),),
)  # fmt: skip

# --- elites --------------------------------------------------------------------------------------


def _sleep_on(f: Fight, place: int, m: Monster) -> str:
    """Sleep for three turns, unless it is hurt."""
    if p.ASLEEP in m.powers:
        if f.b.turn < 2:
            return "SLEEP"
        asleep(f, place, m, 0)
    return "ATTACK"


def _fall_asleep(f: Fight, place: int, m: Monster) -> None:
    if p.ASLEEP in m.powers:
        f.add_monster_power(m, 8, p.METALLICIZE)
        m.block += 8


monster(
    "Lagavulin", "Lagavulin",
    hp=at((109, 111), a8=(112, 115)),
    moves={
        "SLEEP": move(5, "SLEEP"),
        "ATTACK": move(3, "ATTACK", hit(at(18, a3=20))),
        "SIPHON_SOUL": move(
            1, "STRONG_DEBUFF",
            debuff(p.DEXTERITY, at(-1, a18=-2)), debuff(p.STRENGTH, at(-1, a18=-2)),
        ),
    },
    first_move=lambda f, place, m: "SLEEP" if p.ASLEEP in m.powers else "SIPHON_SOUL",
    next_moves={
        "SLEEP": _sleep_on,
        "ATTACK": lambda f, place, m: "SIPHON_SOUL" if m.last == "ATTACK" else "ATTACK",
        "SIPHON_SOUL": "ATTACK",
    },
    start_effects=(custom(_fall_asleep),),
)  # fmt: skip

monster(
    "Sentry", "Sentry",
    hp=at((38, 42), a8=(39, 45)),
    moves={
        "BOLT": move(3, "DEBUFF", add("Dazed", at(2, a18=3))),
        "BEAM": move(4, "ATTACK", hit(at(9, a3=10))),
    },
    first_move=lambda f, place, m: "BEAM" if place % 2 else "BOLT",
    next_moves={"BOLT": "BEAM", "BEAM": "BOLT"},
    start_effects=(gain(p.ARTIFACT),),
)  # fmt: skip

# --- bosses --------------------------------------------------------------------------------------


@on(HOOKS.when_hurt, "TheGuardian")
def _close_up(f: Fight, place: int, m: Monster, damage: int) -> None:
    """After losing enough HP the Guardian goes into its defensive mode."""
    if p.MODE_SHIFT in m.powers:
        left = m.powers[p.MODE_SHIFT] - damage
        if left > 0:
            m.powers[p.MODE_SHIFT] = left
        else:
            del m.powers[p.MODE_SHIFT]
            set_move(m, "DEFENSIVE_MODE")
            f.add_to_bottom(gain_block, m, 20)


def _shift(f: Fight, place: int, m: Monster, damage: int) -> None:
    m.misc["shift"] = damage
    m.powers[p.MODE_SHIFT] = damage


def _open_up(f: Fight, place: int, m: Monster) -> None:
    m.powers.pop(p.SHARP_HIDE, None)
    m.misc["shift"] += 10
    m.powers[p.MODE_SHIFT] = m.misc["shift"]


monster(
    "TheGuardian", "The Guardian",
    hp=at((240, 240), a9=(250, 250)),
    moves={
        "CHARGING_UP": move(6, "DEFEND", block(9)),
        "FIERCE_BASH": move(2, "ATTACK", hit(at(32, a4=36))),
        "VENT_STEAM": move(7, "STRONG_DEBUFF", debuff(p.VULNERABLE, 2), debuff(p.WEAK, 2)),
        "WHIRLWIND": move(5, "ATTACK", hit(5, 4)),
        "DEFENSIVE_MODE": move(1, "BUFF", gain(p.SHARP_HIDE, at(3, a19=4))),
        "ROLL_ATTACK": move(3, "ATTACK", hit(at(9, a4=10))),
        "TWIN_SLAM": move(4, "ATTACK_BUFF", hit(8, 2), custom(_open_up)),
    },
    first_move="CHARGING_UP",
    next_moves={
        "CHARGING_UP": "FIERCE_BASH", "FIERCE_BASH": "VENT_STEAM", "VENT_STEAM": "WHIRLWIND",
        "WHIRLWIND": "CHARGING_UP",
        "DEFENSIVE_MODE": "ROLL_ATTACK", "ROLL_ATTACK": "TWIN_SLAM", "TWIN_SLAM": "WHIRLWIND",
    },
    start_effects=(custom(_shift, at(30, a9=35, a19=40)),),
    rolls=False,
)  # fmt: skip

ORBS = ("SEAR", "TACKLE", "SEAR", "INFLAME", "TACKLE", "SEAR", "INFERNO")


def _divide(f: Fight, place: int, m: Monster) -> None:
    m.misc["divider"] = f.G.hp // 12 + 1


def _hexaghost(f: Fight, place: int, m: Monster, roll: int) -> str:
    orb = m.misc.get("orb", 0)
    m.misc["orb"] = (orb + 1) % len(ORBS)
    return ORBS[orb]


def _sear(f: Fight, place: int, m: Monster, count: int) -> None:
    """Add Burns. After the first Inferno they are upgraded."""
    make_cards(f, "Burn", "discard", count, 1 if f.b.turn > 8 else 0)


def _blaze(f: Fight, place: int, m: Monster) -> None:
    """Upgrade all Burns and add three more."""
    for card in (*f.b.discard, *f.b.draw):
        if card.kind == "Burn":
            card.up = 1
    make_cards(f, "Burn", "discard", 3, 1)


monster(
    "Hexaghost", "Hexaghost",
    hp=at((250, 250), a9=(264, 264)),
    moves={
        "ACTIVATE": move(5, "UNKNOWN", custom(_divide)),
        "DIVIDER": move(1, "ATTACK", hit("divider", 6)),
        "TACKLE": move(2, "ATTACK", hit(at(5, a4=6), 2)),
        "INFLAME": move(3, "DEFEND_BUFF", block(12), gain(p.STRENGTH, at(2, a19=3))),
        "SEAR": move(4, "ATTACK_DEBUFF", hit(6), custom(_sear, at(1, a19=2))),
        "INFERNO": move(6, "ATTACK_DEBUFF", hit(at(2, a4=3), 6), custom(_blaze)),
    },
    first_move="ACTIVATE",
    next_moves={"ACTIVATE": "DIVIDER"},
    choose=_hexaghost,
)  # fmt: skip
