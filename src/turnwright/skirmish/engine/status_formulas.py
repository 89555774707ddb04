"""Formulas in numbers of statuses that others look up: armour class, DC, damage factors, resources.

They are computed whenever the number is needed. A formula is about the bearer, and its target is who
has applied the status.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from turnwright.core.rules.ledger import Number, tidy
from turnwright.skirmish.model import scenario
from turnwright.skirmish.model.expression import Expression, read
from turnwright.skirmish.model.formula import fixed_number, parse

from .dice import DiceRoll, compile_dice
from .expressions import Evaluate, FormulaContext, evaluator, whole

if TYPE_CHECKING:
    from .combatant_state import CombatantState
    from .fight_events import ActionUse


class StatusFormulas(NamedTuple):
    """The formulas of a status. Plain numbers are in its `CompiledStatus`."""

    ac: tuple[Evaluate, ...] = ()
    dc: tuple[DiceRoll, ...] = ()
    dealt: tuple[Evaluate, ...] = ()
    taken: tuple[Evaluate, ...] = ()
    gain: tuple[tuple[str, DiceRoll], ...] = ()


NO_FORMULAS = StatusFormulas()


def status_formulas(layers: Sequence[scenario.Modifiers]) -> StatusFormulas | None:
    """Compile the formulas of a status and its conditions; None if there are none."""

    def of(field: str) -> list[Any]:
        values = [getattr(layer, field) for layer in layers]
        return [value for value in values if fixed_number(value) is None]

    found = StatusFormulas(
        ac=tuple(evaluator(_read(one)) for one in of("ac")),
        dc=tuple(compile_dice(one) for one in of("dc")),
        dealt=tuple(evaluator(_read(one)) for one in of("dealt")),
        taken=tuple(evaluator(_read(one)) for one in of("taken")),
        gain=tuple(
            (key, compile_dice(str(amount)))
            for layer in layers
            for key, amount in layer.gain.items()
            if fixed_number(amount) is None
        ),
    )
    return None if found == NO_FORMULAS else found


def _read(text: str) -> Expression:
    return parse(text).expression or read(text)


def armour_class(combatant: CombatantState) -> int:
    """The armour class with the formulas of its statuses."""
    total = combatant.ac
    for formulas, source in combatant.formulas:
        for one in formulas.ac:
            total += whole(one(_about(combatant, source)))
    return total


def damage_dealt(combatant: CombatantState) -> Number:
    """The factor of the damage that somebody deals."""
    factor = combatant.damage_dealt
    for formulas, source in combatant.formulas:
        for one in formulas.dealt:
            factor *= max(0.0, one(_about(combatant, source)))
    return tidy(factor)


def damage_taken(combatant: CombatantState) -> Number:
    """The factor of the damage that somebody takes."""
    factor = combatant.damage_taken
    for formulas, source in combatant.formulas:
        for one in formulas.taken:
            factor *= max(0.0, one(_about(combatant, source)))
    return tidy(factor)


def added_dc(actor: CombatantState, use: ActionUse, target: CombatantState) -> int:
    """What formulas add to the DC of a save that somebody forces on a target."""
    run = actor.fight
    return sum(
        run.roll(one, use, False, target) for formulas, _ in actor.formulas for one in formulas.dc
    )


def gain_resources(combatant: CombatantState) -> None:
    """Add what formulas give to pools at the start of a turn."""
    for formulas, source in combatant.formulas:
        for key, roll in formulas.gain:
            pool = combatant.kind.pools.get(key)
            if pool is not None:
                amount = combatant.fight.roll(roll, None, False, source, combatant)
                combatant.pools[pool] = tidy(combatant.pools[pool] + max(0, amount))


def _about(combatant: CombatantState, source: CombatantState) -> FormulaContext:
    return FormulaContext(combatant.fight, combatant, source)
