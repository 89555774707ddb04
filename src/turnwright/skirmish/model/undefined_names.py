"""Names in a scenario file: everything that is named must be there, and everybody must have an enemy.

Works on plain data, so that a file with other faults is checked as well.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from . import library, vocabulary
from . import scenario as model
from .file_problems import Faults, meant
from .parsed_document import Mark, Table, place
from .use_references import key_of

MOST_BODIES = 1000

Members = list[tuple[Any, Mark]]


def check(table: Table, faults: Faults) -> None:
    """Note every name that names nothing, and encounters that are none."""
    conditions = _conditions(table, faults)
    statuses = _statuses(table)
    for inner, at in _walk(table, Mark()):
        _check_conditions(inner, at, conditions, faults)
        if inner.get("type") in ("SelfCondition", "TargetCondition"):
            _check_fact(inner, at, conditions, statuses, faults)
        if "combatants" in inner and isinstance(inner["combatants"], list):
            for number, member in enumerate(inner["combatants"]):
                if isinstance(member, dict):
                    where = place(inner["combatants"], number, at)
                    _check_actions(member, where, table, faults)
    _check_encounters(table, faults)


def actions(scenario: model.Scenario) -> list[str]:
    """The names that an action list may use."""
    return [*scenario.actions, *library.action_tables()]


def _walk(value: Any, at: Mark) -> Iterator[tuple[dict[str, Any], Mark]]:
    """Every mapping in the data, and where it is."""
    if isinstance(value, dict):
        yield value, at
        for key, inner in value.items():
            if isinstance(inner, (dict, list)):
                yield from _walk(inner, place(value, key, at))
    elif isinstance(value, list):
        for number, inner in enumerate(value):
            if isinstance(inner, (dict, list)):
                yield from _walk(inner, place(value, number, at))


_STATUS_FIELDS = frozenset(model.Status.__struct_fields__) - {"name"}


def _statuses(value: Any) -> set[str]:
    """The names of all statuses in the data, known by their looks: a name, and nothing that a status
    has not."""
    return {
        str(table["name"])
        for table, _ in _walk(value, Mark())
        if "name" in table and table.keys() - {"name"} <= _STATUS_FIELDS
    }


def _conditions(table: Table, faults: Faults) -> Mapping[str, Any] | None:
    """The conditions of the rule profile; None if it is not known."""
    rules = table.get("rules", "2014")
    if isinstance(rules, dict):
        found = rules.get("conditions", {})
        return found if isinstance(found, dict) else None
    if not isinstance(rules, str):
        return None
    profiles = library.profile_tables()
    key = key_of(rules, profiles)
    if key is None:
        known = ", ".join(profiles)
        hint = meant(rules, profiles) or f"; there are {known}"
        at = place(table, "rules", Mark(1, "rules"))
        faults.add(at, f"there is no rule profile named {rules!r}{hint}")
        return {
            name: one
            for profile in profiles.values()
            for name, one in profile["conditions"].items()
        }
    known_here: dict[str, Any] = profiles[key].get("conditions", {})
    return known_here


def _check_conditions(
    table: dict[str, Any], at: Mark, conditions: Mapping[str, Any] | None, faults: Faults
) -> None:
    for key in ("conditions", "condition_immune", "includes"):
        listed = table.get(key)
        if conditions is None or not isinstance(listed, list):
            continue
        for number, name in enumerate(listed):
            if isinstance(name, str) and name not in conditions:
                where = place(listed, number, place(table, key, at))
                hint = meant(name, conditions)
                faults.add(where, f"the rules know no condition {name!r}{hint}")


def _check_fact(
    table: dict[str, Any],
    at: Mark,
    conditions: Mapping[str, Any] | None,
    statuses: set[str],
    faults: Faults,
) -> None:
    name = table.get("name")
    if not isinstance(name, str) or name.startswith("used:") or conditions is None:
        return
    facts = vocabulary.TARGET_FACTS if table["type"] == "TargetCondition" else vocabulary.SELF_FACTS
    if vocabulary.fact_named(name) in facts or name in conditions or name in statuses:
        return
    ready = library_statuses()
    if name not in ready:
        hint = meant(name, [*facts, *conditions, *statuses, *ready])
        sentence = f"{name!r} is no fact, no status of this file and no condition of the rules"
        faults.add(at, f"{sentence}{hint} (A tag is asked for with the word tag.)")


def library_statuses() -> set[str]:
    """The names of all statuses that ready actions and combatants bring."""
    ready = [*library.action_tables().values(), *library.combatant_tables().values()]
    return {name for one in ready for name in _statuses(one)}


def _check_actions(member: dict[str, Any], at: Mark, table: Table, faults: Faults) -> None:
    own = table.get("actions")
    own = own if isinstance(own, dict) else {}
    for key in ("actions", "reactions"):
        listed = member.get(key)
        for number, name in enumerate(listed if isinstance(listed, list) else ()):
            if not isinstance(name, str) or key_of(name, own):
                continue
            ready = library.action_tables()
            if key_of(name, ready) is None:
                hint = meant(name, [*own, *ready])
                where = place(listed, number, place(member, key, at))
                faults.add(where, f"there is no action named {name!r}{hint}")


# --- encounters -----------------------------------------------------------------------------------


def _check_encounters(table: Table, faults: Faults) -> None:
    at = Mark(1, "")
    common = _sides(table, at, faults)
    day = table.get("day")
    if not isinstance(day, list) or not day:
        _check_encounter(common, place(table, "sides", at), faults)
        _check_surprised(table, at, common, faults)
        return
    fights = [(step, place(day, i, at)) for i, step in enumerate(day) if _is_fight(step)]
    if not fights and all(isinstance(step, dict) for step in day):
        faults.add(place(table, "day", at), "a day needs an encounter, not only rests")
    for step, where in fights:
        everybody = [*common, *_sides(step, where, faults)]
        _check_encounter(everybody, where, faults)
        _check_surprised(step, where, everybody, faults)


def _is_fight(step: Any) -> bool:
    return isinstance(step, dict) and step.get("type") == "Fight"


def _sides(holder: dict[str, Any], at: Mark, faults: Faults) -> list[dict[str, Any]]:
    sides = holder.get("sides")
    if not isinstance(sides, list):
        return []
    found = []
    for number, side in enumerate(sides):
        if isinstance(side, dict):
            if side.get("combatants") in ([], None):
                where = place(sides, number, at)
                faults.add(where, f"side {side.get('name', number)!r} has no combatants")
            found.append(side)
    return found


def _check_encounter(sides: list[dict[str, Any]], at: Mark, faults: Faults) -> None:
    if len(sides) < 2:
        faults.add(at, f"an encounter needs two sides or more, got {len(sides) or 'none'}")
    names = [str(side.get("name")) for side in sides]
    for name in {name for name in names if names.count(name) > 1}:
        faults.add(at, f"more than one side is called {name!r}")
    bodies = 0
    for side in sides:
        members = side.get("combatants")
        for member in members if isinstance(members, list) else ():
            count = member.get("count", 1) if isinstance(member, dict) else 1
            bodies += count if type(count) is int else 1
    if bodies > MOST_BODIES:
        faults.add(
            at, f"{bodies:,} combatants are too many: an encounter holds at most {MOST_BODIES:,}"
        )


def _check_surprised(
    holder: dict[str, Any], at: Mark, sides: list[dict[str, Any]], faults: Faults
) -> None:
    surprised = holder.get("surprised")
    if not isinstance(surprised, list):
        return
    known = {str(side.get("name")) for side in sides}
    for side in sides:
        members = side.get("combatants")
        for member in members if isinstance(members, list) else ():
            if isinstance(member, dict):
                known.add(str(member.get("name")))
    for number, name in enumerate(surprised):
        if isinstance(name, str) and name not in known:
            where = place(surprised, number, place(holder, "surprised", at))
            faults.add(where, f"nobody here is called {name!r}{meant(name, known)}")
