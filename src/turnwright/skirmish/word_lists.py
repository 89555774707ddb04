"""The words that requirements, costs and effects can use, for the choices of a page."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

import msgspec

from .describe.cost_words import resource_label
from .describe.event_words import EventDescription, events
from .describe.fact_words import FactDescription, facts
from .describe.glyphs import all_effects, typed_of
from .describe.sentence_parts import ABILITIES
from .model import library
from .model import scenario as model
from .model.vocabulary import CRITICAL, MELEE, SPELL

DAMAGE_TYPES = (
    "acid", "bludgeoning", "cold", "fire", "force", "lightning", "necrotic", "piercing", "poison",
    "psychic", "radiant", "slashing", "thunder",
)  # fmt: skip


class ResourceName(msgspec.Struct, frozen=True):
    """A pool that costs can name."""

    key: str
    label: str


class Vocabulary(msgspec.Struct, frozen=True):
    """All words with a meaning. A scenario may add statuses, tags and resources of its own."""

    facts: list[FactDescription]
    events: list[EventDescription]
    tags: list[str]
    damage_types: list[str]
    abilities: list[str]
    conditions: list[str]
    resources: list[ResourceName]


@cache
def vocabulary() -> Vocabulary:
    """Return the words of the library and of the rule profiles."""
    actions = _library_actions()
    statuses = [
        effect.status
        for action in actions
        if isinstance(action.effect, tuple)
        for effect in all_effects(action.effect)
        if isinstance(effect, model.Apply)
    ]
    combatants = library.combatants().values()
    profiles = library.profiles().values()
    conditions = dict.fromkeys(name for one in profiles for name in one.conditions)
    bearers: list[model.Modifiers] = [*statuses, *(t for one in combatants for t in one.traits)]
    tags = {SPELL, MELEE, CRITICAL, "Ranged"}
    tags |= {tag for one in actions for tag in one.tags}
    tags |= {tag for one in bearers for tag in one.tags}
    tags |= {tag for one in combatants for tag in one.tags}
    return Vocabulary(
        facts=facts(),
        events=events(),
        tags=sorted(tags),
        damage_types=sorted({*DAMAGE_TYPES, *_damage_types(actions)} - {""}),
        abilities=list(ABILITIES),
        conditions=list(conditions),
        resources=[ResourceName(key, resource_label(key)) for key in _resources(actions)],
    )


def _library_actions() -> list[model.CombatAction]:
    """The actions of the library, and those that only its combatants have."""
    combatants = library.combatants().values()
    own = [
        entry
        for one in combatants
        for entry in (*one.actions, *one.reactions)
        if isinstance(entry, model.CombatAction)
    ]
    return [*library.actions().values(), *own]


def _damage_types(actions: Iterable[model.CombatAction]) -> Iterable[str]:
    for action in actions:
        for effect in all_effects(action.effect) if isinstance(action.effect, tuple) else ():
            yield from typed_of(getattr(effect, "damage", 0))


def _resources(actions: Iterable[model.CombatAction]) -> list[str]:
    """The pools of the rules first, then slots by level, then all others by name."""
    profile = library.profiles()["2014"]
    first = [*profile.turn_pools, *([profile.movement] if profile.movement else [])]
    slots = [f"SpellSlot_{level}" for level in range(1, 10)]
    named = {key for one in library.combatants().values() for key in one.pools}
    named |= {cost.key for one in actions for cost in one.cost}
    return [*first, *slots, *sorted(named - {*first, *slots})]
