"""The start of a run, and the way from floor to floor and from act to act."""

from __future__ import annotations

from typing import Any

import msgspec

import turnwright as tw
from turnwright.core.runtime.rng import Stream
from turnwright.games.spire.characters import MAX_ASCENSION, find_character
from turnwright.games.spire.combat.fight import FIGHT_CLASSES
from turnwright.games.spire.context import SpireContext, rounded
from turnwright.games.spire.rng import seed_from_text
from turnwright.games.spire.rule_variants import replaceable
from turnwright.games.spire.state import NO_POTION, Card, FloorVisit, Relic, Streams

from . import encounters, map, relic_pools
from .neow import SHORT_OFFERS, offers

EVENT_CHANCES = (10, 3, 2)
"""The chances of a monster, a shop and a treasure in a ? room, in percent. Each grows by this
amount when it does not happen."""
MAX_HP = {
    relic_pools.IRONCLAD: (80, 75),
    relic_pools.SILENT: (70, 66),
    relic_pools.DEFECT: (75, 71),
    relic_pools.WATCHER: (72, 68),
}
"""Max HP at the start, below ascension 14 and from there on."""
DECKS = {
    relic_pools.IRONCLAD: {"Strike_R": 5, "Defend_R": 4, "Bash": 1},
    relic_pools.SILENT: {"Strike_G": 5, "Defend_G": 5, "Survivor": 1, "Neutralize": 1},
    relic_pools.DEFECT: {"Strike_B": 4, "Defend_B": 4, "Zap": 1, "Dualcast": 1},
    relic_pools.WATCHER: {"Strike_P": 4, "Defend_P": 4, "Eruption": 1, "Vigilance": 1},
}
START_GOLD = 99

# --- the start -----------------------------------------------------------------------------------


def _seed(given: int | str) -> int:
    """The number of a seed. Text that is not a seed of the game is hashed."""
    if isinstance(given, int):
        return given
    try:
        return seed_from_text(given)
    except ValueError:
        return Stream.named(given, "spire").bits() >> 1


def _ascension(given: object) -> int:
    if type(given) is not int or not 0 <= given <= MAX_ASCENSION:
        sentence = f"The ascension must be a number from 0 to {MAX_ASCENSION}, not {given!r}."
        raise tw.UnusableError("bad_ascension", sentence)
    return given


def _variant(name: str) -> str:
    if name not in FIGHT_CLASSES:
        raise tw.UnusableError("unknown_variant", f"There is no rule variant {name!r}.")
    return name


def set_up(c: SpireContext) -> None:
    """Set up a new run."""
    G, options = c.G, c.options
    G.seed = _seed(options.get("seed", c.ctx.seed))
    G.character = find_character(
        options.get("class", options.get("character", relic_pools.IRONCLAD))
    )
    G.ascension = _ascension(options.get("ascension", 0))
    G.variant = _variant(options.get("variant", ""))
    G.streams = Streams.of(G.seed)
    _enter_act(c, 1)
    pools = relic_pools.relic_pools(G.character, G.streams.relic)
    G.relic_pools = {tier: tuple(pool) for tier, pool in pools.items()}
    G.event_pools["once"] = tuple(
        name for name in EVENT_POOLS["once"] if G.ascension < 15 or name != "NoteForYourself"
    )
    if G.ascension >= 10:
        c.obtain("AscendersBane")
    for kind, count in DECKS[G.character].items():
        G.deck += [Card(kind) for _ in range(count)]  # there are no relics yet that react
    G.max_hp = MAX_HP[G.character][G.ascension >= 14]
    G.hp = rounded(G.max_hp * 0.9) if G.ascension >= 6 else G.max_hp
    G.gold = START_GOLD
    G.potions = [NO_POTION] * (2 if G.ascension >= 11 else 3)
    G.relics.append(Relic(relic_pools.STARTERS[G.character]))
    G.event = "Neow Event"
    found = SHORT_OFFERS if options.get("short_neow") else offers(G.streams.neow)
    G.memory = {"offers": [list(offer) for offer in found]}


