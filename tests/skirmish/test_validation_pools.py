"""Validation of pools, the preview, and sound scenarios without findings."""

from __future__ import annotations

from itertools import product

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.skirmish.builders import ME, action, apply, hit, reaction, slot, strike, variable
from tests.skirmish.validation_scenarios import (
    RULES,
    SWORD,
    findings,
    only_finding,
    patched,
    scenario_with,
)
from turnwright.core.rules.cost import Cost, Payment, quote
from turnwright.core.rules.ledger import Ledger, Pool
from turnwright.skirmish.model import library, sample_encounters
from turnwright.skirmish.model import scenario as m
from turnwright.skirmish.validation import PoolPreview, preview, validate
from turnwright.skirmish.validation.pool_demand import Demand, overdrafts

BLESS = action("Bless", apply("Blessed", to_hit="1d4"), cost=("Action", slot(1)), targets=ME)
SHIELD = reaction(
    "AttackHit",
    apply("Shield", ac=5, turns=1),
    name="Shield",
    cost=("Reaction", slot(1)),
    who="self",
)


# --- potential conflicts --------------------------------------------------------------------------


def test_bless_and_shield_with_one_slot_are_a_potential_conflict():
    scenario = scenario_with(BLESS, SWORD, reactions=(SHIELD,), pools={"SpellSlot_1": 1})
    finding = only_finding(scenario, "potential_conflict")
    assert finding.sentence == (
        "Potential Conflict: Actions require 2 Level 1 Slots, but only 1 is available."
    )
    assert finding.severity == "warning"
    assert finding.path == "sides[0].combatants[0].pools.SpellSlot_1"
    assert finding.data["actions"] == ["Bless", "Shield"]
    assert not findings(patched(scenario, finding), "potential_conflict")


def test_two_slots_are_enough_for_two_spells():
    assert not findings(
        scenario_with(BLESS, reactions=(SHIELD,), pools={"SpellSlot_1": 2}), "potential_conflict"
    )


def test_a_higher_slot_only_helps_actions_that_may_be_upcast():
    pools = {"SpellSlot_1": 1, "SpellSlot_2": 1}
    assert findings(scenario_with(BLESS, reactions=(SHIELD,), pools=pools), "potential_conflict")
    rising = action("Bless", apply("Blessed"), cost=("Action", slot(1, upcast=True)), targets=ME)
    assert not findings(
        scenario_with(rising, reactions=(SHIELD,), pools=pools), "potential_conflict"
    )


def test_upcasting_is_matched_and_not_summed():
    """Two slots for two spells, but both slots fit the same spell only."""
    low = action("Low", hit(), cost=slot(1, upcast=True, max_level=1))
    also_low = action("Also low", hit(), cost=slot(1))
    scenario = scenario_with(low, also_low, pools={"SpellSlot_1": 1, "SpellSlot_2": 1})
    sentence = only_finding(scenario, "potential_conflict").sentence
    assert sentence.endswith("Actions require 2 Level 1 Slots, but only 1 is available.")


def test_the_message_names_a_range_of_levels():
    spells = [action(f"Spell {n}", hit(), cost=slot(1, upcast=True)) for n in range(4)]
    scenario = scenario_with(*spells, pools={"SpellSlot_1": 1, "SpellSlot_3": 2})
    assert only_finding(scenario, "potential_conflict").sentence == (
        "Potential Conflict: Actions require 4 Level 1 or higher Slots, but only 3 are available."
    )
    low = [action(f"Spell {n}", hit(), cost=slot(1, upcast=True, max_level=2)) for n in range(4)]
    scenario = scenario_with(*low, pools={"SpellSlot_1": 1, "SpellSlot_2": 1, "SpellSlot_3": 5})
    assert only_finding(scenario, "potential_conflict").sentence == (
        "Potential Conflict: Actions require 4 Level 1 to 2 Slots, but only 2 are available."
    )


