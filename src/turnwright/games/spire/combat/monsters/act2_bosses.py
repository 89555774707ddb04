"""Bosses of act 2."""

from __future__ import annotations

from turnwright.games.spire.combat import power_ids as p
from turnwright.games.spire.combat.fight import Fight
from turnwright.games.spire.library import cards
from turnwright.games.spire.state import Card, Monster

from .monster_definition import idle_roll, monster, roll_move, spawn
from .monster_powers import shake_off
from .move_definition import (
    at,
    block,
    custom,
    debuff,
    gain,
    hit,
    move,
    set_move,
    turn_number,
    used_recently,
    used_twice,
)

# --- the automaton -------------------------------------------------------------------------------


def _spawn_orbs(f: Fight, place: int, m: Monster) -> None:
    for where in (0, 2):
        spawn(f, "BronzeOrb", where)
    for where in (0, 2):
        roll_move(f, where)
    f.monster_turn += 1


def _count(f: Fight, place: int, m: Monster) -> None:
    m.misc["blows"] = m.misc.get("blows", 0) + 1


def _after_boost(f: Fight, place: int, m: Monster) -> str:
    """Use the Hyper Beam after every two flails."""
    if m.misc["blows"] < 2:
        return "FLAIL"
    m.misc["blows"] = 0
    return "HYPER_BEAM"


monster(
    "BronzeAutomaton", "Bronze Automaton",
    hp=at((300, 300), a9=(320, 320)),
    moves={
        "SPAWN_ORBS": move(4, "UNKNOWN", custom(_spawn_orbs)),
        "FLAIL": move(1, "ATTACK", hit(at(7, a4=8), 2), custom(_count)),
        "BOOST": move(5, "DEFEND_BUFF", gain(p.STRENGTH, at(3, a4=4)), block(at(9, a9=12))),
        "HYPER_BEAM": move(2, "ATTACK", hit(at(45, a4=50))),
        "STUNNED": move(3, "STUN"),
    },
    first_move="SPAWN_ORBS",
    next_moves={
        "SPAWN_ORBS": "FLAIL", "FLAIL": "BOOST", "BOOST": _after_boost,
        "HYPER_BEAM": at("STUNNED", a19="BOOST"), "STUNNED": "FLAIL",
    },
    start_effects=(gain(p.MINION_LEADER), gain(p.ARTIFACT, 3)),
)  # fmt: skip

RARITIES = ("RARE", "UNCOMMON", "COMMON")


def _hold_card(f: Fight, place: int, m: Monster) -> None:
    """The orb takes the rarest card of the draw pile, or else of the discard pile; at random among
    equals."""
    m.misc["has held"] = 1
    pile = f.b.draw or f.b.discard
    if pile:
        m.stolen = card = _rarest(f, pile)
        pile[:] = [one for one in pile if one is not card]
        f.add_monster_power(m, 1, p.STASIS)


def _rarest(f: Fight, pile: list[Card]) -> Card:
    facts, stream = cards(), f.streams.card_random
    for rarity in RARITIES:
        found = [card for card in pile if facts[card.kind].rarity == rarity]
        if found:
            pile = sorted(found, key=lambda card: card.kind)
            break
    place: int = stream.random(len(pile) - 1)
    return pile[place]


def _bronze_orb(f: Fight, place: int, m: Monster, roll: int) -> str:
    if "has held" not in m.misc and roll >= 25:
        return "STASIS"
    if roll >= 70 and not used_twice(m, "SUPPORT_BEAM"):
        return "SUPPORT_BEAM"
    return "SUPPORT_BEAM" if used_twice(m, "BEAM") else "BEAM"


def _support(f: Fight, place: int, m: Monster) -> None:
    f.b.monsters[1].block += 12


monster(
    "BronzeOrb", "Orb",
    hp=at((52, 58), a9=(54, 60)),
    extra_hp_rolls=1,
    starting_powers={p.MINION: 1},
    moves={
        "BEAM": move(1, "ATTACK", hit(8)),
        "SUPPORT_BEAM": move(2, "DEFEND", custom(_support)),
        "STASIS": move(3, "STRONG_DEBUFF", custom(_hold_card)),
    },
    choose=_bronze_orb,
)  # fmt: skip

# --- the collector -------------------------------------------------------------------------------


