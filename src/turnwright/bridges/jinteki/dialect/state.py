"""The state of a match as a jinteki.net server sends it to one side.

What a side may not see is not in it: the other's hand and the decks are numbers, cards that lie face
down are stubs, prompts are their owner's alone. Keys that are nil there are absent here; `False` stays.
Clocks, numbers of games and users' actions are the wire's business, not the rules'.
"""

from __future__ import annotations

from typing import Any

import turnwright as tw
from turnwright.games.netrunner.card_facts import CORP, NAMES, RUNNER, SIDES
from turnwright.games.netrunner.context import NetrunnerContext
from turnwright.games.netrunner.moves import can_play
from turnwright.games.netrunner.questions import NetrunnerQuestion, open_question
from turnwright.games.netrunner.state import CENTRALS, LogLine, Server, StatusPrompt

from .cards import card_json, may_see, name_tag, whole

BASE_HAND, BASE_MEMORY = 5, 4
SYSTEM = "__system__"


def state_json(match: tw.Match, side: str | None) -> dict[str, Any]:
    """The state for "corp", "runner", or a spectator ("spectator" or None)."""
    return board_json(match, side) | {"log": log_json(match, side)}


def log_json(match: tw.Match, side: str | None, start: int = 0) -> list[dict[str, Any]]:
    """The log for a side, from a line on."""
    viewer, users, c = seat_of(side), usernames(match), match.c
    return [line_json(line, viewer, users) for line in c.G.log[start:]]


def board_json(match: tw.Match, side: str | None) -> dict[str, Any]:
    """The state for a side, without the log."""
    c: Any = match.c
    viewer = seat_of(side)
    G = c.G
    users = usernames(match)
    told: dict[str, Any] = {
        "active-player": SIDES[G.active],
        "turn": G.turn,
        "end-turn": G.turn_over,
        "corp": _corp(match, c, viewer),
        "runner": _runner(match, c, viewer),
    }
    if G.phase_12 is not None:
        told[f"{SIDES[G.phase_12]}-phase-12"] = True
    if G.run is not None:
        told["run"] = _run(c)
    if G.encounter is not None:
        told["encounters"] = _encounter(c)
    if G.winner is not None:
        told["winner"] = SIDES[G.winner]
        told["winning-user"] = users[G.winner]
    if G.reason:
        told["reason"] = G.reason
    return told


def seat_of(side: str | None) -> int | None:
    """The seat of a side's name; None for spectators."""
    if side is None or side == "spectator":
        return None
    return SIDES.index(side)


def usernames(match: tw.Match) -> list[str]:
    """Who plays; seats without a name are called after their side."""
    return [
        side if name == str(seat) else name
        for seat, (side, name) in enumerate(zip(NAMES, match.record.seats, strict=True))
    ]


def line_json(line: LogLine, viewer: int | None, users: list[str]) -> dict[str, Any]:
    """A line of the log, in the words for this viewer. Whoever acts is called by the user's name."""
    text = line.seen_by(viewer)
    if line.side is not None:
        text = users[line.side] + text.removeprefix(NAMES[line.side])
    return {"user": SYSTEM, "text": text}


# --- players --------------------------------------------------------------------------------------


