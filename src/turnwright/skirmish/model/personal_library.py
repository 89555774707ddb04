"""The personal library: combatants and actions of a user, for all scenario files.

It is a folder of YAML files with `combatants:` and `actions:`, written as in a scenario file. The
environment variable TURNWRIGHT_LIBRARY names the folder; by default it is `turnwright/library` in the
user's configuration folder. Definitions of the user come before those of the package.
"""

from __future__ import annotations

import os
from collections import ChainMap
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any, cast

from . import bestiary, hero_classes, library, scenario
from .file_problems import ProblemCollector, convert
from .included_files import SUFFIXES, FileDefinitions, read_definitions
from .parsed_document import LocatedMapping
from .shorthand import ShorthandExpander
from .use_references import Definitions

VARIABLE = "TURNWRIGHT_LIBRARY"


def folder() -> Path:
    """Return the folder of the personal library, which need not exist."""
    named = os.environ.get(VARIABLE)
    if named:
        return Path(named)
    home = os.environ.get("XDG_CONFIG_HOME") or Path.home() / ".config"
    return Path(home) / "turnwright" / "library"


def action_data() -> Mapping[str, LocatedMapping]:
    """The actions by name, as data in full form. Raises `BadFile` if a file has problems."""
    return _loaded(_state())[0]


def combatant_data() -> Mapping[str, LocatedMapping]:
    """The combatants by name, as data in full form. Raises `BadFile` if a file has problems."""
    return _loaded(_state())[1]


def actions() -> Mapping[str, scenario.CombatAction]:
    """The actions by name. Raises `BadFile` if a file has problems."""
    return _converted(_state())


_State = tuple[tuple[str, int, int], ...]


def _state() -> _State:
    """The files of the folder with their times and sizes: what the library depends on."""
    here = folder()
    try:
        files = sorted(file for file in here.iterdir() if file.suffix in SUFFIXES)
        found = [(str(file), file.stat()) for file in files]
    except OSError:
        return ()
    return tuple((name, stat.st_mtime_ns, stat.st_size) for name, stat in found)


def _shipped_actions() -> Mapping[str, LocatedMapping]:
    return ChainMap(*(cast(Any, one) for one in (library.action_data(), bestiary.action_data())))


def _shipped_combatants() -> Mapping[str, LocatedMapping]:
    known = (library.combatant_data(), hero_classes.HeroClasses(), bestiary.combatant_data())
    return ChainMap(*(cast(Any, one) for one in known))


@cache
def _loaded(
    state: _State,
) -> tuple[Mapping[str, LocatedMapping], Mapping[str, LocatedMapping]]:
    read = FileDefinitions({}, {})
    for name, _, _ in state:
        read = read.over(read_definitions(Path(name)))
    problems = ProblemCollector()
    expander = ShorthandExpander(problems)
    for action in read.actions.values():
        expander.action(action)
    known = Definitions("action", read.actions, _shipped_actions, problems)
    actions = {key: known.with_base(one, (key,)) for key, one in read.actions.items()}
    known = Definitions("action", actions, _shipped_actions, problems)
    for combatant in read.combatants.values():
        expander.combatant(combatant)
        library.complete_actions(combatant, known)
    bases = Definitions("combatant", read.combatants, _shipped_combatants, problems)
    combatants = {key: bases.with_base(one, (key,)) for key, one in read.combatants.items()}
    problems.raise_if_any(str(folder()))
    return MappingProxyType(actions), MappingProxyType(combatants)


@cache
def _converted(state: _State) -> Mapping[str, scenario.CombatAction]:
    problems = ProblemCollector()
    found = {
        name: convert(entry, scenario.CombatAction, problems, entry.location)
        for name, entry in _loaded(state)[0].items()
    }
    problems.raise_if_any(str(folder()))
    return MappingProxyType({name: one for name, one in found.items() if one is not None})
