"""The monsters of the third act."""

from __future__ import annotations

from collections.abc import Callable

from turnwright.games.spire.combat import names as p
from turnwright.games.spire.combat.fight import Fight
from turnwright.games.spire.combat.hooks import Hooks
from turnwright.games.spire.state import Monster

from .act2 import shake_off
from .kinds import (
    add,
    afflict,
    at,
    below,
    block,
    does,
    does_with,
    gain,
    hit,
    idle_roll,
    monster,
    move,
    recently,
    set_move,
    spawn,
    turn_number,
    twice,
)

# --- darklings -----------------------------------------------------------------------------------


def darkling(f: Fight, place: int, m: Monster, roll: int) -> str:
    """The one in the middle does not chomp."""
    if not m.move:
        return "HARDEN" if roll < 50 else "NIP"
    if m.is_half_dead:
        return "REINCARNATE"
    ai = f.streams.ai
    while True:
        if roll < 40:
            if m.move != "CHOMP" and place != 1:
                return "CHOMP"
            roll = ai.between(40, 99)
        if roll < 70:
            return "NIP" if m.move == "HARDEN" else "HARDEN"
        if not twice(m, "NIP"):
            return "NIP"
        roll = ai.between(0, 99)


def reincarnate(f: Fight, place: int, m: Monster) -> None:
    m.hp = m.max_hp // 2
    m.is_half_dead = m.is_gone = False
    f.strengthen(m, 1, p.REGROW)
    if "Philosopher's Stone" in f.relics:
        f.strengthen(m, 1)


monster(
    "Darkling", "Darkling",
    hp=at((48, 56), a7=(50, 59)),
    keeps={"nip": at((7, 11), a2=(9, 13))},
    moves={
        "CHOMP": move(1, "ATTACK", hit(at(8, a2=9))),
        "HARDEN": move(2, at("DEFEND", a17="DEFEND_BUFF"), block(12), gain(p.STRENGTH, at(0, a17=2))),
        "NIP": move(3, "ATTACK", hit("nip", 1, at(0, a2=2))),
        "REGROW": move(4, "UNKNOWN"),
        "REINCARNATE": move(5, "BUFF", does(reincarnate)),
    },
    choose=darkling,
    starts=(gain(p.REGROW),),
)  # fmt: skip

# --- shapes --------------------------------------------------------------------------------------

monster(
    "Spiker", "Spiker",
    hp=at((42, 56), a7=(44, 60)),
    moves={
        "CUT": move(1, "ATTACK", hit(at(7, a2=9))),
        "SPIKE": move(2, "BUFF", does(lambda f, place, m: grow_spikes(f, m))),
    },
    choose=lambda f, place, m, roll: (
        "CUT" if m.misc.get("spikes", 0) > 5 or (roll < 50 and m.move != "CUT") else "SPIKE"
    ),
    starts=(gain(p.THORNS, at(3, a2=4, a17=7)),),
)  # fmt: skip


def grow_spikes(f: Fight, m: Monster) -> None:
    m.misc["spikes"] = m.misc.get("spikes", 0) + 1
    f.strengthen(m, 2, p.THORNS)


monster(
    "Repulsor", "Repulsor",
    hp=at((29, 35), a7=(31, 38)),
    moves={
        "BASH": move(2, "ATTACK", hit(at(11, a2=13))),
        "REPULSE": move(1, "DEBUFF", add("Dazed", 2, "draw")),
    },
    pattern=(below(20, "BASH", 1, "REPULSE"), below(100, "REPULSE")),
)  # fmt: skip


def explode(f: Fight, place: int, m: Monster) -> None:
    f.then(f.do_damage_player, 30)
    f.then(blow_up, f, place)


def blow_up(f: Fight, place: int) -> None:
    f.do_damage(place, f.b.monsters[place].hp)


monster(
    "Exploder", "Exploder",
    hp=at((30, 30), a7=(30, 35)),
    moves={
        "SLAM": move(1, "ATTACK", hit(at(9, a2=11))),
        "EXPLODE": move(2, "UNKNOWN", does(explode)),
    },
    follows={"SLAM": lambda f, place, m: "EXPLODE" if m.last == "SLAM" else "SLAM"},
)  # fmt: skip

