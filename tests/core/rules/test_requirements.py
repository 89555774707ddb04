"""Requirements: composed checks against the facts of a game, and why they fail."""

import copy
import pickle
from operator import eq, ge, gt, le, lt, ne

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import turnwright as tw
from tests.core.rules.fighter_facts import EventSeen, Fighter
from turnwright.core.rules.facts import Verdict
from turnwright.core.rules.ledger import Ledger, Pool
from turnwright.core.rules.requirement import (
    And,
    Custom,
    HasResource,
    HasTag,
    LastEvent,
    Not,
    Or,
    Requirement,
    SelfCondition,
    TargetCondition,
    evaluate,
    targets,
)

MELEE_HIT = LastEvent("AttackHit", tags=["Melee"], op=">", value=10)


def holds(check, facts, target=None):
    return evaluate(check, facts, target).ok


# --- 2.3: conditions ---------------------------------------------------------------------------------


def test_a_condition_without_comparison_is_true_for_a_nonzero_number():
    assert holds(SelfCondition("Raging"), Fighter(Raging=True))
    assert not holds(SelfCondition("Raging"), Fighter())


@pytest.mark.parametrize(
    ("op", "true_for"),
    [("<", [9]), ("<=", [9, 10]), ("==", [10]), ("!=", [9, 11]), (">=", [10, 11]), (">", [11])],
)
def test_a_condition_compares_its_number(op, true_for):
    check = SelfCondition("hp", op, 10)
    assert [hp for hp in (9, 10, 11) if holds(check, Fighter(hp=hp))] == true_for


def test_comparisons_have_a_tolerance():
    assert holds(SelfCondition("speed", "==", 0.3), Fighter(speed=0.1 + 0.2))
    assert not holds(SelfCondition("speed", ">", 0.3), Fighter(speed=0.1 + 0.2))


def test_a_target_condition_filters_the_candidates():
    facts = Fighter()
    facts.others = {"goblin": {"hp": 7}, "ogre": {"hp": 59}}
    checks = [TargetCondition("IsEnemy"), TargetCondition("hp", ">", 0), SelfCondition("Raging")]
    assert targets(checks, facts, ["cleric", "goblin", "ogre"]) == ["goblin", "ogre"]
    weak = [*checks, TargetCondition("hp", "<", 10)]
    assert targets(weak, facts, ["cleric", "goblin", "ogre"]) == ["goblin"]


def test_without_requirements_every_candidate_is_a_target():
    assert targets([], Fighter(), ["cleric", "goblin"]) == ["cleric", "goblin"]


def test_without_positions_every_range_is_satisfied():
    assert holds(TargetCondition("distance", "<=", 60), Fighter(), "goblin")


def test_a_target_condition_without_a_target_is_false():
    assert not holds(TargetCondition("distance", "<=", 60), Fighter())


def test_has_resource_checks_one_or_the_given_amount_and_spends_nothing():
    facts = Fighter(Ledger({"Rage": Pool(2)}))
    assert holds(HasResource("Rage"), facts)
    assert holds(HasResource("Rage", 2), facts)
    assert not holds(HasResource("Rage", 3), facts)
    assert not holds(HasResource("Ki"), facts)
    assert facts.ledger.available("Rage") == 2


# --- last event --------------------------------------------------------------------------------------


def test_last_event_finds_a_hit_before_later_events():
    hit = [
        EventSeen("AttackHit", "Melee", value=12),
        EventSeen("DamageTaken", value=12, source="goblin"),
    ]
    assert holds(MELEE_HIT, Fighter(events=hit))


def test_last_event_looks_at_the_most_recent_event_of_its_family():
    missed = [EventSeen("AttackHit", "Melee", value=12), EventSeen("AttackMissed", "Melee")]
    assert not holds(MELEE_HIT, Fighter(events=missed))
    assert holds(LastEvent("AttackMissed"), Fighter(events=missed))
    saved = [EventSeen("AttackHit", "Melee", value=12), EventSeen("SaveFailed")]
    assert holds(MELEE_HIT, Fighter(events=saved))


def test_last_event_needs_its_tags_and_its_value():
    assert not holds(MELEE_HIT, Fighter(events=[EventSeen("AttackHit", "Ranged", value=12)]))
    assert not holds(MELEE_HIT, Fighter(events=[EventSeen("AttackHit", "Melee", value=10)]))


def test_last_event_takes_several_types():
    either = LastEvent(["AttackHit", "AttackMissed"])
    assert holds(either, Fighter(events=[EventSeen("AttackMissed")]))


def test_last_event_looks_back_one_turn_by_default():
    facts = Fighter(events=[EventSeen("AttackHit", window="round")])
    assert not holds(LastEvent("AttackHit"), facts)
    assert holds(LastEvent("AttackHit", window="round"), facts)
    assert holds(LastEvent("AttackHit", window="encounter"), facts)
    assert not holds(LastEvent("AttackHit", window="action"), facts)


