"""Numbers that do not mean what they seem to mean: recharges that never happen, variables that are
always 0, dice that are rolled twice, saves without a DC."""

from __future__ import annotations

from collections.abc import Iterator

from turnwright.core.suggestions import joined
from turnwright.skirmish.model import scenario
from turnwright.skirmish.model.formula import Formula, parse, typed
from turnwright.skirmish.model.parsed_document import Path

from .action_entry import ActionEntry
from .finding import Finding, error, note, put, warning
from .scenario_survey import Participant, ScenarioSurvey

LASTING = (scenario.Apply, scenario.Spawn, scenario.Transform)
"""Effects with a status."""


def check(survey: ScenarioSurvey) -> Iterator[Finding]:
    """Find numbers that do not mean what they seem to mean."""
    for participant in survey.participants:
        path = (*participant.path, "initiative")
        yield from _leading_check(survey, path, participant.combatant.initiative, participant.name)
        for entry in participant.entries:
            yield from _recharge(survey, entry)
            yield from _dice(entry)
            yield from _statuses(entry)
            for located in entry.effects():
                if isinstance(located.effect, scenario.Attack):
                    where = (*located.path, "to_hit")
                    yield from _leading_check(survey, where, located.effect.to_hit, entry.name)
        yield from _same_names(participant)


def _leading_check(
    survey: ScenarioSurvey, path: Path, dice: scenario.Dice, name: str
) -> Iterator[Finding]:
    """`1d20+5` where the d20 is rolled anyway."""
    roll = survey.profile.check
    first = parse(roll).terms[:1]
    is_die = bool(first) and first[0].sides > 1
    if is_die and isinstance(dice, str) and parse(dice).terms[:1] == first:
        rest = Formula(parse(dice).terms[1:])
        flat = rest.flat
        sentence = (
            f"{name!r} rolls {roll} twice: it is always rolled, and {dice!r} adds another one."
        )
        bonus = "0" if not rest.terms else str(flat) if flat is not None else "the rest of it"
        patch = [put(path, flat)] if flat is not None else []
        yield warning("second_die", path, sentence, f"Write only the bonus: {bonus}.", patch=patch)


RESETS = ("", "turn", "round", "encounter", "short rest", "long rest")


def _recharge(survey: ScenarioSurvey, entry: ActionEntry) -> Iterator[Finding]:
    action, path = entry.action, entry.path
    die = survey.profile.recharge_die
    if action.recharge is not None and action.recharge > die:
        sentence = (
            f"{entry.name!r} recharges on {action.recharge} or more, but the die has {die} sides."
        )
        fix = f"Write a number up to {die}, or limit its uses per encounter."
        yield warning("never_recharges", (*path, "recharge"), sentence, fix)
    if action.recharge is not None and action.cooldown is not None:
        sentence = f"{entry.name!r} has a recharge and a cooldown, but only the cooldown counts."
        yield warning("recharge_unused", (*path, "recharge"), sentence, "Keep one of the two.")
    uses = action.uses
    if uses is None:
        return
    if uses.per not in RESETS:
        sentence = f"The uses of {entry.name!r} reset per {uses.per!r}, which never happens."
        fix = f"Write one of {joined(RESETS[1:], 'or')}."
        yield error("unknown_reset", (*path, "uses", "per"), sentence, fix)
    elif (action.recharge or action.cooldown) and uses.per in ("turn", "round"):
        sentence = f"{entry.name!r} has uses per {uses.per}, but its recharge is a stricter limit."
        yield note("uses_unused", (*path, "uses"), sentence, "Remove the uses.")
    elif (action.recharge or action.cooldown) and uses.amount == 1:
        sentence = (
            f"{entry.name!r} has one use per {uses.per or 'run'}, so its recharge never matters."
        )
        yield warning("recharge_unused", (*path, "uses"), sentence, "Keep one of the two.")


def _dice(entry: ActionEntry) -> Iterator[Finding]:
    """Variables in formulas that are always 0 there."""
    action = entry.action
    has_levels = any(cost.level is not None for cost in action.cost)
    has_variable = any(cost.variable is not None or cost.formula for cost in action.cost)
    known = {
        "margin": True, "": True, "level": has_levels or bool(action.level), "spent": has_variable,
        "slot_level": has_levels, "value": entry.is_reaction,
    }  # fmt: skip
    reasons = {
        "spent": "none of its costs is variable",
        "slot_level": "none of its costs has a level",
        "value": "it is not a reaction",
        "level": "it has no level",
    }
    written = [((*entry.path, "targets", "count"), action.targets.count)]
    for located in entry.effects():
        for name in (
            "damage", "add", "amount", "times", "distance", "to_hit", "reduce", "dc", "stacks",
            "multiply",
        ):  # fmt: skip
            value = getattr(located.effect, name, 0) or 0
            parts = value if isinstance(value, tuple) else (value,)
            written += [
                ((*located.path, name), part) for part in parts if not isinstance(part, float)
            ]
        if isinstance(located.effect, scenario.Apply):
            path = (*located.path, "status", "temporary_hp")
            written.append((path, located.effect.status.temporary_hp))
    for path, dice in written:
        for term in typed(dice)[0].terms:
            names = term.expression.variables if term.expression is not None else {term.variable}
            for word in sorted(names):
                if known[word]:
                    continue
                sentence = f"{word!r} in {dice!r} of {entry.name!r} is always 0: "
                sentence += f"{reasons[word]}."
                fix = "Write a number, or add what the variable refers to."
                yield warning("unbound_word", path, sentence, fix, word=word)


def _statuses(entry: ActionEntry) -> Iterator[Finding]:
    for located in entry.effects():
        if not isinstance(located.effect, LASTING):
            continue
        status, path = located.effect.status, (*located.path, "status")
        repeat = status.repeat_save
        if repeat is not None and repeat.dc is None and not located.follows_save:
            sentence = f"{status.name!r} repeats the save that applied it, but no save applies it."
            fix = "Write the dc of the repeated save."
            yield warning("no_dc", (*path, "repeat_save", "dc"), sentence, fix)
        for name in ("heal_each_turn", "damage_each_turn"):
            for term in typed(getattr(status, name))[0].terms:
                names = [term.variable] if term.variable else []
                if term.expression is not None:
                    names = sorted(term.expression.variables)
                for word in names:
                    sentence = f"{word!r} is always 0 in the {name} of {status.name!r}."
                    yield warning(
                        "unbound_word", (*path, name), sentence, "Write a number or dice."
                    )
    if entry.action.concentration and not any(
        isinstance(located.effect, LASTING) for located in entry.effects()
    ):
        sentence = f"{entry.name!r} needs concentration, but applies no status."
        path = (*entry.path, "concentration")
        patch = [put(path, False)]
        yield warning("empty_concentration", path, sentence, "Remove concentration.", patch=patch)


def _same_names(participant: Participant) -> Iterator[Finding]:
    """Two actions with one name share their uses and their recharge."""
    first: dict[str, ActionEntry] = {}
    for entry in participant.entries:
        other = first.setdefault(entry.name, entry)
        if other is entry or other.action == entry.action or entry.name == scenario.END_TURN:
            continue
        counters = [a.uses or a.recharge or a.cooldown for a in (other.action, entry.action)]
        if any(counters):
            sentence = f"Two different actions are named {entry.name!r}, so they share their uses."
            fix = "Rename one of them, unless this is intended."
            yield warning("same_name", (*entry.path, "name"), sentence, fix)
