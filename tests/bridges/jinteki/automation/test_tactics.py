"""Tactics: what to do about each piece of ice, set before the run."""

import json

import pytest

from tests.bridges.jinteki.automation.positions import AutomatedMatch, card, rezzed, run_now


def encounter(title, tactics, **how):
    p = AutomatedMatch(ices={"hq": [rezzed(title)]}, **how)
    p.send("runner", "run", server="HQ")
    p.passes("runner", "corp", "runner", "corp")
    return p, ("--tactics", json.dumps(tactics))


def test_break_dynamic():
    tactics = {"Tithe": {"card": "Mayfly", "action": "break-dynamic"}}
    p, flags = encounter("Tithe", tactics, programs=["Carmen", "Mayfly"])
    result = p.step("runner", *flags)
    assert (result.status, result.action) == ("action-taken", "tactic-executed")
    assert (result.data["card"], result.data["ability"]) == ("Mayfly", "Fully break Tithe")
    assert p.broken == [True, True]


def test_titles_need_no_accents_and_actions_may_be_keywords():
    tactics = {"Karuna": {"card": "carmen", "action": ":break-dynamic"}}
    p, flags = encounter("Karunā", tactics, programs=["Carmen"])
    assert p.step("runner", *flags).action == "tactic-executed"


def test_the_card_is_not_installed():
    p, flags = encounter("Tithe", {"Tithe": {"card": "Carmen", "action": "break-dynamic"}})
    result = p.step("runner", *flags)
    assert (result.status, result.reason) == ("tactic-failed", "Card not found in rig: Carmen")


def test_the_card_cannot_break_it():
    tactics = {"Tithe": {"card": "Cleaver", "action": "break-dynamic"}}
    p, flags = encounter("Tithe", tactics, programs=["Cleaver"])
    result = p.step("runner", *flags)
    assert (result.status, result.reason) == (
        "tactic-failed",
        "Cleaver has no playable break ability",
    )
    assert result.data["context"] == {
        "ice": "Tithe",
        "ice_strength": 1,
        "unbroken_subs": ["Do 1 net damage", "Gain 1 [Credits]"],
        "breakers": [
            {
                "title": "Cleaver",
                "strength": 3,
                "abilities": ["Break up to 2 Barrier subroutines", "Add 1 strength"],
            }
        ],
        "credits": 10,
    }


def test_use_ability_is_used_once():
    tactics = {"Tithe": {"card": "Carmen", "action": "use-ability", "ability-index": 1}}
    p, flags = encounter("Tithe", tactics, programs=["Carmen"])
    assert p.step("runner", *flags).data["ability"] == "Add 3 strength"
    assert p.find("Carmen")["current-strength"] == 5
    assert p.step("runner", *flags).status == "fire-decision-required"
    assert p.credits("runner") == 8


def test_use_ability_that_does_not_exist_or_is_not_usable():
    tactics = {"Tithe": {"card": "Carmen", "action": "use-ability", "ability-index": 7}}
    p, flags = encounter("Tithe", tactics, programs=["Carmen"])
    assert p.step("runner", *flags).reason == "Carmen has no ability 7"
    tactics = {"Karunā": {"card": "Carmen", "action": "use-ability", "ability-index": 0}}
    p, flags = encounter("Karunā", tactics, programs=["Carmen"])
    assert p.step("runner", *flags).reason == "Carmen cannot use ability 0 now"  # too weak


def test_break_subs_breaks_these_and_no_others():
    tactics = {"Brân 1.0": {"card": "Cleaver", "action": "break-subs", "subs": [1, 2]}}
    p, flags = encounter("Brân 1.0", tactics, programs=["Cleaver"], runner=10)
    result = p.loop("runner", *flags)
    assert p.broken == [False, True, True]
    assert p.credits("runner") == 3  # three times strength for two, both broken by one use
    assert result.status == "fire-decision-required"  # what is left is for the Runner to decide


