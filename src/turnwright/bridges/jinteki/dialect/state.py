"""The state of a match as a jinteki.net server sends it to one side.

It contains only what the side may see: the opponent's hand and the decks are counts, facedown cards
are stubs, prompts go to their owner alone. Keys that are nil on the server are absent here; `False`
stays. Timestamps, game ids and action ids belong to the connection, see `room.JintekiRoom`.
"""

from __future__ import annotations

from typing import Any

import turnwright as tw
from turnwright.games.netrunner.card_facts import CORP, NAMES, RUNNER, SIDES
from turnwright.games.netrunner.context import NetrunnerContext, context_of
from turnwright.games.netrunner.moves import can_play
from turnwright.games.netrunner.questions import NetrunnerQuestion, open_question
from turnwright.games.netrunner.state import CENTRALS, LogLine, Server, StatusPrompt

from .cards import card_json, card_summary, full_card_json, may_see

BASE_HAND, BASE_MEMORY = 5, 4
SYSTEM = "__system__"


def state_json(match: tw.Match, side: str | None) -> dict[str, Any]:
    """Return the state for "corp", "runner", or a spectator ("spectator" or None)."""
    return board_json(match, side) | {"log": log_json(match, side)}


def log_json(match: tw.Match, side: str | None, start: int = 0) -> list[dict[str, Any]]:
    """Return the log for a side, from line `start` on."""
    viewer, users, c = seat_of(side), usernames(match), match.c
    return [line_json(line, viewer, users) for line in c.G.log[start:]]


def board_json(match: tw.Match, side: str | None) -> dict[str, Any]:
    """Return the state for a side without the log."""
    c = context_of(match)
    viewer = seat_of(side)
    G = c.G
    users = usernames(match)
    data: dict[str, Any] = {
        "active-player": SIDES[G.active],
        "turn": G.turn,
        "end-turn": G.turn_over,
        "corp": _corp(match, c, viewer),
        "runner": _runner(match, c, viewer),
    }
    if G.phase_12 is not None:
        data[f"{SIDES[G.phase_12]}-phase-12"] = True
    if G.run is not None:
        data["run"] = _run(c)
    if G.encounter is not None:
        data["encounters"] = _encounter(c)
    if G.winner is not None:
        data["winner"] = SIDES[G.winner]
        data["winning-user"] = users[G.winner]
    if G.reason:
        data["reason"] = G.reason
    return data


def seat_of(side: str | None) -> int | None:
    """Return the seat of a side's name; None for spectators."""
    if side is None or side == "spectator":
        return None
    return SIDES.index(side)


def usernames(match: tw.Match) -> list[str]:
    """Return the names of the players. Seats without a name are named after their side."""
    return [
        side if name == str(seat) else name
        for seat, (side, name) in enumerate(zip(NAMES, match.record.seats, strict=True))
    ]


def line_json(line: LogLine, viewer: int | None, users: list[str]) -> dict[str, Any]:
    """Return a log line for a viewer, with the user's name instead of the side's."""
    text = line.seen_by(viewer)
    if line.side is not None:
        text = users[line.side] + text.removeprefix(NAMES[line.side])
    return {"user": SYSTEM, "text": text}


# --- players --------------------------------------------------------------------------------------


def _player(match: tw.Match, c: NetrunnerContext, side: int, viewer: int | None) -> dict[str, Any]:
    player = c.G.sides[side]
    data: dict[str, Any] = {
        "user": {"username": usernames(match)[side]},
        "identity": card_json(c, c.cards_in("identity", side)[0], viewer),
        "basic-action-card": {"title": f"{NAMES[side]} Basic Action Card", "side": NAMES[side]},
        "deck": [],
        "deck-count": len(c.zone("deck", side)),
        "hand": _hand(match, c, side) if viewer == side else [],
        "hand-count": len(c.zone("hand", side)),
        "current": [],
        "set-aside": [],
        "click": player.clicks,
        "credit": player.credits,
        "hand-size": {"base": BASE_HAND, "total": c.hand_size(side)},
        "agenda-point": c.agenda_points(side),
        "agenda-point-req": c.G.points_to_win,
    }
    for key, zone in (
        ("discard", "discard"),
        ("scored", "scored"),
        ("rfg", "rfg"),
        ("play-area", "play_area"),
    ):
        data[key] = [card_json(c, card, viewer) for card in c.cards_in(zone, side)]
    data["keep"] = player.opening_hand or False
    prompts = open_prompts(match, side) if viewer == side else []
    if prompts:
        data["prompt-state"] = prompt_json(c, prompts[0], side)
    return data


def _hand(match: tw.Match, c: NetrunnerContext, side: int) -> list[dict[str, Any]]:
    G = c.G
    may_play = (
        G.active == side and not G.turn_over and G.phase_12 is None and G.winner is None
        and G.sides[side].clicks > 0 and not match.asked and not any(G.status_prompts)
    )  # fmt: skip
    return [
        card_json(c, card, side, is_playable=may_play and can_play(c, card))
        for card in c.cards_in("hand", side)
    ]


