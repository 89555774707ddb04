"""Spells of the SRD for monsters whose file has no spells: those that ship with Turnwright."""

from __future__ import annotations

from typing import TypeVar

import msgspec

from turnwright.core.rules.action import Uses
from turnwright.skirmish.model import bestiary
from turnwright.skirmish.model.scenario import Attack, CombatAction, Effect, RepeatSave, Save

from . import prose_parser as prose
from .known_spells import Caster
from .spells import CastingLimit, Spell

T = TypeVar("T", bound=msgspec.Struct)


def shipped_spell(name: str, caster: Caster, limit: CastingLimit) -> Spell | None:
    """Return a spell with the numbers of a caster; None if no such spell ships."""
    known = bestiary.action_data()
    key = next((one for one in (f"{name} (SRD)", name) if one in known), None)
    if key is None:
        return None
    action = _with_caster(bestiary.action(key), caster)
    if limit.times or limit.at_will:
        # It is cast at its own level, which is then the level of the action.
        action = msgspec.structs.replace(
            action,
            cost=tuple(cost for cost in action.cost if cost.level is None),
            uses=Uses(limit.times, "long rest") if limit.times else None,
        )
    count = action.targets.count if isinstance(action.targets.count, int) else 1
    effects = action.effect if isinstance(action.effect, tuple) else ()
    lost = (action.notes,) if action.notes else ()
    action = msgspec.structs.replace(action, notes="")
    return Spell(name, action, lost, prose.mean(effects, count, action.level or 1))


def _with_caster(action: CombatAction, caster: Caster) -> CombatAction:
    effects: tuple[Effect, ...] = action.effect if isinstance(action.effect, tuple) else ()
    changed = tuple(_numbers(effect, caster) for effect in effects)
    return msgspec.structs.replace(action, effect=changed)


def _numbers(value: T, caster: Caster) -> T:
    """A part of an action with the caster's numbers in it and in all its parts."""
    changes: dict[str, object] = {}
    for field in value.__struct_fields__:
        inner = getattr(value, field)
        if isinstance(inner, tuple) and any(isinstance(one, msgspec.Struct) for one in inner):
            changes[field] = tuple(
                _numbers(one, caster) if isinstance(one, msgspec.Struct) else one for one in inner
            )
        elif isinstance(inner, msgspec.Struct):
            changes[field] = _numbers(inner, caster)
    if isinstance(value, Attack):
        changes["to_hit"] = caster.to_hit
    elif isinstance(value, (Save, RepeatSave)):
        changes["dc"] = caster.dc
    return msgspec.structs.replace(value, **changes) if changes else value
