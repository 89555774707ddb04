"""Mistakes with bodies that change: endless summons, forms without actions, no way back."""

from __future__ import annotations

from collections.abc import Iterator

from turnwright.skirmish.model import scenario
from turnwright.skirmish.model.bodies import combatant_named, effects_of, named_by
from turnwright.skirmish.model.formula import parse
from turnwright.skirmish.model.parsed_document import Path

from .action_entry import ActionEntry, LocatedEffect
from .finding import Finding, error, note, put, remove, warning
from .scenario_survey import ScenarioSurvey


def check(survey: ScenarioSurvey) -> Iterator[Finding]:
    """Find mistakes with summons, forms, and statuses that change who can be targeted."""
    yield from _too_many(survey)
    for entry in survey.entries:
        for located in entry.effects():
            effect = located.effect
            if isinstance(effect, scenario.Spawn):
                yield from _spawn(survey, entry, located.path, effect)
            if isinstance(effect, scenario.Transform):
                yield from _form(survey, entry, located.path, effect)
            status = getattr(effect, "status", None)
            if isinstance(status, scenario.Status):
                yield from _status(survey, entry, located, status)


def _too_many(survey: ScenarioSurvey) -> Iterator[Finding]:
    for encounter in survey.encounters:
        count = sum(encounter.count(side) for side in encounter.sides)
        if count > scenario.MAX_COMBATANTS and any(one.is_guest for one in encounter.participants):
            sentence = (
                f"With everybody who could be summoned there are {count:,} combatants; there can be "
                f"{scenario.MAX_COMBATANTS:,}."
            )
            yield error("too_many_summons", encounter.path, sentence, "Lower `most` or the counts.")


# --- summons and forms ------------------------------------------------------------------------------


def _spawn(
    survey: ScenarioSurvey, entry: ActionEntry, path: Path, effect: scenario.Spawn
) -> Iterator[Finding]:
    one = combatant_named(effect.combatant, survey.scenario)
    if one is None:
        return  # reported as an undefined name
    least = parse(effect.count).bounds()[0]
    if effect.most is not None and least > effect.most:
        sentence = (
            f"{entry.name!r} summons at least {least:g} at once, but its user can only have "
            f"{effect.most} at a time."
        )
        patch = [put((*path, "most"), int(least))]
        yield warning("most_too_low", (*path, "most"), sentence, "Raise `most`.", patch=patch)
    if (
        entry.is_turn_action
        and entry.is_free
        and not entry.action.uses
        and not entry.action.requires
    ):
        sentence = (
            f"{entry.name!r} is free and has no limit: it summons {effect.combatant!r} every turn."
        )
        fix = "Limit its uses, make it cost something, or require summons_up == 0."
        yield warning("free_summons", path, sentence, fix)
    if _leads_to(effect.combatant, one, survey.scenario):
        sentence = (
            f"{effect.combatant!r} summons {effect.combatant!r} in turn: there are more and more of "
            "them, until all their places are taken."
        )
        yield warning(
            "endless_summons", path, sentence, "Summon something that does not summon it."
        )
    if not one.actions and not one.reactions:
        sentence = f"{effect.combatant!r}, whom {entry.name!r} summons, has no actions."
        yield note("idle_summons", path, sentence, "Give it an action, unless it is only a target.")


def _leads_to(name: str, one: scenario.Combatant, whole: scenario.Scenario) -> bool:
    """Does a combatant summon itself, directly or by those whom it summons?"""
    seen: set[str] = set()
    todo = _summoned_by(one)
    while todo:
        other = todo.pop()
        if other == name:
            return True
        found = None if other in seen else combatant_named(other, whole)
        seen.add(other)
        todo += [] if found is None else _summoned_by(found)
    return False


def _summoned_by(one: scenario.Combatant) -> list[str]:
    return [named_by(effect) for _, effect in effects_of(one) if isinstance(effect, scenario.Spawn)]


def _form(
    survey: ScenarioSurvey, entry: ActionEntry, path: Path, effect: scenario.Transform
) -> Iterator[Finding]:
    one = combatant_named(effect.into, survey.scenario)
    is_own = effect.to == "self" or entry.action.targets.who in ("self", "ally", "other ally")
    if one is not None and is_own and not one.actions:
        sentence = (
            f"The form {effect.into!r}, which {entry.name!r} gives its own side, has no actions."
        )
        yield note("idle_form", path, sentence, "Take a form that can act, unless it only hides.")


# --- statuses ---------------------------------------------------------------------------------------


def _status(
    survey: ScenarioSurvey, entry: ActionEntry, located: LocatedEffect, status: scenario.Status
) -> Iterator[Finding]:
    path = (*located.path, "status")
    own = located.recipients == entry.owner.own_group and isinstance(located.effect, scenario.Apply)
    if own and (status.taunt or status.inside):
        sentence = (
            f"{entry.name!r} gives {status.name!r} to its own user, who is also the source of it: "
            "nobody is taunted by itself, or inside itself."
        )
        yield warning("own_source", path, sentence, "Apply it to an enemy.")
    if status.released_by is not None and not status.inside:
        sentence = f"{status.name!r} has released_by, but its bearer is not inside anybody."
        patch = [remove((*path, "released_by"))]
        yield warning(
            "no_container", path, sentence, "Add inside: true, or remove it.", patch=patch
        )
    if status.away and not _ends(survey, entry, status):
        sentence = (
            f"Nothing ends {status.name!r}: who bears it is out of the fight for good and counts as "
            "beaten."
        )
        yield note("never_returns", path, sentence, "Give it a duration, a save or concentration.")


def _ends(survey: ScenarioSurvey, entry: ActionEntry, status: scenario.Status) -> bool:
    """Can a status end in the fight?"""
    duration = status.duration
    ends_itself = (
        duration.turns is not None
        or duration.until == "end of turn"
        or duration.until.startswith("next ")
        or bool(status.ends_on)
        or status.repeat_save is not None
        or status.ends_with_source
        or entry.action.concentration
    )
    return ends_itself or any(
        isinstance(located.effect, scenario.Remove)
        and (located.effect.status == status.name or located.effect.tag in status.tags)
        for encounter in entry.owner.encounters
        for located in encounter.effects()
    )