def _corp(match: tw.Match, c: NetrunnerContext, viewer: int | None) -> dict[str, Any]:
    G = c.G
    data = _player(match, c, CORP, viewer)
    remotes = [name for name in c.server_keys() if name not in CENTRALS]
    empty = Server([], [])
    data["servers"] = {
        name: {
            "ices": [card_json(c, card, viewer) for card in c.cards(server.ices)],
            "content": [card_json(c, card, viewer) for card in c.cards(server.content)],
        }
        for name, server in (
            (name, G.servers.get(name, empty)) for name in ("hq", "rd", "archives", *remotes)
        )
    }
    data["bad-publicity"] = {"base": G.sides[CORP].bad_publicity, "additional": 0}
    return data


def _runner(match: tw.Match, c: NetrunnerContext, viewer: int | None) -> dict[str, Any]:
    player = c.G.sides[RUNNER]
    data = _player(match, c, RUNNER, viewer)
    data["rig"] = {
        zone: [card_json(c, card, viewer) for card in c.cards_in(zone, RUNNER)]
        for zone in ("hardware", "program", "resource")
    } | {"facedown": []}
    free = c.free_memory()
    used = sum(c.facts(card).memory for card in c.installed(RUNNER))
    data["memory"] = {"base": BASE_MEMORY, "available": free, "used": used, "only-for": {}}
    data["tag"] = {"base": player.tags, "total": player.tags, "is-tagged": player.tags > 0}
    data["run-credit"] = player.run_credits
    data["bad-pub-credit"] = 0
    data["link"] = 0
    data["brain-damage"] = player.brain
    return data


# --- the run --------------------------------------------------------------------------------------


def _run(c: NetrunnerContext) -> dict[str, Any]:
    run = c.G.run
    assert run is not None
    data: dict[str, Any] = {
        "server": [run.server],
        "position": run.position,
        "phase": run.phase,
        "corp-auto-no-action": run.auto,
        "cannot-jack-out": False,
    }
    if run.no_action is False:
        data["no-action"] = False
    elif run.no_action is not None:
        data["no-action"] = SIDES[int(run.no_action)]
    if run.source is not None:
        data["source-card"] = card_summary(c, c.card(run.source))
    if run.phase == "approach-ice":
        ices = c.G.servers[run.server].ices if run.server in c.G.servers else []
        data["approached-ice-in-position?"] = run.ice in ices
    return data


def _encounter(c: NetrunnerContext) -> dict[str, Any]:
    """Everybody sees the encountered ice in full."""
    encounter = c.G.encounter
    assert encounter is not None
    ice = c.card(encounter.ice)
    shown = full_card_json(c, ice)
    if ice.hosted:
        shown["hosted"] = [card_json(c, one, CORP) for one in c.cards(ice.hosted)]
    data: dict[str, Any] = {"encounter-count": 1, "ice": shown}
    if encounter.no_action is not None:
        data["no-action"] = SIDES[encounter.no_action]
    return data


# --- prompts --------------------------------------------------------------------------------------


def open_prompts(match: tw.Match, seat: int) -> list[NetrunnerQuestion | StatusPrompt]:
    """Return the prompts of a side, newest first: its open question, then those without an answer."""
    question = open_question(match, seat)
    shown: list[StatusPrompt] = match.G.status_prompts[seat]
    return [*shown] if question is None else [question, *shown]


def choice_uuid(eid: int, place: int) -> str:
    """Return the id of a button. It reveals only the prompt and the button's index."""
    return f"{eid:08x}-0000-4000-8000-{place:012x}"


def prompt_json(
    c: NetrunnerContext, asked: NetrunnerQuestion | StatusPrompt, seat: int
) -> dict[str, Any]:
    """Return a prompt as only its own side gets it."""
    eid = asked.eid
    data: dict[str, Any] = {"msg": asked.text, "prompt-type": asked.type, "eid": {"eid": eid}}
    if asked.choices:
        data["choices"] = [
            {"value": _value(c, asked, one), "uuid": choice_uuid(eid, place), "idx": place}
            for place, one in enumerate(asked.choices)
        ]
    if asked.title:
        data["card"] = {"title": asked.title, "printed-title": asked.title}
    elif asked.card is not None:
        # A waiting side may not know the card that it waits for.
        card = c.card(asked.card)
        if asked.type != "waiting" or may_see(c, card, seat):
            data["card"] = card_summary(c, card)
    if asked.selectable is not None:
        data["selectable"] = list(asked.selectable)
        zones = {(c.zone_of(one), c.card(one).owner) for one in asked.selectable}
        if ("discard", seat) in zones:
            data["show-discard"] = True
        if ("discard", 1 - seat) in zones:
            data["show-opponent-discard"] = True
    return data


def _value(c: NetrunnerContext, asked: NetrunnerQuestion | StatusPrompt, choice: str | int) -> Any:
    """Return what a button shows: a text, or a card."""
    if isinstance(choice, str):
        return choice
    return asked.button_texts.get(choice) or card_summary(c, c.card(choice))
