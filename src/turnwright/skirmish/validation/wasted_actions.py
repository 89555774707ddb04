"""Actions that are wasted: buffs that are cast again while they last, heals for the unhurt,
concentration that ends concentration, and actions that are aimed at the wrong side."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from turnwright.core.rules.requirement import HasTag, LastEvent, Not, SelfCondition, TargetCondition
from turnwright.core.rules.timing import Setup
from turnwright.skirmish.model import scenario
from turnwright.skirmish.model.formula import typed
from turnwright.skirmish.model.vocabulary import COUNT, fact_named

from .action_entry import ActionEntry
from .finding import Finding, append, put, quoted, warning
from .scenario_survey import ScenarioSurvey
from .unreachable_entries import is_unlimited

HEALTH = (
    "hp",
    "missing_hp",
    "hp_percent",
    "is_up",
    "is_down",
    "lowest_ally_percent",
    "allies_down",
)


def check(survey: ScenarioSurvey) -> Iterator[Finding]:
    """Find actions that are valid too often, or aimed at the wrong side."""
    for entry in survey.entries:
        if entry.is_turn_action:
            yield from _repeated(entry)
        yield from _unhurt(entry)
        yield from _wrong_side(entry)
    for participant in survey.participants:
        yield from _concentration(participant.entries)


def required_names(entry: ActionEntry) -> set[str]:
    """Return the facts, statuses and tags in its requirements."""
    names: set[str] = set()
    for literal in entry.literals():
        if isinstance(literal.check, SelfCondition):
            names.add(fact_named(literal.check.name))
        elif isinstance(literal.check, HasTag):
            names.add(literal.check.tag)
        elif isinstance(literal.check, LastEvent):
            names |= set(literal.check.events)
    return names


def statuses(entry: ActionEntry) -> list[scenario.Status]:
    """Return the statuses that an action applies."""
    return [s.effect.status for s in entry.effects() if isinstance(s.effect, scenario.Apply)]


def _names_of(status: scenario.Status) -> set[str]:
    return {status.name, *status.conditions, *status.tags}


def _lasts(status: scenario.Status) -> bool:
    """Does it last longer than until the next turn?"""
    duration = status.duration
    if duration.until == "end of turn" or duration.until.startswith("next "):
        return False
    return duration.turns is None or duration.turns > 1


# --- repeated buffs -------------------------------------------------------------------------------


def _repeated(entry: ActionEntry) -> Iterator[Finding]:
    """An action that only applies lasting statuses, and may be used again while they last."""
    effects = entry.action.effect
    applied = statuses(entry)
    if not applied or not isinstance(effects, tuple) or not all(_lasts(s) for s in applied):
        return
    if not all(_only_applies(effect) for effect in effects) or not is_unlimited(entry):
        return
    names = required_names(entry)
    words = {word for status in applied for word in _names_of(status)}
    if names & (words | {"is_concentrating", "round"}) or any(
        n.startswith(("used:", COUNT)) for n in names
    ):
        return
    if not entry.action.cost:
        return
    status = applied[0]
    is_own = entry.action.targets.who == "self" or all(
        getattr(effect, "to", "") == "self" for effect in effects
    )
    if entry.action.concentration:
        guard: Not = Not(SelfCondition("is_concentrating"))
    else:
        guard = Not((SelfCondition if is_own else TargetCondition)(status.name))
    sentence = f"{entry.name!r} is used again while {status.name!r} lasts."
    fix = f"Require {guard.describe()}."
    patch = [append((*entry.path, "requires"), entry.action.requires, guard)]
    yield warning("again", entry.path, sentence, fix, status=status.name, patch=patch)


def _only_applies(effect: scenario.Effect) -> bool:
    if isinstance(effect, scenario.Save):
        follow = (*effect.on_fail, *effect.on_success)
        return not effect.damage and all(_only_applies(one) for one in follow)
    return isinstance(effect, scenario.Apply)


def _unhurt(entry: ActionEntry) -> Iterator[Finding]:
    """A heal without a requirement about hit points."""
    effects = entry.action.effect
    if entry.is_reaction or entry.action.targets.state == "down" or not isinstance(effects, tuple):
        return
    heals = [e for e in effects if isinstance(e, scenario.Heal) and not e.temporary]
    if not heals or len(heals) < len(effects):
        return
    names = required_names(entry)
    if names & {*HEALTH, "DamageTaken"}:
        return
    is_own = entry.action.targets.who == "self" or all(heal.to == "self" for heal in heals)
    kind = SelfCondition if is_own else TargetCondition
    guard = kind("hp_percent", "<=", 50)
    sentence = (
        f"{entry.name!r} is also used when nobody is hurt: no requirement is about hit points."
    )
    fix = f"Require {guard.describe()}, or another percentage."
    patch = [append((*entry.path, "requires"), entry.action.requires, guard)]
    yield warning("heals_unhurt", entry.path, sentence, fix, patch=patch)


# --- concentration --------------------------------------------------------------------------------


def _concentration(entries: list[ActionEntry]) -> Iterator[Finding]:
    """Several actions that need concentration, of which one may end another."""
    held = [entry for entry in entries if entry.action.concentration]
    unguarded = [entry for entry in held if _ends_another(entry, held)]
    if not unguarded:
        return
    guard = Not(SelfCondition("is_concentrating"))
    all_names = quoted(entry.name for entry in held)
    some = quoted((entry.name for entry in unguarded), "or")
    sentence = f"{all_names} need concentration, and {some} may end the concentration on another."
    fix = f"Require {guard.describe()} for {some}, unless it is intended to replace the other."
    patch = [append((*one.path, "requires"), one.action.requires, guard) for one in unguarded]
    path = (*unguarded[0].path, "concentration")
    names = [entry.name for entry in held]
    yield warning("double_concentration", path, sentence, fix, actions=names, patch=patch)


def _ends_another(entry: ActionEntry, held: list[ActionEntry]) -> bool:
    """May it be used while its owner concentrates on another action?"""
    names = required_names(entry)
    if "is_concentrating" in names or isinstance(entry.action.timing, Setup):
        return False
    return any(
        other.name != entry.name and not any(names & _names_of(one) for one in statuses(other))
        for other in held
    )


# --- the wrong side -------------------------------------------------------------------------------


def _wrong_side(entry: ActionEntry) -> Iterator[Finding]:
    targets = entry.action.targets
    path = (*entry.path, "targets")
    for located in entry.effects():
        effect = located.effect
        if located.recipients != entry.targets:
            continue
        if targets.who == "enemy" and _helps(effect):
            word = scenario.effect_name(effect)
            sentence = f"{word} of {entry.name!r} helps its targets, but these are enemies."
            fix = "Set targets.who to ally or self; the default is enemy."
            patch = [put(path, _aimed(targets, "ally"))]
            yield warning("helps_enemy", path, sentence, fix, patch=patch)
            return
        if targets.who in ("ally", "other ally", "self") and isinstance(effect, scenario.Attack):
            sentence = f"{entry.name!r} attacks its own side: its targets are {targets.who!r}."
            patch = [put(path, _aimed(targets, "enemy"))]
            yield warning("harms_ally", path, sentence, "Set targets.who to enemy.", patch=patch)
            return


def _aimed(targets: scenario.Targets, who: str) -> scenario.Targets:
    return msgspec.structs.replace(targets, who=who)


def _helps(effect: scenario.Effect) -> bool:
    if isinstance(effect, scenario.Heal):
        return True
    if not isinstance(effect, scenario.Apply):
        return False
    return _improvements(effect.status) > 0 and _drawbacks(effect.status) == 0


def _improvements(status: scenario.Status) -> int:
    """How many things a status improves for its bearer."""
    numbers = (
        status.to_hit, status.damage, status.save, status.reduction, status.heal_each_turn,
        status.temporary_hp,
    )  # fmt: skip
    better = sum(_mean(value) > 0 for value in numbers)
    better += (_mean(status.ac) > 0) + (_mean(status.dc) > 0)
    better += (_factor(status.dealt) > 1) + (_factor(status.taken) < 1)
    better += (status.attacks == "advantage") + (status.saves == "advantage")
    better += sum(
        mode == "disadvantage"
        for mode in (status.attacked, status.attacked_in_melee, status.attacked_at_range)
    )
    return better + bool(status.resist) + bool(status.immune) + bool(status.gain)


def _drawbacks(status: scenario.Status) -> int:
    numbers = (status.to_hit, status.damage, status.save)
    worse = sum(_mean(value) < 0 for value in numbers)
    worse += (_mean(status.ac) < 0) + (_mean(status.dc) < 0)
    worse += (_factor(status.dealt) < 1) + (_factor(status.taken) > 1)
    worse += (status.attacks == "disadvantage") + (status.saves == "disadvantage")
    worse += sum(
        mode == "advantage"
        for mode in (status.attacked, status.attacked_in_melee, status.attacked_at_range)
    )
    harms = (status.conditions, status.vulnerable, status.fails, status.damage_each_turn)
    flags = (status.incapacitated, status.no_reactions, status.no_movement)
    return worse + sum(map(bool, harms)) + sum(flags)


def _factor(value: scenario.Factor) -> float:
    return _mean(value) if isinstance(value, str) else value


def _mean(value: scenario.Dice) -> float:
    return typed(value)[0].mean({"spent": 1, "slot_level": 1, "value": 1})