def test_last_event_counts_only_own_events_by_default():
    facts = Fighter(events=[EventSeen("AttackHit", source="ogre")])
    assert not holds(LastEvent("AttackHit"), facts)
    assert holds(LastEvent("AttackHit", by_self=False), facts)


def test_last_event_is_false_without_a_matching_event():
    assert not holds(MELEE_HIT, Fighter())
    assert holds(Not(MELEE_HIT), Fighter())


# --- tags --------------------------------------------------------------------------------------------


def test_a_tag_is_looked_up_on_the_target_self_or_any_unit_of_a_side():
    facts = Fighter()
    facts.tags = {("goblin", "Marked", "me"), ("me", "Blessed", "cleric"), ("cleric", "Calm", "x")}
    assert holds(HasTag("Marked"), facts, "goblin")
    assert not holds(HasTag("Marked"), facts, "ogre")
    assert not holds(HasTag("Marked"), facts)
    assert holds(HasTag("Blessed", on="self"), facts)
    assert holds(HasTag("Marked", on="any_enemy"), facts)
    assert holds(HasTag("Calm", on="any_ally"), facts)
    assert not holds(HasTag("Marked", on="any_ally"), facts)


def test_a_tag_can_be_required_to_come_from_the_actor():
    facts = Fighter()
    facts.tags = {("goblin", "Marked", "ranger")}
    assert holds(HasTag("Marked"), facts, "goblin")
    assert not holds(HasTag("Marked", by_self=True), facts, "goblin")


def test_tags_are_exact_and_case_sensitive():
    facts = Fighter()
    facts.tags = {("goblin", "Marked", "me")}
    assert not holds(HasTag("marked"), facts, "goblin")


def test_a_tag_on_the_target_filters_the_candidates():
    facts = Fighter()
    facts.tags = {("ogre", "Marked", "me")}
    assert targets([HasTag("Marked")], facts, ["goblin", "ogre"]) == ["ogre"]
    assert targets([Not(HasTag("Marked"))], facts, ["goblin", "ogre"]) == ["goblin"]
    assert targets([HasTag("Marked", on="any_enemy")], facts, ["goblin"]) == ["goblin"]


# --- composing ---------------------------------------------------------------------------------------


def test_and_or_and_not_compose():
    hurt, raging = SelfCondition("hp", "<", 10), SelfCondition("Raging")
    calm_and_hurt = And([hurt, Not(raging)])
    assert holds(calm_and_hurt, Fighter(hp=5))
    assert not holds(calm_and_hurt, Fighter(hp=5, Raging=1))
    assert holds(Or([hurt, raging]), Fighter(hp=50, Raging=1))
    assert not holds(Or([hurt, raging]), Fighter(hp=50))
    assert holds(And([]), Fighter())
    assert not holds(Or([]), Fighter())


def test_a_mixed_condition_is_evaluated_per_candidate():
    facts = Fighter(Raging=0)
    facts.tags = {("ogre", "Marked", "me")}
    either = Or([HasTag("Marked"), SelfCondition("Raging")])
    assert targets([either], facts, ["goblin", "ogre"]) == ["ogre"]
    facts.values["Raging"] = 1
    assert targets([either], facts, ["goblin", "ogre"]) == ["goblin", "ogre"]


def test_the_game_evaluates_custom_checks():
    assert holds(Custom("is_night"), Fighter())
    assert not holds(Not(Custom("is_night")), Fighter())
    tall = Custom("taller_than", {"letters": 5}, on="target")
    assert targets([tall], Fighter(), ["goblin", "ogre"]) == ["goblin"]


# --- reasons -----------------------------------------------------------------------------------------


def facts_for_reasons():
    facts = Fighter(Ledger({"Ki": Pool(1)}), hp=25, Raging=1)
    facts.events = [EventSeen("AttackHit", "Ranged", value=5)]
    facts.others = {"goblin": {"distance": 70}}
    facts.tags = {("goblin", "Slowed", "me")}
    return facts


