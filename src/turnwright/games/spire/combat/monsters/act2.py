"""The monsters of the second act."""

from __future__ import annotations

from turnwright.games.spire.combat import names as p
from turnwright.games.spire.combat.fight import Fight
from turnwright.games.spire.library import cards
from turnwright.games.spire.state import Card, Monster

from .act1 import escape, steal
from .groups import random_gremlin
from .kinds import (
    add,
    afflict,
    at,
    below,
    block,
    born,
    coin,
    does,
    does_with,
    either,
    gain,
    hit,
    idle_roll,
    leech,
    monster,
    move,
    put,
    recently,
    roll_move,
    set_move,
    spawn,
    turn_number,
    twice,
)

# --- on their own --------------------------------------------------------------------------------

monster(
    "SphericGuardian", "Spheric Guardian",
    hp=20,
    moves={
        "ACTIVATE": move(2, "DEFEND", block(at(25, a17=35))),
        "ATTACK_DEBUFF": move(4, "ATTACK_DEBUFF", hit(at(10, a2=11)), afflict(p.FRAIL, 5)),
        "SLAM": move(1, "ATTACK", hit(at(10, a2=11), 2)),
        "HARDEN": move(3, "ATTACK_DEFEND", block(15), hit(at(10, a2=11))),
    },
    opens="ACTIVATE",
    follows={
        "ACTIVATE": "ATTACK_DEBUFF", "ATTACK_DEBUFF": "SLAM", "SLAM": "HARDEN", "HARDEN": "SLAM",
    },
    starts=(gain(p.ARTIFACT, 3), gain(p.BARRICADE), block(40)),
)  # fmt: skip


def chosen(f: Fight, place: int, m: Monster, roll: int) -> str:
    """A debuff every other turn."""
    if m.move in ("DEBILITATE", "DRAIN"):
        return "ZAP" if roll < 40 else "POKE"
    return "DEBILITATE" if roll < 50 else "DRAIN"


monster(
    "Chosen", "Chosen",
    hp=at((95, 99), a7=(98, 103)),
    moves={
        "POKE": move(5, "ATTACK", hit(at(5, a2=6), 2)),
        "ZAP": move(1, "ATTACK", hit(at(18, a2=21))),
        "DEBILITATE": move(3, "ATTACK_DEBUFF", hit(at(10, a2=12)), afflict(p.VULNERABLE, 2)),
        "DRAIN": move(2, "DEBUFF", afflict(p.WEAK, 3), gain(p.STRENGTH, 3)),
        "HEX": move(4, "STRONG_DEBUFF", afflict(p.HEX)),
    },
    opens=at("POKE", a17="HEX"),
    choose=lambda f, place, m, roll: (
        "HEX" if m.move == "POKE" and not m.last else chosen(f, place, m, roll)
    ),
)  # fmt: skip


def shelled_parasite(f: Fight, place: int, m: Monster, roll: int) -> str:
    again = 100
    if roll < 20:
        if m.move != "FELL":
            return "FELL"
        again = f.streams.ai.between(20, 99)
    if roll < 60 or again < 60:
        return "SUCK" if twice(m, "DOUBLE_STRIKE") else "DOUBLE_STRIKE"
    return "DOUBLE_STRIKE" if twice(m, "SUCK") else "SUCK"


monster(
    "Shelled Parasite", "Shelled Parasite",
    hp=at((68, 72), a7=(70, 75)),
    moves={
        "DOUBLE_STRIKE": move(2, "ATTACK", hit(at(6, a2=7), 2)),
        "SUCK": move(3, "ATTACK_BUFF", leech(at(10, a2=12))),
        "FELL": move(1, "ATTACK_DEBUFF", hit(at(18, a2=21)), afflict(p.FRAIL, 2)),
        "STUNNED": move(4, "STUN", does(lambda f, place, m: set_move(m, "FELL"))),
    },
    opens=at(either("DOUBLE_STRIKE", "SUCK"), a17="FELL"),
    choose=shelled_parasite,
    starts=(gain(p.PLATED, 14), block(14)),
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
    opens=coin(0.375, "CAW", "PECK"),
    follows={"STUNNED": "HEADBUTT", "HEADBUTT": "FLY"},
    pattern=(
        below(50, "PECK", 2, coin(0.4, "SWOOP", "CAW")),
        below(70, "SWOOP", 1, coin(0.375, "CAW", "PECK")),
        below(100, "CAW", 1, coin(0.2857, "SWOOP", "PECK")),
    ),
    starts=(gain(p.FLIGHT, at(3, a17=4)),),
)  # fmt: skip

