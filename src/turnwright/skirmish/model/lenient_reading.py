"""Reading of a text that is being edited: every problem, and the scenario as far as it can be read.

`files.parse` refuses a text with problems. A page needs the rest of the scenario nevertheless, and the
problems at the paths of the expanded form, in which sides are a list and nothing is shorthand.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

import msgspec

from . import available_definitions, encounter_problems, files, parsed_document
from . import scenario as model
from .file_problems import Problem, ProblemCollector, convert, shown
from .parsed_document import (
    LocatedList,
    LocatedMapping,
    Path,
    SourceLocation,
    located,
    location_of,
    path_text,
)
from .salvage import KeptValue, salvage
from .shorthand import ShorthandExpander
from .use_references import Definitions

MAX_VALUES = 100_000
"""How many values a text may have: far more than anybody writes, and few enough to be read at once."""
MAX_ENTRIES = 2 * model.MAX_COMBATANTS
"""How many entries all sides of a text may have. Each is expanded, however many it stands for."""


class LenientReading(NamedTuple):
    """A text as far as it can be read. Names of actions and rules are not resolved."""

    scenario: model.Scenario | None
    problems: list[Problem]
    """What is wrong, at expanded paths. Undefined names are left to the validation."""
    kept: list[KeptValue]
    """Values that the text has, but that are not in the scenario because they are not valid."""


def read_leniently(text: str) -> LenientReading:
    """Read as much as possible of a text. Never raises because of its contents."""
    problems = ProblemCollector()
    try:
        data, repeated = parsed_document.load(text, max_values=MAX_VALUES)
    except parsed_document.UnreadableText as error:
        return LenientReading(None, [Problem(str(error), line=error.line)], [])
    for twice in repeated:
        problems.add(twice.location, f"this key is already in line {twice.first_line}")
    if not isinstance(data, LocatedMapping):
        sentence = f"expected a mapping with sides, got {shown(data)}"
        return LenientReading(None, [Problem(sentence, line=1)], [])
    if (entries := _count_entries(data)) > MAX_ENTRIES:
        sentence = f"{entries:,} combatants are too many: a text lists at most {MAX_ENTRIES:,}"
        return LenientReading(None, [Problem(sentence, "sides", code="too_many")], [])
    files.expand(data, problems)
    scenario = convert(data, model.Scenario, problems)
    kept: list[KeptValue] = []
    if scenario is None:
        scenario, kept = salvage(data, model.Scenario)
    encounter_problems.check(data, problems)
    found = problems.found
    if found:
        paths = _expanded_paths(data)
        found = [_at_expanded_path(one, paths) for one in found]
    return LenientReading(scenario, found, kept)


class LenientAction(NamedTuple):
    """One action as far as it can be read."""

    action: model.CombatAction | None
    problems: list[Problem]
    kept: list[KeptValue]


def read_action(action: str | Mapping[str, Any]) -> LenientAction:
    """Read one action from YAML text or plain data, as far as possible."""
    problems = ProblemCollector()
    data: Any = action
    if isinstance(action, str):
        try:
            data, repeated = parsed_document.load(action, max_values=MAX_VALUES)
        except parsed_document.UnreadableText as error:
            return LenientAction(None, [Problem(str(error), line=error.line)], [])
        for twice in repeated:
            problems.add(twice.location, f"this key is already in line {twice.first_line}")
        if isinstance(data, str):
            data = {"use": data}
    if not isinstance(data, dict):
        return LenientAction(None, [Problem(f"expected an action, got {shown(data)}")], [])
    try:
        mapping = data if isinstance(data, LocatedMapping) else located(data)
    except RecursionError:
        return LenientAction(None, [Problem("it is nested too deeply")], [])
    ShorthandExpander(problems).action(mapping)
    full = Definitions("action", {}, available_definitions.actions, problems).with_base(mapping)
    read = convert(full, model.CombatAction, problems)
    kept: list[KeptValue] = []
    if read is None:
        read, kept = salvage(full, model.CombatAction)
    found = problems.found
    if found and isinstance(full, LocatedMapping):
        paths = _expanded_paths(full)
        found = [_at_expanded_path(one, paths) for one in found]
    return LenientAction(read, found, kept)


def _count_entries(data: Any) -> int:
    """The number of entries of all sides, however they are written."""
    day = data.get("day")
    count = 0
    for holder in (data, *(day if isinstance(day, list) else ())):
        sides = holder.get("sides") if isinstance(holder, dict) else None
        members: list[Any] = []
        if isinstance(sides, dict):
            members = list(sides.values())
        elif isinstance(sides, list):
            members = [side.get("combatants") if isinstance(side, dict) else 0 for side in sides]
        count += sum(len(one) if isinstance(one, list) else 1 for one in members)
    return count


def _expanded_paths(data: LocatedMapping) -> dict[str, str]:
    """The path of the expanded form for every path of the text."""
    found: dict[str, str] = {}

    def walk(value: Any, at: SourceLocation, path: Path) -> None:
        if at.path:
            found.setdefault(at.path, path_text(path))
        if isinstance(value, LocatedMapping):
            for key, inner in value.items():
                walk(inner, location_of(value, key, value.location), (*path, key))
        elif isinstance(value, LocatedList):
            for index, inner in enumerate(value):
                walk(inner, location_of(value, index, at), (*path, index))

    walk(data, SourceLocation(), ())
    return found


def _at_expanded_path(problem: Problem, paths: dict[str, str]) -> Problem:
    """The problem at the expanded path; what is not in the expanded form is below its container."""
    path, rest = problem.path, ""
    while path and path not in paths:
        cut = max(path.rfind("."), path.rfind("["))
        path, rest = (path[:cut], path[cut:] + rest) if cut > 0 else ("", path + rest)
    if not path:
        return problem
    return msgspec.structs.replace(problem, path=paths[path] + rest)
