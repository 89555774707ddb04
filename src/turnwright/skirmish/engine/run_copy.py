"""Copies of a run between two rounds, to play on from there more than once.

Between rounds no action is in progress, so that a run is its data. What belongs to the plan is shared;
lists, combatants and statuses are copied. Log, policy and draws are those of the new run.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from .bodies import Bodies
from .combatant_state import ActiveStatus, CombatantState
from .run_state import EncounterProgress, FightRun, RunLog
from .summons import SummonedCombatant
from .transformations import Form

if TYPE_CHECKING:
    from .decision_points import Policy

OF_ITS_OWN = frozenset(("check_stop", "draw", "log", "policy"))
"""What a copy does not take over."""
RUN_FIELDS = tuple(name for name in FightRun.__slots__ if name not in OF_ITS_OWN)
_MISSING = object()


def copy_run(
    run: FightRun,
    draw: Callable[[], int],
    log: RunLog | None = None,
    policy: Policy | None = None,
) -> FightRun:
    """Copy a run between two rounds. `draw` returns the random numbers of the copy."""
    made: dict[int, Any] = {id(one): object.__new__(CombatantState) for one in run.everyone}
    new = made[id(run)] = object.__new__(FightRun)
    for combatant in run.everyone:
        _copy_fields(combatant, made[id(combatant)], CombatantState.__slots__, made)
    _copy_fields(run, new, RUN_FIELDS, made)
    if new.bodies is not None:
        new.bodies.damage = []  # that of a turn which is over
    new.check_stop, new.draw, new.log, new.policy = None, draw, log, policy
    return new


def _copy_fields(old: object, new: object, names: tuple[str, ...], made: dict[int, Any]) -> None:
    for name in names:
        value = getattr(old, name, _MISSING)
        if value is not _MISSING:
            setattr(new, name, _copied(value, made) if type(value) in _COPIED else value)


def _copied(value: Any, made: dict[int, Any]) -> Any:
    """Return the copy of a value, or the value itself if runs do not change it. `made` has the copies
    so far, because two fields may hold the same list."""
    kind = type(value)
    if kind not in _COPIED:
        return value
    found = made.get(id(value))
    if found is not None:
        return found
    if kind in _OBJECTS:
        found = made[id(value)] = object.__new__(kind)
        _copy_fields(value, found, kind.__slots__, made)
    elif kind is list:
        found = made[id(value)] = [_copied(item, made) for item in value]
    elif kind is dict:
        found = made[id(value)] = {key: _copied(item, made) for key, item in value.items()}
    elif kind is set:
        found = made[id(value)] = set(value)
    else:
        found = EncounterProgress(*(_copied(part, made) for part in value))
    return found


_OBJECTS = frozenset((ActiveStatus, Bodies, SummonedCombatant, Form))
_COPIED = _OBJECTS | {list, dict, set, FightRun, CombatantState, EncounterProgress}