def test_break_subs_one_of_several_with_the_same_label():
    tactics = {"Brân 1.0": {"card": "Mayfly", "action": "break-subs", "subs": [2]}}
    p, flags = encounter("Brân 1.0", tactics, programs=["Mayfly"])
    p.loop("runner", *flags, "--tank-all")
    assert p.broken == [False, False, True]
    assert p.log()[-1] == "Runner indicates to fire all unbroken subroutines on Brân 1.0"


def test_break_subs_that_cannot_be_paid_or_do_not_exist():
    tactics = {"Brân 1.0": {"card": "Cleaver", "action": "break-subs", "subs": [1, 2]}}
    p, flags = encounter("Brân 1.0", tactics, programs=["Cleaver"], runner=6)
    result = p.step("runner", *flags)
    assert result.status == "tactic-failed"
    assert result.reason == "Cleaver cannot break 2 subroutines of Brân 1.0"
    assert p.credits("runner") == 6  # nothing was spent
    tactics = {"Brân 1.0": {"card": "Cleaver", "action": "break-subs", "subs": [5]}}
    p, flags = encounter("Brân 1.0", tactics, programs=["Cleaver"])
    assert p.step("runner", *flags).reason == "Brân 1.0 has none of the subroutines [5] left"


def test_pause_stops_once():
    p, flags = encounter("Tithe", {"Tithe": "pause"}, programs=["Carmen"])
    result = p.loop("runner", *flags)
    assert result.status == "tactic-paused"
    assert result.data["context"]["credits"] == 10
    assert p.step("runner", *flags, "--full-break").action == "ability-used"


def test_the_default_is_for_all_other_ice():
    tactics = {"default": {"card": "Mayfly", "action": "break-dynamic"}, "Palisade": "pause"}
    p, flags = encounter("Tithe", tactics, programs=["Mayfly"])
    assert p.step("runner", *flags).action == "tactic-executed"
    p, flags = encounter("Palisade", tactics, programs=["Mayfly"])
    assert p.step("runner", *flags).status == "tactic-paused"


def test_without_a_tactic_the_next_handlers_decide():
    p, flags = encounter("Tithe", {"Palisade": "pause"}, programs=["Carmen"])
    assert p.would("runner", *flags).by == "runner-encounter-ice"
    assert p.would("runner", *flags, "--full-break").by == "runner-full-break"


def test_an_unknown_action_pauses():
    p, flags = encounter("Tithe", {"Tithe": {"card": "Carmen", "action": "yolo"}})
    result = p.step("runner", *flags)
    assert (result.status, result.reason) == ("tactic-paused", "Unknown action 'yolo'.")


def test_a_script_takes_its_steps_in_order():
    steps = [
        {"card": "Carmen", "action": "use-ability", "ability-index": 1},
        {"card": "Carmen", "action": "break-subs", "subs": [0]},
        "pause",
    ]
    tactics = {"Karunā": {"action": "script", "steps": steps}}
    p, flags = encounter("Karunā", tactics, programs=["Carmen"])
    result = p.loop("runner", *flags)
    assert result.status == "tactic-paused"
    assert p.broken == [True, False]
    done = [one.result.action for one in result.trail]
    assert done == ["tactic-executed", "tactic-executed", "auto-choice", "auto-choice", ""]


def test_prep_comes_at_the_approach_before_the_corp_decides():
    steps = [
        {"card": "Carmen", "action": "prep", "ability-index": 1},
        {"card": "Carmen", "action": "break-dynamic"},
    ]
    tactics = {"default": {"action": "script", "steps": steps}}
    p = AutomatedMatch(ices={"hq": ["Karunā"]}, programs=["Carmen"])
    p.send("runner", "run", server="HQ")
    p.passes("runner", "corp")
    flags = ("--tactics", json.dumps(tactics))
    result = p.loop("runner", *flags)
    assert [one.result.action for one in result.trail] == ["tactic-executed", ""]
    assert result.status == "waiting-for-corp-rez"
    assert p.find("Carmen")["current-strength"] == 5
    p.rez("Karunā")
    p.passes("runner", "corp")
    assert p.step("runner", *flags).data["ability"] == "Fully break Karunā"  # strong enough already