@pytest.mark.parametrize(
    ("check", "why"),
    [
        (SelfCondition("hp", "<", 10), "needs hp < 10, hp is 25"),
        (SelfCondition("Hidden"), "needs Hidden, it is not true"),
        (Not(SelfCondition("Raging")), "needs not Raging, it is true"),
        (TargetCondition("distance", "<=", 60), "needs target distance <= 60, distance is 70"),
        (TargetCondition("IsProne"), "needs target IsProne, it is not true"),
        (HasResource("Ki", 2), "needs 2 Ki, 1 available"),
        (HasTag("Marked"), "needs tag 'Marked' on target, it is not true"),
        (HasTag("A", "any_enemy", True), "needs its own tag 'A' on any enemy, it is not true"),
        (Not(HasTag("Slowed")), "needs not tag 'Slowed' on target, it is true"),
        (
            MELEE_HIT,
            "needs last event AttackHit (Melee, value > 10) in this turn, "
            "it was AttackHit (Ranged, value 5)",
        ),
        (LastEvent("SaveFailed"), "needs last event SaveFailed in this turn, there was none"),
        (
            And([HasResource("Ki"), And([HasResource("Ki", 3), HasResource("Ki", 2)])]),
            "needs 3 Ki, 1 available",
        ),
        (
            Or([HasResource("Ki", 3), SelfCondition("hp", "<", 10)]),
            "needs (3 Ki or hp < 10), 1 available and hp is 25",
        ),
        (
            Not(And([HasResource("Ki"), SelfCondition("Raging")])),
            "needs not (1 Ki and Raging), 1 available and it is true",
        ),
        (Not(Custom("is_night")), "needs not is_night, it is true"),
        (
            Custom("taller_than", {"letters": 9}, "target"),
            "needs taller_than (letters 9), it is not true",
        ),
    ],
    ids=str,
)
def test_a_verdict_names_the_first_failing_check_with_its_numbers(check, why):
    assert evaluate(check, facts_for_reasons(), "goblin").why == why


def test_the_numbers_of_a_verdict_are_also_data():
    verdict = evaluate(SelfCondition("hp", "<", 10), facts_for_reasons())
    assert verdict.data == {"check": "SelfCondition", "found": 25}
    assert evaluate(HasResource("Ki"), facts_for_reasons()) == Verdict(True)


# --- as data -----------------------------------------------------------------------------------------


def test_requirements_survive_json_and_msgpack():
    checks = [
        And([MELEE_HIT, Or([HasTag("a", "self"), Not(HasResource("Ki", 2.5))])]),
        TargetCondition("distance", "<=", 60),
        Custom("x", {"a": 1, "b": "two", "c": None}, "target"),
        LastEvent(["a", "b"]),
    ]
    for code in (msgspec.json, msgspec.msgpack):
        assert code.decode(code.encode(checks), type=list[Requirement]) == checks


@pytest.mark.parametrize(
    "make",
    [
        lambda: SelfCondition("hp", "=<", 10),
        lambda: SelfCondition(7),
        lambda: HasResource("Ki", -1),
        lambda: HasTag("x", on="nobody"),
        lambda: LastEvent("x", window="year"),
        lambda: And([1]),
        lambda: Not("x"),
        lambda: Custom("x", {"a": []}),
    ],
)
def test_an_invalid_requirement_is_refused_where_it_is_defined(make):
    with pytest.raises(tw.DefinitionError):
        make()


# --- against an independent expectation -----------------------------------------------------------

BY_HAND = {"<": lt, "<=": le, "==": eq, "!=": ne, ">=": ge, ">": gt}
comparisons = st.tuples(st.sampled_from("ab"), st.sampled_from(list(BY_HAND)), st.integers(0, 2))
leaves = comparisons.map(
    lambda one: (SelfCondition(*one), lambda me, it: BY_HAND[one[1]](me[one[0]], one[2]))
) | comparisons.map(
    lambda one: (
        TargetCondition(*one),
        lambda me, it: it is not None and BY_HAND[one[1]](it[one[0]], one[2]),
    )
)


def combined(inner):
    """Requirements that combine others, each with what it should mean."""
    several = st.lists(inner, max_size=3).map(
        lambda pairs: list(zip(*pairs, strict=True)) or [(), ()]
    )
    return (
        several.map(lambda of: (And(of[0]), lambda me, it: all([f(me, it) for f in of[1]])))
        | several.map(lambda of: (Or(of[0]), lambda me, it: any([f(me, it) for f in of[1]])))
        | inner.map(lambda of: (Not(of[0]), lambda me, it: not of[1](me, it)))
    )


values = st.fixed_dictionaries({"a": st.integers(0, 2), "b": st.integers(0, 2)})


@settings(max_examples=200, deadline=None)
@given(st.recursive(leaves, combined, max_leaves=8), values, st.none() | values)
def test_combined_requirements_mean_what_their_words_say(pair, me, it):
    requirement, expected = pair
    facts = Fighter(**me)
    facts.others = {"ogre": it}
    target = None if it is None else "ogre"
    assert requirement.holds(facts, target) == expected(me, it)
    assert holds(requirement, facts, target) == expected(me, it)


def test_a_requirement_that_was_evaluated_is_still_plain_data():
    used = And([MELEE_HIT, Not(SelfCondition("Raging"))])
    assert not used.holds(Fighter())
    unused = And([MELEE_HIT, Not(SelfCondition("Raging"))])
    assert used == unused
    assert repr(used) == repr(unused)
    assert pickle.loads(pickle.dumps(used)) == copy.deepcopy(used) == unused
    assert msgspec.json.encode(used) == msgspec.json.encode(unused)
