"""The state of a match as a jinteki.net server sends it to one side.

It contains only what the side may see: the opponent's hand and the decks are counts, facedown cards
are stubs, prompts go to their owner alone. Keys that are nil on the server are absent here; `False`
stays. Timestamps, game ids and action ids belong to the connection, see `room.JintekiRoom`.

One key is ours: `asked` is the side that must answer a prompt, because that server shows the other
side a "waiting" prompt only for some of them.
"""

from __future__ import annotations

from typing import Any

import turnwright as tw
from turnwright.games.netrunner.card_facts import CORP, NAMES, RUNNER, SIDES
from turnwright.games.netrunner.context import NetrunnerContext, context_of, opponent
from turnwright.games.netrunner.moves.card_moves import can_play
from turnwright.games.netrunner.obligations import owed_in
from turnwright.games.netrunner.questions import (
    NetrunnerQuestion,
    NumberRange,
    open_question,
    open_questions,
    wire_text,
)
from turnwright.games.netrunner.rules.run_state import encounter_depth, encountered
from turnwright.games.netrunner.rules.runs import is_jack_out_forbidden
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
        "corp": _corp(match, c, viewer, users[CORP]),
        "runner": _runner(match, c, viewer, users[RUNNER]),
    }
    if G.phase_12 is not None:
        data[f"{SIDES[G.phase_12]}-phase-12"] = True
    if G.run is not None:
        data["run"] = _run(c)
    if G.encounter is not None:
        data["encounters"] = _encounter(c)
    if G.forced_encounters:
        data["forced-encounter"] = G.forced_encounters
    asked = owed_in(c)
    if asked.what == "answer" and asked.side is not None:
        data["asked"] = SIDES[asked.side]
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


SHOWN_ZONES = ("discard", "scored", "rfg", "play-area", "current")
ZONES = tuple(
    tuple((key, f"{key.replace('-', '_')}:{side}") for key in SHOWN_ZONES)
    for side in (CORP, RUNNER)
)
"""The zones that a side shows to everybody: their names for clients and for us, by side."""


def _player(
    match: tw.Match, c: NetrunnerContext, side: int, viewer: int | None, user: str
) -> dict[str, Any]:
    player, zones = c.G.sides[side], c.ctx.zones
    data: dict[str, Any] = {
        "user": {"username": user},
        "identity": card_json(c, c.cards(zones[f"identity:{side}"])[0], viewer),
        "basic-action-card": {"title": f"{NAMES[side]} Basic Action Card", "side": NAMES[side]},
        "deck": [],
        "deck-count": len(zones[f"deck:{side}"]),
        "hand": _hand(c, side) if viewer == side else [],
        "hand-count": len(zones[f"hand:{side}"]),
        "set-aside": [],
        "click": player.clicks,
        "credit": player.credits,
        "hand-size": {"base": BASE_HAND, "total": c.hand_size(side)},
        "agenda-point": c.agenda_points(side),
        "agenda-point-req": c.G.points_to_win,
    }
    for key, zone in ZONES[side]:
        cards = zones[zone]
        data[key] = [card_json(c, card, viewer) for card in c.cards(cards)] if cards else []
    data["keep"] = player.opening_hand or False
    prompts = open_prompts(match, side) if viewer == side else []
    if prompts:
        data["prompt-state"] = prompt_json(c, prompts[0], side)
    return data


def _hand(c: NetrunnerContext, side: int) -> list[dict[str, Any]]:
    """Show the hand. A card counts as playable if it could be paid for with a click, outside of runs:
    jinteki.net looks neither at prompts nor at the start-of-turn window."""
    can_act = c.G.run is None and c.G.sides[side].clicks > 0
    return [
        card_json(c, card, side, is_playable=can_act and can_play(c, card))
        for card in c.cards_in("hand", side)
    ]


def _corp(match: tw.Match, c: NetrunnerContext, viewer: int | None, user: str) -> dict[str, Any]:
    G = c.G
    data = _player(match, c, CORP, viewer, user)
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


