"""The monsters of the first act."""

from __future__ import annotations

from turnwright.games.spire.combat import names as p
from turnwright.games.spire.combat.fight import Fight
from turnwright.games.spire.combat.hooks import Hooks, on
from turnwright.games.spire.state import Monster

from .kinds import (
    add,
    afflict,
    at,
    below,
    block,
    coin,
    does,
    does_with,
    gain,
    hit,
    monster,
    move,
    recently,
    set_move,
    turn_number,
    twice,
)
from .powers import gain_block

# --- on their own --------------------------------------------------------------------------------

monster(
    "Cultist", "Cultist",
    hp=at((48, 54), a7=(50, 56)),
    moves={
        "INCANTATION": move(3, "BUFF", gain(p.RITUAL, at(3, a2=4, a17=5)), does(lambda f, n, m: m.fresh.append(p.RITUAL))),
        "DARK_STRIKE": move(1, "ATTACK", hit(6)),
    },
    opens="INCANTATION",
    follows={"INCANTATION": "DARK_STRIKE", "DARK_STRIKE": "DARK_STRIKE"},
)  # fmt: skip

monster(
    "JawWorm", "Jaw Worm",
    hp=at((40, 44), a7=(42, 46)),
    moves={
        "CHOMP": move(1, "ATTACK", hit(at(11, a2=12))),
        "BELLOW": move(2, "DEFEND_BUFF", gain(p.STRENGTH, at(3, a2=4, a17=5)), block(at(6, a17=9))),
        "THRASH": move(3, "ATTACK_DEFEND", hit(7), block(5)),
    },
    opens="CHOMP",
    pattern=(
        below(25, "CHOMP", 1, coin(0.5625, "BELLOW", "THRASH")),
        below(55, "THRASH", 2, coin(0.357, "CHOMP", "BELLOW")),
        below(100, "BELLOW", 1, coin(0.416, "CHOMP", "THRASH")),
    ),
)  # fmt: skip

monster(
    "FuzzyLouseNormal", "Louse",
    hp=at((10, 15), a7=(11, 16)),
    keeps={"bite": at((5, 7), a2=(6, 8))},
    moves={
        "BITE": move(3, "ATTACK", hit("bite")),
        "GROW": move(4, "BUFF", gain(p.STRENGTH, at(3, a17=4))),
    },
    pattern=(below(25, "GROW", at(2, a17=1), "BITE"), below(100, "BITE", 2, "GROW")),
    starts=(does_with(lambda f, n, m, r: curl(f, m, r), at((3, 7), a7=(4, 8), a17=(9, 12))),),
)  # fmt: skip

monster(
    "FuzzyLouseDefensive", "Louse",
    hp=at((11, 17), a7=(12, 18)),
    keeps={"bite": at((5, 7), a2=(6, 8))},
    moves={
        "BITE": move(3, "ATTACK", hit("bite")),
        "SPIT_WEB": move(4, "DEBUFF", afflict(p.WEAK, 2)),
    },
    pattern=(below(25, "SPIT_WEB", at(2, a17=1), "BITE"), below(100, "BITE", 2, "SPIT_WEB")),
    starts=(does_with(lambda f, n, m, r: curl(f, m, r), at((3, 7), a7=(4, 8), a17=(9, 12))),),
)  # fmt: skip


def curl(f: Fight, m: Monster, room: tuple[int, int]) -> None:
    f.strengthen(m, f.streams.monster_hp.between(*room), p.CURL_UP)


monster(
    "FungiBeast", "Fungi Beast",
    hp=at((22, 28), a7=(24, 28)),
    moves={
        "BITE": move(1, "ATTACK", hit(6)),
        "GROW": move(2, "BUFF", gain(p.STRENGTH, at(3, a2=4, a17=5))),
    },
    pattern=(below(60, "BITE", 2, "GROW"), below(100, "GROW", 1, "BITE")),
    starts=(gain(p.SPORE_CLOUD, 2),),
)  # fmt: skip


def blue_slaver(f: Fight, place: int, m: Monster, roll: int) -> str:
    if roll >= 40 and not twice(m, "STAB"):
        return "STAB"
    return "STAB" if is_tired(f, m, "RAKE") else "RAKE"


def is_tired(f: Fight, m: Monster, move: str) -> bool:
    """From ascension 17 on they do nothing but stab twice in a row."""
    if f.G.ascension >= 17 and not f.G.as_recorded:
        return m.move == move
    return twice(m, move)


