"""Numbers that are not what they look like: recharges that never come, words that are always 0, dice
that are rolled twice, saves without a DC."""

from __future__ import annotations

from collections.abc import Iterator

from turnwright.skirmish.model import scenario
from turnwright.skirmish.model.formula import Formula, parse, typed

from .action_in_list import Placed
from .finding import Finding, Path, error, listed, note, put, warning
from .scenario_survey import Fighter, Survey


def check(survey: Survey) -> Iterator[Finding]:
    for fighter in survey.fighters:
        path = (*fighter.path, "initiative")
        yield from _leading_check(survey, path, fighter.combatant.initiative, fighter.name)
        for placed in fighter.every:
            yield from _recharge(survey, placed)
            yield from _dice(placed)
            yield from _statuses(placed)
            for spot in placed.spots():
                if isinstance(spot.effect, scenario.Attack):
                    where = (*spot.path, "to_hit")
                    yield from _leading_check(survey, where, spot.effect.to_hit, placed.name)
        yield from _same_names(fighter)


def _leading_check(survey: Survey, path: Path, dice: scenario.Dice, name: str) -> Iterator[Finding]:
    """`1d20+5` where the die is rolled anyway."""
    roll = survey.profile.check
    first = parse(roll).terms[:1]
    is_die = bool(first) and first[0].sides > 1
    if is_die and isinstance(dice, str) and parse(dice).terms[:1] == first:
        rest = Formula(parse(dice).terms[1:])
        flat = rest.flat
        sentence = (
            f"{name!r} would roll {roll} twice: it is always rolled, and {dice!r} adds another."
        )
        bonus = "0" if not rest.terms else str(flat) if flat is not None else "what follows it"
        patch = [put(path, flat)] if flat is not None else []
        yield warning("second_die", path, sentence, f"Write only the bonus: {bonus}.", patch=patch)


RESETS = ("", "turn", "round", "encounter", "short rest", "long rest")


def _recharge(survey: Survey, placed: Placed) -> Iterator[Finding]:
    action, path = placed.action, placed.path
    die = survey.profile.recharge_die
    if action.recharge is not None and action.recharge > die:
        sentence = (
            f"{placed.name!r} comes back on {action.recharge} or more of a die with {die} sides."
        )
        fix = f"Write a number up to {die}, or give it uses per encounter."
        yield warning("never_recharges", (*path, "recharge"), sentence, fix)
    if action.recharge is not None and action.cooldown is not None:
        sentence = f"{placed.name!r} has a recharge and a cooldown; only the cooldown counts."
        yield warning("recharge_unused", (*path, "recharge"), sentence, "Keep one of the two.")
    uses = action.uses
    if uses is None:
        return
    if uses.per not in RESETS:
        sentence = f"The uses of {placed.name!r} come back per {uses.per!r}, which never happens."
        fix = f"Write one of {listed(RESETS[1:], 'or')}."
        yield error("unknown_reset", (*path, "uses", "per"), sentence, fix)
    elif (action.recharge or action.cooldown) and uses.per in ("turn", "round"):
        sentence = (
            f"{placed.name!r} has uses per {uses.per} beside its recharge, which allows less."
        )
        yield note("uses_unused", (*path, "uses"), sentence, "Drop the uses.")
    elif (action.recharge or action.cooldown) and uses.amount == 1:
        sentence = (
            f"{placed.name!r} has one use per {uses.per or 'run'}: it never needs its recharge."
        )
        yield warning("recharge_unused", (*path, "uses"), sentence, "Keep one of the two.")


def _dice(placed: Placed) -> Iterator[Finding]:
    """Words in formulas that are 0 where they stand."""
    action = placed.action
    has_levels = any(cost.level is not None for cost in action.cost)
    has_variable = any(cost.variable is not None for cost in action.cost)
    known = {"": True, "spent": has_variable, "slot_level": has_levels, "value": placed.is_reaction}
    reasons = {
        "spent": "no cost of it is variable",
        "slot_level": "no cost of it has a level",
        "value": "it answers no event",
    }
    written = [((*placed.path, "targets", "count"), action.targets.count)]
    for spot in placed.spots():
        for name in ("damage", "add", "amount", "times", "distance", "to_hit", "reduce"):
            value = getattr(spot.effect, name, 0)
            parts = value if isinstance(value, tuple) else (value,)
            written += [((*spot.path, name), part) for part in parts]
    for path, dice in written:
        for term in typed(dice)[0].terms:
            if not known[term.variable]:
                sentence = f"{term.variable!r} in {dice!r} of {placed.name!r} is always 0: "
                sentence += f"{reasons[term.variable]}."
                fix = "Write a number, or add what the word stands for."
                yield warning("unbound_word", path, sentence, fix, word=term.variable)


def _statuses(placed: Placed) -> Iterator[Finding]:
    for spot in placed.spots():
        if not isinstance(spot.effect, scenario.Apply):
            continue
        status, path = spot.effect.status, (*spot.path, "status")
        repeat = status.repeat_save
        if repeat is not None and repeat.dc is None and not spot.follows_save:
            sentence = f"{status.name!r} repeats the save that brought it, but no save brought it."
            fix = "Write the dc of the repeated save."
            yield warning("no_dc", (*path, "repeat_save", "dc"), sentence, fix)
        for name in ("heal_each_turn", "damage_each_turn"):
            for term in typed(getattr(status, name))[0].terms:
                if term.variable:
                    sentence = (
                        f"{term.variable!r} is always 0 in what {status.name!r} does each turn."
                    )
                    yield warning(
                        "unbound_word", (*path, name), sentence, "Write a number or dice."
                    )
    if placed.action.concentration and not any(
        isinstance(spot.effect, scenario.Apply) for spot in placed.spots()
    ):
        sentence = f"{placed.name!r} needs concentration, but brings no status that it could hold."
        path = (*placed.path, "concentration")
        patch = [put(path, False)]
        yield warning("empty_concentration", path, sentence, "Drop concentration.", patch=patch)


def _same_names(fighter: Fighter) -> Iterator[Finding]:
    """Two actions of one name share their uses and their recharge."""
    first: dict[str, Placed] = {}
    for placed in fighter.every:
        other = first.setdefault(placed.name, placed)
        if other is placed or other.action == placed.action or placed.name == scenario.END_TURN:
            continue
        counters = [a.uses or a.recharge or a.cooldown for a in (other.action, placed.action)]
        if any(counters):
            sentence = f"Two different actions are called {placed.name!r}: they share their uses."
            fix = "Give one of them another name, unless that is meant."
            yield warning("same_name", (*placed.path, "name"), sentence, fix)
