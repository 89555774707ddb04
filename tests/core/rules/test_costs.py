"""Costs: quotes, atomic payment, and refunds of cancelled actions."""

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import turnwright as tw
from tests.core.rules.fighter_facts import slots
from turnwright.core.definition import state
from turnwright.core.rules.cost import Cost, Payment, Shortfall, Variable, pay, quote, refund
from turnwright.core.rules.ledger import Ledger, Pool
from turnwright.core.rules.price import prepare

FIREBALL = [Cost("Action"), Cost("SpellSlot", level=3)]


def slot(level=1, **more):
    return Cost("SpellSlot", level=level, allow_upcast=True, **more)


def levels(costs, ledger):
    """The slot levels that a cost takes, lowest first; empty if it cannot be paid."""
    quoted = quote(costs, ledger)
    if isinstance(quoted, Shortfall):
        return []
    return sorted(int(key[-1]) for key, n in quoted.slots.items() for _ in range(n))


# --- 2.1: a list of entries, atomic ---------------------------------------------------------------


def test_a_missing_slot_leaves_the_action_unspent():
    ledger = slots(one=0)
    quoted = quote([Cost("Action"), Cost("SpellSlot", level=1)], ledger)
    assert quoted == Shortfall("SpellSlot_1", 1, 0)
    assert quoted.sentence == "needs 1 SpellSlot_1, 0 available"
    assert ledger == slots(one=0)


def test_all_entries_are_deducted_together():
    ledger = slots(three=1)
    pay(ledger, quote(FIREBALL, ledger))
    assert ledger.available("Action") == ledger.available("SpellSlot_3") == 0


def test_entries_on_the_same_key_are_summed_before_they_are_checked():
    ledger = Ledger({"credit": Pool(5)})
    assert quote([Cost("credit", 3), Cost("credit", 3)], ledger) == Shortfall("credit", 6, 5)
    assert quote([Cost("credit", 3), Cost("credit", 2)], ledger) == Payment({"credit": 5})


def test_entries_with_and_without_a_level_can_name_the_same_key():
    costs = [Cost("SpellSlot", level=1), Cost("SpellSlot_1")]
    assert quote(costs, slots(one=1)) == Shortfall("SpellSlot_1", 2, 1)


def test_an_empty_list_is_free():
    assert quote([], Ledger()) == Payment()
    ledger = Ledger()
    pay(ledger, Payment())
    assert ledger == Ledger()


def test_a_cost_of_zero_needs_no_pool():
    assert quote([Cost("credit", 0)], Ledger()) == Payment()


def test_an_unknown_key_has_nothing_available():
    assert quote([Cost("Mana", 2)], slots()) == Shortfall("Mana", 2, 0)


@pytest.mark.parametrize("amount", [-1, -0.5, float("nan"), float("inf"), "one", None, True])
def test_invalid_amounts_are_refused(amount):
    with pytest.raises(tw.DefinitionError, match="amount of Cost"):
        Cost("Action", amount)


def test_whole_amounts_stay_whole_and_fractions_are_compared_with_a_tolerance():
    ledger = Ledger({"light": Pool(0.3), "credit": Pool(5)})
    quoted = quote([Cost("light", 0.1)] * 3 + [Cost("credit", 2)], ledger)
    pay(ledger, quoted)
    assert repr(ledger.available("light")) == "0"
    assert repr(ledger.available("credit")) == "3"


def test_movement_is_a_pool_like_any_other():
    ledger = Ledger({"Movement": Pool(30, 30, "turn")})
    pay(ledger, quote([Cost("Movement", 20)], ledger))
    assert quote([Cost("Movement", 20)], ledger) == Shortfall("Movement", 20, 10)


# --- 2.7: failed payments and refunds -------------------------------------------------------------


def test_paying_an_outdated_quote_raises_and_changes_nothing():
    ledger = slots(three=1)
    quoted = quote(FIREBALL, ledger)
    ledger.spend("SpellSlot_3")
    before = state.digest(ledger)
    with pytest.raises(tw.RulesError, match="no longer valid: needs 1 SpellSlot_3, 0 available"):
        pay(ledger, quoted)
    assert state.digest(ledger) == before


def test_the_keep_policy_of_the_2014_rules_refunds_nothing():
    ledger = slots(three=2)
    payment = quote(FIREBALL, ledger)
    pay(ledger, payment)
    assert refund(ledger, payment, "keep") == {}
    assert ledger.available("SpellSlot_3") == 1


