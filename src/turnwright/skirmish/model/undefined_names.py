"""Undefined names in a scenario: rule profiles, actions, conditions, facts, and who is surprised.

This is the only place that knows which names a scenario may use. It works on plain data, so that a
file with other problems is checked too; a `Scenario` is checked in its JSON form. Readers of files turn
the result into problems with lines, validation turns it into findings with fixes.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from typing import Any, Literal, NamedTuple, TypeAlias

from turnwright.core.suggestions import suggestion

from . import available_definitions, library, vocabulary
from . import scenario as model
from .bodies import NAMING
from .encounter_problems import encounters
from .parsed_document import Path
from .use_references import key_of

NameKind: TypeAlias = Literal[
    "rule profile", "action", "condition", "fact", "surprised", "combatant"
]


class UndefinedName(NamedTuple):
    """A name that is not defined where it is used."""

    kind: NameKind
    path: Path
    name: str
    known: tuple[str, ...]
    """The names that are defined there."""

    @property
    def sentence(self) -> str:
        """What is wrong, without a full stop."""
        if self.kind == "condition":
            return f"the rules have no condition named {self.name!r}"
        if self.kind == "surprised":
            return f"no side or combatant of this encounter is named {self.name!r}"
        if self.kind == "fact":
            return f"{self.name!r} is not a fact, a status of this file or a condition of the rules"
        return f"there is no {self.kind} named {self.name!r}"

    @property
    def message(self) -> str:
        """The sentence with a suggestion of what to write instead."""
        hint = suggestion(self.name, self.known)
        if not hint and self.kind == "fact":
            hint = f"; to require a tag, write tag {self.name}"
        elif not hint and self.kind == "rule profile":
            hint = f"; the profiles are {', '.join(self.known)}"
        return f"{self.sentence}{hint}"


def find(data: Mapping[str, Any]) -> Iterator[UndefinedName]:
    """Find all undefined names in the plain data of a scenario."""
    rules = data.get("rules", "2014")
    profiles = library.profile_data()
    if isinstance(rules, str) and key_of(rules, profiles) is None:
        yield UndefinedName("rule profile", ("rules",), rules, tuple(profiles))
    conditions = _conditions(rules)
    mappings = _mappings(data)
    statuses = _statuses(mappings)
    for mapping, path in mappings:
        if conditions is not None:
            yield from _undefined_conditions(mapping, path, conditions)
            yield from _undefined_fact(mapping, path, conditions, statuses)
        for number, member in _items(mapping.get("combatants")):
            if isinstance(member, Mapping):
                yield from _undefined_actions(member, (*path, "combatants", number), data)
        if isinstance(mapping.get("type"), str) and mapping["type"] in NAMING:
            yield from _undefined_combatant(mapping, path, data)
    for key, member in _entries(data.get("combatants")):
        yield from _undefined_actions(member, ("combatants", key), data)
    yield from _undefined_surprised(data)


def _entries(value: Any) -> Iterable[tuple[str, Mapping[str, Any]]]:
    entries = value.items() if isinstance(value, Mapping) else ()
    return [(key, one) for key, one in entries if isinstance(one, Mapping)]


def _undefined_combatant(
    mapping: Mapping[str, Any], path: Path, data: Mapping[str, Any]
) -> Iterator[UndefinedName]:
    """The combatant that an effect brings."""
    field = NAMING[mapping["type"]]
    name, own = mapping.get(field), data.get("combatants")
    own = own if isinstance(own, Mapping) else {}
    if not isinstance(name, str) or key_of(name, own) is not None:
        return
    ready = available_definitions.combatants()
    if key_of(name, ready) is None:
        yield UndefinedName("combatant", (*path, field), name, (*own, *ready))


def _mappings(data: Mapping[str, Any]) -> list[tuple[Mapping[str, Any], Path]]:
    """Every mapping in the data, with its path."""
    found: list[tuple[Mapping[str, Any], Path]] = []

    def collect(value: Any, path: Path) -> None:
        if isinstance(value, dict):
            found.append((value, path))
            for key, inner in value.items():
                if isinstance(inner, (dict, list, tuple)) and inner:
                    collect(inner, (*path, key))
        else:
            for number, inner in enumerate(value):
                if isinstance(inner, (dict, list, tuple)) and inner:
                    collect(inner, (*path, number))

    collect(data, ())
    return found


def _items(value: Any) -> Iterable[tuple[int, Any]]:
    return enumerate(value) if isinstance(value, (list, tuple)) else ()


def _undefined_actions(
    member: Mapping[str, Any], path: Path, data: Mapping[str, Any]
) -> Iterator[UndefinedName]:
    own = data.get("actions")
    own = own if isinstance(own, Mapping) else {}
    for key in ("actions", "reactions"):
        for number, name in _items(member.get(key)):
            if not isinstance(name, str) or key_of(name, own):
                continue
            ready = available_definitions.actions()
            if key_of(name, ready) is None:
                yield UndefinedName("action", (*path, key, number), name, (*own, *ready))


# --- conditions and statuses ----------------------------------------------------------------------

_STATUS_FIELDS = frozenset(model.Status.__struct_fields__) - {"name"}


def _conditions(rules: Any) -> Mapping[str, Any] | None:
    """The conditions of the rule profile. An unknown profile may have those of any profile; None if
    the profile is not readable."""
    if isinstance(rules, Mapping):
        found = rules.get("conditions", {})
        return found if isinstance(found, Mapping) else None
    if not isinstance(rules, str):
        return None
    profiles = library.profile_data()
    key = key_of(rules, profiles)
    chosen = profiles.values() if key is None else [profiles[key]]
    return {name: one for profile in chosen for name, one in profile.get("conditions", {}).items()}


def _statuses(mappings: Iterable[tuple[Mapping[str, Any], Path]]) -> set[str]:
    """The names of all statuses: mappings with a name and only fields of a status."""
    return {
        str(mapping["name"])
        for mapping, _ in mappings
        if "name" in mapping and mapping.keys() - {"name"} <= _STATUS_FIELDS
    }


@cache
def _library_statuses() -> frozenset[str]:
    """The names of all statuses of the library's actions and combatants."""
    ready = [*library.action_data().values(), *library.combatant_data().values()]
    return frozenset(name for one in ready for name in _statuses(_mappings(one)))


