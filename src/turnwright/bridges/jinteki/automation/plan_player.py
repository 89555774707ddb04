"""Playing one side's part of runs by a plan, in a match of our own.

The automation works on a copy of the match and sees only what its side may see. The inputs that it
has made there are the plan's answers, so what it does is recorded like the input of a person.
"""

from __future__ import annotations

from collections.abc import Coroutine
from typing import Any, TypeVar

import msgspec

import turnwright as tw
from turnwright.agents.plans import PlanStep
from turnwright.bridges.jinteki.room import JintekiRoom
from turnwright.games.netrunner.card_facts import SIDES

from .driver import Automation
from .plans import BadPlanError, Plan, PlanProblem, read_plan
from .results import CONTINUE, WAITING, AutomationResult
from .situation import RunMemory
from .strategy import Strategy

T = TypeVar("T")
ON_BY_DEFAULT = ("break-or-tank", "pause-on-events")
"""Switches that a plan may also turn off."""


class PlanPlayer:
    """Plays a seat's part of runs by a plan. Outside of runs it does nothing."""

    def __init__(self, plan: Plan, seat: int) -> None:
        self.plan, self.seat, self.side = plan, seat, SIDES[seat]
        self.name = plan.name
        self.warnings = [str(one) for one in plan.warnings]
        if not plan.has_part_for(self.side):
            self.warnings.append(f"The plan decides nothing for the {self.side.capitalize()}.")
        fields = {"pause_on_events": False} | plan.strategy_fields(self.side)
        self.strategy = Strategy(**fields)
        self.memory = RunMemory()

    def step(self, match: tw.Match) -> PlanStep:
        """Return what to do now, as a `SeatPlan`."""
        if match.result is not None or (match.G.run is None and match.G.encounter is None):
            self.memory = RunMemory()
            return PlanStep()
        if self.seat not in match.acting:
            return PlanStep(status="waiting", sentence="The other side must act.")
        copy = match.clone()
        played = len(copy.record.entries)
        automation = Automation(JintekiRoom(copy).seat(self.side))
        automation.memory = self.memory
        result = _now(automation.step(self.strategy)).result
        self.memory = automation.memory
        if result.status in WAITING and self._must_pass(copy, result):
            _now(automation.seat.send(CONTINUE.command))
        answers = tuple(
            tw.Answer(entry.seat, entry.move, entry.args, entry.picks)
            for entry in copy.record.entries[played:]
        )
        if answers:
            return PlanStep(answers, "played", _sentence(result.reason))
        if result.status in ("run-complete", "no-run", "game-over"):
            return PlanStep()
        return PlanStep(status="decide", sentence=_sentence(result.reason))

    def forget(self) -> None:
        """Forget what was tried, after inputs were taken back."""
        self.memory = RunMemory()

    def _must_pass(self, match: tw.Match, result: AutomationResult) -> bool:
        """Tell whether only this seat can go on although the automation waits for the other one.

        With strict priority the first pass of a window is the Runner's. A plan does not pass if the
        opponent has asked for a pause, or if subroutines that it was not told to fire would be lost."""
        if result.data.get("wait_pressed") or result.status == "waiting-for-runner-signal":
            return False
        return match.acting == [self.seat] and not match.asked


def _now(going: Coroutine[Any, Any, T]) -> T:
    """Return the result of a coroutine that has nothing to wait for: its match is in this process."""
    try:
        going.send(None)
    except StopIteration as done:
        value: T = done.value
        return value
    going.close()
    raise RuntimeError("a step on a local match has waited")


def _sentence(reason: str) -> str:
    text = reason[:1].upper() + reason[1:]
    return text if text.endswith((".", "?", "!")) or not text else f"{text}."


# --- for the server -------------------------------------------------------------------------------


def read_seat_plan(text: str, seat: int) -> PlanPlayer:
    """Read the text of a plan for a seat (see `agents.plans.ReadPlan`)."""
    return PlanPlayer(read_plan(text), seat)


def describe_plan(given: str | dict[str, Any]) -> dict[str, Any]:
    """Read a plan as text or data; return both forms, its sentences and its problems.

    See `agents.plans.DescribePlan`. Data that is not a plan is described like a text that is not."""
    try:
        text = given if isinstance(given, str) else _text_of(given)
    except RecursionError:
        text = ""
    plan: Plan | None = None
    problems: list[PlanProblem]
    try:
        plan = read_plan(text)
        problems = list(plan.warnings)
    except BadPlanError as error:
        problems = error.problems
    parts = {} if plan is None else msgspec.to_builtins(plan)
    parts.pop("warnings", None)
    return {
        "text": text,
        "plan": parts or None,
        "sentences": [] if plan is None else plan.describe(),
        "problems": [
            {
                "place": one.place,
                "line": one.line,
                "sentence": one.sentence,
                "isError": one.is_error,
            }
            for one in problems
        ],
    }


def _text_of(data: dict[str, Any]) -> str:
    """Return data as the text of a plan, leaving out what says nothing."""
    names = ("name", "description", "runner", "corp", "tactics")
    parts = {name: data[name] for name in names if isinstance(data.get(name), (str, dict))}
    for side in ("runner", "corp"):
        options = parts.get(side)
        if isinstance(options, dict):
            parts[side] = {
                name: value
                for name, value in options.items()
                if value != [] and (value is not False or name in ON_BY_DEFAULT)
            }
    return Plan(**{"name": "", **parts}).to_toml()