# --- on their own --------------------------------------------------------------------------------

monster(
    "Orb Walker", "Orb Walker",
    hp=at((90, 96), a7=(92, 102)),
    extra_hp_rolls=1,
    moves={
        "CLAW": move(2, "ATTACK", hit(at(15, a2=16))),
        "LASER": move(1, "ATTACK_DEBUFF", hit(at(10, a2=11)), add("Burn", 1, "draw"), add("Burn")),
    },
    pattern=(below(40, "CLAW", 2, "LASER"), below(100, "LASER", 2, "CLAW")),
    starts=(gain(p.STRENGTH_UP, at(3, a17=5)),),
)  # fmt: skip


def spire_growth(f: Fight, place: int, m: Monster, roll: int) -> str:
    if (
        p.CONSTRICTED not in f.b.powers
        and m.move != "CONSTRICT"
        and (roll >= 50 or f.G.ascension >= 17)
    ):
        return "CONSTRICT"
    if roll < 50 and not twice(m, "QUICK_TACKLE"):
        return "QUICK_TACKLE"
    return "QUICK_TACKLE" if twice(m, "SMASH") else "SMASH"


monster(
    "Serpent", "Spire Growth",
    hp=at((170, 170), a7=(190, 190)),
    moves={
        "QUICK_TACKLE": move(1, "ATTACK", hit(at(16, a2=18))),
        "CONSTRICT": move(2, "STRONG_DEBUFF", afflict(p.CONSTRICTED, at(10, a17=12))),
        "SMASH": move(3, "ATTACK", hit(at(22, a2=25))),
    },
    choose=spire_growth,
)  # fmt: skip


def fade(f: Fight, place: int, m: Monster) -> None:
    """It fades away, after its last attack."""
    if m.powers.get(p.FADING) == 1:
        f.then(vanish, f, place)
    f.lower(m.powers, p.FADING)


def vanish(f: Fight, place: int) -> None:
    m = f.b.monsters[place]
    if m.hp > 0:
        m.hp = 0
        m.is_gone = True
        if not f.alive():
            f.is_won = True


monster(
    "Transient", "Transient",
    hp=999,
    moves={"ATTACK": move(1, "ATTACK", hit(at(30, a2=40), 1, lambda turn: 10 * (turn - 1)), does(fade))},
    starts=(gain(p.SHIFTING), gain(p.FADING, at(5, a17=6))),
)  # fmt: skip


def maw(f: Fight, place: int, m: Monster, roll: int) -> str:
    if roll < 50 and m.move != "NOM":
        return "NOM"
    return "DROOL" if m.move == "SLAM" else "SLAM"


