"""Read and write EDN, the text format of a jinteki.net server.

Vectors are lists, lists are tuples, maps are dicts, sets are frozensets. Keywords, symbols,
characters and unknown tags have their own types, so that reading and writing round-trips.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import UTC, datetime
from decimal import Decimal
from fractions import Fraction
from math import inf, isnan, nan
from typing import Any
from uuid import UUID

import msgspec

from turnwright.core.errors import UnusableError

DEEPEST = 100


class Keyword(msgspec.Struct, frozen=True, gc=False):
    """`:name` or `:space/name`, without the colon."""

    name: str

    def __str__(self) -> str:
        return self.name


class Symbol(msgspec.Struct, frozen=True, gc=False):
    """A symbol."""

    name: str


class Char(msgspec.Struct, frozen=True, gc=False):
    """A single character."""

    text: str


class Tagged(msgspec.Struct, frozen=True):
    """A value with an unknown tag, like `#time/instant "..."`."""

    tag: str
    value: Any


def keyed(value: Any) -> Any:
    """Convert the string keys of maps to keywords, as Clojure data has them."""
    if isinstance(value, Mapping):
        return {
            Keyword(key) if isinstance(key, str) else key: keyed(one) for key, one in value.items()
        }
    if isinstance(value, (list, tuple)):
        return [keyed(one) for one in value]
    return value


def plain(value: Any) -> Any:
    """Convert to JSON-like data: keywords and symbols become strings, sets become lists; UUIDs
    stay."""
    if isinstance(value, (Keyword, Symbol)):
        return value.name
    if isinstance(value, Char):
        return value.text
    if isinstance(value, Tagged):
        return plain(value.value)
    if isinstance(value, dict):
        return {plain(key): plain(one) for key, one in value.items()}
    if isinstance(value, (list, tuple, frozenset)):
        return [plain(one) for one in value]
    return value


# --- reading ------------------------------------------------------------------------------------------

SPACE = re.compile(r"(?:[\s,]+|;[^\n]*)*")
TOKEN = re.compile(r"[^\s,()\[\]{}\"\\;]+")
INTEGER = re.compile(r"([+-]?(?:0|[1-9][0-9]*))N?")
FLOAT = re.compile(r"([+-]?(?:0|[1-9][0-9]*)(?:\.[0-9]*)?(?:[eE][+-]?[0-9]+)?)(M?)")
RATIO = re.compile(r"([+-]?[0-9]+)/([0-9]*[1-9][0-9]*)")
NAME = re.compile(r"[^:/][^:]*(?::[^:]+)*")
SPECIAL = re.compile(r'["\\]')
CHARACTERS = {
    "newline": "\n", "return": "\r", "space": " ", "tab": "\t", "formfeed": "\f", "backspace": "\b",
}  # fmt: skip
ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f", '"': '"', "\\": "\\"}
SIGNS = {ord(sign): f"\\{letter}" for letter, sign in ESCAPES.items()}
NAMES = {"nil": None, "true": True, "false": False}
SYMBOLIC = {"Inf": inf, "-Inf": -inf, "NaN": nan}
CLOSING = {"(": ")", "[": "]", "{": "}", "#{": "}"}


def loads(text: str) -> Any:
    """Parse a text with exactly one value."""
    reader = _Reader(text)
    value = reader.value(0)
    if value is _END:
        raise reader.error("there is nothing to read")
    if reader.value(0) is not _END:
        raise reader.error("there is more than one value")
    return value


class _Mark:
    """The end of the text or of a collection."""


_END, _CLOSE = _Mark(), _Mark()


class _Reader:
    def __init__(self, text: str) -> None:
        self.text, self.place = text, 0

    def error(self, problem: str) -> UnusableError:
        """Return an error with the current position."""
        return UnusableError("bad_edn", f"Invalid EDN: {problem} (at {self.place}).")

    def value(self, depth: int, closing: str = "") -> Any:
        """Parse the next value. Return `_CLOSE` at the given bracket and `_END` at the end of the
        text."""
        text = self.text
        if depth > DEEPEST:
            raise self.error("it is nested too deep")
        while True:
            found = SPACE.match(text, self.place)
            self.place = found.end() if found else self.place
            if self.place >= len(text):
                if closing:
                    raise self.error(f"a {closing!r} is missing")
                return _END
            sign = text[self.place]
            if text.startswith("#_", self.place):  # discard the next value
                self.place += 2
                self._needed(depth + 1)
                continue
            break
        if sign in ")]}":
            if sign != closing:
                raise self.error(f"unexpected {sign!r}")
            self.place += 1
            return _CLOSE
        if sign == '"':
            return self._string()
        if sign == "\\":
            return self._character()
        if sign in "([{":
            self.place += 1
            return self._collection(sign, depth)
        if sign == "#":
            return self._dispatch(depth)
        return self._atom()

    def _needed(self, depth: int) -> Any:
        value = self.value(depth)
        if value is _END:
            raise self.error("a value is missing")
        return value

    def _collection(self, opening: str, depth: int) -> Any:
        values = []
        while (value := self.value(depth + 1, CLOSING[opening])) is not _CLOSE:
            values.append(value)
        if opening == "[":
            return values
        if opening == "(":
            return tuple(values)
        if opening == "#{":
            members = frozenset(self._key(value) for value in values)
            if len(members) != len(values):
                raise self.error("a set has a duplicate member")
            return members
        if len(values) % 2:
            raise self.error("a map has a key without a value")
        made = {self._key(key): value for key, value in zip(values[::2], values[1::2], strict=True)}
        if len(made) * 2 != len(values):
            raise self.error("a map has a duplicate key")
        return made

    def _key(self, value: Any) -> Any:
        """Return a value as a key or set member. A vector becomes a tuple."""
        if isinstance(value, list):
            value = tuple(self._key(one) for one in value)
        try:
            hash(value)
        except TypeError:
            raise self.error("a map cannot be a key or a member of a set here") from None
        return value

    def _string(self) -> str:
        parts: list[str] = []
        at = self.place + 1
        while True:
            found = SPECIAL.search(self.text, at)
            if found is None:
                raise self.error("unterminated string")
            parts.append(self.text[at : found.start()])
            at = found.end()
            if found[0] == '"':
                self.place = at
                return "".join(parts)
            escape = self.text[at : at + 1]
            at += 1
            if escape == "u":
                parts.append(self._unicode(self.text[at : at + 4]))
                at += 4
            elif escape in ESCAPES:
                parts.append(ESCAPES[escape])
            else:
                raise self.error(f"\\{escape} is not an escape sequence")

    def _unicode(self, digits: str) -> str:
        if not re.fullmatch(r"[0-9a-fA-F]{4}", digits):
            raise self.error("\\u needs four digits")
        return chr(int(digits, 16))

    def _character(self) -> Char:
        found = TOKEN.match(self.text, self.place + 1)
        word = found[0] if found else self.text[self.place + 1 : self.place + 2]
        if not word or word.isspace():
            raise self.error("a character is missing")
        self.place += 1 + len(word)
        if len(word) == 1:
            return Char(word)
        if word in CHARACTERS:
            return Char(CHARACTERS[word])
        if word.startswith("u"):
            return Char(self._unicode(word[1:]))
        raise self.error(f"\\{word[:20]} is not a character")

    def _dispatch(self, depth: int) -> Any:
        if self.text.startswith("#{", self.place):
            self.place += 2
            return self._collection("#{", depth)
        if self.text.startswith("##", self.place):
            found = TOKEN.match(self.text, self.place + 2)
            if not found or found[0] not in SYMBOLIC:
                raise self.error("## needs Inf, -Inf or NaN")
            self.place = found.end()
            return SYMBOLIC[found[0]]
        found = TOKEN.match(self.text, self.place + 1)
        if not found or not found[0][0].isalpha():
            raise self.error("# needs a tag")
        self.place = found.end()
        return self._tagged(found[0], self._needed(depth + 1))

    def _tagged(self, tag: str, value: Any) -> Any:
        try:
            if tag == "uuid" and isinstance(value, str):
                return UUID(value)
            if tag == "inst" and isinstance(value, str):
                when = datetime.fromisoformat(value)
                return when if when.tzinfo else when.replace(tzinfo=UTC)
        except ValueError:
            raise self.error(f"{value[:40]!r} is not a valid {tag}") from None
        return Tagged(tag, value)

    def _atom(self) -> Any:
        found = TOKEN.match(self.text, self.place)
        assert found is not None  # all other characters were handled before
        word = found[0]
        self.place = found.end()
        if word in NAMES:
            return NAMES[word]
        if word[0].isdigit() or (word[0] in "+-" and word[1:2].isdigit()):
            return self._number(word)
        if word[0] == ":":
            if not _is_name(word[1:]):
                raise self.error(f"{word[:40]!r} is not a keyword")
            return Keyword(word[1:])
        if not _is_name(word):
            raise self.error(f"{word[:40]!r} is not a symbol")
        return Symbol(word)

    def _number(self, word: str) -> Any:
        if len(word) > 400:
            raise self.error("a number is too long")
        if found := INTEGER.fullmatch(word):
            return int(found[1])
        if found := RATIO.fullmatch(word):
            return Fraction(int(found[1]), int(found[2]))
        if found := FLOAT.fullmatch(word):
            return Decimal(found[1]) if found[2] else float(found[1])
        raise self.error(f"{word[:40]!r} is not a number")


def _is_name(word: str) -> bool:
    return word == "/" or (bool(NAME.fullmatch(word)) and not word.endswith(("/", ":")))


# --- writing ------------------------------------------------------------------------------------------


def dumps(value: Any) -> str:
    """Serialize a value as EDN. Raise an error for types that EDN does not have."""
    parts: list[str] = []
    _write(value, parts, 0)
    return "".join(parts)


def _write(value: Any, out: list[str], depth: int) -> None:
    if depth > DEEPEST:
        raise UnusableError("bad_edn", "The value is nested too deep for EDN.")
    if isinstance(value, (dict, Mapping)):
        out.append("{")
        for place, (key, one) in enumerate(value.items()):
            if place:
                out.append(", ")
            _write(key, out, depth + 1)
            out.append(" ")
            _write(one, out, depth + 1)
        out.append("}")
    elif isinstance(value, (list, tuple, frozenset, set)):
        opening, closing = _brackets(value)
        out.append(opening)
        for place, one in enumerate(value):
            if place:
                out.append(" ")
            _write(one, out, depth + 1)
        out.append(closing)
    elif isinstance(value, Tagged):
        out.append(f"#{value.tag} ")
        _write(value.value, out, depth + 1)
    else:
        out.append(_word(value))


def _brackets(value: Any) -> tuple[str, str]:
    if isinstance(value, list):
        return "[", "]"
    return ("(", ")") if isinstance(value, tuple) else ("#{", "}")


def _word(value: Any) -> str:
    if value is None:
        return "nil"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return _quoted(value)
    if isinstance(value, Keyword):
        return f":{value.name}"
    if isinstance(value, Symbol):
        return value.name
    if isinstance(value, int):
        return str(value)
    if isinstance(value, float):
        if isnan(value):
            return "##NaN"
        return ("##Inf" if value > 0 else "##-Inf") if abs(value) == inf else repr(value)
    if isinstance(value, Decimal):
        return f"{value}M"
    if isinstance(value, Fraction):
        return f"{value.numerator}/{value.denominator}"
    if isinstance(value, UUID):
        return f'#uuid "{value}"'
    if isinstance(value, datetime):
        return f'#inst "{value.isoformat()}"'
    if isinstance(value, Char):
        names = {sign: name for name, sign in CHARACTERS.items()}
        return "\\" + names.get(value.text, value.text)
    raise UnusableError("bad_edn", f"{type(value).__name__} cannot be written as EDN.")


def _quoted(text: str) -> str:
    return f'"{text.translate(SIGNS)}"'
