"""Reactions: lists and timings that do not fit, triggers that cannot occur, and effects that need
another event than they answer."""

from __future__ import annotations

from collections.abc import Iterator

from turnwright.core.rules.requirement import LastEvent
from turnwright.core.rules.timing import Main, Reaction, Setup, at_events
from turnwright.skirmish.engine.compiled_effects import shift_of
from turnwright.skirmish.model import scenario
from turnwright.skirmish.model.vocabulary import EVENTS, SPELL, event_named

from .action_in_list import Placed, Spot
from .finding import Finding, append, drop, error, listed, note, put, quoted, warning
from .impossible_requirements import ways_of
from .reachable_events import MOVES, TIMELESS, Possible
from .scenario_survey import Fighter, Survey

ATTACKS = ("AttackRolled", "AttackHit", "AttackMissed")
SAVES = ("SaveFailed", "SaveSucceeded")
CANCELLED = (
    "ActionDeclared", "SpellCast", "AttackDeclared", *ATTACKS, "DamageRolled", "LeftReach",
)  # fmt: skip
"""Events that can still be called off when they are answered."""
DAMAGES = ("AttackHit", "DamageRolled")


def check(survey: Survey, possible: dict[int, Possible]) -> Iterator[Finding]:
    for placed in survey.placed:
        stages = [possible[id(meeting)] for meeting in placed.owner.meetings]
        yield from _places(survey, placed)
        yield from _costs(placed)
        if isinstance(placed.action.timing, Reaction):
            if not placed.is_granted:
                yield from _trigger(placed, placed.action.timing, stages)
            yield from _answers(placed, placed.action.timing)
            yield from _own_side(placed, placed.action.timing, stages)
        else:
            yield from _needs_event(placed)
            yield from _last_events(placed, stages)


# --- lists and timings ---------------------------------------------------------------------------


def _places(survey: Survey, placed: Placed) -> Iterator[Finding]:
    timing, combatant = placed.action.timing, placed.owner.combatant
    path = (*placed.path, "timing")
    if isinstance(timing, Reaction) and not timing.events:
        fix = "Say what it answers: on: AttackHit, for instance."
        yield error("no_trigger", (*path, "on"), f"{placed.name!r} answers no event at all.", fix)
    if placed.place == "reactions" and not placed.is_ever_tried:
        sentence = (
            f"{placed.name!r} stands among the reactions but has no trigger: it is never used."
        )
        fix = "Give it the timing Reaction and an event, or move it to the actions."
        actions = (*placed.owner.path, "actions")
        patch = [append(actions, combatant.actions, placed.action), drop(placed.path)]
        yield error("no_trigger", path, sentence, fix, patch=patch)
    if placed.place == "actions" and isinstance(timing, Reaction):
        sentence = f"{placed.name!r} is a reaction and is never tried in the own turn."
        fix = "Move it to the reactions; there, its place in the order is easier to see."
        reactions = (*placed.owner.path, "reactions")
        patch = [append(reactions, combatant.reactions, placed.action), drop(placed.path)]
        yield warning("reaction_in_actions", path, sentence, fix, patch=patch)
    owner = placed.owner
    if isinstance(timing, Setup) and not any(survey.may_prepare(owner, m) for m in owner.meetings):
        sentence = f"{placed.name!r} is for before the fight, and nobody may prepare here."
        yield note("never_prepared", path, sentence, "Set precast, or change the timing.")


def _costs(placed: Placed) -> Iterator[Finding]:
    """A price that belongs to the other kind of list."""
    timing = placed.action.timing
    for path, cost in placed.costs():
        if isinstance(timing, Reaction) and cost.resource in ("Action", "BonusAction"):
            if timing.who == "self" and (timing.role == "source" or "TurnStarted" in timing.events):
                continue  # that happens in the own turn
            sentence = (
                f"{placed.name!r} is a reaction that costs {cost.resource}: "
                "it can only be paid with what was left over in the last own turn."
            )
            fix = "Let it cost Reaction."
            patch = [put((*path, "resource"), "Reaction")]
            yield warning("reaction_costs_action", path, sentence, fix, patch=patch)
        elif isinstance(timing, Main) and cost.resource == "Reaction":
            sentence = f"{placed.name!r} costs a Reaction in the own turn."
            yield note(
                "costs_reaction", path, sentence, "If it answers something, make it a reaction."
            )


# --- can it occur? -------------------------------------------------------------------------------


