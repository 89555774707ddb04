"""What everybody sees of a position: its combatants, what can be chosen, and what is asked."""

from __future__ import annotations

from functools import lru_cache

import msgspec

from turnwright.core.rules.ledger import tidy
from turnwright.skirmish.describe import describe_action, resource_label
from turnwright.skirmish.engine.actions import CompiledAction
from turnwright.skirmish.engine.combatant_state import CombatantState
from turnwright.skirmish.engine.decision_points import ActionOption, DecisionPoint
from turnwright.skirmish.engine.event_sentences import SENTENCES, health_state, name_of
from turnwright.skirmish.engine.plan import Plan, PlannedEncounter
from turnwright.skirmish.engine.run_state import FightRun
from turnwright.skirmish.model.vocabulary import EVENTS

from .fight_position import action_ids
from .fight_setup import Fight
from .state import CombatantSeen, OfferedAction, PoolSeen, StatusSeen

# --- what is seen of a run -----------------------------------------------------------------------


def combatants_seen(run: FightRun, fight: Fight) -> tuple[CombatantSeen, ...]:
    """Everybody in the encounter, in the order of initiative."""
    return tuple([_seen(run, one, fight.seats[one.index]) for one in run.order])


def _seen(run: FightRun, one: CombatantState, seat: int) -> CombatantSeen:
    kind = one.kind
    statuses = [
        StatusSeen(status.compiled.name, status.source.name, status.turns_left)
        for status in one.statuses
    ]
    pools = [
        PoolSeen(key, resource_label(key), tidy(left), tidy(most))
        for key, left, most in zip(kind.pool_keys, one.pools, kind.pool_max, strict=True)
        if most or left
    ]
    return CombatantSeen(
        name=one.name, side=run.plan.sides[one.side], seat=seat, state=health_state(one),
        hp=one.hp, max_hp=one.max_hp, temp=one.temp, ac=one.ac, initiative=one.initiative,
        position=one.position, is_active=one is run.active,
        concentration="" if one.concentration is None else one.concentration.name,
        statuses=tuple(statuses), pools=tuple(pools),
    )  # fmt: skip


# --- what can be chosen --------------------------------------------------------------------------


def offered_actions(point: DecisionPoint) -> tuple[OfferedAction, ...]:
    """The options of a decision point, each once for every level of a slot that can pay for it."""
    found: list[OfferedAction] = []
    for id, option in zip(action_ids(point), point.options, strict=True):
        offered = _offered(id, option)
        found.append(offered)
        for level in option.levels[1:]:
            found.append(msgspec.structs.replace(offered, id=f"{id} at level {level}", level=level))
    return tuple(found)


def _offered(id: str, option: ActionOption) -> OfferedAction:
    targets, picked, count, least = _targets_of(option)
    amounts = option.amounts
    return OfferedAction(
        id=id, name=option.name, targets=targets, picked=picked, count=count, least=least,
        text=_action_text(option.point.run.plan, option.action), action=id,
        amounts=amounts if len(amounts) > 1 else (),
    )  # fmt: skip


def _targets_of(option: ActionOption) -> tuple[tuple[str, ...], str, int, int]:
    """Whom an option can be aimed at, whom its list would pick, and how many at most and at least."""
    action, picked = option.action, option.picked
    if picked is None:
        who = f"whom its list picks ({' and '.join(action.picks)})"
    else:
        who = ", ".join([one.name for one in picked])
    if not option.is_aimed:
        alone = action.who not in ("self", "event source", "event target") and option.count == 1
        return ((who,) if alone and picked else ("",)), who, 1, 1
    found = tuple([one.name for one in option.candidates])
    if option.count != 1:
        count = len(found) if option.count is None else option.count
        ranked = option.ranked
        if ranked is None:
            return found, who, count, 0
        return tuple([one.name for one in ranked]), who, count, 1
    if picked is None:
        return ("", *found), who, 1, 1
    return (who, *(name for name in found if name != who)), who, 1, 1


@lru_cache(maxsize=4096)
def _action_text(plan: Plan, action: CompiledAction) -> str:
    return describe_action(action.spec, plan.profile).sentence


def question_of(point: DecisionPoint) -> str:
    """What is asked at a decision point, as a sentence."""
    name = point.combatant.name
    first = point.options[0].name
    if point.event is not None and point.kind == "reaction":
        sentence = SENTENCES.get(EVENTS[point.event.type])
        if sentence is None:
            source, target = name_of(point.event.source), name_of(point.event.target)
            about = f" of {source}" if source else ""
            about += f" on {target}" if target and target != source else ""
            return f"{EVENTS[point.event.type]}{about}. {name} may react."
        return f"{sentence(point.event)} {name} may react."
    return {
        "turn": f"{name} acts.",
        "setup": f"Before the fight {name} may use {first}.",
        "granted": f"{name} may act at once.",
        "attack": f"{name} attacks again with {first}.",
    }[point.kind]


def encounter_name(run: FightRun) -> str:
    """The name of the encounter that is being fought, or of the scenario."""
    steps = run.plan.steps
    step = steps[min(run.step, len(steps) - 1)]
    name = step.name if isinstance(step, PlannedEncounter) else ""
    return name or run.plan.scenario.name or "The fight"