def _light_torches(f: Fight, place: int, m: Monster) -> None:
    """Summon Torch Heads, up to two."""
    monsters = f.b.monsters
    count = 3 - len(f.targetable())
    for where in (1 if monsters[1].hp <= 0 else 0, 0)[:count]:
        torch = spawn(f, "TorchHead", where)
        set_move(torch, "TACKLE")
    for _ in range(count):
        idle_roll(f)


def _collector(f: Fight, place: int, m: Monster, roll: int) -> str:
    if turn_number(f) == 3:
        return "MEGA_DEBUFF"
    if roll <= 25 and len(f.targetable()) < 3 and m.move != "SPAWN":
        return "SPAWN"
    if roll <= 70 and not used_twice(m, "FIREBALL"):
        return "FIREBALL"
    return "FIREBALL" if m.move == "BUFF" else "BUFF"


def kindle(f: Fight, place: int, m: Monster, strength: int, block: int) -> None:
    """Strength for the Collector and its Torch Heads, block for itself."""
    for one in f.b.monsters[:2]:
        if one.hp > 0:
            f.add_monster_power(one, strength)
    f.add_monster_power(m, strength)
    m.block += block


MEGA = at(3, a19=5)

monster(
    "TheCollector", "The Collector",
    hp=at((282, 282), a9=(300, 300)),
    moves={
        "SPAWN": move(1, "UNKNOWN", custom(_light_torches)),
        "FIREBALL": move(2, "ATTACK", hit(at(18, a4=21))),
        "BUFF": move(
            3, "DEFEND_BUFF",
            custom(kindle, at(3, a4=4, a19=5), at(15, a9=18, a19=23)),
        ),
        "MEGA_DEBUFF": move(
            4, "STRONG_DEBUFF",
            debuff(p.WEAK, MEGA), debuff(p.VULNERABLE, MEGA), debuff(p.FRAIL, MEGA),
        ),
    },
    first_move="SPAWN",
    choose=_collector,
    start_effects=(gain(p.MINION_LEADER),),
)  # fmt: skip

monster(
    "TorchHead", "Torch Head",
    hp=at((38, 40), a9=(40, 45)),
    extra_hp_rolls=1,
    starting_powers={p.MINION: 1},
    moves={"TACKLE": move(1, "ATTACK", hit(7))},
    rolls=False,
)  # fmt: skip

# --- the champ -----------------------------------------------------------------------------------


def _champ(f: Fight, place: int, m: Monster, roll: int) -> str:
    """Below half HP the Champ gets angry and uses Execute as often as possible."""
    last, mind = m.move, m.misc
    if mind.get("angry"):
        if not used_recently(m, "EXECUTE"):
            return "EXECUTE"
    elif m.hp < m.max_hp // 2:
        mind["angry"] = 1
        return "ANGER"
    elif (turn_number(f) + 1) % 4 == 0:
        return "TAUNT"
    stances = mind.get("stances", 0)
    if roll <= (30 if f.G.ascension >= 19 else 15) and last != "DEFENSIVE_STANCE" and stances < 2:
        mind["stances"] = stances + 1
        return "DEFENSIVE_STANCE"
    if roll <= 30 and last not in ("GLOAT", "DEFENSIVE_STANCE"):
        return "GLOAT"
    if roll <= 55 and last != "FACE_SLAP":
        return "FACE_SLAP"
    return "FACE_SLAP" if last == "HEAVY_SLASH" else "HEAVY_SLASH"


monster(
    "Champ", "The Champ",
    hp=at((420, 420), a9=(440, 440)),
    moves={
        "HEAVY_SLASH": move(1, "ATTACK", hit(at(16, a4=18))),
        "DEFENSIVE_STANCE": move(
            2, "DEFEND_BUFF", block(at(15, a9=18, a19=20)), gain(p.METALLICIZE, at(5, a9=6, a19=7))
        ),
        "EXECUTE": move(3, "ATTACK", hit(10, 2)),
        "FACE_SLAP": move(
            4, "ATTACK_DEBUFF", hit(at(12, a4=14)), debuff(p.FRAIL, 2), debuff(p.VULNERABLE, 2)
        ),
        "GLOAT": move(
            5, "BUFF", gain(p.STRENGTH, at(2, a4=3, a19=4))
        ),
        "TAUNT": move(6, "DEBUFF", debuff(p.WEAK, 2), debuff(p.VULNERABLE, 2)),
        "ANGER": move(7, "BUFF", custom(shake_off), gain(p.STRENGTH, at(6, a4=9, a19=12))),
    },
    choose=_champ,
)  # fmt: skip
