"""Scenario files: YAML or JSON to a `Scenario`, and back.

A file may use shorthand (`shorthand.py`) and ready-made parts (`ready.py`, `library.py`). Whatever is
wrong with it is said at once: every problem with its line and its path.
"""

from __future__ import annotations

from collections.abc import Iterable
from os import PathLike
from pathlib import Path
from typing import Any

import msgspec
import yaml

from . import library, parsed_document, undefined_names
from . import scenario as model
from .file_problems import BadFile, Faults, Problem, convert, meant, shown
from .parsed_document import Listing, Mark, Table, place
from .shorthand import Expander
from .use_references import Shelf, key_of

MOST_BYTES = 4 * parsed_document.MOST_CHARACTERS


def read(path: str | PathLike[str]) -> model.Scenario:
    """The scenario of a file."""
    file = Path(path)
    try:
        if file.stat().st_size > MOST_BYTES:
            raise BadFile([Problem(f"it is larger than {MOST_BYTES // 1_000_000} MB")], str(path))
        text = file.read_bytes().decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = error.object.count(b"\n", 0, error.start) + 1
        sentence = f"this is not UTF-8: byte 0x{error.object[error.start]:02X}"
        raise BadFile([Problem(sentence, line=line)], str(path)) from None
    except OSError as error:
        why = error.strerror or "cannot be read"
        raise BadFile(
            [Problem(f"it cannot be read: {why[:1].lower()}{why[1:]}")], str(path)
        ) from None
    return parse(text, str(path))


def parse(text: str, name: str = "") -> model.Scenario:
    """The scenario of a text; `name` is for messages."""
    faults = Faults()
    try:
        data, repeated = parsed_document.load(text)
    except parsed_document.Unreadable as error:
        raise BadFile([Problem(str(error), line=error.line)], name) from None
    for twice in repeated:
        sentence = f"written twice, first in line {twice.first}"
        faults.add(twice.mark, sentence)
    return read_data(data, name, faults)


def read_data(data: Any, name: str = "", faults: Faults | None = None) -> model.Scenario:
    """The scenario of plain data, such as a page sends."""
    faults = faults or Faults()
    if not isinstance(data, dict):
        faults.add(Mark(1), f"expected a mapping with sides, got {shown(data)}")
        faults.raise_any(name)
    table = data if isinstance(data, Table) else _marked(data, Mark())
    _expand(table, faults)
    scenario = convert(table, model.Scenario, faults)
    undefined_names.check(table, faults)
    faults.raise_any(name)
    assert scenario is not None
    return scenario


def _marked(value: Any, mark: Mark) -> Any:
    """Plain data with paths in it, and without lines. What it was made of is not changed."""
    if isinstance(value, dict):
        table = Table(mark)
        for key, inner in value.items():
            down = mark.down(str(key))
            table.put(str(key), _marked(inner, down), down)
        return table
    if isinstance(value, (list, tuple)):
        items = Listing()
        for number, inner in enumerate(value):
            down = mark.down(number)
            items.append(_marked(inner, down))
            items.marks.append(down)
        return items
    return value


# --- the words of files -----------------------------------------------------------------------------


def _expand(table: Table, faults: Faults) -> None:
    """Shorthand and `use` become what they stand for."""
    expander = Expander(faults)
    own_actions = _named(table, "actions")
    for action in own_actions.values():
        expander.action(action)
    actions = Shelf("action", own_actions, library.action_tables, faults)
    for key, action in own_actions.items():
        own_actions[key] = actions.filled(action, (key,))

    own = _named(table, "combatants")
    for combatant in own.values():
        expander.combatant(combatant)
        library.fill_actions(combatant, actions)
    combatants = Shelf("combatant", own, library.combatant_tables, faults)
    for key, combatant in own.items():
        at = table["combatants"].marks[key]
        convert(combatants.filled(combatant, (key,)), model.Combatant, faults, at)
    table.pop("combatants", None)

    _rules(table, expander, faults)
    for holder in _holders(table):
        _sides(holder)
        for side in _tables(holder.get("sides")):
            members = side.get("combatants")
            if isinstance(members, list):
                for index, member in enumerate(members):
                    if isinstance(member, str):
                        member = Table(place(members, index, side.mark))
                        member.put("use", members[index], member.mark)
                    expander.combatant(member)
                    library.fill_actions(member, actions)
                    members[index] = combatants.filled(member)


def _named(table: Table, key: str) -> dict[str, Any]:
    """The entries of a mapping at the top of a file; their names are their keys."""
    entries = table.get(key)
    if not isinstance(entries, Table):
        return {}
    for name, entry in entries.items():
        if isinstance(entry, Table):
            entry.setdefault("name", name)
    return entries


