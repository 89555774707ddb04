"""Hints for exceptions in the files of authors: what Python says, and what to write instead."""

from __future__ import annotations

import builtins
import inspect
import re
from types import GeneratorType, ModuleType

import msgspec

from turnwright.core.definition.flow import Flow, Phase, Segment, Stage, Step, Turn, Window
from turnwright.core.definition.game import Game
from turnwright.core.definition.moves import MoveSettings
from turnwright.core.definition.zones import Zone
from turnwright.core.errors import RulesInterrupted
from turnwright.core.runtime.flow_state import Card
from turnwright.core.runtime.prompts import Question
from turnwright.core.suggestions import suggestion

LEVELS: tuple[type[msgspec.Struct], ...] = (Flow, Segment, Turn, Phase, Step, Stage, Window, Zone)

UNEXPECTED = re.compile(r"nexpected keyword argument '(\w+)'")
MUTABLE_DEFAULT = re.compile(r"non-empty mutable collection \((.*)\) as a default value", re.DOTALL)


def hint_of(error: BaseException) -> str:
    """Return a sentence that says what to write instead, or "" if the error says enough."""
    if isinstance(error, AttributeError):
        return _attribute_hint(error)
    if isinstance(error, NameError) and error.name:
        return _did_you_mean(error.name, _names_at(error))
    if isinstance(error, TypeError):
        return _type_hint(str(error))
    if isinstance(error, RulesInterrupted):
        return "Is there a loop that never ends?"
    return ""


def _attribute_hint(error: AttributeError) -> str:
    owner, name = error.obj, error.name or ""
    if isinstance(owner, Question):
        return "It is a question that was not asked: write `answer = yield from c.choose(...)`."
    if isinstance(owner, GeneratorType):
        return "It is a helper that asks: call it with `yield from`."
    if type(owner) is int:
        return "Cards are named by their ids: c.card(card_id) is the card with its fields."
    if owner is None or not name:
        return ""
    known = [one for one in dir(owner) if not one.startswith("_")]
    if isinstance(owner, ModuleType):
        known = list(getattr(owner, "__all__", known))
    elif isinstance(owner, msgspec.Struct):
        known = list(owner.__struct_fields__)
    return _did_you_mean(name, known)


def _type_hint(text: str) -> str:
    if found := UNEXPECTED.search(text):
        return _did_you_mean(found[1], _keywords(text))
    if found := MUTABLE_DEFAULT.search(text):
        return f"Write `= tw.default(lambda: {found[1]})`: then every match has its own."
    if "'Question'" in text:
        return "It is a question that was not asked: write `answer = yield from c.choose(...)`."
    if "'generator'" in text:
        return "It is a helper that asks: call it with `yield from`."
    if re.search(r"unhashable type: '\w*Card'", text):
        return "Cards are named by their ids: write card.id, or c.zone(...) for a list of ids."
    if re.search(r"missing 1 required positional argument: 'c'$", text):
        return "Give the function itself, without parentheses: the engine calls it with c."
    return ""


def _keywords(text: str) -> list[str]:
    """The keywords of what was called: of a game, a move, or any level of the flow."""
    if "Game.__init__" in text:
        return [*inspect.signature(Game.__init__).parameters][1:]
    if "Move" in text:
        return [*MoveSettings.__annotations__]
    if "__init__" in text or "()" in text:
        return []
    return [name for level in LEVELS for name in level.__struct_fields__]


def _names_at(error: BaseException) -> list[str]:
    """The names that were known where an error was raised."""
    step = error.__traceback__
    while step is not None and step.tb_next is not None:
        step = step.tb_next
    if step is None:
        return []
    frame = step.tb_frame
    return [*frame.f_locals, *frame.f_globals, *dir(builtins)]


def _did_you_mean(name: str, known: list[str]) -> str:
    hint = suggestion(name, known).removeprefix("; ")
    return hint[:1].upper() + hint[1:]


def state_hint(value: object) -> str:
    """Say what to keep in the state instead of a value that is not plain data."""
    if isinstance(value, Card):
        return "keep the id of the card"
    if callable(value):
        return "keep a name, and look the function up in a table of the rules"
    return "use numbers, texts, lists, dicts, sets and classes derived from tw.State"
