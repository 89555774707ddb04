"""From room to room: the map, what a room holds, what follows a fight, and the way from act to act."""

from __future__ import annotations

from functools import cache
from typing import Any

import turnwright as tw
from turnwright.core.runtime.rng import Stream
from turnwright.games.spire.combat.fight import FIGHT_CLASSES
from turnwright.games.spire.context import Asking, Spire, rounded
from turnwright.games.spire.rng import f32, seed_from_text
from turnwright.games.spire.rule_variants import replaceable
from turnwright.games.spire.state import NO_POTION, Relic, Rewards, Streams

from . import encounters, map, relic_pools, rewards, shop
from .events import begin_event, choose_event
from .fight_entry import begin
from .map import BOSS_X, ROWS
from .neow import SHORT_OFFERS, offers
from .relics import obtain_relic

ROOMS = {
    map.MONSTER: "MONSTER", map.EVENT: "EVENT", map.SHOP: "SHOP", map.TREASURE: "TREASURE",
    map.ELITE: "ELITE", map.REST: "REST",
}  # fmt: skip

MAX_HP = {
    relic_pools.IRONCLAD: (80, 75),
    relic_pools.SILENT: (70, 66),
    relic_pools.DEFECT: (75, 71),
    relic_pools.WATCHER: (72, 68),
}
"""At the start: below ascension 14, and from there on."""
DECKS = {
    relic_pools.IRONCLAD: {"Strike_R": 5, "Defend_R": 4, "Bash": 1},
    relic_pools.SILENT: {"Strike_G": 5, "Defend_G": 5, "Survivor": 1, "Neutralize": 1},
    relic_pools.DEFECT: {"Strike_B": 4, "Defend_B": 4, "Zap": 1, "Dualcast": 1},
    relic_pools.WATCHER: {"Strike_P": 4, "Defend_P": 4, "Eruption": 1, "Vigilance": 1},
}
START_GOLD = 99
PAUSE = "proceed"

# --- the start -----------------------------------------------------------------------------------


def _seed(given: int | str) -> int:
    """Seeds of the game as they are; whatever else is said gives some number."""
    if isinstance(given, int):
        return given
    try:
        return seed_from_text(given)
    except ValueError:
        return Stream.named(given, "spire").bits() >> 1


def _variant(name: str) -> str:
    if name not in FIGHT_CLASSES:
        raise tw.UnusableError("unknown_variant", f"There is no rule variant {name!r}.")
    return name


def set_up(c: Spire) -> None:
    """A new run, before Neow."""
    G, options = c.G, c.options
    G.seed = _seed(options.get("seed", c.ctx.seed))
    G.character = options.get("class", relic_pools.IRONCLAD)
    G.ascension = options.get("ascension", 0)
    G.variant = _variant(options.get("variant", ""))
    G.streams = Streams.of(G.seed)
    _enter_act(c, 1)
    G.relic_pools = relic_pools.relic_pools(G.character, G.streams.relic)
    G.event_pools["once"] = [
        name for name in EVENT_POOLS["once"] if G.ascension < 15 or name != "NoteForYourself"
    ]
    if G.ascension >= 10:
        c.obtain("AscendersBane")
    for kind, count in DECKS[G.character].items():
        c.obtain_all(*[kind] * count)
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


def _enter_act(c: Spire, act: int) -> None:
    G = c.G
    G.act, G.x, G.y = act, -1, -1
    if act == 4:
        G.map = map.final_map()
        G.monsters, G.elites, G.bosses = [], ["Shield and Spear"], ["The Heart"]
    else:
        G.map = map.generate(G.seed, act, G.ascension, with_key=not G.keys[1])
        stream = G.streams.monster
        G.monsters = monsters_of_act(c, act)
        G.elites = encounters.elite_list(act, stream)
        G.bosses = encounters.boss_list(act, stream)
    G.boss = G.bosses[0]
    G.event_pools["act"] = list(EVENT_POOLS[act])
    wheel = "Wheel of Change"
    shrines = (*SHRINES, wheel) if act == 1 else (wheel, *SHRINES)
    G.event_pools["shrines"] = ["Match and Keep!", *shrines] if act < 4 else []


@replaceable
def monsters_of_act(c: Spire, act: int) -> list[str]:
    """The encounters of an act, in order."""
    return encounters.monster_list(act, c.G.streams.monster)


@replaceable
def can_fly(c: Spire) -> bool:
    """Do the Wing Boots still allow ignoring paths?"""
    boots = c.relic("WingedGreaves")
    return boots is not None and boots.counter > 0


