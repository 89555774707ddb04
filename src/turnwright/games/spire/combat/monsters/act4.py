"""The last three: Spire Shield, Spire Spear, and the heart."""

from __future__ import annotations

from turnwright.games.spire.combat import power_ids as p
from turnwright.games.spire.combat.fight import Fight
from turnwright.games.spire.combat.hooks import HOOKS, on
from turnwright.games.spire.combat.piles import make_cards
from turnwright.games.spire.state import Monster

from .monster_definition import monster
from .monster_words import Follow, afflict, at, does, either, gain, hit, move, turn_number

# --- shield and spear ----------------------------------------------------------------------------


def surround(f: Fight, place: int, m: Monster) -> None:
    """At first the player looks at the spear."""
    f.b.powers[p.SURROUNDED] = 1
    m.powers[p.BACK_ATTACK] = 1


@on(HOOKS.when_dying, "SpireShield", "SpireSpear")
def way_out(f: Fight, place: int, m: Monster) -> None:
    f.b.powers.pop(p.SURROUNDED, None)
    for one in f.b.monsters:
        one.powers.pop(p.BACK_ATTACK, None)


def fortify(f: Fight, place: int, m: Monster) -> None:
    for one in f.b.monsters[:2]:
        one.block += 30


def cover(f: Fight, place: int, m: Monster, block: int) -> None:
    """As much block as the blow was strong."""
    m.block += block or f.damage_from(m, 38 if f.G.ascension >= 3 else 34)


def third(other: str) -> Follow:
    """Bash and Fortify in any order, then Smash."""
    return lambda f, place, m: other if m.last in ("", "SMASH") else "SMASH"


monster(
    "SpireShield", "Spire Shield",
    hp=at((110, 110), a8=(125, 125)),
    moves={
        "BASH": move(1, "ATTACK_DEBUFF", hit(at(12, a3=14)), afflict(p.STRENGTH, -1)),
        "FORTIFY": move(2, "DEFEND", does(fortify)),
        "SMASH": move(3, "ATTACK_DEFEND", hit(at(34, a3=38)), does(cover, at(0, a18=99))),
    },
    opens=either("FORTIFY", "BASH"),
    follows={"BASH": third("FORTIFY"), "FORTIFY": third("BASH"), "SMASH": either("FORTIFY", "BASH")},
    starts=(does(surround), gain(p.ARTIFACT, at(1, a18=2))),
)  # fmt: skip


def burn(f: Fight, place: int, m: Monster, where: str) -> None:
    make_cards(f, "Burn", where, 2)


def pierce(f: Fight, place: int, m: Monster) -> None:
    for one in f.b.monsters[:2]:
        f.add_monster_power(one, 2)


def skewer(other: str) -> Follow:
    return lambda f, place, m: other if m.last == "SKEWER" else "SKEWER"


monster(
    "SpireSpear", "Spire Spear",
    hp=at((160, 160), a8=(180, 180)),
    moves={
        "BURN_STRIKE": move(
            1, "ATTACK_DEBUFF", hit(at(5, a3=6), 2), does(burn, at("discard", a18="top"))
        ),
        "PIERCER": move(2, "BUFF", does(pierce)),
        "SKEWER": move(3, "ATTACK", hit(10, at(3, a3=4))),
    },
    opens="BURN_STRIKE",
    follows={
        "BURN_STRIKE": skewer("PIERCER"), "PIERCER": skewer("BURN_STRIKE"),
        "SKEWER": either("PIERCER", "BURN_STRIKE"),
    },
    starts=(gain(p.ARTIFACT, at(1, a18=2)),),
)  # fmt: skip

# --- the heart -----------------------------------------------------------------------------------

STATUSES = ("Dazed", "Slimed", "Wound", "Burn", "Void")


def debilitate(f: Fight, place: int, m: Monster) -> None:
    for name in (p.VULNERABLE, p.WEAK, p.FRAIL):
        f.debuff_player(name, 2)
    for card in STATUSES:
        make_cards(f, card, "draw")


BEATS = ((p.ARTIFACT, 2), (p.BEAT_OF_DEATH, 1), (p.PAINFUL_STABS, 1), (p.STRENGTH, 10))


def beat(f: Fight, place: int, m: Monster) -> None:
    """Every third turn it grows, each time in another way."""
    if m.powers.get(p.STRENGTH, 0) < 0:
        del m.powers[p.STRENGTH]
    f.add_monster_power(m, 2)
    times = turn_number(f) // 3
    power, amount = BEATS[times - 1] if times <= len(BEATS) else (p.STRENGTH, 50)
    f.add_monster_power(m, amount, power)


def then_or_beat(other: str) -> Follow:
    return lambda f, place, m: "BUFF" if turn_number(f) % 3 == 0 else other


monster(
    "CorruptHeart", "Corrupt Heart",
    hp=at((750, 750), a9=(800, 800)),
    moves={
        "DEBILITATE": move(3, "STRONG_DEBUFF", does(debilitate)),
        "BLOOD_SHOTS": move(1, "ATTACK", hit(2, at(12, a4=15))),
        "ECHO": move(2, "ATTACK", hit(at(40, a4=45))),
        "BUFF": move(4, "BUFF", does(beat)),
    },
    opens="DEBILITATE",
    follows={
        "DEBILITATE": either("BLOOD_SHOTS", "ECHO"), "BUFF": either("BLOOD_SHOTS", "ECHO"),
        "BLOOD_SHOTS": then_or_beat("ECHO"), "ECHO": then_or_beat("BLOOD_SHOTS"),
    },
    starts=(gain(p.BEAT_OF_DEATH, at(1, a19=2)), gain(p.INVINCIBLE, at(300, a19=200))),
)  # fmt: skip
