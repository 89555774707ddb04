"""The base class of rules that authors write as data: costs, timings, requirements and actions.

They are checked in the same way in Python, in a file and on a page.
"""

from __future__ import annotations

import typing
from typing import Any

import msgspec

from turnwright.core.errors import DefinitionError


class Malformed(DefinitionError, ValueError):
    """Data that is not a valid definition. As a ValueError it gets its path from msgspec."""


class Definition(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Base class of definitions. Fields are checked on creation, and lists become tuples."""

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
    """Describe a field; the text appears in the JSON Schema."""
    return msgspec.Meta(description=text)