def _runner(match: tw.Match, c: NetrunnerContext, viewer: int | None, user: str) -> dict[str, Any]:
    player = c.G.sides[RUNNER]
    data = _player(match, c, RUNNER, viewer, user)
    data["rig"] = {
        zone: [card_json(c, card, viewer) for card in c.cards_in(zone, RUNNER)]
        for zone in ("hardware", "program", "resource")
    } | {"facedown": []}
    free = c.free_memory()
    rig = c.installed(RUNNER)
    used = sum(c.facts(card).memory for card in rig if not c.is_on_memory_host(card))
    data["memory"] = {"base": BASE_MEMORY, "available": free, "used": used, "only-for": {}}
    data["tag"] = {"base": player.tags, "total": player.tags, "is-tagged": player.tags > 0}
    data["run-credit"] = player.run_credits
    data["bad-pub-credit"] = 0 if c.G.run is None else c.G.run.bad_publicity
    data["link"] = c.link()
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
        "cannot-jack-out": is_jack_out_forbidden(c),
    }
    if run.no_action is False:
        data["no-action"] = False
    elif run.no_action is not None:
        data["no-action"] = SIDES[int(run.no_action)]
    if run.next_phase:
        data["next-phase"] = run.next_phase
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
    data: dict[str, Any] = {"encounter-count": encounter_depth(c)}
    ice = encountered(c)
    if ice is not None:
        data["ice"] = full_card_json(c, ice)
        if ice.hosted:
            data["ice"]["hosted"] = [card_json(c, one, CORP) for one in c.cards(ice.hosted)]
    if encounter.no_action is not None:
        data["no-action"] = SIDES[encounter.no_action]
    return data


# --- prompts --------------------------------------------------------------------------------------


def open_prompts(match: tw.Match, seat: int) -> list[NetrunnerQuestion | StatusPrompt]:
    """Return the prompts of a side, newest first: its open questions and those without an answer."""
    shown: list[StatusPrompt] = match.G.status_prompts[seat]
    questions = open_questions(match, seat)
    if questions:
        return sorted([*questions, *shown], key=lambda one: -one.eid)
    other = open_question(match, opponent(seat))
    if other is not None and other.waiting_text:  # this side has answered its own
        text, eid = other.waiting_text, other.eid
        return [StatusPrompt(type="waiting", text=text, choices=[], eid=eid), *shown]
    return [*shown]


def choice_uuid(eid: int, place: int) -> str:
    """Return the id of a button. It reveals only the prompt and the button's index."""
    return f"{eid:08x}-0000-4000-8000-{place:012x}"


def prompt_json(
    c: NetrunnerContext, asked: NetrunnerQuestion | StatusPrompt, seat: int
) -> dict[str, Any]:
    """Return a prompt as only its own side gets it."""
    eid = asked.eid
    data: dict[str, Any] = {"msg": wire_text(asked), "prompt-type": asked.type, "eid": {"eid": eid}}
    if asked.number is not None:
        data["choices"] = number_json(asked.number)
        data |= asked.trace or {}
    elif asked.choices:
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
    if isinstance(asked, NetrunnerQuestion) and asked.offers_bad_publicity and c.G.run is not None:
        data["offer-bad-pub?"] = c.G.run.bad_publicity
    if asked.selectable is not None:
        data["selectable"] = list(asked.selectable)
        zones = {(c.zone_of(one), c.card(one).owner) for one in asked.selectable}
        if ("discard", seat) in zones:
            data["show-discard"] = True
        if ("discard", 1 - seat) in zones:
            data["show-opponent-discard"] = True
    return data


def number_json(number: NumberRange) -> dict[str, int]:
    """Return the `choices` of a prompt for a number: the largest one, and the one shown first."""
    data = {"number": number.most}
    if number.default is not None:
        data["default"] = number.default
    return data


def _value(c: NetrunnerContext, asked: NetrunnerQuestion | StatusPrompt, choice: str | int) -> Any:
    """Return what a button shows: a text, or a card."""
    if isinstance(choice, str):
        return choice
    return asked.button_texts.get(choice) or card_summary(c, c.card(choice))