@replaceable
def boss_column(c: Spire) -> int:
    """The column in which the boss stands."""
    return BOSS_X


@replaceable
def prize_gold(c: Spire, gold: int) -> int:
    """The gold for winning the fight of an event."""
    return rewards.with_idol(c, gold)


def next_act(c: Spire) -> None:
    G = c.G
    card = G.streams.card
    for counter in (250, 500, 750):
        if card.counter < counter:
            card.jump_to(counter)
            break
    missing = G.max_hp - G.hp
    c.heal(rounded(missing * 0.75) if G.ascension >= 5 else missing)
    G.event_chances, G.potion_chance = list(CHANCES), 0
    G.colourless = []
    _enter_act(c, G.act + 1)
    G.screen, G.then, G.room, G.last_room = "MAP", "MAP", G.room, G.room


# --- the map -------------------------------------------------------------------------------------


def next_nodes(c: Spire) -> list[int]:
    """The x of every node that can be gone to."""
    G = c.G
    if G.map is None:
        return []
    if G.y < 0:
        return [node.x for node in G.map.rows[0] if node.edges]
    if G.y >= len(G.map.rows) - 1:
        return [BOSS_X]
    edges = G.map.node(G.x, G.y).edges
    if can_fly(c):
        return [node.x for node in G.map.rows[G.y + 1] if node.edges]
    return edges


def go(c: Spire, x: int) -> Asking:
    """Go to a node of the next row, or to the boss."""
    G = c.G
    assert G.map is not None
    if G.y >= 0 and G.y < len(G.map.rows) - 1 and x not in G.map.node(G.x, G.y).edges:
        boots = c.relic("WingedGreaves")
        if boots is not None:
            boots.counter = boots.counter - 1 or rewards.USED_UP
    G.last_room = G.room
    G.x, G.y = x, G.y + 1
    is_boss = G.y >= len(G.map.rows)
    if is_boss:
        G.x, G.y = boss_column(c), ROWS
    yield from enter(c, "BOSS" if is_boss else ROOMS[G.map.node(x, G.y).symbol])


def go_to_boss(c: Spire) -> Asking:
    """Straight to the boss, wherever one is."""
    c.G.last_room = c.G.room
    c.G.x, c.G.y = boss_column(c), ROWS
    yield from enter(c, "BOSS")


def enter(c: Spire, room: str) -> Asking:
    """Enter a room of this kind, one floor up."""
    G = c.G
    _climb(c, room)
    G.then, G.event = "MAP", ""
    if room == "EVENT":
        room = _what_is_here(c)
    yield from open_room(c, room)


def open_room(c: Spire, room: str) -> Asking:
    """What is in a room."""
    G = c.G
    G.room = room
    if room == "EVENT":
        yield from begin_event(c, choose_event(c))
    elif room == "BOSS":
        yield from begin(c, G.bosses[0])
    elif room == "ELITE":
        G.elites = G.elites or encounters.elite_list(G.act, G.streams.monster)
        yield from begin(c, G.elites.pop(0))
    elif room == "MONSTER":
        G.monsters = G.monsters or encounters.more_monsters(G.act, G.streams.monster)
        yield from begin(c, G.monsters.pop(0))
    elif room == "REST":
        G.screen = "REST"
    elif room == "SHOP":
        if c.has("MealTicket"):
            c.heal(15)
        G.shop, G.screen = shop.stock(c), "SHOP"
    else:
        G.chest, G.screen = rewards.chest(c), "CHEST"


def _climb(c: Spire, room: str) -> None:
    """One floor up, with what relics do on entering a room."""
    G = c.G
    G.floor += 1
    G.streams.enter_room(G.seed, G.floor)
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


CHANCES = (10, 3, 2)
"""Of a monster, a shop, a treasure, in percent: at first, and more each time it is something else."""


