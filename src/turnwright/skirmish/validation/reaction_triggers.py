"""Reactions with a timing that does not fit their list, triggers that cannot occur, and effects that do
nothing at their trigger."""

from __future__ import annotations

from collections.abc import Iterator

from turnwright.core.rules.requirement import LastEvent
from turnwright.core.rules.timing import Main, Reaction, Setup, at_events
from turnwright.core.suggestions import joined
from turnwright.skirmish.describe import describe_timing
from turnwright.skirmish.engine.compiled_effects import roll_change_of
from turnwright.skirmish.model import scenario
from turnwright.skirmish.model.vocabulary import EVENTS, SPELL, event_named

from .action_entry import ActionEntry, LocatedEffect
from .finding import Finding, append, error, note, put, quoted, remove, warning
from .impossible_requirements import ways_of
from .reachable_events import (
    CLOCK_EVENTS,
    MOVES,
    ReachableByEncounter,
    ReachableEvents,
    reachable_for,
)
from .scenario_survey import Participant, ScenarioSurvey

ATTACKS = ("AttackRolled", "AttackHit", "AttackMissed")
SAVES = ("SaveFailed", "SaveSucceeded")
CANCELLED = (
    "ActionDeclared", "SpellCast", "AttackDeclared", *ATTACKS, "DamageRolled", "LeftReach",
)  # fmt: skip
"""Events that a reaction can cancel."""
DAMAGES = ("AttackHit", "DamageRolled")


def check(survey: ScenarioSurvey, by_encounter: ReachableByEncounter) -> Iterator[Finding]:
    """Find reactions that do not work as written."""
    for entry in survey.entries:
        reachable = reachable_for(entry.owner, by_encounter)
        yield from _lists(survey, entry)
        yield from _costs(entry)
        if isinstance(entry.action.timing, Reaction):
            if not entry.is_granted:
                yield from _trigger(entry, entry.action.timing, reachable)
            yield from _effects(entry, entry.action.timing)
            yield from _own_side(entry, entry.action.timing, reachable)
        else:
            yield from _needs_event(entry)
            yield from _last_events(entry, reachable)


# --- lists and timings ----------------------------------------------------------------------------


def _lists(survey: ScenarioSurvey, entry: ActionEntry) -> Iterator[Finding]:
    timing, combatant = entry.action.timing, entry.owner.combatant
    path = (*entry.path, "timing")
    if isinstance(timing, Reaction) and not timing.events:
        fix = "Name its trigger, for example on: AttackHit."
        yield error(
            "no_trigger", (*path, "on"), f"{entry.name!r} is a reaction without a trigger.", fix
        )
    if entry.list_name == "reactions" and not entry.is_ever_tried:
        sentence = f"{entry.name!r} is in the reactions but has no trigger, so it is never used."
        fix = "Give it the timing Reaction and an event, or move it to the actions."
        actions = (*entry.owner.path, "actions")
        patch = [append(actions, combatant.actions, entry.action), remove(entry.path)]
        yield error("no_trigger", path, sentence, fix, patch=patch)
    if entry.list_name == "actions" and isinstance(timing, Reaction):
        sentence = f"{entry.name!r} is a reaction, so it is never used as an action of the turn."
        fix = "Move it to the reactions, where its place in the order is easier to see."
        reactions = (*entry.owner.path, "reactions")
        patch = [append(reactions, combatant.reactions, entry.action), remove(entry.path)]
        yield warning("reaction_in_actions", path, sentence, fix, patch=patch)
    owner = entry.owner
    if isinstance(timing, Setup) and not any(
        survey.may_prepare(owner, m) for m in owner.encounters
    ):
        sentence = f"{entry.name!r} is used before a fight, but its owner may never prepare."
        yield note("never_prepared", path, sentence, "Set precast, or change the timing.")


def _costs(entry: ActionEntry) -> Iterator[Finding]:
    """Costs that belong to the other list."""
    timing = entry.action.timing
    for path, cost in entry.costs():
        if isinstance(timing, Reaction) and cost.resource in ("Action", "BonusAction"):
            if timing.who == "self" and (timing.role == "source" or "TurnStarted" in timing.events):
                continue  # that happens in its own turn
            sentence = (
                f"{entry.name!r} is a reaction that costs {cost.resource}: "
                "it can only be paid with what is left of the last turn."
            )
            fix = "Make it cost Reaction."
            patch = [put((*path, "resource"), "Reaction")]
            yield warning("reaction_costs_action", path, sentence, fix, patch=patch)
        elif isinstance(timing, Main) and cost.resource == "Reaction":
            sentence = f"{entry.name!r} costs a Reaction in its own turn."
            yield note(
                "costs_reaction",
                path,
                sentence,
                "If an event should trigger it, make it a reaction.",
            )


# --- triggers -------------------------------------------------------------------------------------


