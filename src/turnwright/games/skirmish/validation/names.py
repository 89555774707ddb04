"""Names that mean nothing where they stand: resources, facts, statuses, tags, events, damage types."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from turnwright.core.requirement import (
    Custom, HasResource, HasTag, LastEvent, SelfCondition, TargetCondition,
)  # fmt: skip
from turnwright.core.timing import Reaction

from .. import model
from ..formula import typed
from ..words import ALIASES, EVENTS, MELEE, SELF_FACTS, SPELL, TARGET_FACTS, event_named, fact_named
from .demand import families, family_of
from .finding import (
    Finding, Path, did_you_mean, drop, error, listed, near, note, put, quoted, swap, warning,
)  # fmt: skip
from .possible import Possible
from .survey import EVERYBODY, Claim, Fighter, Group, Placed, Survey

DAMAGE_TYPES = (
    "acid", "bludgeoning", "cold", "fire", "force", "lightning", "necrotic", "piercing", "poison",
    "psychic", "radiant", "slashing", "thunder",
)  # fmt: skip
"""Only to recognise slips of the pen: any word may be a type of damage."""


def check(survey: Survey, possible: dict[int, Possible]) -> Iterator[Finding]:
    for fighter in survey.fighters:
        for path, name in fighter.unresolved:
            known = [*survey.scenario.actions, model.END_TURN]
            sentence = f"There is no action {name!r}."
            yield error("unknown_action", path, sentence, did_you_mean(near(name, known)), name=name)
        for placed in fighter.every:
            yield from _resources(placed)
            yield from _events(placed)
            yield from _tags(placed)
            for claim in placed.claims():
                yield from _claim(survey, placed, claim, [possible[id(m)] for m in fighter.meetings])
            yield from _effects(survey, placed, [possible[id(m)] for m in fighter.meetings])
        yield from _conditions(survey, fighter)
    yield from _surprised(survey)
    yield from _damage_types(survey)
    yield from _abilities(survey)


# --- resources -----------------------------------------------------------------------------------


def _resources(placed: Placed) -> Iterator[Finding]:
    owner = placed.owner
    held = families(owner)
    for path, cost in placed.costs():
        family, level = family_of(cost.key)
        top = cost.top if cost.allow_upcast else level
        if any(level <= n <= top for n in held.get(family, ())):
            continue
        yield _unknown_pool(path, cost.key, placed, is_family=cost.level is not None)
    for claim in placed.claims():
        if isinstance(claim.check, HasResource) and claim.check.key not in _keys(owner):
            yield _unknown_pool(claim.path, claim.check.key, placed, field="key")


def _keys(fighter: Fighter) -> set[str]:
    """All pools of a fighter, those of single actions too."""
    own = {key for placed in fighter.every for key in placed.action.pools}
    ready = {p.action.ready_key for p in fighter.every if p.action.recharge or p.action.cooldown}
    return {*fighter.pools, *own, *ready}


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
        patch = [_new_pool(owner, key, model.PoolSize(max=3, reset="turn"))]
    else:
        fix = f"Add {key!r} to its pools, or change the price."
        patch = [_new_pool(owner, key, model.PoolSize(max=1))]
    data = {"key": key, "near": meant}
    return error("unknown_resource", path, f"{sentence}.", fix, **data, patch=patch)


def _new_pool(owner: Fighter, key: str, size: model.PoolSize) -> dict[str, object]:
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
    patch = [(swap if isinstance(path[-1], int) else put)(path, meant[0])] if len(meant) == 1 else []
    sentence = f"{placed.name!r} waits for {name!r}, which is no event."
    yield error("unknown_event", path, sentence, fix, name=name, near=meant, patch=patch)


def _tags(placed: Placed) -> Iterator[Finding]:
    """Tags that mean something, written in another way."""
    for index, tag in enumerate(placed.action.tags):
        for word in (SPELL, MELEE):
            if tag != word and tag.casefold() == word.casefold():
                path = (*placed.path, "tags", index)
                sentence = f"{placed.name!r} has the tag {tag!r}; the one with a meaning is {word!r}."
                yield warning(
                    "tag_spelling", path, sentence, f"Write {word!r}.", patch=[swap(path, word)]
                )


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
        sentence = f"{placed.name!r} asks for {check.name!r}, which is no fact, status or condition."
        patch = [put(path, meant[0])] if len(meant) == 1 else []
        fix = did_you_mean(meant)
        yield error("unknown_name", path, sentence, fix, name=check.name, near=meant, patch=patch)
    elif not _holds_for_nothing(claim, check):
        bearer = "a target of it" if is_target else repr(placed.owner.name)
        sentence = f"{placed.name!r} needs {claim.words}, but nothing puts it on {bearer}."
        fix = f"Add an action that applies {check.name!r}, or remove the requirement."
        yield warning("never_set", path, sentence, fix, name=check.name)
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
    return placed.targets if claim.path[len(placed.path)] == "requires" else EVERYBODY


def _tag(
    placed: Placed, claim: Claim, check: HasTag, possible: list[Possible]
) -> Iterator[Finding]:
    if not claim.wanted:
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
    fix = did_you_mean(meant) or f"Apply a status with the tag {check.tag!r}, or drop the requirement."
    yield warning("tag_never_set", path, sentence, fix, tag=check.tag, near=meant, patch=patch)


# --- effects -------------------------------------------------------------------------------------


def _effects(survey: Survey, placed: Placed, possible: list[Possible]) -> Iterator[Finding]:
    if isinstance(placed.action.effect, str):
        sentence = f"The effect of {placed.name!r} is the name {placed.action.effect!r}."
        fix = "Write the effects out as a list."
        yield error("unknown_effect", (*placed.path, "effect"), sentence, fix)
    for path, effect, _ in placed.spots():
        whom = placed.whom(effect)
        if isinstance(effect, model.Gain | model.Lose):
            yield from _receives(placed, path, effect, whom, possible)
        elif isinstance(effect, model.Remove):
            yield from _removes(placed, path, effect, whom, possible)
        elif isinstance(effect, model.Grant):
            yield from _grants(placed, path, effect, whom, possible)


def _receives(
    placed: Placed, path: Path, effect: model.Gain | model.Lose, whom: Group, possible: list[Possible]
) -> Iterator[Finding]:
    theirs = [f for one in possible for f in one.meeting.members(whom)]
    if any(effect.resource in _keys(fighter) for fighter in theirs):
        return
    meant = near(effect.resource, {key for fighter in theirs for key in fighter.pools})
    patch = [put((*path, "resource"), meant[0])] if len(meant) == 1 else []
    verb = "gives" if isinstance(effect, model.Gain) else "takes"
    sentence = f"{placed.name!r} {verb} {effect.resource!r}, but nobody it meets has such a pool."
    fix = did_you_mean(meant) or f"Add {effect.resource!r} to somebody's pools."
    data = {"key": effect.resource, "near": meant, "patch": patch}
    yield error("unknown_resource", (*path, "resource"), sentence, fix, **data)


def _removes(
    placed: Placed, path: Path, effect: model.Remove, whom: Group, possible: list[Possible]
) -> Iterator[Finding]:
    if not effect.status and not effect.tag:
        sentence = f"{placed.name!r} removes nothing: neither a status nor a tag is named."
        yield warning("removes_nothing", path, sentence, "Name the status, or a tag that it brings.")
        return
    if effect.status and not any(one.bears(effect.status, whom) for one in possible):
        what, word, field = "status", effect.status, "status"
    elif effect.tag and not any(one.bears_tag(effect.tag, whom) for one in possible):
        what, word, field = "tag", effect.tag, "tag"
    else:
        return
    marks = [mark for one in possible for mark in one.marks]
    known = {name for mark in marks for name in (mark.names if field == "status" else mark.tags)}
    meant = near(word, known - {word})
    sentence = f"{placed.name!r} removes the {what} {word!r}, which nobody it meets ever has."
    patch = [put((*path, field), meant[0])] if len(meant) == 1 else []
    severity = warning if meant else note
    yield severity(
        "removes_nothing", (*path, field), sentence, did_you_mean(meant), near=meant, patch=patch
    )


def _grants(
    placed: Placed, path: Path, effect: model.Grant, whom: Group, possible: list[Possible]
) -> Iterator[Finding]:
    theirs = [a for one in possible for f in one.meeting.members(whom) for a in f.every]
    if any(effect.tag in other.action.tags for other in theirs if other is not placed):
        return
    meant = near(effect.tag, {tag for other in theirs for tag in other.action.tags})
    sentence = (
        f"{placed.name!r} lets somebody use an action with the tag {effect.tag!r}, "
        "but nobody it meets has one."
    )
    fix = did_you_mean(meant) or f"Give an action the tag {effect.tag!r}."
    patch = [put((*path, "tag"), meant[0])] if len(meant) == 1 else []
    yield warning("grants_nothing", (*path, "tag"), sentence, fix, tag=effect.tag, patch=patch)


# --- conditions, types, abilities, surprise ------------------------------------------------------


def _conditions(survey: Survey, fighter: Fighter) -> Iterator[Finding]:
    if not survey.knows_rules:
        return
    known = survey.profile.conditions
    named: list[tuple[Path, str]] = [
        ((*fighter.path, "condition_immune", i), name)
        for i, name in enumerate(fighter.combatant.condition_immune)
    ]
    for path, status in statuses_of(fighter):
        named += [((*path, "conditions", i), name) for i, name in enumerate(status.conditions)]
        named += [((*path, "gain", key), "") for key in ()]
    for path, name in named:
        if name not in known:
            meant = near(name, known)
            fix = did_you_mean(meant) or f"{survey.profile.name} knows {listed(sorted(known) or ['none'])}."
            patch = [swap(path, meant[0])] if len(meant) == 1 else []
            sentence = f"The rules {survey.profile.name!r} know no condition {name!r}."
            yield error("unknown_condition", path, sentence, fix, name=name, near=meant, patch=patch)


def statuses_of(fighter: Fighter) -> Iterator[tuple[Path, model.Status]]:
    """The statuses that a fighter has or may put on somebody."""
    for index, trait in enumerate(fighter.combatant.traits):
        yield (*fighter.path, "traits", index), trait
    for placed in fighter.every:
        for spot in placed.spots():
            if isinstance(spot.effect, model.Apply):
                yield (*spot.path, "status"), spot.effect.status


def _surprised(survey: Survey) -> Iterator[Finding]:
    if survey.scenario.day and survey.scenario.surprised:
        sentence = "With a day of encounters, each of them says who is surprised; this does not count."
        patch = [drop(("surprised",))]
        fix = "Move it to the encounter that is meant."
        yield warning("surprise_ignored", ("surprised",), sentence, fix, patch=patch)
    for meeting in survey.meetings:
        known = {name for fighter in meeting.fighters for name in _names_of(survey, fighter)}
        for index, name in enumerate(meeting.surprised):
            if name in known:
                continue
            path = (*meeting.path, "surprised", index)
            meant = near(name, known)
            patch = [swap(path, meant[0])] if len(meant) == 1 else []
            sentence = f"{name!r} is surprised, but nobody here is called that."
            fix = did_you_mean(meant) or f"Name a side or a combatant: {quoted(sorted(known))}."
            yield error("unknown_surprised", path, sentence, fix, near=meant, patch=patch)


def _names_of(survey: Survey, fighter: Fighter) -> Iterator[str]:
    """What a fighter may be called: by side, by kind, or as one of several."""
    yield survey.side_name(fighter)
    yield fighter.name
    if fighter.combatant.count > 1:
        yield from (f"{fighter.name} {n + 1}" for n in range(fighter.combatant.count))


def _damage_types(survey: Survey) -> Iterator[Finding]:
    written = list(_written_types(survey))
    guarded = {word for path, word in written if "damage" not in path and "add" not in path}
    dealt = {word for path, word in written if word not in guarded}
    known = set(DAMAGE_TYPES)
    for path, word in written:
        if not word or word == "*" or word in known or (word in guarded and word in dealt):
            continue
        others = known | {w for _, w in written if w != word and _count(written, w) > 1}
        meant = near(word, others)
        if meant:
            sentence = f"{word!r} is not a type of damage that anything else knows."
            yield warning("damage_type", path, sentence, did_you_mean(meant), near=meant)


def _count(written: Iterable[tuple[Path, str]], word: str) -> int:
    return sum(other == word for _, other in written)


def _written_types(survey: Survey) -> Iterator[tuple[Path, str]]:
    for fighter in survey.fighters:
        holders: list[tuple[Path, object]] = [(fighter.path, fighter.combatant)]
        holders += statuses_of(fighter)
        for path, holder in holders:
            for field in ("resist", "immune", "vulnerable"):
                for index, word in enumerate(getattr(holder, field)):
                    yield (*path, field, index), word.lower()
        for placed in fighter.every:
            for spot in placed.spots():
                for field in ("damage", "add"):
                    damage = getattr(spot.effect, field, 0)
                    for one in damage if isinstance(damage, tuple) else (damage,):
                        yield (*spot.path, field), typed(one)[1]


def _abilities(survey: Survey) -> Iterator[Finding]:
    """Saves of an ability for which nobody has a number of its own."""
    listed_saves = {key.lower() for fighter in survey.fighters for key in fighter.combatant.saves}
    if not listed_saves:
        return
    told: set[str] = set()
    for placed in survey.placed:
        for spot in placed.spots():
            if not isinstance(spot.effect, model.Save):
                continue
            word = spot.effect.ability.lower()
            if not word or word in listed_saves or word in told:
                continue
            told.add(word)
            path = (*spot.path, "ability")
            meant = near(word, listed_saves) if word not in ABILITIES else []
            if meant:
                sentence = f"{placed.name!r} asks for a save of {word!r}, which nobody lists."
                fix = did_you_mean(meant)
                yield warning("unknown_ability", path, sentence, fix, patch=[put(path, meant[0])])
            else:
                sentence = f"Nobody lists a save of {word!r}: the general bonus is used for it."
                yield note("general_save", path, sentence, f"Add {word!r} to somebody's saves.")


ABILITIES = ("str", "dex", "con", "int", "wis", "cha")
