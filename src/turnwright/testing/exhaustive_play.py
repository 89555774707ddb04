"""Exhaustive play: random matches until every move and every piece of content was used."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgspec

from turnwright.agents import RandomAgent
from turnwright.core.definition.game import Game

from .match_failures import FailureGroups, MatchFailure


class CoverageReport(msgspec.Struct):
    """What was used, what was never used, what failed, and how many matches had no result."""

    games: int
    used: set[str]
    never: list[str]
    failures: list[MatchFailure]
    unfinished: int = 0


def exhaust(
    game: Game,
    games: int = 1000,
    *,
    seed: str = "exhaust",
    limit: int = 3000,
    options: Sequence[Mapping[str, Any]] = ({},),
    on_game: Callable[[int, int, int], None] | None = None,
) -> CoverageReport:
    """Play random matches until everything was used, or for `games` matches.

    `options` are used in turn. `on_game(played, used, wanted)` reports progress.
    """
    wanted = set(game.content() if game.content else ())
    wanted |= {f"move {move.name}" for move in game.all_moves.values() if move.by != "anyone"}
    used: set[str] = set()
    failures = FailureGroups()
    played = unfinished = 0
    while played < games and not wanted <= used:
        name = f"{seed} {played}"
        try:
            unfinished += not _play(game, name, limit, options[played % len(options)], used)
        except Exception as error:
            failures.add(error, name)
        played += 1
        if on_game is not None:
            on_game(played, len(wanted & used), len(wanted))
    never = sorted(wanted - used)
    return CoverageReport(played, used, never, failures.failures, unfinished)


def _play(game: Game, seed: str, limit: int, options: Mapping[str, Any], used: set[str]) -> bool:
    """Play one match and add what it uses; False if it has no result after `limit` inputs."""
    match = game.start(seed, record=False, options=options)
    match.c.used_content = used
    agent = RandomAgent(seed)
    for _ in range(limit):
        if match.result is not None:
            break
        prompt = match.prompts[0]
        answer = agent.decide(prompt, match)
        match.apply(answer)  # a move that fails was not used
        used.add(f"move {answer.move}" if answer.move else f"question {prompt.kind}")
    return match.result is not None