def _player(match: tw.Match, c: NetrunnerContext, side: int, viewer: int | None) -> dict[str, Any]:
    player = c.G.sides[side]
    told: dict[str, Any] = {
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
        told[key] = [card_json(c, card, viewer) for card in c.cards_in(zone, side)]
    told["keep"] = player.opening_hand or False
    prompts = open_prompts(match, side) if viewer == side else []
    if prompts:
        told["prompt-state"] = prompt_json(c, prompts[0], side)
    return told


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
    told = _player(match, c, CORP, viewer)
    remotes = [name for name in c.server_keys() if name not in CENTRALS]
    empty = Server([], [])
    told["servers"] = {
        name: {
            "ices": [card_json(c, card, viewer) for card in c.cards(server.ices)],
            "content": [card_json(c, card, viewer) for card in c.cards(server.content)],
        }
        for name, server in (
            (name, G.servers.get(name, empty)) for name in ("hq", "rd", "archives", *remotes)
        )
    }
    told["bad-publicity"] = {"base": G.sides[CORP].bad_publicity, "additional": 0}
    return told


def _runner(match: tw.Match, c: NetrunnerContext, viewer: int | None) -> dict[str, Any]:
    player = c.G.sides[RUNNER]
    told = _player(match, c, RUNNER, viewer)
    told["rig"] = {
        zone: [card_json(c, card, viewer) for card in c.cards_in(zone, RUNNER)]
        for zone in ("hardware", "program", "resource")
    } | {"facedown": []}
    free = c.free_memory()
    used = sum(c.facts(card).memory for card in c.installed(RUNNER))
    told["memory"] = {"base": BASE_MEMORY, "available": free, "used": used, "only-for": {}}
    told["tag"] = {"base": player.tags, "total": player.tags, "is-tagged": player.tags > 0}
    told["run-credit"] = player.run_credits
    told["bad-pub-credit"] = 0
    told["link"] = 0
    told["brain-damage"] = player.brain
    return told


# --- the run --------------------------------------------------------------------------------------


def _run(c: NetrunnerContext) -> dict[str, Any]:
    run = c.G.run
    assert run is not None
    told: dict[str, Any] = {
        "server": [run.server],
        "position": run.position,
        "phase": run.phase,
        "corp-auto-no-action": run.auto,
        "cannot-jack-out": False,
    }
    if run.no_action is False:
        told["no-action"] = False
    elif run.no_action is not None:
        told["no-action"] = SIDES[int(run.no_action)]
    if run.source is not None:
        told["source-card"] = name_tag(c, c.card(run.source))
    if run.phase == "approach-ice":
        ices = c.G.servers[run.server].ices if run.server in c.G.servers else []
        told["approached-ice-in-position?"] = run.ice in ices
    return told


def _encounter(c: NetrunnerContext) -> dict[str, Any]:
    """The ice that is encountered is shown whole to everybody."""
    encounter = c.G.encounter
    assert encounter is not None
    ice = c.card(encounter.ice)
    shown = whole(c, ice)
    if ice.hosted:
        shown["hosted"] = [card_json(c, one, CORP) for one in c.cards(ice.hosted)]
    told: dict[str, Any] = {"encounter-count": 1, "ice": shown}
    if encounter.no_action is not None:
        told["no-action"] = SIDES[encounter.no_action]
    return told


# --- prompts --------------------------------------------------------------------------------------


def open_prompts(match: tw.Match, seat: int) -> list[NetrunnerQuestion | StatusPrompt]:
    """Return the prompts of a side, newest first: its open question, then those without an answer."""
    question = open_question(match, seat)
    shown: list[StatusPrompt] = match.G.status_prompts[seat]
    return [*shown] if question is None else [question, *shown]


def choice_uuid(eid: int, place: int) -> str:
    """The name of a button: it tells the prompt and the place, and nothing else."""
    return f"{eid:08x}-0000-4000-8000-{place:012x}"


def prompt_json(
    c: NetrunnerContext, asked: NetrunnerQuestion | StatusPrompt, seat: int
) -> dict[str, Any]:
    """Return a prompt as only its own side gets it."""
    eid = asked.eid
    told: dict[str, Any] = {"msg": asked.text, "prompt-type": asked.type, "eid": {"eid": eid}}
    if asked.choices:
        told["choices"] = [
            {"value": _value(c, asked, one), "uuid": choice_uuid(eid, place), "idx": place}
            for place, one in enumerate(asked.choices)
        ]
    if asked.title:
        told["card"] = {"title": asked.title, "printed-title": asked.title}
    elif asked.card is not None:
        # Whoever only waits need not know for what.
        card = c.card(asked.card)
        if asked.type != "waiting" or may_see(c, card, seat):
            told["card"] = name_tag(c, card)
    if asked.selectable is not None:
        told["selectable"] = list(asked.selectable)
        zones = {(c.zone_of(one), c.card(one).owner) for one in asked.selectable}
        if ("discard", seat) in zones:
            told["show-discard"] = True
        if ("discard", 1 - seat) in zones:
            told["show-opponent-discard"] = True
    return told


def _value(c: NetrunnerContext, asked: NetrunnerQuestion | StatusPrompt, choice: str | int) -> Any:
    """What stands on a button: a text, or a card."""
    if isinstance(choice, str):
        return choice
    return asked.button_texts.get(choice) or name_tag(c, c.card(choice))