def _rules(table: Table, expander: Expander, faults: Faults) -> None:
    rules = table.get("rules")
    if isinstance(rules, int) and not isinstance(rules, bool):
        table["rules"] = str(rules)
    elif isinstance(rules, Table):
        expander.profile(rules)
        if "use" in rules:
            rules.setdefault("name", f"{rules['use']}, changed")
        table["rules"] = Shelf("rule profile", {}, library.profile_tables, faults).filled(rules)


def _holders(table: Table) -> Iterable[Table]:
    """Everything that has sides: the scenario, and the encounters of its day."""
    yield table
    day = table.get("day")
    if isinstance(day, Listing):
        for index, step in enumerate(day):
            if step in ("short rest", "long rest"):
                day[index] = {"type": "Rest", "kind": step}
            elif isinstance(step, Table):
                if "sides" in step:
                    step.setdefault("type", "Fight")
                yield step


def _sides(holder: Table) -> None:
    """`sides: {Heroes: [...]}` is a list of sides with names."""
    sides = holder.get("sides")
    if not isinstance(sides, Table):
        return
    several = Listing()
    for name, members in sides.items():
        side = Table(sides.marks[name])
        side.put("name", name, side.mark)
        side.put("combatants", parsed_document.listed(members, side.mark), side.mark)
        several.append(side)
        several.marks.append(side.mark)
    holder["sides"] = several


def _tables(value: Any) -> list[Table]:
    return [one for one in value if isinstance(one, Table)] if isinstance(value, list) else []


# --- names to things --------------------------------------------------------------------------------


def resolve(scenario: model.Scenario) -> model.Scenario:
    """The same scenario with every name of an action or a rule profile replaced by what it names."""
    faults = Faults()

    def action(one: str | model.CombatAction, at: Mark) -> str | model.CombatAction:
        if isinstance(one, model.CombatAction):
            return one
        found = action_named(one, scenario)
        if found is None:
            faults.add(
                at,
                f"there is no action named {one!r}{meant(one, undefined_names.actions(scenario))}",
            )
        return found or one

    def sides(several: tuple[model.Side, ...], at: Mark) -> tuple[model.Side, ...]:
        resolved = []
        for i, side in enumerate(several):
            members = []
            for j, member in enumerate(side.combatants):
                place_ = at.down(i).down("combatants").down(j)
                lists = {
                    key: tuple(
                        action(one, place_.down(key).down(k)) for k, one in enumerate(listed)
                    )
                    for key, listed in (
                        ("actions", member.actions),
                        ("reactions", member.reactions),
                    )
                }
                members.append(msgspec.structs.replace(member, **lists))
            resolved.append(msgspec.structs.replace(side, combatants=tuple(members)))
        return tuple(resolved)

    root = Mark()
    day = tuple(
        msgspec.structs.replace(
            step, sides=sides(step.sides, root.down("day").down(i).down("sides"))
        )
        if isinstance(step, model.Encounter)
        else step
        for i, step in enumerate(scenario.day)
    )
    rules = scenario.rules
    if isinstance(rules, str):
        key = key_of(rules, library.profiles())
        if key is None:
            hint = meant(rules, library.profiles())
            faults.add(root.down("rules"), f"there is no rule profile named {rules!r}{hint}")
        else:
            rules = library.profiles()[key]
    resolved = msgspec.structs.replace(
        scenario, rules=rules, sides=sides(scenario.sides, root.down("sides")), day=day
    )
    faults.raise_any(scenario.name)
    return resolved


def action_named(name: str, scenario: model.Scenario) -> model.CombatAction | None:
    """The action of a name: one of the file's own, or of the library."""
    if (key := key_of(name, scenario.actions)) is not None:
        return scenario.actions[key]
    key = key_of(name, library.actions())
    return None if key is None else library.actions()[key]


# --- writing ----------------------------------------------------------------------------------------


class _Dumper(yaml.SafeDumper):
    """Writes words so that `document.word` reads them as the same."""

    yaml_implicit_resolvers: dict[str | None, list[Any]] = {}

    def ignore_aliases(self, data: Any) -> bool:
        return True

    def resolve(self, kind: Any, value: Any, implicit: Any) -> Any:
        if kind is yaml.ScalarNode and implicit[0] and value is not None:
            read = parsed_document.word(value)
            tag = {type(None): "null", bool: "bool", int: "int", float: "float", str: "str"}
            return f"tag:yaml.org,2002:{tag[type(read)]}"
        return super().resolve(kind, value, implicit)  # type: ignore[no-untyped-call]  # PyYAML's


def write(scenario: model.Scenario) -> str:
    """The scenario as YAML; read again, it is the same."""
    plain = msgspec.to_builtins(scenario)
    return yaml.dump(_lists(plain), Dumper=_Dumper, sort_keys=False, allow_unicode=True, width=100)


def _lists(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _lists(inner) for key, inner in value.items()}
    if isinstance(value, (list, tuple)):
        return [_lists(inner) for inner in value]
    return value
