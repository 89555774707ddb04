"""The ledger: pools, changes, resets, and the journal that explains them."""

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import turnwright as tw
from turnwright.core.definition import state
from turnwright.core.rules.ledger import Change, Ledger, Pool
from turnwright.core.runtime.view import struct_view


def paladin(keep=0):
    return Ledger(
        {
            "Action": Pool(1, 1, "turn"),
            "Ki": Pool(3, 4, "short rest"),
            "LayOnHands": Pool(20, 20, "long rest"),
            "gold": Pool(50),
        },
        keep=keep,
    )


# --- availability ------------------------------------------------------------------------------------


def test_a_pool_of_20_after_spending_5_holds_15():
    ledger = paladin()
    ledger.spend("LayOnHands", 5)
    assert ledger.available("LayOnHands") == 15


def test_an_unknown_key_has_nothing_available():
    ledger = paladin()
    assert ledger.available("Rage") == 0
    assert not ledger.has("Rage")
    assert ledger.has("Rage", 0)


def test_has_requires_one_or_the_given_amount():
    ledger = paladin()
    assert ledger.has("Ki")
    assert ledger.has("Ki", 3)
    assert not ledger.has("Ki", 4)


@pytest.mark.parametrize("amount", [-1, -0.5, float("nan"), float("inf")])
@pytest.mark.parametrize("operation", ["has", "spend", "restore", "gain", "set_max"])
def test_negative_and_infinite_amounts_are_refused(operation, amount):
    ledger = paladin()
    with pytest.raises(tw.RulesError):
        getattr(ledger, operation)("gold", amount)
    assert ledger == paladin()


@pytest.mark.parametrize("operation", ["restore", "gain", "set_max"])
def test_a_key_without_a_pool_cannot_be_changed(operation):
    with pytest.raises(tw.RulesError, match="The ledger has no pool 'Rage'"):
        getattr(paladin(), operation)("Rage", 1)


def test_whole_numbers_stay_whole():
    ledger = paladin()
    ledger.spend("gold", 2)
    ledger.gain("gold", 3)
    assert repr(ledger.available("gold")) == "51"
    ledger.spend("gold", 0.5)
    ledger.spend("gold", 0.5)
    assert repr(ledger.available("gold")) == "50"


def test_amounts_are_compared_with_a_tolerance():
    ledger = Ledger({"light": Pool(0.3)})
    for _ in range(3):
        ledger.spend("light", 0.1)
    assert repr(ledger.available("light")) == "0"
    assert not ledger.has("light", 0.001)


# --- changes -----------------------------------------------------------------------------------------


def test_spending_more_than_available_is_refused_and_changes_nothing():
    ledger = paladin(keep=9)
    with pytest.raises(tw.RulesError, match="Cannot spend 4 Ki: 3 available"):
        ledger.spend("Ki", 4)
    assert ledger == paladin(keep=9)


def test_restore_is_clamped_to_the_maximum_and_returns_the_restored_amount():
    ledger = paladin()
    assert ledger.restore("Ki", 5) == 1
    assert ledger.available("Ki") == 4
    assert ledger.restore("Ki", 5) == 0


def test_a_pool_without_a_maximum_restores_any_amount():
    ledger = paladin()
    assert ledger.restore("gold", 100) == 100


def test_a_gain_may_exceed_the_maximum_and_restore_does_not_lower_it():
    ledger = paladin()
    ledger.gain("Action")  # Action Surge
    assert ledger.available("Action") == 2
    assert ledger.restore("Action", 1) == 0
    assert ledger.available("Action") == 2


def test_lowering_the_maximum_clamps_the_pool_and_raising_it_adds_nothing():
    ledger = paladin()
    ledger.set_max("LayOnHands", 12)
    assert ledger.pools["LayOnHands"] == Pool(12, 12, "long rest")
    ledger.set_max("LayOnHands", 30)
    assert ledger.pools["LayOnHands"] == Pool(12, 30, "long rest")


def test_setting_the_same_maximum_keeps_an_extra_action():
    ledger = paladin()
    ledger.gain("Action")
    ledger.set_max("Action", 1)
    assert ledger.available("Action") == 2


def test_a_pool_can_be_added_only_once():
    ledger = paladin()
    ledger.add("Rage", Pool(2, 2, "long rest"))
    assert ledger.has("Rage", 2)
    with pytest.raises(tw.RulesError, match="already has a pool 'Rage'"):
        ledger.add("Rage", Pool(9))


@pytest.mark.parametrize("pool", [Pool(-1), Pool(1, -1), Pool(3, None, "turn")])
def test_invalid_pools_are_refused(pool):
    with pytest.raises(tw.RulesError):
        Ledger({"x": pool})
    with pytest.raises(tw.RulesError):
        Ledger().add("x", pool)


# --- resets ------------------------------------------------------------------------------------------


def test_a_reset_fills_only_its_own_pools_and_returns_the_changes():
    ledger = paladin()
    ledger.spend("Action")
    ledger.spend("LayOnHands", 5)
    assert ledger.reset("turn") == {"Action": 1}
    assert ledger.reset("turn") == {}
    assert ledger.available("LayOnHands") == 15


