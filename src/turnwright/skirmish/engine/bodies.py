"""Bodies that change in a fight: who is summoned, transformed, away, inside somebody, or taunted.

A run has a `Bodies` only if its scenario uses one of these words; without them nothing here is called.
All of them last as long as a status: whoever ends the status ends them too.

- A summoned combatant takes a place that the plan keeps ready (`planned_bodies.py`, `summons.py`).
- A form replaces the kind of a combatant (`transformations.py`).
- Who is away or inside somebody, and who is taunted, is read from the statuses themselves.
"""

from __future__ import annotations

from collections.abc import Iterator

from .combatant_state import ActiveStatus, CombatantState
from .dice import compile_dice
from .resolution import roll_save
from .run_state import FightRun
from .statuses import end_statuses
from .summons import SummonedCombatant, leave, place_in_order
from .transformations import Form, lose_forms, restore


class Bodies:
    """What a run knows about bodies that change."""

    __slots__ = ("appeared", "damage", "damage_turn", "forms", "has_order", "run", "summoned")

    def __init__(self, run: FightRun) -> None:
        self.run = run
        self.summoned: dict[int, SummonedCombatant] = {}
        """Those who are in the fight, by their number."""
        self.appeared: dict[int, int] = {}
        """How often somebody has appeared in each place."""
        self.forms: dict[int, list[Form]] = {}
        """The forms that each combatant has, the latest last."""
        self.damage: list[tuple[CombatantState, CombatantState | None, int]] = []
        """Who took how much from whom in the turn `damage_turn`."""
        self.damage_turn = -1
        self.has_order = False
        """Whether initiative is rolled."""

    def reset(self) -> None:
        """Return to the state before the first encounter."""
        run = self.run
        self.summoned.clear()
        self.appeared = {}
        self.damage_turn = -1
        for index in self.forms:
            one = run.everyone[index]
            one.kind = one.participant.kind
            one.refresh()
            one.reset()
        self.forms.clear()
        for one in run.everyone[run.plan.starters :]:
            one.is_present = False

    def begin_encounter(self) -> None:
        """Keep the places of nobody out of the fight."""
        self.has_order = False
        for one in self.run.combatants:
            if one.index >= self.run.plan.starters:
                one.is_present = one.index in self.summoned

    def end_encounter(self) -> None:
        """Send away the summoned whose status has not been kept."""
        for index in list(self.summoned):
            one = self.run.everyone[index]
            if self.summoned[index].status not in one.statuses:
                leave(self.run, one)

    def end_run(self) -> None:
        """Give everybody their own form back."""
        for index in list(self.forms):
            for form in reversed(self.forms.get(index, [])):
                restore(self.run, self.run.everyone[index], form)

    # --- statuses ------------------------------------------------------------------------------------

    def status_began(
        self, bearer: CombatantState, active: ActiveStatus, replaced: ActiveStatus | None
    ) -> None:
        """A status began, or started over: its bearer may be gone now."""
        run = self.run
        if replaced is not None:
            for form in self.forms.get(bearer.index, ()):
                form.status = active if form.status is replaced else form.status
            summoned = self.summoned.get(bearer.index)
            if summoned is not None and summoned.status is replaced:
                summoned.status = active
            self._come_back(bearer, replaced)
        if active.compiled.spec.away and bearer.is_present:
            bearer.is_present = False
            if bearer is run.active:
                run.turn_ends = True
            run.update_standing()
            self.tell(f"{bearer.participant.name} is out of the fight")

    def status_ended(self, bearer: CombatantState, active: ActiveStatus) -> None:
        """A status ended, with everything that lasted as long as it did."""
        run, spec = self.run, active.compiled.spec
        for form in self.forms.get(bearer.index, ()):
            if form.status is active:
                restore(run, bearer, form)
                break
        summoned = self.summoned.get(bearer.index)
        if summoned is not None and summoned.status is active:
            leave(run, bearer)
        self._come_back(bearer, active)
        if spec.inside:
            bearer.position = active.source.position

    def _come_back(self, bearer: CombatantState, ended: ActiveStatus) -> None:
        """Bring somebody back whom nothing keeps away any more."""
        belongs = bearer.index < self.run.plan.starters or bearer.index in self.summoned
        was_away = ended.compiled.spec.away and not bearer.is_present
        if was_away and belongs and not is_away(bearer):
            bearer.is_present = True
            self.run.update_standing()
            self.tell(f"{bearer.participant.name} is back in the fight")

    # --- who counts ----------------------------------------------------------------------------------

    def sides_left(self) -> set[int]:
        """The sides that go on fighting: with somebody who stands, arrives later, or comes back."""
        left: set[int] = set()
        for one in self.run.combatants:
            if one.is_dead or one.side in left:
                continue
            if one.is_present:
                summoned = self.summoned.get(one.index)
                counts = one.is_up and (summoned is None or summoned.holds_side)
            elif one.index >= self.run.plan.starters:
                counts = False
            else:
                counts = comes_back(one) if is_away(one) else not one.has_joined or one.is_up
            if counts:
                left.add(one.side)
        return left

    def is_missing(self, combatant: CombatantState) -> bool:
        """Whether it is not in the fight for another reason than that it has yet to arrive."""
        return combatant.index >= self.run.plan.starters or is_away(combatant)

    def own_health(self, members: list[CombatantState]) -> tuple[int, int]:
        """The hit points of these in their own bodies, and their maximum."""
        bodies = [self.forms[one.index][0] if one.index in self.forms else one for one in members]
        return sum(body.hp for body in bodies), sum(body.max_hp for body in bodies)

    # --- turns ---------------------------------------------------------------------------------------

    def who_rolls_initiative(self) -> list[CombatantState]:
        """Everybody who was not summoned."""
        return [one for one in self.run.combatants if one.index < self.run.plan.starters]

    def join_order(self) -> None:
        """Give those their turns who were summoned before initiative was rolled."""
        self.has_order = True
        groups: dict[tuple[int, int], list[CombatantState]] = {}
        for index, summoned in self.summoned.items():
            key = (summoned.user.index, id(summoned.effect))
            groups.setdefault(key, []).append(self.run.everyone[index])
        for group in groups.values():
            first = self.summoned[group[0].index]
            place_in_order(self.run, first.user, group, first.effect.acts)

    def turn_order(self) -> Iterator[CombatantState]:
        """Everybody in the order of initiative, which may change meanwhile."""
        run, place = self.run, 0
        while place < len(run.order):
            combatant = run.order[place]
            yield combatant
            place = run.order.index(combatant) + 1

    # --- targets -------------------------------------------------------------------------------------

    def reachable(self, actor: CombatantState, found: list[CombatantState]) -> list[CombatantState]:
        """Those of these targets who are on the actor's side of the skin, or whom it is inside."""
        inside = container_of(actor)
        return [
            one for one in found if one is actor or one is inside or container_of(one) is inside
        ]

    def forced_targets(
        self, actor: CombatantState, found: list[CombatantState]
    ) -> list[CombatantState]:
        """Those of these targets whom taunts make the actor target first."""
        sources = [
            active.source
            for active in actor.statuses
            if active.compiled.spec.taunt == "must target source"
        ]
        return [one for one in found if one in sources] if sources else []

    def is_hindered(self, actor: CombatantState, target: CombatantState) -> bool:
        """Whether a taunt gives the actor disadvantage on an attack on this target."""
        sources = [
            active.source
            for active in actor.statuses
            if active.compiled.spec.taunt == "disadvantage against others" and active.source.is_up
        ]
        return bool(sources) and target not in sources

    def summons_of(self, combatant: CombatantState) -> int:
        """How many of those whom it has summoned stand."""
        everyone = self.run.everyone
        return sum(
            one.user is combatant and everyone[index].is_up and everyone[index].is_present
            for index, one in self.summoned.items()
        )

    def held_by(self, combatant: CombatantState) -> int:
        """How many are inside a combatant."""
        combatants = self.run.combatants
        return sum(container_of(one) is combatant for one in combatants if one.statuses)

    # --- hit points and positions --------------------------------------------------------------------

    def lose_forms(self, combatant: CombatantState, excess: int) -> int:
        """At 0 hit points: the damage that is left once every form is lost."""
        return lose_forms(self.run, combatant, excess)

    def moved(self, mover: CombatantState) -> None:
        """Take along those who are inside somebody who has moved."""
        for one in self.run.combatants:
            if one.statuses and container_of(one) is mover:
                one.position = mover.position

    # --- swallowed combatants ------------------------------------------------------------------------

    def note_damage(
        self, target: CombatantState, source: CombatantState | None, amount: int
    ) -> None:
        """Remember damage until the end of the turn."""
        if self.damage_turn != self.run.turn:
            self.damage_turn = self.run.turn
            self.damage.clear()
        self.damage.append((target, source, amount))

    def release(self) -> None:
        """At the end of a turn: let those out whose container has taken enough damage in it."""
        if self.damage_turn != self.run.turn:
            return
        groups: dict[tuple[int, int], list[tuple[CombatantState, ActiveStatus]]] = {}
        for bearer in self.run.combatants:
            for active in bearer.statuses:
                if active.compiled.spec.inside and active.compiled.spec.released_by is not None:
                    key = (active.source.index, active.compiled.number)
                    groups.setdefault(key, []).append((bearer, active))
        for held in groups.values():
            self._release(held)

    def _release(self, held: list[tuple[CombatantState, ActiveStatus]]) -> None:
        """Let out all of these, who are inside the same combatant with the same status, or nobody."""
        run, (bearer, active) = self.run, held[0]
        source, release = active.source, active.compiled.spec.released_by
        assert release is not None
        amount = sum(
            total
            for target, by, total in self.damage
            if target is source
            and (release.by == "anyone" or (by is not None and container_of(by) is source))
        )
        if amount < release.damage or not source.is_up:
            return
        name = source.participant.name
        if release.dc is not None:
            dc = run.roll(compile_dice(release.dc), None, False, bearer, source)
            ability = run.plan.abilities.numbers[release.ability.lower()]
            if roll_save(run, source, ability, dc, bearer, active.compiled.tags, None):
                self.tell(f"{name} took {amount} damage in this turn, but holds on")
                return
        self.tell(f"{name} took {amount} damage in this turn and lets out whom it holds")
        for one, status in held:
            end_statuses(run, one, [status])

    def tell(self, sentence: str) -> None:
        """Log what happened, if there is a log."""
        if self.run.log is not None:
            self.run.log.note(self.run, f"{sentence}.")


def is_away(combatant: CombatantState) -> bool:
    """Whether a status keeps it out of the fight."""
    return any(active.compiled.spec.away for active in combatant.statuses)


def comes_back(combatant: CombatantState) -> bool:
    """Whether a status that keeps it out of the fight can end in the fight."""
    return any(
        active.compiled.can_expire or active.needs_concentration
        for active in combatant.statuses
        if active.compiled.spec.away
    )


def container_of(combatant: CombatantState) -> CombatantState | None:
    """Whom a combatant is inside of; None if it is in the open."""
    for active in combatant.statuses:
        source = active.source
        if active.compiled.spec.inside and source is not combatant and source.is_up:
            return source
    return None


def held_by(run: FightRun, combatant: CombatantState) -> int:
    """How many are inside a combatant."""
    return sum(container_of(one) is combatant for one in run.combatants if one.statuses)