def test_a_counter_can_be_used_too():
    tactics = {"Tithe": {"card": "Leech", "action": "use-ability", "ability-index": 0}}
    leech = card("Leech", counters={"virus": 1})
    p, flags = encounter("Tithe", tactics, programs=[leech])
    assert p.step("runner", *flags).action == "tactic-executed"
    assert p.ice["current-strength"] == 0
    assert p.step("runner", *flags).status == "fire-decision-required"


def test_the_server_refuses_what_the_tactic_says():
    """Breaking looks possible without credits, because it is paid later."""
    tactics = {"Tithe": {"card": "Carmen", "action": "use-ability", "ability-index": 0}}
    p, flags = encounter("Tithe", tactics, programs=["Carmen"], runner=0)
    result = p.step("runner", *flags)
    assert result.status == "tactic-failed"
    assert result.data["command"] == "ability"
    assert p.runner.trace[-1].refused
    assert p.step("runner", *flags).status == "fire-decision-required"


def test_break_subs_that_are_not_adjacent():
    """The second prompt no longer offers what was chosen in the first."""
    tactics = {"Brân 1.0": {"card": "Cleaver", "action": "break-subs", "subs": [0, 2]}}
    p, flags = encounter("Brân 1.0", tactics, programs=["Cleaver"])
    p.loop("runner", *flags)
    assert p.broken == [True, False, True]


def test_a_later_break_by_hand_is_not_answered_for_the_runner():
    tactics = {"Whitespace": {"card": "Unity", "action": "break-subs", "subs": [0]}}
    p, flags = encounter("Whitespace", tactics, programs=["Unity"])
    p.loop("runner", *flags)
    assert p.broken == [True, False]
    p.send("runner", "ability", card={"cid": p.find("Unity")["cid"]}, ability=0)
    assert p.would("runner", *flags).by == "fallback"


def test_use_ability_of_a_card_that_is_not_installed():
    p, flags = encounter("Tithe", {"Tithe": {"card": "Carmen", "action": "use-ability"}})
    assert p.step("runner", *flags).reason == "Card not found in rig: Carmen"
    p, flags = encounter(
        "Tithe", {"Tithe": {"card": "Carmen", "action": "break-subs", "subs": [0]}}
    )
    assert p.step("runner", *flags).reason == "Card not found in rig: Carmen"


@pytest.mark.parametrize(
    "tactic",
    [
        {"action": "use-ability", "card": "Carmen", "ability-index": "first"},
        {"action": "use-ability", "card": "Carmen", "ability-index": -1},
        {"action": "use-ability", "card": "Carmen", "ability-index": [0]},
        {"action": "break-subs", "card": "Carmen", "subs": 1},
        {"action": "break-subs", "card": "Carmen"},
        {"action": "script", "steps": 5},
        "break-dynamic",
        "use-ability",
        {"action": "use-ability", "card": ["Carmen"]},
        5,
        [],
        {},
    ],
    ids=str,
)
def test_a_malformed_tactic_stops_the_run_with_a_sentence_and_a_warning(tactic):
    p = AutomatedMatch(ices={"hq": [rezzed("Tithe")]}, programs=["Carmen"])
    tactics = json.dumps({"Tithe": tactic})
    started = run_now(p.runner.run("HQ", "--tactics", tactics, "--no-continue"))
    assert any(text.startswith("--tactics: Tithe") for text in started.warnings)
    p.passes("runner", "corp", "runner", "corp")
    result = p.loop("runner")
    assert result.status in ("tactic-failed", "tactic-paused")
    assert result.reason
