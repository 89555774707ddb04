"""Strategies: the flags of a run, and how they are parsed."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

import msgspec

from turnwright.bridges.jinteki.codec import edn
from turnwright.core.errors import UnusableError
from turnwright.core.suggestions import suggestion

from .plan_files import PlanFolder
from .plans import CONTRADICTIONS, Plan
from .state_queries import normalize_title
from .tactic_checks import tactic_problems

SWITCHES = (
    "full-break", "tank-all", "no-continue", "no-rez", "fire-unbroken", "fire-if-asked", "force",
    "persistent",
)  # fmt: skip
SETS = ("tank", "rez")
OF_RUNNER = frozenset({"full-break", "tank", "tank-all", "tactics", "tactics-file", "no-continue"})
VALUED = (*SETS, "since", "tactics", "tactics-file", "plan")
"""Flags with a value."""
OF_CORP = frozenset({"no-rez", "rez", "fire-unbroken", "fire-if-asked", "persistent"})


class Strategy(msgspec.Struct, frozen=True, kw_only=True):
    """The flags of a run, and options that have no flag."""

    full_break: bool = False
    """Break all ice, with the cheapest breaker first."""
    tank: frozenset[str] = frozenset()
    """Ice whose subroutines may fire, as normalized titles."""
    tank_all: bool = False
    no_continue: bool = False
    """Stop right after the start of the run."""
    no_rez: bool = False
    rez: frozenset[str] = frozenset()
    """Only these are rezzed, as normalized titles."""
    fire_unbroken: bool = False
    """Fire when the Runner has passed or signals that it is done."""
    fire_if_asked: bool = False
    """Fire only when the Runner asks for it; stop for rez decisions only."""
    force: bool = False
    persistent: bool = False
    """Keep monitoring for the opponent's whole turn."""
    tactics: dict[str, Any] = {}

    break_or_tank: bool = True
    """With `--full-break`: let ice fire that cannot be broken. If False, stop there."""
    pause_on_events: bool | None = None
    """Stop when the opponent rezzes, uses an ability, fires, tags or does damage. None: only if no
    other flag decides."""
    self_advance: float | None = None
    """Seconds after which the Runner passes for a Corp that has nothing to decide in a window. Servers
    with strict priority refuse it. None: never."""
    end_turn: bool = False
    """End the turn after a run that took the last click."""

    @property
    def has_rez_flags(self) -> bool:
        """Whether the flags decide about rezzing."""
        return self.no_rez or bool(self.rez)

    @property
    def pauses(self) -> bool:
        """Whether the loop stops at events."""
        if self.pause_on_events is not None:
            return self.pause_on_events
        decided = self.full_break or self.tank_all or self.fire_unbroken or self.fire_if_asked
        return not decided and not self.persistent

    def may_tank(self, title: str) -> bool:
        """Tell whether this ice may fire."""
        return self.tank_all or normalize_title(title) in self.tank

    def may_rez(self, title: str) -> bool:
        """Tell whether this card is among those to rez."""
        return normalize_title(title) in self.rez


class ParsedFlags(msgspec.Struct, frozen=True):
    """The parsed words of a command."""

    server: str | None
    given: dict[str, Any]
    """The given fields of a `Strategy`."""
    since: int | None = None
    """Return at once if the game has advanced since this cursor."""
    warnings: tuple[str, ...] = ()

    def strategy(self, base: Strategy | None = None) -> Strategy:
        """Return a strategy with these flags added."""
        base = base or Strategy()
        more = dict(self.given)
        for name in SETS:
            if name in more:
                more[name] = getattr(base, name) | more[name]
        return msgspec.structs.replace(base, **more)


FindPlan = Callable[[str], Plan]


def find_saved_plan(word: str) -> Plan:
    """Return a plan by its file, or by its name in the user's folder."""
    return PlanFolder().find(word)


