"""Monsters of act 3."""

from __future__ import annotations

from turnwright.games.spire.combat import power_ids as p
from turnwright.games.spire.combat.fight import Fight
from turnwright.games.spire.combat.power_amounts import reduce_power
from turnwright.games.spire.state import Monster

from .monster_definition import monster
from .monster_powers import blow_up
from .move_definition import add, at, below, block, custom, debuff, gain, hit, move, used_twice

# --- darklings -----------------------------------------------------------------------------------


def _darkling(f: Fight, place: int, m: Monster, roll: int) -> str:
    """The Darkling in the middle does not use Chomp."""
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
        if not used_twice(m, "NIP"):
            return "NIP"
        roll = ai.between(0, 99)


def _reincarnate(f: Fight, place: int, m: Monster) -> None:
    m.hp = m.max_hp // 2
    m.is_half_dead = m.is_gone = False
    f.add_monster_power(m, 1, p.REGROW)
    if "Philosopher's Stone" in f.relics:
        f.add_monster_power(m, 1)


monster(
    "Darkling", "Darkling",
    hp=at((48, 56), a7=(50, 59)),
    rolled_values={"nip": at((7, 11), a2=(9, 13))},
    moves={
        "CHOMP": move(1, "ATTACK", hit(at(8, a2=9), 2)),
        "HARDEN": move(
            2, at("DEFEND", a17="DEFEND_BUFF"), block(12), gain(p.STRENGTH, at(0, a17=2))
        ),
        "NIP": move(3, "ATTACK", hit("nip")),
        "REGROW": move(4, "UNKNOWN"),
        "REINCARNATE": move(5, "BUFF", custom(_reincarnate)),
    },
    choose=_darkling,
    start_effects=(gain(p.REGROW),),
)  # fmt: skip

# --- shapes --------------------------------------------------------------------------------------


def _grow_spikes(f: Fight, place: int, m: Monster) -> None:
    m.misc["spikes"] = m.misc.get("spikes", 0) + 1
    f.add_monster_power(m, 2, p.THORNS)


monster(
    "Spiker", "Spiker",
    hp=at((42, 56), a7=(44, 60)),
    moves={
        "CUT": move(1, "ATTACK", hit(at(7, a2=9))),
        "SPIKE": move(2, "BUFF", custom(_grow_spikes)),
    },
    choose=lambda f, place, m, roll: (
        "CUT" if m.misc.get("spikes", 0) > 5 or (roll < 50 and m.move != "CUT") else "SPIKE"
    ),
    start_effects=(gain(p.THORNS, at(3, a2=4, a17=7)),),
)  # fmt: skip

monster(
    "Repulsor", "Repulsor",
    hp=at((29, 35), a7=(31, 38)),
    moves={
        "BASH": move(2, "ATTACK", hit(at(11, a2=13))),
        "REPULSE": move(1, "DEBUFF", add("Dazed", 2, "draw")),
    },
    pattern=(below(20, "BASH", 1, "REPULSE"), below(100, "REPULSE")),
)  # fmt: skip


def _tick(f: Fight, place: int, m: Monster) -> None:
    m.powers[p.EXPLOSIVE] -= 1


def _explode(f: Fight, place: int, m: Monster) -> None:
    f.add_to_bottom(f.do_damage_player, 30)
    f.add_to_bottom(blow_up, f, place, m)


monster(
    "Exploder", "Exploder",
    hp=at((30, 30), a7=(30, 35)),
    starting_powers={p.EXPLOSIVE: 3},
    moves={
        "SLAM": move(1, "ATTACK", custom(_tick), hit(at(9, a2=11))),
        "EXPLODE": move(2, "UNKNOWN", custom(_explode)),
    },
    next_moves={"SLAM": lambda f, place, m: "EXPLODE" if m.last == "SLAM" else "SLAM"},
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
    start_effects=(gain(p.STRENGTH_UP, at(3, a17=5)),),
)  # fmt: skip