def test_refund_slot_refunds_the_slot_but_not_the_action():
    ledger = slots(three=2)
    payment = quote(FIREBALL, ledger)
    pay(ledger, payment)
    assert refund(ledger, payment, "refund_slot") == {"SpellSlot_3": 1}
    assert ledger.available("Action") == 0


def test_refund_all_refunds_everything():
    ledger = slots(three=2)
    payment = quote(FIREBALL, ledger)
    pay(ledger, payment)
    assert refund(ledger, payment, "refund_all") == {"Action": 1, "SpellSlot_3": 1}
    assert ledger == slots(three=2)


def test_a_refund_never_exceeds_the_maximum():
    ledger = slots(three=4)
    payment = quote(FIREBALL, ledger)
    pay(ledger, payment)
    ledger.reset("turn", "long rest")
    assert refund(ledger, payment, "refund_all") == {}
    assert ledger == slots(three=4)


def test_a_refund_of_an_upcast_returns_the_slot_it_took():
    ledger = slots(one=0, two=1)
    payment = quote([slot()], ledger)
    pay(ledger, payment)
    assert refund(ledger, payment, "refund_slot") == {"SpellSlot_2": 1}


@pytest.mark.parametrize(
    ("policy", "resolved", "turns", "left"), [("keep", 1, 3, 0), ("refund_slot", 3, 5, 0)]
)
def test_three_fireballs_against_two_counterspells(policy, resolved, turns, left):
    caster, counters = slots(three=3), Ledger({"SpellSlot_3": Pool(2)})
    done = turn = 0
    while not isinstance(quote(FIREBALL, caster), Shortfall):
        turn += 1
        payment = quote(FIREBALL, caster)
        pay(caster, payment, "Mage", "Fireball")
        if counters.has("SpellSlot_3"):
            counters.spend("SpellSlot_3")
            refund(caster, payment, policy)
        else:
            done += 1
        caster.reset("turn")
    assert (done, turn, caster.available("SpellSlot_3")) == (resolved, turns, left)


def test_the_journal_explains_payments_and_refunds():
    ledger = slots(one=1)
    ledger.keep = 5
    payment = quote([slot()], ledger)
    pay(ledger, payment, "Cleric", "Bless")
    refund(ledger, payment, "refund_slot", "Cleric", "Bless was countered")
    assert ledger.explain().splitlines() == [
        "1 SpellSlot_1 spent by Cleric (Bless): 1 -> 0.",
        "1 SpellSlot_1 gained by Cleric (Bless was countered): 0 -> 1.",
    ]


# --- 2.8: variable amounts ------------------------------------------------------------------------


def hands(current, need=0, **variable):
    costs = [Cost("LayOnHands", variable=Variable(**variable))]
    return quote(costs, Ledger({"LayOnHands": Pool(current, 20)}), need)


def test_spending_5_from_a_pool_of_20_leaves_15():
    ledger = Ledger({"LayOnHands": Pool(20, 20)})
    payment = quote([Cost("LayOnHands", variable=Variable())], ledger, need=5)
    pay(ledger, payment)
    assert payment.spent == 5
    assert ledger.available("LayOnHands") == 15


def test_a_need_of_7_with_a_pool_of_3_spends_3():
    assert hands(3, need=7).spent == 3


def test_a_variable_cost_is_payable_if_the_pool_holds_the_minimum():
    assert hands(5, min=5).spent == 5
    assert hands(4, min=5) == Shortfall("LayOnHands", 5, 4)


def test_spending_nothing_is_invalid_unless_the_minimum_is_0():
    assert hands(0) == Shortfall("LayOnHands", 1, 0)
    assert hands(9, need=0).spent == 1
    assert hands(9, need=0, min=0) == Payment()


@pytest.mark.parametrize(
    ("policy", "spent"), [("need", 7), ("max", 10), ("min", 2), (4, 4), (99, 10), (0, 2)]
)
def test_the_amount_is_clamped_between_minimum_and_maximum(policy, spent):
    assert hands(20, need=7, min=2, max=10, policy=policy).spent == spent


def test_the_amount_is_rounded_down_to_the_step():
    assert hands(20, need=9, step=5, min=5).spent == 5
    assert hands(19, need=99, step=5, min=5).spent == 15
    assert hands(20, need=1.2, step=0.5, min=0.5).spent == 1
    assert hands(1_000_000 - 0.001, need=9e9, step=1_000_000, min=0).spent == 0


def test_a_minimum_between_two_steps_is_rounded_up():
    assert hands(20, need=1, step=5).spent == 5
    assert hands(4, need=1, step=5) == Shortfall("LayOnHands", 5, 4)


