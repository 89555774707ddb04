"""Names that are not defined where they are used: rules, actions, conditions, resources, events, facts,
statuses and tags."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from turnwright.core.rules.requirement import (
    Custom,
    HasResource,
    HasTag,
    LastEvent,
    SelfCondition,
    TargetCondition,
)
from turnwright.core.rules.timing import Reaction
from turnwright.core.suggestions import did_you_mean, joined
from turnwright.skirmish.model import library, scenario
from turnwright.skirmish.model import undefined_names as model_names
from turnwright.skirmish.model.parsed_document import Path
from turnwright.skirmish.model.vocabulary import (
    ALIASES,
    COUNT,
    EVENTS,
    FORMULA,
    SELF_FACTS,
    TARGET_FACTS,
    counted_event,
    event_named,
    fact_named,
)

from .action_entry import EVERYBODY, ActionEntry, CombatantGroup, RequirementLiteral
from .finding import Finding, close_names, error, note, put, remove, replacement, undefined, warning
from .pool_demand import families, family_of
from .reachable_events import ReachableByEncounter, ReachableEvents, reachable_for
from .scenario_survey import Participant, ScenarioSurvey


def check(survey: ScenarioSurvey, by_encounter: ReachableByEncounter) -> Iterator[Finding]:
    """Find names that are not defined where they are used."""
    yield from _names_of_the_file(survey.scenario)
    for participant in survey.participants:
        reachable = reachable_for(participant, by_encounter)
        yield from _disabled(participant)
        for entry in participant.entries:
            yield from _resources(entry)
            yield from _events(entry)
            for literal in entry.literals():
                yield from _requirement(survey, entry, literal, reachable)


# --- names that files are checked for, too ---------------------------------------------------------

_CODES = {
    "rule profile": "unknown_rules",
    "action": "unknown_action",
    "condition": "unknown_condition",
    "surprised": "unknown_surprised",
    "combatant": "unknown_combatant",
}
_FIXES = {
    "rule profile": "The profiles are {known}.",
    "action": "Write the action out, or use one of the library.",
    "condition": "The conditions are {known}.",
    "surprised": "Name a side or a combatant: {known}.",
    "combatant": "Write it under `combatants`, or name one of the library.",
}


def _names_of_the_file(scenario_: scenario.Scenario) -> Iterator[Finding]:
    """The names that reading a file checks. Facts have more detailed checks below."""
    for one in model_names.find(msgspec.to_builtins(scenario_)):
        if one.kind == "fact":
            continue
        sentence = f"{one.sentence[0].upper()}{one.sentence[1:]}."
        fix = _FIXES[one.kind].format(known=joined(sorted(one.known) or ["none"]))
        yield undefined(_CODES[one.kind], one.path, sentence, one.name, one.known, fix)


def _disabled(participant: Participant) -> Iterator[Finding]:
    """Names of switched-off entries that no entry has."""
    combatant = participant.combatant
    names = [one.name for one in (*participant.entries, *participant.disabled)]
    path = (*participant.path, "disabled")
    for index, name in enumerate(combatant.disabled):
        if name in names:
            continue
        sentence = f"{participant.name!r} switches off {name!r}, but has no action of that name."
        finding = undefined(
            "unknown_disabled", (*path, index), sentence, name, names, "Remove the name.",
            severity="warning",
        )  # fmt: skip
        if not finding.data["near"]:
            finding.data["patch"] = [remove((*path, index))]
        yield finding


# --- resources ------------------------------------------------------------------------------------


def _resources(entry: ActionEntry) -> Iterator[Finding]:
    owner = entry.owner
    pools = families(owner)
    gained = set().union(*(encounter.gains for encounter in owner.encounters))
    for path, cost in entry.costs():
        family, level = family_of(cost.key)
        top = cost.top if cost.allow_upcast else level
        if any(level <= n <= top for n in pools.get(family, ())) or cost.key in gained:
            continue
        yield _unknown_pool((*path, "resource"), cost.key, entry, is_family=cost.level is not None)
    for literal in entry.literals():
        check = literal.check
        if isinstance(check, HasResource) and check.key not in keys_of(owner) | gained:
            yield _unknown_pool((*literal.path, "key"), check.key, entry)


def keys_of(participant: Participant) -> set[str]:
    """All pools of a combatant, including those of single actions."""
    actions = [entry.action for entry in participant.entries]
    own = {key for action in actions for key in action.pools}
    ready = {action.ready_key for action in actions if action.recharge or action.cooldown}
    return {*participant.pools, *own, *ready}


def _unknown_pool(path: Path, key: str, entry: ActionEntry, is_family: bool = False) -> Finding:
    owner = entry.owner
    family = family_of(key)[0]
    siblings = sorted(k for k in owner.pools if family_of(k)[0] == family and k != key)
    sentence = f"{entry.name!r} needs {key!r}, but {owner.name!r} has no such pool"
    if siblings and is_family:
        sentence += f", only {joined(siblings)}"
    close = [] if siblings and is_family else close_names(key, owner.pools)
    patch = replacement(path, close) if not is_family else []
    if close:
        fix = did_you_mean(close)
    elif key == "Legendary":
        fix = "Add the pool Legendary with the number of legendary actions and reset 'turn'."
        patch = [_new_pool(owner, key, scenario.PoolSize(max=3, reset="turn"))]
    else:
        fix = f"Add {key!r} to its pools, or change the cost."
        patch = [_new_pool(owner, key, scenario.PoolSize(max=1))]
    at = path[:-1]
    return error("unknown_resource", at, f"{sentence}.", fix, key=key, near=close, patch=patch)


def _new_pool(owner: Participant, key: str, size: scenario.PoolSize) -> dict[str, object]:
    path = (*owner.path, "pools")
    return put((*path, key), size) if owner.combatant.pools else put(path, {key: size})


# --- events ---------------------------------------------------------------------------------------


def _events(entry: ActionEntry) -> Iterator[Finding]:
    timing = entry.action.timing
    if isinstance(timing, Reaction):
        path = (*entry.path, "timing", "on")
        yield from _unknown_events(path, timing.on, timing.events, entry)
    for literal in entry.literals():
        check = literal.check
        if isinstance(check, LastEvent):
            yield from _unknown_events((*literal.path, "event"), check.event, check.events, entry)


def _unknown_events(
    path: Path, written: object, names: tuple[str, ...], entry: ActionEntry
) -> Iterator[Finding]:
    """`written` is the value in the file: one name or a list of names."""
    for index, name in enumerate(names):
        if event_named(name)[0] in EVENTS:
            continue
        where = path if isinstance(written, str) else (*path, index)
        sentence = f"{entry.name!r} waits for {name!r}, which is not an event."
        fix = f"The events are {joined(EVENTS)}."
        short = name.removeprefix("Event::")
        finding = undefined("unknown_event", where, sentence, short, [*EVENTS, *ALIASES], fix)
        yield msgspec.structs.replace(finding, data={**finding.data, "name": name})


# --- requirements ---------------------------------------------------------------------------------


def _requirement(
    survey: ScenarioSurvey,
    entry: ActionEntry,
    literal: RequirementLiteral,
    reachable: list[ReachableEvents],
) -> Iterator[Finding]:
    check = literal.check
    if isinstance(check, SelfCondition):
        if check.name.startswith("used:"):
            yield from _used(entry, literal, check)
        else:
            yield from _fact(survey, entry, literal, check, reachable)
    elif isinstance(check, HasTag):
        yield from _tag(entry, literal, check, reachable)
    elif isinstance(check, Custom) and check.name != FORMULA:
        sentence = f"{entry.name!r} requires {check.name!r}, but skirmishes have no custom checks."
        fix = "Use facts, tags, resources or events instead; this requirement is never met."
        yield error("unknown_check", literal.path, sentence, fix, name=check.name)


def _used(
    entry: ActionEntry, literal: RequirementLiteral, check: SelfCondition
) -> Iterator[Finding]:
    """`used:NAME`: how often an action was used."""
    name, path = check.name.removeprefix("used:"), (*literal.path, "name")
    names = {each.name for each in (*entry.owner.entries, *entry.owner.disabled)}
    if name not in names:
        sentence = f"{entry.name!r} requires {check.name!r}, but there is no action of that name."
        close = close_names(name, names)
        yield error("unknown_name", path, sentence, did_you_mean(close), near=close)
    elif isinstance(check, TargetCondition):
        sentence = f"How often a target used {name!r} is not known."
        yield error("unknown_name", path, sentence, "Use SelfCondition instead.")


def _fact(
    survey: ScenarioSurvey,
    entry: ActionEntry,
    literal: RequirementLiteral,
    check: SelfCondition,
    reachable: list[ReachableEvents],
) -> Iterator[Finding]:
    is_target = isinstance(check, TargetCondition)
    facts = (*TARGET_FACTS, *SELF_FACTS) if is_target else SELF_FACTS
    if check.name.startswith(COUNT):
        try:
            counted_event(check.name.removeprefix(COUNT))
        except ValueError as problem:
            sentence = f"{entry.name!r} counts an event that does not exist: {problem}."
            yield error("unknown_name", (*literal.path, "name"), sentence, "Name an event.")
        return
    if fact_named(check.name) in facts:
        return
    group = _asked_of(entry, literal) if is_target else entry.owner.own_group
    if any(one.has_status(check.name, group) for one in reachable):
        return
    path, name = (*literal.path, "name"), check.name
    statuses = {name for one in reachable for status in one.statuses for name in status.names}
    conditions = survey.profile.conditions
    known = {*facts, *conditions, *statuses}
    if name not in known and close_names(name, known):
        sentence = f"{entry.name!r} requires {name!r}, which is not a fact, status or condition."
        yield undefined("unknown_name", path, sentence, name, known)
    elif not _is_met_without(literal, check):
        if entry.is_about_event(literal) and entry.is_granted:
            return
        bearer = "one of its targets" if is_target else repr(entry.owner.name)
        sentence = (
            f"{entry.name!r} can only be used if {literal.words}, but nothing applies {name!r} to "
            f"{bearer}."
        )
        fix = f"Add an action that applies {name!r}, or remove the requirement."
        severity = note if name in conditions else warning
        yield severity("never_set", path, sentence, fix, name=name)
    elif not conditions.get(name) and name not in known:
        sentence = f"{entry.name!r} asks for {name!r}, which nobody ever has here."
        yield note("unknown_name", path, sentence, "Remove it if it is a mistake.", name=name)


def _is_met_without(literal: RequirementLiteral, check: SelfCondition) -> bool:
    """Is it met by somebody who does not have the status?"""
    value = check.value
    is_met = {
        "<": value > 0, "<=": value >= 0, "==": value == 0, "!=": value != 0, ">=": value <= 0,
        ">": value < 0,
    }[check.op]  # fmt: skip
    return is_met == literal.wanted


def _asked_of(entry: ActionEntry, literal: RequirementLiteral) -> CombatantGroup:
    """Who may be the target: of the action, or of the event that triggers it."""
    return EVERYBODY if entry.is_about_event(literal) else entry.targets


def _tag(
    entry: ActionEntry,
    literal: RequirementLiteral,
    check: HasTag,
    reachable: list[ReachableEvents],
) -> Iterator[Finding]:
    if not literal.wanted or (entry.is_about_event(literal) and entry.is_granted):
        return
    owner = entry.owner
    group = {
        "self": owner.own_group,
        "target": _asked_of(entry, literal),
        "any_enemy": owner.group("enemy"),
        "any_ally": owner.group("ally"),
    }[check.on]
    source = owner if check.by_self else None
    if any(one.has_tag(check.tag, group, source) for one in reachable):
        return
    tags = {tag for one in reachable for status in one.statuses for tag in status.tags}
    for one in reachable:
        tags |= {tag for each in one.encounter.participants for tag in each.combatant.tags}
    path = (*literal.path, "tag")
    known = set() if check.tag in tags else tags
    on = check.on.replace("_", " ")
    sentence = f"{entry.name!r} needs the tag {check.tag!r} on {on}, but nothing applies it."
    if check.by_self:
        sentence = (
            f"{entry.name!r} needs the tag {check.tag!r} on {on} from {owner.name!r} itself, "
        )
        sentence += "but none of its actions applies it."
    fix = f"Apply a status with the tag {check.tag!r}, or remove the requirement."
    is_note = not close_names(check.tag, known) and _is_creature_type(check)
    yield undefined(
        "tag_never_set", path, sentence, check.tag, known, fix,
        severity="note" if is_note else "warning", tag=check.tag,
    )  # fmt: skip


def _is_creature_type(check: HasTag) -> bool:
    """Does the tag say what a creature is? Then it depends on the enemies of the encounter."""
    if check.on not in ("target", "any_enemy") or check.by_self:
        return False
    return any(check.tag in one.tags for one in library.combatants().values())