monster(
    "SlaverBlue", "Blue Slaver",
    hp=at((46, 50), a7=(48, 52)),
    moves={
        "STAB": move(1, "ATTACK", hit(at(12, a2=13))),
        "RAKE": move(4, "ATTACK_DEBUFF", hit(at(7, a2=8)), afflict(p.WEAK, at(1, a17=2))),
    },
    choose=blue_slaver,
)  # fmt: skip


def red_slaver(f: Fight, place: int, m: Monster, roll: int) -> str:
    """It entangles once. (In the recordings it does so again and again.)"""
    if "entangled" not in m.misc:
        if roll >= 75:
            return "ENTANGLE"
    elif roll >= 55 and not twice(m, "STAB"):
        return "STAB"
    return "STAB" if is_tired(f, m, "SCRAPE") else "SCRAPE"


def entangle(f: Fight, place: int, m: Monster) -> None:
    f.do_buff(p.ENTANGLED, 1)
    if not f.G.as_recorded:
        m.misc["entangled"] = 1


monster(
    "SlaverRed", "Red Slaver",
    hp=at((46, 50), a7=(48, 52)),
    moves={
        "STAB": move(1, "ATTACK", hit(at(13, a2=14))),
        "ENTANGLE": move(2, "STRONG_DEBUFF", does(entangle)),
        "SCRAPE": move(3, "ATTACK_DEBUFF", hit(at(8, a2=9)), afflict(p.VULNERABLE, at(1, a17=2))),
    },
    opens="STAB",
    choose=red_slaver,
)  # fmt: skip

# --- thieves -------------------------------------------------------------------------------------


def steal(f: Fight, place: int, m: Monster) -> None:
    taken = min(f.G.gold, m.powers.get(p.THIEVERY, 0))
    f.G.gold -= taken
    m.misc["gold"] = m.misc.get("gold", 0) + taken


@on(Hooks.when_dying, "Looter", "Mugger")
def give_back(f: Fight, place: int, m: Monster) -> None:
    spoils = f.b.spoils
    spoils["stolen_gold"] = spoils.get("stolen_gold", 0) + m.misc.get("gold", 0)


def escape(f: Fight, place: int, m: Monster) -> None:
    m.has_escaped = m.is_gone = True
    if not f.alive():
        f.is_won = True


def after_first_mug(f: Fight, place: int, m: Monster) -> str:
    """It mugs twice. (It may say something: that is a random call, too.)"""
    ai = f.streams.ai
    if turn_number(f) == 1:
        ai.chance(0.6)
        return "MUG"
    return "SMOKE_BOMB" if ai.chance(0.5) else "LUNGE"


monster(
    "Looter", "Looter",
    hp=at((44, 48), a7=(46, 50)),
    moves={
        "MUG": move(1, "ATTACK", does(steal), hit(at(10, a2=11))),
        "LUNGE": move(4, "ATTACK", does(steal), hit(at(12, a2=14))),
        "SMOKE_BOMB": move(2, "DEFEND", block(6)),
        "ESCAPE": move(3, "ESCAPE", does(escape)),
    },
    opens="MUG",
    follows={"MUG": after_first_mug, "LUNGE": "SMOKE_BOMB", "SMOKE_BOMB": "ESCAPE"},
    starts=(gain(p.THIEVERY, at(15, a17=20)),),
    rolls=False,
)  # fmt: skip

# --- gremlins ------------------------------------------------------------------------------------

monster(
    "GremlinFat", "Fat Gremlin",
    hp=at((13, 17), a7=(14, 18)),
    moves={
        "SMASH": move(2, "ATTACK_DEBUFF", hit(at(4, a2=5)), afflict(p.WEAK), afflict(p.FRAIL, at(0, a17=1))),
    },
)  # fmt: skip

monster(
    "GremlinWarrior", "Mad Gremlin",
    hp=at((20, 24), a7=(21, 25)),
    moves={"SCRATCH": move(1, "ATTACK", hit(at(4, a2=5)))},
    starts=(gain(p.ANGRY, at(1, a17=2)),),
)  # fmt: skip

monster(
    "GremlinThief", "Sneaky Gremlin",
    hp=at((10, 14), a7=(11, 15)),
    moves={"PUNCTURE": move(1, "ATTACK", hit(at(9, a2=10)))},
    rolls=False,
)  # fmt: skip


