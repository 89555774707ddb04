"""Plan validation: pools that are asked for more than they hold, the preview, quiet on good plans."""

from __future__ import annotations

from itertools import product

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.skirmish.builders import ME, action, apply, hit, reaction, slot, strike, variable
from tests.skirmish.plans import RULES, SWORD, found, mended, plan, the
from turnwright.core.rules.cost import Cost
from turnwright.core.rules.ledger import Ledger, Pool
from turnwright.core.rules.upcast import levels
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


def test_bless_and_shield_with_one_slot_are_a_conflict_in_the_words_of_the_document():
    scenario = plan(BLESS, SWORD, reactions=(SHIELD,), pools={"SpellSlot_1": 1})
    finding = the(scenario, "potential_conflict")
    assert finding.sentence == (
        "Potential Conflict: Actions require 2 Level 1 Slots, but only 1 is available."
    )
    assert finding.severity == "warning"
    assert finding.path == "sides[0].combatants[0].pools.SpellSlot_1"
    assert finding.data["actions"] == ["Bless", "Shield"]
    assert not found(mended(scenario, finding), "potential_conflict")


def test_two_slots_are_enough_for_two_spells():
    assert not found(
        plan(BLESS, reactions=(SHIELD,), pools={"SpellSlot_1": 2}), "potential_conflict"
    )


def test_a_higher_slot_helps_only_those_who_may_be_upcast():
    pools = {"SpellSlot_1": 1, "SpellSlot_2": 1}
    assert found(plan(BLESS, reactions=(SHIELD,), pools=pools), "potential_conflict")
    rising = action("Bless", apply("Blessed"), cost=("Action", slot(1, upcast=True)), targets=ME)
    assert not found(plan(rising, reactions=(SHIELD,), pools=pools), "potential_conflict")


def test_upcasting_is_matched_and_not_summed():
    """Two slots for two spells; but both fit only one of them."""
    low = action("Low", hit(), cost=slot(1, upcast=True, max_level=1))
    also_low = action("Also low", hit(), cost=slot(1))
    scenario = plan(low, also_low, pools={"SpellSlot_1": 1, "SpellSlot_2": 1})
    sentence = the(scenario, "potential_conflict").sentence
    assert sentence.endswith("Actions require 2 Level 1 Slots, but only 1 is available.")


def test_a_range_of_levels_says_so():
    spells = [action(f"Spell {n}", hit(), cost=slot(1, upcast=True)) for n in range(4)]
    scenario = plan(*spells, pools={"SpellSlot_1": 1, "SpellSlot_3": 2})
    assert the(scenario, "potential_conflict").sentence == (
        "Potential Conflict: Actions require 4 Level 1 or higher Slots, but only 3 are available."
    )
    low = [action(f"Spell {n}", hit(), cost=slot(1, upcast=True, max_level=2)) for n in range(4)]
    scenario = plan(*low, pools={"SpellSlot_1": 1, "SpellSlot_2": 1, "SpellSlot_3": 5})
    assert the(scenario, "potential_conflict").sentence == (
        "Potential Conflict: Actions require 4 Level 1 to 2 Slots, but only 2 are available."
    )


