"""MessagePack with the extension types for Clojure values.

0 keyword, 1 symbol, 2 character, 3 ratio, 4 set, 9 UUID, -1 timestamp, 100 local time as text. 8
refers to an earlier map key of the same message; it is read but never written, which every reader
understands. Unknown extensions are kept.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from decimal import Decimal
from fractions import Fraction
from struct import Struct
from typing import Any
from uuid import UUID

import msgpack  # type: ignore[import-untyped]

from turnwright.core.errors import UnusableError

from .edn import Char, Keyword, Symbol, Tagged

KEYWORD, SYMBOL, CHAR, RATIO, SET, CACHED_KEY, UUID_TEXT, LOCAL_TIME = 0, 1, 2, 3, 4, 8, 9, 100
TIMESTAMP, INSTANT = -1, Struct(">Iq")
"""sente reads timestamps of 12 bytes only: nanoseconds, then seconds."""
LOCAL_TAG, INSTANT_TAG = "time/local-date-time", "time/instant"
MOST_KEYS = 256


def dumps(value: Any) -> bytes:
    """Serialize a value."""
    packer = msgpack.Packer(autoreset=False)
    try:
        _write(packer, value)
    except (TypeError, ValueError, OverflowError, RecursionError) as error:
        raise UnusableError("bad_message", f"This value cannot be packed: {error}.") from None
    return bytes(packer.bytes())


def loads(data: bytes) -> Any:
    """Parse a message with exactly one value."""
    try:
        return _Reader().value(_unpack(data))
    except (msgpack.UnpackException, ValueError, TypeError, RecursionError) as error:
        sentence = f"Invalid MessagePack message: {str(error) or type(error).__name__}."
        raise UnusableError("bad_message", sentence) from None


def _unpack(data: bytes) -> Any:
    return msgpack.unpackb(data, strict_map_key=False, timestamp=0)


def _write(packer: Any, value: Any) -> None:
    """Write a value, with an extension type for what MessagePack does not know."""
    if isinstance(value, Mapping):
        packer.pack_map_header(len(value))
        for key, one in value.items():
            _write(packer, key)
            _write(packer, one)
    elif isinstance(value, (list, tuple)):
        packer.pack_array_header(len(value))
        for one in value:
            _write(packer, one)
    elif isinstance(value, Tagged) and value.tag == INSTANT_TAG:
        _write(packer, datetime.fromisoformat(str(value.value)))
    elif isinstance(value, Tagged) and value.tag != LOCAL_TAG:
        _write(packer, value.value)
    elif isinstance(value, Decimal):
        packer.pack(float(value))
    else:
        extension = _extension(value)
        if extension is None:
            packer.pack(value)
        else:
            packer.pack_ext_type(*extension)


def _extension(value: Any) -> tuple[int, bytes] | None:
    """Return the extension type of a value and its content."""
    if isinstance(value, (set, frozenset)):
        return SET, dumps(list(value))
    if isinstance(value, Keyword):
        return KEYWORD, value.name.encode()
    if isinstance(value, Symbol):
        return SYMBOL, value.name.encode()
    if isinstance(value, Char):
        return CHAR, value.text.encode()
    if isinstance(value, UUID):
        return UUID_TEXT, str(value).encode()
    if isinstance(value, Fraction):
        return RATIO, dumps(value.numerator) + dumps(value.denominator)
    if isinstance(value, Tagged):
        return LOCAL_TIME, str(value.value).encode()
    if isinstance(value, datetime):
        when = msgpack.Timestamp.from_datetime(value)
        return TIMESTAMP, INSTANT.pack(when.nanoseconds, when.seconds)
    return None


class _Reader:
    """Converts a message in its order, because keys may refer to earlier ones."""

    def __init__(self) -> None:
        self.keys: list[Any] = []

    def value(self, raw: Any) -> Any:
        """Convert one unpacked value."""
        if isinstance(raw, dict):
            made = {}
            for key, one in raw.items():
                known = self._key(key)
                made[known] = self.value(one)
            return made
        if isinstance(raw, list):
            return [self.value(one) for one in raw]
        if isinstance(raw, msgpack.ExtType):
            return self._extension(raw.code, raw.data)
        if isinstance(raw, msgpack.Timestamp):
            return raw.to_datetime()
        return raw

    def _key(self, raw: Any) -> Any:
        if isinstance(raw, msgpack.ExtType) and raw.code == CACHED_KEY:
            number = raw.data[0] if len(raw.data) == 1 else MOST_KEYS
            if number >= len(self.keys):
                raise ValueError("a key refers to an unknown earlier key")
            return self.keys[number]
        key = self.value(raw)
        if isinstance(key, list):
            key = tuple(key)
        if isinstance(key, (Keyword, str)) and len(self.keys) < MOST_KEYS:
            self.keys.append(key)
        return key

    def _extension(self, code: int, data: bytes) -> Any:
        if code == KEYWORD:
            return Keyword(data.decode())
        if code == SYMBOL:
            return Symbol(data.decode())
        if code == CHAR:
            return Char(data.decode())
        if code == UUID_TEXT:
            return UUID(data.decode())
        if code == LOCAL_TIME:
            return Tagged(LOCAL_TAG, data.decode())
        if code == SET:
            return frozenset(
                tuple(one) if isinstance(one, list) else one for one in self.value(_unpack(data))
            )
        if code == RATIO:
            parts = msgpack.Unpacker()
            parts.feed(data)
            return Fraction(parts.unpack(), parts.unpack())
        return msgpack.ExtType(code, data)