def protect(f: Fight, place: int, m: Monster, amount: int) -> None:
    """Block for another one, by chance; for itself if it is alone."""
    monsters = f.b.monsters
    others = [n for n, one in enumerate(monsters) if n != place and one.hp > 0]
    chosen = others[f.streams.ai.random(len(others) - 1)] if others else place
    monsters[chosen].block += amount


monster(
    "GremlinTsundere", "Shield Gremlin",
    hp=at((12, 15), a7=(13, 17)),
    moves={
        "PROTECT": move(1, "DEFEND", does_with(protect, at(7, a7=8, a17=11))),
        "SHIELD_BASH": move(2, "ATTACK", hit(at(6, a2=8))),
    },
    follows={"PROTECT": lambda f, place, m: "PROTECT" if len(f.alive()) > 1 else "SHIELD_BASH"},
    rolls=False,
)  # fmt: skip


def charge(f: Fight, place: int, m: Monster) -> None:
    m.misc["charge"] = m.misc.get("charge", 1) + 1


def spend(f: Fight, place: int, m: Monster) -> None:
    m.misc["charge"] = 0


monster(
    "GremlinWizard", "Gremlin Wizard",
    hp=at((21, 25), a7=(22, 26)),
    moves={
        "CHARGING": move(2, "UNKNOWN", does(charge)),
        "ULTIMATE_BLAST": move(1, "ATTACK", hit(at(25, a2=30)), does(spend)),
    },
    follows={
        "CHARGING": lambda f, place, m: "ULTIMATE_BLAST" if m.misc["charge"] == 3 else "CHARGING",
        "ULTIMATE_BLAST": at("CHARGING", a17="ULTIMATE_BLAST"),
    },
    rolls=False,
)  # fmt: skip

# --- elites --------------------------------------------------------------------------------------


def nob(f: Fight, place: int, m: Monster, roll: int) -> str:
    """From ascension 18 on every third blow is to the skull. (In the recordings none is.)"""
    if f.G.ascension >= 18:
        return "RUSH" if recently(m, "SKULL_BASH") or f.G.as_recorded else "SKULL_BASH"
    return "SKULL_BASH" if roll < 33 or twice(m, "RUSH") else "RUSH"


monster(
    "GremlinNob", "Gremlin Nob",
    hp=at((82, 86), a8=(85, 90)),
    moves={
        "BELLOW": move(3, "BUFF", gain(p.ENRAGE, at(2, a18=3))),
        "RUSH": move(1, "ATTACK", hit(at(14, a3=16))),
        "SKULL_BASH": move(2, "ATTACK_DEBUFF", hit(at(6, a3=8)), afflict(p.VULNERABLE, 2)),
    },
    opens="BELLOW",
    choose=nob,
)  # fmt: skip


def fall_asleep(f: Fight, place: int, m: Monster) -> None:
    if p.ASLEEP in m.powers:
        f.strengthen(m, 8, p.METALLICIZE)
        m.block += 8


monster(
    "Lagavulin", "Lagavulin",
    hp=at((109, 111), a8=(112, 115)),
    moves={
        "SLEEP": move(5, "SLEEP"),
        "ATTACK": move(3, "ATTACK", hit(at(18, a3=20))),
        "SIPHON_SOUL": move(1, "STRONG_DEBUFF", afflict(p.DEXTERITY, at(-1, a18=-2)), afflict(p.STRENGTH, at(-1, a18=-2))),
    },
    opens=lambda f, place, m: "SLEEP" if p.ASLEEP in m.powers else "SIPHON_SOUL",
    follows={
        "SLEEP": lambda f, place, m: "ATTACK" if f.b.turn == 2 or p.ASLEEP not in m.powers else "SLEEP",
        "ATTACK": lambda f, place, m: "SIPHON_SOUL" if m.last == "ATTACK" else "ATTACK",
        "SIPHON_SOUL": "ATTACK",
    },
    starts=(does(fall_asleep),),
)  # fmt: skip

monster(
    "Sentry", "Sentry",
    hp=at((38, 42), a8=(39, 45)),
    moves={
        "BOLT": move(3, "DEBUFF", add("Dazed", at(2, a18=3))),
        "BEAM": move(4, "ATTACK", hit(at(9, a3=10))),
    },
    opens=lambda f, place, m: "BEAM" if place % 2 else "BOLT",
    follows={"BOLT": "BEAM", "BEAM": "BOLT"},
    starts=(gain(p.ARTIFACT),),
)  # fmt: skip

