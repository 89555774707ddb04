"""What a run changes of one combatant: hit points, pools, position and statuses."""

from __future__ import annotations

from typing import TYPE_CHECKING

from turnwright.core.rules.ledger import Number

from .dice import AdvantagePair, DamageRoll, DiceRoll
from .plan import HIGHEST, REFRESH, CombatantKind, CompiledStatus, PlannedCombatant
from .status_formulas import StatusFormulas, armour_class

if TYPE_CHECKING:
    from .actions import CompiledAction
    from .run_state import FightRun

NEITHER: AdvantagePair = (False, False)


class ActiveStatus:
    """A status on a combatant: who applied it, with which action, and how many turns are left."""

    __slots__ = (
        "action",
        "compiled",
        "dc",
        "needs_concentration",
        "since",
        "source",
        "times_left",
        "turns_left",
    )

    def __init__(
        self,
        compiled: CompiledStatus,
        source: CombatantState,
        action: CompiledAction | None,
        dc: int,
        since: int,
        needs_concentration: bool,
    ) -> None:
        self.compiled = compiled
        self.source = source
        self.action = action
        self.dc = dc
        self.turns_left = compiled.spec.duration.turns or 0
        self.times_left = compiled.spec.duration.times
        self.since = since
        """The number of the turn in which it was applied."""
        self.needs_concentration = needs_concentration


