"""Messages as the mod sends them, a small one for every screen."""

from __future__ import annotations

from typing import Any

from turnwright.bridges.commmod.agent.game_state import GameState

IN_DUNGEON = ["key", "click", "wait", "state"]
UUIDS = iter(range(1, 1 << 30))


def card(name: str, **more: Any) -> dict[str, Any]:
    return {
        "name": name, "uuid": f"card-{next(UUIDS)}", "id": name.rstrip("+").replace(" ", "_"),
        "cost": 1, "upgrades": name.count("+"), "type": "ATTACK", "rarity": "COMMON",
        "has_target": False, "exhausts": False, "ethereal": False, **more,
    }  # fmt: skip


def monster(name: str = "Jaw Worm", hp: int = 40, **more: Any) -> dict[str, Any]:
    return {
        "id": name.replace(" ", ""), "name": name, "current_hp": hp, "max_hp": 44, "block": 0,
        "intent": "ATTACK", "half_dead": False, "is_gone": False, "powers": [], **more,
    }  # fmt: skip


def potion(name: str, **more: Any) -> dict[str, Any]:
    known = {"can_use": True, "can_discard": True, "requires_target": False}
    return {"id": name, "name": name, **known, **more}


EMPTY = potion("Potion Slot", can_use=False, can_discard=False)


def relic(name: str, **more: Any) -> dict[str, Any]:
    return {"id": name, "name": name, "counter": -1, **more}


def message(
    commands: list[str], screen_type: str, screen: dict[str, Any] | None = None, **game: Any
) -> dict[str, Any]:
    """A message of a game that is ready; `choices` become the choice_list."""
    choices = game.pop("choices", None)
    state = {
        "screen_name": screen_type, "is_screen_up": True, "screen_type": screen_type,
        "screen_state": screen or {}, "room_phase": "COMPLETE", "action_phase": "WAITING_ON_USER",
        "room_type": "MonsterRoom", "current_hp": 68, "max_hp": 80, "floor": 3, "act": 1,
        "gold": 99, "seed": -3047511808784702860, "class": "IRONCLAD", "ascension_level": 0,
        "act_boss": "The Guardian", "relics": [relic("Burning Blood")], "map": [],
        "deck": [card("Strike"), card("Strike"), card("Defend"), card("Bash+")],
        "potions": [EMPTY, EMPTY, EMPTY], **game,
    }  # fmt: skip
    if choices:
        state["choice_list"] = choices
        commands = ["choose", *commands]
    return {
        "available_commands": [*commands, *IN_DUNGEON], "ready_for_command": True,
        "in_game": True, "game_state": state,
    }  # fmt: skip


MENU = {"available_commands": ["start", "state"], "ready_for_command": True, "in_game": False}


def options(*labels: str) -> list[dict[str, Any]]:
    """Options of an event; options in parentheses are disabled."""
    found: list[dict[str, Any]] = []
    index = 0
    for label in labels:
        if label.startswith("("):
            found.append({"text": label, "label": label.strip("()"), "disabled": True})
        else:
            option = {"text": f"[{label}]", "label": label, "disabled": False}
            found.append({**option, "choice_index": index})
            index += 1
    return found


def event(*labels: str, name: str = "Big Fish", **game: Any) -> dict[str, Any]:
    screen_state = {
        "event_name": name,
        "event_id": name,
        "body_text": "...",
        "options": options(*labels),
    }
    choices = [label.lower() for label in labels if not label.startswith("(")]
    room = {"room_type": "EventRoom", "room_phase": "EVENT", **game}
    return message([], "EVENT", screen_state, choices=choices, **room)


def neow(*labels: str) -> dict[str, Any]:
    return event(*labels or ("Talk",), name="Neow Event", room_type="NeowRoom", floor=0)


def map_screen(*nodes: tuple[int, int, str], boss: bool = False) -> dict[str, Any]:
    screen_state = {
        "current_node": {"x": 3, "y": 2, "symbol": "M"}, "first_node_chosen": True,
        "next_nodes": [{"x": x, "y": y, "symbol": symbol} for x, y, symbol in nodes],
        "boss_available": boss,
    }  # fmt: skip
    choices = ["boss"] if boss else [f"x={x}" for x, _, _ in nodes]
    return message(["return"], "MAP", screen_state, choices=choices)


def combat(
    hand: list[dict[str, Any]] | None = None, monsters: list[dict[str, Any]] | None = None,
    **game: Any,
) -> dict[str, Any]:  # fmt: skip
    known = [
        card("Strike", is_playable=True, has_target=True),
        card("Defend", is_playable=True),
        card("Wound", is_playable=False, cost=-2),
    ]
    cards = known if hand is None else hand
    fight = {
        "hand": cards, "monsters": [monster()] if monsters is None else monsters,
        "draw_pile": [card("Bash")], "discard_pile": [], "exhaust_pile": [], "limbo": [],
        "player": {
            "block": 5, "energy": 3, "current_hp": 68, "max_hp": 80, "powers": [], "orbs": [],
        },
        "turn": 1, "cards_discarded_this_turn": 0, "times_damaged": 0,
    }  # fmt: skip
    potions = game.get("potions", [])
    commands = ["play"] * any(one.get("is_playable") for one in cards) + ["end"]
    commands += ["potion"] * any(one["id"] != "Potion Slot" for one in potions)
    room = {"room_phase": "COMBAT", "is_screen_up": False, **game}
    return message(commands, "NONE", combat_state=fight, **room)