def test_upcasting_does_not_change_the_message_if_only_one_level_has_slots():
    rising = [action(name, hit(), cost=slot(1, upcast=True)) for name in ("Bless", "Bane")]
    for pools in ({"SpellSlot_1": 1}, {"SpellSlot_1": 1, "SpellSlot_2": 0}):
        assert only_finding(scenario_with(*rising, pools=pools), "potential_conflict").sentence == (
            "Potential Conflict: Actions require 2 Level 1 Slots, but only 1 is available."
        )


@pytest.mark.parametrize(
    ("amount", "there", "sentence"),
    [
        (2, 2, "Actions require 3 Ki, but only 2 are available."),
        (1, 1, "Actions require 2 Ki, but only 1 is available."),
        (0.5, 1, "Actions require 1.5 Ki, but only 1 is available."),
    ],
)
def test_other_pools_have_their_own_name(amount, there, sentence):
    scenario = scenario_with(
        action("Flurry", hit(), cost=("BonusAction", Cost("Ki", amount))),
        action("Focus", hit(), cost=("Action", "Ki")),
        pools={"Ki": there},
    )
    assert (
        only_finding(scenario, "potential_conflict").sentence == f"Potential Conflict: {sentence}"
    )


def test_pools_that_reset_every_turn_have_no_conflict():
    moves = action("Dash", m.MoveCombatant(30), cost=Cost("Movement", 30))
    again = action("Run", m.MoveCombatant(20), cost=Cost("Movement", 20))
    strikes = [strike(name=f"Strike {n}") for n in range(3)]
    tails = [
        reaction("TurnEnded", hit(), name=f"Tail {n}", cost="Legendary", who="enemy", role="source")
        for n in range(5)
    ]
    pools = {"Legendary": m.PoolSize(max=3, reset="turn")}
    scenario = scenario_with(moves, again, *strikes, reactions=tuple(tails), pools=pools)
    assert not findings(scenario, "potential_conflict")


def test_an_action_in_two_places_is_counted_once():
    again = action("Bless", apply("Blessed"), cost=("Action", slot(1)), targets=ME, requires=())
    assert not findings(
        scenario_with(BLESS, SWORD, again, pools={"SpellSlot_1": 1}), "potential_conflict"
    )


def test_the_initial_amount_counts_unless_there_are_rests():
    pools = {"SpellSlot_1": m.PoolSize(max=2, current=1)}
    assert findings(scenario_with(BLESS, reactions=(SHIELD,), pools=pools), "potential_conflict")
    goblins = m.Encounter(
        sides=(m.Side("Goblins", (m.Combatant(name="Goblin", actions=(SWORD,)),)),)
    )
    rested = scenario_with(
        BLESS, reactions=(SHIELD,), pools=pools, day=(goblins, m.Rest(), goblins)
    )
    assert not findings(rested, "potential_conflict")


def test_a_variable_cost_counts_with_its_minimum():
    lay = action("Lay on Hands", m.Heal("spent"), cost=("Action", variable("Hands", min=5)))
    cure = action("Cure", m.Heal(5), cost=("Action", Cost("Hands", 5)))
    assert findings(scenario_with(lay, cure, pools={"Hands": 9}), "potential_conflict")
    assert not findings(scenario_with(lay, cure, pools={"Hands": 10}), "potential_conflict")


# --- certain conflicts ----------------------------------------------------------------------------


def test_an_action_that_costs_more_than_the_maximum_is_a_certain_conflict():
    twice = action("Twice", hit(), cost=Cost("Action", 2))
    finding = only_finding(scenario_with(SWORD, twice), "certain_conflict")
    assert finding.severity == "error"
    assert finding.path == "sides[0].combatants[0].actions[1].cost[0]"
    assert finding.sentence == (
        "Certain Conflict: 'Twice' requires 2 Action, but 'Hero' never has more than 1."
    )


def test_gains_above_the_maximum_resolve_a_certain_conflict():
    surge = action("Surge", m.Gain("Action"), cost="Surge")
    twice = action("Twice", hit(), cost=Cost("Action", 2))
    assert not findings(scenario_with(surge, twice, pools={"Surge": 1}), "certain_conflict")
    haste = m.Status(name="Haste", gain={"Action": 1})
    assert not findings(scenario_with(twice, traits=(haste,)), "certain_conflict")