def test_a_reset_removes_gains_above_the_maximum():
    ledger = paladin()
    ledger.gain("Action")
    assert ledger.reset("turn") == {"Action": -1}
    assert ledger.available("Action") == 1


def test_one_reset_may_name_several_kinds_of_rest():
    ledger = paladin()
    ledger.spend("LayOnHands", 5)
    assert ledger.reset("long rest", "short rest", "turn") == {"Ki": 1, "LayOnHands": 5}


def test_a_pool_without_a_reset_is_never_reset():
    ledger = Ledger({"charge": Pool(0, 3)})
    assert ledger.reset("") == {}


def test_a_once_per_turn_counter_is_a_pool_of_one_that_resets_on_turn():
    seat = Ledger({"once: Ember Lancer": Pool(1, 1, "turn"), "life": Pool(8000)})
    seat.spend("once: Ember Lancer")
    assert not seat.has("once: Ember Lancer")
    seat.reset("turn")
    assert seat.has("once: Ember Lancer")


# --- the journal -------------------------------------------------------------------------------------


def test_the_journal_explains_every_change_in_sentences():
    ledger = paladin(keep=10)
    ledger.spend("LayOnHands", 5, "Osric", "Lay on Hands")
    ledger.restore("Ki", 3, "Osric", "a short rest")
    ledger.gain("Action", 1, "Osric", "Action Surge")
    ledger.set_max("Ki", 6, "Osric")
    ledger.reset("turn", who="Osric")
    ledger.spend("gold", 1)
    assert ledger.explain().splitlines() == [
        "5 LayOnHands spent by Osric (Lay on Hands): 20 -> 15.",
        "1 Ki gained by Osric (a short rest): 3 -> 4.",
        "1 Action gained by Osric (Action Surge): 1 -> 2.",
        "Ki unchanged at 4 by Osric (maximum now 6).",
        "1 Action spent by Osric (turn): 2 -> 1.",
        "1 gold spent: 50 -> 49.",
    ]


def test_a_journal_entry_has_actor_reason_amount_before_and_after():
    ledger = paladin(keep=1)
    ledger.spend("Ki", 2, "Osric", "Flurry")
    assert ledger.journal == [Change("Ki", -2, 3, 1, "Osric", "Flurry")]


def test_the_journal_keeps_only_the_last_entries():
    ledger = paladin(keep=3)
    for amount in range(1, 6):
        ledger.spend("gold", amount)
    assert [-change.amount for change in ledger.journal] == [3, 4, 5]


def test_a_disabled_journal_stays_empty():
    ledger = paladin()
    ledger.spend("gold", 5, "Osric", "ale")
    ledger.add("x", Pool(1))
    assert ledger.journal == []


def test_a_change_of_zero_adds_no_journal_entry():
    ledger = paladin(keep=5)
    ledger.spend("gold", 0)
    ledger.gain("gold", 0)
    ledger.restore("LayOnHands", 3)
    assert ledger.journal == []


# --- as state ----------------------------------------------------------------------------------------


def test_a_copy_is_independent_of_its_original():
    ledger = paladin(keep=5)
    ledger.spend("Ki")
    before = state.digest(ledger)
    copy = state.clone(ledger)
    copy.spend("gold", 7)
    copy.add("x", Pool(1))
    assert state.digest(ledger) == before
    assert ledger.available("gold") == 50
    assert len(ledger.journal) == 1


def test_a_ledger_survives_json_and_msgpack():
    ledger = paladin(keep=5)
    ledger.spend("Ki", 1, "Osric", "Flurry")
    for code in (msgspec.json, msgspec.msgpack):
        assert code.decode(code.encode(ledger), type=Ledger) == ledger


def test_a_view_shows_the_pools_and_not_the_journal():
    ledger = paladin(keep=5)
    ledger.spend("gold", 1, "Osric", "a secret")
    seen = struct_view(ledger, 0, None)
    assert seen["pools"]["Ki"] == {"current": 3, "max": 4, "reset": "short rest"}
    assert set(seen) == {"pools"}


amounts = st.integers(0, 12) | st.floats(0, 12, allow_nan=False).map(lambda n: round(n, 3))
steps = st.tuples(st.sampled_from(["spend", "restore", "gain", "set_max", "reset"]), amounts)


@settings(max_examples=60, deadline=None)
@given(st.lists(steps, max_size=30))
def test_a_pool_is_never_below_zero_and_never_restored_above_its_maximum(played):
    ledger = Ledger({"x": Pool(5, 8, "turn")}, keep=100)
    for name, amount in played:
        before = ledger.pools["x"]
        if name == "reset":
            ledger.reset("turn")
            assert ledger.pools["x"].current == before.max
        elif name != "spend" or ledger.has("x", amount):
            getattr(ledger, name)("x", amount)
        after = ledger.pools["x"]
        assert after.current >= 0
        if name == "restore":
            assert before.current <= after.current <= max(before.current, before.max)
    for one, two in zip(ledger.journal, ledger.journal[1:], strict=False):
        assert one.after == two.before  # the journal accounts for every change
