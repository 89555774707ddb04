"""Hypothesis strategies for random scenarios: anything that is valid, whether it makes sense or not.

There are few combatants and rounds, so that a run is short, and the limits are low, so that they are
reached. Each part gets a few random fields, not a value for every field.
"""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from turnwright.core.rules.action import Uses
from turnwright.core.rules.cost import Cost, Variable
from turnwright.core.rules.requirement import (
    OPS,
    And,
    Custom,
    HasResource,
    HasTag,
    LastEvent,
    Not,
    Or,
    SelfCondition,
    TargetCondition,
)
from turnwright.core.rules.timing import Free, Main, Reaction, Setup
from turnwright.skirmish.model import scenario as m
from turnwright.skirmish.model.vocabulary import EVENTS, SELF_FACTS, TARGET_FACTS

one_of = st.sampled_from

TAGS = ("Melee", "Spell", "Ranged", "Order", "fire", "Critical")
TURN_KEYS = ("Action", "BonusAction", "Reaction", "Movement")
KEYS = (*TURN_KEYS, "Ki", "SpellSlot_1", "SpellSlot_2", "Luck", "Odd")
NAMES = ("Mark", "Ward", "Daze", "weak", "frozen")
EVENT_NAMES = (*EVENTS, "MeleeHit", "MeleeMiss", "RangedHit", "Event::UnitDyed", "ActionStarted")
RESETS = ("", "turn", "round", "encounter", "short rest", "long rest")
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
    "max(1, target.hp / 3)",
    "2d4kh1 + status(Mark)",
    "if(hp < 10, value, 1d6ro<=2)",
    "pool(Ki) - target.pool(Luck)",
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
    "target.missing_hp fire",
    "3d6dl1 - used(A0)",
)
NUMBERS = (0, 1, 2, 3, 10, 50, 100)
LEANS = ("advantage", "disadvantage")
CONDITIONS = {
    "weak": m.Condition(to_hit=-2, attacks="disadvantage", taken=1.5),
    "frozen": m.Condition(
        includes=("weak",), incapacitated=True, fails=("dex",), critical_in_melee=True
    ),
}


def quirks(choices: dict[str, tuple[Any, ...]], most: int) -> Any:
    """Some fields with one of their values, as keywords."""
    pairs = [(field, value) for field, values in choices.items() for value in values]
    return st.lists(one_of(pairs), max_size=most).map(dict)


def built(kind: Any, choices: dict[str, tuple[Any, ...]], most: int, **fields: Any) -> Any:
    """Something with these fields, and a few quirks."""
    parts = st.tuples(quirks(choices, most), st.fixed_dictionaries(fields))
    return parts.map(lambda both: kind(**both[0] | both[1]))


# --- requirements ---------------------------------------------------------------------------------

