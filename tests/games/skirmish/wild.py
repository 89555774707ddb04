"""Wild scenarios: hypothesis builds anything that is valid, however senseless.

Combatants are small and rounds few, so that a run is short; guards are low, so that they are met.
"""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from turnwright.core.action import Uses
from turnwright.core.cost import Cost, Variable
from turnwright.core.requirement import (
    OPS,
    And,
    HasResource,
    HasTag,
    LastEvent,
    Not,
    Or,
    SelfCondition,
    TargetCondition,
)
from turnwright.core.timing import Free, Main, Reaction, Setup
from turnwright.games.skirmish import model as m
from turnwright.games.skirmish.words import EVENTS, SELF_FACTS, TARGET_FACTS

one_of = st.sampled_from

TAGS = ("Melee", "Spell", "Ranged", "Order", "fire", "Critical")
KEYS = (
    "Action",
    "BonusAction",
    "Reaction",
    "Movement",
    "Ki",
    "SpellSlot_1",
    "SpellSlot_2",
    "Luck",
    "Odd",
)
NAMES = ("Mark", "Ward", "Daze", "weak", "frozen")
ABILITIES = ("", "con", "dex")
LEANS = ("", "", "", "advantage", "disadvantage")
EVENT_NAMES = (*EVENTS, "MeleeHit", "MeleeMiss", "RangedHit", "Event::UnitDyed", "ActionStarted")
AMOUNTS = (
    0,
    1,
    2,
    3,
    5,
    "1d4",
    "1d6+1",
    "2d4-3",
    "spent",
    "slot_level",
    "(slot_level+1)d4",
    "value",
    "1d4-1d4",
)
DAMAGES = (
    0,
    1,
    4,
    9,
    "1d6",
    "1d8+3 fire",
    "2d6-4 cold",
    "spent fire",
    ("1d4 fire", "2 cold"),
    "(slot_level+1)d6",
)
NUMBERS = (0, 1, 2, 3, 10, 50, 100)
CONDITIONS = {
    "weak": m.Condition(to_hit=-2, attacks="disadvantage", taken=1.5),
    "frozen": m.Condition(
        includes=("weak",), incapacitated=True, fails=("dex",), critical_in_melee=True
    ),
}

words = st.lists(one_of(TAGS), max_size=2, unique=True).map(tuple)
types = st.lists(one_of(["fire", "cold", "*", "fire unless Spell"]), max_size=2, unique=True).map(
    tuple
)
dice = one_of(AMOUNTS)
damage = one_of(DAMAGES)
plain_dice = one_of([0, 0, 0, 1, -1, "1d4", "-1d4"])


def rarely(strategy: Any, otherwise: Any = None) -> Any:
    return st.one_of(st.just(otherwise), st.just(otherwise), st.just(otherwise), strategy)


# --- requirements ---------------------------------------------------------------------------------

comparisons = {"op": one_of(list(OPS)), "value": one_of(NUMBERS)}
SELF = (*SELF_FACTS, *NAMES, "used:A0", "used:R0")
checks = st.recursive(
    st.one_of(
        st.builds(SelfCondition, one_of(SELF), **comparisons),
        st.builds(TargetCondition, one_of((*TARGET_FACTS, *NAMES)), **comparisons),
        st.builds(HasResource, one_of(KEYS), one_of([0, 1, 2, 0.5])),
        st.builds(
            HasTag, one_of(TAGS), one_of(["self", "target", "any_enemy", "any_ally"]), st.booleans()
        ),
        st.builds(
            LastEvent,
            st.one_of(
                one_of(EVENT_NAMES),
                st.lists(one_of(EVENT_NAMES), min_size=1, max_size=2).map(tuple),
            ),
            tags=rarely(words, ()),
            op=one_of(list(OPS)),
            value=rarely(one_of(NUMBERS)),
            window=one_of(["action", "turn", "round", "encounter"]),
            by_self=st.booleans(),
        ),
    ),
    lambda inner: st.one_of(
        st.builds(Not, inner),
        st.builds(And, st.lists(inner, max_size=2).map(tuple)),
        st.builds(Or, st.lists(inner, min_size=1, max_size=3).map(tuple)),
    ),
    max_leaves=3,
)


