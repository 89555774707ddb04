"""The reading of a text: the expanded scenario, what is wrong with it, and a sentence for every action.

A page asks for it whenever the text changes. Whatever the text contains, the answer is a reading; text
is never taken as the name of a file.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Literal

import msgspec

from turnwright.core.errors import TurnwrightError
from turnwright.core.rules.timing import Reaction, at_events

from .describe import ActionDescription, describe_action
from .engine.compile import compile_plan
from .expected_use import with_expected
from .model import library
from .model import scenario as model
from .model.file_problems import Problem
from .model.lenient_reading import read_action, read_leniently
from .model.name_resolution import resolve_known
from .model.parsed_document import Path, path_text
from .model.salvage import KeptValue
from .model.use_references import key_of
from .stats import executor_choice
from .validation import Finding, PoolPreview, preview, validate
from .validation.finding import put, replace

MAX_PLAYED = 60
"""The most combatants in an encounter for which a few runs estimate what it takes from the pools."""


MAX_CHECKED, MAX_PAIRS, MAX_FINDINGS = 1_500, 80_000, 300
"""How many entries of lists, and pairs of entries of the same list, are checked against each other,
and how many findings are given."""


class Reading(msgspec.Struct, frozen=True):
    """A text as far as it can be read. Paths are those of the expanded scenario."""

    scenario: dict[str, Any] | None
    """The scenario in full, without defaults. Values that are not valid are as in the text."""
    findings: list[Finding]
    pools: list[PoolPreview]
    actions: dict[str, ActionDescription]
    """The entries of all lists by their paths: `sides[0].combatants[1].actions[0]`."""
    kernel: str
    """Why the kernel cannot play it; empty if it can."""
    combatants: int
    """The combatants of the largest encounter."""


def reading(text: str, play: bool = False) -> Reading:
    """Read a text. With `play`, a few runs estimate what a fight takes from the pools."""
    read = read_leniently(text)
    bad = [_finding(problem) for problem in read.problems]
    if read.scenario is None:
        return Reading(None, _limited(bad), [], {}, "It cannot be read.", 0)
    resolved = resolve_known(read.scenario)
    checked, pools = _checked(resolved)
    findings = _limited([*bad, *_other_findings(checked, read.problems)])
    combatants = largest_encounter(resolved)
    kernel = _why_not_kernel(resolved)
    is_playable = kernel is not None and not bad and combatants <= MAX_PLAYED
    if play and is_playable:
        pools = with_expected(resolved, pools)
    return Reading(
        scenario=_shown(resolved, read.scenario, read.kept),
        findings=findings,
        pools=pools,
        actions=_descriptions(resolved),
        kernel="It cannot be played." if kernel is None else kernel,
        combatants=combatants,
    )


def largest_encounter(scenario: model.Scenario) -> int:
    """Return the number of combatants of the largest encounter."""
    fights = [step.sides for step in scenario.day if isinstance(step, model.Encounter)] or [()]
    return max(
        sum(one.count for side in (*scenario.sides, *sides) for one in side.combatants)
        for sides in fights
    )


# --- findings -------------------------------------------------------------------------------------


def _checked(scenario: model.Scenario) -> tuple[list[Finding], list[PoolPreview]]:
    """The findings of the validation and the pools, unless that would take long."""
    lists = [
        len(entries)
        for _, one in combatants_of(scenario)
        for entries in (one.actions, one.reactions)
    ]
    if sum(lists) <= MAX_CHECKED and sum(size * size for size in lists) <= MAX_PAIRS:
        return validate(scenario), preview(scenario)
    sentence = f"This is too large to be checked in detail: {sum(lists):,} entries of lists."
    fix = "Use counts for combatants that are the same, or check a smaller encounter."
    return [Finding("note", "too_large", "", sentence, fix)], []


def _limited(findings: list[Finding]) -> list[Finding]:
    """The first findings, and how many more there are."""
    if len(findings) <= MAX_FINDINGS:
        return findings
    rest = len(findings) - MAX_FINDINGS
    more = Finding("note", "more", "", f"There are {rest:,} more findings.", data={"count": rest})
    return [*findings[:MAX_FINDINGS], more]


def _finding(problem: Problem) -> Finding:
    """The finding about a problem of the text."""
    sentence = f"{problem.sentence[:1].upper()}{problem.sentence[1:]}"
    sentence += "" if sentence.endswith((".", "?", "!")) else "."
    data: dict[str, Any] = {"line": problem.line} if problem.line else {}
    if problem.near:
        patch = _rename(problem)
        fixes = [{"label": f"Use {problem.near[0]}", "patch": patch}]
        data |= {"near": list(problem.near), "patch": patch, "fixes": fixes}
    return Finding("error", problem.code, problem.path, sentence, data=data)


def _rename(problem: Problem) -> list[dict[str, Any]]:
    """The patch that uses the closest name. An entry that is only a name is replaced."""
    path = _steps(problem.path)
    if path and path[-1] == "use":
        return [put(path, problem.near[0])]
    return [replace(path, problem.near[0])]


def _steps(path: str) -> Path:
    """The steps of a path as text: `sides[0].name` is (sides, 0, name)."""
    steps: list[str | int] = []
    for part in path.replace("]", "").replace("[", ".").split("."):
        if part:
            steps.append(int(part) if part.isdecimal() else part.strip('"'))
    return tuple(steps)


_SAME = {"one_side": "bad_encounter"}
"""Findings of the validation that reading has too, by the code of the problem."""


def _other_findings(findings: Iterable[Finding], problems: list[Problem]) -> Iterator[Finding]:
    """The findings that do not follow from a problem of the text."""
    entries = {_entry(problem.path) for problem in problems}
    unknown = tuple(
        f"{one.path.removesuffix('.use')}." for one in problems if one.code == "unknown_combatant"
    )
    codes = {problem.code for problem in problems}
    for finding in findings:
        is_same = _SAME.get(finding.code) in codes
        is_empty = f"{finding.path}.".startswith(unknown)
        if not is_same and not is_empty and _entry(finding.path) not in entries - {""}:
            yield finding


def _entry(path: str) -> str:
    """The entry of a list that a path is in, or the field of a combatant."""
    steps = _steps(path)
    for index, step in enumerate(steps):
        if step in ("actions", "reactions") and index + 1 < len(steps):
            return path_text(steps[: index + 2])
    return path


# --- the scenario and its actions ------------------------------------------------------------------


def _shown(
    resolved: model.Scenario, written: model.Scenario, kept: list[KeptValue]
) -> dict[str, Any]:
    """The scenario as plain data, with the values that are not valid. Rules stay a name."""
    if isinstance(written.rules, str):
        name = key_of(written.rules, library.profiles()) or written.rules
        resolved = msgspec.structs.replace(resolved, rules=name)
    return with_kept(msgspec.to_builtins(resolved), kept)


def with_kept(data: dict[str, Any], kept: list[KeptValue]) -> dict[str, Any]:
    """Put the values that are not valid back into plain data, and return it."""
    for path, value in kept:
        holder: Any = data
        for step in path[:-1]:
            if isinstance(holder, dict):
                holder = holder.get(str(step))
            elif isinstance(holder, (list, tuple)) and isinstance(step, int):
                holder = holder[step] if step < len(holder) else None
        if isinstance(holder, dict) and isinstance(path[-1], str):
            holder[path[-1]] = value
    return data


def combatants_of(scenario: model.Scenario) -> Iterator[tuple[Path, model.Combatant]]:
    """All combatants of a scenario and of its day, with their paths."""
    steps = [(("day", index), step) for index, step in enumerate(scenario.day)]
    holders: list[tuple[Path, tuple[model.Side, ...]]] = [((), scenario.sides)]
    holders += [(path, step.sides) for path, step in steps if isinstance(step, model.Encounter)]
    for path, sides in holders:
        for number, side in enumerate(sides):
            for index, one in enumerate(side.combatants):
                yield (*path, "sides", number, "combatants", index), one


def _descriptions(scenario: model.Scenario) -> dict[str, ActionDescription]:
    profile = scenario.rules if isinstance(scenario.rules, model.RuleProfile) else None
    profile = profile or library.profiles()["2014"]
    found: dict[str, ActionDescription] = {}
    for where, combatant in combatants_of(scenario):
        for name in ("actions", "reactions"):
            for index, entry in enumerate(getattr(combatant, name)):
                path = path_text((*where, name, index))
                found[path] = _description(entry, profile, path)
    return found


def _description(
    entry: str | model.CombatAction, profile: model.RuleProfile, path: str
) -> ActionDescription:
    if isinstance(entry, model.CombatAction):
        return _cached_description(entry, profile, path)
    sentence = "There is no action of this name."
    return ActionDescription(
        entry, sentence, f"{entry}: {sentence}", "my turn", [], "dice", [], False, False, path
    )


_cache: dict[bytes, ActionDescription] = {}
MAX_CACHED = 5_000


def _cached_description(
    action: model.CombatAction, profile: model.RuleProfile, path: str
) -> ActionDescription:
    """The description of an action; most actions are the same as before the last edit."""
    key = msgspec.msgpack.encode((action, profile.movement, profile.recharge_die))
    known = _cache.get(key)
    if known is None:
        if len(_cache) >= MAX_CACHED:
            _cache.clear()
        known = _cache[key] = describe_action(action, profile)
    return msgspec.structs.replace(known, path=path)


def _why_not_kernel(scenario: model.Scenario) -> str | None:
    """Why the kernel cannot play it; None if nothing can."""
    try:
        return executor_choice.why_not_kernel(compile_plan(scenario))
    except TurnwrightError:
        return None


# --- one action -----------------------------------------------------------------------------------


class DescribedAction(msgspec.Struct, frozen=True):
    """An action by itself: in full, its description, and what is wrong with it."""

    action: dict[str, Any] | None
    description: ActionDescription | None
    problems: list[Finding]


def describe(
    action: str | Mapping[str, Any], which: Literal["actions", "reactions"] = "actions"
) -> DescribedAction:
    """Describe an action that is written as YAML text or as plain data.

    Shorthand and `use` are expanded. Paths in the problems begin at the action.
    """
    read = read_action(action)
    problems = [_finding(one) for one in read.problems]
    if read.action is None:
        return DescribedAction(None, None, problems)
    is_reaction = isinstance(read.action.timing, Reaction)
    if is_reaction != (which == "reactions") and (is_reaction or not at_events(read.action.timing)):
        problems.append(_in_wrong_list(read.action.name, is_reaction))
    described = describe_action(read.action, library.profiles()["2014"])
    data: dict[str, Any] = msgspec.to_builtins(read.action)
    return DescribedAction(with_kept(data, read.kept), described, problems)


def _in_wrong_list(name: str, is_reaction: bool) -> Finding:
    if is_reaction:
        sentence = f"{name!r} is a reaction, so it belongs to the reactions."
        return Finding("warning", "reaction_in_actions", "timing", sentence)
    sentence = f"{name!r} is in the reactions but has no trigger, so it is never used."
    fix = "Give it the timing Reaction and an event."
    return Finding("error", "no_trigger", "timing", sentence, fix)