EVENT_POOLS: dict[Any, tuple[str, ...]] = {
    1: (
        "Big Fish", "The Cleric", "Dead Adventurer", "Golden Idol", "Golden Wing", "World of Goop",
        "Liars Game", "Living Wall", "Mushrooms", "Scrap Ooze", "Shining Light",
    ),
    2: (
        "Addict", "Back to Basics", "Beggar", "Colosseum", "Cursed Tome", "Drug Dealer",
        "Forgotten Altar", "Ghosts", "Masked Bandits", "Nest", "The Library", "The Mausoleum",
        "Vampires",
    ),
    3: (
        "Falling", "MindBloom", "The Moai Head", "Mysterious Sphere", "SensoryStone",
        "Tomb of Lord Red Mask", "Winding Halls",
    ),
    4: (),
    "once": (
        "Accursed Blacksmith", "Bonfire Elementals", "Designer", "Duplicator", "FaceTrader",
        "Fountain of Cleansing", "Knowing Skull", "Lab", "N'loth", "NoteForYourself", "SecretPortal",
        "The Joust", "WeMeetAgain", "The Woman in Blue",
    ),
}  # fmt: skip
SHRINES = ("Golden Shrine", "Transmorgrifier", "Purifier", "Upgrade Shrine")


def _enter_act(c: SpireContext, act: int) -> None:
    G = c.G
    G.act, G.x, G.y = act, -1, -1
    if act == 4:
        G.map = map.final_map()
        G.monsters, G.elites, G.bosses = (), ("Shield and Spear",), ("The Heart",)
    else:
        G.map = map.generate(G.seed, act, G.ascension, with_key=not G.keys[1])
        stream = G.streams.monster
        G.monsters = tuple(monsters_of_act(c, act))
        G.elites = tuple(encounters.elite_list(act, stream))
        G.bosses = tuple(encounters.boss_list(act, stream))
    G.boss = G.bosses[0]
    G.event_pools["act"] = EVENT_POOLS[act]
    wheel = "Wheel of Change"
    shrines = (*SHRINES, wheel) if act == 1 else (wheel, *SHRINES)
    G.event_pools["shrines"] = ("Match and Keep!", *shrines) if act < 4 else ()


@replaceable
def monsters_of_act(c: SpireContext, act: int) -> list[str]:
    """The encounters of an act, in order."""
    return encounters.monster_list(act, c.G.streams.monster)


def next_act(c: SpireContext) -> None:
    """Go to the next act."""
    G = c.G
    card = G.streams.card
    for counter in (250, 500, 750):
        if card.counter < counter:
            card.jump_to(counter)
            break
    missing = G.max_hp - G.hp
    c.heal(rounded(missing * 0.75) if G.ascension >= 5 else missing)
    G.event_chances, G.potion_chance = list(EVENT_CHANCES), 0
    G.colourless = ()
    _enter_act(c, G.act + 1)
    G.screen, G.then, G.room, G.last_room = "MAP", "MAP", G.room, G.room


def climb(c: SpireContext, room: str) -> None:
    """Go up one floor and trigger relics."""
    G = c.G
    G.floor += 1
    G.streams.enter_room(G.seed, G.floor)
    visit = FloorVisit(G.act, G.floor, G.x, G.y, room, G.hp, G.max_hp, G.gold)
    G.visits = (*G.visits, visit)
    trigger_relics_of_room(c, room)


def note_what_was_met(c: SpireContext, room: str, met: str) -> None:
    """Write down what was found on the present floor, for the history of the run."""
    visits = c.G.visits
    if visits and not visits[-1].met:
        found = msgspec.structs.replace(visits[-1], room=room, met=met)
        c.G.visits = (*visits[:-1], found)


def trigger_relics_of_room(c: SpireContext, room: str) -> None:
    """Trigger the relics that react to entering a room of this kind."""
    G = c.G
    bank = c.relic("MawBank")
    if bank is not None and bank.counter != -2:
        c.gain_gold(12)
    tea = c.relic("Ancient Tea Set")
    if room == "REST" and tea is not None:
        tea.counter = -2
    if room == "REST" and c.has("Eternal Feather"):
        c.heal(len(G.deck) // 5 * 3)
    elif room == "EVENT" and c.has("SsserpentHead"):
        c.gain_gold(50)