def _spire_growth(f: Fight, place: int, m: Monster, roll: int) -> str:
    may_constrict = p.CONSTRICTED not in f.b.powers and m.move != "CONSTRICT"
    if may_constrict and f.G.ascension >= 17:
        return "CONSTRICT"
    if roll < 50 and not used_twice(m, "QUICK_TACKLE"):
        return "QUICK_TACKLE"
    if may_constrict:
        return "CONSTRICT"
    return "QUICK_TACKLE" if used_twice(m, "SMASH") else "SMASH"


monster(
    "Serpent", "Spire Growth",
    hp=at((170, 170), a7=(190, 190)),
    moves={
        "QUICK_TACKLE": move(1, "ATTACK", hit(at(16, a2=18))),
        "CONSTRICT": move(2, "STRONG_DEBUFF", debuff(p.CONSTRICTED, at(10, a17=12))),
        "SMASH": move(3, "ATTACK", hit(at(22, a2=25))),
    },
    choose=_spire_growth,
)  # fmt: skip


def _fade(f: Fight, place: int, m: Monster) -> None:
    """The Transient disappears after its last attack."""
    if m.powers.get(p.FADING) == 1:
        f.add_to_bottom(_vanish, f, place)
    reduce_power(m.powers, p.FADING)


def _vanish(f: Fight, place: int) -> None:
    m = f.b.monsters[place]
    if m.hp > 0:
        m.hp = 0
        m.is_gone = True
        if not f.targetable():
            f.is_won = True


monster(
    "Transient", "Transient",
    hp=999,
    moves={
        "ATTACK": move(
            1, "ATTACK", hit(at(30, a2=40), 1, lambda turn: 10 * (turn - 1)), custom(_fade)
        ),
    },
    start_effects=(gain(p.SHIFTING), gain(p.FADING, at(5, a17=6))),
)  # fmt: skip


def _maw(f: Fight, place: int, m: Monster, roll: int) -> str:
    if roll < 50 and m.move != "NOM":
        return "NOM"
    return "DROOL" if m.move == "SLAM" else "SLAM"


monster(
    "Maw", "The Maw",
    hp=300,
    moves={
        "ROAR": move(
            2, "STRONG_DEBUFF", debuff(p.WEAK, at(3, a17=5)), debuff(p.FRAIL, at(3, a17=5))
        ),
        "SLAM": move(3, "ATTACK", hit(at(25, a2=30))),
        "DROOL": move(4, "BUFF", gain(p.STRENGTH, at(3, a17=5))),
        "NOM": move(5, "ATTACK", hit(5, lambda turn: (turn + 1) // 2)),
    },
    first_move="ROAR",
    next_moves={"NOM": "DROOL"},
    choose=_maw,
)  # fmt: skip


def _writhing_mass(f: Fight, place: int, m: Monster, roll: int) -> str:
    """Never the same move twice in a row. Another roll chooses the replacement."""
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


def _implant(f: Fight, place: int, m: Monster) -> None:
    """Add a Parasite to the deck."""
    m.misc["implanted"] = 1
    f.c.obtain("Parasite")


monster(
    "WrithingMass", "Writhing Mass",
    hp=at((160, 160), a7=(175, 175)),
    moves={
        "STRONG_STRIKE": move(0, "ATTACK", hit(at(32, a2=38))),
        "MULTI_STRIKE": move(1, "ATTACK", hit(at(7, a2=9), 3)),
        "FLAIL": move(2, "ATTACK_DEFEND", hit(at(15, a2=16)), block(at(16, a2=18))),
        "WITHER": move(
            3, "ATTACK_DEBUFF", hit(at(10, a2=12)), debuff(p.WEAK, 2), debuff(p.VULNERABLE, 2)
        ),
        "IMPLANT": move(4, "STRONG_DEBUFF", custom(_implant)),
    },
    choose=_writhing_mass,
    starting_powers={p.REACTIVE: 0, p.MALLEABLE: 3},
)  # fmt: skip