def combat_reward(*rewards: dict[str, Any], **game: Any) -> dict[str, Any]:
    choices = [one["reward_type"].lower() for one in rewards]
    return message(
        ["proceed"], "COMBAT_REWARD", {"rewards": list(rewards)}, choices=choices, **game
    )


def gold(amount: int) -> dict[str, Any]:
    return {"reward_type": "GOLD", "gold": amount}


CARD = {"reward_type": "CARD"}


def card_reward(*names: str, bowl: bool = False, skip: bool = True) -> dict[str, Any]:
    screen_state = {
        "cards": [card(name) for name in names], "bowl_available": bowl, "skip_available": skip,
    }  # fmt: skip
    choices = [name.lower() for name in names] + ["bowl"] * bowl
    return message(["skip"] if skip else [], "CARD_REWARD", screen_state, choices=choices)


def boss_reward(*names: str) -> dict[str, Any]:
    screen_state = {"relics": [relic(name) for name in names]}
    choices = [name.lower() for name in names]
    return message(
        ["skip"], "BOSS_REWARD", screen_state, choices=choices, room_type="TreasureRoomBoss"
    )


def chest(is_open: bool = False, kind: str = "SmallChest") -> dict[str, Any]:
    screen_state = {"chest_type": kind, "chest_open": is_open}
    choices = [] if is_open else ["open"]
    return message(["proceed"], "CHEST", screen_state, choices=choices, room_type="TreasureRoom")


def rest(*names: str, has_rested: bool = False) -> dict[str, Any]:
    screen_state = {"has_rested": has_rested, "rest_options": list(names)}
    commands = ["proceed"] if has_rested else []
    return message(commands, "REST", screen_state, choices=list(names), room_type="RestRoom")


def shop_room() -> dict[str, Any]:
    return message(["proceed"], "SHOP_ROOM", choices=["shop"], room_type="ShopRoom")


def shop(gold: int = 99, purge: bool = True, **game: Any) -> dict[str, Any]:
    screen_state = {
        "cards": [card("Inflame", price=74), card("Offering", price=148)],
        "relics": [relic("Vajra", price=90)], "potions": [potion("Fire Potion", price=52)],
        "purge_available": purge, "purge_cost": 75,
    }  # fmt: skip
    stock = [
        one["name"].lower()
        for kind in ("cards", "relics", "potions")
        for one in screen_state[kind]
        if one["price"] <= gold
    ]
    choices = ["purge"] * (purge and gold >= 75) + stock
    room = {"room_type": "ShopRoom", "gold": gold, **game}
    return message(["leave"], "SHOP_SCREEN", screen_state, choices=choices, **room)


def grid(
    cards: list[dict[str, Any]], num: int = 1, selected: int = 0, confirm: bool = False,
    any_number: bool = False, purpose: str = "for_upgrade", **game: Any,
) -> dict[str, Any]:  # fmt: skip
    screen_state = {
        "cards": cards, "selected_cards": cards[:selected], "num_cards": num,
        "any_number": any_number, "confirm_up": confirm, "for_upgrade": False,
        "for_transform": False, "for_purge": False, purpose: True,
    }  # fmt: skip
    commands = ["confirm"] * (confirm or any_number) + ["cancel"]
    choices = [] if confirm else [one["name"].lower() for one in cards]
    return message(commands, "GRID", screen_state, choices=choices, **game)


def hand_select(
    hand: list[dict[str, Any]], most: int = 1, selected: list[dict[str, Any]] | None = None,
    zero: bool = False,
) -> dict[str, Any]:  # fmt: skip
    taken = selected or []
    screen_state = {"hand": hand, "selected": taken, "max_cards": most, "can_pick_zero": zero}
    is_full = len(taken) == most
    choices = [] if is_full else [one["name"].lower() for one in hand]
    commands = ["confirm"] if is_full or zero else []
    return message(commands, "HAND_SELECT", screen_state, choices=choices, room_phase="COMBAT")


def game_over(victory: bool = False, score: int = 120) -> dict[str, Any]:
    return message(["proceed"], "GAME_OVER", {"score": score, "victory": victory})


def complete() -> dict[str, Any]:
    return message(["proceed"], "COMPLETE", room_type="TrueVictoryRoom")


def state(data: dict[str, Any]) -> GameState:
    return GameState.of(data)


DECK = [card("Strike"), card("Strike"), card("Strike+"), card("Defend"), card("Bash")]
EVERY_SCREEN = {
    "OUT_OF_GAME": MENU,
    "NEOW_ROOM": neow("Max HP", "Common relic", "Transform", "(Boss relic)"),
    "MAP": map_screen((2, 3, "M"), (4, 3, "?")),
    "COMBAT": combat(potions=[potion("Fire Potion", requires_target=True), EMPTY]),
    "COMBAT_REWARD": combat_reward(gold(14), CARD),
    "CARD_REWARD": card_reward("Anger", "Clothesline", "Flex"),
    "BOSS_REWARD": boss_reward("Runic Dome", "Sozu", "Ectoplasm"),
    "EVENT": event("Banana", "Donut", "(Box)"),
    "CHEST": chest(),
    "REST": rest("rest", "smith"),
    "SHOP_ROOM": shop_room(),
    "SHOP_SCREEN": shop(),
    "GRID": grid(DECK),
    "HAND_SELECT": hand_select(DECK),
    "GAME_OVER": game_over(),
    "COMPLETE": complete(),
}
