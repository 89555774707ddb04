"""A table to fight on: builders for tests. Hits are sure and damage is flat, so that there is no luck
in it unless a test wants some; who stands first in the file acts first.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

import msgspec

from turnwright.core.rules.cost import Cost, Variable
from turnwright.core.rules.requirement import Requirement
from turnwright.core.rules.timing import Reaction
from turnwright.skirmish.engine.combatant_state import Body, Event, Use
from turnwright.skirmish.engine.compile import prepare
from turnwright.skirmish.engine.rng import run_seed
from turnwright.skirmish.engine.run_outcome import Outcome
from turnwright.skirmish.engine.turns import Fight
from turnwright.skirmish.model import scenario as m
from turnwright.skirmish.model.vocabulary import EVENTS

SURE = 100
"""Enough to hit anybody, or to be saved against by nobody."""

ACTION, BONUS, REACTION = Cost("Action"), Cost("BonusAction"), Cost("Reaction")
ANYBODY = m.Targets(who="anyone", state="any")
ME = m.Targets(who="self")


NO_LUCK = {"check": "1d2", "fumble": 0, "critical": 1000}
"""Every roll is 1 or 2, and means no more than that."""


def rules(**more: Any) -> m.RuleProfile:
    """The rules of 2014 in short, without their conditions, and without luck."""
    return m.RuleProfile(**{"name": "test", "rounds": 5, **NO_LUCK, **more})


def always(natural: int, **more: Any) -> m.RuleProfile:
    """Rules under which every check shows this number. Here 20 and 1 mean what they do in 2014; a
    critical hit is twice the damage, so that it needs no dice."""
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
    """An action in the own turn. `cost` is a word, a cost, or several; "" is free."""
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
    only_if_it_matters: bool = False,
    **more: Any,
) -> m.CombatAction:
    """A reaction to an event. It is about oneself unless it says otherwise."""
    timing = Reaction(on=on, who=who, role=role, when=when, would_change_outcome=only_if_it_matters)  # type: ignore[arg-type]
    return action(name, *effects, cost=cost, timing=timing, **{"targets": ME} | more)


def hit(damage: Any = 5, **more: Any) -> m.Attack:
    """An attack that hits everybody."""
    return m.Attack(**{"to_hit": SURE, "damage": damage} | more)


def strike(damage: Any = 5, name: str = "Strike", **more: Any) -> m.CombatAction:
    """The plainest thing to do: one action, one sure hit."""
    return action(name, hit(damage), **{"tags": ("Melee",)} | more)


def blast(damage: Any = 5, name: str = "Blast", count: Any = 10, **more: Any) -> m.CombatAction:
    """Damage without any roll to several enemies, as a spell."""
    return action(
        name, m.Harm(damage), **{"targets": m.Targets(count=count), "tags": ("Spell",)} | more
    )


def apply(name: str, *, to: str = "target", **more: Any) -> m.Apply:
    """A status of this name; `turns`, `of`, `at` and `until` say how long it lasts."""
    span = {key: more.pop(key) for key in ("turns", "of", "at", "until") if key in more}
    return m.Apply(m.Status(name=name, duration=m.Duration(**span), **more), to=to)  # type: ignore[arg-type]


# --- combatants and scenes ------------------------------------------------------------------------


def hero(
    *actions: m.CombatAction | str, name: str = "Hero", hp: Any = 20, **more: Any
) -> m.Combatant:
    """Somebody. Initiative goes by the place in the scene unless it is given."""
    return m.Combatant(name=name, hp=hp, actions=actions, **more)


def foe(
    *actions: m.CombatAction | str, name: str = "Foe", hp: Any = 20, **more: Any
) -> m.Combatant:
    return m.Combatant(name=name, hp=hp, actions=actions, **more)


OneOrMore = m.Combatant | Iterable[m.Combatant]


def _as_tuple(some: OneOrMore) -> tuple[m.Combatant, ...]:
    return (some,) if isinstance(some, m.Combatant) else tuple(some)


def in_order(some: OneOrMore, first: int) -> tuple[m.Combatant, ...]:
    """One after the other, whatever the dice say."""
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
    """Heroes who meet these foes one after the other; a word is a rest."""
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


# --- play, and look -------------------------------------------------------------------------------


class SeenEvent(NamedTuple):
    """An event as a witness tells it."""

    event: str
    source: str | None
    target: str | None
    value: float
    about: str = ""


class RecordingLog:
    """A log that remembers what was done and what happened."""

    def __init__(self) -> None:
        self.actions: list[str] = []
        self.events: list[SeenEvent] = []
        self.guards: list[str] = []

    def __getattr__(self, name: str) -> Callable[..., None]:
        return lambda *told: None

    def deed(self, fight: Fight, use: Use) -> None:
        self.actions.append(f"{use.actor.member.name}: {use.deed.name}")

    def event(self, fight: Fight, event: Event) -> None:
        about = event.about or (event.use.deed.name if event.use is not None else "")
        self.events.append(
            SeenEvent(
                EVENTS[event.type], _name(event.source), _name(event.target), event.value, about
            )
        )

    def guard(self, fight: Fight, why: str) -> None:
        self.guards.append(why)


def _name(body: Body | None) -> str | None:
    return None if body is None else body.member.name


class PlayedRun(NamedTuple):
    """A run that is over: what is left, and what was seen."""

    outcome: Outcome
    fight: Fight
    log: RecordingLog

    def combatant(self, name: str) -> Body:
        return next(body for body in self.fight.all if body.member.name == name)

    def hp(self, *names: str) -> Any:
        """Hit points of one, or of several."""
        found = [self.outcome.hp[self.combatant(name).index] for name in names]
        return found[0] if len(found) == 1 else found

    def pool(self, name: str, key: str) -> float:
        body = self.combatant(name)
        return body.pools[body.kind.pools[key]]

    @property
    def winner(self) -> str | None:
        winner = self.outcome.winner
        return None if winner < 0 else self.fight.plan.sides[winner]

    @property
    def actions(self) -> list[str]:
        """All that was done: `Hero: Strike`."""
        return self.log.actions

    def count(self, action: str) -> int:
        return self.log.actions.count(action)

    def seen(self, *events: str) -> list[SeenEvent]:
        return [one for one in self.log.events if one.event in events]

    def order(self, *events: str) -> list[str]:
        """The events of these kinds, or all of them, in the order in which they happened."""
        return [one.event for one in self.log.events if not events or one.event in events]


def play(scenario: m.Scenario, seed: int = 1) -> PlayedRun:
    """One run, with a witness. The quick ways of a run without one come to the same."""
    plan = prepare(scenario)
    log = RecordingLog()
    fight = Fight(plan, log)
    outcome = fight.run(seed)
    assert Fight(plan).run(seed) == outcome
    return PlayedRun(outcome, fight, log)


def runs(scenario: m.Scenario, count: int, seed: int = 1) -> Iterable[Outcome]:
    """Many runs, without a witness."""
    fight = Fight(prepare(scenario))
    for number in range(count):
        yield fight.run(run_seed(seed, number))
