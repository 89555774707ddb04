"""Where a fight stands: the run of the simulator, played until a seat must choose.

A position follows from the fight, the seeds and the choices. It is reached by playing the run again:

- A policy answers for those whom their lists drive with the first valid action, and for the others
  with the choices made so far. When these are used up it stops the run by an error; what the run then
  holds is the position.
- At every start of a round a copy of the run is kept, so that only the last round is played again. The
  copies are a cache: without one the fight is played from its beginning.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from threading import Lock
from typing import NamedTuple, TypeAlias

from turnwright.core.errors import UnusableError
from turnwright.skirmish.engine.decision_points import ActionOption, DecisionPoint, first_valid
from turnwright.skirmish.engine.fight_events import FightEvent
from turnwright.skirmish.engine.rng import Draws, initial_counter
from turnwright.skirmish.engine.run_copy import copy_run
from turnwright.skirmish.engine.run_outcome import RunOutcome
from turnwright.skirmish.engine.run_state import FightRun
from turnwright.skirmish.engine.runs import begin_run, finish_run
from turnwright.skirmish.engine.sentence_log import SentenceLog

from .fight_setup import Fight
from .state import Choice, SeedChange

Key: TypeAlias = tuple[Fight, tuple[SeedChange, ...], tuple[Choice, ...]]

MAX_KEPT = 4000
"""The number of combatants in the copies that are kept, over all fights."""


class Position(NamedTuple):
    """A run that waits for a choice, or that is over."""

    run: FightRun
    point: DecisionPoint | None
    """What is to be chosen; None if the run is over."""
    outcome: RunOutcome | None
    news: tuple[str, ...]
    """What has happened since the last choice."""
    round_start: int
    """The number of choices before this round."""


def play_until_choice(
    fight: Fight, seeds: Sequence[SeedChange], choices: Sequence[Choice], round_start: int = 0
) -> Position:
    """Play a fight with these choices until the next one is due. `round_start` is that of the position
    before."""
    player = _Player(fight, tuple(seeds), tuple(choices))
    kept = _kept.find(player.key(round_start))
    draws = Draws(initial_counter(seeds[0].seed) if kept is None else kept.counter)
    if kept is None:
        run = FightRun(fight.plan, player, player.decide)
    else:
        run = copy_run(kept.run, draws, player, player.decide)
        player.used = player.round_start = round_start
        player.news += kept.news
    player.draws = draws
    outcome = None
    try:
        if kept is None:
            begin_run(run, seeds[0].seed, draw=draws)
        outcome = finish_run(run)
    except _ChoiceDue:
        pass
    point = None if outcome is not None else player.point
    return Position(run, point, outcome, tuple(player.news), player.round_start)


# --- the choices ---------------------------------------------------------------------------------


class _ChoiceDue(Exception):
    """Stops a run at a decision point without a choice."""


class _Player(SentenceLog):
    """The policy and the log of one run."""

    def __init__(
        self, fight: Fight, seeds: tuple[SeedChange, ...], choices: tuple[Choice, ...]
    ) -> None:
        self.fight = fight
        self.seeds = seeds
        self.choices = choices
        self.draws = Draws(0)
        self.used = 0
        self.round_start = 0
        self.news: list[str] = []
        self.point: DecisionPoint | None = None

    def add(self, run: FightRun, text: str, event: FightEvent | None = None) -> None:
        """Note what has happened."""
        self.news.append(text)

    def round(self, run: FightRun) -> None:
        """Keep a copy of the run."""
        self.round_start = self.used
        copied = _KeptRun(copy_run(run, self.draws), self.draws.counter, tuple(self.news))
        _kept.keep(self.key(self.used), copied)

    def key(self, used: int) -> Key:
        """What decides how a run stands before the choice with this number."""
        seeds = (self.seeds[0], *(one for one in self.seeds[1:] if one.choice < used))
        return self.fight, seeds, self.choices[:used]

    def decide(self, point: DecisionPoint) -> ActionOption | None:
        """Make the next choice, if a seat must make one here."""
        if self.fight.seats[point.combatant.index] < 0 or _is_forced(point):
            return first_valid(point)
        if self.used == len(self.choices):
            self.point = point
            raise _ChoiceDue
        choice = self.choices[self.used]
        for change in self.seeds[1:]:
            if change.choice == self.used:
                self.draws.counter = initial_counter(change.seed)
        self.used += 1
        self.news.clear()
        return _option_of(point, choice)


def _option_of(point: DecisionPoint, choice: Choice) -> ActionOption | None:
    if not choice.action:
        return None
    ids = action_ids(point)
    if choice.action not in ids:
        raise UnusableError("bad_choice", f"{choice.action!r} cannot be chosen here.")
    option = point.options[ids.index(choice.action)]
    if choice.targets:
        option = option.on(*choice.targets)
    if choice.level:
        option = option.at_level(choice.level)
    return option if choice.spend is None else option.spending(choice.spend)


def _is_forced(point: DecisionPoint) -> bool:
    """Whether there is nothing to choose: the next attack of an action with only one target."""
    return point.kind == "attack" and not point.options[0].is_aimed


def action_ids(point: DecisionPoint) -> list[str]:
    """The ids of the options: their names, with the place in the list if two have the same."""
    names = [option.name for option in point.combatant.kind.actions]
    return [
        option.name
        if names.count(option.name) == 1
        else f"{option.name} ({option.action.local_index + 1})"
        for option in point.options
    ]


# --- the runs that are kept ----------------------------------------------------------------------


class _KeptRun(NamedTuple):
    """A run at the start of a round, where its draws stand, and the news by then."""

    run: FightRun
    counter: int
    news: tuple[str, ...]


class _KeptRuns:
    """The copies that were used last, up to a number of combatants."""

    def __init__(self) -> None:
        self._runs: OrderedDict[Key, _KeptRun] = OrderedDict()
        self._size = 0
        self._lock = Lock()

    def find(self, key: Key) -> _KeptRun | None:
        """Return the copy for a key, if it is kept."""
        with self._lock:
            found = self._runs.get(key)
            if found is not None:
                self._runs.move_to_end(key)
            return found

    def keep(self, key: Key, kept: _KeptRun) -> None:
        """Keep a copy in the place of those that were not used for longest."""
        with self._lock:
            before = self._runs.pop(key, None)
            if before is not None:
                self._size -= len(before.run.everyone)
            self._runs[key] = kept
            self._size += len(kept.run.everyone)
            while self._size > MAX_KEPT and len(self._runs) > 1:
                _, dropped = self._runs.popitem(last=False)
                self._size -= len(dropped.run.everyone)


_kept = _KeptRuns()
