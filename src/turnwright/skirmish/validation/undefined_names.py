"""Names that mean nothing where they stand: actions, resources, events, facts, statuses, tags."""

from __future__ import annotations

from collections.abc import Iterator

from turnwright.core.rules.requirement import (
    Custom,
    HasResource,
    HasTag,
    LastEvent,
    SelfCondition,
    TargetCondition,
)
from turnwright.core.rules.timing import Reaction
from turnwright.skirmish.model import scenario
from turnwright.skirmish.model.vocabulary import (
    ALIASES,
    EVENTS,
    SELF_FACTS,
    TARGET_FACTS,
    event_named,
    fact_named,
)

from .action_in_list import EVERYBODY, Claim, Group, Placed
from .finding import Finding, Path, did_you_mean, error, listed, near, note, put, swap, warning
from .pool_demand import families, family_of
from .reachable_events import Possible
from .scenario_survey import Fighter, Survey, the_library


def check(survey: Survey, possible: dict[int, Possible]) -> Iterator[Finding]:
    if not survey.knows_rules:
        known = list(the_library().profiles())
        sentence = f"There are no rules called {survey.profile.name!r}."
        fix = did_you_mean(near(survey.profile.name, known)) or f"There are {listed(known)}."
        yield error("unknown_rules", ("rules",), sentence, fix)
    for fighter in survey.fighters:
        for path, name in fighter.unresolved:
            known = [*survey.scenario.actions, scenario.END_TURN, *the_library().actions()]
            meant = near(name, known)
            sentence = f"There is no action {name!r}."
            fix = did_you_mean(meant) or "Write the action out, or use one of the library."
            patch = [swap(path, meant[0])] if len(meant) == 1 else []
            yield error("unknown_action", path, sentence, fix, name=name, near=meant, patch=patch)
        for placed in fighter.every:
            yield from _resources(placed)
            yield from _events(placed)
            for claim in placed.claims():
                yield from _claim(
                    survey, placed, claim, [possible[id(m)] for m in fighter.meetings]
                )


# --- resources -----------------------------------------------------------------------------------


def _resources(placed: Placed) -> Iterator[Finding]:
    owner = placed.owner
    held = families(owner)
    given = set().union(*(meeting.gains for meeting in owner.meetings))
    for path, cost in placed.costs():
        family, level = family_of(cost.key)
        top = cost.top if cost.allow_upcast else level
        if any(level <= n <= top for n in held.get(family, ())) or cost.key in given:
            continue
        yield _unknown_pool(path, cost.key, placed, is_family=cost.level is not None)
    for claim in placed.claims():
        if isinstance(claim.check, HasResource) and claim.check.key not in keys_of(owner) | given:
            yield _unknown_pool(claim.path, claim.check.key, placed, field="key")


def keys_of(fighter: Fighter) -> set[str]:
    """All pools of a fighter, those of single actions too."""
    own = {key for placed in fighter.every for key in placed.action.pools}
    back = {p.action.ready_key for p in fighter.every if p.action.recharge or p.action.cooldown}
    return {*fighter.pools, *own, *back}


def _unknown_pool(
    path: Path, key: str, placed: Placed, is_family: bool = False, field: str = "resource"
) -> Finding:
    owner = placed.owner
    siblings = sorted(k for k in owner.pools if family_of(k)[0] == family_of(key)[0] and k != key)
    sentence = f"{placed.name!r} needs {key!r}, but {owner.name!r} has no such pool"
    if siblings and is_family:
        sentence += f", only {listed(siblings)}"
    meant = [] if siblings and is_family else near(key, owner.pools)
    patch = [put((*path, field), meant[0])] if len(meant) == 1 and not is_family else []
    if meant:
        fix = did_you_mean(meant)
    elif key == "Legendary":
        fix = "Give it the pool Legendary with its number of legendary actions and reset 'turn'."
        patch = [_new_pool(owner, key, scenario.PoolSize(max=3, reset="turn"))]
    else:
        fix = f"Add {key!r} to its pools, or change the price."
        patch = [_new_pool(owner, key, scenario.PoolSize(max=1))]
    data = {"key": key, "near": meant}
    return error("unknown_resource", path, f"{sentence}.", fix, **data, patch=patch)


def _new_pool(owner: Fighter, key: str, size: scenario.PoolSize) -> dict[str, object]:
    path = (*owner.path, "pools")
    return put((*path, key), size) if owner.combatant.pools else put(path, {key: size})


# --- events and tags -----------------------------------------------------------------------------


def _events(placed: Placed) -> Iterator[Finding]:
    timing = placed.action.timing
    if isinstance(timing, Reaction):
        is_one = isinstance(timing.on, str)
        for index, name in enumerate(timing.events):
            path = (*placed.path, "timing", "on")
            yield from _event(path if is_one else (*path, index), name, placed)
    for claim in placed.claims():
        if isinstance(claim.check, LastEvent):
            is_one = isinstance(claim.check.event, str)
            for index, name in enumerate(claim.check.events):
                path = (*claim.path, "event")
                yield from _event(path if is_one else (*path, index), name, placed)


def _event(path: Path, name: str, placed: Placed) -> Iterator[Finding]:
    if event_named(name)[0] in EVENTS:
        return
    meant = near(name.removeprefix("Event::"), [*EVENTS, *ALIASES])
    fix = did_you_mean(meant) or f"The events are {listed(EVENTS)}."
    patch = (
        [(swap if isinstance(path[-1], int) else put)(path, meant[0])] if len(meant) == 1 else []
    )
    sentence = f"{placed.name!r} waits for {name!r}, which is no event."
    yield error("unknown_event", path, sentence, fix, name=name, near=meant, patch=patch)


