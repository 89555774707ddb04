"""Ready-made parts: `use: NAME` takes something that is there, and lays the other keys over it.

    - {use: Goblin, count: 8, hp: 12}
    - {use: Fire Bolt, to_hit: 7, damage: 2d10 fire}

What a file defines comes before what the library has; an entry may use the library's entry of its own
name. Mappings are merged key by key, everything else is replaced. In an action, the numbers of its
effects can be given without writing the effects again (`NUMBERS`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from .file_problems import Faults, meant, shown
from .parsed_document import Listing, Mark, Table, place

EVERYWHERE, FIRST = ("to_hit", "dc"), ("damage", "amount", "times")
NUMBERS = (*EVERYWHERE, *FIRST)
"""What an action with `use` may say of its effects: the first two count for all of them, wherever they
stand, the others for the first one that has them."""


def key_of(name: str, names: Mapping[str, Any]) -> str | None:
    """The name that is meant: capitals, hyphens and underscores do not matter."""
    if name in names:
        return name
    wanted = _plain(name)
    return next((known for known in names if _plain(known) == wanted), None)


def _plain(name: str) -> str:
    return re.sub(r"[-_ ]+", " ", name).strip().casefold()


class Shelf:
    """Ready-made things of one kind: those of a file, and behind them the library's."""

    def __init__(
        self,
        noun: str,
        own: Mapping[str, Any],
        library: Callable[[], Mapping[str, Table]],
        faults: Faults,
    ) -> None:
        self.noun = noun
        self.own = own
        self.library = library
        self.faults = faults

    def filled(self, table: Any, trail: tuple[str, ...] = ()) -> Any:
        """A mapping, with what it uses below it."""
        if not isinstance(table, Table) or "use" not in table:
            return table
        at = place(table, "use", table.mark)
        top = table.copy()
        name = top.pop("use")
        numbers = {word: top.pop(word) for word in NUMBERS if word in top}
        base = self._base(str(name), trail, at) if isinstance(name, (str, int)) else None
        if base is None:
            if not isinstance(name, (str, int)):
                self.faults.add(at, f"expected the name of a {self.noun}, got {shown(name)}")
            top.setdefault("name", "?")
            return top
        filled = top.over(base)
        if numbers and "effect" in filled:
            filled["effect"] = _with_numbers(filled["effect"], numbers)
        for word in numbers:
            self.faults.add(
                table.marks.get(word, at), f"no effect of {name!r} has a {word!r} to replace"
            )
        return filled

    def _base(self, name: str, trail: tuple[str, ...], at: Mark) -> Table | None:
        key = key_of(name, self.own)
        if key is not None and key not in trail and isinstance(self.own[key], Table):
            base: Table = self.filled(self.own[key], (*trail, key))
            if "name" not in base:
                base = base.copy()
                base["name"] = key
            return base
        ready = self.library()
        found = key_of(name, ready)
        if found is not None:
            copy: Table = _unmarked(ready[found], at)
            return copy
        if key is not None:
            self.faults.add(at, f"{name!r} uses itself")
        else:
            hint = meant(name, [*self.own, *ready])
            self.faults.add(at, f"there is no {self.noun} named {name!r}{hint}")
        return None


def _unmarked(value: Any, at: Mark) -> Any:
    """A copy that lies where it is used: what does not fit there is that file's problem."""
    if isinstance(value, dict):
        table = Table(at)
        table.update((key, _unmarked(inner, at)) for key, inner in value.items())
        return table
    return [_unmarked(inner, at) for inner in value] if isinstance(value, list) else value


def _with_numbers(effects: Any, numbers: dict[str, Any]) -> Any:
    """The effects with these numbers in them. Numbers that were put somewhere are taken out of
    `numbers` when all is done."""
    placed: set[str] = set()

    def rebuilt(value: Any) -> Any:
        if isinstance(value, list):
            twin = Listing()
            twin.extend(rebuilt(item) for item in value)
            twin.marks = list(getattr(value, "marks", ()))
            return twin
        if not isinstance(value, dict):
            return value
        table = value.copy() if isinstance(value, Table) else dict(value)
        if "type" in table:
            for word, number in numbers.items():
                has = word in table or (word == "times" and table["type"] == "Attack")
                if has and (word in EVERYWHERE or word not in placed):
                    table[word] = number
                    placed.add(word)
        for key, inner in table.items():
            if isinstance(inner, (dict, list)) and key not in NUMBERS:
                table[key] = rebuilt(inner)
        return table

    result = rebuilt(effects)
    for word in placed:
        del numbers[word]
    return result
