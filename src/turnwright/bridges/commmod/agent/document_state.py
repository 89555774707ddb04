"""The state in the document's words: its flags, its names, its fields. Made from the mod's JSON, which
says the same otherwise; what the document does not mention stays as the mod has it."""

from __future__ import annotations

from typing import Any

from . import actions as do
from .game_message import COMBAT, NEOW_ROOM, Json, State, items
from .screens import is_open

CHESTS = {
    "SmallChest": "SMALL",
    "MediumChest": "MEDIUM",
    "LargeChest": "LARGE",
    "BossChest": "BOSS",
}
RENAMED = {
    "CARD_REWARD": {"bowl_available": "can_bowl", "skip_available": "can_skip"},
    "HAND_SELECT": {"hand": "cards", "selected": "selected_cards", "max_cards": "num_cards"},
}
"""Fields of screens that the mod calls otherwise."""


def flags(state: State) -> dict[str, bool]:
    """What can be done, by the document's flags. `proceed_available` says that `proceed` is a valid
    action, also where the game itself calls for another word."""
    return {
        "play_available": state.can("play"),
        "end_available": state.can("end"),
        "proceed_available": is_open(do.Proceed, state),
        "cancel_available": state.can("cancel"),
        "potion_available": state.can("potion"),
        "choice_available": bool(state.choices),
    }


def document(state: State) -> dict[str, Any]:
    """The whole state as the document describes it. `screen` is the name of the screen's section."""
    told = flags(state)
    game = _game(state, told) if state.in_game else None
    return {
        "in_game": state.in_game,
        "ready_for_command": state.is_ready,
        "screen": state.screen,
        "screen_type": state.text("screen_type") or "NONE",
        "room_type": state.text("room_type") or None,
        "room_phase": state.text("room_phase") or None,
        **told,
        "available_commands": list(state.commands),
        "game_state": game,
    }


def _game(state: State, told: dict[str, bool]) -> dict[str, Any]:
    game: dict[str, Any] = {k: v for k, v in state.game.items() if k != "screen_state"}
    game["screen"] = _screen(state)
    game["character"] = game.get("class")
    game["phase"] = COMBAT if state.text("room_phase") == COMBAT else "OUT_OF_COMBAT"
    if state.combat:
        monsters = [{**one, "monster_index": n} for n, one in enumerate(state.monsters)]
        game["combat_state"] = {**state.combat, "monsters": monsters}
        game["player"] = state.combat.get("player")
    return {**game, **told}


def _screen(state: State) -> dict[str, Any]:
    screen = state.screen
    renamed = RENAMED.get(screen, {})
    told: dict[str, Any] = {"screen_type": state.text("screen_type") or "NONE"}
    told |= {renamed.get(key, key): value for key, value in state.screen_state.items()}
    if screen == "CHEST":
        told["chest_type"] = CHESTS.get(str(told.get("chest_type")), told.get("chest_type"))
    elif screen == "REST":
        options = state.screen_state.get("rest_options")
        told["rest_options"] = (
            [str(one).upper() for one in options] if isinstance(options, list) else []
        )
    elif screen in ("EVENT", NEOW_ROOM):
        told["options"] = [_option(one) for one in items(state.screen_state, "options")]
        if screen == NEOW_ROOM:
            told["event_name"] = "Neow Event"
    return told


def _option(option: Json) -> dict[str, Any]:
    """Options that are disabled have no index: the others are counted without them."""
    return {"choice_index": None, **option}