monster(
    "Maw", "The Maw",
    hp=300,
    moves={
        "ROAR": move(2, "STRONG_DEBUFF", afflict(p.WEAK, at(3, a17=5)), afflict(p.FRAIL, at(3, a17=5))),
        "SLAM": move(3, "ATTACK", hit(at(25, a2=30))),
        "DROOL": move(4, "BUFF", gain(p.STRENGTH, at(3, a17=5))),
        "NOM": move(5, "ATTACK", hit(5, lambda turn: (turn + 1) // 2)),
    },
    opens="ROAR",
    follows={"NOM": "DROOL"},
    choose=maw,
)  # fmt: skip


def writhing_mass(f: Fight, place: int, m: Monster, roll: int) -> str:
    """Never the same twice; what comes instead is rolled again and again."""
    if not m.move:
        return "MULTI_STRIKE" if roll < 33 else "FLAIL" if roll < 66 else "WITHER"
    ai, last, implanted = f.streams.ai, m.move, m.misc.get("implanted", 0)
    while True:
        if roll < 10:
            if last != "STRONG_STRIKE":
                return "STRONG_STRIKE"
            roll = ai.between(10, 99)
        if roll < 20:
            if not implanted and last != "IMPLANT":
                return "IMPLANT"
            if ai.chance(0.1):
                return "STRONG_STRIKE"
            roll = ai.between(20, 99)
        if roll < 40:
            if last != "WITHER":
                return "WITHER"
            if ai.chance(0.4):
                if ai.between(0, 19) < 10:
                    return "STRONG_STRIKE"
                if not implanted:
                    return "IMPLANT"
                if ai.chance(0.1):
                    return "STRONG_STRIKE"
                roll = ai.between(20, 99)
                continue
            roll = ai.between(40, 99)
        if roll < 70:
            if last != "MULTI_STRIKE":
                return "MULTI_STRIKE"
            if ai.chance(0.3):
                return "FLAIL"
            roll = ai.between(0, 39)
            continue
        return "WITHER" if last == "FLAIL" else "FLAIL"


def implant(f: Fight, place: int, m: Monster) -> None:
    """A Parasite for the deck. (In the recordings it arrives when the fight is over.)"""
    m.misc["implanted"] = 1
    if not f.G.as_recorded:
        f.c.obtain("Parasite")
        return
    f.b.spoils["implanted"] = 1
    omamori = f.relics.get("Omamori")
    if "Darkstone Periapt" in f.relics and (omamori is None or omamori.counter <= 0):
        f.gain_max_hp(6)


monster(
    "WrithingMass", "Writhing Mass",
    hp=at((160, 160), a7=(175, 175)),
    moves={
        "STRONG_STRIKE": move(0, "ATTACK", hit(at(32, a2=38))),
        "MULTI_STRIKE": move(1, "ATTACK", hit(at(7, a2=9), 3)),
        "FLAIL": move(2, "ATTACK_DEFEND", hit(at(15, a2=16)), block(at(16, a2=18))),
        "WITHER": move(3, "ATTACK_DEBUFF", hit(at(10, a2=12)), afflict(p.WEAK, 2), afflict(p.VULNERABLE, 2)),
        "IMPLANT": move(4, "STRONG_DEBUFF", does(implant)),
    },
    choose=writhing_mass,
    starts=(does(lambda f, place, m: m.powers.update({p.REACTIVE: 0})), gain(p.MALLEABLE, 3)),
)  # fmt: skip

# --- elites --------------------------------------------------------------------------------------


def giant_head(f: Fight, place: int, m: Monster, roll: int) -> str:
    """Its time comes in the fifth turn, from ascension 18 on in the fourth."""
    early = f.G.ascension >= 18 and not f.G.as_recorded
    if turn_number(f) >= (3 if early else 4):
        return "IT_IS_TIME"
    if roll < 50:
        return "COUNT" if twice(m, "GLARE") else "GLARE"
    return "GLARE" if twice(m, "COUNT") else "COUNT"


def older(first: int) -> Callable[[int], int]:
    """Five more each turn, up to thirty."""
    return lambda turn: 5 * min(turn - first, 6)


monster(
    "GiantHead", "Giant Head",
    hp=at((500, 500), a8=(520, 520)),
    moves={
        "GLARE": move(1, "DEBUFF", afflict(p.WEAK)),
        "COUNT": move(3, "ATTACK", hit(13)),
        "IT_IS_TIME": move(2, "ATTACK", hit(at(30, a3=40), 1, at(older(5), a18=older(4), recorded=older(5)))),
    },
    choose=giant_head,
    starts=(does(lambda f, place, m: m.powers.update({p.SLOW: 0})),),
)  # fmt: skip


def nemesis(f: Fight, place: int, m: Monster, roll: int) -> str:
    if not m.move:
        return "ATTACK" if roll < 50 else "DEBUFF"
    ai, scythed = f.streams.ai, recently(m, "SCYTHE")
    if roll < 30:
        if not scythed:
            return "SCYTHE"
        if ai.boolean():
            return "DEBUFF" if twice(m, "ATTACK") else "ATTACK"
        return "ATTACK" if m.move == "DEBUFF" else "DEBUFF"
    if roll < 65:
        if not twice(m, "ATTACK"):
            return "ATTACK"
        return "DEBUFF" if not ai.boolean() or scythed else "SCYTHE"
    if m.move != "DEBUFF":
        return "DEBUFF"
    return "SCYTHE" if ai.boolean() and not scythed else "ATTACK"


def turn_ghostly(f: Fight, place: int, m: Monster) -> None:
    if p.GHOST not in m.powers:
        f.strengthen(m, 2, p.GHOST)


monster(
    "Nemesis", "Nemesis",
    hp=at((185, 185), a8=(200, 200)),
    moves={
        "ATTACK": move(2, "ATTACK", hit(at(6, a3=7), 3), does(turn_ghostly)),
        "SCYTHE": move(3, "ATTACK", hit(45), does(turn_ghostly)),
        "DEBUFF": move(4, "DEBUFF", add("Burn", at(3, a3=5)), does(turn_ghostly)),
    },
    choose=nemesis,
)  # fmt: skip


def reptomancer(f: Fight, place: int, m: Monster, roll: int) -> str:
    ai, can_summon = f.streams.ai, len(f.alive()) < 4
    while True:
        if roll < 33:
            if m.move != "SNAKE_STRIKE":
                return "SNAKE_STRIKE"
            roll = ai.between(33, 99)
        if roll < 66:
            return "SUMMON" if can_summon and not twice(m, "SUMMON") else "SNAKE_STRIKE"
        if m.move != "BIG_BITE":
            return "BIG_BITE"
        roll = ai.between(0, 65)


def summon_daggers(f: Fight, place: int, m: Monster, count: int) -> None:
    """From the outside in. They do nothing in this round."""
    for where in [n for n in (4, 1, 3, 0) if f.b.monsters[n].hp <= 0][:count]:
        dagger = spawn(f, "Dagger", where, p.MINION)
        set_move(dagger, "STAB")
        idle_roll(f)
        if where > place:
            dagger.misc["waits"] = 1


monster(
    "Reptomancer", "Reptomancer",
    hp=at((180, 190), a8=(190, 200)),
    extra_hp_rolls=1,
    moves={
        "SUMMON": move(2, "UNKNOWN", does_with(summon_daggers, at(1, a18=2))),
        "SNAKE_STRIKE": move(1, "ATTACK_DEBUFF", hit(at(13, a3=16), 2), afflict(p.WEAK)),
        "BIG_BITE": move(3, "ATTACK", hit(at(30, a3=34))),
    },
    opens="SUMMON",
    choose=reptomancer,
    starts=(gain(p.MINION_LEADER),),
)  # fmt: skip

monster(
    "Dagger", "Dagger",
    hp=(20, 25),
    moves={
        "STAB": move(1, "ATTACK_DEBUFF", hit(9), add("Wound")),
        "EXPLODE": move(2, "ATTACK", hit(25), does(lambda f, place, m: blow_up(f, place))),
    },
    opens="STAB",
    follows={"STAB": "EXPLODE"},
    starts=(does(lambda f, place, m: m.powers.update({p.MINION: 1})),),
)  # fmt: skip

# --- bosses --------------------------------------------------------------------------------------


def awakened_one(f: Fight, place: int, m: Monster, roll: int) -> str:
    if m.is_half_dead:
        return "REBIRTH"
    if not m.misc.get("reborn"):
        if roll < 25:
            return "SLASH" if m.move == "SOUL_STRIKE" else "SOUL_STRIKE"
        return "SOUL_STRIKE" if twice(m, "SLASH") else "SLASH"
    if roll < 50:
        return "TACKLE" if twice(m, "SLUDGE") else "SLUDGE"
    return "SLUDGE" if twice(m, "TACKLE") else "TACKLE"


def not_yet(f: Fight, place: int, m: Monster) -> bool:
    """The first time it only seems to die."""
    if m.misc.get("reborn"):
        return False
    m.is_half_dead = True
    shake_off(f, place, m)
    m.powers.pop(p.CURIOSITY, None)
    set_move(m, "REBIRTH")
    f.plays.clear()
    return True


Hooks.when_dying["AwakenedOne"] = not_yet


def rebirth(f: Fight, place: int, m: Monster, hp: int) -> None:
    m.hp = m.max_hp = hp
    m.is_half_dead = m.is_gone = False
    m.misc["reborn"] = 1
    if m.powers.get(p.STRENGTH, 0) < 0:
        del m.powers[p.STRENGTH]
    f.strengthen(m, 1, p.MINION_LEADER)


monster(
    "AwakenedOne", "Awakened One",
    hp=at((300, 300), a9=(320, 320)),
    moves={
        "SLASH": move(1, "ATTACK", hit(20)),
        "SOUL_STRIKE": move(2, "ATTACK", hit(6, 4)),
        "REBIRTH": move(3, "UNKNOWN", does_with(rebirth, at(300, a9=320))),
        "DARK_ECHO": move(5, "ATTACK", hit(40)),
        "SLUDGE": move(6, "ATTACK_DEBUFF", hit(18), add("Void", 1, "draw")),
        "TACKLE": move(8, "ATTACK", hit(10, 3)),
    },
    opens="SLASH",
    follows={"REBIRTH": "DARK_ECHO"},
    choose=awakened_one,
    starts=(
        gain(p.STRENGTH, at(0, a4=2)), gain(p.CURIOSITY, at(1, a19=2)), gain(p.REGENERATE, at(10, a19=15)),
    ),
)  # fmt: skip


def time_eater(f: Fight, place: int, m: Monster, roll: int) -> str:
    if m.hp < m.max_hp // 2 and not m.misc.get("hasted"):
        return "HASTE"
    ai = f.streams.ai
    if roll < 45:
        if not twice(m, "REVERBERATE"):
            return "REVERBERATE"
        roll = ai.between(50, 99)
    if roll < 80:
        if m.move != "HEAD_SLAM":
            return "HEAD_SLAM"
        return "REVERBERATE" if ai.chance(0.66) else "RIPPLE"
    if m.move == "RIPPLE":
        return "REVERBERATE" if ai.random(74) < 45 else "HEAD_SLAM"
    return "RIPPLE"


def haste(f: Fight, place: int, m: Monster, block: int) -> None:
    """Back to half, once."""
    m.misc["hasted"] = 1
    m.hp = m.max_hp // 2
    m.block += block
    shake_off(f, place, m)


monster(
    "TimeEater", "Time Eater",
    hp=at((456, 456), a9=(480, 480)),
    moves={
        "REVERBERATE": move(2, "ATTACK", hit(at(7, a4=8), 3)),
        "RIPPLE": move(3, "DEFEND_DEBUFF", block(20), afflict(p.WEAK), afflict(p.VULNERABLE), afflict(p.FRAIL, at(0, a19=1))),
        "HEAD_SLAM": move(4, "ATTACK_DEBUFF", hit(at(26, a4=32)), afflict(p.DRAW_REDUCTION), add("Slimed", at(0, a19=2))),
        "HASTE": move(5, "BUFF", does_with(haste, at(0, a19=32))),
    },
    choose=time_eater,
    starts=(does(lambda f, place, m: m.powers.update({p.TIME_WARP: 0})),),
)  # fmt: skip


def circle_of_power(f: Fight, place: int, m: Monster) -> None:
    for one in f.b.monsters:
        f.strengthen(one, 3)


def square_of_protection(f: Fight, place: int, m: Monster, plates: int) -> None:
    for one in f.b.monsters:
        one.block += 16
        if plates:
            f.strengthen(one, plates, p.PLATED)


monster(
    "Deca", "Deca",
    hp=at((250, 250), a9=(265, 265)),
    moves={
        "BEAM": move(0, "ATTACK_DEBUFF", hit(at(10, a4=12), 2), add("Dazed", 2)),
        "SQUARE_OF_PROTECTION": move(2, at("DEFEND", a19="DEFEND_BUFF"), does_with(square_of_protection, at(0, a19=3))),
    },
    opens="BEAM",
    follows={"BEAM": "SQUARE_OF_PROTECTION", "SQUARE_OF_PROTECTION": "BEAM"},
    starts=(gain(p.ARTIFACT, at(2, a19=3)),),
    rolls=False,
)  # fmt: skip

monster(
    "Donu", "Donu",
    hp=at((250, 250), a9=(265, 265)),
    moves={
        "CIRCLE_OF_POWER": move(2, "BUFF", does(circle_of_power)),
        "BEAM": move(0, "ATTACK", hit(at(10, a4=12), 2)),
    },
    opens="CIRCLE_OF_POWER",
    follows={"CIRCLE_OF_POWER": "BEAM", "BEAM": "CIRCLE_OF_POWER"},
    starts=(gain(p.ARTIFACT, at(2, a19=3)),),
    rolls=False,
)  # fmt: skip
