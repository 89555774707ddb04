"""Tolerant access to a JSON object: keys may be spelled in several ways, and unread keys are known.

`actionSlot`, `action_slot` and `ActionSlot` are one key; `"18"` is a number. Values that cannot be read
are reported, and so is every key that was never read.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from math import floor, isfinite
from typing import Any, TypeVar

from turnwright.core.rules.definition_base import Malformed
from turnwright.skirmish.model.formula import MAX_NUMBER, parse, typed
from turnwright.skirmish.model.import_report import ImportReport
from turnwright.skirmish.model.scenario import Dice

T = TypeVar("T")


def fold(name: str) -> str:
    """Return a name in lower case without spaces, dashes and underscores, for comparisons."""
    return re.sub(r"[\s_\-]+", "", name).casefold()


class Fields:
    """An object of a file. The names of its keys are compared after `fold`."""

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
        """Return the path of a key."""
        return f"{self.path}.{name}" if self.path else name

    def __contains__(self, name: str) -> bool:
        return fold(name) in self._keys

    def raw(self, *names: str) -> Any:
        """Return the value of the first of these names that exists and is not null."""
        found = None
        for name in names:
            for key in self._keys.get(fold(name), ()):
                if found is None:
                    found = self._data[key]
                    self._unread.pop(key, None)
        return found

    def skip(self, *names: str) -> None:
        """Ignore keys that are irrelevant in a fight."""
        for name in names:
            for key in self._keys.get(fold(name), ()):
                self._unread.pop(key, None)

    def pairs(self) -> Iterator[tuple[str, Any]]:
        """Return all keys and values, for objects whose keys are names."""
        self._unread.clear()
        return iter(self._data.items())

    def finish(self) -> None:
        """Report every key that was not read."""
        for key in self._unread:
            value = self._data[key]
            if value not in (None, "", [], {}):
                self.report.unknown(self.at(key), f"unknown key {key!r}", value)

    # --- typed values --------------------------------------------------------------------------------

    def text(self, *names: str, default: str = "") -> str:
        """Read text; numbers become text."""
        value = self.raw(*names)
        if value is None:
            return default
        if isinstance(value, (str, int, float)) and not isinstance(value, bool):
            return str(value).strip() or default
        return self._bad(names[0], value, "text", default)

    def flag(self, *names: str, default: bool = False) -> bool:
        """Read true or false, also as a number or a word."""
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
        """Read a number, also as text."""
        value = self.raw(*names)
        if value is None or value == "":
            return default
        found = plain_number(value)
        return self._bad(names[0], value, "a number", default) if found is None else found

    def whole(self, *names: str, default: int | None = 0) -> int | None:
        """Read a whole number. Fractions are rounded down; dice become their average."""
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
            sentence = f"{value!r} became {floor(number)}, because a whole number is needed"
            self.report.approximated(self.at(names[0]), sentence)
        return floor(number)

    def dice(self, *names: str, default: Dice = 0, drop_d20: bool = False) -> Dice:
        """Read a number or dice. With `drop_d20` the d20 itself is removed: 1d20+5 is 5."""
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
            sentence = f"{value} became {found}, because only whole numbers and dice are possible"
            self.report.approximated(self.at(names[0]), sentence)
        return found

    def object(self, *names: str) -> Fields | None:
        """Read an object."""
        value = self.raw(*names)
        if value is None:
            return None
        if isinstance(value, Mapping):
            return Fields(value, self.at(names[0]), self.report)
        return self._bad(names[0], value, "an object", None)

    def list(self, *names: str) -> list[Any]:
        """Read a list, also as an object whose keys are numbers."""
        value = self.raw(*names)
        if value is None:
            return []
        if isinstance(value, list):
            return value
        if isinstance(value, Mapping) and all(str(key).isdecimal() for key in value):
            return list(value.values())
        return self._bad(names[0], value, "a list", [])

    def objects(self, *names: str) -> Iterator[Fields]:
        """Read the objects of a list; other items are reported."""
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
    """Return a number, also from text: `"18"`, `"+5"`, `" 2.5 "`. None if it is not a number."""
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
    """Return a number or dice as a formula, with labels in brackets; None if it is neither.

    Formulas have no fractions: 5.5 becomes 1d2+4, which is 5 or 6.
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
