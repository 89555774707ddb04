"""The bus: an event is offered to those who may answer it, one after the other, depth first.

The active body comes first, then the others in the order of initiative. Each may answer with the first
valid entry of its list. Those who come later see what the earlier ones did; what was cancelled or has
become moot is offered no further. A reaction cannot answer while it is itself being done, beyond a
depth nothing is offered to anybody, and nobody answers more often in one turn than the guard allows.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from turnwright.core.rules.timing import Reaction
from turnwright.skirmish.model.vocabulary import (  # fmt: skip
    ACTION_DECLARED,
    ATTACK_DECLARED,
    ATTACK_HIT,
    ATTACK_MISSED,
    DAMAGE_ROLLED,
    LEFT_REACH,
    SAVE_FAILED,
    SAVE_SUCCEEDED,
    SPELL_CAST,
    UNIT_DIED,
    UNIT_DOWNED,
)

from .combatant_state import CRITICAL, HIT, MISS, Body, Event
from .plan import Deed, Plan
from .run_state import Table
from .targets import can_be_struck


class Bus(Table):
    """Events under way."""

    depth = 0

    if TYPE_CHECKING:  # what a deed is, those say who do it (`Deeds`)

        def guard(self, why: str) -> None: ...

        def why_not(self, body: Body, deed: Deed, event: Event | None) -> str | None: ...

        def perform(self, body: Body, deed: Deed, event: Event | None) -> None: ...

    def __init__(self, plan: Plan, log: Any = None) -> None:
        super().__init__(plan, log)
        self.running: set[tuple[int, int]] = set()
        self.ears: dict[int, list[Body]] = {}
        self.answers: dict[int, int] = {}
        self.freely: dict[tuple[int, int], int] = {}
        """The turn in which a free action was last used as an answer."""
        self.counted = 0

    def begin(self, seed: int, numbers: Sequence[int] | None = None) -> None:
        super().begin(seed, numbers)
        self.depth = 0
        self.counted = -1
        self.running.clear()
        self.freely.clear()

    def listen(self) -> None:
        """Who could answer what in this encounter: in the order of initiative."""
        self.ears = {}
        for body in self.order:
            for event in body.kind.reactions:
                self.ears.setdefault(event, []).append(body)

    def offer(self, event: Event) -> None:
        """Let everybody answer it who may."""
        if self.plan.remembered:
            self.remember(event.type, event.source, event.tags, event.value)
        if self.log is not None:
            self.log.event(self, event)
        ears = self.ears.get(event.type)
        if ears is None:
            return
        if self.depth >= self.profile.depth:
            self.guard(f"events are {self.depth} deep; nobody is asked any more")
            return
        self.depth += 1
        first = self.active
        if self.profile.listeners == "affected first" and event.target is not None:
            first = event.target
        if first is not None and first in ears:
            ears = [first, *(body for body in ears if body is not first)]
        if event.is_cancelled or self._is_moot(event):
            ears = []
        for body in ears:
            deed = self._answer(body, event)
            if deed is not None and self.goes_on(body):
                mark = (body.index, deed.local)
                self.running.add(mark)
                if deed.limit:
                    self.freely[mark] = self.turn
                self.perform(body, deed, event)
                self.running.discard(mark)
                self._judge_again(event)
                if event.is_cancelled or self._is_moot(event):
                    break
        self.depth -= 1

    def goes_on(self, body: Body) -> bool:
        """May somebody act once more out of turn? Not without end."""
        if self.counted != self.turn:
            self.counted = self.turn
            self.answers.clear()
        count = self.answers[body.index] = self.answers.get(body.index, 0) + 1
        if count == self.profile.guard + 1:
            self.guard(f"{body.member.name} has answered {count - 1} times in one turn")
        return count <= self.profile.guard

    def _answer(self, body: Body, event: Event) -> Deed | None:
        """The first reaction of this body that is valid now."""
        if not self._may_react(body, event):
            return None
        for deed in body.kind.reactions[event.type]:
            tried = self.why_not_react(body, deed, event) is None
            if self.log is not None:
                self.log.reaction(self, body, deed, event, tried)
            if tried:
                return deed
        return None

    def _may_react(self, body: Body, event: Event) -> bool:
        if not body.is_here:
            return False
        if not body.is_up:  # the fallen answer nothing but their own fall
            return body is event.target and event.type in (UNIT_DOWNED, UNIT_DIED)
        return not body.incapacitated and not body.no_reactions and not body.surprised

    def why_not_react(self, body: Body, deed: Deed, event: Event) -> str | None:
        """What keeps this reaction from being used, in one word; None if nothing does."""
        timing = deed.action.timing
        for must in deed.events[event.type]:
            if event.tags & must == must:
                break
        else:
            return "tags"
        if not isinstance(timing, Reaction):  # free at any time: here, in the turns of others
            if body is self.active:
                return "turn"
            if deed.limit and self.freely.get((body.index, deed.local)) == self.turn:
                return "limit"
        elif timing.who != "any":
            one = event.source if timing.role == "source" else event.target
            if one is None:
                return "who"
            relation = "self" if one is body else "ally" if one.side == body.side else "enemy"
            if relation != timing.who:
                return "who"
        if (body.index, deed.local) in self.running:
            return "running"
        if deed.when is not None and not deed.when(self, body, event.target, event):
            return "when"
        is_choosy = isinstance(timing, Reaction) and timing.would_change_outcome
        if is_choosy and not self._would_change(deed, event):
            return "outcome"
        return self.why_not(body, deed, event)

    # --- what an answer changes ----------------------------------------------------------------------

    def judge(self, event: Event) -> int:
        """What the roll of an attack or save comes to, as things are now."""
        if event.forced >= 0:
            return event.forced
        if event.type in (SAVE_FAILED, SAVE_SUCCEEDED):
            return int(event.total >= event.needs)
        if event.natural >= event.critical:
            return CRITICAL
        target = event.target
        assert target is not None
        if event.natural <= self.profile.fumble or event.total < target.ac:
            return MISS
        if target.critical_in_melee and event.tags & self.melee:
            return CRITICAL
        return HIT

    def _judge_again(self, event: Event) -> None:
        """Those who come later see what the earlier ones made of it."""
        if event.outcome >= 0 and event.type != DAMAGE_ROLLED:
            event.outcome = self.judge(event)
            event.value = event.total
        if event.parts is not None:
            event.value = sum(part[0] for part in event.parts)

    @staticmethod
    def _is_moot(event: Event) -> bool:
        """Has an answer turned it into something else?"""
        if event.type == ATTACK_HIT:
            target, use = event.target, event.use
            assert target is not None
            assert use is not None
            return event.outcome == 0 or not can_be_struck(target, use.deed)
        if event.type == ATTACK_MISSED or event.type == SAVE_FAILED:
            return event.outcome > 0
        if event.type == SAVE_SUCCEEDED:
            return event.outcome == 0
        if event.type == UNIT_DOWNED:
            assert event.target is not None
            return event.target.is_up
        if event.type == ATTACK_DECLARED:
            target, use = event.target, event.use
            assert target is not None
            assert use is not None
            return use.is_lost or not can_be_struck(target, use.deed)
        if event.type in (ACTION_DECLARED, SPELL_CAST):
            assert event.use is not None
            return event.use.is_lost
        if event.type == LEFT_REACH:
            assert event.source is not None
            return event.source.no_movement or not event.source.is_up
        return False

    def _would_change(self, deed: Deed, event: Event) -> bool:
        shift = deed.shift
        if shift.others or shift.cancels:
            return True
        if event.outcome < 0:
            return True
        outcome = event.outcome
        if shift.outcome >= 0 and shift.outcome != outcome:
            return True
        if event.forced >= 0:
            return False
        if event.type in (SAVE_FAILED, SAVE_SUCCEEDED):
            needs = event.needs
            fixed = False
        else:
            assert event.target is not None
            needs = event.target.ac + shift.ac
            fixed = event.natural >= event.critical or event.natural <= self.profile.fumble
        if shift.again:
            return True
        if fixed:
            return False
        if outcome > 0:
            return event.total + shift.low < needs
        return event.total + shift.high >= needs
