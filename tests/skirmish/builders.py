"""Builders of scenarios for tests.

Attacks always hit and damage is constant, so that there is no chance unless a test wants some. Who
comes first in the file acts first.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

import msgspec

from turnwright.core.rules.cost import Cost, Variable
from turnwright.core.rules.requirement import Requirement
from turnwright.core.rules.timing import Reaction
from turnwright.skirmish.engine.combatant_state import CombatantState
from turnwright.skirmish.engine.compile import compile_plan
from turnwright.skirmish.engine.fight_events import ActionUse, FightEvent
from turnwright.skirmish.engine.rng import run_seed
from turnwright.skirmish.engine.run_outcome import RunOutcome
from turnwright.skirmish.engine.run_state import FightRun
from turnwright.skirmish.engine.runs import play_run
from turnwright.skirmish.model import scenario as m
from turnwright.skirmish.model.vocabulary import EVENTS

SURE = 100
"""A bonus that always hits, and a DC that nobody reaches."""

ACTION, BONUS, REACTION = Cost("Action"), Cost("BonusAction"), Cost("Reaction")
ANYBODY = m.Targets(who="anyone", state="any")
ME = m.Targets(who="self")


NO_LUCK = {"check": "1d2", "fumble": 0, "critical": 1000}
"""Every check rolls 1 or 2, and is neither a fumble nor critical."""


def rules(**more: Any) -> m.RuleProfile:
    """The rules of 2014 without conditions and without chance."""
    return m.RuleProfile(**{"name": "test", "rounds": 5, **NO_LUCK, **more})


def always(natural: int, **more: Any) -> m.RuleProfile:
    """Rules under which every check rolls this number. 20 and 1 are a critical hit and a fumble; a
    critical hit doubles the damage, so that it needs no dice."""
    own = {"check": str(natural), "critical": 20, "fumble": 1, "critical_damage": "double"}
    return rules(**own | more)


LUCK = m.RuleProfile(name="dice", rounds=50)
"""The dice of 2014."""


# --- actions --------------------------------------------------------------------------------------


def costs(*entries: str | Cost) -> tuple[Cost, ...]:
    return tuple(Cost(one) if isinstance(one, str) else one for one in entries)


def slot(level: int, *, upcast: bool = False, **more: Any) -> Cost:
    return Cost("SpellSlot", level=level, allow_upcast=upcast, **more)


def variable(resource: str, **terms: Any) -> Cost:
    return Cost(resource, variable=Variable(**terms))


def action(name: str, *effects: m.Effect, cost: Any = "Action", **more: Any) -> m.CombatAction:
    """An action in one's own turn. `cost` is a word, a cost, or several; "" is free."""
    several = cost if isinstance(cost, (tuple, list)) else (cost,)
    return m.CombatAction(
        name=name, effect=effects, cost=costs(*(one for one in several if one != "")), **more
    )


def free(name: str, *effects: m.Effect, **more: Any) -> m.CombatAction:
    return action(name, *effects, cost="", **more)


def reaction(
    on: str | tuple[str, ...],
    *effects: m.Effect,
    name: str = "Answer",
    cost: Any = "Reaction",
    who: str = "any",
    role: str = "target",
    when: Requirement | None = None,
    only_if_outcome_changes: bool = False,
    **more: Any,
) -> m.CombatAction:
    """A reaction to an event. It targets its user unless it says otherwise."""
    timing = Reaction(
        on=on, who=who, role=role, when=when, would_change_outcome=only_if_outcome_changes
    )  # type: ignore[arg-type]
    return action(name, *effects, cost=cost, timing=timing, **{"targets": ME} | more)


def hit(damage: Any = 5, **more: Any) -> m.Attack:
    """An attack that always hits."""
    return m.Attack(**{"to_hit": SURE, "damage": damage} | more)


def strike(damage: Any = 5, name: str = "Strike", **more: Any) -> m.CombatAction:
    """The simplest action: one attack that always hits."""
    return action(name, hit(damage), **{"tags": ("Melee",)} | more)


def blast(damage: Any = 5, name: str = "Blast", count: Any = 10, **more: Any) -> m.CombatAction:
    """Damage without any roll to several enemies, as a spell."""
    return action(
        name, m.Harm(damage), **{"targets": m.Targets(count=count), "tags": ("Spell",)} | more
    )


def apply(name: str, *, to: str = "target", **more: Any) -> m.Apply:
    """A status of this name; `turns`, `of`, `at`, `until` and `times` say how long it lasts."""
    span = {key: more.pop(key) for key in ("turns", "of", "at", "until", "times") if key in more}
    return m.Apply(m.Status(name=name, duration=m.Duration(**span), **more), to=to)  # type: ignore[arg-type]


# --- combatants and encounters ------------------------------------------------------------------------


def hero(
    *actions: m.CombatAction | str, name: str = "Hero", hp: Any = 20, **more: Any
) -> m.Combatant:
    """A combatant who dies at 0 hit points unless it has death saves. Initiative follows the order in
    the encounter unless it is given."""
    more.setdefault("death_saves", False)
    return m.Combatant(name=name, hp=hp, actions=actions, **more)


