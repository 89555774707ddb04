"""Pools, statuses and actions that formulas name, but that do not exist: they would be 0 for ever."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import msgspec

from turnwright.core.rules.requirement import Custom
from turnwright.core.suggestions import did_you_mean
from turnwright.skirmish.model import scenario
from turnwright.skirmish.model.expression import Expression, read
from turnwright.skirmish.model.formula import typed
from turnwright.skirmish.model.parsed_document import Path
from turnwright.skirmish.model.vocabulary import FORMULA

from .finding import Finding, close_names, error, note, put, replace
from .scenario_survey import Participant, ScenarioSurvey
from .undefined_names import keys_of

NAMING = ("pool(", "status(", "used(")
KINDS = {"pool": "pool", "status": "status or condition", "used": "action"}


class KnownNames(NamedTuple):
    """What formulas may name, by the word before the bracket."""

    pool: set[str]
    status: set[str]
    used: set[str]


def check(survey: ScenarioSurvey) -> Iterator[Finding]:
    """Find names in formulas that do not exist. Whose they are is not considered."""
    pools = {key for one in survey.participants for key in keys_of(one)}
    pools |= {key for encounter in survey.encounters for key in encounter.gains}
    pools |= {cost.key for entry in survey.entries for cost in entry.action.cost}
    statuses = set(survey.profile.conditions)
    for encounter in survey.encounters:
        statuses |= {status.name for status in encounter.statuses()}
    actions = {entry.name for entry in survey.entries}
    known = KnownNames(pools, statuses, actions)
    for participant in survey.participants:
        yield from _combatant(participant, known)


def _combatant(participant: Participant, known: KnownNames) -> Iterator[Finding]:
    combatant, path = participant.combatant, participant.path
    own = {entry.name for entry in (*participant.entries, *participant.disabled)}
    for index, trait in enumerate(combatant.traits):
        yield from _in_definition(trait, (*path, "traits", index), trait.name, known)
    for key, size in combatant.pools.items():
        if isinstance(size, scenario.PoolSize):
            at = (*path, "pools", key)
            yield from _in_definition(size, at, f"{key} of {combatant.name}", known)
    for entry in participant.entries:
        mine = known._replace(used=own)
        for located in entry.effects():
            yield from _in_definition(located.effect, located.path, entry.name, mine)
        targets = entry.action.targets
        yield from _in_definition(targets, (*entry.path, "targets"), entry.name, mine)
        for cost_path, cost in entry.costs():
            yield from _in_definition(cost, cost_path, entry.name, mine)
        for literal in entry.literals():
            if isinstance(literal.check, Custom) and literal.check.name == FORMULA:
                holds = (*literal.path, "data", "holds")
                yield from _in_text(literal.check.data.get("holds"), holds, entry.name, mine)


def _in_definition(
    one: msgspec.Struct, path: Path, owner: str, known: KnownNames
) -> Iterator[Finding]:
    """The formulas of a definition, without the effects that follow from it."""
    for field in one.__struct_fields__:
        value = getattr(one, field)
        if isinstance(value, scenario.Status | scenario.RepeatSave):
            name = value.name if isinstance(value, scenario.Status) else owner
            yield from _in_definition(value, (*path, field), name, known)
        elif isinstance(value, dict):
            for key, inner in value.items():
                yield from _in_text(inner, (*path, field, key), owner, known)
        elif isinstance(value, tuple):
            for index, inner in enumerate(value):
                yield from _in_text(inner, (*path, field, index), owner, known)
        else:
            yield from _in_text(value, (*path, field), owner, known)


def _in_text(text: Any, path: Path, owner: str, known: KnownNames) -> Iterator[Finding]:
    if not isinstance(text, str) or not any(word in text for word in NAMING):
        return
    expression = _expression(text)
    for node in () if expression is None else expression.nodes():
        if node.op not in KINDS:
            continue
        names: set[str] = getattr(known, node.op)
        if node.name in names:
            continue
        close = close_names(node.name, names)
        sentence = (
            f"{text!r} of {owner!r} asks for {node.op}({node.name}), but there is no {KINDS[node.op]} "
            "of that name, so it is always 0."
        )
        kind = error if close else note
        fix = did_you_mean(close) or "Remove it if it is a mistake."
        patch = _patch(path, text, node, close)
        yield kind("unknown_name", path, sentence, fix, name=node.name, near=close, patch=patch)


def _patch(path: Path, text: str, node: Expression, close: list[str]) -> list[dict[str, Any]]:
    """Write the only close name in place of the unknown one."""
    if len(close) != 1:
        return []
    right = text.replace(f"{node.op}({node.name})", f"{node.op}({close[0]})")
    return [(replace if isinstance(path[-1], int) else put)(path, right)]


def _expression(text: str) -> Expression | None:
    try:
        return typed(text)[0].expression or read(text)
    except ValueError:
        return None  # a name or a note that only looks like a formula
