"""Events in words, for explanations."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from turnwright.core.rules.ledger import tidy
from turnwright.skirmish.model.vocabulary import EVENTS

from .combatant_state import CombatantState
from .explanation import HealthState
from .fight_events import CRITICAL, HIT, MISS, FightEvent
from .plan import HIGHEST

if TYPE_CHECKING:
    from .actions import CompiledAction


def name_of(combatant: CombatantState | None) -> str | None:
    """The name of a combatant, if there is one."""
    return None if combatant is None else combatant.participant.name


def health_of(combatant: CombatantState) -> str:
    """The hit points of a combatant in words."""
    if combatant.is_dead:
        return "dead"
    if not combatant.is_up:
        return "down"
    temp = f" and {combatant.temp} temporary" if combatant.temp else ""
    return f"{combatant.hp} of {combatant.max_hp} hit points{temp}"


def health_state(combatant: CombatantState) -> HealthState:
    """Whether a combatant is up, down, stable, dead or absent."""
    if combatant.is_dead:
        return "dead"
    if combatant.is_down:
        return "stable" if combatant.stable else "down"
    return "up" if combatant.is_present else "absent"


def _with_action(event: FightEvent) -> str:
    return "" if event.use is None else f" with {event.use.action.name}"


def _attack(event: FightEvent) -> str:
    target = event.target
    assert target is not None
    verb = "misses" if not event.outcome else "hits"
    critical = " critically" if event.outcome == CRITICAL else ""
    roll = f"{event.total} (natural {event.natural}) against {target.armour_class}"
    text = (
        f"{name_of(event.source)} {verb} {name_of(target)}{critical}{_with_action(event)}: {roll}"
    )
    return f"{text}, {tidy(event.value)} damage." if event.outcome else f"{text}."


def _save(event: FightEvent) -> str:
    verb = "saves" if event.outcome else "fails to save"
    by = "" if event.source is None else f" against {name_of(event.source)}"
    if event.forced >= 0:
        return f"{name_of(event.target)} {verb}{by} without a roll."
    return f"{name_of(event.target)} {verb}{by}: {event.total} against {event.needs}."


def _damage(event: FightEvent) -> str:
    target = event.target
    assert target is not None
    damage = f"{tidy(event.value)} damage{_with_action(event)}"
    return f"{name_of(target)} takes {damage}: {health_of(target)}."


def _cancelled(event: FightEvent) -> str:
    assert event.use is not None
    return f"{name_of(event.source)}'s {event.use.action.name} is cancelled."


def _status_applied(event: FightEvent) -> str:
    text = f"{name_of(event.target)} is now: {event.about}"
    if event.value:
        return f"{text} ({_stacks(event)})."
    target = event.target
    assert target is not None
    begun = next((s for s in reversed(target.statuses) if s.compiled.name == event.about), None)
    is_weaker = (
        begun is not None
        and begun.compiled.stacking == HIGHEST
        and target.most_potent(begun.compiled.number) is not begun
    )
    return f"{text}, but a more potent one counts." if is_weaker else f"{text}."


def _status_ended(event: FightEvent) -> str:
    if event.value:
        return f"{name_of(event.target)} has {_stacks(event)} of {event.about} left."
    return f"{name_of(event.target)} is no longer: {event.about}."


def _stacks(event: FightEvent) -> str:
    return "1 stack" if event.value == 1 else f"{tidy(event.value)} stacks"


def changed_outcome(action: CompiledAction, event: FightEvent) -> str:
    """What a reaction has made of the roll that it answers: "Shield: +5 AC makes it miss"."""
    change = action.roll_change
    how = ""
    if change.ac:
        how = f": {change.ac:+} AC"
    elif change.lowest == change.highest != 0:
        how = f": {change.lowest:+}"
    if EVENTS[event.type].startswith("Save"):
        return f"{action.name}{how} makes the save {'succeed' if event.outcome else 'fail'}."
    verb = {MISS: "miss", HIT: "hit"}.get(event.outcome, "hit critically")
    return f"{action.name}{how} makes it {verb}."


SENTENCES: dict[str, Callable[[FightEvent], str]] = {
    "AttackHit": _attack,
    "AttackMissed": _attack,
    "SaveFailed": _save,
    "SaveSucceeded": _save,
    "DamageTaken": _damage,
    "Healed": lambda e: f"{name_of(e.target)} regains {tidy(e.value)} hit points.",
    "StatusApplied": _status_applied,
    "StatusEnded": _status_ended,
    "ConcentrationBroken": lambda e: f"{name_of(e.target)} loses concentration.",
    "UnitDowned": lambda e: f"{name_of(e.target)} falls.",
    "UnitDied": lambda e: f"{name_of(e.target)} is dead.",
    "UnitMoved": lambda e: f"{name_of(e.source)} moves {tidy(e.value)}.",
    "ResourceRestored": lambda e: f"{name_of(e.source)} gets back {tidy(e.value)} {e.about}.",
    "ActionCancelled": _cancelled,
    "LairCount": lambda e: "The lair acts.",
}