def test_where_only_one_level_is_filled_upcasting_makes_no_other_sentence():
    rising = [action(name, hit(), cost=slot(1, upcast=True)) for name in ("Bless", "Bane")]
    for pools in ({"SpellSlot_1": 1}, {"SpellSlot_1": 1, "SpellSlot_2": 0}):
        assert the(plan(*rising, pools=pools), "potential_conflict").sentence == (
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
    scenario = plan(
        action("Flurry", hit(), cost=("BonusAction", Cost("Ki", amount))),
        action("Focus", hit(), cost=("Action", "Ki")),
        pools={"Ki": there},
    )
    assert the(scenario, "potential_conflict").sentence == f"Potential Conflict: {sentence}"


def test_what_comes_back_every_turn_is_no_conflict():
    moves = action("Dash", m.MoveCombatant(30), cost=Cost("Movement", 30))
    again = action("Run", m.MoveCombatant(20), cost=Cost("Movement", 20))
    strikes = [strike(name=f"Strike {n}") for n in range(3)]
    tails = [
        reaction("TurnEnded", hit(), name=f"Tail {n}", cost="Legendary", who="enemy", role="source")
        for n in range(5)
    ]
    pools = {"Legendary": m.PoolSize(max=3, reset="turn")}
    scenario = plan(moves, again, *strikes, reactions=tuple(tails), pools=pools)
    assert not found(scenario, "potential_conflict")


def test_an_action_in_two_places_is_counted_once():
    again = action("Bless", apply("Blessed"), cost=("Action", slot(1)), targets=ME, requires=())
    assert not found(plan(BLESS, SWORD, again, pools={"SpellSlot_1": 1}), "potential_conflict")


def test_what_is_there_at_first_counts_until_a_rest_fills_the_pool():
    pools = {"SpellSlot_1": m.PoolSize(max=2, current=1)}
    assert found(plan(BLESS, reactions=(SHIELD,), pools=pools), "potential_conflict")
    goblins = m.Encounter(
        sides=(m.Side("Goblins", (m.Combatant(name="Goblin", actions=(SWORD,)),)),)
    )
    rested = plan(BLESS, reactions=(SHIELD,), pools=pools, day=(goblins, m.Rest(), goblins))
    assert not found(rested, "potential_conflict")


def test_a_variable_cost_counts_with_its_least():
    lay = action("Lay on Hands", m.Heal("spent"), cost=("Action", variable("Hands", min=5)))
    cure = action("Cure", m.Heal(5), cost=("Action", Cost("Hands", 5)))
    assert found(plan(lay, cure, pools={"Hands": 9}), "potential_conflict")
    assert not found(plan(lay, cure, pools={"Hands": 10}), "potential_conflict")


# --- certain conflicts ----------------------------------------------------------------------------


def test_one_action_that_costs_more_than_there_can_be_is_a_certain_conflict():
    twice = action("Twice", hit(), cost=Cost("Action", 2))
    finding = the(plan(SWORD, twice), "certain_conflict")
    assert finding.severity == "error"
    assert finding.path == "sides[0].combatants[0].actions[1].cost[0]"
    assert finding.sentence == (
        "Certain Conflict: 'Twice' requires 2 Action, but 'Hero' never has more than 1."
    )


def test_more_of_it_above_the_maximum_makes_it_possible():
    surge = action("Surge", m.Gain("Action"), cost="Surge")
    twice = action("Twice", hit(), cost=Cost("Action", 2))
    assert not found(plan(surge, twice, pools={"Surge": 1}), "certain_conflict")
    haste = m.Status(name="Haste", gain={"Action": 1})
    assert not found(plan(twice, traits=(haste,)), "certain_conflict")


def test_a_run_that_is_longer_than_the_speed_and_two_slots_at_once():
    run = action("Run", m.MoveCombatant(60), cost=Cost("Movement", 60))
    assert found(plan(run), "certain_conflict")
    assert not found(plan(run, speed=60), "certain_conflict")
    double = action("Double", hit(), cost=(slot(1, upcast=True), slot(1, upcast=True)))
    assert found(plan(double, pools={"SpellSlot_1": 1}), "certain_conflict")
    pools = {"SpellSlot_1": 1, "SpellSlot_4": 1}
    assert not found(plan(double, pools=pools), "certain_conflict")


def test_what_can_never_be_paid_is_in_nobodys_way():
    dear = action("Dear", hit(), cost=("Action", Cost("Ki", 5)))
    cheap = action("Cheap", hit(), cost=("BonusAction", Cost("Ki", 2)))
    scenario = plan(dear, cheap, pools={"Ki": 3})
    assert found(scenario, "certain_conflict")
    assert not found(scenario, "potential_conflict")


def test_pools_without_any_use_are_worth_a_note():
    pools = {"SpellSlot_1": 2, "SpellSlot_2": 1, "Ki": 3}
    finding = the(plan(BLESS, SWORD, pools=pools), "unused_resource")
    assert finding.severity == "note"
    assert finding.data["keys"] == ["SpellSlot_2", "Ki"]
    assert not found(mended(plan(BLESS, SWORD, pools=pools), finding), "unused_resource")
    rising = action("Bless", apply("Blessed"), cost=("Action", slot(1, upcast=True)), targets=ME)
    drain = m.Combatant(name="Ghost", actions=(action("Drain", m.Lose("Ki")),))
    assert not found(plan(rising, pools=pools, foes=(drain,)), "unused_resource")


# --- the matching: Hall against trying everything ---------------------------------------------------

spans = st.tuples(st.integers(1, 4), st.integers(0, 3)).map(lambda one: (one[0], sum(one)))
stores = st.dictionaries(st.integers(1, 4), st.integers(0, 3), min_size=1)


def can_be_met(wanted: list[tuple[int, int]], held: dict[int, int]) -> bool:
    """Is there any way at all? Every level is tried for every demand."""
    choices = [[level for level in held if low <= level <= high] for low, high in wanted]
    return any(all(way.count(level) <= held[level] for level in held) for way in product(*choices))


@given(st.lists(spans, max_size=6), stores)
@settings(max_examples=400, deadline=None)
def test_levels_are_overdrawn_exactly_when_there_is_no_way_to_meet_all_demands(wanted, held):
    demands = [Demand(low, high, 1) for low, high in wanted]
    assert bool(overdrafts(demands, held)) is not can_be_met(wanted, held)


@given(st.lists(spans, max_size=8), stores)
@settings(max_examples=300, deadline=None)
def test_the_ledger_finds_a_way_exactly_when_no_level_is_overdrawn(wanted, held):
    ledger = Ledger({f"SpellSlot_{level}": Pool(count) for level, count in held.items()})
    price = [slot(low, upcast=True, max_level=high) for low, high in wanted]
    is_payable = not price or levels(price, ledger, {}) is not None
    assert is_payable is not bool(overdrafts([Demand(*span, 1) for span in wanted], held))


@given(st.lists(spans, max_size=8), stores)
@settings(max_examples=300, deadline=None)
def test_the_numbers_of_an_overdraft_are_right_and_as_small_as_can_be(wanted, held):
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


def test_the_preview_tells_capacity_and_demand():
    scenario = plan(BLESS, SWORD, reactions=(SHIELD,), pools={"SpellSlot_1": 3, "Ki": 2})
    slots = row(scenario, "SpellSlot_1")
    assert (slots.capacity, slots.single, slots.per_round) == (3, 2, 2)
    assert slots.actions == ["Bless", "Shield"]
    assert (slots.reset, slots.expected) == ("long rest", None)
    assert row(scenario, "Ki").single == row(scenario, "Ki").per_round == 0
    action = row(scenario, "Action")
    assert (action.capacity, action.single, action.per_round) == (1, 2, 1)
    assert msgspec.json.decode(msgspec.json.encode(preview(scenario)), type=list[PoolPreview])


def test_the_first_round_is_read_from_the_top_with_what_actions_give():
    surge = action("Surge", m.Gain("Action"), cost="Surge")
    fireball = action("Fireball", hit(), cost=("Action", slot(3, upcast=True)))
    scenario = plan(surge, fireball, SWORD, pools={"Surge": 1, "SpellSlot_3": 1, "SpellSlot_4": 1})
    spent = {pool: row(scenario, pool).per_round for pool in ("Surge", "Action", "SpellSlot_3")}
    assert spent == {"Surge": 1, "Action": 2, "SpellSlot_3": 1}
    assert row(scenario, "SpellSlot_4").per_round == 1
    assert row(plan("End Turn", SWORD), "Action").per_round == 0


# --- quiet on good plans ----------------------------------------------------------------------------


def test_ready_encounters_are_sound():
    for name, scenario in sample_encounters.load_all().items():
        loud = [str(one) for one in validate(scenario) if one.severity != "note"]
        assert not loud, f"{name}: {loud}"


def test_ready_combatants_are_sound_whomever_they_meet():
    ready = library.combatants()
    for one in ready.values():
        other = m.Side("Others", (ready["Goblin"], ready["Wizard 5"]))
        scenario = m.Scenario(rules="2014", sides=(m.Side("Some", (one, ready["Goblin"])), other))
        loud = [str(one) for one in validate(scenario) if one.severity != "note"]
        assert not loud, f"{one.name}: {loud}"


def test_the_worst_comes_first_and_everything_is_data():
    scenario = plan(
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


def test_notes_that_say_the_same_are_said_once():
    counter = reaction(
        "SpellCast",
        m.Cancel(),
        name="Counterspell",
        who="enemy",
        role="source",
        targets=m.Targets(),
    )
    friend = m.Combatant(name="Friend", actions=(SWORD,), reactions=(counter,))
    finding = the(plan(SWORD, reactions=(counter,), friends=(friend,)), "trigger_never")
    assert finding.data["paths"] == [
        "sides[0].combatants[0].reactions[0].timing.on",
        "sides[0].combatants[1].reactions[0].timing.on",
    ]
