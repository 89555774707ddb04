"""Many runs or fights of a bot, in as many processes as there are cores. Run number N has the seed
`first_seed + N`, so the results do not depend on the number of processes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import msgspec

from turnwright.agents import play_out
from turnwright.agents.registry import find_agent

from . import single_fight
from .game import game
from .single_fight import FightOutcome


class BotBatch(NamedTuple):
    """Which bot plays, the options of the game, and the seed of the first run."""

    bot: str
    options: dict[str, Any]
    first_seed: int = 0


class BotRun(msgspec.Struct, frozen=True):
    """How a run of a bot ended."""

    seed: int
    floor: int
    is_won: bool


def runs_of(batch: BotBatch) -> Callable[[int], BotRun]:
    """A function that plays a whole run by its number."""

    def play(number: int) -> BotRun:
        seed = batch.first_seed + number
        match = game.start(seed, options=batch.options, record=False)
        play_out(match, [find_agent(batch.bot, f"run {seed}")])
        is_won = match.result is not None and bool(match.result.winners)
        return BotRun(seed, match.G.floor, is_won)

    return play


def fights_of(batch: BotBatch) -> Callable[[int], FightOutcome]:
    """A function that plays a single fight by its number. The options are those of `fight_options`."""

    def play(number: int) -> FightOutcome:
        seed = batch.first_seed + number
        match = single_fight.start(batch.options, seed, record=False)
        return single_fight.play_fight(match, find_agent(batch.bot, f"fight {seed}"))

    return play
