"""Bots over the wire: one function that decides plays whole matches.

`decide(view, prompt)` gets what its seat sees and what is asked of it, and gives what it picks: an
option, its id, or a list of them; None declines. Agents of `turnwright.agents` that need no more than
the prompt play this way too.
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

from .client import Table, connect
from .lobby import Lobby
from .prompts import Option, Pick, Prompt

Picks: TypeAlias = Pick | Sequence[Pick] | None
Decide: TypeAlias = Callable[[wire.State, Prompt], Picks]
TRIES = 20  # refusals in a row before a bot gives up: it was too late, or picks do not go together


def run_bot(url: str, decide: Decide, **settings: object) -> list[wire.GameOver]:
    """Play, and return the results. See `play` for the settings."""
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
    """Play so many matches: in the room that is named (by its name, or a private one by its code,
    or a seat by its token), else against a bot of the server, else with whoever waits."""
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
    async with connect(url, room, token=token) as table:
        await table.ready()
        while True:
            results.append(await play_match(table, decide))
            if len(results) == matches:
                return results
            await table.rematch()
            await table.until(lambda table: table.status == "playing")


async def play_match(table: Table, decide: Decide) -> wire.GameOver:
    """Play the match at a table to its end."""
    refusals = 0
    while True:
        await table.until(lambda table: table.prompt or table.result)
        if table.result is not None:
            return table.result
        prompt, view = table.prompt, table.state
        assert prompt is not None
        assert view is not None
        picks = await asyncio.to_thread(decide, view, prompt)  # the connection lives on meanwhile
        if table.prompt is not prompt:
            continue  # it took too long; the question is another now
        try:
            await table.answer(*_listed(picks))
            refusals = 0
        except Refused:
            refusals += 1
            if refusals == TRIES:
                raise


def _listed(picks: Picks) -> Sequence[Pick]:
    if picks is None:
        return ()
    return [picks] if isinstance(picks, (Option, str, int)) else picks


def by_agent(agent: str | RandomAgent | Passive, seed: int | str = 0) -> Decide:
    """An agent as a function that decides. `random` and `passive` need only the prompt; the others
    look into the match, which does not leave the server: let them sit there as its bots."""
    chosen = find_agent(agent, seed) if isinstance(agent, str) else agent
    if not isinstance(chosen, (RandomAgent, Passive)):
        sentence = f"{chosen!r} looks into the match; over the wire there is only a view."
        raise UnusableError("needs_match", sentence)

    def decide(view: wire.State, prompt: Prompt) -> Picks:
        asked = _AgentPrompt(prompt)
        answer = chosen.decide(asked, None)  # type: ignore[arg-type]
        if answer.picks is None:
            return answer.move
        return answer.picks

    return decide


class _AgentPrompt(core_prompts.Prompt):
    """A prompt of the wire for an agent: a move is known by its option's id."""

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
