"""Requirements: composed checks against what a game knows, and why they fail."""

import msgspec
import pytest

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


def test_a_condition_by_name_is_true_when_its_number_is_not_zero():
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
    table = Fighter()
    table.others = {"goblin": {"hp": 7}, "ogre": {"hp": 59}}
    checks = [TargetCondition("IsEnemy"), TargetCondition("hp", ">", 0), SelfCondition("Raging")]
    assert targets(checks, table, ["cleric", "goblin", "ogre"]) == ["goblin", "ogre"]
    weak = [*checks, TargetCondition("hp", "<", 10)]
    assert targets(weak, table, ["cleric", "goblin", "ogre"]) == ["goblin"]


def test_without_requirements_every_candidate_is_a_target():
    assert targets([], Fighter(), ["cleric", "goblin"]) == ["cleric", "goblin"]


def test_without_positions_every_range_is_satisfied():
    assert holds(TargetCondition("distance", "<=", 60), Fighter(), "goblin")


def test_a_target_condition_without_a_target_is_false():
    assert not holds(TargetCondition("distance", "<=", 60), Fighter())


def test_has_resource_means_at_least_one_or_the_amount_and_spends_nothing():
    table = Fighter(Ledger({"Rage": Pool(2)}))
    assert holds(HasResource("Rage"), table)
    assert holds(HasResource("Rage", 2), table)
    assert not holds(HasResource("Rage", 3), table)
    assert not holds(HasResource("Ki"), table)
    assert table.ledger.available("Rage") == 2


# --- last event --------------------------------------------------------------------------------------


def test_last_event_sees_the_hit_behind_the_events_that_follow_it():
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


def test_last_event_looks_back_one_turn_unless_told_otherwise():
    table = Fighter(events=[EventSeen("AttackHit", window="round")])
    assert not holds(LastEvent("AttackHit"), table)
    assert holds(LastEvent("AttackHit", window="round"), table)
    assert holds(LastEvent("AttackHit", window="encounter"), table)
    assert not holds(LastEvent("AttackHit", window="action"), table)


def test_last_event_counts_own_events_unless_told_otherwise():
    table = Fighter(events=[EventSeen("AttackHit", source="ogre")])
    assert not holds(LastEvent("AttackHit"), table)
    assert holds(LastEvent("AttackHit", by_self=False), table)


def test_no_event_in_the_window_is_false_and_its_contrary_true():
    assert not holds(MELEE_HIT, Fighter())
    assert holds(Not(MELEE_HIT), Fighter())


# --- tags --------------------------------------------------------------------------------------------


def test_a_tag_is_borne_by_the_target_by_oneself_or_by_anyone_on_a_side():
    table = Fighter()
    table.tags = {("goblin", "Marked", "me"), ("me", "Blessed", "cleric"), ("cleric", "Calm", "x")}
    assert holds(HasTag("Marked"), table, "goblin")
    assert not holds(HasTag("Marked"), table, "ogre")
    assert not holds(HasTag("Marked"), table)
    assert holds(HasTag("Blessed", on="self"), table)
    assert holds(HasTag("Marked", on="any_enemy"), table)
    assert holds(HasTag("Calm", on="any_ally"), table)
    assert not holds(HasTag("Marked", on="any_ally"), table)


def test_a_tag_may_have_to_be_ones_own():
    table = Fighter()
    table.tags = {("goblin", "Marked", "ranger")}
    assert holds(HasTag("Marked"), table, "goblin")
    assert not holds(HasTag("Marked", by_self=True), table, "goblin")


def test_tags_are_exact_and_case_sensitive():
    table = Fighter()
    table.tags = {("goblin", "Marked", "me")}
    assert not holds(HasTag("marked"), table, "goblin")


def test_a_tag_on_the_target_filters_the_candidates():
    table = Fighter()
    table.tags = {("ogre", "Marked", "me")}
    assert targets([HasTag("Marked")], table, ["goblin", "ogre"]) == ["ogre"]
    assert targets([Not(HasTag("Marked"))], table, ["goblin", "ogre"]) == ["goblin"]
    assert targets([HasTag("Marked", on="any_enemy")], table, ["goblin"]) == ["goblin"]


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


def test_a_mixed_condition_is_judged_per_candidate():
    table = Fighter(Raging=0)
    table.tags = {("ogre", "Marked", "me")}
    either = Or([HasTag("Marked"), SelfCondition("Raging")])
    assert targets([either], table, ["goblin", "ogre"]) == ["ogre"]
    table.values["Raging"] = 1
    assert targets([either], table, ["goblin", "ogre"]) == ["goblin", "ogre"]


def test_custom_checks_are_answered_by_the_game():
    assert holds(Custom("is_night"), Fighter())
    assert not holds(Not(Custom("is_night")), Fighter())
    tall = Custom("taller_than", {"letters": 5}, on="target")
    assert targets([tall], Fighter(), ["goblin", "ogre"]) == ["goblin"]


# --- why not -----------------------------------------------------------------------------------------


def table_of_reasons():
    table = Fighter(Ledger({"Ki": Pool(1)}), hp=25, Raging=1)
    table.events = [EventSeen("AttackHit", "Ranged", value=5)]
    table.others = {"goblin": {"distance": 70}}
    table.tags = {("goblin", "Slowed", "me")}
    return table


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
    assert evaluate(check, table_of_reasons(), "goblin").why == why


def test_the_numbers_of_a_verdict_are_also_data():
    verdict = evaluate(SelfCondition("hp", "<", 10), table_of_reasons())
    assert verdict.data == {"check": "SelfCondition", "found": 25}
    assert evaluate(HasResource("Ki"), table_of_reasons()) == Verdict(True)


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
def test_what_is_no_requirement_is_refused_where_it_is_written(make):
    with pytest.raises(tw.DefinitionError):
        make()
