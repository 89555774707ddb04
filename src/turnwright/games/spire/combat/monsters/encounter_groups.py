"""The monsters of each encounter.

A member is an id, "" for an empty slot, or a random choice. The members of a `one_of` are all
created (and roll their HP), although only one of them is kept.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, TypeAlias

from turnwright.games.spire.combat import power_ids as p
from turnwright.games.spire.combat.fight import Fight
from turnwright.games.spire.combat.hooks import HOOKS, on
from turnwright.games.spire.rng import Random
from turnwright.games.spire.state import Monster

from .monster_definition import apply_start_effects, create_monster, empty_slot, roll_move

Chance: TypeAlias = Callable[[Random], str]
GREMLINS = (
    *("GremlinWarrior",) * 2, *("GremlinThief",) * 2, *("GremlinFat",) * 2,
    "GremlinTsundere", "GremlinWizard",
)  # fmt: skip
SMALL_SLIMES = (*("SpikeSlime_S",) * 3, *("AcidSlime_S",) * 2)
SHAPES = (*("Repulsor",) * 2, *("Exploder",) * 2, *("Spiker",) * 2)


def random_gremlin(stream: Random) -> str:
    """A small gremlin at random."""
    return GREMLINS[stream.random(7)]


def louse(stream: Random) -> str:
    """One of the two kinds of louse."""
    return "FuzzyLouseNormal" if stream.boolean() else "FuzzyLouseDefensive"


def slaver(stream: Random) -> str:
    """One of the two kinds of slaver."""
    return "SlaverRed" if stream.boolean() else "SlaverBlue"


def shape(stream: Random) -> str:
    """One of the three shapes."""
    return ("Spiker", "Repulsor", "Exploder")[stream.random(2)]


class OneOf(NamedTuple):
    """All members are created, one is kept."""

    members: tuple[str | Chance, ...]


def one_of(*members: str | Chance) -> OneOf:
    """A member that is chosen after all candidates were created."""
    return OneOf(members)


WEAK_WILDLIFE = one_of(louse, "SpikeSlime_M", "AcidSlime_M")
STRONG_WILDLIFE = one_of("FungiBeast", "JawWorm")
STRONG_HUMANOID = one_of("Cultist", slaver, "Looter")


def drawn(count: int, pool: Sequence[str]) -> Callable[[Random], list[str]]:
    """Draw so many members of a pool, without replacement."""

    def draw(stream: Random) -> list[str]:
        left = list(pool)
        return [left.pop(stream.random(len(left) - 1)) for _ in range(count)]

    return draw


def either(one: Sequence[str], other: Sequence[str]) -> Callable[[Random], Sequence[str]]:
    """One of two groups."""
    return lambda stream: one if stream.boolean() else other


ENCOUNTERS: dict[str, Any] = {
    "Cultist": ("Cultist",),
    "Jaw Worm": ("JawWorm",),
    "2 Louse": (louse, louse),
    "Small Slimes": either(("SpikeSlime_S", "AcidSlime_M"), ("AcidSlime_S", "SpikeSlime_M")),
    "Blue Slaver": ("SlaverBlue",),
    "Gremlin Gang": drawn(4, GREMLINS),
    "Looter": ("Looter",),
    "Large Slime": either(("AcidSlime_L",), ("SpikeSlime_L",)),
    "Lots of Slimes": drawn(5, SMALL_SLIMES),
    "Exordium Thugs": (WEAK_WILDLIFE, STRONG_HUMANOID),
    "Exordium Wildlife": (STRONG_WILDLIFE, WEAK_WILDLIFE),
    "Red Slaver": ("SlaverRed",),
    "3 Louse": (louse, louse, louse),
    "2 Fungi Beasts": ("FungiBeast",) * 2,
    "Gremlin Nob": ("GremlinNob",),
    "Lagavulin": ("Lagavulin",),
    "3 Sentries": ("Sentry",) * 3,
    "Slime Boss": ("SlimeBoss",),
    "The Guardian": ("TheGuardian",),
    "Hexaghost": ("Hexaghost",),
    "Lagavulin Event": ("Lagavulin",),
    "The Mushroom Lair": ("FungiBeast",) * 3,
    # the second act
    "Spheric Guardian": ("SphericGuardian",),
    "Chosen": ("Chosen",),
    "Shell Parasite": ("Shelled Parasite",),
    "3 Byrds": ("Byrd",) * 3,
    "2 Thieves": ("Looter", "Mugger"),
    "Chosen and Byrds": ("Byrd", "Chosen"),
    "Sentry and Sphere": ("Sentry", "SphericGuardian"),
    "Snake Plant": ("SnakePlant",),
    "Snecko": ("Snecko",),
    "Centurion and Healer": ("Centurion", "Healer"),
    "Cultist and Chosen": ("Cultist", "Chosen"),
    "3 Cultists": ("Cultist",) * 3,
    "Shelled Parasite and Fungi": ("Shelled Parasite", "FungiBeast"),
    "Gremlin Leader": ("", random_gremlin, random_gremlin, "GremlinLeader"),
    "Slavers": ("SlaverBlue", "SlaverBoss", "SlaverRed"),
    "Book of Stabbing": ("BookOfStabbing",),
    "Automaton": ("", "BronzeAutomaton", ""),
    "Collector": ("", "", "TheCollector"),
    "Champ": ("Champ",),
    "Colosseum Slavers": ("SlaverBlue", "SlaverRed"),
    "Colosseum Nobs": ("SlaverBoss", "GremlinNob"),
    "Masked Bandits": ("BanditChild", "BanditLeader", "BanditBear"),
    # the third
    "3 Darklings": ("Darkling",) * 3,
    "Orb Walker": ("Orb Walker",),
    "3 Shapes": drawn(3, SHAPES),
    "Spire Growth": ("Serpent",),
    "Transient": ("Transient",),
    "4 Shapes": drawn(4, SHAPES),
    "Maw": ("Maw",),
    "Sphere and 2 Shapes": (shape, shape, "SphericGuardian"),
    "Jaw Worm Horde": ("JawWorm",) * 3,
    "Writhing Mass": ("WrithingMass",),
    "Giant Head": ("GiantHead",),
    "Nemesis": ("Nemesis",),
    "Reptomancer": ("", "Dagger", "Reptomancer", "", "Dagger"),
    "Awakened One": ("Cultist", "Cultist", "AwakenedOne"),
    "Time Eater": ("TimeEater",),
    "Donu and Deca": ("Deca", "Donu"),
    "Mysterious Sphere": ("Orb Walker",) * 2,
    # and the last
    "Shield and Spear": ("SpireShield", "SpireSpear"),
    "The Heart": ("CorruptHeart",),
}

# --- how a group comes to be ---------------------------------------------------------------------


def set_up(f: Fight, encounter: str) -> None:
    """Create the monsters of an encounter, choose their first moves, then apply their start effects."""
    members = ENCOUNTERS[encounter]
    misc, monsters = f.streams.misc, f.b.monsters
    for member in members(misc) if callable(members) else members:
        monsters.append(_made(f, member, misc))
    prepare = f.hooks.group_setup.get(encounter)
    if prepare is not None:
        prepare(f, monsters)
    for place, m in enumerate(monsters):
        if m.kind:
            roll_move(f, place)
    for place, m in enumerate(monsters):
        if m.kind:
            apply_start_effects(f, place)
    burning = f.G.map.burning if f.G.map is not None else None
    if burning is not None and burning[:2] == (f.G.x, f.G.y):
        for m in monsters:
            if m.kind:
                f.hooks.burning_elite[BURNING_BUFFS[burning[2]]](f, m)


def _made(f: Fight, member: Any, misc: Random) -> Monster:
    if isinstance(member, OneOf):
        made = [_made(f, one, misc) for one in member.members]
        return made[misc.random(len(made) - 1)]
    kind = member(misc) if callable(member) else member
    return create_monster(f, kind) if kind else empty_slot()


@on(HOOKS.group_setup, "Lagavulin")
def _asleep(f: Fight, monsters: list[Monster]) -> None:
    monsters[0].powers[p.ASLEEP] = 1


@on(HOOKS.group_setup, "Gremlin Leader")
def _minions(f: Fight, monsters: list[Monster]) -> None:
    for m in monsters[1:3]:
        m.powers[p.MINION] = 1


@on(HOOKS.group_setup, "Jaw Worm Horde")
def _hardened(f: Fight, monsters: list[Monster]) -> None:
    """Jaw Worms of act 3 start with Strength and block, and do not begin with Chomp."""
    ascension = f.G.ascension
    strength = 5 if ascension >= 17 else 4 if ascension >= 2 else 3
    block = 9 if ascension >= 17 else 6
    for m in monsters:
        f.add_monster_power(m, strength)
        m.block += block
        m.misc["roused"] = 1


# --- burning elites ------------------------------------------------------------------------------

BURNING_BUFFS = ("strength", "max_hp", "metallicize", "regenerate")
"""By the number that the map gives a burning elite."""


@on(HOOKS.burning_elite, "strength")
def _burning_strength(f: Fight, m: Monster) -> None:
    f.add_monster_power(m, f.G.act + 1)


@on(HOOKS.burning_elite, "max_hp")
def _burning_max_hp(f: Fight, m: Monster) -> None:
    more = int(m.max_hp * 0.25 + 0.5)
    m.max_hp += more
    m.hp += more


@on(HOOKS.burning_elite, "metallicize")
def _burning_metallicize(f: Fight, m: Monster) -> None:
    f.add_monster_power(m, f.G.act * 2 + 2, p.METALLICIZE)


@on(HOOKS.burning_elite, "regenerate")
def _burning_regenerate(f: Fight, m: Monster) -> None:
    f.add_monster_power(m, f.G.act * 2 + 1, p.REGENERATE)
