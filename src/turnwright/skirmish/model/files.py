"""Scenario files: YAML or JSON to a `Scenario`, and back.

Reading a file takes these steps; each reports all problems that it finds, with lines and paths:

- `parsed_document` parses the text into data that knows its lines,
- `shorthand` and `use_references` replace shorthand and `use: NAME` by the full form,
- `file_problems.convert` turns the data into the types of `scenario`,
- `undefined_names` and `encounter_problems` check names and sides.
"""

from __future__ import annotations

from collections.abc import Iterable
from os import PathLike
from pathlib import Path
from typing import Any

from . import (
    available_definitions,
    encounter_problems,
    library,
    parsed_document,
    undefined_names,
)
from . import scenario as model
from .bodies import names_in
from .file_problems import BadFile, Problem, ProblemCollector, convert, shown
from .included_files import read_includes
from .parsed_document import (
    LocatedList,
    LocatedMapping,
    SourceLocation,
    located,
    location_at,
    location_of,
)
from .shorthand import ShorthandExpander
from .use_references import Definitions, key_of

MAX_BYTES = 4 * parsed_document.MAX_CHARACTERS
DEFAULT_RULES = "2014"
"""The profile that rules without `use` and without a name of their own change."""


def read(path: str | PathLike[str]) -> model.Scenario:
    """Read a scenario from a file. Raises `BadFile`."""
    file = Path(path)
    try:
        if file.stat().st_size > MAX_BYTES:
            raise BadFile([Problem(f"it is larger than {MAX_BYTES // 1_000_000} MB")], str(path))
        text = file.read_bytes().decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = error.object.count(b"\n", 0, error.start) + 1
        sentence = f"this is not valid UTF-8: byte 0x{error.object[error.start]:02X}"
        raise BadFile([Problem(sentence, line=line)], str(path)) from None
    except OSError as error:
        why = error.strerror or "cannot be read"
        raise BadFile(
            [Problem(f"it cannot be read: {why[:1].lower()}{why[1:]}")], str(path)
        ) from None
    return parse(text, str(path), file.parent)


def parse(text: str, name: str = "", folder: Path | None = None) -> model.Scenario:
    """Read a scenario from text; messages call it `name`, and `folder` is that of the files it
    includes. Raises `BadFile`."""
    problems = ProblemCollector()
    try:
        data, repeated = parsed_document.load(text)
    except parsed_document.UnreadableText as error:
        raise BadFile([Problem(str(error), line=error.line)], name) from None
    for twice in repeated:
        problems.add(twice.location, f"this key is already in line {twice.first_line}")
    return read_data(data, name, problems, folder)


def read_data(
    data: Any,
    name: str = "",
    problems: ProblemCollector | None = None,
    folder: Path | None = None,
) -> model.Scenario:
    """Read a scenario from plain data, which is not changed. Raises `BadFile`."""
    problems = problems or ProblemCollector()
    if not isinstance(data, dict):
        problems.add(SourceLocation(1), f"expected a mapping with sides, got {shown(data)}")
        problems.raise_if_any(name)
    mapping = data if isinstance(data, LocatedMapping) else located(data)
    expand(mapping, problems, folder)
    scenario = convert(mapping, model.Scenario, problems)
    for undefined in undefined_names.find(mapping):
        problems.add(location_at(mapping, undefined.path), undefined.message)
    encounter_problems.check(mapping, problems)
    problems.raise_if_any(name)
    assert scenario is not None
    return scenario


# --- shorthand and references ---------------------------------------------------------------------


