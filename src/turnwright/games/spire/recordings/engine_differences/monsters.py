"""Differences in single monsters: numbers, effects of moves, and the choice of the next move."""

from __future__ import annotations

from typing import Any

from turnwright.games.spire.combat import power_ids as p
from turnwright.games.spire.combat.fight import Fight
from turnwright.games.spire.combat.monsters import MONSTERS
from turnwright.games.spire.combat.monsters.act2_bosses import kindle
from turnwright.games.spire.combat.monsters.act3_elites_and_bosses import older, turn_ghostly
from turnwright.games.spire.combat.monsters.encounter_groups import random_gremlin
from turnwright.games.spire.combat.monsters.gremlins import encourage
from turnwright.games.spire.combat.monsters.monster_definition import (
    DEFINITIONS,
    roll_move,
    spawn,
)
from turnwright.games.spire.combat.monsters.move_definition import (
    Hit,
    MoveEffect,
    add,
    at,
    below,
    coin,
    custom,
    debuff,
    gain,
    hit,
    turn_number,
    used_recently,
    used_twice,
)
from turnwright.games.spire.combat.piles import make_cards
from turnwright.games.spire.state import Monster

from .fight_rules import VARIANT

DEFINITIONS[VARIANT] = dict(MONSTERS)


def _change(kind: str, **traits: Any) -> None:
    """Replace parts of a monster's definition."""
    definitions = DEFINITIONS[VARIANT]
    definitions[kind] = definitions[kind]._replace(**traits)


def _change_move(kind: str, name: str, *effects: MoveEffect | Hit) -> None:
    """Replace what a move does."""
    moves = dict(DEFINITIONS[VARIANT][kind].moves)
    moves[name] = moves[name]._replace(effects=effects)
    _change(kind, moves=moves)


def _change_follow(kind: str, name: str, following: Any) -> None:
    """Replace what follows after a move."""
    _change(kind, next_moves={**DEFINITIONS[VARIANT][kind].next_moves, name: following})


# --- act 1 ---------------------------------------------------------------------------------------

# Lagavulin keeps its shell when it wakes up by itself.
# Seen in dev-card-EVOLVE-mixed.
_change_follow(
    "Lagavulin",
    "SLEEP",
    lambda f, place, m: "SLEEP" if p.ASLEEP in m.powers and f.b.turn < 2 else "ATTACK",
)

# The Inferno of Hexaghost neither adds nor upgrades Burns.
# Seen in dev-card-DARK_EMBRACE-plain.
_change_move("Hexaghost", "INFERNO", hit(at(2, a4=3), 6))

# A large slime that is brought down to half its HP by thorns chooses another move after its attack
# instead of splitting.
# Read in src/combat/MonsterSpecific.cpp, takeTurn.
_change("AcidSlime_L", next_moves={})
_change("SpikeSlime_L", next_moves={})

# From ascension 17 on a large Acid Slime may spit any number of times in a row.
# Seen in dev-encounter-SLIME_BOSS-a18-0.
_change(
    "AcidSlime_L",
    pattern=at(
        MONSTERS["AcidSlime_L"].pattern.plain,
        a17=(
            below(40, "CORROSIVE_SPIT", 0, coin(0.6, "TACKLE", "LICK")),
            below(70, "TACKLE", 2, coin(0.6, "CORROSIVE_SPIT", "LICK")),
            below(100, "LICK", 1, coin(0.4, "CORROSIVE_SPIT", "TACKLE")),
        ),
    ),
)


def nob(f: Fight, place: int, m: Monster, roll: int) -> str:
    """From ascension 18 on the Gremlin Nob never makes a Skull Bash. Seen in
    dev-encounter-GREMLIN_NOB-a18-0."""
    if f.G.ascension >= 18:
        return "RUSH"
    return "SKULL_BASH" if roll < 33 or used_twice(m, "RUSH") else "RUSH"


_change("GremlinNob", choose=nob)