def test_a_run_that_is_longer_than_the_speed_and_two_slots_at_once():
    run = action("Run", m.MoveCombatant(60), cost=Cost("Movement", 60))
    assert findings(scenario_with(run), "certain_conflict")
    assert not findings(scenario_with(run, speed=60), "certain_conflict")
    double = action("Double", hit(), cost=(slot(1, upcast=True), slot(1, upcast=True)))
    assert findings(scenario_with(double, pools={"SpellSlot_1": 1}), "certain_conflict")
    pools = {"SpellSlot_1": 1, "SpellSlot_4": 1}
    assert not findings(scenario_with(double, pools=pools), "certain_conflict")


def test_actions_that_can_never_be_paid_do_not_conflict_with_others():
    dear = action("Dear", hit(), cost=("Action", Cost("Ki", 5)))
    cheap = action("Cheap", hit(), cost=("BonusAction", Cost("Ki", 2)))
    scenario = scenario_with(dear, cheap, pools={"Ki": 3})
    assert findings(scenario, "certain_conflict")
    assert not findings(scenario, "potential_conflict")


def test_unused_pools_are_a_note():
    pools = {"SpellSlot_1": 2, "SpellSlot_2": 1, "Ki": 3}
    finding = only_finding(scenario_with(BLESS, SWORD, pools=pools), "unused_resource")
    assert finding.severity == "note"
    assert finding.data["keys"] == ["SpellSlot_2", "Ki"]
    assert not findings(
        patched(scenario_with(BLESS, SWORD, pools=pools), finding), "unused_resource"
    )
    rising = action("Bless", apply("Blessed"), cost=("Action", slot(1, upcast=True)), targets=ME)
    drain = m.Combatant(name="Ghost", actions=(action("Drain", m.Lose("Ki")),))
    assert not findings(scenario_with(rising, pools=pools, foes=(drain,)), "unused_resource")


# --- matching of levels, against brute force --------------------------------------------------------

ranges = st.tuples(st.integers(1, 4), st.integers(0, 3)).map(lambda one: (one[0], sum(one)))
pools = st.dictionaries(st.integers(1, 4), st.integers(0, 3), min_size=1)


def can_be_met(wanted: list[tuple[int, int]], held: dict[int, int]) -> bool:
    """Can all demands be met? Tries every level for every demand."""
    choices = [[level for level in held if low <= level <= high] for low, high in wanted]
    return any(all(way.count(level) <= held[level] for level in held) for way in product(*choices))


@given(st.lists(ranges, max_size=6), pools)
@settings(max_examples=400, deadline=None)
def test_levels_are_overdrawn_exactly_when_there_is_no_way_to_meet_all_demands(wanted, held):
    demands = [Demand(low, high, 1) for low, high in wanted]
    assert bool(overdrafts(demands, held)) is not can_be_met(wanted, held)


@given(st.lists(ranges, max_size=8), pools)
@settings(max_examples=300, deadline=None)
def test_the_ledger_finds_a_way_exactly_when_no_level_is_overdrawn(wanted, held):
    ledger = Ledger({f"SpellSlot_{level}": Pool(count) for level, count in held.items()})
    price = [slot(low, upcast=True, max_level=high) for low, high in wanted]
    is_payable = isinstance(quote(price, ledger), Payment)
    assert is_payable is not bool(overdrafts([Demand(*one, 1) for one in wanted], held))


@given(st.lists(ranges, max_size=8), pools)
@settings(max_examples=300, deadline=None)
def test_overdrafts_have_correct_numbers_and_minimal_ranges(wanted, held):
    demands = [Demand(low, high, 1) for low, high in wanted]
    for over in overdrafts(demands, held):
        inside = {n: count for n, count in held.items() if over.low <= n <= over.high}
        assert over.available == sum(inside.values())
        assert over.needed > over.available
        within = [
            demand
            for demand in demands
            if over.low <= demand.low
            and max((n for n in held if n <= demand.high and held[n]), default=0) <= over.high
        ]
        assert over.needed <= len(within)


