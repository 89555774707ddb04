"""Random play over real sockets. Commands are derived from a side's own state only."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from random import Random
from typing import Any

from turnwright.bridges.jinteki.automation.results import card_reference
from turnwright.bridges.jinteki.client.client import Client
from turnwright.bridges.jinteki.room import JintekiRoom
from turnwright.bridges.jinteki.seat import Seat
from turnwright.bridges.jinteki.server.endpoint import Endpoint

Command = tuple[str, dict[str, Any]]


def run_socket_test(coroutine: Coroutine[Any, Any, None]) -> None:
    """Run a test that uses sockets, with a time limit."""
    asyncio.run(asyncio.wait_for(coroutine, 240))


def user(url: str, name: str, **how: Any) -> Client:
    return Client(url, name, f"{name}'s password", register=True, **how)


def room_of(endpoint: Endpoint) -> JintekiRoom:
    """Return the room of the only game on an endpoint."""
    (hosted,) = endpoint.lobby.games.values()
    assert hosted.room is not None
    return hosted.room


def possible_commands(state: dict[str, Any], side: str) -> list[Command]:
    """Return what a client that sees this state would try."""
    me, run = state[side], state.get("run")
    prompt = me.get("prompt-state")
    if prompt is not None and prompt["prompt-type"] == "waiting":
        return []
    if prompt is not None and prompt["prompt-type"] != "run":
        return _answers(state, prompt)
    if run is not None:
        return _in_run(state, side)
    if state["end-turn"]:
        return [] if state["active-player"] == side else [("start-turn", {})]
    if state["active-player"] != side:
        return []
    if state.get(f"{side}-phase-12"):
        return [("end-phase-12", {})]
    return _actions(state, side) if me["click"] else [("end-turn", {})]


def _answers(state: dict[str, Any], prompt: dict[str, Any]) -> list[Command]:
    eid, choices = prompt["eid"], prompt.get("choices", ())
    cards = {card["cid"]: card for card in visible_cards(state)}
    found: list[Command] = [
        ("select", {"card": card_reference(cards[cid]), "eid": eid})
        for cid in prompt.get("selectable", ())
    ]
    if isinstance(choices, dict):
        return [("choice", {"choice": n, "eid": eid}) for n in range(choices["number"] + 1)]
    for choice in choices:
        if choice["value"] != "Hide":
            found.append(("choice", {"choice": {"uuid": choice["uuid"]}, "eid": eid}))
    return found


def visible_cards(state: dict[str, Any]) -> list[dict[str, Any]]:
    """Return all cards in a state, hosted ones included."""
    cards: list[dict[str, Any]] = []
    for side in ("corp", "runner"):
        for zone in ("hand", "discard", "scored", "play-area"):
            cards += state[side][zone]
    for server in state["corp"]["servers"].values():
        cards += [*server["ices"], *server["content"]]
    for kind in state["runner"]["rig"].values():
        cards += kind
    return cards + [one for card in cards for one in card.get("hosted", ())]


def _in_run(state: dict[str, Any], side: str) -> list[Command]:
    run, encounter = state["run"], state.get("encounters")
    passed = (encounter or run).get("no-action")
    if side == "runner":
        if passed == side:
            return []
        found: list[Command] = [("continue", {})]
        for card in state["runner"]["rig"]["program"]:
            for ability in card.get("abilities", ()):
                if "dynamic" in ability:
                    args = {"card": card_reference(card), "dynamic": ability["dynamic"]}
                    found.append(("dynamic-ability", args))
        if run["phase"] == "movement":
            found.append(("jack-out", {}))
        return found
    if passed != "runner":
        return []  # the Runner goes first
    found = [("continue", {})]
    if encounter is not None:
        ice = encounter["ice"]
        left = [sub for sub in ice["subroutines"] if not sub.get("broken") and not sub.get("fired")]
        return [("unbroken-subroutines", {"card": card_reference(ice)})] if left else found
    ices = state["corp"]["servers"][run["server"][0]]["ices"]
    if run["phase"] == "approach-ice":
        ice = ices[run["position"] - 1]
        if not ice.get("rezzed") and ice["cost"] <= state["corp"]["credit"]:
            found.append(("rez", {"card": card_reference(ice)}))
    return found


def _actions(state: dict[str, Any], side: str) -> list[Command]:
    found: list[Command] = [("credit", {})]
    if state[side]["deck-count"]:
        found.append(("draw", {}))
    servers = [_server(name) for name in state["corp"]["servers"]]
    for card in state[side]["hand"]:
        if card.get("playable"):
            args: dict[str, Any] = {"card": card_reference(card)}
            if card["type"] in ("ICE", "Upgrade"):
                found += [("play", {**args, "server": one}) for one in (*servers[:3], "New remote")]
            elif card["type"] in ("Agenda", "Asset"):
                found.append(("play", {**args, "server": "New remote"}))
            else:
                found.append(("play", args))
    if side == "runner":
        found += [("run", {"server": one}) for one in servers]
    else:
        found += _advances(state)
    return found


def _advances(state: dict[str, Any]) -> list[Command]:
    found: list[Command] = []
    for server in state["corp"]["servers"].values():
        for card in server["content"]:
            needs = card.get("current-advancement-requirement")
            if needs is not None and card.get("advance-counter", 0) >= needs:
                found += [("score", {"card": card_reference(card)})] * 10
            elif needs is not None and state["corp"]["credit"]:
                found += [("advance", {"card": card_reference(card)})] * 5
    return found


def _server(name: str) -> str:
    return {"hq": "HQ", "rd": "R&D", "archives": "Archives"}.get(name, name)


async def play_game(seats: list[Seat], rng: Random, check: Any, most: int = 3000) -> int:
    """Let both sides act as their states allow until somebody has won."""
    for number in range(most):
        if any("winner" in seat.state for seat in seats):
            return number
        ready = [(t, options) for t in seats if (options := possible_commands(t.state, t.side))]
        assert ready, f"nobody can act: {seats[0].state['log'][-3:]}"
        seat, options = rng.choice(ready)
        since = [one.cursor for one in seats]
        command, args = rng.choice(options)
        refusal = await seat.send(command, args)
        if refusal is not None:
            assert refusal.code in ("illegal_argument", "not_now", "cannot_pay"), (
                command,
                args,
                refusal,
            )
        for one, before in zip(seats, since, strict=True):
            if refusal is None or one is seat:
                assert await one.wait(before, 10), f"{one.side} heard nothing of {command}"
        check()
    raise AssertionError("the game does not end")
