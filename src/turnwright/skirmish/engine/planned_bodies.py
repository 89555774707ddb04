"""Bodies that a plan keeps ready: places for combatants that may be summoned, and forms that others
may take.

A plan is compiled once, so everything that could come into a fight has its number from the start.
Summoned combatants take the first free place; without a free place nobody appears.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple

from turnwright.core.errors import DefinitionError
from turnwright.skirmish.model import scenario as model
from turnwright.skirmish.model.bodies import MAX_PLACES, body_words, effects_of, most_of
from turnwright.skirmish.model.scenario import MAX_COMBATANTS
from turnwright.skirmish.model.use_references import key_of

from .plan import CombatantKind, Plan, PlannedCombatant, PlannedEncounter

AddKind = Callable[[Plan, model.Combatant, int, str], CombatantKind]


class BodyKey(NamedTuple):
    """A body of a plan: the combatant that a file names, on a side."""

    name: str
    side: int


def add_bodies(plan: Plan, scenario: model.Scenario, add_kind: AddKind) -> None:
    """Add the kinds and the places of everything that effects could bring, after everybody else."""
    plan.body_words = body_words(scenario)
    plan.starters = len(plan.participants)
    if not plan.body_words:
        return
    _Bodies(plan, scenario, add_kind).add()
    _give_places(plan)


class _Bodies:
    """Adds bodies to a plan until no effect names another one."""

    def __init__(self, plan: Plan, scenario: model.Scenario, add_kind: AddKind) -> None:
        self.plan, self.scenario, self.add_kind = plan, scenario, add_kind
        self.places: dict[BodyKey, int] = {}
        self.users: dict[int, int] = {}
        """By the index of a kind: how many combatants of it there may be at a time."""

    def add(self) -> None:
        """Add all of them."""
        plan = self.plan
        for one in plan.participants:
            self.users[one.kind.index] = self.users.get(one.kind.index, 0) + 1
        todo = list(plan.kinds)
        while todo:
            kind = todo.pop(0)
            for action, effect in effects_of(kind.spec):
                if isinstance(effect, model.Spawn):
                    todo += self._spawned(kind, effect)
                elif isinstance(effect, model.Transform):
                    todo += self._forms(kind, effect, self._sides(kind, action, effect))
        for key in self.places:
            self._add_places(key, plan.spawned_kinds[key])

    def _spec(self, name: str) -> model.Combatant:
        key = key_of(name, self.scenario.combatants)
        if key is None:
            raise DefinitionError([f"the combatant {name!r} is a name; resolve it first"])
        return self.scenario.combatants[key]

    def _spawned(self, user: CombatantKind, effect: model.Spawn) -> Iterable[CombatantKind]:
        key = BodyKey(effect.combatant, user.side)
        wanted = most_of(effect) * self.users[user.index]
        is_new = key not in self.places
        self.places[key] = min(MAX_PLACES, self.places.get(key, 0) + wanted)
        if not is_new:
            return ()
        spec = self._spec(effect.combatant)
        kind = self.add_kind(self.plan, spec, user.side, f"combatants.{effect.combatant}")
        kind.death_saves = kind.death_saves and spec.death_saves is True
        self.plan.spawned_kinds[key] = kind
        self.users[kind.index] = self.places[key]
        return (kind,)

    def _sides(
        self, user: CombatantKind, action: model.CombatAction, effect: model.Transform
    ) -> Iterable[int]:
        """The sides of those whom the effect may transform. Whom an effect that follows from another
        one is about depends on that one."""
        whom: str = effect.to
        if whom == "target" and effect in action.effect:
            whom = action.targets.who
        if whom in ("self", "ally", "other ally"):
            return (user.side,)
        sides = range(len(self.plan.sides))
        return [side for side in sides if whom != "enemy" or side != user.side]

    def _forms(
        self, user: CombatantKind, effect: model.Transform, sides: Iterable[int]
    ) -> Iterable[CombatantKind]:
        for side in sides:
            key = BodyKey(effect.into, side)
            if key in self.plan.forms:
                continue
            spec = self._spec(effect.into)
            kind = self.add_kind(self.plan, spec, side, f"combatants.{effect.into}")
            kind.name = f"{spec.name} (form)"
            self.plan.forms[key] = kind
            self.users[kind.index] = sum(one.side == side for one in self.plan.participants)
            yield kind

    def _add_places(self, key: BodyKey, kind: CombatantKind) -> None:
        plan = self.plan
        taken = {participant.name for participant in plan.participants}
        indexes = []
        for number in range(self.places[key]):
            name = kind.name if self.places[key] == 1 else f"{kind.name} {number + 1}"
            while name in taken:
                name += "'"
            taken.add(name)
            indexes.append(len(plan.participants))
            plan.participants.append(PlannedCombatant(indexes[-1], name, kind, key.side))
        plan.places[key] = tuple(indexes)
        if len(plan.participants) > MAX_COMBATANTS:
            raise DefinitionError(
                [
                    f"with everybody who could be summoned there are more than {MAX_COMBATANTS:,} "
                    "combatants; lower `most`"
                ]
            )


def _give_places(plan: Plan) -> None:
    """Let every encounter have the places of its sides."""
    summoned = plan.participants[plan.starters :]
    for number, step in enumerate(plan.steps):
        if isinstance(step, PlannedEncounter):
            more = tuple(one.index for one in summoned if one.side in step.sides)
            plan.steps[number] = step._replace(participants=step.participants + more)
