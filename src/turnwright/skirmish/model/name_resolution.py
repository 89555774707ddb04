"""Resolution of names in a scenario: names of actions and rule profiles become what they name."""

from __future__ import annotations

import msgspec

from . import available_definitions, bodies, library, undefined_names
from . import scenario as model
from .file_problems import ProblemCollector
from .parsed_document import SourceLocation, path_text
from .use_references import key_of


def resolve(scenario: model.Scenario) -> model.Scenario:
    """Return the scenario with the names of actions and rule profiles replaced by what they name.

    Raises `BadFile` if such a name is not defined.
    """
    resolved = resolve_known(scenario)
    _check_resolved(resolved)
    return resolved


def resolve_known(scenario: model.Scenario) -> model.Scenario:
    """Return the scenario with all names replaced that are defined; the others stay."""
    profiles = library.profiles()
    rules = scenario.rules
    if isinstance(rules, str) and (key := key_of(rules, profiles)) is not None:
        rules = profiles[key]
    day = tuple(
        msgspec.structs.replace(step, sides=_resolved_sides(step.sides, scenario))
        if isinstance(step, model.Encounter)
        else step
        for step in scenario.day
    )
    sides = _resolved_sides(scenario.sides, scenario)
    resolved = msgspec.structs.replace(scenario, rules=rules, sides=sides, day=day)
    return msgspec.structs.replace(resolved, combatants=_named_combatants(resolved))


def _named_combatants(scenario: model.Scenario) -> dict[str, model.Combatant]:
    """The combatants that effects name, and those that these name, with their actions resolved."""
    found: dict[str, model.Combatant] = {}
    steps = [step for step in scenario.day if isinstance(step, model.Encounter)]
    sides = [*scenario.sides, *(side for step in steps for side in step.sides)]
    todo = bodies.named_in([one for side in sides for one in side.combatants])
    while todo:
        name = todo.pop(0)
        key = key_of(name, scenario.combatants) or name
        one = bodies.combatant_named(name, scenario)
        if one is not None and key_of(name, found) is None:
            found[key] = _resolved_combatant(one, scenario)
            todo += bodies.named_in([found[key]])
    return found


def _resolved_sides(
    sides: tuple[model.Side, ...], scenario: model.Scenario
) -> tuple[model.Side, ...]:
    return tuple(
        msgspec.structs.replace(
            side, combatants=tuple(_resolved_combatant(one, scenario) for one in side.combatants)
        )
        for side in sides
    )


def _resolved_combatant(combatant: model.Combatant, scenario: model.Scenario) -> model.Combatant:
    """The combatant with actions in place of their names; undefined names stay."""
    lists = {
        "actions": tuple(_action(one, scenario) for one in combatant.actions),
        "reactions": tuple(_action(one, scenario) for one in combatant.reactions),
    }
    return msgspec.structs.replace(combatant, **lists)


def _action(entry: str | model.CombatAction, scenario: model.Scenario) -> str | model.CombatAction:
    if isinstance(entry, model.CombatAction):
        return entry
    return action_named(entry, scenario) or entry


def _check_resolved(scenario: model.Scenario) -> None:
    """Raise `BadFile` if a name of an action or of a rule profile is left."""
    encounters = [step for step in scenario.day if isinstance(step, model.Encounter)]
    sides = [*scenario.sides, *(side for encounter in encounters for side in encounter.sides)]
    if not isinstance(scenario.rules, str) and not any(
        isinstance(entry, str)
        for combatant in (
            *(one for side in sides for one in side.combatants),
            *scenario.combatants.values(),
        )
        for entry in (*combatant.actions, *combatant.reactions)
    ):
        return
    problems = ProblemCollector()
    for undefined in undefined_names.find(msgspec.to_builtins(scenario)):
        if undefined.kind in ("rule profile", "action", "combatant"):
            problems.add(SourceLocation(path=path_text(undefined.path)), undefined.message)
    problems.raise_if_any(scenario.name)


def action_named(name: str, scenario: model.Scenario) -> model.CombatAction | None:
    """Return the action with this name, of the scenario or else an available one."""
    if (key := key_of(name, scenario.actions)) is not None:
        return scenario.actions[key]
    return available_definitions.action_named(name)
