"""JSON templates that take their field names from message types.

The state of a match is sent after every move, and most of its JSON stays the same. So it is assembled
from encoded pieces with bytes templates. The names in a template come from the message type, which is
also what the documentation shows: a field that the type does not have fails at import.
"""

from __future__ import annotations

from typing import Any

import msgspec

_encode = msgspec.json.Encoder().encode


def field_names(message: type[msgspec.Struct]) -> dict[str, str]:
    """Return the names on the wire by field."""
    return dict(zip(message.__struct_fields__, message.__struct_encode_fields__, strict=True))


def fields_template(message: type[msgspec.Struct], **formats: str) -> bytes:
    """Return `"name":format,...` for some fields of a message, to be filled in with `%`.

    >>> class Move(msgspec.Struct, rename="camel"):
    ...     move_number: int
    >>> fields_template(Move, move_number="%d")
    b'"moveNumber":%d'
    """
    names = field_names(message)
    return ",".join(f'"{names[field]}":{text}' for field, text in formats.items()).encode()


def encode_fields(message: type[msgspec.Struct], **values: Any) -> bytes:
    """Return some fields of a message as a JSON object."""
    names = field_names(message)
    return _encode({names[field]: value for field, value in values.items()})
