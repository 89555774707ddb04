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
        for name, hint, default, plain in _hints(type(self)):
            value = getattr(self, name)
            if value is default or type(value) is plain:
                continue
            try:
                checked = msgspec.convert(value, hint)
            except msgspec.ValidationError as error:
                raise Malformed([f"{name} of {type(self).__name__}: {error}"]) from None
            if checked is not value:
                msgspec.structs.force_setattr(self, name, checked)


_Hint: typing.TypeAlias = tuple[str, Any, Any, type | None]
_hints_of: dict[type, list[_Hint]] = {}


def _hints(cls: type) -> list[_Hint]:
    """The fields of a definition: name, type, default, and the class whose every value is valid."""
    if cls not in _hints_of:
        hints = typing.get_type_hints(cls, include_extras=True)
        fields = msgspec.structs.fields(cls)
        _hints_of[cls] = [
            (field.name, hints[field.name], field.default, _plain(hints[field.name]))
            for field in fields
        ]
    return _hints_of[cls]


def _plain(hint: Any) -> type | None:
    """The class of a field that has a description, but no bounds."""
    notes = getattr(hint, "__metadata__", ())
    kind = typing.get_args(hint)[0] if notes else hint
    has_bounds = any(one != note(one.description) for one in notes)
    return kind if kind in (str, bool, int) and not has_bounds else None


def note(text: str) -> msgspec.Meta:
    """Describe a field; the text appears in the JSON Schema."""
    return msgspec.Meta(description=text)