def foe(
    *actions: m.CombatAction | str, name: str = "Foe", hp: Any = 20, **more: Any
) -> m.Combatant:
    return hero(*actions, name=name, hp=hp, **more)


OneOrMore = m.Combatant | Iterable[m.Combatant]


def _as_tuple(some: OneOrMore) -> tuple[m.Combatant, ...]:
    return (some,) if isinstance(some, m.Combatant) else tuple(some)


def in_order(some: OneOrMore, first: int) -> tuple[m.Combatant, ...]:
    """Give them initiatives that keep their order, whatever the dice show."""
    return tuple(
        one
        if one.initiative != 0 or one.initiative_lean
        else msgspec.structs.replace(one, initiative=first - 100 * place)
        for place, one in enumerate(_as_tuple(some))
    )


def encounter(
    heroes: OneOrMore,
    foes: OneOrMore,
    rounds: int | None = None,
    profile: m.RuleProfile | None = None,
    **more: Any,
) -> m.Scenario:
    """Heroes against foes; the heroes act first. `rounds` ends it early."""
    profile = profile or rules()
    if rounds is not None:
        profile = msgspec.structs.replace(profile, rounds=rounds)
    ours, theirs = in_order(heroes, 90_000), in_order(foes, 40_000)
    sides = (m.Side("Heroes", ours), m.Side("Foes", theirs))
    return m.Scenario(rules=profile, sides=sides, **more)


def day(
    heroes: OneOrMore, *steps: OneOrMore | str, profile: m.RuleProfile | None = None
) -> m.Scenario:
    """Heroes who meet these foes one after the other; a string is a rest."""
    met = []
    for step in steps:
        if isinstance(step, str):
            met.append(m.Rest(step))  # type: ignore[arg-type]
        elif isinstance(step, m.Encounter):
            met.append(step)
        else:
            met.append(m.Encounter(sides=(m.Side("Foes", in_order(step, 40_000)),)))
    ours = m.Side("Heroes", in_order(heroes, 90_000))
    return m.Scenario(rules=profile or rules(), sides=(ours,), day=tuple(met))


# --- playing -------------------------------------------------------------------------------


class SeenEvent(NamedTuple):
    """An event as the log records it."""

    event: str
    source: str | None
    target: str | None
    value: float
    about: str = ""


class RecordingLog:
    """A log that records the actions and the events."""

    def __init__(self) -> None:
        self.actions: list[str] = []
        self.events: list[SeenEvent] = []
        self.guards: list[str] = []

    def __getattr__(self, name: str) -> Callable[..., None]:
        return lambda *details: None

    def action(self, run: FightRun, use: ActionUse) -> None:
        self.actions.append(f"{use.actor.participant.name}: {use.action.name}")

    def event(self, run: FightRun, event: FightEvent) -> None:
        about = event.about or (event.use.action.name if event.use is not None else "")
        self.events.append(
            SeenEvent(
                EVENTS[event.type], _name(event.source), _name(event.target), event.value, about
            )
        )

    def loop_guard(self, run: FightRun, reason: str) -> None:
        self.guards.append(reason)


def _name(combatant: CombatantState | None) -> str | None:
    return None if combatant is None else combatant.participant.name


class PlayedRun(NamedTuple):
    """A finished run: its outcome, its last state, and its log."""

    outcome: RunOutcome
    run: FightRun
    log: RecordingLog

    def combatant(self, name: str) -> CombatantState:
        return next(one for one in self.run.everyone if one.participant.name == name)

    def hp(self, *names: str) -> Any:
        """The hit points of one combatant, or of several."""
        found = [self.outcome.hp[self.combatant(name).index] for name in names]
        return found[0] if len(found) == 1 else found

    def pool(self, name: str, key: str) -> float:
        combatant = self.combatant(name)
        return combatant.pools[combatant.kind.pools[key]]

    @property
    def winner(self) -> str | None:
        winner = self.outcome.winner
        return None if winner < 0 else self.run.plan.sides[winner]

    @property
    def actions(self) -> list[str]:
        """All actions in order, written as `Hero: Strike`."""
        return self.log.actions

    def count(self, action: str) -> int:
        return self.log.actions.count(action)

    def seen(self, *events: str) -> list[SeenEvent]:
        return [one for one in self.log.events if one.event in events]

    def order(self, *events: str) -> list[str]:
        """The types of these events, or of all, in the order in which they happened."""
        return [one.event for one in self.log.events if not events or one.event in events]


def play(scenario: m.Scenario, seed: int = 1) -> PlayedRun:
    """Play one run with a log, and check that the short cuts of a run without one give the same."""
    plan = compile_plan(scenario)
    log = RecordingLog()
    run = FightRun(plan, log)
    outcome = play_run(run, seed)
    assert play_run(FightRun(plan), seed) == outcome
    return PlayedRun(outcome, run, log)


def runs(scenario: m.Scenario, count: int, seed: int = 1) -> Iterable[RunOutcome]:
    """Play many runs without a log."""
    run = FightRun(compile_plan(scenario))
    for number in range(count):
        yield play_run(run, run_seed(seed, number))
