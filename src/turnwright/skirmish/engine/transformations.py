"""Transformations: a combatant takes the place of another one's statistics, and gets its own back.

Hit points, pools, uses, lists and traits belong to the form. Position, initiative, temporary hit
points, concentration and all other statuses stay with the combatant. What it has spent of its turn
stays spent.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from turnwright.core.rules.ledger import Number

from .combatant_state import ActiveStatus, CombatantState
from .event_bus import collect_listeners
from .fight_events import ActionUse
from .plan import CombatantKind, CompiledStatus
from .run_state import FightRun
from .statuses import apply_status, end_statuses

if TYPE_CHECKING:
    from .bodies import Bodies


class Form:
    """A form that somebody has taken: the status that it lasts for, and what was there before."""

    __slots__ = (
        "cooldowns",
        "hp",
        "kind",
        "max_hp",
        "pools",
        "status",
        "traits",
        "turn_uses",
        "uses",
    )

    def __init__(self, combatant: CombatantState, status: ActiveStatus) -> None:
        self.status = status
        self.keep(combatant)

    def keep(self, combatant: CombatantState) -> None:
        """Keep what belongs to the body that a combatant has now."""
        self.kind = combatant.kind
        self.hp, self.max_hp = combatant.hp, combatant.max_hp
        self.pools, self.uses = combatant.pools, combatant.uses
        self.turn_uses, self.cooldowns = combatant.turn_uses, combatant.cooldowns
        self.traits = traits_of(combatant)

    def take(self, other: Form) -> None:
        """Take over what another form has kept."""
        for name in self.__slots__:
            if name != "status":
                setattr(self, name, getattr(other, name))


def traits_of(combatant: CombatantState) -> list[ActiveStatus]:
    """The statuses that come from the traits of its kind."""
    traits = combatant.kind.traits
    return [
        active
        for active in combatant.statuses
        if active.action is None
        and active.source is combatant
        and any(active.compiled is trait for trait in traits)
    ]


def transform(
    run: FightRun,
    use: ActionUse,
    combatant: CombatantState,
    kind: CombatantKind,
    status: CompiledStatus,
) -> None:
    """Apply the status, and give the combatant the form of this kind while it lasts."""
    apply_status(run, combatant, status, use)
    for active in reversed(combatant.statuses):
        if active.compiled is status and active.source is use.actor:
            break
    else:
        return
    if not combatant.is_up:
        return
    bodies = _bodies(run)
    for worn in list(bodies.forms.get(combatant.index, ())):
        if worn.status is active:  # the same status has started over: a fresh form
            restore(run, combatant, worn)
    form = Form(combatant, active)
    bodies.forms.setdefault(combatant.index, []).append(form)
    pools = kind.pool_start[:]
    _carry_turn(combatant, kind, pools)
    combatant.pools = pools
    combatant.uses, combatant.turn_uses = kind.no_uses[:], kind.no_uses[:]
    combatant.cooldowns = kind.no_uses[:]
    rolled = max(1, run.roll(kind.hp)) if kind.rolls_hp else kind.hp.flat
    combatant.hp = combatant.max_hp = rolled
    fresh = [ActiveStatus(trait, combatant, None, 0, run.turn, False) for trait in kind.traits]
    _change_body(run, combatant, kind, form.traits, fresh)
    if combatant is use.actor:
        use.kind = kind
    bodies.tell(f"{combatant.participant.name} is now {kind.spec.name}: {rolled}/{rolled}")


def restore(run: FightRun, combatant: CombatantState, form: Form) -> None:
    """Give back what a form has replaced. If a later form has replaced it, that one gives it back."""
    bodies = _bodies(run)
    forms = bodies.forms[combatant.index]
    place = forms.index(form)
    del forms[place]
    if not forms:
        del bodies.forms[combatant.index]
    if place < len(forms):
        forms[place].take(form)
        return
    worn = traits_of(combatant)
    _carry_turn(combatant, form.kind, form.pools)
    combatant.hp, combatant.max_hp = form.hp, form.max_hp
    combatant.pools, combatant.uses = form.pools, form.uses
    combatant.turn_uses, combatant.cooldowns = form.turn_uses, form.cooldowns
    _change_body(run, combatant, form.kind, worn, form.traits)
    name = combatant.participant.name
    bodies.tell(f"{name} has its own form again: {combatant.hp}/{combatant.max_hp}")


def lose_forms(run: FightRun, combatant: CombatantState, excess: int) -> int:
    """At 0 hit points: end one form after the other, until one is left with hit points. The damage
    beyond 0 goes to the form below; returns what is beyond the last one."""
    bodies = _bodies(run)
    while combatant.hp == 0 and (forms := bodies.forms.get(combatant.index)):
        end_statuses(run, combatant, [forms[-1].status])
        if excess:
            combatant.hp, excess = max(0, combatant.hp - excess), max(0, excess - combatant.hp)
    return excess


def _bodies(run: FightRun) -> Bodies:
    assert run.bodies is not None
    return run.bodies


def _carry_turn(combatant: CombatantState, kind: CombatantKind, pools: list[Number]) -> None:
    """Let what was spent of the turn stay spent, in the pools of another body."""
    old = combatant.kind
    for place, key in enumerate(old.pool_keys[: old.turn_pool_count]):
        other = kind.pools.get(key)
        if other is not None and other < kind.turn_pool_count:
            spent = old.turn_pools[place] - combatant.pools[place]
            pools[other] = max(0, kind.turn_pools[other] - spent)


def _change_body(
    run: FightRun,
    combatant: CombatantState,
    kind: CombatantKind,
    worn: list[ActiveStatus],
    fresh: list[ActiveStatus],
) -> None:
    fresh = [] if combatant.is_dead else fresh
    kept = [active for active in combatant.statuses if active not in worn]
    combatant.statuses = [*fresh, *kept]
    run.expiring_statuses += sum(one.compiled.can_expire for one in fresh)
    run.expiring_statuses -= sum(one.compiled.can_expire for one in worn)
    combatant.kind = kind
    combatant.refresh()
    if _bodies(run).has_order:
        collect_listeners(run)