# --- statuses and effects -------------------------------------------------------------------------

durations = st.builds(
    m.Duration,
    turns=one_of([None, 1, 1, 2]),
    of=one_of(["source", "bearer"]),
    at=one_of(["start", "end"]),
    until=one_of(
        [
            "",
            "end of turn",
            "next attack made",
            "next attack taken",
            "encounter",
            "short rest",
            "long rest",
        ]
    ),
)
statuses = st.builds(
    m.Status,
    name=one_of(NAMES[:3]),
    duration=durations,
    conditions=rarely(st.lists(one_of(list(CONDITIONS)), max_size=1).map(tuple), ()),
    repeat_save=rarely(
        st.builds(m.RepeatSave, one_of(ABILITIES), one_of([None, 8, 12]), one_of(["start", "end"]))
    ),
    heal_each_turn=rarely(one_of([1, "1d4"]), 0),
    damage_each_turn=rarely(one_of([1, "1d4 fire"]), 0),
    ends_with_source=st.booleans(),
    ends_on_damage=st.booleans(),
    ac=one_of([0, 0, 2, -2]),
    to_hit=plain_dice,
    damage=rarely(plain_dice, 0),
    save=plain_dice,
    dc=one_of([0, 1]),
    dealt=rarely(one_of([0.5, 2, 1.5]), 1),
    taken=rarely(one_of([0, 0.5, 2]), 1),
    reduction=rarely(one_of([1, "1d4"]), 0),
    attacks=one_of(LEANS),
    attacked=one_of(LEANS),
    attacked_in_melee=one_of(LEANS),
    attacked_at_range=one_of(LEANS),
    saves=one_of(LEANS),
    saves_of=rarely(st.just(("con",)), ()),
    saves_against=rarely(words, ()),
    fails=rarely(st.just(("dex",)), ()),
    resist=rarely(types, ()),
    immune=rarely(types, ()),
    vulnerable=rarely(types, ()),
    incapacitated=rarely(st.just(True), False),
    no_reactions=rarely(st.just(True), False),
    no_movement=rarely(st.just(True), False),
    critical_in_melee=rarely(st.just(True), False),
    gain=rarely(st.dictionaries(one_of(KEYS), one_of([1, 0.5]), max_size=1), {}),
    tags=words,
)
to = one_of(["target", "target", "self", "event source", "event target"])


def _deeper(inner: Any) -> Any:
    more = st.lists(inner, max_size=2).map(tuple)
    return st.one_of(
        st.builds(
            m.Attack,
            to_hit=one_of([0, 5, 100, -100, "1d4+3"]),
            damage=damage,
            times=one_of([1, 1, 2, "1d3"]),
            lean=one_of(LEANS),
            critical=one_of([None, None, 15]),
            on_hit=more,
            on_miss=more,
        ),
        st.builds(
            m.Save,
            dc=one_of([5, 12, 30]),
            ability=one_of(ABILITIES),
            damage=damage,
            half=st.booleans(),
            to=to,
            on_fail=more,
            on_success=more,
        ),
    )