monster(
    "SnakePlant", "Snake Plant",
    hp=at((75, 79), a7=(78, 82)),
    moves={
        "CHOMP": move(1, "ATTACK", hit(at(7, a2=8), 3)),
        "ENFEEBLING_SPORES": move(2, "STRONG_DEBUFF", afflict(p.FRAIL, 2), afflict(p.WEAK, 2)),
    },
    pattern=(
        below(65, "CHOMP", 2, "ENFEEBLING_SPORES"),
        below(100, "ENFEEBLING_SPORES", at(1, a17=2), "CHOMP"),
    ),
    starts=(gain(p.MALLEABLE, 3),),
)  # fmt: skip

monster(
    "Snecko", "Snecko",
    hp=at((114, 120), a7=(120, 125)),
    moves={
        "PERPLEXING_GLARE": move(1, "STRONG_DEBUFF", afflict(p.CONFUSED)),
        "TAIL_WHIP": move(3, "ATTACK_DEBUFF", hit(at(8, a2=10)), afflict(p.VULNERABLE, 2), afflict(p.WEAK, at(0, a17=2))),
        "BITE": move(2, "ATTACK", hit(at(15, a2=18))),
    },
    opens="PERPLEXING_GLARE",
    pattern=(below(40, "TAIL_WHIP"), below(100, "BITE", 2, "TAIL_WHIP")),
)  # fmt: skip

# --- thieves and bandits -------------------------------------------------------------------------


def after_mug(f: Fight, place: int, m: Monster) -> str:
    """It mugs twice, and talks a lot (in random numbers)."""
    ai = f.streams.ai
    ai.random(2)
    if turn_number(f) != 2:
        return "MUG"
    ai.chance(0.6)
    return "SMOKE_BOMB" if ai.chance(0.5) else "LUNGE"


def after_lunge(f: Fight, place: int, m: Monster) -> str:
    f.streams.ai.random(2)
    return "SMOKE_BOMB"


monster(
    "Mugger", "Mugger",
    hp=at((48, 52), a7=(50, 54)),
    moves={
        "MUG": move(1, "ATTACK", does(steal), hit(at(10, a2=11))),
        "LUNGE": move(4, "ATTACK", does(steal), hit(at(16, a2=18))),
        "SMOKE_BOMB": move(2, "DEFEND", block(at(11, a17=17))),
        "ESCAPE": move(3, "ESCAPE", does(escape)),
    },
    opens="MUG",
    follows={"MUG": after_mug, "LUNGE": after_lunge, "SMOKE_BOMB": "ESCAPE"},
    starts=(gain(p.THIEVERY, at(15, a17=20)),),
    rolls=False,
)  # fmt: skip

monster(
    "BanditBear", "Bear",
    hp=at((38, 42), a7=(40, 44)),
    moves={
        "BEAR_HUG": move(2, "STRONG_DEBUFF", afflict(p.DEXTERITY, at(-2, a17=-4))),
        "LUNGE": move(3, "ATTACK_DEFEND", hit(at(9, a2=10)), block(9)),
        "MAUL": move(1, "ATTACK", hit(at(18, a2=20))),
    },
    opens="BEAR_HUG",
    follows={"BEAR_HUG": "LUNGE", "LUNGE": "MAUL", "MAUL": "LUNGE"},
    rolls=False,
)  # fmt: skip

monster(
    "BanditLeader", "Romeo",
    hp=at((35, 39), a7=(37, 41)),
    moves={
        "MOCK": move(2, "UNKNOWN"),
        "AGONIZING_SLASH": move(3, "ATTACK_DEBUFF", hit(at(10, a2=12)), afflict(p.WEAK, at(2, a17=3))),
        "CROSS_SLASH": move(1, "ATTACK", hit(at(15, a2=17))),
    },
    opens="MOCK",
    follows={
        "MOCK": "AGONIZING_SLASH", "AGONIZING_SLASH": "CROSS_SLASH", "CROSS_SLASH": "AGONIZING_SLASH",
    },
    rolls=False,
)  # fmt: skip

monster(
    "BanditChild", "Pointy",
    hp=at((30, 30), a7=(34, 34)),
    moves={"ATTACK": move(1, "ATTACK", hit(at(5, a2=6), 2))},
    rolls=False,
)  # fmt: skip

# --- centurion and mystic ------------------------------------------------------------------------


