"""Words in rules that mean nothing: operations the context does not have, unknown fields and zones.

A type checker finds most of them; this is for authors without one. Only what is certain is reported:
attributes of the rule's first parameter, of its `ctx` and `G`, and zones named in place.
"""

from __future__ import annotations

import dis
from collections.abc import Iterator
from types import CodeType, FunctionType
from typing import TYPE_CHECKING

import msgspec

from turnwright.core.runtime.rule_errors import code_of, file_and_line
from turnwright.core.suggestions import suggestion

from .code_mistakes import takes_context
from .rule_mistakes import rules_of_game
from .static_analysis import codes, functions_used

if TYPE_CHECKING:
    from turnwright.core.definition.game import Game
    from turnwright.core.runtime.compiled_flow import CompiledFlow

ATTRIBUTES = ("LOAD_ATTR", "LOAD_METHOD", "STORE_ATTR")
ZONE_CALLS = ("zone", "cards_in", "shuffle_zone")  # the name of the zone is their first argument


def unknown_words(game: Game, flow: CompiledFlow) -> Iterator[tuple[str, str]]:
    """Yield the rule and a sentence for every word that does not exist."""
    seen: set[CodeType] = set()
    told: set[str] = set()
    for name, rule in rules_of_game(game, flow):
        for function, _ in functions_used(rule, game.context, seen):
            if function.__module__.startswith("turnwright.core"):
                continue
            is_rule = function.__code__ is code_of(rule)
            for sentence in _unknown_in(function, game, is_rule):
                if sentence not in told:
                    told.add(sentence)
                    yield name, sentence


def _unknown_in(function: FunctionType, game: Game, is_rule: bool) -> Iterator[str]:
    """Yield the unknown words of one function whose first parameter is the context. The `c` of a helper
    without types may be a card as well."""
    code = function.__code__
    if not code.co_argcount or not takes_context(function, game):
        return
    first = code.co_varnames[0]
    is_known = is_rule or first in function.__annotations__
    more = frozenset() if is_known else frozenset(dir(game.card))
    for each in codes(code):
        before: object = None  # what the instruction before has loaded: c, c.ctx, c.G or a method
        line = each.co_firstlineno
        for step in dis.get_instructions(each):
            line = step.starts_line if type(step.starts_line) is int else line
            if step.opname in ("CACHE", "PUSH_NULL", "COPY"):
                continue
            loaded: object = None
            if step.opname.startswith(("LOAD_FAST", "LOAD_DEREF")) and step.argval == first:
                loaded = game.context
            elif step.opname in ATTRIBUTES and isinstance(before, type):
                known = _words(before, game)
                is_card = before is game.context and step.argval in more
                if known and step.argval not in known and not is_card:
                    what = _phrase(before, game, first)
                    did_you_mean = suggestion(step.argval, sorted(known, key=_is_camel))
                    where = file_and_line(each, line)
                    yield f"{what} has no {step.argval!r}{did_you_mean} ({where})"
                loaded = _attribute(before, str(step.argval), game)
            elif (
                step.opname == "LOAD_CONST"
                and before in ZONE_CALLS
                and isinstance(step.argval, str)
                and not {step.argval, step.argval.partition(":")[0]} & game.zones.keys()
            ):
                did_you_mean = suggestion(step.argval, game.zones)
                where = file_and_line(each, line)
                yield f"there is no zone {step.argval!r}{did_you_mean} ({where})"
            before = loaded


def _attribute(owner: type, name: str, game: Game) -> object:
    if owner is game.context:
        return {"ctx": game.ctx, "G": game.state}.get(name, name if name in ZONE_CALLS else None)
    return None


def _words(owner: type, game: Game) -> frozenset[str]:
    """The names that the context, `ctx` or `G` has; empty if anything is possible."""
    if owner is game.context:
        annotated = (
            name for kind in owner.__mro__ for name in vars(kind).get("__annotations__", ())
        )
        if "__getattr__" in dir(owner):
            return frozenset()
        return frozenset([*dir(owner), *annotated])
    if issubclass(owner, msgspec.Struct):
        return frozenset(dir(owner))
    return frozenset()


def _phrase(owner: type, game: Game, first: str) -> str:
    if owner is game.context:
        return first
    return f"{first}.ctx" if owner is game.ctx else f"{first}.G"


def _is_camel(name: str) -> tuple[bool, str]:
    """A key that sorts names in Python spelling before their camelCase twins."""
    return name != name.lower(), name
