"""Definitions as data: what authors write in Python, in a file or on a page, checked alike.

The types of costs, timings, requirements and actions are built on `Definition`. It refuses what is no
definition with one sentence that says where.
"""

from __future__ import annotations

import typing
from typing import Any

import msgspec

from turnwright.core.errors import DefinitionError


class Malformed(DefinitionError, ValueError):
    """Data that is not a valid definition. As a ValueError it gets its path from msgspec."""


class Definition(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Base of what authors write as data. Its fields are checked when it is made, in Python as from
    a file, and lists become tuples."""

    def __post_init__(self) -> None:
        for name, hint in _hints(type(self)).items():
            value = getattr(self, name)
            try:
                checked = msgspec.convert(value, hint)
            except msgspec.ValidationError as error:
                raise Malformed([f"{name} of {type(self).__name__}: {error}"]) from None
            if checked is not value:
                msgspec.structs.force_setattr(self, name, checked)


_hints_of: dict[type, dict[str, Any]] = {}


def _hints(cls: type) -> dict[str, Any]:
    if cls not in _hints_of:
        hints = typing.get_type_hints(cls, include_extras=True)
        _hints_of[cls] = {name: hints[name] for name in cls.__struct_fields__}  # type: ignore[attr-defined]
    return _hints_of[cls]


def note(text: str) -> msgspec.Meta:
    """What a field means: it appears in the JSON Schema."""
    return msgspec.Meta(description=text)
