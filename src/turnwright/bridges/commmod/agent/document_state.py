"""The state as the document describes it: its flags, names and fields, converted from the mod's JSON.
Fields that the document does not mention stay as the mod sends them."""

from __future__ import annotations

from typing import Any

from . import actions as do
from .game_state import COMBAT, NEOW_ROOM, GameState, Json, items
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
"""The mod's names of screen fields, and the document's names."""


def flags(state: GameState) -> dict[str, bool]:
    """Return the document's flags of available actions. `proceed_available` means that the action
    `proceed` is valid, even if the game's command has another name."""
    return {
        "play_available": state.can("play"),
        "end_available": state.can("end"),
        "proceed_available": is_open(do.Proceed, state),
        "cancel_available": state.can("cancel"),
        "potion_available": state.can("potion"),
        "choice_available": bool(state.choices),
    }


def document(state: GameState) -> dict[str, Any]:
    """Return the whole state as the document describes it. `screen` names the section of the screen."""
    fields = flags(state)
    game = _game(state, fields) if state.in_game else None
    return {
        "in_game": state.in_game,
        "ready_for_command": state.is_ready,
        "screen": state.screen,
        "screen_type": state.text("screen_type") or "NONE",
        "room_type": state.text("room_type") or None,
        "room_phase": state.text("room_phase") or None,
        **fields,
        "available_commands": list(state.commands),
        "game_state": game,
    }


def _game(state: GameState, fields: dict[str, bool]) -> dict[str, Any]:
    game: dict[str, Any] = {k: v for k, v in state.game.items() if k != "screen_state"}
    game["screen"] = _screen(state)
    game["character"] = game.get("class")
    game["phase"] = COMBAT if state.text("room_phase") == COMBAT else "OUT_OF_COMBAT"
    if state.combat:
        monsters = [{**one, "monster_index": n} for n, one in enumerate(state.monsters)]
        game["combat_state"] = {**state.combat, "monsters": monsters}
        game["player"] = state.combat.get("player")
    return {**game, **fields}


def _screen(state: GameState) -> dict[str, Any]:
    screen = state.screen
    renamed = RENAMED.get(screen, {})
    fields: dict[str, Any] = {"screen_type": state.text("screen_type") or "NONE"}
    fields |= {renamed.get(key, key): value for key, value in state.screen_state.items()}
    if screen == "CHEST":
        fields["chest_type"] = CHESTS.get(str(fields.get("chest_type")), fields.get("chest_type"))
    elif screen == "REST":
        options = state.screen_state.get("rest_options")
        fields["rest_options"] = (
            [str(one).upper() for one in options] if isinstance(options, list) else []
        )
    elif screen in ("EVENT", NEOW_ROOM):
        fields["options"] = [_option(one) for one in items(state.screen_state, "options")]
        if screen == NEOW_ROOM:
            fields["event_name"] = "Neow Event"
    return fields


def _option(option: Json) -> dict[str, Any]:
    """Return an event option. Disabled options have no index and are not counted."""
    return {"choice_index": None, **option}