# --- bosses --------------------------------------------------------------------------------------


def close_up(f: Fight, place: int, m: Monster, damage: int) -> None:
    """The Guardian, when it has lost enough hit points."""
    if p.MODE_SHIFT in m.powers:
        left = m.powers[p.MODE_SHIFT] - damage
        if left > 0:
            m.powers[p.MODE_SHIFT] = left
        else:
            del m.powers[p.MODE_SHIFT]
            set_move(m, "DEFENSIVE_MODE")
            f.then(gain_block, m, 20)


Hooks.when_hurt["TheGuardian"] = close_up


def shift(f: Fight, place: int, m: Monster, damage: int) -> None:
    m.misc["shift"] = damage
    m.powers[p.MODE_SHIFT] = damage


def open_up(f: Fight, place: int, m: Monster) -> None:
    m.powers.pop(p.SHARP_HIDE, None)
    m.misc["shift"] += 10
    m.powers[p.MODE_SHIFT] = m.misc["shift"]


monster(
    "TheGuardian", "The Guardian",
    hp=at((240, 240), a9=(250, 250)),
    moves={
        "CHARGING_UP": move(6, "DEFEND", block(9)),
        "FIERCE_BASH": move(2, "ATTACK", hit(at(32, a4=36))),
        "VENT_STEAM": move(7, "STRONG_DEBUFF", afflict(p.VULNERABLE, 2), afflict(p.WEAK, 2)),
        "WHIRLWIND": move(5, "ATTACK", hit(5, 4)),
        "DEFENSIVE_MODE": move(1, "BUFF", gain(p.SHARP_HIDE, at(3, a19=4))),
        "ROLL_ATTACK": move(3, "ATTACK", hit(at(9, a4=10))),
        "TWIN_SLAM": move(4, "ATTACK_BUFF", hit(8, 2), does(open_up)),
    },
    opens="CHARGING_UP",
    follows={
        "CHARGING_UP": "FIERCE_BASH", "FIERCE_BASH": "VENT_STEAM", "VENT_STEAM": "WHIRLWIND",
        "WHIRLWIND": "CHARGING_UP",
        "DEFENSIVE_MODE": "ROLL_ATTACK", "ROLL_ATTACK": "TWIN_SLAM", "TWIN_SLAM": "WHIRLWIND",
    },
    starts=(does_with(shift, at(30, a9=35, a19=40)),),
    rolls=False,
)  # fmt: skip

ORBS = ("SEAR", "TACKLE", "SEAR", "INFLAME", "TACKLE", "SEAR", "INFERNO")


def divide(f: Fight, place: int, m: Monster) -> None:
    m.misc["divider"] = f.G.hp // 12 + 1


def hexaghost(f: Fight, place: int, m: Monster, roll: int) -> str:
    orb = m.misc.get("orb", 0)
    m.misc["orb"] = (orb + 1) % len(ORBS)
    return ORBS[orb]


def sear(f: Fight, place: int, m: Monster, count: int) -> None:
    """After an Inferno its Burns are upgraded."""
    f.do_make("Burn", "discard", count, 1 if f.b.turn > 8 else 0)


def blaze(f: Fight, place: int, m: Monster) -> None:
    """All Burns are upgraded, and there are three more of them. (Not in the recordings.)"""
    if not f.G.as_recorded:
        for card in (*f.b.discard, *f.b.draw):
            if card.kind == "Burn":
                card.up = 1
        f.do_make("Burn", "discard", 3, 1)


monster(
    "Hexaghost", "Hexaghost",
    hp=at((250, 250), a9=(264, 264)),
    moves={
        "ACTIVATE": move(5, "UNKNOWN", does(divide)),
        "DIVIDER": move(1, "ATTACK", hit("divider", 6)),
        "TACKLE": move(2, "ATTACK", hit(at(5, a4=6), 2)),
        "INFLAME": move(3, "DEFEND_BUFF", block(12), gain(p.STRENGTH, at(2, a19=3))),
        "SEAR": move(4, "ATTACK_DEBUFF", hit(6), does_with(sear, at(1, a19=2))),
        "INFERNO": move(6, "ATTACK_DEBUFF", hit(at(2, a4=3), 6), does(blaze)),
    },
    opens="ACTIVATE",
    follows={"ACTIVATE": "DIVIDER"},
    choose=hexaghost,
)  # fmt: skip