# --- requirements --------------------------------------------------------------------------------


def _claim(
    survey: Survey, placed: Placed, claim: Claim, possible: list[Possible]
) -> Iterator[Finding]:
    check = claim.check
    if isinstance(check, SelfCondition):
        yield from _fact(survey, placed, claim, check, possible)
    elif isinstance(check, HasTag):
        yield from _tag(placed, claim, check, possible)
    elif isinstance(check, Custom):
        sentence = f"{placed.name!r} needs {check.name!r}, and there are no such checks here."
        fix = "Say it with facts, tags, resources or events; this one is never true."
        yield error("unknown_check", claim.path, sentence, fix, name=check.name)


def _fact(
    survey: Survey, placed: Placed, claim: Claim, check: SelfCondition, possible: list[Possible]
) -> Iterator[Finding]:
    is_target = isinstance(check, TargetCondition)
    facts = (*TARGET_FACTS, *SELF_FACTS) if is_target else SELF_FACTS
    path = (*claim.path, "name")
    if check.name.startswith("used:"):
        names = {each.name for each in placed.owner.every}
        if check.name[5:] not in names:
            meant = near(check.name[5:], names)
            sentence = f"{placed.name!r} asks for {check.name!r}, but there is no such action here."
            yield error("unknown_name", path, sentence, did_you_mean(meant), near=meant)
        elif is_target:
            sentence = f"How often a target used {check.name[5:]!r} is not known."
            yield error("unknown_name", path, sentence, "Ask it of oneself, with SelfCondition.")
        return
    if fact_named(check.name) in facts:
        return
    whom = _asked(placed, claim) if is_target else placed.owner.itself
    if any(one.bears(check.name, whom) for one in possible):
        return
    known_statuses = {name for one in possible for mark in one.marks for name in mark.names}
    known = {*facts, *survey.profile.conditions, *known_statuses}
    meant = [] if check.name in known else near(check.name, known)
    if meant:
        sentence = (
            f"{placed.name!r} asks for {check.name!r}, which is no fact, status or condition."
        )
        patch = [put(path, meant[0])] if len(meant) == 1 else []
        fix = did_you_mean(meant)
        yield error("unknown_name", path, sentence, fix, name=check.name, near=meant, patch=patch)
    elif not _holds_for_nothing(claim, check):
        if placed.is_about_event(claim) and placed.is_granted:
            return
        bearer = "a target of it" if is_target else repr(placed.owner.name)
        sentence = f"{placed.name!r} needs {claim.words}, but nothing puts it on {bearer}."
        fix = f"Add an action that applies {check.name!r}, or remove the requirement."
        severity = note if check.name in survey.profile.conditions else warning
        yield severity("never_set", path, sentence, fix, name=check.name)
    elif not survey.profile.conditions.get(check.name) and check.name not in known:
        sentence = f"{placed.name!r} asks for {check.name!r}, which nobody ever has here."
        yield note("unknown_name", path, sentence, "Remove it if it is a slip.", name=check.name)


def _holds_for_nothing(claim: Claim, check: SelfCondition) -> bool:
    """Is it met by somebody who has none of it?"""
    value = check.value
    holds = {
        "<": value > 0, "<=": value >= 0, "==": value == 0, "!=": value != 0, ">=": value <= 0,
        ">": value < 0,
    }[check.op]  # fmt: skip
    return holds == claim.wanted


def _asked(placed: Placed, claim: Claim) -> Group:
    """Who a target is: of the action, or of the event that is answered."""
    return EVERYBODY if placed.is_about_event(claim) else placed.targets


def _tag(
    placed: Placed, claim: Claim, check: HasTag, possible: list[Possible]
) -> Iterator[Finding]:
    if not claim.wanted or (placed.is_about_event(claim) and placed.is_granted):
        return
    owner = placed.owner
    whom = {
        "self": owner.itself,
        "target": _asked(placed, claim),
        "any_enemy": owner.group("enemy"),
        "any_ally": owner.group("ally"),
    }[check.on]
    by = owner if check.by_self else None
    if any(one.bears_tag(check.tag, whom, by) for one in possible):
        return
    tags = {tag for one in possible for mark in one.marks for tag in mark.tags}
    tags |= {tag for one in possible for f in one.meeting.fighters for tag in f.combatant.tags}
    path = (*claim.path, "tag")
    meant = [] if check.tag in tags else near(check.tag, tags)
    patch = [put(path, meant[0])] if len(meant) == 1 else []
    on = check.on.replace("_", " ")
    sentence = f"{placed.name!r} needs the tag {check.tag!r} on {on}, and nothing puts it there."
    if check.by_self:
        sentence = f"{placed.name!r} needs the tag {check.tag!r} on {on}, put there by itself; "
        sentence += f"no action of {owner.name!r} does that."
    fix = (
        did_you_mean(meant)
        or f"Apply a status with the tag {check.tag!r}, or drop the requirement."
    )
    severity = note if not meant and _is_a_kind(check) else warning
    yield severity("tag_never_set", path, sentence, fix, tag=check.tag, near=meant, patch=patch)


def _is_a_kind(check: HasTag) -> bool:
    """Does the tag say what kind of creature somebody is? Then it depends on whom one meets."""
    if check.on not in ("target", "any_enemy") or check.by_self:
        return False
    return any(check.tag in one.tags for one in the_library().combatants().values())