def _trigger(
    entry: ActionEntry, timing: Reaction, reachable: list[ReachableEvents]
) -> Iterator[Finding]:
    """Triggers that cannot occur. That is a note if it may depend on the enemies, a warning if the
    owner itself should cause the event, and an error if the event has no source."""
    owner = entry.owner
    known = [event_named(name) for name in timing.events]
    known = [(event, tags) for event, tags in known if event in EVENTS]
    path = (*entry.path, "timing", "on")
    if not known:
        return
    if timing.who != "any" and all(event in CLOCK_EVENTS for event, _ in known):
        trigger = _trigger_text(timing)
        sentence = f"{entry.name!r} waits for {trigger}, but that event has no source or target."
        patch = [put((*entry.path, "timing", "who"), "any")]
        yield error(
            "trigger_never", (*entry.path, "timing", "who"), sentence, "Remove who.", patch=patch
        )
        return
    if any(
        one.can_happen(event, timing.who, timing.role, owner, frozenset(tags))
        for one in reachable
        for event, tags in known
    ):
        yield from _when(entry, timing)
        return
    is_own = timing.who == "self" and timing.role == "source"
    severity = warning if is_own else note
    sentence = (
        f"{entry.name!r} acts {describe_timing(timing)}, which cannot happen here: "
        f"{_reason(timing)}."
    )
    fix = f"Remove it, or check who ({timing.who}) and role ({timing.role})."
    yield severity("trigger_never", path, sentence, fix, events=list(timing.events))


def _trigger_text(timing: Reaction) -> str:
    events = joined(timing.events, "or")
    return events if timing.who == "any" else f"{events} with {timing.who} as its {timing.role}"


def _reason(timing: Reaction) -> str:
    event = event_named(timing.events[0])[0]
    who = {"self": "it", "ally": "an ally", "enemy": "an enemy", "any": "anybody"}[timing.who]
    source = who if timing.role == "source" else "anybody"
    if event == "SpellCast":
        return f"no action of {source} has the tag {SPELL!r}"
    if event in MOVES:
        return (
            f"nothing moves {who if timing.role == 'source' or event == 'UnitMoved' else 'anybody'}"
        )
    if event in SAVES:
        return f"nothing makes {who if timing.role == 'target' else 'anybody'} roll a save"
    if event == "ConcentrationBroken":
        return "none of them concentrates"
    if event in ("ActionCancelled", "ResourceRestored"):
        return "nothing cancels an action or restores a resource"
    return f"no action causes it for {who}"


def _when(entry: ActionEntry, timing: Reaction) -> Iterator[Finding]:
    """In a reaction the last event is its trigger."""
    triggers = {event_named(name)[0] for name in timing.events}
    ways = ways_of(entry)
    literals = []
    for way in ways or [[]]:
        impossible = [
            literal for literal in way
            if isinstance(literal.check, LastEvent) and literal.wanted
            and not triggers & {event_named(name)[0] for name in literal.check.events}
        ]  # fmt: skip
        if not impossible:
            return
        literals += impossible
    literal = literals[0]
    assert isinstance(literal.check, LastEvent)
    sentence = (
        f"{entry.name!r} is triggered by {joined(timing.events, 'or')}, but can only be used if "
        f"{literal.words}: in a reaction, the last event is its trigger."
    )
    fix = f"Use {joined(literal.check.events, 'or')} as the trigger, or remove the requirement."
    yield error("trigger_never", literal.path, sentence, fix, events=list(timing.events))


def _last_events(entry: ActionEntry, reachable: list[ReachableEvents]) -> Iterator[Finding]:
    for literal in entry.literals():
        check = literal.check
        if not isinstance(check, LastEvent) or not literal.wanted:
            continue
        known = [event_named(name) for name in check.events]
        known = [(event, tags) for event, tags in known if event in EVENTS]
        who = "self" if check.by_self else "any"
        if not known or any(
            one.can_happen(event, who, "source", entry.owner, frozenset((*tags, *check.tags)))
            for one in reachable
            for event, tags in known
        ):
            continue
        severity = warning if check.by_self else note
        by = f"no action of {entry.owner.name!r}" if check.by_self else "nothing"
        tags = f" with the tags {quoted(check.tags)}" if check.tags else ""
        sentence = (
            f"{entry.name!r} can only be used if {literal.words}, but {by} causes that{tags}."
        )
        fix = "Remove the requirement, or give an action above the tag or effect that it needs."
        yield severity("event_never", literal.path, sentence, fix, events=list(check.events))


# --- effects of reactions -------------------------------------------------------------------------


