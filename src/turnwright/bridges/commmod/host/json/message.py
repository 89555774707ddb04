"""The message that the mod sends: the state of a run, and what can be said to it."""

from __future__ import annotations

import msgspec

from turnwright.bridges.commmod.host.session import Desk, Quirks
from turnwright.core.runtime.match import Match
from turnwright.games.spire.combat import moves
from turnwright.games.spire.run.map import BOSS_X, Map
from turnwright.games.spire.run.potions import drinkable, held
from turnwright.games.spire.state import NO_POTION

from . import display_names
from .cards import Json, card_json, potion_json, printed, relic_json
from .combat import Playable, combat_state, never

MENU: Json = {
    "available_commands": ["start", "state"],
    "ready_for_command": True,
    "in_game": False,
}
BOSS_ROW, LAST_BOSS_ROW = 16, 3
"""Where the map says that the boss is: in the acts 1 to 3, and in the last one."""


def state_json(match: Match, quirks: Quirks | None = None) -> Json:
    """The message for a match, at the decision that it stands at. The pages between decisions are
    those of a `Mod`, which knows what has been clicked."""
    desk = Desk(match, quirks)
    desk.skip_talk()
    return message(desk)


def message(desk: Desk) -> Json:
    """What the mod sends now."""
    can_play, choices = options(desk)
    return {
        "available_commands": commands(desk, can_play, choices),
        "ready_for_command": True,
        "in_game": True,
        "game_state": game_state(desk, choices),
    }


# --- what can be said -----------------------------------------------------------------------------


def options(desk: Desk) -> tuple[bool, list[str]]:
    """Can a card be played? If none can: what can be chosen."""
    battle = desk.G.battle
    desk.playable = never if battle is None else Playable(desk.c)
    if battle is not None and desk.spot.page == "fight":
        return any(map(desk.playable, battle.hand)), []
    return False, desk.page.choices()


def commands(desk: Desk, can_play: bool, choices: list[str]) -> list[str]:
    """In the order of the mod."""
    page = desk.page
    found = []
    if can_play:
        found.append("play")
    elif choices:
        found.append("choose")
    if desk.spot.page == "fight":
        found.append("end")
    if any(kind != NO_POTION for kind in desk.G.potions):
        found.append("potion")
    if page.has_confirm():
        found.append(page.confirm_word)
    if page.has_cancel():
        found.append(page.cancel_word)
    return [*found, "key", "click", "wait", "state"]


def usable_potions(desk: Desk) -> list[int]:
    if not desk.page.takes_potions or desk.question is not None:
        return []
    found: list[int] = drinkable(desk.c) if desk.G.battle is None else moves.usable(desk.c)
    return found


def discardable_potions(desk: Desk) -> list[int]:
    if not desk.page.takes_potions or desk.question is not None:
        return []
    found: list[int] = held(desk.c) if desk.G.battle is None else moves.held(desk.c)
    return found


# --- the state ------------------------------------------------------------------------------------


def game_state(desk: Desk, choices: list[str]) -> Json:
    G, page = desk.G, desk.page
    shown_battle = G.battle
    if desk.spot.page in ("intro", "complete"):
        shown_battle = None
    elif desk.spot.page == "over" and G.hp <= 0:
        shown_battle = desk.last_battle
    found: Json = {
        "screen_name": page.screen_name(),
        "is_screen_up": page.screen != "NONE",
        "screen_type": page.type,
        "screen_state": page.state(),
        "room_phase": page.phase if shown_battle is None else "COMBAT",
        "action_phase": "WAITING_ON_USER",
        "room_type": page.room() or room_type(desk),
        "current_hp": G.hp,
        "max_hp": G.max_hp,
        "floor": G.floor,
        "act": G.act,
        "act_boss": G.bosses[0],
        "gold": G.gold,
        "seed": signed(G.seed),
        "class": G.character,
        "ascension_level": G.ascension,
        "relics": [relic_json(relic) for relic in G.relics],
        "deck": _deck(desk),
        "potions": _potions(desk),
        "map": map_json(desk),
        "keys": dict(zip(("ruby", "emerald", "sapphire"), G.keys, strict=True)),
    }
    if shown_battle is not None:
        found["combat_state"] = combat_state(desk, shown_battle)
        if shown_battle.choice is not None:
            found["action_phase"] = "EXECUTING_ACTIONS"
            found["current_action"] = display_names.ACTIONS[shown_battle.choice.task]
    if choices:
        found["choice_list"] = [choice.lower() for choice in choices]
    return found


def room_type(desk: Desk) -> str:
    G = desk.G
    if G.y < 0 and G.act > 1:
        return "EmptyRoom"
    return display_names.ROOMS[G.room]


def signed(seed: int) -> int:
    """Seeds are numbers of 64 bits with a sign."""
    seed &= (1 << 64) - 1
    return seed - (1 << 64) if seed >> 63 else seed


def _deck(desk: Desk) -> list[Json]:
    uuid, playable = desk.uuid, desk.playable
    if desk.G.battle is not None:
        return [card_json(card, uuid(card), playable(printed(card))) for card in desk.G.deck]
    told = False if desk.was_fought_in else None
    return [card_json(card, uuid(card), told) for card in desk.G.deck]


def _potions(desk: Desk) -> list[Json]:
    usable, discardable = usable_potions(desk), discardable_potions(desk)
    return [
        potion_json(kind, slot in usable, slot in discardable)
        for slot, kind in enumerate(desk.G.potions)
    ]


def map_json(desk: Desk) -> msgspec.Raw:
    """The map of the act; it is written once."""
    G = desk.G
    known, raw = desk.map
    if known is not G.map:
        assert G.map is not None
        raw = msgspec.Raw(msgspec.json.encode(nodes_json(G.map)))
        desk.map = (G.map, raw)
    found: msgspec.Raw = raw
    return found


def nodes_json(map: Map) -> list[Json]:
    last = len(map.rows) - 1
    boss_row = BOSS_ROW if last > LAST_BOSS_ROW else LAST_BOSS_ROW
    return [
        {
            "x": node.x,
            "y": node.y,
            "symbol": node.symbol,
            "children": [
                {"x": BOSS_X, "y": boss_row} if node.y == last else {"x": x, "y": node.y + 1}
                for x in node.edges
            ],
            "parents": [],
        }
        for node in map.connected()
    ]
