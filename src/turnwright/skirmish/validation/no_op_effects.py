"""Effects that do nothing: they give what nobody can hold, remove what nobody has, or are all 0."""

from __future__ import annotations

from collections.abc import Iterator

from turnwright.core.suggestions import did_you_mean
from turnwright.skirmish.model import scenario
from turnwright.skirmish.model.formula import typed
from turnwright.skirmish.model.parsed_document import Path

from .action_entry import ActionEntry, CombatantGroup
from .finding import Finding, close_names, error, note, replacement, undefined, warning
from .reachable_events import ReachableByEncounter, ReachableEvents, reachable_for
from .scenario_survey import Participant, ScenarioSurvey
from .undefined_names import keys_of


def check(survey: ScenarioSurvey, by_encounter: ReachableByEncounter) -> Iterator[Finding]:
    """Find effects that do nothing."""
    for participant in survey.participants:
        reachable = reachable_for(participant, by_encounter)
        for entry in participant.entries:
            yield from _no_effect(entry)
            yield from _effects(entry, reachable)
        for index, trait in enumerate(participant.combatant.traits):
            path = (*participant.path, "traits", index)
            yield from _gains(path, trait, participant.own_group, reachable)


def _effects(entry: ActionEntry, reachable: list[ReachableEvents]) -> Iterator[Finding]:
    if isinstance(entry.action.effect, str):
        sentence = f"The effect of {entry.name!r} is only a name: {entry.action.effect!r}."
        fix = "Write the effects out as a list."
        yield error("unknown_effect", (*entry.path, "effect"), sentence, fix)
    for path, effect, _, recipients in entry.effects():
        if isinstance(effect, scenario.Gain | scenario.Lose):
            yield from _resource_changes(entry, path, effect, recipients, reachable)
        elif isinstance(effect, scenario.Apply):
            yield from _gains((*path, "status"), effect.status, recipients, reachable)
        elif isinstance(effect, scenario.Remove):
            yield from _removes(entry, path, effect, recipients, reachable)
        elif isinstance(effect, scenario.Grant):
            yield from _grants(entry, path, effect, recipients, reachable)


def _resource_changes(
    entry: ActionEntry,
    path: Path,
    effect: scenario.Gain | scenario.Lose,
    recipients: CombatantGroup,
    reachable: list[ReachableEvents],
) -> Iterator[Finding]:
    verb = "gives" if isinstance(effect, scenario.Gain) else "takes"
    what = f"{entry.name!r} {verb} {effect.resource!r}"
    finding = _no_pool(what, (*path, "resource"), effect.resource, recipients, reachable)
    if finding is not None:
        yield finding


def _gains(
    path: Path, status: scenario.Status, bearer: CombatantGroup, reachable: list[ReachableEvents]
) -> Iterator[Finding]:
    for key in status.gain:
        what = f"The status {status.name!r} gives {key!r}"
        finding = _no_pool(what, (*path, "gain", key), key, bearer, reachable)
        if finding is not None:
            yield finding


def _no_pool(
    what: str, path: Path, key: str, recipients: CombatantGroup, reachable: list[ReachableEvents]
) -> Finding | None:
    """A finding if none of the recipients has this pool."""
    members = [member for one in reachable for member in one.encounter.members(recipients)]
    if not members or any(key in keys_of(one) | _costs(one) for one in members):
        return None
    close = close_names(key, {known for member in members for known in member.pools})
    patch = replacement(path, close) if path[-1] == "resource" else []
    fix = did_you_mean(close) or f"Add {key!r} to the pools of a combatant."
    sentence = f"{what}, but none of its targets has such a pool."
    return error("unknown_resource", path, sentence, fix, key=key, near=close, patch=patch)


def _costs(participant: Participant) -> set[str]:
    """The pools that its actions cost, even if it has none of them at first."""
    return {cost.key for entry in participant.entries for cost in entry.action.cost}


def _removes(
    entry: ActionEntry,
    path: Path,
    effect: scenario.Remove,
    recipients: CombatantGroup,
    reachable: list[ReachableEvents],
) -> Iterator[Finding]:
    if not effect.status and not effect.tag:
        sentence = f"{entry.name!r} removes nothing: it names neither a status nor a tag."
        yield warning("removes_nothing", path, sentence, "Name the status, or one of its tags.")
        return
    if effect.status and not any(one.has_status(effect.status, recipients) for one in reachable):
        what, word, field = "status", effect.status, "status"
    elif effect.tag and not any(one.has_tag(effect.tag, recipients) for one in reachable):
        what, word, field = "tag", effect.tag, "tag"
    else:
        return
    statuses = [status for one in reachable for status in one.statuses]
    known = {name for one in statuses for name in (one.names if field == "status" else one.tags)}
    close = close_names(word, known - {word})
    path = (*path, field)
    sentence = f"{entry.name!r} removes the {what} {word!r}, which none of its targets ever has."
    patch = replacement(path, close)
    severity = warning if close else note
    fix = did_you_mean(close)
    yield severity("removes_nothing", path, sentence, fix, near=close, patch=patch)


def _grants(
    entry: ActionEntry,
    path: Path,
    effect: scenario.Grant,
    recipients: CombatantGroup,
    reachable: list[ReachableEvents],
) -> Iterator[Finding]:
    members = [member for one in reachable for member in one.encounter.members(recipients)]
    others = [other for member in members for other in member.entries if other is not entry]
    if any(effect.tag in other.action.tags for other in others):
        return
    tags = {tag for other in [*others, entry] for tag in other.action.tags}
    sentence = (
        f"{entry.name!r} lets somebody use an action with the tag {effect.tag!r}, "
        "but none of its targets has one."
    )
    fix = f"Give an action the tag {effect.tag!r}."
    yield undefined(
        "grants_nothing", (*path, "tag"), sentence, effect.tag, tags - {effect.tag}, fix,
        severity="warning", tag=effect.tag,
    )  # fmt: skip


def _no_effect(entry: ActionEntry) -> Iterator[Finding]:
    effects = entry.action.effect
    if isinstance(effects, str) or any(
        _does_something(located.effect) for located in entry.effects()
    ):
        return
    path = (*entry.path, "effect")
    what = "costs nothing and does nothing" if not entry.action.price else "does nothing"
    sentence = f"{entry.name!r} {what}."
    if effects:
        sentence = f"{entry.name!r} {what}: all of its numbers are 0."
    fix = "Give it an effect, such as Attack, Heal or Apply, or remove it from the list."
    yield warning("no_effect", path, sentence, fix)


def _does_something(effect: scenario.Effect) -> bool:
    """Can the effect change anything, apart from the effects that follow from it?"""
    if isinstance(effect, scenario.Harm | scenario.Save):
        return _is_above_zero(effect.damage)
    if isinstance(effect, scenario.Heal | scenario.Gain | scenario.Lose):
        return _is_above_zero(effect.amount)
    if isinstance(effect, scenario.MoveCombatant):
        return _is_above_zero(effect.distance)
    if isinstance(effect, scenario.ChangeRoll):
        return bool(effect.again) or _is_above_zero(effect.add)
    if isinstance(effect, scenario.ChangeDamage):
        is_changed = effect.multiply != 1 or effect.redirect
        return is_changed or _is_above_zero(effect.add) or _is_above_zero(effect.reduce)
    return True


def _is_above_zero(damage: scenario.Damages) -> bool:
    parts = damage if isinstance(damage, tuple) else (damage,)
    return any(typed(part)[0].terms for part in parts)