def blue_slaver(f: Fight, place: int, m: Monster, roll: int) -> str:
    """Slavers may rake or scrape twice in a row from ascension 17 on, too. Seen in
    dev-encounter-BLUE_SLAVER-a17-0."""
    if roll >= 40 and not used_twice(m, "STAB"):
        return "STAB"
    return "STAB" if used_twice(m, "RAKE") else "RAKE"


def red_slaver(f: Fight, place: int, m: Monster, roll: int) -> str:
    """The Red Slaver entangles again and again: it never gets past its opening. Seen in
    dev-card-FLAME_BARRIER-mixed."""
    if roll >= 75:
        return "ENTANGLE"
    return "STAB" if used_twice(m, "SCRAPE") else "SCRAPE"


_change("SlaverBlue", choose=blue_slaver)
_change("SlaverRed", choose=red_slaver)


def escape(f: Fight, place: int, m: Monster) -> None:
    """Thieves that fled leave gold and potions behind. Seen in dev-encounter-LOOTER-a0-0."""
    m.has_escaped = m.is_gone = True
    if not f.targetable():
        f.is_won = True


_change_move("Looter", "ESCAPE", custom(escape))
_change_move("Mugger", "ESCAPE", custom(escape))

# --- act 2 ---------------------------------------------------------------------------------------

# Romeo never uses Cross Slash twice in a row. A public list of the monsters' moves and one other
# simulator say that from ascension 17 on he does; other simulators let him alternate as here.
# Seen in dev-encounter-MASKED_BANDITS_EVENT-a18-0.
_change_follow("BanditLeader", "CROSS_SLASH", "AGONIZING_SLASH")


def shelled_parasite(f: Fight, place: int, m: Monster, roll: int) -> str:
    """A Shelled Parasite that may not use Fell again always makes a Double Strike: the second roll is
    made, but the first one decides. The wiki gives Suck the same chance. Seen in
    dev-encounter-SHELL_PARASITE-a0-0."""
    if roll < 20:
        if m.move != "FELL":
            return "FELL"
        f.streams.ai.between(20, 99)
    if roll < 60:
        return "SUCK" if used_twice(m, "DOUBLE_STRIKE") else "DOUBLE_STRIKE"
    return "DOUBLE_STRIKE" if used_twice(m, "SUCK") else "SUCK"


_change("Shelled Parasite", choose=shelled_parasite)


def snake_plant(f: Fight, place: int, m: Monster, roll: int) -> str:
    """From ascension 17 on a Snake Plant may use its spores twice in a row. Seen in
    dev-encounter-SNAKE_PLANT-a17-0."""
    spores = "ENFEEBLING_SPORES"
    if roll < 65:
        return spores if used_twice(m, "CHOMP") else "CHOMP"
    is_spent = used_twice(m, spores) if f.G.ascension >= 17 else m.move == spores
    return "CHOMP" if is_spent else spores


_change("SnakePlant", choose=snake_plant)


def defend_friend(f: Fight, place: int, m: Monster, amount: int) -> None:
    """The Centurion defends the second monster without a roll, and never itself. Seen in
    dev-card-CLEAVE+1-mixed."""
    if any(other != place for other in f.targetable()):
        f.b.monsters[1].block += amount


_change_move("Centurion", "DEFEND", custom(defend_friend, at(15, a17=20)))


def mystic(f: Fight, place: int, m: Monster, roll: int) -> str:
    """The Mystic only heals when a single monster has lost enough HP, then any number of times in a
    row. Seen in dev-card-CLEAVE+1-mixed."""
    missing = max(one.max_hp - one.hp for one in f.b.monsters if one.hp > 0)
    if missing > (20 if f.G.ascension >= 17 else 15):
        return "HEAL"
    has_attacked = (
        m.move == "ATTACK_DEBUFF" if f.G.ascension >= 17 else used_twice(m, "ATTACK_DEBUFF")
    )
    if roll >= 40 and not has_attacked:
        return "ATTACK_DEBUFF"
    return "ATTACK_DEBUFF" if used_twice(m, "BUFF") else "BUFF"


