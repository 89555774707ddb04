"""Bots over the network: one function decides, and plays whole matches.

`decide(view, prompt)` gets what its seat sees and what it is asked. It returns what it picks: an
option, its id, or a list of them; None declines. The agents of `turnwright.agents` that need only
the prompt can play this way too.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import TypeAlias

from turnwright.agents.base import Passive
from turnwright.agents.random import RandomAgent
from turnwright.agents.registry import find_agent
from turnwright.core.definition import moves as core_moves
from turnwright.core.errors import Refused, UnusableError
from turnwright.core.runtime import prompts as core_prompts
from turnwright.server.views import protocol as wire

from .client import Client, connect
from .lobby import Lobby
from .prompts import Option, Pick, Prompt

Picks: TypeAlias = Pick | Sequence[Pick] | None
Decide: TypeAlias = Callable[[wire.State, Prompt], Picks]
MAX_REFUSALS = 20  # in a row, before a bot gives up


def run_bot(url: str, decide: Decide, **settings: object) -> list[wire.GameOver]:
    """Play matches and return their results. See `play` for the settings."""
    return asyncio.run(play(url, decide, **settings))  # type: ignore[arg-type]


async def play(
    url: str,
    decide: Decide,
    *,
    game: str = "duel",
    name: str = "Bot",
    against: str = "",
    room: str = "",
    code: str = "",
    token: str = "",
    matches: int = 1,
) -> list[wire.GameOver]:
    """Play some matches: in a room given by its name, its code or a seat token; otherwise against a
    bot of the server (`against`); otherwise with anybody who is waiting."""
    lobby = Lobby(url)
    if not token:
        if room or code:
            place = await lobby.join(room, name, code=code)
        elif against:
            place = await lobby.create(game, name, bots=[against])
        else:
            place = await lobby.quick(game, name)
        room, token = place.room_id, place.token
    results: list[wire.GameOver] = []
    async with connect(url, room, token=token) as client:
        await client.ready()
        while True:
            results.append(await play_match(client, decide))
            if len(results) == matches:
                return results
            await client.rematch()
            await client.until(lambda client: client.status == "playing")


async def play_match(client: Client, decide: Decide) -> wire.GameOver:
    """Play a client's match to its end."""
    refusals = 0
    while True:
        await client.until(lambda client: client.prompt or client.result)
        if client.result is not None:
            return client.result
        prompt, view = client.prompt, client.state
        assert prompt is not None
        assert view is not None
        # In a thread, so that the connection stays alive meanwhile.
        picks = await asyncio.to_thread(decide, view, prompt)
        if client.prompt is not prompt:
            continue  # too late: the question has changed
        try:
            await client.answer(*as_list(picks))
            refusals = 0
        except Refused:
            refusals += 1
            if refusals == MAX_REFUSALS:
                raise


def as_list(picks: Picks) -> Sequence[Pick]:
    """Return what a deciding function has picked as a list; an empty one declines."""
    if picks is None:
        return ()
    return [picks] if isinstance(picks, (Option, str, int)) else picks


def by_agent(agent: str | RandomAgent | Passive, seed: int | str = 0) -> Decide:
    """Return a deciding function for an agent. `random` and `passive` need only the prompt. Other
    agents need the match, which does not leave the server: use them as bots of the server."""
    chosen = find_agent(agent, seed) if isinstance(agent, str) else agent
    if not isinstance(chosen, (RandomAgent, Passive)):
        sentence = f"{chosen!r} needs the match; a client only has a view of it."
        raise UnusableError("needs_match", sentence)

    def decide(view: wire.State, prompt: Prompt) -> Picks:
        asked = _AgentPrompt(prompt)
        answer = chosen.decide(asked, None)  # type: ignore[arg-type]
        if answer.picks is None:
            return answer.move
        return answer.picks

    return decide


class _AgentPrompt(core_prompts.Prompt):
    """A client's prompt for an agent: a move is identified by the id of its option."""

    __slots__ = ("_known",)

    def __init__(self, prompt: Prompt) -> None:
        ids = [str(option.id) for option in prompt.options]
        self._known = tuple(
            core_moves.Option(id, option.label, id if prompt.is_move else "", (), id)
            for id, option in zip(ids, prompt.options, strict=True)
        )
        question = None
        if not prompt.is_move:
            question = core_prompts.Question(
                prompt.kind, 0, prompt.text, ids, prompt.min, prompt.max, _options=self._known
            )
        super().__init__(0, 0, "move" if prompt.is_move else prompt.kind, prompt.text, question)

    @property
    def options(self) -> tuple[core_moves.Option, ...]:
        return self._known