def centurion(f: Fight, place: int, m: Monster, roll: int) -> str:
    """It protects the mystic while there is one; then it rages."""
    special = "DEFEND" if len(f.alive()) > 1 else "FURY"
    if roll >= 65 and not twice(m, "DEFEND") and not twice(m, "FURY"):
        return special
    return special if twice(m, "SLASH") else "SLASH"


def defend_friend(f: Fight, place: int, m: Monster, amount: int) -> None:
    if len(f.alive()) > 1:
        f.b.monsters[1].block += amount


monster(
    "Centurion", "Centurion",
    hp=at((76, 80), a7=(78, 83)),
    moves={
        "SLASH": move(1, "ATTACK", hit(at(12, a2=14))),
        "DEFEND": move(2, "DEFEND", does_with(defend_friend, at(15, a17=20))),
        "FURY": move(3, "ATTACK", hit(at(6, a2=7), 3)),
    },
    choose=centurion,
)  # fmt: skip


def mystic(f: Fight, place: int, m: Monster, roll: int) -> str:
    """It heals when somebody needs it."""
    is_hard = f.G.ascension >= 17
    need = 21 if is_hard else 16
    friend = f.b.monsters[0]
    if m.max_hp - m.hp >= need or (friend.hp > 0 and friend.max_hp - friend.hp >= need):
        return "HEAL"
    has_attacked = m.move == "ATTACK_DEBUFF" if is_hard else twice(m, "ATTACK_DEBUFF")
    if roll >= 40 and not has_attacked:
        return "ATTACK_DEBUFF"
    return "ATTACK_DEBUFF" if twice(m, "BUFF") else "BUFF"


def bless(f: Fight, place: int, m: Monster, strength: int) -> None:
    for one in friends(f, place):
        f.strengthen(one, strength)


def heal_friends(f: Fight, place: int, m: Monster, amount: int) -> None:
    for one in friends(f, place):
        one.hp = min(one.max_hp, one.hp + amount)


def friends(f: Fight, place: int) -> list[Monster]:
    """The first in the group, and itself."""
    monsters = f.b.monsters
    return [monsters[0], monsters[place]] if len(f.alive()) > 1 else [monsters[place]]


monster(
    "Healer", "Mystic",
    hp=at((48, 56), a7=(50, 58)),
    moves={
        "ATTACK_DEBUFF": move(1, "ATTACK_DEBUFF", hit(at(8, a2=9)), afflict(p.FRAIL, 2)),
        "HEAL": move(2, "BUFF", does_with(heal_friends, at(16, a17=20))),
        "BUFF": move(3, "BUFF", does_with(bless, at(2, a2=3, a17=4))),
    },
    choose=mystic,
)  # fmt: skip

# --- elites --------------------------------------------------------------------------------------


def gremlins(f: Fight) -> list[Monster]:
    return [one for one in f.b.monsters[:3] if one.hp > 0]


def gremlin_leader(f: Fight, place: int, m: Monster, roll: int) -> str:
    """It wants gremlins around it: none, one, more of them."""
    ai, last, count = f.streams.ai, m.move, len(gremlins(f))
    if count == 0:
        if roll < 75:
            return "STAB" if last == "RALLY" else "RALLY"
        return "RALLY" if last == "STAB" else "STAB"
    if count == 1:
        if roll < 50:
            if last != "RALLY":
                return "RALLY"
            return "ENCOURAGE" if ai.between(50, 99) < 80 else "STAB"
        if roll < 80:
            return "STAB" if last == "ENCOURAGE" else "ENCOURAGE"
        if last != "STAB":
            return "STAB"
        return "RALLY" if ai.between(0, 80) < 50 else "ENCOURAGE"
    if roll < 66:
        return "STAB" if last == "ENCOURAGE" else "ENCOURAGE"
    return "ENCOURAGE" if last == "STAB" else "STAB"


def encourage(f: Fight, place: int, m: Monster, strength: int, block: int) -> None:
    f.streams.ai.random(2)  # what it says
    for one in gremlins(f):
        f.strengthen(one, strength)
        one.block += block
    f.strengthen(m, strength)


def rally(f: Fight, place: int, m: Monster) -> None:
    """Two gremlins: in the middle, at the right, at the left, where there is room."""
    open_places = [n for n in (1, 2, 0) if f.b.monsters[n].hp <= 0][:2]
    for where in open_places:
        put(f, born(f, random_gremlin(f.streams.ai)), where)
        f.strengthen(f.b.monsters[where], 1, p.MINION)
    for where in open_places:
        roll_move(f, where)


