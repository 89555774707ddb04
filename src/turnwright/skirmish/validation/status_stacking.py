"""Statuses that do not stack or end as they seem to: different policies for one name, requirements for
more stacks than there can be, statuses that end at once."""

from __future__ import annotations

from collections.abc import Iterator

from turnwright.core.rules.requirement import SelfCondition, TargetCondition
from turnwright.core.suggestions import joined
from turnwright.skirmish.model import scenario
from turnwright.skirmish.model.parsed_document import Path
from turnwright.skirmish.model.vocabulary import event_with_role

from .action_entry import ActionEntry
from .finding import Finding, note, put, warning
from .scenario_survey import ScenarioSurvey

Located = tuple[Path, scenario.Status]


def check(survey: ScenarioSurvey) -> Iterator[Finding]:
    """Find statuses that do not stack or end as they seem to."""
    by_name: dict[str, list[Located]] = {}
    for path, status in _statuses(survey):
        by_name.setdefault(status.name, []).append((path, status))
    for name, several in by_name.items():
        yield from _policies(name, several)
    most = {
        name: max(status.max_stacks for _, status in several)
        for name, several in by_name.items()
        if all(status.stacking == "stack" for _, status in several)
    }
    for entry in survey.entries:
        yield from _too_many(entry, most)
        yield from _ends_at_once(entry)


def _statuses(survey: ScenarioSurvey) -> Iterator[Located]:
    for participant in survey.participants:
        for index, trait in enumerate(participant.combatant.traits):
            yield (*participant.path, "traits", index), trait
    for entry in survey.entries:
        for located in entry.effects():
            if isinstance(located.effect, scenario.Apply):
                yield (*located.path, "status"), located.effect.status


def _policies(name: str, several: list[Located]) -> Iterator[Finding]:
    """Different policies for one name, and `highest` with nothing to compare."""
    policies = list(dict.fromkeys(status.stacking for _, status in several))
    path, first = several[0]
    path = (*path, "stacking")
    if len(policies) > 1:
        sentence = f"Statuses named {name!r} stack in different ways: {joined(policies)}."
        fix = f"Write the same stacking for every {name!r}, or give them different names."
        yield warning("mixed_stacking", path, sentence, fix, policies=policies)
    elif first.stacking == "highest" and all(status == first for _, status in several):
        sentence = f"There is only one kind of {name!r}, so none is more potent than another."
        fix = "Remove stacking, or apply a stronger status of the same name."
        yield note("nothing_to_compare", path, sentence, fix, patch=[put(path, "refresh")])


def _too_many(entry: ActionEntry, most: dict[str, int]) -> Iterator[Finding]:
    """A requirement for more stacks than a combatant can have."""
    for literal in entry.literals():
        check = literal.check
        if not isinstance(check, SelfCondition | TargetCondition) or check.name not in most:
            continue
        limit = most[check.name]
        needed = check.value + (check.op == ">")
        if literal.wanted and check.op in (">=", ">", "==") and needed > limit:
            sentence = f"{entry.name!r} requires {literal.words}, but only {limit} can stack."
            fix = "Raise max_stacks of the status, or require fewer."
            yield warning("too_many_stacks", literal.path, sentence, fix, most=limit)


def _ends_at_once(entry: ActionEntry) -> Iterator[Finding]:
    """A status on the user that ends when the action that applies it is over."""
    for located in entry.effects():
        if not isinstance(located.effect, scenario.Apply):
            continue
        if located.recipients != entry.owner.own_group:
            continue
        for index, text in enumerate(located.effect.status.ends_on):
            event, tags, _ = event_with_role(text)
            if event == "ActionResolved" and not tags:
                name = located.effect.status.name
                sentence = f"{name!r} ends when {entry.name!r}, which applies it, is over."
                path = (*located.path, "status", "ends_on", index)
                fix = "Write another event: ActionDeclared is the start of the next action."
                yield warning("ends_at_once", path, sentence, fix)