_change("Healer", choose=mystic)


def book_of_stabbing(f: Fight, place: int, m: Monster, roll: int) -> str:
    """From ascension 18 on a single stab does not add a stab to the next multi-stab. Seen in
    dev-encounter-BOOK_OF_STABBING-a18-0."""
    many = m.move == "SINGLE_STAB" if roll < 15 else not used_twice(m, "MULTI_STAB")
    if many:
        m.misc["stabs"] = m.misc.get("stabs", 0) + 1
    return "MULTI_STAB" if many else "SINGLE_STAB"


_change("BookOfStabbing", choose=book_of_stabbing)


def rally(f: Fight, place: int, m: Monster) -> None:
    """Gremlins called by the Gremlin Leader lack their starting powers, so that none is Angry. Seen in
    dev-encounter-GREMLIN_LEADER-a0-1."""
    open_places = [n for n in (1, 2, 0) if f.b.monsters[n].hp <= 0][:2]
    for where in open_places:
        f.add_monster_power(spawn(f, random_gremlin(f.streams.ai), where), 1, p.MINION)
    for where in open_places:
        roll_move(f, where)


_change_move("GremlinLeader", "RALLY", custom(rally))

# The Gremlin Leader gives 10 block from ascension 3 on instead of 18.
# Seen in dev-encounter-GREMLIN_LEADER-a17-0.
_change_move(
    "GremlinLeader", "ENCOURAGE", custom(encourage, at(3, a3=4, a18=5), at(6, a3=10))
)  # fmt: skip


def after_boost(f: Fight, place: int, m: Monster) -> str:
    """From ascension 19 on the Bronze Automaton flails only once before its later beams. Seen in
    dev-encounter-AUTOMATON-a19-0."""
    if m.misc["blows"] < 2:
        return "FLAIL"
    m.misc["blows"] = 1 if f.G.ascension >= 19 else 0
    return "HYPER_BEAM"


_change_follow("BronzeAutomaton", "BOOST", after_boost)

# The Collector gains 18 block from ascension 4 on instead of 9.
# Read in src/combat/MonsterSpecific.cpp, takeTurn.
_change_move(
    "TheCollector", "BUFF", custom(kindle, at(3, a4=4, a19=5), at(15, a4=18, a19=23))
)  # fmt: skip

# The Mega Debuff of the Collector stays at 3 turns.
# Seen in dev-encounter-COLLECTOR-a19-0.
_change_move(
    "TheCollector", "MEGA_DEBUFF", debuff(p.WEAK, 3), debuff(p.VULNERABLE, 3), debuff(p.FRAIL, 3)
)  # fmt: skip

# The Champ gains one Strength more from Gloat.
# Seen in dev-relic-ODD_MUSHROOM-0.
_change_move("Champ", "GLOAT", gain(p.STRENGTH, at(3, a4=4, a19=5)))

# --- act 3 ---------------------------------------------------------------------------------------

# A Darkling chomps once instead of twice, and nips for 2 more from ascension 2 on.
# Seen in dev-encounter-THREE_DARKLINGS-a17-0.
_change_move("Darkling", "CHOMP", hit(at(8, a2=9)))
_change_move("Darkling", "NIP", hit("nip", 1, at(0, a2=2)))


def spire_growth(f: Fight, place: int, m: Monster, roll: int) -> str:
    """Below ascension 17 Spire Growth only constricts on a roll of 50 or more. Seen in
    dev-card-FLEX-mixed."""
    may_constrict = p.CONSTRICTED not in f.b.powers and m.move != "CONSTRICT"
    if may_constrict and f.G.ascension >= 17:
        return "CONSTRICT"
    if roll < 50 and not used_twice(m, "QUICK_TACKLE"):
        return "QUICK_TACKLE"
    if may_constrict and roll >= 50:
        return "CONSTRICT"
    return "QUICK_TACKLE" if used_twice(m, "SMASH") else "SMASH"


