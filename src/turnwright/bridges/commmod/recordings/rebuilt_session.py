"""Building a session of the host from a message of the real game.

The run is started from its seed, so that the map follows from it. Everything that a message states as
a fact is then taken over: hit points, deck, piles, powers, offers. What the game derives from these
facts (commands, choices, costs, flags, shown damage) is left to the rules and to the pages.

A message of which no session can be built (an unknown id, a missing field) is refused with a sentence.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from turnwright.bridges.commmod.host.json import display_names
from turnwright.bridges.commmod.host.session import Quirks, Session
from turnwright.core.errors import UnusableError
from turnwright.core.runtime.prompts import Question
from turnwright.games.spire.combat.damage import damage_from
from turnwright.games.spire.combat.monsters.monster_definition import monsters_for
from turnwright.games.spire.combat.orbs import DARK
from turnwright.games.spire.combat.power_ids import ASLEEP, COMBUST, ECHO_FORM, PANACHE
from turnwright.games.spire.combat.stances import NEUTRAL, WRATH
from turnwright.games.spire.game import game
from turnwright.games.spire.library import cards, potions, relics
from turnwright.games.spire.run import map as maps
from turnwright.games.spire.run.shop import remove_cost
from turnwright.games.spire.state import (
    NO_POTION,
    Battle,
    Card,
    CardChoice,
    CardSelection,
    Chest,
    Monster,
    Orb,
    Relic,
    Rewards,
    Shop,
    SpireState,
    find_relic,
)

from .known_ids import known_id
from .rebuilt_event import open_event

Json = Mapping[str, Any]
ROOMS = {shown: own for own, shown in display_names.ROOMS.items()} | {
    "EmptyRoom": "",
    "VictoryRoom": "",
}
CHEST_SIZES = {shown: own for own, shown in display_names.CHESTS.items()}
TASKS = {action: task for task, action in display_names.ACTIONS.items()}
NO_ORB = display_names.NO_ORB["name"]
BOMB = "TheBomb"
ASLEEP_MOVE, STUNNED_MOVE = 5, 4
"""Moves of Lagavulin, which are one for the rules."""
NIGHTMARE = "Night Terror"
FLOORS_PER_ACT = 17
MOST_REMOVALS = 60
"""More than this, and the price of a removal does not follow from how often it was paid."""


def rebuilt_session(game_state: Json) -> Session:
    """Return a session that shows the screen or the fight of a message."""
    try:
        return _rebuilt(game_state)
    except KeyError as error:
        sentence = f"The message has no field {error}, or a part of it does not fit."
        raise UnusableError("bad_message", sentence) from None


def _rebuilt(game_state: Json) -> Session:
    options = {
        "class": game_state["class"],
        "ascension": game_state["ascension_level"],
        "seed": game_state["seed"],
        "pauses": True,
    }
    match = game.start(0, options=options, record=False)
    session = Session(match, Quirks(starts_acts_at_the_chest=_starts_at_chest(game_state)))
    _take_over_run(session.G, game_state)
    session.uids = {card["uuid"]: place for place, card in enumerate(game_state["deck"])}
    if "combat_state" in game_state:
        _take_over_fight(session, game_state["combat_state"])
    elif _has_monsters(session.G, game_state):
        session.last_battle = Battle("")
    screen = game_state["screen_type"]
    if screen not in SCREENS:
        raise UnusableError("unknown_screen", f"A {screen} cannot be built from a message.")
    SCREENS[screen](session, game_state["screen_state"], game_state)
    return session


def _relic(told: Json) -> str:
    return known_id("relic", told["id"], relics())


def _potion(told: Json) -> str:
    return known_id("potion", told["id"], {NO_POTION, *potions()})


def _has_monsters(G: SpireState, told: Json) -> bool:
    """Are there (dead) monsters in the room? Of an event only the flags of the cards tell it."""
    if G.room == "EVENT":
        return any("is_playable" in card for card in told["deck"])
    return G.room in ("MONSTER", "ELITE", "BOSS")


def _starts_at_chest(told: Json) -> bool:
    is_act_start = told["screen_state"].get("first_node_chosen") is False
    return is_act_start and told["room_type"] == "TreasureRoomBoss"


def _take_over_run(G: SpireState, told: Json) -> None:
    for field, key in (("hp", "current_hp"), ("max_hp", "max_hp"), ("gold", "gold"),
                       ("floor", "floor"), ("act", "act")):  # fmt: skip
        setattr(G, field, told[key])
    G.room = ROOMS[known_id("room", told["room_type"], ROOMS)]
    G.boss, G.bosses = told["act_boss"], (told["act_boss"],)
    G.map = (
        _map_of(told["map"]) if is_rounded(G.seed) else maps.generate(G.seed, G.act, G.ascension)
    )
    G.y = G.floor - FLOORS_PER_ACT * (G.act - 1) - 1
    G.deck = [_deck_card(card) for card in told["deck"]]
    G.relics = [Relic(_relic(relic), relic["counter"]) for relic in told["relics"]]
    G.potions = [_potion(potion) for potion in told["potions"]]
    if "keys" in told:  # older versions of the mod do not send them
        G.keys = [told["keys"][key] for key in ("ruby", "emerald", "sapphire")]
    G.event = ""


def is_rounded(seed: int) -> bool:
    """Tell whether a message went through a program whose numbers have 16 digits; nothing follows
    from the seed in it."""
    return abs(seed) > 10**16 and seed % 1000 == 0


def _map_of(told: list[Json]) -> maps.ActMap:
    height = 1 + max((one["y"] for one in told), default=maps.ROWS - 1)
    rows = [[maps.MapNode(x, y) for x in range(maps.COLUMNS)] for y in range(height)]
    for one in told:
        node = rows[one["y"]][one["x"]]
        node.symbol = one["symbol"]
        node.edges = tuple(child["x"] for child in one["children"])
    return maps.ActMap(rows)


def _deck_card(told: Json) -> Card:
    kind = known_id("card", told["id"], cards())
    return Card(kind, told["upgrades"], _growth(told))


def _growth(told: Json) -> int:
    """By how much a card like Ritual Dagger has grown."""
    first = display_names.MISC.get(told["id"])
    return 0 if first is None else int(told.get("misc", first)) - first


# --- fights --------------------------------------------------------------------------------------


def _take_over_fight(session: Session, told: Json) -> None:
    G = session.G
    player = told["player"]
    battle = G.battle = Battle("", block=player["block"], energy=player["energy"])
    battle.turn = told["turn"] - 1
    battle.counts = {
        "discarded": told["cards_discarded_this_turn"],
        "damaged": told["times_damaged"],
    }
    battle.powers, battle.fresh = _powers(player["powers"])
    _take_over_counters(session, battle, player["powers"])
    battle.orb_slots = len(player["orbs"])
    battle.orbs = [_orb(orb) for orb in player["orbs"] if orb["name"] != NO_ORB]
    for pile, key in (("hand", "hand"), ("draw", "draw_pile"), ("discard", "discard_pile"),
                      ("exhaust", "exhaust_pile")):  # fmt: skip
        setattr(battle, pile, [_fighting_card(session, card) for card in told[key]])
    _infer_free_cards(battle, told, told["hand"])
    battle.monsters = [_monster(session, monster) for monster in told["monsters"]]
    battle.stance = _stance(G, battle, told["monsters"])
    G.screen = "BATTLE"
    session.settle()
    if "card_in_play" in told:
        session.card_in_play = _fighting_card(session, told["card_in_play"])
    session.undrawn_intents = {
        place: one["move_adjusted_damage"] == one["move_base_damage"]
        for place, one in enumerate(told["monsters"])
        if one["intent"] == "DEBUG"
    }


def _infer_free_cards(battle: Battle, told: Json, hand: list[Json]) -> None:
    """Setup and Forethought make a card free once. A message only shows that such a card can be
    played, although others of its cost cannot."""
    piles = (
        (battle.hand, hand), (battle.draw, told["draw_pile"]),
        (battle.discard, told["discard_pile"]), (battle.exhaust, told["exhaust_pile"]),
    )  # fmt: skip
    dear = [
        (card, one["is_playable"])
        for pile, shown in piles
        for card, one in zip(pile, shown, strict=True)
        if one["cost"] > battle.energy
    ]
    refused = [card.turn_cost for card, is_playable in dear if not is_playable]
    for card, is_playable in dear:
        card.free = is_playable and card.turn_cost >= min(refused, default=card.turn_cost + 1)


def _take_over_counters(session: Session, battle: Battle, powers: list[Json]) -> None:
    """Take over what the mod tells of a power besides its amount, and what a relic counts."""
    for power in powers:
        id = power["id"]
        if id == ECHO_FORM:
            battle.counts["echoed"] = power.get("misc", 0)
        elif id == COMBUST:
            battle.counts["combust"] = power.get("misc", 1)
        elif id == PANACHE:
            battle.counts["panache"], battle.powers[id] = power["amount"], power["damage"]
        elif id == NIGHTMARE:
            battle.nightmares.append(_fighting_card(session, power["card"]))
        elif id.startswith(BOMB):
            del battle.powers[id]
            battle.bombs += [0] * (power["amount"] - len(battle.bombs))
            battle.bombs[power["amount"] - 1] += power["damage"]
    battle.powers.pop(NIGHTMARE, None)
    choker = find_relic(session.G, "Velvet Choker")
    if choker is not None and choker.counter > 0:
        battle.counts["played"] = choker.counter


def _stance(G: SpireState, battle: Battle, told: list[Json]) -> str:
    """The stance, as far as a message shows it: in Wrath enemies deal more damage."""
    held = {relic.kind for relic in G.relics}
    for monster, shown in zip(battle.monsters, told, strict=True):
        base, adjusted = shown.get("move_base_damage", -1), shown.get("move_adjusted_damage", -1)
        usual, doubled = (
            damage_from(held, battle.powers, monster, base, stance) for stance in (NEUTRAL, WRATH)
        )
        if base > 0 and usual < adjusted == doubled:
            return WRATH
    return NEUTRAL


def _powers(told: list[Json]) -> tuple[dict[str, int], list[str]]:
    amounts = {
        power["id"]: 1 if power["id"] in display_names.WITHOUT_AMOUNT else power["amount"]
        for power in told
    }
    for name in display_names.NEGATIVE_POWERS & amounts.keys():
        amounts[name] = -amounts[name]
    return amounts, [power["id"] for power in told if power.get("just_applied")]


def _orb(told: Json) -> Orb:
    """An orb. Only a Dark one keeps a number; the others follow from the powers."""
    return Orb(told["name"], told["evoke_amount"] if told["name"] == DARK else 0)


def _fighting_card(session: Session, told: Json) -> Card:
    """A card of a pile. Its uuid links it to its card of the deck."""
    kind, up, cost = known_id("card", told["id"], cards()), told["upgrades"], told["cost"]
    printed = cards()[kind].cost[1 if up else 0]
    uid = session.uids.setdefault(told["uuid"], len(session.uids))
    return Card(kind, up, uid=uid, cost=printed, turn_cost=cost, special=_growth(told))


def _monster(session: Session, told: Json) -> Monster:
    known = monsters_for(session.G)
    moves = known[known_id("monster", told["id"], known)].moves
    powers, fresh = _powers(told["powers"])

    def named(key: str) -> str:
        return next((name for name, move in moves.items() if move.id == told.get(key)), "")

    monster = Monster(
        told["id"], told["current_hp"], told["max_hp"], told["block"], named("move_id"),
        named("last_move_id"), named("second_last_move_id"), powers, fresh,
    )  # fmt: skip
    if monster.kind == "Lagavulin" and told.get("move_id") in (ASLEEP_MOVE, STUNNED_MOVE):
        monster.move = "SLEEP"  # for the rules it sleeps on, but does not feel asleep any more
        if told["move_id"] == ASLEEP_MOVE:
            monster.powers[ASLEEP] = 1
    monster.is_half_dead = told["half_dead"]
    monster.is_gone = told["is_gone"]
    move = moves.get(monster.move)
    if move is not None and move.is_attack:
        rolled = {move.base: told["move_base_damage"], move.times: told["move_hits"]}
        monster.misc = {name: number for name, number in rolled.items() if isinstance(name, str)}
    held = [power["card"] for power in told["powers"] if "card" in power]
    if held:
        monster.stolen = _fighting_card(session, held[0])
    return monster


# --- screens -------------------------------------------------------------------------------------


def _open_fight(session: Session, shown: Json, told: Json) -> None:
    session.open_page("fight")


def _ask(session: Session, question: Question) -> None:
    session.match.asked[0] = question


def _open_hand_selection(session: Session, shown: Json, told: Json) -> None:
    battle = session.G.battle
    assert battle is not None
    selected = [_fighting_card(session, card) for card in shown["selected"]]
    battle.hand = [_fighting_card(session, card) for card in shown["hand"]] + selected
    _infer_free_cards(battle, told["combat_state"], [*shown["hand"], *shown["selected"]])
    places = list(range(len(battle.hand)))
    least = 0 if shown["can_pick_zero"] else min(shown["max_cards"], len(places))
    most = min(shown["max_cards"], len(places))
    battle.choice = CardChoice(_task(told), "hand", places, most=shown["max_cards"])
    _ask(session, Question("choose_many", 0, "", places, least, most))
    session.open_page("hand")
    session.page_state.picked = places[len(shown["hand"]) :]


def _task(told: Json) -> str:
    return TASKS[known_id("action", told["current_action"], TASKS)]


def _open_grid(session: Session, shown: Json, told: Json) -> None:
    picked = _places_of(shown["selected_cards"], shown["cards"])
    battle = session.G.battle
    if battle is not None:
        offered = [_fighting_card(session, card) for card in shown["cards"]]
        places = list(range(len(offered)))
        battle.choice = CardChoice(_task(told), "offer", places, offered)
        least = 0 if shown["any_number"] else shown["num_cards"]
        _ask(session, Question("choose_many", 0, "", places, least, shown["num_cards"]))
        session.open_page("pile")
    elif (at_once := _task_on_confirmation(session, shown)) is not None:
        session.open_page("grid", task=at_once)
    else:
        flags = {"for_purge": "REMOVE", "for_upgrade": "UPGRADE", "for_transform": "TRANSFORM"}
        task = next((task for flag, task in flags.items() if shown[flag]), "OBTAIN")
        own = {one["uuid"]: card for one, card in zip(told["deck"], session.G.deck, strict=True)}
        offered = [own.get(card["uuid"]) or _deck_card(card) for card in shown["cards"]]
        places = list(range(len(offered)))
        session.G.select = CardSelection(task, shown["num_cards"], offered, places)
        _ask(session, Question("choose", 0, "", places))
        session.open_page("grid")
    session.page_state.picked = picked


def _task_on_confirmation(session: Session, shown: Json) -> str | None:
    """A shop and a rest site only do what was chosen when it is confirmed."""
    if session.G.room == "SHOP":
        return "purge" if shown["for_purge"] else None
    if session.G.room == "REST":
        return "smith" if shown["for_upgrade"] else "toke" if shown["for_purge"] else None
    return None


def _places_of(chosen: list[Json], offered: list[Json]) -> list[int]:
    uuids = [card["uuid"] for card in offered]
    return [uuids.index(card["uuid"]) for card in chosen]


def _open_card_reward(session: Session, shown: Json, told: Json) -> None:
    battle = session.G.battle
    if battle is None:
        session.G.rewards = Rewards(cards=[[_deck_card(card) for card in shown["cards"]]])
        session.open_page("card")
        return
    offered = [_deck_card(card) for card in shown["cards"]]
    battle.choice = CardChoice(_task(told), "offer", list(range(len(offered))), offered)
    least = 0 if shown["skip_available"] else 1
    _ask(session, Question("choose", 0, "", battle.choice.places, least))
    session.open_page("offer")


def _open_rewards(session: Session, shown: Json, told: Json) -> None:
    found = session.G.rewards = Rewards()
    own_gold = 0
    for reward in shown["rewards"]:
        match reward["reward_type"]:
            case "GOLD" | "STOLEN_GOLD" as kind:
                own_gold += kind == "GOLD"
                found.gold.append(reward["gold"])
            case "RELIC":
                found.relics.append(_relic(reward["relic"]))
            case "POTION":
                found.potions.append(_potion(reward["potion"]))
            case "CARD":
                found.cards.append([])
            case "SAPPHIRE_KEY":
                found.sapphire = True
            case "EMERALD_KEY":
                found.emerald = True
    session.open_page("rewards")
    session.page_state.own_gold = own_gold


def _open_boss_relics(session: Session, shown: Json, told: Json) -> None:
    session.G.boss_relics = tuple(_relic(relic) for relic in shown["relics"])
    session.open_page("boss_relics")


def _open_rest(session: Session, shown: Json, told: Json) -> None:
    if "keys" not in told:
        session.G.keys[0] = "recall" not in shown["rest_options"] and not shown["has_rested"]
    session.open_page("rested" if shown["has_rested"] else "rest")


def _open_shop_room(session: Session, shown: Json, told: Json) -> None:
    session.open_page("shop_room")


def _open_shop(session: Session, shown: Json, told: Json) -> None:
    prices = {
        kind: [one["price"] for one in shown[f"{kind}s"]] for kind in ("card", "relic", "potion")
    }
    cost = shown["purge_cost"]
    while remove_cost(session.c) < cost and session.G.removes < MOST_REMOVALS:
        session.G.removes += 1
    session.G.shop = Shop(
        [_deck_card(card) for card in shown["cards"]],
        [_relic(relic) for relic in shown["relics"]],
        [_potion(potion) for potion in shown["potions"]],
        prices,
        cost if shown["purge_available"] else -1,
    )
    session.open_page("shop")


def _open_chest(session: Session, shown: Json, told: Json) -> None:
    size = CHEST_SIZES.get(shown["chest_type"])
    if size is None:
        session.open_page("opened" if shown["chest_open"] else "boss_chest")
    else:
        session.G.chest = Chest(size, has_gold=False, tier="COMMON")
        session.open_page("chest")


def _open_map(session: Session, shown: Json, told: Json) -> None:
    G, node = session.G, shown["current_node"]
    G.screen = "MAP"
    G.x, G.y = (node["x"], node["y"]) if shown["first_node_chosen"] else (-1, -1)
    behind = {"": "left" if G.act == 1 else "", "MONSTER": "rewards", "ELITE": "rewards",
              "EVENT": "left", "SHOP": "shop_room", "REST": "rested", "TREASURE": "chest"}  # fmt: skip
    session.open_page("map", behind=behind.get(G.room, ""))


def _open_completed_fight(session: Session, shown: Json, told: Json) -> None:
    session.open_page("complete")


def _open_end(session: Session, shown: Json, told: Json) -> None:
    session.G.outcome = "VICTORY" if shown["victory"] else "LOSS"
    session.last_battle = session.G.battle or session.last_battle
    session.G.battle = None  # the rules keep no fight that is lost
    session.open_page("over")


SCREENS: dict[str, Callable[[Session, Json, Json], None]] = {
    "NONE": _open_fight,
    "HAND_SELECT": _open_hand_selection,
    "GRID": _open_grid,
    "CARD_REWARD": _open_card_reward,
    "COMBAT_REWARD": _open_rewards,
    "BOSS_REWARD": _open_boss_relics,
    "EVENT": open_event,
    "REST": _open_rest,
    "SHOP_ROOM": _open_shop_room,
    "SHOP_SCREEN": _open_shop,
    "CHEST": _open_chest,
    "MAP": _open_map,
    "COMPLETE": _open_completed_fight,
    "GAME_OVER": _open_end,
}