def expand(mapping: LocatedMapping, problems: ProblemCollector, folder: Path | None = None) -> None:
    """Replace shorthand, `use` and `include` by their full form, in place."""
    expander = ShorthandExpander(problems)
    _include(mapping, problems, folder)
    own_actions = _named(mapping, "actions")
    for action in own_actions.values():
        expander.action(action)
    actions = Definitions("action", own_actions, available_definitions.actions, problems)
    for key, action in own_actions.items():
        own_actions[key] = actions.with_base(action, (key,))

    own = _named(mapping, "combatants")
    for combatant in own.values():
        expander.combatant(combatant)
        library.complete_actions(combatant, actions)
    combatants = Definitions("combatant", own, available_definitions.combatants, problems)
    complete = {key: combatants.with_base(one, (key,)) for key, one in own.items()}

    _rules(mapping, expander, problems)
    for holder in _holders(mapping):
        _sides(holder)
        for side in _mappings(holder.get("sides")):
            members = side.get("combatants")
            if isinstance(members, list):
                for index, member in enumerate(members):
                    if isinstance(member, str):
                        member = LocatedMapping(location_of(members, index, side.location))
                        member.put("use", members[index], member.location)
                    expander.combatant(member)
                    library.complete_actions(member, actions)
                    members[index] = combatants.with_base(member)
    _keep_named(mapping, complete, problems)


def _keep_named(
    mapping: LocatedMapping, combatants: dict[str, Any], problems: ProblemCollector
) -> None:
    """Keep those of the file's combatants that effects name, and only check the others."""
    written = mapping.pop("combatants", None)
    todo, kept = list(names_in(mapping)), LocatedMapping(mapping.location)
    while todo:
        key = key_of(todo.pop(), combatants)
        if key is not None and key not in kept:
            kept.put(key, combatants[key], written.locations[key])
            todo += names_in(combatants[key])
    for key, combatant in combatants.items():
        if key not in kept:
            convert(combatant, model.Combatant, problems, written.locations[key])
    if kept:
        mapping.put("combatants", kept, kept.location)


def _include(mapping: LocatedMapping, problems: ProblemCollector, folder: Path | None) -> None:
    """Add the definitions of included files to those of the file."""
    at = location_of(mapping, "include", mapping.location)
    included = read_includes(mapping, folder, problems)
    for key, entries in included._asdict().items():
        if not entries:
            continue
        own = mapping.get(key)
        if not isinstance(own, LocatedMapping):
            own = LocatedMapping(at)
            mapping.put(key, own, at)
        for name, entry in entries.items():
            if name not in own:
                own.put(name, entry, at)


def _named(mapping: LocatedMapping, key: str) -> dict[str, Any]:
    """The entries of a mapping at the top of a file. Their keys are their names."""
    entries = mapping.get(key)
    if not isinstance(entries, LocatedMapping):
        return {}
    for name, entry in entries.items():
        if isinstance(entry, LocatedMapping):
            entry.setdefault("name", name)
    return entries


def _rules(
    mapping: LocatedMapping, expander: ShorthandExpander, problems: ProblemCollector
) -> None:
    rules = mapping.get("rules")
    if isinstance(rules, int) and not isinstance(rules, bool):
        mapping["rules"] = str(rules)
    elif isinstance(rules, LocatedMapping):
        expander.profile(rules)
        if "name" not in rules:
            rules.setdefault("use", DEFAULT_RULES)
        if "use" in rules:
            rules.setdefault("name", f"{rules['use']}, changed")
        mapping["rules"] = Definitions(
            "rule profile", {}, library.profile_data, problems
        ).with_base(rules)


def _holders(mapping: LocatedMapping) -> Iterable[LocatedMapping]:
    """The mappings that have sides: the scenario, and the encounters of its day."""
    yield mapping
    day = mapping.get("day")
    if isinstance(day, LocatedList):
        for index, step in enumerate(day):
            if step in ("short rest", "long rest"):
                day[index] = {"type": "Rest", "kind": step}
            elif isinstance(step, LocatedMapping):
                if "sides" in step:
                    step.setdefault("type", "Fight")
                yield step


def _sides(holder: LocatedMapping) -> None:
    """Turn `sides: {Heroes: [...]}` into a list of sides with names."""
    sides = holder.get("sides")
    if not isinstance(sides, LocatedMapping):
        return
    several = LocatedList()
    for name, members in sides.items():
        side = LocatedMapping(sides.locations[name])
        side.put("name", name, side.location)
        side.put("combatants", parsed_document.as_list(members, side.location), side.location)
        several.append(side)
        several.locations.append(side.location)
    holder["sides"] = several


def _mappings(value: Any) -> list[LocatedMapping]:
    return (
        [one for one in value if isinstance(one, LocatedMapping)] if isinstance(value, list) else []
    )