monster(
    "GremlinLeader", "Gremlin Leader",
    hp=at((140, 148), a8=(145, 155)),
    moves={
        "RALLY": move(2, "UNKNOWN", does(rally)),
        "ENCOURAGE": move(3, "DEFEND_BUFF", does_with(encourage, at(3, a3=4, a18=5), at(6, a3=10))),
        "STAB": move(4, "ATTACK", hit(6, 3)),
    },
    choose=gremlin_leader,
    starts=(gain(p.MINION_LEADER),),
)  # fmt: skip

monster(
    "SlaverBoss", "Taskmaster",
    hp=at((54, 60), a8=(57, 64)),
    extra_hp_rolls=1,
    moves={
        "SCOURING_WHIP": move(2, "ATTACK_DEBUFF", hit(7), gain(p.STRENGTH, at(0, a18=1)), add("Wound", at(1, a3=2, a18=3))),
    },
)  # fmt: skip


def book_of_stabbing(f: Fight, place: int, m: Monster, roll: int) -> str:
    """One stab more each time it stabs many times; from ascension 18 on each time."""
    many = m.move == "SINGLE_STAB" if roll < 15 else not twice(m, "MULTI_STAB")
    if many or (f.G.ascension >= 18 and not f.G.as_recorded):
        m.misc["stabs"] = m.misc.get("stabs", 0) + 1
    return "MULTI_STAB" if many else "SINGLE_STAB"


def first_stab(f: Fight, place: int, m: Monster) -> None:
    m.misc["stabs"] = m.misc.get("stabs", 0) + 1


monster(
    "BookOfStabbing", "Book of Stabbing",
    hp=at((160, 164), a8=(168, 172)),
    moves={
        "MULTI_STAB": move(1, "ATTACK", hit(at(6, a3=7), "stabs")),
        "SINGLE_STAB": move(2, "ATTACK", hit(at(21, a3=24))),
    },
    choose=book_of_stabbing,
    starts=(gain(p.PAINFUL_STABS), does(first_stab)),
)  # fmt: skip

# --- the automaton -------------------------------------------------------------------------------


def spawn_orbs(f: Fight, place: int, m: Monster) -> None:
    for where in (0, 2):
        spawn(f, "BronzeOrb", where, p.MINION)
    for where in (0, 2):
        roll_move(f, where)
    f.monster_turn += 1


def after_boost(f: Fight, place: int, m: Monster) -> str:
    """A flail, then the beam, in turns."""
    m.misc["flailed"] = flails = 1 - m.misc.get("flailed", 0)
    return "FLAIL" if flails else "HYPER_BEAM"


monster(
    "BronzeAutomaton", "Bronze Automaton",
    hp=at((300, 300), a9=(320, 320)),
    moves={
        "SPAWN_ORBS": move(4, "UNKNOWN", does(spawn_orbs)),
        "FLAIL": move(1, "ATTACK", hit(at(7, a4=8), 2)),
        "BOOST": move(5, "DEFEND_BUFF", gain(p.STRENGTH, at(3, a4=4)), block(at(9, a9=12))),
        "HYPER_BEAM": move(2, "ATTACK", hit(at(45, a4=50))),
        "STUNNED": move(3, "STUN"),
    },
    opens="SPAWN_ORBS",
    follows={
        "SPAWN_ORBS": "FLAIL", "FLAIL": "BOOST", "BOOST": after_boost,
        "HYPER_BEAM": at("STUNNED", a19="BOOST"), "STUNNED": "FLAIL",
    },
    starts=(gain(p.MINION_LEADER), gain(p.ARTIFACT, 3)),
)  # fmt: skip

RARITIES = ("RARE", "UNCOMMON", "COMMON")


def hold_card(f: Fight, place: int, m: Monster) -> None:
    """The orb takes the rarest card of the draw pile (or else of the discard pile), by chance among
    equals."""
    m.misc["has held"] = 1
    pile = f.b.draw or f.b.discard
    if pile:
        m.stolen = card = rarest(f, pile)
        pile[:] = [one for one in pile if one is not card]
        f.strengthen(m, 1, p.STASIS)


def rarest(f: Fight, pile: list[Card]) -> Card:
    facts, stream = cards(), f.streams.card_random
    for rarity in RARITIES:
        found = [card for card in pile if facts[card.kind].rarity == rarity]
        if found:
            found.sort(key=lambda card: card.kind)
            return found[stream.random(len(found) - 1)]
    return pile[stream.random(len(pile) - 1)]


def bronze_orb(f: Fight, place: int, m: Monster, roll: int) -> str:
    if "has held" not in m.misc and roll >= 25:
        return "STASIS"
    if roll >= 70 and not twice(m, "SUPPORT_BEAM"):
        return "SUPPORT_BEAM"
    return "SUPPORT_BEAM" if twice(m, "BEAM") else "BEAM"