def test_the_amount_can_be_as_much_as_possible():
    assert hands(13, need=float("inf")).spent == 13


def test_a_fixed_and_a_variable_entry_on_one_key_share_the_pool():
    ledger = Ledger({"Ki": Pool(6)})
    costs = [Cost("Ki", 2), Cost("Ki", variable=Variable(policy="all")), Cost("Ki", 1)]
    assert quote(costs, ledger) == Payment({"Ki": 6}, spent=3)


def test_variable_entries_on_one_key_reserve_the_minimum_of_the_others():
    ledger = Ledger({"Ki": Pool(6)})
    most = Cost("Ki", variable=Variable(min=2, policy="max"))
    assert quote([most, most], ledger) == Payment({"Ki": 6}, spent=6)
    assert quote([most] * 4, ledger) == Shortfall("Ki", 8, 6)


@pytest.mark.parametrize(
    "variable",
    [
        {"min": -1},
        {"step": 0},
        {"min": 5, "max": 4},
        {"min": 1, "max": 3, "step": 5},
        {"policy": "some"},
        {"policy": -2},
        {"policy": "all", "max": 3},
    ],
)
def test_invalid_variable_amounts_are_refused(variable):
    with pytest.raises(tw.DefinitionError, match="of Variable"):
        Variable(**variable)


# --- 2.9: upcasting -------------------------------------------------------------------------------


def test_the_lowest_available_level_is_taken():
    assert quote([slot()], slots(one=1, two=1)).slot_level == 1
    assert quote([slot()], slots(one=0, two=0, three=2, four=1)).slot_level == 3


def test_exactly_one_slot_is_taken():
    quoted = quote([slot()], slots(one=0, two=3))
    assert quoted == Payment({"SpellSlot_2": 1}, slot_level=2, slots={"SpellSlot_2": 1})
    with pytest.raises(tw.DefinitionError, match="exactly one"):
        slot(amount=2)


def test_without_upcast_there_is_no_substitution():
    quoted = quote([Cost("SpellSlot", level=1)], slots(one=0, two=3))
    assert quoted == Shortfall("SpellSlot_1", 1, 0)


def test_a_cost_with_a_level_binds_the_level_also_without_upcast():
    assert quote(FIREBALL, slots(three=1)).slot_level == 3


def test_lower_levels_never_pay():
    assert quote([slot(3)], slots(one=4, two=4)) == Shortfall("SpellSlot_3", 1, 0, or_higher=True)
    assert quote([slot(3)], slots(one=4)).sentence == "needs 1 SpellSlot_3 or higher, 0 available"


def test_an_upcast_respects_its_highest_level():
    assert quote([slot(max_level=2)], slots(one=0, two=1)).slot_level == 2
    assert isinstance(quote([slot(max_level=2)], slots(one=0, three=1)), Shortfall)
    only = quote([slot(max_level=1)], slots(one=0, three=1))
    assert only.sentence == "needs 1 SpellSlot_1, 0 available"


def test_the_highest_level_can_be_preferred():
    assert quote([slot(prefer="highest")], slots(one=1, two=1, four=1)).slot_level == 4
    most = slot(prefer="highest", max_level=3)
    assert quote([most], slots(one=1, two=1, four=1)).slot_level == 2


def test_slots_of_another_family_do_not_pay():
    ledger = Ledger({"PactSlot_2": Pool(2), "SpellSlot_Pact_2": Pool(2), "SpellSlot_02": Pool(2)})
    assert isinstance(quote([slot()], ledger), Shortfall)


def test_families_do_not_compete():
    ledger = Ledger({"SpellSlot_2": Pool(1), "PactSlot_1": Pool(1)})
    costs = [slot(), Cost("PactSlot", level=1, allow_upcast=True)]
    assert quote(costs, ledger).amounts == {"SpellSlot_2": 1, "PactSlot_1": 1}


@pytest.mark.parametrize("more", [{"level": None}, {"max_level": 0}, {"level": -1}])
def test_invalid_upcasts_are_refused(more):
    with pytest.raises(tw.DefinitionError, match="level of Cost"):
        Cost("SpellSlot", **{"level": 1, "allow_upcast": True} | more)


# --- costs that compete for slots (Hall's condition) ----------------------------------------------


def test_a_fixed_cost_keeps_its_level_and_the_upcast_goes_higher():
    for costs in ([slot(), Cost("SpellSlot", level=1)], [Cost("SpellSlot", level=1), slot()]):
        assert levels(costs, slots(one=1, two=1)) == [1, 2]


