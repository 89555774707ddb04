"""The state message of the mod: the game state and the available commands."""

from __future__ import annotations

import msgspec

from turnwright.bridges.commmod.host.session import Quirks, Session
from turnwright.core.runtime.match import Match
from turnwright.games.spire import fight_moves
from turnwright.games.spire.run.map import BOSS_X, ActMap
from turnwright.games.spire.run.potions import drinkable, held

from . import display_names
from .cards import Json, card_json, potion_json, printed, relic_json
from .combat import Playable, combat_state, never

MENU: Json = {
    "available_commands": ["start", "state"],
    "ready_for_command": True,
    "in_game": False,
}
BOSS_ROW, LAST_BOSS_ROW = 16, 3
"""The row of the boss on the map: in acts 1 to 3, and in act 4."""


def state_json(match: Match, quirks: Quirks | None = None) -> Json:
    """Return the message for a match at its current decision. Pages between decisions need a `Mod`,
    which keeps track of what was clicked."""
    session = Session(match, quirks)
    session.skip_to_decision()
    return message(session)


def message(session: Session) -> Json:
    """Return the current message of a session."""
    can_play, choices = options(session)
    return {
        "available_commands": commands(session, can_play, choices),
        "ready_for_command": True,
        "in_game": True,
        "game_state": game_state(session, choices),
    }


# --- available commands ---------------------------------------------------------------------------


def options(session: Session) -> tuple[bool, list[str]]:
    """Return whether a card can be played and, outside of the fight page, the choices."""
    battle = session.G.battle
    session.playable = never if battle is None else Playable(session.c, session.page.hand(battle))
    if battle is not None and session.page_state.page == "fight":
        return any(map(session.playable, battle.hand)), []
    return False, session.page.choices()


def commands(session: Session, can_play: bool, choices: list[str]) -> list[str]:
    """Return the available commands in the mod's order."""
    page = session.page
    found = []
    if can_play:
        found.append("play")
    elif choices:
        found.append("choose")
    if session.page_state.page == "fight":
        found.append("end")
    if discardable_potions(session) or usable_potions(session):
        found.append("potion")
    if page.has_confirm():
        found.append(page.confirm_word)
    if page.has_cancel():
        found.append(page.cancel_word)
    return [*found, "key", "click", "wait", "state"]


def usable_potions(session: Session) -> list[int]:
    """Return the slots of potions that can be used now."""
    if not session.page.allows_potions:
        return []
    found: list[int] = (
        drinkable(session.c) if session.G.battle is None else fight_moves.usable(session.c)
    )
    return found


def discardable_potions(session: Session) -> list[int]:
    """Return the slots of potions that can be discarded now."""
    if not session.page.allows_potions:
        return []
    found: list[int] = held(session.c) if session.G.battle is None else fight_moves.held(session.c)
    return found


# --- game state ----------------------------------------------------------------------------------


def game_state(session: Session, choices: list[str]) -> Json:
    """Return the `game_state` of the message."""
    G, page = session.G, session.page
    shown_battle = G.battle
    if session.page_state.page in ("intro", "complete"):
        shown_battle = None
    elif session.page_state.page == "over" and G.hp <= 0:
        shown_battle = session.last_battle
    found: Json = {
        "screen_name": page.screen_name(),
        "is_screen_up": page.screen != "NONE",
        "screen_type": page.type,
        "screen_state": page.state(),
        "room_phase": page.room_phase() if shown_battle is None else "COMBAT",
        "action_phase": "WAITING_ON_USER",
        "room_type": page.room() or room_type(session),
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
        "deck": _deck(session),
        "potions": _potions(session),
        "map": map_json(session),
        "keys": dict(zip(("ruby", "emerald", "sapphire"), G.keys, strict=True)),
    }
    if shown_battle is not None:
        found["combat_state"] = combat_state(session, shown_battle)
        if shown_battle.choice is not None:
            found["action_phase"] = "EXECUTING_ACTIONS"
            found["current_action"] = display_names.ACTIONS[shown_battle.choice.task]
    if choices:
        found["choice_list"] = [choice.lower() for choice in choices]
    return found


def room_type(session: Session) -> str:
    """Return the `room_type` of the message."""
    G = session.G
    if G.y < 0 and G.act > 1:
        return "TreasureRoomBoss" if session.quirks.starts_acts_at_the_chest else "EmptyRoom"
    return display_names.ROOMS[G.room]


def signed(seed: int) -> int:
    """Convert a seed to a signed 64-bit integer."""
    seed &= (1 << 64) - 1
    return seed - (1 << 64) if seed >> 63 else seed


def _deck(session: Session) -> list[Json]:
    uuid, playable = session.uuid, session.playable
    if session.G.battle is not None:
        return [card_json(card, uuid(card), playable(printed(card))) for card in session.G.deck]
    told = False if session.has_monsters else None
    return [card_json(card, uuid(card), told) for card in session.G.deck]


def _potions(session: Session) -> list[Json]:
    usable, discardable = usable_potions(session), discardable_potions(session)
    return [
        potion_json(kind, slot in usable, slot in discardable)
        for slot, kind in enumerate(session.G.potions)
    ]


def map_json(session: Session) -> msgspec.Raw:
    """Return the map of the act. Its JSON is encoded once per act."""
    G = session.G
    known, raw = session.map
    if known is not G.map:
        assert G.map is not None
        raw = msgspec.Raw(msgspec.json.encode(nodes_json(G.map)))
        session.map = (G.map, raw)
    found: msgspec.Raw = raw
    return found


def nodes_json(map: ActMap) -> list[Json]:
    """Return the nodes of a map."""
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