def _trigger(placed: Placed, timing: Reaction, stages: list[Possible]) -> Iterator[Finding]:
    """Events that nobody here brings about. That may be due to whom one meets, and is a note then;
    it is worse if one's own doing is waited for, or somebody in an event that has nobody."""
    owner = placed.owner
    known = [event_named(name) for name in timing.events]
    known = [(event, tags) for event, tags in known if event in EVENTS]
    path = (*placed.path, "timing", "on")
    if not known:
        return
    if timing.who != "any" and all(event in TIMELESS for event, _ in known):
        sentence = f"{placed.name!r} waits for {_words(timing)}, but in that event there is nobody."
        patch = [put((*placed.path, "timing", "who"), "any")]
        yield error(
            "trigger_never", (*placed.path, "timing", "who"), sentence, "Drop who.", patch=patch
        )
        return
    if any(
        stage.happens(event, timing.who, timing.role, owner, frozenset(tags))
        for stage in stages
        for event, tags in known
    ):
        yield from _when(placed, timing)
        return
    is_own = timing.who == "self" and timing.role == "source"
    severity = warning if is_own else note
    sentence = (
        f"{placed.name!r} waits for {_words(timing)}, which cannot occur here: {_why(timing)}."
    )
    fix = f"Remove it, or check who ({timing.who}) and role ({timing.role})."
    yield severity("trigger_never", path, sentence, fix, events=list(timing.events))


def _words(timing: Reaction) -> str:
    events = listed(timing.events, "or")
    return events if timing.who == "any" else f"{events} with {timing.who} as its {timing.role}"


def _why(timing: Reaction) -> str:
    event = event_named(timing.events[0])[0]
    who = {"self": "it", "ally": "an ally", "enemy": "an enemy", "any": "anybody"}[timing.who]
    doer = who if timing.role == "source" else "anybody"
    if event == "SpellCast":
        return f"no action of {doer} has the tag {SPELL!r}"
    if event in MOVES:
        return (
            f"nothing moves {who if timing.role == 'source' or event == 'UnitMoved' else 'anybody'}"
        )
    if event in SAVES:
        return f"nothing makes {who if timing.role == 'target' else 'anybody'} save"
    if event == "ConcentrationBroken":
        return "nobody of those concentrates"
    if event in ("ActionCancelled", "ResourceRestored"):
        return "nothing cancels or gives back anything"
    return f"nothing that is done here brings it about for {who}"


def _when(placed: Placed, timing: Reaction) -> Iterator[Finding]:
    """In a reaction the last event is the one that is answered."""
    answered = {event_named(name)[0] for name in timing.events}
    ways = ways_of(placed)
    claims = []
    for way in ways or [[]]:
        lost = [
            claim for claim in way
            if isinstance(claim.check, LastEvent) and claim.wanted
            and not answered & {event_named(name)[0] for name in claim.check.events}
        ]  # fmt: skip
        if not lost:
            return
        claims += lost
    claim = claims[0]
    assert isinstance(claim.check, LastEvent)
    sentence = (
        f"{placed.name!r} answers {listed(timing.events, 'or')}, but needs "
        f"{claim.words}: the last event of a reaction is the one it answers."
    )
    fix = f"Answer {listed(claim.check.events, 'or')} instead, or drop the requirement."
    yield error("trigger_never", claim.path, sentence, fix, events=list(timing.events))


def _last_events(placed: Placed, stages: list[Possible]) -> Iterator[Finding]:
    for claim in placed.claims():
        check = claim.check
        if not isinstance(check, LastEvent) or not claim.wanted:
            continue
        known = [event_named(name) for name in check.events]
        known = [(event, tags) for event, tags in known if event in EVENTS]
        who = "self" if check.by_self else "any"
        if not known or any(
            stage.happens(event, who, "source", placed.owner, frozenset((*tags, *check.tags)))
            for stage in stages
            for event, tags in known
        ):
            continue
        severity = warning if check.by_self else note
        by = f"no action of {placed.owner.name!r}" if check.by_self else "nothing here"
        tags = f" with the tags {quoted(check.tags)}" if check.tags else ""
        sentence = f"{placed.name!r} needs {claim.words}, but {by} brings that about{tags}."
        fix = "Drop the requirement, or give an action above the tag or effect that it asks for."
        yield severity("event_never", claim.path, sentence, fix, events=list(check.events))


# --- what an answer can do -----------------------------------------------------------------------