def test_an_upcast_does_not_take_the_only_level_of_another_cost():
    both = [slot(), slot(max_level=1)]
    assert levels(both, slots(one=1, two=1)) == [1, 2]
    assert quote(both, slots(one=1, two=1)).slot_level == 2  # the first takes a higher level


def test_a_preference_for_the_highest_level_yields_to_other_costs():
    assert levels([slot(prefer="highest"), slot(2)], slots(one=1, two=1)) == [1, 2]


def test_two_upcasts_need_two_slots():
    quoted = quote([slot(), slot()], slots(one=0, two=1))
    assert quoted.sentence == "needs 2 SpellSlot_1 or higher, 1 available"


def test_the_shortfall_sentence_counts_what_a_fixed_cost_takes():
    quoted = quote([Cost("SpellSlot", level=1), slot()], slots(one=1))
    assert quoted.sentence == "needs 2 SpellSlot_1 or higher, 1 available"


def test_ranges_that_overlap_in_an_empty_level_are_matched_together():
    quoted = quote([slot(1, max_level=2), slot(2, max_level=3)], slots(two=1))
    assert (quoted.needed, quoted.available) == (2, 1)


def test_many_competing_costs_are_matched_quickly():
    many = [slot(1 + n % 3) for n in range(39)]
    ledger = slots(one=13, two=14, three=12)
    assert quote(many, ledger).sentence == "needs 13 SpellSlot_3 or higher, 12 available"
    ledger.gain("SpellSlot_3")
    assert levels(many, ledger) == [1] * 13 + [2] * 13 + [3] * 13


def is_payable_by_brute_force(costs, free):
    """Whether the costs can be paid, by brute force."""
    if not costs:
        return True
    first, *rest = costs
    return any(
        count
        and first.level <= level <= first.top
        and is_payable_by_brute_force(rest, free | {level: count - 1})
        for level, count in free.items()
    )


ranges = st.builds(
    lambda level, more, prefer: slot(
        level, max_level=None if more is None else level + more, prefer=prefer
    ),
    st.integers(1, 4),
    st.none() | st.integers(0, 2),
    st.sampled_from(["lowest", "highest"]),
)
counts = st.lists(st.integers(0, 2), min_size=4, max_size=4)


@settings(max_examples=150, deadline=None)
@given(st.lists(ranges, min_size=1, max_size=5), counts)
def test_upcasts_are_paid_whenever_possible(costs, free):
    ledger = Ledger({f"SpellSlot_{n}": Pool(count) for n, count in enumerate(free, 1)})
    quoted = quote(costs, ledger)
    assert isinstance(quoted, Payment) == is_payable_by_brute_force(costs, dict(enumerate(free, 1)))
    if isinstance(quoted, Payment):
        assert sum(quoted.amounts.values()) == len(costs)
    else:
        assert quoted.needed > quoted.available


# --- the same costs in other games ----------------------------------------------------------------


def test_a_click_and_credits():
    corp = Ledger({"click": Pool(3, 3, "turn"), "credit": Pool(5)})
    install = [Cost("click"), Cost("credit", 2)]
    pay(corp, quote(install, corp), "Corp", "install")
    pay(corp, quote(install, corp), "Corp", "install")
    assert quote(install, corp).sentence == "needs 2 credit, 1 available"
    corp.gain("credit", 1)
    corp.reset("turn")
    assert (corp.available("click"), corp.available("credit")) == (3, 2)


@pytest.mark.parametrize("energy", [0, 1, 3])
def test_an_x_cost_takes_all_energy_and_binds_the_amount(energy):
    ledger = Ledger({"energy": Pool(energy, 3, "turn")})
    payment = quote([Cost("energy", variable=Variable(min=0, policy="all"))], ledger)
    pay(ledger, payment)
    assert payment.spent == energy
    assert ledger.available("energy") == 0


def test_a_life_cost_of_800_once_per_turn_costs_800_and_not_1600():
    seat = Ledger({"life": Pool(8000), "once": Pool(1, 1, "turn")})
    search = [Cost("life", 800), Cost("once")]
    pay(seat, quote(search, seat))
    assert quote(search, seat).sentence == "needs 1 once, 0 available"
    assert seat.available("life") == 7200
    seat.reset("turn")
    assert isinstance(quote(search, seat), Payment)


def test_payments_and_costs_survive_json_and_msgpack():
    payment = quote([slot(), Cost("Action")], slots(one=0, two=1))
    cost = Cost("Ki", variable=Variable(min=0, policy=2.5))
    for code in (msgspec.json, msgspec.msgpack):
        assert code.decode(code.encode(payment), type=Payment) == payment
        assert code.decode(code.encode(cost), type=Cost) == cost
    assert state.clone(payment) == payment


