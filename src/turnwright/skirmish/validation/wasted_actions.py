"""Actions that are valid too often: buffs cast again while they last, heals for those who are not hurt,
concentration that ends concentration; and actions aimed at the wrong side."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from turnwright.core.rules.requirement import HasTag, LastEvent, Not, SelfCondition, TargetCondition
from turnwright.core.rules.timing import Setup
from turnwright.skirmish.model import scenario
from turnwright.skirmish.model.formula import typed
from turnwright.skirmish.model.vocabulary import fact_named

from .action_in_list import Placed
from .finding import Finding, append, put, quoted, warning
from .scenario_survey import Survey
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


def check(survey: Survey) -> Iterator[Finding]:
    for placed in survey.placed:
        if placed.is_main:
            yield from _again(placed)
        yield from _unhurt(placed)
        yield from _wrong_side(placed)
    for fighter in survey.fighters:
        yield from _concentration(fighter.every)


def asked_names(placed: Placed) -> set[str]:
    """The facts, statuses and tags that its requirements speak of."""
    names: set[str] = set()
    for claim in placed.claims():
        if isinstance(claim.check, SelfCondition):
            names.add(fact_named(claim.check.name))
        elif isinstance(claim.check, HasTag):
            names.add(claim.check.tag)
        elif isinstance(claim.check, LastEvent):
            names |= set(claim.check.events)
    return names


def statuses(placed: Placed) -> list[scenario.Status]:
    return [s.effect.status for s in placed.spots() if isinstance(s.effect, scenario.Apply)]


def _words_of(status: scenario.Status) -> set[str]:
    return {status.name, *status.conditions, *status.tags}


def _lasts(status: scenario.Status) -> bool:
    """For longer than until the next turn?"""
    duration = status.duration
    if duration.until in ("end of turn", "next attack made", "next attack taken"):
        return False
    return duration.turns is None or duration.turns > 1


# --- again and again -----------------------------------------------------------------------------


def _again(placed: Placed) -> Iterator[Finding]:
    """An action that only brings statuses that last, with nothing to keep it from being used again."""
    effects = placed.action.effect
    brought = statuses(placed)
    if not brought or not isinstance(effects, tuple) or not all(_lasts(s) for s in brought):
        return
    if not all(_only_applies(effect) for effect in effects) or not is_unlimited(placed):
        return
    names = asked_names(placed)
    words = {word for status in brought for word in _words_of(status)}
    if names & (words | {"is_concentrating", "round"}) or any(n.startswith("used:") for n in names):
        return
    if not placed.action.cost:
        return
    status = brought[0]
    is_own = placed.action.targets.who == "self" or all(
        getattr(effect, "to", "") == "self" for effect in effects
    )
    if placed.action.concentration:
        guard: Not = Not(SelfCondition("is_concentrating"))
    else:
        guard = Not((SelfCondition if is_own else TargetCondition)(status.name))
    sentence = f"Nothing keeps {placed.name!r} from being used again while {status.name!r} lasts."
    fix = f"Require {guard.describe()}."
    patch = [append((*placed.path, "requires"), placed.action.requires, guard)]
    yield warning("again", placed.path, sentence, fix, status=status.name, patch=patch)


def _only_applies(effect: scenario.Effect) -> bool:
    if isinstance(effect, scenario.Save):
        follow = (*effect.on_fail, *effect.on_success)
        return not effect.damage and all(_only_applies(one) for one in follow)
    return isinstance(effect, scenario.Apply)


def _unhurt(placed: Placed) -> Iterator[Finding]:
    """A heal that does not ask whether anybody is hurt."""
    effects = placed.action.effect
    if (
        placed.is_reaction
        or placed.action.targets.state == "down"
        or not isinstance(effects, tuple)
    ):
        return
    heals = [e for e in effects if isinstance(e, scenario.Heal) and not e.temporary]
    if not heals or len(heals) < len(effects):
        return
    names = asked_names(placed)
    if names & {*HEALTH, "DamageTaken"}:
        return
    is_own = placed.action.targets.who == "self" or all(heal.to == "self" for heal in heals)
    kind = SelfCondition if is_own else TargetCondition
    guard = kind("hp_percent", "<=", 50)
    sentence = f"{placed.name!r} heals also when nobody is hurt: nothing asks for hit points."
    fix = f"Require {guard.describe()}, or another share."
    patch = [append((*placed.path, "requires"), placed.action.requires, guard)]
    yield warning("heals_unhurt", placed.path, sentence, fix, patch=patch)


# --- concentration -------------------------------------------------------------------------------


def _concentration(entries: list[Placed]) -> Iterator[Finding]:
    """Several actions that need concentration, where one may end another."""
    held = [placed for placed in entries if placed.action.concentration]
    loose = [placed for placed in held if _ends_another(placed, held)]
    if not loose:
        return
    guard = Not(SelfCondition("is_concentrating"))
    everything = quoted(placed.name for placed in held)
    some = quoted((placed.name for placed in loose), "or")
    sentence = f"{everything} need concentration, and nothing keeps {some} from ending another."
    fix = f"Require {guard.describe()} for {some}, unless it is meant to replace."
    patch = [append((*one.path, "requires"), one.action.requires, guard) for one in loose]
    path = (*loose[0].path, "concentration")
    names = [placed.name for placed in held]
    yield warning("double_concentration", path, sentence, fix, actions=names, patch=patch)


def _ends_another(placed: Placed, held: list[Placed]) -> bool:
    """May it be used while something else is concentrated on?"""
    names = asked_names(placed)
    if "is_concentrating" in names or isinstance(placed.action.timing, Setup):
        return False
    return any(
        other.name != placed.name and not any(names & _words_of(one) for one in statuses(other))
        for other in held
    )


# --- the wrong side ------------------------------------------------------------------------------


def _wrong_side(placed: Placed) -> Iterator[Finding]:
    targets = placed.action.targets
    path = (*placed.path, "targets")
    for spot in placed.spots():
        effect = spot.effect
        if spot.whom != placed.targets:
            continue
        if targets.who == "enemy" and _helps(effect):
            word = scenario.effect_name(effect)
            sentence = f"{word} of {placed.name!r} is good for its targets, and these are enemies."
            fix = "Set targets.who to ally or self: enemies are only the default."
            patch = [put(path, _aimed(targets, "ally"))]
            yield warning("helps_enemy", path, sentence, fix, patch=patch)
            return
        if targets.who in ("ally", "other ally", "self") and isinstance(effect, scenario.Attack):
            sentence = f"{placed.name!r} attacks its own side: its targets are {targets.who!r}."
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
    return _good(effect.status) > 0 and _bad(effect.status) == 0


def _good(status: scenario.Status) -> int:
    """How many things a status makes better for its bearer."""
    numbers = (status.to_hit, status.damage, status.save, status.reduction, status.heal_each_turn)
    better = sum(_mean(value) > 0 for value in numbers)
    better += (status.ac > 0) + (status.dc > 0) + (status.dealt > 1) + (status.taken < 1)
    better += (status.attacks == "advantage") + (status.saves == "advantage")
    better += sum(
        lean == "disadvantage"
        for lean in (status.attacked, status.attacked_in_melee, status.attacked_at_range)
    )
    return better + bool(status.resist) + bool(status.immune) + bool(status.gain)


def _bad(status: scenario.Status) -> int:
    numbers = (status.to_hit, status.damage, status.save)
    worse = sum(_mean(value) < 0 for value in numbers)
    worse += (status.ac < 0) + (status.dc < 0) + (status.dealt < 1) + (status.taken > 1)
    worse += (status.attacks == "disadvantage") + (status.saves == "disadvantage")
    worse += sum(
        lean == "advantage"
        for lean in (status.attacked, status.attacked_in_melee, status.attacked_at_range)
    )
    harms = (status.conditions, status.vulnerable, status.fails, status.damage_each_turn)
    flags = (status.incapacitated, status.no_reactions, status.no_movement)
    return worse + sum(map(bool, harms)) + sum(flags)


def _mean(value: scenario.Dice) -> float:
    return typed(value)[0].mean({"spent": 1, "slot_level": 1, "value": 1})