_change("Serpent", choose=spire_growth)


def implant(f: Fight, place: int, m: Monster) -> None:
    """The Parasite arrives after the fight, but Darkstone Periapt works at once. Seen in
    dev-relic-DARKSTONE_PERIAPT-0."""
    m.misc["implanted"] = 1
    f.b.spoils["implanted"] = 1
    omamori = f.relics.get("Omamori")
    if "Darkstone Periapt" in f.relics and (omamori is None or omamori.counter <= 0):
        f.gain_max_hp(6)


_change_move("WrithingMass", "IMPLANT", custom(implant))


def giant_head(f: Fight, place: int, m: Monster, roll: int) -> str:
    """The Giant Head starts "It Is Time" in the fifth turn from ascension 18 on, too. Seen in
    dev-encounter-GIANT_HEAD-a18-0."""
    if turn_number(f) >= 4:
        return "IT_IS_TIME"
    if roll < 50:
        return "COUNT" if used_twice(m, "GLARE") else "GLARE"
    return "GLARE" if used_twice(m, "COUNT") else "COUNT"


_change("GiantHead", choose=giant_head)
_change_move("GiantHead", "IT_IS_TIME", hit(at(30, a3=40), 1, older(5)))


def nemesis(f: Fight, place: int, m: Monster, roll: int) -> str:
    """Nemesis waits two turns between its scythes instead of one. The wiki, a public list of the
    monsters' moves and one other simulator only forbid two in a row; an archived page about an earlier
    version of the game forbids it "within 2 turns". Seen in dev-encounter-NEMESIS-a0-0."""
    if not m.move:
        return "ATTACK" if roll < 50 else "DEBUFF"
    ai, scythed = f.streams.ai, used_recently(m, "SCYTHE")
    if roll < 30:
        if not scythed:
            return "SCYTHE"
        if ai.boolean():
            return "DEBUFF" if used_twice(m, "ATTACK") else "ATTACK"
        return "ATTACK" if m.move == "DEBUFF" else "DEBUFF"
    if roll < 65:
        if not used_twice(m, "ATTACK"):
            return "ATTACK"
        return "DEBUFF" if not ai.boolean() or scythed else "SCYTHE"
    if m.move != "DEBUFF":
        return "DEBUFF"
    return "SCYTHE" if ai.boolean() and not scythed else "ATTACK"


_change("Nemesis", choose=nemesis)

# Nemesis adds 5 Burns from ascension 3 on instead of 18.
# Seen in dev-encounter-NEMESIS-a17-0.
_change_move("Nemesis", "DEBUFF", add("Burn", at(3, a3=5)), custom(turn_ghostly))


def reptomancer(f: Fight, place: int, m: Monster, roll: int) -> str:
    """The Reptomancer summons with at most two daggers alive instead of three. Seen in
    dev-encounter-REPTOMANCER-a17-0."""
    ai, can_summon = f.streams.ai, len(f.targetable()) < 4
    while True:
        if roll < 33:
            if m.move != "SNAKE_STRIKE":
                return "SNAKE_STRIKE"
            roll = ai.between(33, 99)
        if roll < 66:
            return "SUMMON" if can_summon and not used_twice(m, "SUMMON") else "SNAKE_STRIKE"
        if m.move != "BIG_BITE":
            return "BIG_BITE"
        roll = ai.between(0, 65)


_change("Reptomancer", choose=reptomancer)

# --- act 4 ---------------------------------------------------------------------------------------


def burn(f: Fight, place: int, m: Monster, where: str) -> None:
    """From ascension 18 on the Burns of the Spire Spear do not arrive. Seen in
    dev-encounter-SHIELD_AND_SPEAR-a18-0."""
    if where == "discard":
        make_cards(f, "Burn", where, 2)


_change_move(
    "SpireSpear", "BURN_STRIKE", hit(at(5, a3=6), 2), custom(burn, at("discard", a18="top"))
)  # fmt: skip
