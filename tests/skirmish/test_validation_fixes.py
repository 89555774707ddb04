"""Fixes of findings: buttons with a label, each of which repairs the scenario."""

from __future__ import annotations

from msgspec.structs import replace

from tests.skirmish.builders import slot, strike
from tests.skirmish.validation_scenarios import (
    SWORD,
    has_no,
    only_finding,
    patched,
    scenario_with,
)

BOLT = strike(name="Bolt", cost=("Action", slot(1)))
RAY = strike(name="Ray", cost=("BonusAction", slot(1)))


def labels(finding) -> list[str]:
    return [fix["label"] for fix in finding.data["fixes"]]


def after(scenario, finding, label: str):
    """The scenario after the fix with this label."""
    patch = next(fix["patch"] for fix in finding.data["fixes"] if fix["label"] == label)
    return patched(scenario, replace(finding, data={"patch": patch}))


def test_a_conflict_is_solved_by_a_higher_slot_a_switch_or_a_larger_pool():
    scenario = scenario_with(BOLT, RAY, SWORD, pools={"SpellSlot_1": 1, "SpellSlot_2": 1})
    finding = only_finding(scenario, "potential_conflict")
    assert finding.sentence == (
        "Potential Conflict: Actions require 2 Level 1 Slots, but only 1 is available."
    )
    assert labels(finding) == [
        "Let Bolt upcast", "Let Ray upcast", "Switch off Ray", "Raise the pool to 2",
    ]  # fmt: skip
    for label in labels(finding):
        assert has_no(after(scenario, finding, label), "potential_conflict"), label
    assert finding.data["patch"] == finding.data["fixes"][0]["patch"]


def test_without_a_higher_slot_one_of_them_is_switched_off():
    scenario = scenario_with(BOLT, RAY, SWORD, pools={"SpellSlot_1": 1})
    finding = only_finding(scenario, "potential_conflict")
    assert labels(finding) == ["Switch off Ray", "Raise the pool to 2"]
    assert patched(scenario, finding).sides[0].combatants[0].disabled == ("Ray",)


def test_an_entry_that_is_never_reached_moves_up_or_is_switched_off():
    scenario = scenario_with(SWORD, BOLT, pools={"SpellSlot_1": 1})
    finding = only_finding(scenario, "unreachable")
    assert labels(finding) == ["Move up", "Switch off Bolt"]
    for label in labels(finding):
        assert has_no(after(scenario, finding, label), "unreachable"), label


def test_each_name_that_may_be_meant_is_offered():
    scenario = scenario_with(SWORD, "Shortbwo")
    finding = only_finding(scenario, "unknown_action")
    assert labels(finding)[0] == "Use Shortbow"
    fixed = after(scenario, finding, "Use Shortbow")
    assert has_no(fixed, "unknown_action")