# --- the preview ------------------------------------------------------------------------------------


def row(scenario: m.Scenario, pool: str, name: str = "Hero") -> PoolPreview:
    return next(one for one in preview(scenario) if (one.combatant, one.pool) == (name, pool))


def test_the_preview_shows_capacity_and_demand():
    scenario = scenario_with(BLESS, SWORD, reactions=(SHIELD,), pools={"SpellSlot_1": 3, "Ki": 2})
    slots = row(scenario, "SpellSlot_1")
    assert (slots.capacity, slots.single, slots.per_round) == (3, 2, 2)
    assert slots.actions == ["Bless", "Shield"]
    assert (slots.reset, slots.expected) == ("long rest", None)
    assert row(scenario, "Ki").single == row(scenario, "Ki").per_round == 0
    action = row(scenario, "Action")
    assert (action.capacity, action.single, action.per_round) == (1, 2, 1)
    assert msgspec.json.decode(msgspec.json.encode(preview(scenario)), type=list[PoolPreview])


def test_the_first_round_uses_actions_from_the_top_and_adds_their_gains():
    surge = action("Surge", m.Gain("Action"), cost="Surge")
    fireball = action("Fireball", hit(), cost=("Action", slot(3, upcast=True)))
    scenario = scenario_with(
        surge, fireball, SWORD, pools={"Surge": 1, "SpellSlot_3": 1, "SpellSlot_4": 1}
    )
    spent = {pool: row(scenario, pool).per_round for pool in ("Surge", "Action", "SpellSlot_3")}
    assert spent == {"Surge": 1, "Action": 2, "SpellSlot_3": 1}
    assert row(scenario, "SpellSlot_4").per_round == 1
    assert row(scenario_with("End Turn", SWORD), "Action").per_round == 0


# --- sound scenarios ------------------------------------------------------------------------------


def test_sample_encounters_are_sound():
    for name, scenario in sample_encounters.load_all().items():
        problems = [str(one) for one in validate(scenario) if one.severity != "note"]
        assert not problems, f"{name}: {problems}"


def test_combatants_of_the_library_are_sound_against_any_enemy():
    known = library.combatants()
    for one in known.values():
        other = m.Side("Others", (known["Goblin"], known["Wizard 5"]))
        scenario = m.Scenario(rules="2014", sides=(m.Side("Some", (one, known["Goblin"])), other))
        problems = [str(one) for one in validate(scenario) if one.severity != "note"]
        assert not problems, f"{one.name}: {problems}"


def test_findings_are_sorted_by_severity_and_serializable():
    scenario = scenario_with(
        action("Twice", hit(), cost=Cost("Action", 2)), SWORD, SWORD, pools={"Ki": 1}, rules=RULES
    )
    findings = validate(scenario)
    order = [one.severity for one in findings]
    assert order == sorted(order, key=("error", "warning", "note").index)
    assert set(order) == {"error", "warning", "note"}
    assert (
        msgspec.json.decode(msgspec.json.encode(findings), type=list[type(findings[0])]) == findings
    )
    assert str(findings[0]).startswith("error [certain_conflict] sides[0].combatants[0].actions[0]")


def test_equal_notes_are_merged():
    counter = reaction(
        "SpellCast",
        m.Cancel(),
        name="Counterspell",
        who="enemy",
        role="source",
        targets=m.Targets(),
    )
    friend = m.Combatant(name="Friend", actions=(SWORD,), reactions=(counter,))
    finding = only_finding(
        scenario_with(SWORD, reactions=(counter,), friends=(friend,)), "trigger_never"
    )
    assert finding.data["paths"] == [
        "sides[0].combatants[0].reactions[0].timing.on",
        "sides[0].combatants[1].reactions[0].timing.on",
    ]
