"""Monsters of act 4: Spire Shield, Spire Spear and Corrupt Heart."""

from __future__ import annotations

from turnwright.games.spire.combat import power_ids as p
from turnwright.games.spire.combat.fight import Fight
from turnwright.games.spire.combat.hooks import HOOKS, on
from turnwright.games.spire.combat.piles import make_cards
from turnwright.games.spire.state import Monster

from .monster_definition import monster
from .move_definition import NextMove, at, custom, either, gain, hit, move, turn_number

# --- shield and spear ----------------------------------------------------------------------------


def _surround(f: Fight, place: int, m: Monster) -> None:
    """At first the player faces the Spear."""
    f.b.powers[p.SURROUNDED] = 1
    m.powers[p.BACK_ATTACK] = 1


@on(HOOKS.when_dying, "SpireShield", "SpireSpear")
def _way_out(f: Fight, place: int, m: Monster) -> None:
    f.b.powers.pop(p.SURROUNDED, None)
    for one in f.b.monsters:
        one.powers.pop(p.BACK_ATTACK, None)


def _weaken(f: Fight, place: int, m: Monster) -> None:
    """Take Strength, or with the same chance Focus from a player who has orb slots."""
    takes_focus = f.b.orb_slots > 0 and f.streams.ai.boolean()
    f.do_buff(p.FOCUS if takes_focus else p.STRENGTH, -1)


def _fortify(f: Fight, place: int, m: Monster) -> None:
    for one in f.b.monsters[:2]:
        one.block += 30


def _cover(f: Fight, place: int, m: Monster, block: int) -> None:
    """Gain as much block as the attack deals damage."""
    m.block += block or f.damage_from(m, 38 if f.G.ascension >= 3 else 34)


def _third(other: str) -> NextMove:
    """Bash and Fortify in any order, then Smash."""
    return lambda f, place, m: other if m.last in ("", "SMASH") else "SMASH"


monster(
    "SpireShield", "Spire Shield",
    hp=at((110, 110), a8=(125, 125)),
    moves={
        "BASH": move(1, "ATTACK_DEBUFF", hit(at(12, a3=14)), custom(_weaken)),
        "FORTIFY": move(2, "DEFEND", custom(_fortify)),
        "SMASH": move(3, "ATTACK_DEFEND", hit(at(34, a3=38)), custom(_cover, at(0, a18=99))),
    },
    first_move=either("FORTIFY", "BASH"),
    next_moves={
        "BASH": _third("FORTIFY"), "FORTIFY": _third("BASH"), "SMASH": either("FORTIFY", "BASH"),
    },
    start_effects=(custom(_surround), gain(p.ARTIFACT, at(1, a18=2))),
)  # fmt: skip


def _burn(f: Fight, place: int, m: Monster, where: str) -> None:
    make_cards(f, "Burn", where, 2)


def _pierce(f: Fight, place: int, m: Monster) -> None:
    for one in f.b.monsters[:2]:
        f.add_monster_power(one, 2)


def _skewer(other: str) -> NextMove:
    return lambda f, place, m: other if m.last == "SKEWER" else "SKEWER"


monster(
    "SpireSpear", "Spire Spear",
    hp=at((160, 160), a8=(180, 180)),
    moves={
        "BURN_STRIKE": move(
            1, "ATTACK_DEBUFF", hit(at(5, a3=6), 2), custom(_burn, at("discard", a18="top"))
        ),
        "PIERCER": move(2, "BUFF", custom(_pierce)),
        "SKEWER": move(3, "ATTACK", hit(10, at(3, a3=4))),
    },
    first_move="BURN_STRIKE",
    next_moves={
        "BURN_STRIKE": _skewer("PIERCER"), "PIERCER": _skewer("BURN_STRIKE"),
        "SKEWER": either("PIERCER", "BURN_STRIKE"),
    },
    start_effects=(gain(p.ARTIFACT, at(1, a18=2)),),
)  # fmt: skip

# --- the heart -----------------------------------------------------------------------------------

STATUSES = ("Dazed", "Slimed", "Wound", "Burn", "Void")


def _debilitate(f: Fight, place: int, m: Monster) -> None:
    for name in (p.VULNERABLE, p.WEAK, p.FRAIL):
        f.debuff_player(name, 2)
    for card in STATUSES:
        make_cards(f, card, "draw")


BEATS = ((p.ARTIFACT, 2), (p.BEAT_OF_DEATH, 1), (p.PAINFUL_STABS, 1), (p.STRENGTH, 10))


def _beat(f: Fight, place: int, m: Monster) -> None:
    """Gain Strength every third turn, and something else each time."""
    if m.powers.get(p.STRENGTH, 0) < 0:
        del m.powers[p.STRENGTH]
    f.add_monster_power(m, 2)
    times = turn_number(f) // 3
    power, amount = BEATS[times - 1] if times <= len(BEATS) else (p.STRENGTH, 50)
    f.add_monster_power(m, amount, power)


def _then_or_beat(other: str) -> NextMove:
    return lambda f, place, m: "BUFF" if turn_number(f) % 3 == 0 else other


monster(
    "CorruptHeart", "Corrupt Heart",
    hp=at((750, 750), a9=(800, 800)),
    moves={
        "DEBILITATE": move(3, "STRONG_DEBUFF", custom(_debilitate)),
        "BLOOD_SHOTS": move(1, "ATTACK", hit(2, at(12, a4=15))),
        "ECHO": move(2, "ATTACK", hit(at(40, a4=45))),
        "BUFF": move(4, "BUFF", custom(_beat)),
    },
    first_move="DEBILITATE",
    next_moves={
        "DEBILITATE": either("BLOOD_SHOTS", "ECHO"), "BUFF": either("BLOOD_SHOTS", "ECHO"),
        "BLOOD_SHOTS": _then_or_beat("ECHO"), "ECHO": _then_or_beat("BLOOD_SHOTS"),
    },
    start_effects=(gain(p.BEAT_OF_DEATH, at(1, a19=2)), gain(p.INVINCIBLE, at(300, a19=200))),
)  # fmt: skip