effects = st.recursive(
    st.one_of(
        st.builds(m.Attack, to_hit=one_of([0, 5, 100, "1d4"]), damage=damage, times=one_of([1, 2])),
        st.builds(m.Harm, damage, to=to),
        st.builds(m.Heal, dice, temporary=st.booleans(), to=to),
        st.builds(m.Apply, statuses, to=to),
        st.builds(
            m.Remove,
            status=one_of(["", *NAMES]),
            tag=one_of(["", *TAGS]),
            by_self=st.booleans(),
            to=to,
        ),
        st.builds(m.Gain, one_of(KEYS), one_of([1, 2, "1d4"]), above_max=st.booleans(), to=to),
        st.builds(m.Lose, one_of(KEYS), one_of([1, "1d4"]), to=to),
        st.builds(
            m.Move, one_of([5, 30, "2d10"]), one_of(["towards", "away"]), one_of(["self", "target"])
        ),
        st.builds(m.EndTurn),
        st.builds(m.Cancel),
        st.builds(m.Roll, plain_dice, one_of(["", "new", "best", "worst"])),
        st.builds(m.Outcome, one_of(["hit", "critical", "miss", "success", "failure"])),
        st.builds(
            m.ChangeDamage,
            add=rarely(damage, 0),
            reduce=one_of([0, 2, "1d6"]),
            multiply=one_of([1, 0.5, 2]),
            redirect=rarely(st.just(True), False),
        ),
        st.builds(m.Grant, one_of(TAGS), to=to),
    ),
    _deeper,
    max_leaves=4,
)


# --- actions --------------------------------------------------------------------------------------

variables = st.builds(
    Variable,
    min=one_of([0, 1, 2]),
    step=one_of([1, 1, 2]),
    policy=one_of(["need", "max", "min", "all", 2]),
)
prices = st.one_of(
    st.builds(Cost, one_of(KEYS), one_of([1, 1, 1, 2, 0, 0.5])),
    st.builds(Cost, one_of(["Ki", "Luck", "Movement"]), variable=variables),
    st.builds(
        Cost,
        st.just("SpellSlot"),
        level=one_of([1, 2]),
        allow_upcast=st.booleans(),
        max_level=one_of([None, 2]),
        prefer=one_of(["lowest", "highest"]),
    ),
)
targets = st.builds(
    m.Targets,
    who=one_of(
        [
            "enemy",
            "enemy",
            "enemy",
            "ally",
            "other ally",
            "self",
            "anyone",
            "event source",
            "event target",
        ]
    ),
    pick=one_of(
        [
            "least hp",
            "least hp",
            "first",
            "random",
            "most hurt",
            "highest survivability",
            "nearest",
            ("concentrating", "random"),
            ("down", "lowest ac"),
        ]
    ),
    count=one_of([1, 1, 2, 9, "1d3", "slot_level"]),
    state=one_of(["up", "up", "up", "down", "any"]),
    range=one_of([None, None, 5, 30]),
)
answers = st.builds(
    Reaction,
    on=st.one_of(
        one_of(EVENT_NAMES), st.lists(one_of(EVENT_NAMES), min_size=1, max_size=3).map(tuple)
    ),
    who=one_of(["self", "ally", "enemy", "any", "any"]),
    role=one_of(["source", "target"]),
    when=rarely(checks),
    would_change_outcome=st.booleans(),
)


def actions(name: str, timing: Any) -> Any:
    return st.builds(
        m.Action,
        name=st.just(name),
        timing=timing,
        cost=st.lists(prices, max_size=2).map(tuple),
        requires=st.lists(checks, max_size=1).map(tuple),
        effect=st.lists(effects, min_size=1, max_size=2).map(tuple),
        tags=words,
        min_targets=one_of([None, None, None, 0, 2]),
        uses=rarely(
            st.builds(
                Uses,
                one_of([1, 2]),
                one_of(["turn", "round", "encounter", "short rest", "long rest", ""]),
            )
        ),
        targets=targets,
        recharge=rarely(one_of([2, 5])),
        cooldown=rarely(one_of([1, 2])),
        concentration=rarely(st.just(True), False),
        level=one_of([0, 3]),
        on_cancel=one_of([None, "keep", "refund_slot", "refund_all"]),
    )