def _needs_event(entry: ActionEntry) -> Iterator[Finding]:
    """Effects that refer to a trigger, in an action without one."""
    if at_events(entry.action.timing):
        return
    fix = "Give the action the timing Reaction."
    who = entry.action.targets.who
    if who.startswith("event"):
        sentence = f"{entry.name!r} targets the {who}, but it is not a reaction."
        path = (*entry.path, "targets", "who")
        yield error("needs_event", path, sentence, fix)
    for path, effect, *_ in entry.effects():
        word = scenario.effect_name(effect)
        if isinstance(
            effect,
            scenario.Cancel | scenario.ChangeRoll | scenario.SetOutcome | scenario.ChangeDamage,
        ):
            sentence = (
                f"{word} of {entry.name!r} changes a trigger, but the action is not a reaction."
            )
            yield error("needs_event", path, sentence, fix)
            continue
        to = getattr(effect, "to", "")
        if to.startswith("event"):
            sentence = f"{word} of {entry.name!r} is for the {to}, but it is not a reaction."
            yield error("needs_event", (*path, "to"), sentence, fix)


def _effects(entry: ActionEntry, timing: Reaction) -> Iterator[Finding]:
    events = [event_named(name)[0] for name in timing.events]
    for located in entry.effects():
        useful = _useful_events(located)
        if useful and events and not set(useful) & set(events):
            word = scenario.effect_name(located.effect)
            sentence = f"{word} of {entry.name!r} does nothing at {joined(timing.events, 'or')}."
            fix = f"It works in reactions to {joined(useful, 'or')}."
            yield error("wrong_event", located.path, sentence, fix, useful=list(useful))
    if timing.would_change_outcome:
        yield from _would_change(entry, events)


def _useful_events(located: LocatedEffect) -> tuple[str, ...]:
    effect = located.effect
    if isinstance(effect, scenario.Cancel):
        return CANCELLED
    if isinstance(effect, scenario.ChangeRoll):
        return (*ATTACKS, *SAVES)
    if isinstance(effect, scenario.SetOutcome):
        return SAVES if effect.to in ("success", "failure") else ATTACKS
    return DAMAGES if isinstance(effect, scenario.ChangeDamage) else ()


def _would_change(entry: ActionEntry, events: list[str]) -> Iterator[Finding]:
    path = (*entry.path, "timing", "would_change_outcome")
    patch = [put(path, False)]
    change = roll_change_of(entry.action)
    changes = (
        change.ac
        or change.lowest
        or change.highest
        or change.outcome >= 0
        or change.rerolls
        or change.cancels
    )
    fix = "Remove would_change_outcome, or make the reaction change the roll or the armour class."
    if not changes:
        sentence = f"{entry.name!r} is only used if it changes the outcome, but it changes no roll."
        yield warning("changes_nothing", path, sentence, fix, patch=patch)
    elif events and not set(events) & {*ATTACKS, *SAVES}:
        sentence = f"{joined(events, 'or')} has no outcome that {entry.name!r} could change."
        yield note("changes_nothing", path, sentence, fix, patch=patch)
    elif change.other_effects:
        sentence = f"{entry.name!r} does more than change the roll, so it is used in any case."
        yield note("changes_nothing", path, sentence, fix, patch=patch)


def _own_side(
    entry: ActionEntry, timing: Reaction, reachable: list[ReachableEvents]
) -> Iterator[Finding]:
    """Reactions that may cancel actions of their own side, which is rarely intended."""
    if not any(isinstance(located.effect, scenario.Cancel) for located in entry.effects()):
        return
    if not (
        timing.who == "any"
        or (timing.role == "target" and timing.who == "enemy")  # allies target enemies
        or (timing.role == "source" and timing.who != "enemy")
    ):
        return
    if any(
        getattr(literal.check, "name", "") in ("is_enemy", "is_ally")
        for literal in entry.literals()
    ):
        return
    ally = next((f for one in reachable for f in _own_sources(entry, timing, one)), None)
    if ally is None:
        return
    path = (*entry.path, "timing")
    whose = "its own actions" if ally is entry.owner else f"actions of {ally.name!r}"
    trigger = _trigger_text(timing)
    sentence = f"{entry.name!r} may cancel {whose}: its trigger is {trigger} from any source."
    fix = "Restrict the source to enemies: who: enemy, role: source."
    patch = [put((*path, "who"), "enemy"), put((*path, "role"), "source")]
    yield warning("cancels_own_side", path, sentence, fix, patch=patch)


def _own_sources(
    entry: ActionEntry, timing: Reaction, reachable: ReachableEvents
) -> Iterator[Participant]:
    """Participants of its own side whose actions trigger the reaction."""
    owner = entry.owner
    for name in timing.events:
        event, tags = event_named(name)
        for possible in reachable.events.get(event, ()):
            if not set(tags) <= possible.tags:
                continue
            fits = timing.who == "any" or reachable.encounter.has(
                getattr(possible, timing.role), timing.who, owner
            )
            if not fits:
                continue
            for participant in reachable.encounter.members(possible.source):
                if participant.side == owner.side:
                    yield participant