comparisons = st.tuples(one_of(list(OPS)), one_of(NUMBERS))
some_events = st.one_of(
    one_of(EVENT_NAMES), st.lists(one_of(EVENT_NAMES), min_size=1, max_size=2).map(tuple)
)
SELF = (*SELF_FACTS, *NAMES, "used:A0", "used:R0", "count:AttackHit", "count:DamageTaken in round")
BEARERS = ("self", "target", "any_enemy", "any_ally")
checks = st.recursive(
    st.one_of(
        st.builds(lambda name, how: SelfCondition(name, *how), one_of(SELF), comparisons),
        st.builds(
            lambda name, how: TargetCondition(name, *how),
            one_of((*TARGET_FACTS, *NAMES)),
            comparisons,
        ),
        st.just(Custom("formula", {"holds": "hp > 5 or events(MeleeHit in encounter) > 1"})),
        st.just(Custom("formula", {"holds": "target.hp >= hp"}, "target")),
        st.builds(HasResource, one_of(KEYS), one_of([0, 1, 2, 0.5])),
        st.builds(HasTag, one_of(TAGS), one_of(BEARERS), st.booleans()),
        built(
            LastEvent,
            {
                "tags": tuple((tag,) for tag in TAGS),
                "value": NUMBERS,
                "op": tuple(OPS),
                "by_self": (False,),
                "window": ("action", "turn", "round", "encounter"),
            },
            2,
            event=some_events,
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

plain_durations = built(
    m.Duration,
    {
        "turns": (1, 1, 2),
        "of": ("bearer",),
        "at": ("end",),
        "until": (
            "",
            "end of turn",
            "next attack made",
            "next attack taken",
            "short rest",
            "long rest",
        ),
    },
    3,
)
counted_durations = st.builds(
    m.Duration,
    until=one_of(
        [
            "next attack made", "next attack taken", "next hit made", "next hit taken",
            "next save made", "next save forced",
        ]
    ),
    times=one_of([1, 1, 2]),
)  # fmt: skip
durations = st.one_of(plain_durations, plain_durations, counted_durations)
ROLLS = (1, -1, "1d4", "-1d4")
STATUS_QUIRKS = {
    "conditions": (("weak",), ("frozen",)),
    "repeat_save": (m.RepeatSave("con"), m.RepeatSave("dex", 12, "start"), m.RepeatSave("", 8)),
    "heal_each_turn": (1, "1d4"),
    "damage_each_turn": (1, "1d4 fire"),
    "ends_with_source": (True,),
    "ends_on_damage": (True,),
    "stacking": ("stack", "stack", "highest", "highest"),
    "temporary_hp": (3, "1d6"),
    "ac": (2, -2),
    "to_hit": ROLLS,
    "damage": (*ROLLS, "1d4 fire"),
    "save": ROLLS,
    "dc": (1,),
    "dealt": (0.5, 2, 1.5),
    "taken": (0, 0.5, 2),
    "reduction": (1, "1d4"),
    "attacks": LEANS,
    "attacked": LEANS,
    "attacked_in_melee": LEANS,
    "attacked_at_range": LEANS,
    "saves": LEANS,
    "saves_of": (("con",),),
    "saves_against": (("Spell",), ("fire",)),
    "fails": (("dex",),),
    "resist": (("fire",), ("*",), ("fire unless Spell",)),
    "immune": (("cold",), ("* unless Spell",)),
    "vulnerable": (("fire", "cold"),),
    "incapacitated": (True,),
    "no_reactions": (True,),
    "no_movement": (True,),
    "critical_in_melee": (True,),
    "gain": ({"Ki": 1}, {"Action": 1}, {"Luck": 0.5}),
    "tags": tuple((tag,) for tag in TAGS),
}
statuses = built(m.Status, STATUS_QUIRKS, 3, name=one_of(NAMES[:3]), duration=durations)
few_stacks = built(
    m.Status,
    {name: values for name, values in STATUS_QUIRKS.items() if name != "stacking"},
    3,
    name=one_of(NAMES[:3]),
    duration=durations,
    stacking=st.just("stack"),
    max_stacks=one_of([1, 2, 3]),
)

ROLES = ("self", "event source", "event target")
TO = {"to": ROLES}
ATTACKS = {
    "to_hit": (5, 100, -100, "1d4+3"),
    "times": (2, "1d3"),
    "lean": LEANS,
    "critical": (15,),
}
simple = st.one_of(
    built(m.Attack, ATTACKS, 2, damage=one_of(DAMAGES)),
    built(m.Harm, TO, 1, damage=one_of(DAMAGES)),
    built(m.Heal, {"temporary": (True,), **TO}, 2, amount=one_of(AMOUNTS)),
    built(m.Apply, TO, 1, status=statuses),
    built(m.Apply, {"stacks": (2, "1d3-1"), **TO}, 2, status=few_stacks),
    built(
        m.Remove,
        {"status": NAMES, "tag": TAGS, "by_self": (True,), "stacks": (1, "1d2"), **TO},
        3,
    ),
    built(
        m.Gain,
        {"amount": (2, "1d4"), "above_max": (False,), "to": ("target", *ROLES)},
        2,
        resource=one_of(KEYS),
    ),
    built(m.Lose, {"amount": (2, "1d4"), **TO}, 2, resource=one_of(KEYS)),
    built(
        m.MoveCombatant, {"distance": (5, "2d10"), "direction": ("away",), "who": ("target",)}, 3
    ),
    one_of([m.EndTurn(), m.Cancel(), m.Cancel()]),
    built(m.ChangeRoll, {"add": ROLLS, "again": ("new", "best", "worst")}, 2),
    st.builds(m.SetOutcome, one_of(["hit", "critical", "miss", "success", "failure"])),
    built(
        m.ChangeDamage,
        {"add": DAMAGES, "reduce": (2, "1d6"), "multiply": (0.5, 2), "redirect": (True,)},
        2,
    ),
    built(m.Grant, TO, 1, tag=one_of(TAGS)),
)


def _deeper(inner: Any) -> Any:
    more = st.lists(inner, max_size=2).map(tuple)
    saves = {"ability": ("con", "dex"), "half": (True,), **TO}
    return st.one_of(
        built(m.Attack, ATTACKS, 2, damage=one_of(DAMAGES), on_hit=more, on_miss=more),
        built(
            m.Save,
            saves,
            3,
            dc=one_of([5, 12, 30, "5+value", "1d20+target.ac/2"]),
            damage=one_of(DAMAGES),
            on_fail=more,
            on_success=more,
        ),
    )


effects = st.recursive(simple, _deeper, max_leaves=4)


# --- actions --------------------------------------------------------------------------------------

variables = built(Variable, {"min": (0, 2), "step": (2,), "policy": ("max", "min", "all", 2)}, 2)
prices = st.one_of(
    st.builds(Cost, one_of(KEYS), one_of([1, 1, 1, 2, 0, 0.5])),
    st.builds(Cost, one_of(TURN_KEYS)),
    st.builds(Cost, one_of(["Ki", "Luck", "Movement"]), variable=variables),
    built(
        Cost,
        {"allow_upcast": (True,), "max_level": (2,), "prefer": ("highest",)},
        3,
        resource=st.just("SpellSlot"),
        level=one_of([1, 2]),
    ),
)
targets = built(
    m.Targets,
    {
        "who": ("ally", "other ally", "self", "anyone", "event source", "event target"),
        "pick": (
            "first",
            "random",
            "most hurt",
            "highest survivability",
            "nearest",
            ("concentrating", "random"),
            ("down", "lowest ac"),
        ),
        "count": (2, 9, "1d3", "slot_level"),
        "state": ("down", "any"),
        "range": (5, 30),
    },
    2,
)
answers = built(
    Reaction,
    {
        "who": ("self", "ally", "enemy"),
        "role": ("source",),
        "would_change_outcome": (True,),
        "when": (
            SelfCondition("hp", ">", 3),
            TargetCondition("is_enemy"),
            LastEvent("DamageTaken"),
        ),
    },
    2,
    on=some_events,
)
ACTION_QUIRKS = {
    "tags": (("Melee",), ("Spell",), ("Spell",), ("Order", "Ranged"), ("fire", "Melee")),
    "min_targets": (0, 2),
    "uses": tuple(Uses(2, word) for word in RESETS),
    "recharge": (2, 5),
    "cooldown": (1, 2),
    "concentration": (True, True),
    "level": (3,),
    "on_cancel": ("keep", "refund_slot", "refund_all"),
}


def actions(name: str, timing: Any) -> Any:
    return built(
        m.CombatAction,
        ACTION_QUIRKS,
        2,
        name=st.just(name),
        timing=timing,
        cost=st.lists(prices, max_size=2).map(tuple),
        requires=st.one_of(st.just(()), st.tuples(checks)),
        effect=st.lists(effects, min_size=1, max_size=2).map(tuple),
        targets=targets,
    )


def listed(letter: str, timing: Any, most: int) -> Any:
    return st.integers(0, most).flatmap(
        lambda n: st.tuples(*(actions(f"{letter}{i}", timing) for i in range(n)))
    )


# --- combatants, rules, scenarios -----------------------------------------------------------------

main = one_of([Main(), Main(), Main(), Free(), Free(anytime=True), Setup()])
sizes = st.one_of(
    one_of([0, 1, 2, 3, 0.5, 1.5]),
    st.builds(
        m.PoolSize, one_of([2, 3]), one_of(RESETS), one_of([None, 0, 1]), one_of([None, None, 0, 1])
    ),
)
GUARDS = (("fire",), ("*",), ("cold", "fire unless Spell"))
COMBATANT_QUIRKS = {
    "count": (2, 2),
    "start_hp": (0, 3),
    "temporary_hp": (4,),
    "initiative": (2, "1d4"),
    "initiative_lean": LEANS,
    "save": (2, 0.5),
    "saves": ({"con": 4},),
    "save_lean": ({"dex": "advantage"}, {"*": "disadvantage"}),
    "resist": GUARDS,
    "immune": GUARDS,
    "vulnerable": GUARDS,
    "condition_immune": (("frozen",), ("Mark",)),
    "position": (10, 40),
    "tags": (("Melee",), ("Order",)),
    "death_saves": (True, True, True),
    "arrival": (2,),
    "hit_dice": ("2d8",),
}
combatants = built(
    m.Combatant,
    COMBATANT_QUIRKS,
    4,
    name=one_of(["Ann", "Bob", "Cat"]),
    hp=one_of([1, 6, 15, "3d6"]),
    ac=one_of([5, 12, 16]),
    pools=st.dictionaries(one_of((*KEYS[4:], "Action")), sizes, max_size=3),
    traits=st.one_of(st.just(()), st.just(()), st.tuples(statuses)),
    actions=st.tuples(listed("A", main, 3), one_of([(), (), ("End Turn",)])).map(
        lambda both: both[0] + both[1]
    ),
    reactions=listed("R", answers, 3),
)

PROFILE_QUIRKS = {
    "check": ("2d6", "1d20+1"),
    "critical": (12, 19),
    "critical_damage": ("double", "maximum dice", "none"),
    "initiative": ("group", "side"),
    "surprise": ("disadvantage", "nothing"),
    "reaction_reset": ("round",),
    "listeners": ("affected first",),
    "on_cancel": ("refund_slot", "refund_all"),
    "concentration": (None,),
    "death_saves": (False,),
    "massive_damage": (False,),
    "lair_count": (5,),
}
profiles = built(
    m.RuleProfile,
    PROFILE_QUIRKS,
    4,
    name=st.just("random"),
    rounds=one_of([2, 4]),
    guard=one_of([3, 8]),
    depth=one_of([1, 3, 4]),
    conditions=st.just(CONDITIONS),
)


def sides(name: str, most: int) -> Any:
    members = st.lists(combatants, min_size=1, max_size=most).map(tuple)
    return st.builds(m.Side, st.just(name), members)


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
            m.Encounter,
            sides=st.tuples(sides("Foes", 1)),
            precast=one_of([True, False, ("Heroes",)]),
        ),
        st.builds(m.Rest, one_of(["short rest", "long rest"])),
        st.builds(
            m.Encounter, sides=st.tuples(sides("More", 1)), surprised=one_of([(), ("Heroes",)])
        ),
    ),
)
scenarios = st.one_of(one_encounter, one_encounter, whole_days)
seeds = st.integers(0, 2**40)