main = one_of([Main(), Main(), Main(), Free(), Free(anytime=True), Setup()])
sizes = st.one_of(
    one_of([0, 1, 2, 3, 0.5, 1.5]),
    st.builds(
        m.PoolSize,
        one_of([2, 3]),
        one_of(["", "turn", "round", "encounter", "short rest", "long rest"]),
        one_of([None, 0, 1]),
    ),
)


def listed(letter: str, timing: Any, most: int) -> Any:
    return st.integers(0, most).flatmap(
        lambda n: st.tuples(*(actions(f"{letter}{i}", timing) for i in range(n)))
    )


combatants = st.builds(
    m.Combatant,
    name=one_of(["Ann", "Bob", "Cat"]),
    count=one_of([1, 1, 1, 2]),
    hp=one_of([1, 6, 15, "3d6"]),
    start_hp=rarely(one_of([0, 3])),
    temporary_hp=one_of([0, 0, 4]),
    ac=one_of([5, 12, 16]),
    initiative=one_of([0, 2, "1d4"]),
    initiative_lean=one_of(LEANS),
    save=one_of([0, 2, 0.5]),
    saves=rarely(st.just({"con": 4}), {}),
    save_lean=rarely(st.just({"dex": "advantage"}), {}),
    resist=rarely(types, ()),
    immune=rarely(types, ()),
    vulnerable=rarely(types, ()),
    condition_immune=rarely(st.just(("frozen",)), ()),
    position=one_of([0, 0, 10, 40]),
    pools=st.dictionaries(
        one_of(["Ki", "SpellSlot_1", "SpellSlot_2", "Luck", "Action"]), sizes, max_size=3
    ),
    tags=words,
    traits=rarely(st.lists(statuses, max_size=2).map(tuple), ()),
    actions=st.one_of(
        listed("A", main, 3), listed("A", main, 2).map(lambda some: (*some, "End Turn"))
    ),
    reactions=listed("R", answers, 3),
    death_saves=st.booleans(),
    arrival=one_of([1, 1, 1, 2]),
    hit_dice=one_of(["", "2d8"]),
)

profiles = st.builds(
    m.Profile,
    name=st.just("wild"),
    check=one_of(["1d20", "1d20", "2d6", "1d20+1"]),
    critical=one_of([20, 12]),
    critical_damage=one_of(["double dice", "double", "maximum dice", "none"]),
    initiative=one_of(["each", "group", "side"]),
    surprise=one_of(["lose turn", "disadvantage", "nothing"]),
    reaction_reset=one_of(["own turn", "round"]),
    listeners=one_of(["active first", "affected first"]),
    on_cancel=one_of(["keep", "refund_slot", "refund_all"]),
    concentration=one_of(["con", None]),
    death_saves=st.booleans(),
    massive_damage=st.booleans(),
    lair_count=one_of([20, 5]),
    rounds=one_of([2, 4]),
    guard=one_of([3, 8]),
    depth=one_of([1, 3, 4]),
    conditions=st.just(CONDITIONS),
)


def sides(name: str, most: int) -> Any:
    return st.builds(
        m.Side, st.just(name), st.lists(combatants, min_size=1, max_size=most).map(tuple)
    )


one_encounter = st.builds(
    m.Scenario,
    rules=profiles,
    sides=st.tuples(sides("Heroes", 2), sides("Foes", 2)),
    surprised=one_of([(), (), ("Foes",), ("Ann",)]),
)
whole_days = st.builds(
    m.Scenario,
    rules=profiles,
    sides=st.tuples(sides("Heroes", 2)),
    day=st.tuples(
        st.builds(
            m.Fight, sides=st.tuples(sides("Foes", 1)), precast=one_of([True, False, ("Heroes",)])
        ),
        st.builds(m.Rest, one_of(["short rest", "long rest"])),
        st.builds(m.Fight, sides=st.tuples(sides("More", 1)), surprised=one_of([(), ("Heroes",)])),
    ),
)
scenarios = st.one_of(one_encounter, one_encounter, whole_days)
seeds = st.integers(0, 2**40)
