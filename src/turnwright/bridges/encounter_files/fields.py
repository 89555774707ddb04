"""Tolerant reading: a JSON object whose keys may be spelt in several ways, and which knows what of it
was never looked at.

`actionSlot`, `action_slot` and `ActionSlot` are one key; `"18"` is a number. What cannot be read goes
to the report, and so does every key that nobody asked for.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from math import floor, isfinite
from typing import Any, TypeVar

from turnwright.core.rules.definitions import Malformed
from turnwright.skirmish.model.formula import MAX_NUMBER, parse, typed
from turnwright.skirmish.model.import_report import ImportReport
from turnwright.skirmish.model.scenario import Dice

T = TypeVar("T")


def fold(name: str) -> str:
    """A name without case, spaces, dashes and underscores: how names are compared."""
    return re.sub(r"[\s_\-]+", "", name).casefold()


class Fields:
    """An object of a file, at its path."""

    def __init__(self, data: Mapping[str, Any], path: str, report: ImportReport) -> None:
        self.path = path
        self.report = report
        self.data = data
        self._data = {str(key): value for key, value in data.items()}
        self._keys: dict[str, list[str]] = {}
        for key in self._data:
            self._keys.setdefault(fold(key), []).append(key)
        self._unread = dict.fromkeys(self._data)

    def at(self, name: str) -> str:
        return f"{self.path}.{name}" if self.path else name

    def __contains__(self, name: str) -> bool:
        return fold(name) in self._keys

    def raw(self, *names: str) -> Any:
        """The value under the first of these names that is there and not null."""
        found = None
        for name in names:
            for key in self._keys.get(fold(name), ()):
                if found is None:
                    found = self._data[key]
                    self._unread.pop(key, None)
        return found

    def skip(self, *names: str) -> None:
        """Keys that mean nothing in a fight."""
        for name in names:
            for key in self._keys.get(fold(name), ()):
                self._unread.pop(key, None)

    def pairs(self) -> Iterator[tuple[str, Any]]:
        """All keys and values, for objects whose keys are names."""
        self._unread.clear()
        return iter(self._data.items())

    def finish(self) -> None:
        """Report every key that was not read."""
        for key in self._unread:
            value = self._data[key]
            if value not in (None, "", [], {}):
                self.report.unknown(self.at(key), f"{key!r} is not known here", value)

    # --- one kind of value each ----------------------------------------------------------------------

    def text(self, *names: str, default: str = "") -> str:
        value = self.raw(*names)
        if value is None:
            return default
        if isinstance(value, (str, int, float)) and not isinstance(value, bool):
            return str(value).strip() or default
        return self._bad(names[0], value, "a text", default)

    def flag(self, *names: str, default: bool = False) -> bool:
        value = self.raw(*names)
        if value is None or value == "":
            return default
        if isinstance(value, (bool, int, float)):
            return bool(value)
        word = fold(value) if isinstance(value, str) else ""
        if word in ("true", "yes", "1", "false", "no", "0"):
            return word in ("true", "yes", "1")
        return self._bad(names[0], value, "true or false", default)

    def number(self, *names: str, default: int | float | None = 0) -> int | float | None:
        value = self.raw(*names)
        if value is None or value == "":
            return default
        found = plain_number(value)
        return self._bad(names[0], value, "a number", default) if found is None else found

    def whole(self, *names: str, default: int | None = 0) -> int | None:
        """A whole number. A fraction is rounded down; dice come to their average."""
        value = self.raw(*names)
        if value is None or value == "":
            return default
        number = plain_number(value)
        if number is None:
            try:
                number = parse(value).mean() if isinstance(value, str) else None
            except Malformed:
                number = None
        if number is None or abs(number) > MAX_NUMBER:
            return self._bad(names[0], value, "a whole number", default)
        if number != floor(number) or (isinstance(value, str) and re.search(r"\dd\d", value)):
            sentence = f"{value!r} became {floor(number)}: only whole numbers can be said here"
            self.report.approximated(self.at(names[0]), sentence)
        return floor(number)

    def dice(self, *names: str, default: Dice = 0, drop_d20: bool = False) -> Dice:
        """A number or dice. With `drop_d20` the roll itself is not written: 1d20+5 is 5."""
        value = self.raw(*names)
        if value is None or value == "":
            return default
        if isinstance(value, str) and drop_d20:
            value = re.sub(r"^\s*1?[dD]20\s*(?=[+-]|$)\+?\s*", "", value) or 0
        found = as_dice(value)
        if found is None:
            return self._bad(names[0], value, "a number or dice", default)
        exact = plain_number(value)
        if found != (value.strip() if exact is None else exact):
            sentence = f"{value} was written as {found}: only whole numbers and dice can be said"
            self.report.approximated(self.at(names[0]), sentence)
        return found

    def object(self, *names: str) -> Fields | None:
        value = self.raw(*names)
        if value is None:
            return None
        if isinstance(value, Mapping):
            return Fields(value, self.at(names[0]), self.report)
        return self._bad(names[0], value, "an object", None)

    def list(self, *names: str) -> list[Any]:
        value = self.raw(*names)
        if value is None:
            return []
        if isinstance(value, list):
            return value
        if isinstance(value, Mapping) and all(str(key).isdecimal() for key in value):
            return list(value.values())
        return self._bad(names[0], value, "a list", [])

    def objects(self, *names: str) -> Iterator[Fields]:
        """The objects of a list; whatever else is in it is reported."""
        for index, one in enumerate(self.list(*names)):
            path = f"{self.at(names[0])}[{index}]"
            if isinstance(one, Mapping):
                yield Fields(one, path, self.report)
            else:
                self.report.unknown(path, "expected an object", one)

    def _bad(self, name: str, value: Any, expected: str, default: T) -> T:
        self.report.unknown(self.at(name), f"expected {expected}", value)
        return default


def plain_number(value: Any) -> int | float | None:
    """A number, also when it is written as text: `"18"`, `"+5"`, `" 2.5 "`."""
    if isinstance(value, bool):
        return None
    if isinstance(value, str):
        try:
            value = float(value.replace(" ", ""))
        except ValueError:
            return None
    if not isinstance(value, (int, float)) or not isfinite(value):
        return None
    return int(value) if value == floor(value) else value


def as_dice(value: Any) -> Dice | None:
    """Dice from a number or a text; None if it is neither. Labels in brackets stay.

    A half cannot be said by a number: 5.5 is written 1d2+4, which is 5 or 6.
    """
    number = plain_number(value)
    if number is None:
        if not isinstance(value, str):
            return None
        text = value.strip()
        fraction = re.sub(r"\d+\.\d+", lambda found: str(floor(float(found[0]))), text)
        try:
            typed(fraction)
        except Malformed:
            return None
        return fraction
    if abs(number) > MAX_NUMBER:
        return None
    if isinstance(number, int):
        return number
    halves = round(number * 2)
    if halves % 2 == 0:
        return halves // 2
    rest = (halves - 3) // 2
    return f"1d2{rest:+d}" if rest else "1d2"
