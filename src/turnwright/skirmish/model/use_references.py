"""References with `use: NAME`: an entry takes a definition and overrides some of its keys.

    - {use: Goblin, count: 8, hp: 12}
    - {use: Fire Bolt, to_hit: 7, damage: 2d10 fire}

Definitions of the file come before those of the library, and an entry may use the library's definition
of its own name. Mappings are merged key by key, other values are replaced. An action can override the
numbers of its effects without repeating the effects (`NUMBERS`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from turnwright.core.suggestions import close_matches, suggestion

from .file_problems import ProblemCollector, shown
from .parsed_document import LocatedList, LocatedMapping, SourceLocation, location_of

EVERYWHERE, FIRST = ("to_hit", "dc"), ("damage", "amount", "times")
NUMBERS = (*EVERYWHERE, *FIRST)
"""The numbers that an action with `use` can override: the first two in all of its effects, the others
in the first effect that has them."""


def key_of(name: str, names: Iterable[str]) -> str | None:
    """Return the known name that equals `name`, ignoring case, hyphens and underscores."""
    if name in names:
        return name
    wanted = _plain(name)
    return next((known for known in names if _plain(known) == wanted), None)


def _plain(name: str) -> str:
    return re.sub(r"[-_ ]+", " ", name).strip().casefold()


class Definitions:
    """What `use` can name: the definitions of a file, and those of the library after them.

    `noun` is what they are, for messages. `library` is only called when the file has no such name.
    """

    def __init__(
        self,
        noun: str,
        own: Mapping[str, Any],
        library: Callable[[], Mapping[str, LocatedMapping]],
        problems: ProblemCollector,
    ) -> None:
        self.noun = noun
        self.own = own
        self.library = library
        self.problems = problems

    def with_base(self, mapping: Any, trail: tuple[str, ...] = ()) -> Any:
        """Return a mapping merged over the definition that it uses, or as it is if it uses none.

        `trail` holds the names that lead to it, to find definitions that use themselves.
        """
        if not isinstance(mapping, LocatedMapping) or "use" not in mapping:
            return mapping
        at = location_of(mapping, "use", mapping.location)
        top = mapping.copy()
        name = top.pop("use")
        numbers = {word: top.pop(word) for word in NUMBERS if word in top}
        written = {word: location_of(mapping, word, at) for word in numbers}
        base = self._base(str(name), trail, at) if isinstance(name, (str, int)) else None
        if base is None:
            if not isinstance(name, (str, int)):
                self.problems.add(at, f"expected the name of a {self.noun}, got {shown(name)}")
            top.setdefault("name", str(name) if isinstance(name, (str, int)) else "?")
            return top
        filled = top.merged_over(base)
        if numbers and "effect" in filled:
            filled["effect"] = _with_numbers(filled["effect"], numbers, written)
        for word in numbers:
            self.problems.add(
                mapping.locations.get(word, at),
                f"no effect of {name!r} has {word!r}, so it cannot be overridden",
            )
        return filled

    def _base(self, name: str, trail: tuple[str, ...], at: SourceLocation) -> LocatedMapping | None:
        key = key_of(name, self.own)
        if key is not None and key not in trail and isinstance(self.own[key], LocatedMapping):
            base: LocatedMapping = self.with_base(self.own[key], (*trail, key))
            if "name" not in base:
                base = base.copy()
                base["name"] = key
            return base
        entries = self.library()
        found = key_of(name, entries)
        if found is not None:
            copy: LocatedMapping = _relocated(entries[found], at)
            return copy
        if key is not None:
            self.problems.add(at, f"{name!r} uses itself")
        else:
            near = tuple(close_matches(name, [*self.own, *entries], 1))
            hint = suggestion(name, near)
            sentence = f"there is no {self.noun} named {name!r}{hint}"
            self.problems.add(at, sentence, f"unknown_{self.noun.replace(' ', '_')}", near)
        return None


def _relocated(value: Any, at: SourceLocation) -> Any:
    """Copy a definition of the library to the location where it is used, so that problems with it are
    reported there."""
    if isinstance(value, dict):
        mapping = LocatedMapping(at)
        mapping.update((key, _relocated(inner, at)) for key, inner in value.items())
        return mapping
    return [_relocated(inner, at) for inner in value] if isinstance(value, list) else value


def _with_numbers(
    effects: Any, numbers: dict[str, Any], written: Mapping[str, SourceLocation]
) -> Any:
    """Return the effects with these numbers in them, and remove the numbers that were used.
    `written` is where the numbers are written."""
    placed: set[str] = set()

    def rebuilt(value: Any) -> Any:
        if isinstance(value, list):
            twin = LocatedList()
            twin.extend(rebuilt(item) for item in value)
            twin.locations = list(getattr(value, "locations", ()))
            return twin
        if not isinstance(value, dict):
            return value
        mapping = value.copy() if isinstance(value, LocatedMapping) else dict(value)
        if "type" in mapping:
            for word, number in numbers.items():
                has = word in mapping or (word == "times" and mapping["type"] == "Attack")
                if has and (word in EVERYWHERE or word not in placed):
                    mapping[word] = number
                    if isinstance(mapping, LocatedMapping):
                        mapping.locations[word] = written[word]
                    placed.add(word)
        for key, inner in mapping.items():
            if isinstance(inner, (dict, list)) and key not in NUMBERS:
                mapping[key] = rebuilt(inner)
        return mapping

    result = rebuilt(effects)
    for word in placed:
        del numbers[word]
    return result