def support(f: Fight, place: int, m: Monster) -> None:
    f.b.monsters[1].block += 12


monster(
    "BronzeOrb", "Bronze Orb",
    hp=at((52, 58), a9=(54, 60)),
    extra_hp_rolls=1,
    moves={
        "BEAM": move(1, "ATTACK", hit(8)),
        "SUPPORT_BEAM": move(2, "DEFEND", does(support)),
        "STASIS": move(3, "STRONG_DEBUFF", does(hold_card)),
    },
    choose=bronze_orb,
)  # fmt: skip

# --- the collector -------------------------------------------------------------------------------


def light_torches(f: Fight, place: int, m: Monster) -> None:
    """Up to two Torch Heads."""
    monsters = f.b.monsters
    count = 3 - len(f.alive())
    for where in (1 if monsters[1].hp <= 0 else 0, 0)[:count]:
        torch = spawn(f, "TorchHead", where, p.MINION)
        set_move(torch, "TACKLE")
    for _ in range(count):
        idle_roll(f)


def collector(f: Fight, place: int, m: Monster, roll: int) -> str:
    if turn_number(f) == 3:
        return "MEGA_DEBUFF"
    if roll <= 25 and len(f.alive()) < 3 and m.move != "SPAWN":
        return "SPAWN"
    if roll <= 70 and not twice(m, "FIREBALL"):
        return "FIREBALL"
    return "FIREBALL" if m.move == "BUFF" else "BUFF"


def kindle(f: Fight, place: int, m: Monster, strength: int, block: int) -> None:
    for one in f.b.monsters[:2]:
        if one.hp > 0:
            f.strengthen(one, strength)
    f.strengthen(m, strength)
    m.block += block


monster(
    "TheCollector", "The Collector",
    hp=at((282, 282), a9=(300, 300)),
    moves={
        "SPAWN": move(1, "UNKNOWN", does(light_torches)),
        "FIREBALL": move(2, "ATTACK", hit(at(18, a4=21))),
        "BUFF": move(3, "DEFEND_BUFF", does_with(kindle, at(3, a4=4, a19=5), at(15, a4=18, a19=23))),
        "MEGA_DEBUFF": move(4, "STRONG_DEBUFF", afflict(p.WEAK, 3), afflict(p.VULNERABLE, 3), afflict(p.FRAIL, 3)),
    },
    opens="SPAWN",
    choose=collector,
    starts=(gain(p.MINION_LEADER),),
)  # fmt: skip

monster(
    "TorchHead", "Torch Head",
    hp=at((38, 40), a9=(40, 45)),
    extra_hp_rolls=1,
    moves={"TACKLE": move(1, "ATTACK", hit(7))},
    rolls=False,
)  # fmt: skip

# --- the champ -----------------------------------------------------------------------------------


def champ(f: Fight, place: int, m: Monster, roll: int) -> str:
    """Once below half he gets angry, and executes as often as he can."""
    last, mind = m.move, m.misc
    if mind.get("angry"):
        if not recently(m, "EXECUTE"):
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


def shake_off(f: Fight, place: int, m: Monster) -> None:
    """No debuff stays on it."""
    for name in p.DEBUFFS:
        m.powers.pop(name, None)
    if m.powers.get(p.STRENGTH, 0) < 0:
        del m.powers[p.STRENGTH]


monster(
    "Champ", "The Champ",
    hp=at((420, 420), a9=(440, 440)),
    moves={
        "HEAVY_SLASH": move(1, "ATTACK", hit(at(16, a4=18))),
        "DEFENSIVE_STANCE": move(2, "DEFEND_BUFF", block(at(15, a9=18, a19=20)), gain(p.METALLICIZE, at(5, a9=6, a19=7))),
        "EXECUTE": move(3, "ATTACK", hit(10, 2)),
        "FACE_SLAP": move(4, "ATTACK_DEBUFF", hit(at(12, a4=14)), afflict(p.FRAIL, 2), afflict(p.VULNERABLE, 2)),
        "GLOAT": move(5, "BUFF", gain(p.STRENGTH, at(3, a4=4, a19=5))),
        "TAUNT": move(6, "DEBUFF", afflict(p.WEAK, 2), afflict(p.VULNERABLE, 2)),
        "ANGER": move(7, "BUFF", does(shake_off), gain(p.STRENGTH, at(6, a4=9, a19=12))),
    },
    choose=champ,
)  # fmt: skip
