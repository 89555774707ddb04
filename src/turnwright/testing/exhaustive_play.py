"""Exhaustive play: random matches until every move and every piece of content was used."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgspec

from turnwright.agents import RandomAgent
from turnwright.core.definition.game import Game
from turnwright.core.errors import TurnwrightError


class FailedMatch(msgspec.Struct, frozen=True):
    """A match in which the rules failed. Its seed reproduces it."""

    seed: str
    sentence: str


class CoverageReport(msgspec.Struct):
    """What was used, what was never used, and what failed."""

    games: int
    used: set[str]
    never: list[str]
    failures: list[FailedMatch]


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
    failures: list[FailedMatch] = []
    played = 0
    while played < games and not wanted <= used:
        name = f"{seed} {played}"
        try:
            used |= _play(game, name, limit, options[played % len(options)])
        except TurnwrightError as error:
            failures.append(FailedMatch(name, f"{type(error).__name__}: {error}"))
        played += 1
        if on_game is not None:
            on_game(played, len(wanted & used), len(wanted))
    return CoverageReport(played, used, sorted(wanted - used), failures)


def _play(game: Game, seed: str, limit: int, options: Mapping[str, Any]) -> set[str]:
    match = game.start(seed, record=False, options=options)
    used = match.c.used_content = set()
    agent = RandomAgent(seed)
    for _ in range(limit):
        if match.result is not None:
            break
        answer = agent.decide(match.prompts[0], match)
        used.add(f"move {answer.move}" if answer.move else f"question {match.prompts[0].kind}")
        match.apply(answer)
    return used