# --- properties -----------------------------------------------------------------------------------

amounts = st.integers(0, 4) | st.sampled_from([0.1, 0.5, 1.25])
variables = st.builds(
    Variable,
    min=st.integers(0, 2),
    max=st.none() | st.integers(4, 6),
    step=st.sampled_from([1, 2, 0.5]),
    policy=st.sampled_from(["need", "max", "min"]) | amounts,
) | st.just(Variable(min=0, policy="all"))
prices = st.lists(
    st.builds(Cost, st.sampled_from(["Ki", "SpellSlot_1", "click"]), amounts)
    | st.builds(Cost, st.sampled_from(["Ki", "click"]), variable=variables)
    | st.builds(Cost, st.just("SpellSlot"), st.integers(0, 2), level=st.integers(1, 3))
    | ranges,
    max_size=5,
)
pools = st.tuples(amounts, amounts).map(lambda pair: Pool(min(pair), max(pair)))
keys = st.sampled_from(["Ki", "click", "SpellSlot_1", "SpellSlot_2", "SpellSlot_3"])
ledgers = st.dictionaries(keys, pools).map(Ledger)


@settings(max_examples=200, deadline=None)
@given(prices, ledgers, st.integers(0, 9))
def test_a_quote_can_be_paid_and_refund_all_reverses_the_payment(costs, ledger, need):
    before = state.clone(ledger)
    quoted = quote(costs, ledger, need)
    assert ledger == before
    if isinstance(quoted, Shortfall):
        assert quoted.needed > quoted.available
        return
    pay(ledger, quoted)
    for key, pool in ledger.pools.items():
        assert pool.current >= 0
        assert pool.current == pytest.approx(
            before.available(key) - quoted.amounts.get(key, 0), abs=2e-9
        )
    refund(ledger, quoted, "refund_all")
    for key, pool in ledger.pools.items():
        assert pool.current == pytest.approx(before.available(key), abs=2e-9)
        assert pool.current <= pool.max


@settings(max_examples=100, deadline=None)
@given(prices, ledgers, ledgers)
def test_paying_a_quote_from_another_ledger_is_atomic(costs, ledger, other):
    quoted = quote(costs, ledger)
    if isinstance(quoted, Shortfall):
        return
    before = state.clone(other)
    try:
        pay(other, quoted)
    except tw.RulesError:
        assert other == before
    else:
        assert all(before.has(key, amount) for key, amount in quoted.amounts.items())


@settings(max_examples=150, deadline=None)
@given(prices, ledgers, st.integers(0, 9))
def test_a_price_takes_the_same_from_numbered_pools(costs, ledger, need):
    names = list({*ledger.pools, *(cost.key for cost in costs)})
    held = [ledger.available(name) for name in names]
    price = prepare(costs, names, names.index)
    quoted = quote(costs, ledger, need)
    assert price.is_payable(held.__getitem__) == isinstance(quoted, Payment)
    if isinstance(quoted, Payment):
        bill = price.bill(held.__getitem__, need)
        taken = [
            sum(n for pool, n in bill.amounts if pool == number) for number in range(len(names))
        ]
        assert taken == pytest.approx([quoted.amounts.get(name, 0) for name in names])
        assert {names[pool]: n for pool, n in bill.slots} == quoted.slots
        assert (bill.spent, bill.slot_level) == (quoted.spent, quoted.slot_level)


@settings(max_examples=150, deadline=None)
@given(st.lists(st.tuples(st.sampled_from("abc"), amounts), max_size=6), st.tuples(*[amounts] * 3))
def test_fixed_costs_are_paid_if_each_pool_holds_their_sum(pairs, held):
    ledger = Ledger({name: Pool(amount) for name, amount in zip("abc", held, strict=True)})
    sums = {name: sum(n for other, n in pairs if other == name) for name in "abc"}
    quoted = quote([Cost(name, amount) for name, amount in pairs], ledger)
    is_enough = all(sums[name] <= ledger.available(name) + 1e-9 for name in "abc")
    assert isinstance(quoted, Payment) == is_enough
    if is_enough:
        assert quoted.amounts == pytest.approx({name: n for name, n in sums.items() if n})


def test_equal_costs_with_integers_and_floats_have_equal_texts():
    ledger = Ledger({"Ki": Pool(0)})
    for amount in (2.0, 2):
        assert quote([Cost("Ki", amount)], ledger).sentence == "needs 2 Ki, 0 available"
