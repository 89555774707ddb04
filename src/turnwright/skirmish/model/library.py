"""The library: ready actions, combatants, rule profiles and encounters, from the data files beside.

Everything is read when it is first asked for, and kept.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from importlib import resources
from types import MappingProxyType
from typing import Any, TypeVar

from . import scenario
from .file_problems import Faults, convert
from .parsed_document import Table, load
from .shorthand import Expander
from .use_references import Shelf

T = TypeVar("T")


def texts(folder: str) -> Iterator[tuple[str, str]]:
    """The data files of a folder: name without ending, and text."""
    files = resources.files("turnwright.skirmish") / "data" / folder
    for file in sorted(files.iterdir(), key=lambda one: one.name):
        if file.name.endswith(".yaml"):
            yield file.name.removesuffix(".yaml"), file.read_text("utf-8")


@cache
def profiles() -> Mapping[str, scenario.RuleProfile]:
    """Rule profiles by name: 2014, 2024, grit."""
    return _converted(profile_tables(), scenario.RuleProfile)


@cache
def actions() -> Mapping[str, scenario.CombatAction]:
    """Ready actions by name."""
    return _converted(action_tables(), scenario.CombatAction)


@cache
def combatants() -> Mapping[str, scenario.Combatant]:
    """Ready combatants by name."""
    return _converted(combatant_tables(), scenario.Combatant)


@cache
def encounters() -> Mapping[str, scenario.Scenario]:
    """Sample encounters by the names of their files."""
    from .files import parse  # files need the library, and only the samples need them

    return MappingProxyType({name: parse(text, name) for name, text in texts("encounters")})


# --- as data, for files that use them ---------------------------------------------------------------


@cache
def profile_tables() -> Mapping[str, Table]:
    faults = Faults()
    tables: dict[str, Table] = {}
    for name, text in texts("profiles"):
        tables[name], _ = load(text)
        tables[name].setdefault("name", name)
        Expander(faults).profile(tables[name])
    faults.raise_any("profiles")
    return MappingProxyType(tables)


@cache
def action_tables() -> Mapping[str, Table]:
    faults = Faults()
    tables = _entries("actions", faults)
    expander = Expander(faults)
    for table in tables.values():
        expander.action(table)
    shelf = Shelf("action", tables, dict, faults)
    filled = {name: shelf.filled(table, (name,)) for name, table in tables.items()}
    faults.raise_any("actions")
    return MappingProxyType(filled)


@cache
def combatant_tables() -> Mapping[str, Table]:
    faults = Faults()
    tables = _entries("combatants", faults)
    expander = Expander(faults)
    ready = Shelf("action", {}, action_tables, faults)
    for table in tables.values():
        expander.combatant(table)
        fill_actions(table, ready)
    shelf = Shelf("combatant", tables, dict, faults)
    filled = {name: shelf.filled(table, (name,)) for name, table in tables.items()}
    faults.raise_any("combatants")
    return MappingProxyType(filled)


def fill_actions(combatant: Any, shelf: Shelf) -> None:
    """The actions in the lists of a combatant, with what they use below them."""
    if isinstance(combatant, dict):
        for key in ("actions", "reactions"):
            if isinstance(several := combatant.get(key), list):
                several[:] = [shelf.filled(one) for one in several]


def _entries(folder: str, faults: Faults) -> dict[str, Table]:
    """All entries of the files of a folder; each is named by its key."""
    entries: dict[str, Table] = {}
    for name, text in texts(folder):
        tables, repeated = load(text, name)
        for twice in repeated:
            faults.add(twice.mark, "written twice")
        for key, table in tables.items():
            if key in entries:
                faults.add(tables.marks[key], "there is such an entry in another file")
            table.setdefault("name", key)
            entries[key] = table
    return entries


def _converted(tables: Mapping[str, Table], kind: type[T]) -> Mapping[str, T]:
    faults = Faults()
    converted = {name: convert(table, kind, faults, table.mark) for name, table in tables.items()}
    faults.raise_any("library")
    return MappingProxyType({name: one for name, one in converted.items() if one is not None})