@cache
def _percent(chance: int, step: int) -> int:
    """The game adds up 32-bit fractions, and some come out a little short."""
    total, one = 0.0, f32(step / 100)
    for _ in range(chance // step):
        total = f32(total + one)
    return int(f32(total * 100))


def _what_is_here(c: Spire) -> str:
    """A ? room: what has not been met for long is more likely."""
    G = c.G
    roll = int(G.streams.event.fraction() * 100)
    monster, merchant, treasure = (
        _percent(chance, step) for chance, step in zip(G.event_chances, CHANCES, strict=True)
    )
    if G.last_room == "SHOP":
        merchant = 0
    chest = c.relic("Tiny Chest")
    if chest is not None:
        chest.counter = (chest.counter + 1) % 4
    if chest is not None and chest.counter == 0:
        found = "TREASURE"
    elif roll < monster:
        found = "MONSTER"
    elif roll < monster + merchant:
        found = "SHOP"
    elif roll < monster + merchant + treasure:
        found = "TREASURE"
    else:
        found = "EVENT"
    for place, (kind, step) in enumerate(
        zip(("MONSTER", "SHOP", "TREASURE"), CHANCES, strict=True)
    ):
        G.event_chances[place] = step if found == kind else G.event_chances[place] + step
    return "EVENT" if found == "MONSTER" and c.has("Juzu Bracelet") else found


# --- after a fight, and on from a screen ---------------------------------------------------------


def battle_over(c: Spire) -> Asking:
    """A fight has ended. What comes depends on where it was."""
    G = c.G
    if c.options.get("ends") == "fight":
        _end_here(c)
        return
    if G.hp <= 0:
        c.finish("LOSS")
        return
    stolen, all_fled = G.data.pop("stolen_gold", 0), G.data.pop("all_fled", False)
    if G.data.pop("escaped", False):
        G.screen = "MAP"
        return
    found: Rewards
    if G.room == "EVENT":
        if "prize" not in G.memory:
            G.screen = "EVENT"
            return
        found = _prize(c)
    elif G.room == "BOSS":
        if G.act >= 3:
            yield from _after_last_boss(c)
            return
        found, G.then = rewards.boss_rewards(c), "BOSS_CHEST"
    else:
        is_elite = G.room == "ELITE"
        found = rewards.elite_rewards(c) if is_elite else rewards.monster_rewards(c, all_fled)
    if stolen:
        found.gold.append(stolen)
    c.show_rewards(found)


def _end_here(c: Spire) -> None:
    """Somebody only wanted to see this fight."""
    G, scores = c.G, (float(c.G.hp),)
    G.screen = "GAME_OVER"
    if G.hp <= 0:
        G.outcome = "LOSS"
        c.end_game(tw.Result((), "lost", scores, losers=(0,)))
    elif G.data.pop("escaped", False):
        G.outcome = "ESCAPE"
        c.end_game(tw.Result((), "escaped", scores))
    else:
        G.outcome = "VICTORY"
        c.end_game(tw.Result((0,), f"won with {G.hp} HP left", scores))


def _prize(c: Spire) -> Rewards:
    """What an event promised for winning its fight."""
    prize = c.G.memory.pop("prize")
    found = Rewards(gold=[prize_gold(c, prize["gold"])], relics=list(prize["relics"]))
    if prize.get("potion", True):
        rewards.add_potion(c, found)
    found.cards.append(rewards.card_reward(c, "EVENT"))
    return found


def pause(c: Spire) -> Asking:
    """Where the game waits for a click before it goes on. Only those who show its pages want that."""
    if c.options.get("pauses"):
        yield c.menu("Go on", {PAUSE: "Proceed"}, id=PAUSE)


def _after_last_boss(c: Spire) -> Asking:
    G = c.G
    yield from pause(c)
    if G.act == 4:
        c.finish("VICTORY")
    elif G.ascension >= 20 and len(G.bosses) == 3:
        del G.bosses[0], G.bosses[1:]  # the second one waits
        G.boss = G.bosses[0]
        _climb(c, "BOSS")
        yield from begin(c, G.bosses[0])
    else:
        G.floor += 1
        if all(G.keys):
            next_act(c)
        else:
            c.finish("VICTORY")


def leave(c: Spire) -> Asking:
    """On from the screen that is open."""
    G = c.G
    G.rewards, G.chest = None, None
    if G.screen == "SHOP":
        G.shop = None
    if G.then == "BOSS_CHEST":
        _climb(c, "BOSS_TREASURE")
        G.room, G.screen, G.then = "BOSS_TREASURE", "BOSS_RELIC", "ACT"
        G.boss_relics = [rewards.find_relic(c, "boss") for _ in range(3)]
    elif G.then == "ACT":
        G.boss_relics = []
        next_act(c)
    else:
        G.screen, G.then = G.then, "MAP"
    yield from ()


def take_boss_relic(c: Spire, place: int) -> Asking:
    """One of three, or none of them."""
    G = c.G
    if place < len(G.boss_relics):
        kind = G.boss_relics[place]
        yield from obtain_relic(c, kind)
    G.boss_relics = []
    if G.screen == "BOSS_RELIC":
        yield from pause(c)
        yield from leave(c)