def parse_flags(
    words: Iterable[str], side: str = "", find_plan: FindPlan = find_saved_plan
) -> ParsedFlags:
    """Parse flags. The first word without dashes is the server.

    What cannot be parsed is ignored with a warning. A flag of the other side is accepted but does
    nothing. A plan (`--plan NAME|FILE`) that cannot be used raises an `UnusableError`: a run
    without it would be another one. The other flags override the plan."""
    left = list(words)
    plan: Plan | None = None
    server: str | None = None
    given: dict[str, Any] = {}
    warnings: list[str] = []
    while left:
        word = left.pop(0)
        if not word.startswith("--"):
            if server is None:
                server = word
            else:
                warnings.append(f"Ignored {word!r}: the server is already {server!r}.")
            continue
        flag = word[2:]
        if flag in SWITCHES:
            given[flag.replace("-", "_")] = True
        elif flag in VALUED:
            if not left or left[0].startswith("--"):
                if flag == "plan":
                    raise UnusableError("no_plan", "--plan needs the name of a plan or a file.")
                warnings.append(f"Ignored {word}: it needs a value.")
                continue
            value = left.pop(0)
            if flag == "plan":
                plan = find_plan(value)
            else:
                warnings += _take(flag, value, given)
        else:
            hint = (
                suggestion(flag, (*SWITCHES, *VALUED)).replace("'", "").replace("mean ", "mean --")
            )
            warnings.append(f"Ignored {word}: unknown flag{hint or '.'}")
            continue
        others = {"corp": OF_RUNNER, "runner": OF_CORP}.get(side, frozenset())
        if flag in others:
            warnings.append(f"{word} is a flag of the other side and does nothing here.")
    if given.get("no_rez") and given.get("rez"):
        warnings.append("--no-rez declines everything: --rez has no effect.")
    if plan is not None:
        warnings += [f"Plan {plan.name!r}: {one.place}: {one.sentence}" for one in plan.warnings]
        if side and not plan.has_part_for(side):
            warnings.append(f"The plan {plan.name!r} decides nothing for the {side.capitalize()}.")
        given = _with_plan(plan, side, given)
    return ParsedFlags(server, given, given.pop("since", None), tuple(warnings))


def _with_plan(plan: Plan, side: str, given: dict[str, Any]) -> dict[str, Any]:
    """Return the fields of a plan with those of the given flags over them.

    A flag also takes back what the plan says about the same decision: `--rez` its `no-rez`."""
    fields: dict[str, Any] = {}
    for one in (side,) if side else ("corp", "runner"):
        fields |= plan.strategy_fields(one)
    for name in given:
        fields.pop(CONTRADICTIONS.get(name.replace("_", "-"), "").replace("-", "_"), None)
    return {**fields, **given}


def _take(flag: str, value: str, given: dict[str, Any]) -> list[str]:
    """Store the value of a flag. Return warnings if it is invalid or doubtful."""
    if flag in SETS:
        given[flag] = given.get(flag, frozenset()) | {normalize_title(value)}
        return []
    if flag == "since":
        if not value.isascii() or not value.lstrip("-").isdigit() or len(value) > 18:
            return [f"Ignored --since {value}: a cursor must be a number."]
        given["since"] = int(value)
        return []
    try:
        text = Path(value).read_text("utf-8") if flag == "tactics-file" else value
        tactics = _read(text)
    except (OSError, ValueError, UnusableError) as error:
        return [f"Ignored --{flag}: {error}"]
    if not isinstance(tactics, Mapping):
        return [f"Ignored --{flag}: tactics must be a map from ice titles to actions."]
    given["tactics"] = {str(title): tactic for title, tactic in tactics.items()}
    return [
        f"--{flag}: {'.'.join(map(str, path))}: {sentence}"
        for path, sentence, _ in tactic_problems(given["tactics"])
    ]


def _read(text: str) -> Any:
    """Parse tactics in JSON or EDN."""
    try:
        return json.loads(text)
    except ValueError:
        return edn.plain(edn.loads(text))
