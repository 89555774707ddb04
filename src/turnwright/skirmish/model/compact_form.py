"""A scenario as short as a person would write it: shorthand, names of the library, and differences.

Every short form is read again before it is used, so that nothing is lost: if it does not mean the same,
the full form is written.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

import msgspec

from turnwright.core.rules.cost import Cost
from turnwright.core.rules.requirement import And, Not, Or, Requirement
from turnwright.core.rules.timing import Free, Main, Reaction, Setup, Timing

from . import available_definitions, library, shorthand
from . import scenario as model
from .bodies import available_combatant
from .file_problems import ProblemCollector, convert
from .name_resolution import resolve_known
from .parsed_document import LocatedMapping, located
from .shorthand import ShorthandError, ShorthandExpander
from .use_references import FIRST, NUMBERS, Definitions
from .vocabulary import FOLLOWING

T = TypeVar("T")
Plain = dict[str, Any]


LISTS = (*FOLLOWING, "conditions", "includes")
"""Lists of one item that may be written as the item."""


def compact(scenario: model.Scenario) -> Plain:
    """Return the shortest data that reads back as this scenario once its names are resolved."""
    whole = resolve_known(scenario)
    writer = _Writer(whole.actions)
    data = sparse(
        msgspec.structs.replace(whole, rules="2014", sides=(), day=(), actions={}, combatants={})
    )
    found: Plain = {key: data.pop(key) for key in ("name", "notes") if key in data}
    rules = _rules(scenario.rules)
    if rules != "2014":
        found["rules"] = rules
    if whole.actions:
        found["actions"] = {
            key: _without_name(writer.action(one, own=False), key)
            for key, one in whole.actions.items()
        }
    if named := writer.named_combatants(whole):
        found["combatants"] = named
    found |= data
    if whole.sides:
        found["sides"] = writer.sides(whole.sides)
    if whole.day:
        found["day"] = [writer.step(step) for step in whole.day]
    return found


def compact_combatant(combatant: model.Combatant) -> Any:
    """Return one combatant as it is listed in a side."""
    return _Writer({}).combatant(combatant)


# --- structures without defaults -------------------------------------------------------------------


def sparse(value: Any) -> Any:
    """Return a definition as plain data, without everything that equals its default."""
    if isinstance(value, msgspec.Struct):
        config = value.__struct_config__
        data: Plain = {} if config.tag is None else {str(config.tag_field): config.tag}
        for field in msgspec.structs.fields(value):
            one = getattr(value, field.name)
            if field.required or one != _default(field):
                data[field.encode_name] = _short(field.name, one, type(value))
        return data
    if isinstance(value, (list, tuple)):
        return [sparse(one) for one in value]
    if isinstance(value, dict):
        return {key: sparse(one) for key, one in value.items()}
    return value


def _default(field: Any) -> Any:
    if field.default_factory is not msgspec.NODEFAULT:
        return field.default_factory()
    return field.default


def _short(name: str, value: Any, holder: type) -> Any:
    """The value of a field in its shorthand, if it has one."""
    if isinstance(value, model.Duration):
        return _duration(value)
    if isinstance(value, model.RepeatSave) and value == model.RepeatSave(value.ability):
        return value.ability if value.ability else sparse(value)
    if name in LISTS and isinstance(value, tuple):
        return _single([sparse(one) for one in value])
    if isinstance(value, And | Or | Not) or name == "when":
        return requirement(value)
    return sparse(value)


def _single(items: list[Any]) -> Any:
    return items[0] if len(items) == 1 else items


def _reads(read: Callable[[str], Any], text: str, wanted: Any) -> bool:
    try:
        return bool(read(text) == wanted)
    except ShorthandError:
        return False


# --- phrases ----------------------------------------------------------------------------------------


def _duration(duration: model.Duration) -> Any:
    full = sparse(duration)
    if duration.turns is None:
        text = str(duration.until)
    else:
        is_minute = duration.turns % 10 == 0
        number, unit = (duration.turns // 10, "minute") if is_minute else (duration.turns, "turn")
        unit = (
            "round"
            if unit == "turn" and (duration.of, duration.at) == ("source", "start")
            else unit
        )
        text = f"{number} {unit}{'s' if number > 1 else ''}"
        text += f" of {duration.of}" if duration.of != "source" else ""
        text += f" at {duration.at}" if duration.at != "start" else ""
    same = lambda text: msgspec.convert(shorthand.duration(text), model.Duration)  # noqa: E731
    return text if _reads(same, text, duration) else full


def cost(one: Cost) -> Any:
    """Return a cost as a phrase, or as a mapping if there is no phrase for it."""
    text = one.resource
    if one.variable is not None:
        text += f" {one.variable.policy}"
    elif one.level is not None:
        text += f" {one.level}{'+' if one.allow_upcast else ''}"
        text += " highest" if one.prefer == "highest" else ""
    elif one.formula:
        text += f" ({one.formula})"
    elif one.amount != 1:
        text += f" {one.amount}"
    same = lambda text: msgspec.convert(shorthand.cost(text), Cost)  # noqa: E731
    return text if _reads(same, text, one) else sparse(one)


def requirement(one: Requirement) -> Any:
    """Return a requirement as a phrase, or as a mapping if there is no phrase for it."""
    text = _phrase(one)
    same = lambda text: msgspec.convert(shorthand.requirement(text), Requirement)  # noqa: E731
    if text and _reads(same, text, one):
        return text
    match one:
        case And() | Or():
            return {"type": type(one).__name__, "of": [requirement(inner) for inner in one.of]}
        case Not():
            return {"type": "Not", "of": requirement(one.of)}
    return sparse(one)


def _phrase(one: Requirement) -> str:
    """The requirement as a phrase, which may turn out to mean something else."""
    data = sparse(one)
    kind = data.get("type")
    if isinstance(one, And | Or):
        return f" {str(kind).lower()} ".join(_phrase(inner) for inner in one.of)
    if isinstance(one, Not):
        return f"not {_phrase(one.of)}"
    number = ""
    if data.get("value") is not None or "op" in data:
        number = f" {data.get('op', '!=' if kind != 'LastEvent' else '>=')} {data.get('value', 0)}"
    match kind:
        case "SelfCondition":
            return f"{data['name']}{number}"
        case "TargetCondition":
            return f"target {data['name']}{number}"
        case "HasTag":
            on = data.get("on", "target").replace("_", " ")
            return f"{on} {'my tag' if data.get('by_self') else 'tag'} {data['tag']}"
        case "HasResource":
            amount = data.get("amount", 1)
            return f"has {data['key']}" + (f" {amount}" if amount != 1 else "")
        case "LastEvent" if isinstance(data["event"], str):
            tags = f" with {' '.join(data['tags'])}" if "tags" in data else ""
            return f"last {data['event']}{tags}{number}"
    return ""


def timing(one: Timing) -> Any:
    """Return a timing as a word, or as a mapping with its trigger."""
    if isinstance(one, Main | Setup):
        return type(one).__name__
    if isinstance(one, Free):
        return "Anytime" if one.anytime else "Free"
    assert isinstance(one, Reaction)
    data: Plain = sparse(one)
    del data["type"]
    return data


# --- actions, combatants and sides -------------------------------------------------------------------


def _read_action(data: Plain | str, own: Mapping[str, Any]) -> model.CombatAction | None:
    """What an action means that is written like this; None if it cannot be read."""
    problems = ProblemCollector()
    mapping = located({"use": data} if isinstance(data, str) else data)
    ShorthandExpander(problems).action(mapping)
    full = Definitions("action", own, available_definitions.actions, problems).with_base(mapping)
    read = convert(full, model.CombatAction, problems)
    return None if problems.found else read


def _read_combatant(data: Plain) -> model.Combatant | None:
    problems = ProblemCollector()
    mapping = located(data)
    ShorthandExpander(problems).combatant(mapping)
    library.complete_actions(
        mapping, Definitions("action", {}, available_definitions.actions, problems)
    )
    full = Definitions("combatant", {}, available_definitions.combatants, problems).with_base(
        mapping
    )
    read = convert(full, model.Combatant, problems)
    return None if problems.found or read is None else resolved_combatant(read)


def resolved_combatant(one: model.Combatant) -> model.Combatant:
    """Return a combatant with the actions of the library in place of their names."""
    side = model.Side("side", (one,))
    return resolve_known(model.Scenario(sides=(side,))).sides[0].combatants[0]


def _length(data: Any) -> int:
    return len(str(data))


class _Writer:
    """Writes parts of a scenario. `own` are the actions of the scenario by the names of lists."""

    def __init__(self, own: Mapping[str, model.CombatAction]) -> None:
        self.own = own

    # --- actions -----------------------------------------------------------------------------

    def entry(self, entry: str | model.CombatAction) -> Any:
        """An entry of a list: a name if that means the same."""
        if isinstance(entry, str):
            return entry
        for key, one in self.own.items():
            if one == entry:
                return key
        if entry.name not in self.own and library.actions().get(entry.name) == entry:
            return entry.name
        return self.action(entry)

    def action(self, action: model.CombatAction, own: bool = True) -> Plain:
        """An action in full, or as what differs from one of the library."""
        full = _full_action(action)
        if own and action.name in self.own:
            return full
        base = library.actions().get(action.name)
        if base is None:
            return full
        short = {"use": action.name} | _differences(action, base, _full_action(base), full)
        short = _with_numbers(short, action, base)
        is_same = _read_action(short, {}) == action
        return short if is_same and _length(short) < _length(full) else full

    # --- combatants --------------------------------------------------------------------------

    def combatant(self, combatant: model.Combatant) -> Any:
        """A combatant: its name, what differs from one of the library, or all of it."""
        full = self._full_combatant(combatant)
        best: Any = full
        for name in _similar(combatant):
            base = resolved_combatant(library.combatants()[name])
            mine = {"use": name} | _differences(combatant, base, self._full_combatant(base), full)
            if not self._is_shorter(mine, best):
                continue
            if _read_combatant(mine) == combatant:
                best = mine
        return best["use"] if set(best) == {"use"} else best

    def named_combatants(self, scenario: model.Scenario) -> Plain:
        """The combatants that effects name, without those that are available under their name."""
        found: Plain = {}
        for key, one in scenario.combatants.items():
            ready = available_combatant(key)
            if ready is None or resolved_combatant(ready) != one:
                data = self.combatant(one)
                data = {"use": data} if isinstance(data, str) else data
                found[key] = _without_name(data, key) if "use" not in data else data
        return found

    @staticmethod
    def _is_shorter(one: Plain, other: Plain) -> bool:
        return _length(one) < _length(other)

    def _full_combatant(self, one: model.Combatant) -> Plain:
        data: Plain = sparse(msgspec.structs.replace(one, actions=(), reactions=(), pools={}))
        if one.pools:
            data["pools"] = _pools(one.pools)
        for key in ("actions", "reactions"):
            if entries := getattr(one, key):
                data[key] = [self.entry(entry) for entry in entries]
        return data

    # --- sides and days ----------------------------------------------------------------------

    def sides(self, sides: tuple[model.Side, ...]) -> Any:
        """Sides by their names, or a list of them if two have the same name."""
        members = [[self.combatant(one) for one in side.combatants] for side in sides]
        if len({side.name for side in sides}) == len(sides):
            return {side.name: inner for side, inner in zip(sides, members, strict=True)}
        return [
            {"name": side.name, "combatants": inner}
            for side, inner in zip(sides, members, strict=True)
        ]

    def step(self, step: model.DayStep) -> Any:
        """A step of a day."""
        if isinstance(step, model.Rest):
            return step.kind
        data: Plain = sparse(msgspec.structs.replace(step, sides=()))
        if step.sides:
            del data["type"]
            data["sides"] = self.sides(step.sides)
        return data


def _full_action(action: model.CombatAction) -> Plain:
    """An action without anything of the library, in shorthand."""
    data: Plain = sparse(msgspec.structs.replace(action, timing=Main(), cost=(), requires=()))
    found: Plain = {"name": data.pop("name")}
    if action.timing != Main():
        found["timing"] = timing(action.timing)
    if action.cost:
        found["cost"] = _single([cost(one) for one in action.cost])
    if action.uses is not None:
        data["uses"] = _uses(action.uses.amount, action.uses.per, data["uses"])
    if action.recharge is not None and action.recharge < 6:
        data["recharge"] = f"{action.recharge}-6"
    if action.requires:
        found["requires"] = _single([requirement(one) for one in action.requires])
    if action.targets == model.Targets(who=action.targets.who) and "targets" in data:
        data["targets"] = action.targets.who
    effect = data.pop("effect", None)
    found |= data
    if effect is not None:
        found["effect"] = _single(effect) if isinstance(effect, list) else effect
    return found


def _uses(amount: int, per: str, full: Any) -> Any:
    text = f"{amount} per {per}"
    return text if _reads(shorthand.uses, text, {"amount": amount, "per": per}) else full


def _pools(pools: Mapping[str, model.PoolSize | float]) -> Plain:
    found: Plain = {}
    for key, size in pools.items():
        found[key] = size if not isinstance(size, model.PoolSize) else _pool(size)
    for family in dict.fromkeys(key.rpartition("_")[0] for key in pools if "_" in key):
        levels = [key for key in found if key.rpartition("_")[0] == family]
        wanted = [f"{family}_{level + 1}" for level in range(len(levels))]
        if len(levels) > 1 and levels == wanted and all(type(found[k]) is int for k in levels):
            place = list(found).index(levels[0])
            rest = [(key, value) for key, value in found.items() if key not in levels]
            rest.insert(place, (family, [found[key] for key in levels]))
            found = dict(rest)
    return found


def _pool(size: model.PoolSize) -> Any:
    text = f"{size.max} per {size.reset}"
    same = lambda text: msgspec.convert(shorthand.pool(text), model.PoolSize)  # noqa: E731
    return text if _reads(same, text, size) else sparse(size)


# --- differences ------------------------------------------------------------------------------------


def _differences(one: Any, base: Any, base_data: Plain, data: Plain) -> Plain:
    """The fields in which a definition differs from its base; a field that is reset is written."""
    found: Plain = {}
    for field in msgspec.structs.fields(one):
        name = field.name
        mine, theirs = getattr(one, name), getattr(base, name)
        if mine == theirs:
            continue
        if name not in data:
            found[name] = sparse(_default(field))
        elif isinstance(mine, (model.Targets, dict)) and isinstance(data[name], dict):
            found[name] = _changed_keys(mine, theirs, data[name], base_data.get(name))
        else:
            found[name] = data[name]
            if isinstance(mine, model.Targets) and isinstance(data[name], str):
                found[name] = _changed_keys(mine, theirs, {"who": data[name]}, None)
    return found


def _changed_keys(mine: Any, theirs: Any, data: Plain, base_data: Any) -> Plain:
    """The keys of a mapping that differ from those of the base, with which it is merged."""
    if isinstance(mine, model.Targets):
        names = [field.name for field in msgspec.structs.fields(mine)]
        changed = [name for name in names if getattr(mine, name) != getattr(theirs, name)]
        return {name: sparse(getattr(mine, name)) for name in changed}
    known = base_data if isinstance(base_data, dict) else {}
    return {key: value for key, value in data.items() if known.get(key) != value}


def _with_numbers(short: Plain, action: model.CombatAction, base: model.CombatAction) -> Plain:
    """The differences with numbers in place of the effects, if these differ only in numbers."""
    if "effect" not in short or not isinstance(action.effect, tuple):
        return short
    numbers: Plain = {}
    for word in NUMBERS:
        mine, theirs = _values(action.effect, word), _values(base.effect, word)
        if mine != theirs and mine:
            numbers[word] = sparse(mine[0])
    rest = {key: value for key, value in short.items() if key != "effect"}
    for chosen in (numbers, {k: v for k, v in numbers.items() if k not in FIRST[1:]}):
        tried = rest | chosen
        if _read_action(tried, {}) == action:
            return tried
    return short


def _values(effects: Any, word: str) -> list[Any]:
    """All values of a number in effects, in order."""
    found: list[Any] = []
    for effect in effects if isinstance(effects, tuple) else ():
        if word in effect.__struct_fields__:
            found.append(getattr(effect, word))
        for name in FOLLOWING:
            found += _values(getattr(effect, name, ()), word)
    return found


def _similar(combatant: model.Combatant) -> list[str]:
    """The combatants of the library that it may be based on: of its name, or with equal numbers."""
    known = library.combatants()
    if combatant.name in known:
        return [combatant.name]
    fields = ("hp", "ac", "saves", "initiative")
    return [
        name
        for name, one in known.items()
        if sum(getattr(one, key) == getattr(combatant, key) for key in fields) >= 3
    ][:3]


def _rules(rules: str | model.RuleProfile) -> Any:
    """Rules as a name, or as what differs from a profile of the library."""
    if isinstance(rules, str):
        return rules
    profiles = library.profiles()
    for name, one in profiles.items():
        if one == rules:
            return name
    full = sparse(rules)
    best = full
    for name, base in profiles.items():
        short = {"use": name} | _differences(rules, base, sparse(base), full)
        if _length(short) < _length(best) and _read_rules(short) == rules:
            best = short
    return best


def _read_rules(data: Plain) -> model.RuleProfile | None:
    problems = ProblemCollector()
    mapping = located(data)
    assert isinstance(mapping, LocatedMapping)
    ShorthandExpander(problems).profile(mapping)
    mapping.setdefault("name", f"{mapping['use']}, changed")
    full = Definitions("rule profile", {}, library.profile_data, problems).with_base(mapping)
    read = convert(full, model.RuleProfile, problems)
    return None if problems.found else read


def _without_name(data: Plain, key: str) -> Plain:
    return {name: value for name, value in data.items() if (name, value) != ("name", key)}
