"""The library: actions, combatants and rule profiles from the data files of the package.

Each kind is read when it is first used, and cached. Sample encounters are in `sample_encounters`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any, TypeVar

from . import scenario
from .file_problems import ProblemCollector, convert
from .parsed_document import LocatedMapping, load
from .shorthand import ShorthandExpander
from .use_references import Definitions

T = TypeVar("T")

DATA = Path(__file__).parents[1] / "data"


def texts(name: str) -> Iterator[tuple[str, str]]:
    """Read the data files of a folder: name without suffix, and text."""
    for file in sorted((DATA / name).iterdir(), key=lambda one: one.name):
        if file.name.endswith(".yaml"):
            yield file.name.removesuffix(".yaml"), file.read_text("utf-8")


@cache
def profiles() -> Mapping[str, scenario.RuleProfile]:
    """The rule profiles by name: 2014, 2024, grit."""
    return _converted(profile_data(), scenario.RuleProfile)


@cache
def actions() -> Mapping[str, scenario.CombatAction]:
    """The actions by name."""
    return _converted(action_data(), scenario.CombatAction)


@cache
def combatants() -> Mapping[str, scenario.Combatant]:
    """The combatants by name."""
    return _converted(combatant_data(), scenario.Combatant)


# --- as data, for files that refer to them --------------------------------------------------------


@cache
def profile_data() -> Mapping[str, LocatedMapping]:
    """The rule profiles by name, as data in full form."""
    problems = ProblemCollector()
    profiles: dict[str, LocatedMapping] = {}
    for name, text in texts("profiles"):
        profiles[name], _ = load(text)
        profiles[name].setdefault("name", name)
        ShorthandExpander(problems).profile(profiles[name])
    problems.raise_if_any("profiles")
    return MappingProxyType(profiles)


@cache
def action_data() -> Mapping[str, LocatedMapping]:
    """The actions by name, as data in full form."""
    problems = ProblemCollector()
    entries = _entries("actions", problems)
    expander = ShorthandExpander(problems)
    for entry in entries.values():
        expander.action(entry)
    definitions = Definitions("action", entries, dict, problems)
    complete = {name: definitions.with_base(entry, (name,)) for name, entry in entries.items()}
    problems.raise_if_any("actions")
    return MappingProxyType(complete)


@cache
def combatant_data() -> Mapping[str, LocatedMapping]:
    """The combatants by name, as data in full form."""
    problems = ProblemCollector()
    entries = _entries("combatants", problems)
    expander = ShorthandExpander(problems)
    actions = Definitions("action", {}, action_data, problems)
    for entry in entries.values():
        expander.combatant(entry)
        complete_actions(entry, actions)
    definitions = Definitions("combatant", entries, dict, problems)
    complete = {name: definitions.with_base(entry, (name,)) for name, entry in entries.items()}
    problems.raise_if_any("combatants")
    return MappingProxyType(complete)


def complete_actions(combatant: Any, actions: Definitions) -> None:
    """Merge the entries in a combatant's lists over the actions that they use, in place."""
    if isinstance(combatant, dict):
        for key in ("actions", "reactions"):
            if isinstance(entries := combatant.get(key), list):
                entries[:] = [actions.with_base(entry) for entry in entries]


def _entries(name: str, problems: ProblemCollector) -> dict[str, LocatedMapping]:
    """All entries of the files of a folder. The key of an entry is its name."""
    entries: dict[str, LocatedMapping] = {}
    for file, text in texts(name):
        data, repeated = load(text, file)
        for twice in repeated:
            problems.add(twice.location, f"this key is already in line {twice.first_line}")
        for key, entry in data.items():
            if key in entries:
                problems.add(data.locations[key], "another file has an entry with this name")
            entry.setdefault("name", key)
            entries[key] = entry
    return entries


def _converted(data: Mapping[str, LocatedMapping], kind: type[T]) -> Mapping[str, T]:
    problems = ProblemCollector()
    converted = {
        name: convert(entry, kind, problems, entry.location) for name, entry in data.items()
    }
    problems.raise_if_any("library")
    return MappingProxyType({name: one for name, one in converted.items() if one is not None})
