"""The options of a match that the rules of a game read, so that a misspelled one can be refused."""

from __future__ import annotations

import dis
import itertools
import sys
from collections.abc import Iterator, Mapping
from functools import lru_cache
from types import CodeType, FunctionType
from typing import TYPE_CHECKING

from turnwright.core.errors import UnusableError
from turnwright.core.suggestions import suggestion

from .rule_mistakes import rules_of_game
from .static_analysis import codes, functions_used

if TYPE_CHECKING:
    from turnwright.core.definition.game import Game


def check_options(game: Game, options: Mapping[str, object]) -> None:
    """Raise if a game is given an option that its rules do not mention, but one of nearly that name.

    Other names are accepted: rules may import the module that reads them only when a match starts."""
    if all(name in game.choices for name in options):
        return
    read, mentioned = option_names(game)
    for name in options:
        hint = suggestion(name, read) if name not in mentioned else ""
        if hint:
            raise UnusableError("unknown_option", f"{game.name} has no option {name!r}{hint}")


@lru_cache(maxsize=64)
def option_names(game: Game) -> tuple[frozenset[str], frozenset[str]]:
    """Return the options that the rules read, as in `c.options.get("decks")`, and all strings in the
    code of the game's package."""
    read, mentioned = set(game.choices), set(game.choices)
    for function in _functions_of_package(game):
        for code in codes(function.__code__):
            mentioned |= {value for value in code.co_consts if isinstance(value, str)}
            if "options" in code.co_names or "options" in code.co_varnames:
                read |= set(_names_read(code))
    return frozenset(read), frozenset(mentioned)


def _functions_of_package(game: Game) -> Iterator[FunctionType]:
    """Yield the functions and methods of the modules that the rules of a game come from."""
    packages: set[str] = set()
    seen: set[CodeType] = set()
    for _, rule in rules_of_game(game, game.compiled_flow):
        for function, _ in functions_used(rule, game.context, seen):
            yield function  # it need not be in a module
            packages.add(_package(function.__module__ or ""))
    for name, module in list(sys.modules.items()):
        if _package(name) in packages:
            for value in list(vars(module).values()):
                inside = vars(value).values() if isinstance(value, type) else (value,)
                yield from (one for one in inside if isinstance(one, FunctionType))


def _package(module: str) -> str:
    """The package of a game: one of the shipped games, or the top of any other name."""
    names = module.split(".")
    return ".".join(names[:3]) if names[0] == "turnwright" else names[0]


def _names_read(code: CodeType) -> Iterator[str]:
    """Yield the constants in `options.get("...")`, `options["..."]` and `"..." in options`."""
    skipped = ("CACHE", "PUSH_NULL", "NOP", "LOAD_METHOD")
    steps = [step for step in dis.get_instructions(code) if step.opname not in skipped]
    steps = [step for step in steps if not (step.opname == "LOAD_ATTR" and step.argval == "get")]
    for one, other in itertools.pairwise(steps):
        if _is_options(one) and other.opname == "LOAD_CONST" and isinstance(other.argval, str):
            yield other.argval


def _is_options(step: dis.Instruction) -> bool:
    return step.opname.startswith("LOAD_") and step.argval == "options"