def _needs_event(placed: Placed) -> Iterator[Finding]:
    """Effects about an event, where no event is answered."""
    if at_events(placed.action.timing):
        return
    fix = "Give the action the timing Reaction."
    who = placed.action.targets.who
    if who.startswith("event"):
        sentence = f"{placed.name!r} is about the {who}, but it answers no event."
        path = (*placed.path, "targets", "who")
        yield error("needs_event", path, sentence, fix)
    for path, effect, *_ in placed.spots():
        word = scenario.effect_name(effect)
        if isinstance(
            effect,
            scenario.Cancel | scenario.ChangeRoll | scenario.SetOutcome | scenario.ChangeDamage,
        ):
            sentence = (
                f"{word} of {placed.name!r} changes the event that is answered; there is none."
            )
            yield error("needs_event", path, sentence, fix)
            continue
        to = getattr(effect, "to", "")
        if to.startswith("event"):
            sentence = f"{word} of {placed.name!r} is for the {to}; there is none."
            yield error("needs_event", (*path, "to"), sentence, fix)


def _answers(placed: Placed, timing: Reaction) -> Iterator[Finding]:
    events = [event_named(name)[0] for name in timing.events]
    for spot in placed.spots():
        useful = _useful_events(spot)
        if useful and events and not set(useful) & set(events):
            word = scenario.effect_name(spot.effect)
            sentence = f"{word} of {placed.name!r} does nothing to {listed(timing.events, 'or')}."
            fix = f"It works in answers to {listed(useful, 'or')}."
            yield error("wrong_event", spot.path, sentence, fix, useful=list(useful))
    if timing.would_change_outcome:
        yield from _would_change(placed, events)


def _useful_events(spot: Spot) -> tuple[str, ...]:
    effect = spot.effect
    if isinstance(effect, scenario.Cancel):
        return CANCELLED
    if isinstance(effect, scenario.ChangeRoll):
        return (*ATTACKS, *SAVES)
    if isinstance(effect, scenario.SetOutcome):
        return SAVES if effect.to in ("success", "failure") else ATTACKS
    return DAMAGES if isinstance(effect, scenario.ChangeDamage) else ()


def _would_change(placed: Placed, events: list[str]) -> Iterator[Finding]:
    path = (*placed.path, "timing", "would_change_outcome")
    patch = [put(path, False)]
    shift = shift_of(placed.action)
    changes = (
        shift.ac or shift.low or shift.high or shift.outcome >= 0 or shift.again or shift.cancels
    )
    fix = "Drop would_change_outcome, or let the reaction change the roll or the armour class."
    if not changes:
        sentence = (
            f"{placed.name!r} is to be used only if it changes the outcome, and changes no roll."
        )
        yield warning("changes_nothing", path, sentence, fix, patch=patch)
    elif events and not set(events) & {*ATTACKS, *SAVES}:
        sentence = f"{listed(events, 'or')} has no outcome that {placed.name!r} could change."
        yield note("changes_nothing", path, sentence, fix, patch=patch)
    elif shift.others:
        sentence = (
            f"{placed.name!r} does more than change the roll, so that it is used in any case."
        )
        yield note("changes_nothing", path, sentence, fix, patch=patch)


def _own_side(placed: Placed, timing: Reaction, stages: list[Possible]) -> Iterator[Finding]:
    """Cancelling what one's own side does is hardly ever meant."""
    if not any(isinstance(spot.effect, scenario.Cancel) for spot in placed.spots()):
        return
    if not (
        timing.who == "any"
        or (timing.role == "target" and timing.who == "enemy")  # enemies are the targets of friends
        or (timing.role == "source" and timing.who != "enemy")
    ):
        return
    if any(
        getattr(claim.check, "name", "") in ("is_enemy", "is_ally") for claim in placed.claims()
    ):
        return
    friend = next((f for stage in stages for f in _own_doers(placed, timing, stage)), None)
    if friend is None:
        return
    path = (*placed.path, "timing")
    whose = "its own doing" if friend is placed.owner else f"what {friend.name!r} does"
    sentence = (
        f"{placed.name!r} may cancel {whose}: it answers {_words(timing)}, whoever is the source."
    )
    fix = "Let the source be an enemy: who: enemy, role: source."
    patch = [put((*path, "who"), "enemy"), put((*path, "role"), "source")]
    yield warning("cancels_own_side", path, sentence, fix, patch=patch)


def _own_doers(placed: Placed, timing: Reaction, stage: Possible) -> Iterator[Fighter]:
    """Those of one's own side whose doing this reaction would answer."""
    owner = placed.owner
    for name in timing.events:
        event, tags = event_named(name)
        for one in stage.happenings.get(event, ()):
            if not set(tags) <= one.tags:
                continue
            fits = timing.who == "any" or stage.meeting.has(
                getattr(one, timing.role), timing.who, owner
            )
            if not fits:
                continue
            for fighter in stage.meeting.members(one.source):
                if fighter.side == owner.side:
                    yield fighter