def _undefined_conditions(
    mapping: Mapping[str, Any], path: Path, conditions: Mapping[str, Any]
) -> Iterator[UndefinedName]:
    for key in ("conditions", "condition_immune", "includes"):
        for number, name in _items(mapping.get(key)):
            if isinstance(name, str) and name not in conditions:
                yield UndefinedName("condition", (*path, key, number), name, tuple(conditions))


def _undefined_fact(
    mapping: Mapping[str, Any], path: Path, conditions: Mapping[str, Any], statuses: set[str]
) -> Iterator[UndefinedName]:
    kind, name = mapping.get("type"), mapping.get("name")
    if kind not in ("SelfCondition", "TargetCondition") or not isinstance(name, str):
        return
    facts = vocabulary.TARGET_FACTS if kind == "TargetCondition" else vocabulary.SELF_FACTS
    if name.startswith(("used:", vocabulary.COUNT)) or vocabulary.fact_named(name) in facts:
        return
    if name not in conditions and name not in statuses and name not in _library_statuses():
        known = (*facts, *conditions, *statuses, *_library_statuses())
        yield UndefinedName("fact", (*path, "name"), name, known)


# --- who is surprised -----------------------------------------------------------------------------


def _undefined_surprised(data: Mapping[str, Any]) -> Iterator[UndefinedName]:
    for encounter in encounters(data):
        known: dict[str, None] = {}
        for _, side in encounter.sides:
            known[str(side.get("name"))] = None
            for _, member in _items(side.get("combatants")):
                if isinstance(member, Mapping):
                    known |= dict.fromkeys(_names_of(member))
        for number, name in _items(encounter.holder.get("surprised")):
            if isinstance(name, str) and name not in known:
                path = (*encounter.path, "surprised", number)
                yield UndefinedName("surprised", path, name, tuple(known))


def _names_of(member: Mapping[str, Any]) -> Iterator[str]:
    """The name of a combatant, and those of its copies: `Wolf`, `Wolf 1`, `Wolf 2`."""
    name, count = str(member.get("name")), member.get("count", 1)
    yield name
    if type(count) is int and 1 < count <= model.MAX_COMBATANTS:
        yield from (f"{name} {number + 1}" for number in range(count))