class CombatantState:
    """One combatant in a run.

    The fields that `refresh` sets are sums over the statuses. They are computed when a status begins
    or ends, so a combatant without statuses costs nothing.
    """

    fight: FightRun
    """The run that it takes part in."""

    __slots__ = (
        "ac",
        "attack_dice",
        "attacked",
        "attacked_at_range",
        "attacked_in_melee",
        "attacks",
        "bypassed",
        "concentration",
        "conditional_modes",
        "conditions",
        "cooldowns",
        "critical_in_melee",
        "damage_dealt",
        "damage_dice",
        "damage_taken",
        "dc",
        "failed_saves",
        "failures",
        "fight",
        "formulas",
        "gain",
        "has_defences",
        "has_joined",
        "hp",
        "immune",
        "incapacitated",
        "index",
        "initiative",
        "is_dead",
        "is_down",
        "is_present",
        "is_unmodified",
        "is_up",
        "kind",
        "max_hp",
        "no_movement",
        "no_reactions",
        "participant",
        "pools",
        "position",
        "reduction",
        "resist",
        "save_dice",
        "saves",
        "side",
        "stable",
        "statuses",
        "successes",
        "surprised",
        "tags",
        "temp",
        "temp_status",
        "turn_uses",
        "uses",
        "vulnerable",
    )

    def __init__(self, participant: PlannedCombatant) -> None:
        self.participant = participant
        self.index = participant.index
        self.kind: CombatantKind = participant.kind
        self.side = participant.side
        self.statuses: list[ActiveStatus] = []
        self.uses = self.kind.no_uses[:]  # in this encounter
        self.turn_uses = self.kind.no_uses[:]
        self.refresh()
        self.reset()

    def reset(self) -> None:
        """Return to the state before the first encounter."""
        kind = self.kind
        self.hp = self.max_hp = kind.hp.flat
        self.temp = kind.spec.temporary_hp
        self.temp_status: ActiveStatus | None = None
        """The status with which the temporary hit points end, if there is one."""
        self.is_up = self.is_present = True
        self.has_joined = False
        self.is_down = self.is_dead = self.stable = False
        self.surprised = False
        self.successes = self.failures = 0
        self.pools: list[Number] = kind.pool_start[:]
        self.cooldowns = kind.no_uses[:]
        self.position: Number = kind.position
        self.initiative = 0
        self.concentration: CompiledAction | None = None
        if self.statuses:
            self.statuses.clear()
            self.refresh()

    def __repr__(self) -> str:
        return f"<{self.participant.name} {self.hp}/{self.max_hp}>"

    @property
    def name(self) -> str:
        """The name, which differs from those of all others in the scenario."""
        return self.participant.name

    def refresh(self) -> None:
        """Sum up what the statuses change. Of statuses with the same name only the first counts,
        unless they stack or only the most potent one counts."""
        kind = self.kind
        self.ac = kind.ac
        self.tags = kind.tags
        self.dc = 0
        self.attacks = self.attacked = self.attacked_in_melee = self.attacked_at_range = NEITHER
        self.conditional_modes: tuple[tuple[bool, DiceRoll], ...] = ()
        self.saves: tuple[tuple[int, bool, int, int], ...] = ()
        self.resist, self.immune, self.vulnerable = kind.resist, kind.immune, kind.vulnerable
        self.failed_saves = 0
        self.damage_dealt: Number = 1
        self.damage_taken: Number = 1
        self.attack_dice: tuple[DiceRoll, ...] = ()
        self.damage_dice: tuple[tuple[DamageRoll, int], ...] = ()
        """With the number of the action that has applied the status; -1 if none has."""
        self.save_dice: tuple[DiceRoll, ...] = ()
        self.reduction: tuple[DiceRoll, ...] = ()
        self.gain: tuple[tuple[int, Number], ...] = ()
        self.formulas: tuple[tuple[StatusFormulas, CombatantState], ...] = ()
        """Formulas in its numbers, with who has applied the status."""
        self.incapacitated = self.no_reactions = self.no_movement = False
        self.critical_in_melee = False
        self.conditions: dict[str, int] = {}
        self.is_unmodified = True
        self.bypassed = kind.bypassed
        self.has_defences = bool(kind.resist or kind.immune or kind.vulnerable or kind.bypassed)
        if not self.statuses:
            return
        seen: set[int] = set()
        for active in self.statuses:
            status = active.compiled
            self.tags |= status.tags
            for name in status.conditions:
                self.conditions[name] = self.conditions.get(name, 0) + 1
            if status.stacking == REFRESH:
                if status.number in seen:
                    continue
            elif status.stacking == HIGHEST and active is not self.most_potent(status.number):
                continue
            seen.add(status.number)
            if not status.only_tags:
                self._add(status, active)

    @property
    def armour_class(self) -> int:
        """The armour class, with formulas."""
        return armour_class(self) if self.formulas else self.ac

    def most_potent(self, number: int) -> ActiveStatus | None:
        """The most potent status with this number; of several the latest."""
        found: ActiveStatus | None = None
        for active in self.statuses:
            compiled = active.compiled
            if compiled.number == number and (
                found is None or compiled.potency >= found.compiled.potency
            ):
                found = active
        return found

    def status_count(self, number: int) -> int:
        """How many statuses with this number it has."""
        return sum(active.compiled.number == number for active in self.statuses)

    def _add(self, status: CompiledStatus, active: ActiveStatus) -> None:
        """Add the numbers of one status."""
        kind = self.kind
        self.is_unmodified = False
        self.ac += status.ac
        self.dc += status.dc
        self.attacks = _either(self.attacks, status.attacks)
        self.attacked = _either(self.attacked, status.attacked)
        self.attacked_in_melee = _either(self.attacked_in_melee, status.attacked_in_melee)
        self.attacked_at_range = _either(self.attacked_at_range, status.attacked_at_range)
        self.conditional_modes += status.conditional_modes
        if status.saves != NEITHER:
            self.saves = (*self.saves, (*status.saves, status.saves_of, status.saves_against))
        self.resist |= status.resist
        self.immune |= status.immune
        self.vulnerable |= status.vulnerable
        self.bypassed += status.bypassed
        self.failed_saves |= status.failed_saves
        self.damage_dealt *= status.damage_dealt
        self.damage_taken *= status.damage_taken
        if not status.to_hit.is_zero:
            self.attack_dice = (*self.attack_dice, status.to_hit)
        if status.damage.parts:
            cause = -1 if active.action is None else active.action.index
            self.damage_dice = (*self.damage_dice, (status.damage, cause))
        if not status.save.is_zero:
            self.save_dice = (*self.save_dice, status.save)
        if not status.reduction.is_zero:
            self.reduction = (*self.reduction, status.reduction)
        for key, amount in status.gain:
            if key in kind.pools:
                self.gain = (*self.gain, (kind.pools[key], amount))
        if status.formulas is not None:
            self.formulas = (*self.formulas, (status.formulas, active.source))
        self.incapacitated |= status.incapacitated
        self.no_reactions |= status.no_reactions
        self.no_movement |= status.no_movement
        self.critical_in_melee |= status.critical_in_melee

    def has_tag(self, tag: int, source: CombatantState | None = None) -> bool:
        """Whether it has this tag (a bit), applied by `source` if one is given."""
        if source is None:
            return bool(self.tags & tag)
        return any(s.compiled.tags & tag and s.source is source for s in self.statuses)


def _either(a: AdvantagePair, b: AdvantagePair) -> AdvantagePair:
    return (max(a[0], b[0]), a[1] or b[1])
