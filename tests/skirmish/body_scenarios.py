"""Random scenarios in which combatants are summoned, transformed, away, swallowed and taunted."""

from __future__ import annotations

from typing import Any

import msgspec
from hypothesis import strategies as st

from tests.skirmish.random_scenarios import combatants, one_encounter, one_of, whole_days
from turnwright.core.rules.action import Uses
from turnwright.core.rules.cost import Cost
from turnwright.core.rules.timing import Main, Reaction, Setup
from turnwright.skirmish.model import scenario as m

NAMES = ("Beast", "Sheep")
SHEEP = m.Combatant(
    name="Sheep", hp=2, ac=8, pools={"Action": 1},
    actions=(m.CombatAction(name="Butt", cost=(Cost("Action"),), effect=(m.Attack(3, "1d4"),)),),
)  # fmt: skip
durations = st.builds(
    m.Duration,
    turns=one_of([None, 1, 2]),
    of=one_of(["source", "bearer"]),
    at=one_of(["start", "end"]),
    until=one_of(["encounter", "encounter", "end of turn", "short rest", "long rest"]),
)


def statuses(**fields: Any) -> Any:
    return st.builds(
        m.Status,
        name=one_of(["Odd", "Bound"]),
        duration=durations,
        ends_on_damage=one_of([False, False, True]),
        ends_with_source=one_of([False, True]),
        damage_each_turn=one_of([0, 0, "1d4 acid"]),
        repeat_save=one_of([None, None, m.RepeatSave("con", 10)]),
        **{key: one_of(values) for key, values in fields.items()},
    )


recipients = one_of(["target", "target", "self"])
effects = st.one_of(
    st.builds(
        m.Spawn,
        one_of(NAMES),
        one_of([1, 2, "1d3"]),
        most=one_of([None, 1, 3]),
        status=statuses(),
        acts=one_of(["own initiative", "after the user"]),
        holds_side=one_of([True, False]),
    ),
    st.builds(m.Transform, one_of(NAMES), statuses(), recipients),
    st.builds(m.Apply, statuses(away=[True]), recipients),
    st.builds(
        m.Apply,
        statuses(inside=[True], released_by=[None, m.Release(3), m.Release(2, "anyone", "con", 9)]),
    ),
    st.builds(
        m.Apply, statuses(taunt=["must target source", "disadvantage against others"]), recipients
    ),
)
actions = st.builds(
    m.CombatAction,
    name=one_of(["Odd 1", "Odd 2"]),
    timing=one_of([Main(), Main(), Setup()]),
    cost=one_of([(), (Cost("Action"),), (Cost("BonusAction"),)]),
    uses=one_of([None, Uses(1, "encounter"), Uses(2, "long rest")]),
    effect=st.tuples(effects),
    targets=st.builds(m.Targets, who=one_of(["enemy", "self", "other ally", "anyone"])),
    concentration=one_of([False, True]),
)
reactions = st.builds(
    m.CombatAction,
    name=st.just("Odd answer"),
    timing=st.builds(
        Reaction, on=one_of(["DamageTaken", "AttackHit", "TurnStarted", "UnitDowned"])
    ),
    cost=one_of([(Cost("Reaction"),), ()]),
    effect=st.tuples(effects),
    targets=st.builds(m.Targets, who=one_of(["event source", "self", "event target"])),
)


def with_bodies(combatant: m.Combatant, own: Any, answers: Any) -> m.Combatant:
    """A combatant with these actions before its own."""
    return msgspec.structs.replace(
        combatant, actions=(*own, *combatant.actions), reactions=(*answers, *combatant.reactions)
    )


changing = st.builds(
    with_bodies,
    combatants,
    st.lists(actions, max_size=2),
    st.one_of(st.just([]), st.lists(reactions, max_size=1)),
)


@st.composite
def body_scenarios(draw: Any) -> m.Scenario:
    """A scenario whose combatants, and the beast that they call, use the words."""
    scenario = draw(st.one_of(one_encounter, whole_days))

    def changed(side: m.Side) -> m.Side:
        members = tuple(
            with_bodies(
                one, draw(st.lists(actions, max_size=2)), draw(st.lists(reactions, max_size=1))
            )
            for one in side.combatants
        )
        return msgspec.structs.replace(side, combatants=members)

    day = tuple(
        msgspec.structs.replace(step, sides=tuple(changed(side) for side in step.sides))
        if isinstance(step, m.Encounter)
        else step
        for step in scenario.day
    )
    beast = msgspec.structs.replace(draw(changing), name="Beast", arrival=1, count=1, start_hp=None)
    return msgspec.structs.replace(
        scenario,
        sides=tuple(changed(side) for side in scenario.sides),
        day=day,
        combatants={"Beast": beast, "Sheep": SHEEP},
    )
