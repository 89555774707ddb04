"""The state as a jinteki.net server sends it: its form, its spelling, and who sees what."""

import pytest

from tests.games.netrunner.positions import installed, position
from turnwright.bridges.jinteki.dialect.state import state_json
from turnwright.games.netrunner.game import game

STUB = {"cid", "side", "zone", "advance-counter", "counter", "host", "hosted", "new"}


def whitespace_and_mayfly(**corp):
    """Scenario 3 of the run document: one piece of ice on Archives and a breaker for it."""
    return position(
        turn="runner",
        corp={"credits": 7, "hand": ["Tithe"], "discard": ["Regolith Mining License"], **corp},
        servers={"archives": {"ices": installed("Whitespace", rezzed=False)}},
        rig={"program": [{"title": "Mayfly"}]},
    )


def both(t):
    return [state_json(t.match, side) for side in ("corp", "runner")]


def test_a_run_and_its_no_action_through_scenario_3():
    t = whitespace_and_mayfly()
    t.runner("run", "Archives")
    for state in both(t):
        run = state["run"]
        assert (run["phase"], run["server"], run["position"]) == ("initiation", ["archives"], 1)
        assert "no-action" not in run, "nil at the start"
        assert run["cannot-jack-out"] is False
        assert run["corp-auto-no-action"] is False
    t.runner("continue")
    assert state_json(t.match, "corp")["run"]["no-action"] == "runner"
    t.corp("continue")
    run = state_json(t.match, "runner")["run"]
    assert run["phase"] == "approach-ice"
    assert run["no-action"] is False, "after a change of phase"
    assert run["approached-ice-in-position?"] is True
    assert "encounters" not in state_json(t.match, "runner")


def test_the_encounter_shows_the_ice_in_full_and_breakers_have_dynamic_abilities():
    t = whitespace_and_mayfly()
    t.runner("run", "Archives")
    t.runner("continue")
    t.corp("continue")
    t.runner("continue")
    hidden = state_json(t.match, "runner")["corp"]["servers"]["archives"]["ices"][0]
    assert set(hidden) <= STUB
    t.corp("rez", "Whitespace")
    t.corp("continue")
    for state in both(t):
        encounter = state["encounters"]
        assert encounter["encounter-count"] == 1
        assert "no-action" not in encounter
        ice = encounter["ice"]
        assert (ice["title"], ice["type"], ice["rezzed"]) == ("Whitespace", "ICE", "this-turn")
        assert ice["current-strength"] == 0
        assert all(set(sub) == {"label"} for sub in ice["subroutines"])
        mayfly = state["runner"]["rig"]["program"][0]
        (auto,) = [one for one in mayfly["abilities"] if "dynamic" in one]
        assert auto["dynamic"] == "auto-pump-and-break"
        assert auto["label"] == "Fully break Whitespace"
        assert "playable" not in auto, "of these it is nil, not true"
        assert [one["index"] for one in mayfly["abilities"] if "dynamic" not in one] == [0, 1]
    t.runner("dynamic-ability", "Mayfly", "auto-pump-and-break")
    state = state_json(t.match, "corp")
    assert state["encounters"]["no-action"] == "runner"
    assert all(sub["broken"] is True for sub in state["encounters"]["ice"]["subroutines"])
    assert state["run"]["no-action"] is False, "the encounter has a pass state of its own"


def test_prompts_go_to_their_owner_alone():
    t = whitespace_and_mayfly()
    t.runner("run", "Archives")
    corp, runner = both(t)
    assert corp["corp"]["prompt-state"]["msg"] == "The Runner is running on Archives"
    assert runner["runner"]["prompt-state"]["prompt-type"] == "run"
    assert "choices" not in runner["runner"]["prompt-state"]
    assert "prompt-state" not in corp["runner"]
    assert "prompt-state" not in runner["corp"]
    spectator = state_json(t.match, None)
    assert "prompt-state" not in spectator["corp"]
    assert "prompt-state" not in spectator["runner"]


def test_choices_have_values_uuids_and_indices():
    t = position(turn="runner", corp={"hand": ["Regolith Mining License"]})
    t.run_to("HQ")
    prompt = state_json(t.match, "runner")["runner"]["prompt-state"]
    assert prompt["msg"] == "You accessed Regolith Mining License."
    assert prompt["prompt-type"] == "other"
    assert [one["value"] for one in prompt["choices"]] == ["Pay 3 [Credits] to trash", "No action"]
    assert [one["idx"] for one in prompt["choices"]] == [0, 1]
    assert len({one["uuid"] for one in prompt["choices"]}) == 2
    assert prompt["card"]["title"] == "Regolith Mining License"
    assert prompt["eid"]["eid"] > 0


def test_the_eid_of_a_prompt_stays_while_cards_are_selected():
    t = position(corp={"hand": ["Hedge Fund"] * 7, "clicks": 0})
    t.corp("end-turn")
    prompt = state_json(t.match, "corp")["corp"]["prompt-state"]
    hand = state_json(t.match, "corp")["corp"]["hand"]
    assert prompt["prompt-type"] == "select"
    assert sorted(prompt["selectable"]) == sorted(card["cid"] for card in hand)
    t.select("corp", "Hedge Fund")
    state = state_json(t.match, "corp")["corp"]
    assert state["prompt-state"]["eid"] == prompt["eid"]
    assert sum(card.get("selected", False) for card in state["hand"]) == 1
    waiting = state_json(t.match, "runner")["runner"]["prompt-state"]
    assert waiting["prompt-type"] == "waiting"


def test_what_the_runner_sees_of_corp_cards():
    t = position(
        corp={
            "hand": ["Tithe"],
            "discard": [
                {"title": "Hedge Fund", "faceup": True},
                {"title": "Palisade", "faceup": False},
            ],
            "scored": [{"title": "Offworld Office"}],
        },
        servers={
            "hq": {"ices": installed("Palisade", {"title": "Diviner", "rezzed": False})},
            "remote1": {
                "content": installed({"title": "Urtica Cipher", "advancement": 2}, rezzed=False)
            },
        },
        rig={"program": [{"title": "Unity"}]},
    )  # fmt: skip
    corp, runner = both(t)
    inner, outer = runner["corp"]["servers"]["hq"]["ices"]
    assert inner["title"] == "Palisade"
    assert set(outer) == {"cid", "side", "zone"}
    assert outer["zone"] == ["servers", "hq", "ices"]
    (ambush,) = runner["corp"]["servers"]["remote1"]["content"]
    assert set(ambush) == {"cid", "side", "zone", "advance-counter"}
    up, down = runner["corp"]["discard"]
    assert (up["title"], up["seen"]) == ("Hedge Fund", True)
    assert set(down) == {"cid", "side", "zone"}
    assert runner["corp"]["scored"][0]["title"] == "Offworld Office"
    assert runner["corp"]["hand"] == []
    assert runner["corp"]["hand-count"] == 1
    own = corp["corp"]["servers"]["remote1"]["content"][0]
    assert (own["title"], own["type"], own["cost"]) == ("Urtica Cipher", "Asset", 0)
    assert own["cid"] == ambush["cid"]
    assert corp["runner"]["rig"]["program"][0]["title"] == "Unity"
    assert corp["corp"]["agenda-point"] == 2


def test_a_hosted_card_names_its_host_by_location_only():
    t = position(
        turn="runner",
        runner={"hand": ["Tranquilizer"], "credits": 9},
        servers={"hq": {"ices": installed("Palisade", rezzed=False)}},
    )
    t.runner("play", "Tranquilizer")
    t.match.pick(1, t.card_id("Palisade"))
    for state, title in zip(both(t), ("Palisade", None), strict=True):
        ice = state["corp"]["servers"]["hq"]["ices"][0]
        assert ice.get("title") == title
        (hosted,) = ice["hosted"]
        assert hosted["title"] == "Tranquilizer"
        assert hosted["zone"] == ["onhost"]
        assert hosted["host"] == {key: ice[key] for key in ("cid", "side", "zone")}


def test_each_side_has_its_own_log():
    t = position(corp={"hand": ["Palisade"], "deck": ["Offworld Office"] * 5})
    t.corp("play", "Palisade", "HQ")
    corp, runner = both(t)
    assert "Palisade" in corp["log"][-1]["text"]
    assert "Palisade" not in runner["log"][-1]["text"]
    t.end_turn()
    t.run_to("R&D")
    corp, runner, watching = (state_json(t.match, one) for one in ("corp", "runner", "spectator"))
    assert runner["log"][-1]["text"] == "Runner accesses Offworld Office from R&D."
    for state in (corp, watching):
        assert state["log"][-1]["text"] == "Runner accesses an unseen card from R&D."
    assert all(line["user"] == "__system__" for line in corp["log"])


def test_the_log_uses_user_names():
    match = game.start(1, seats=["ada", "Corp"])
    match.pick(0, "0")
    state = state_json(match, "runner")
    assert state["corp"]["user"]["username"] == "ada"
    assert state["runner"]["user"]["username"] == "Corp"
    assert state["log"][0]["text"] == "ada keeps their hand."
    assert state["corp"]["keep"] == "keep"
    assert state["runner"]["keep"] is False


def test_the_keys_of_a_player():
    t = position(runner={"tags": 2}, rig={"program": [{"title": "Unity"}]})
    state = state_json(t.match, "runner")
    runner = state["runner"]
    assert runner["tag"] == {"base": 2, "total": 2, "is-tagged": True}
    assert runner["memory"] == {"base": 4, "available": 3, "used": 1, "only-for": {}}
    assert runner["hand-size"] == {"base": 5, "total": 5}
    assert set(runner["rig"]) == {"hardware", "program", "resource", "facedown"}
    assert state["corp"]["bad-publicity"] == {"base": 0, "additional": 0}
    assert list(state["corp"]["servers"]) == ["hq", "rd", "archives"]
    assert (state["active-player"], state["turn"], state["end-turn"]) == ("corp", 1, False)


def test_what_can_be_played_is_marked_for_its_owner_in_its_turn():
    t = position(corp={"hand": ["Hedge Fund", "Palisade"], "credits": 4})
    hand = state_json(t.match, "corp")["corp"]["hand"]
    assert {card["title"]: card.get("playable", False) for card in hand} == {
        "Hedge Fund": False,
        "Palisade": True,
    }


@pytest.mark.parametrize("side", ["corp", "runner", "spectator", None])
def test_everybody_sees_the_end_of_the_game(side):
    t = position()
    t.match.play(0, "concede")
    state = state_json(t.match, side)
    assert (state["winner"], state["winning-user"], state["reason"]) == (
        "runner",
        "Runner",
        "Concede",
    )


def test_a_card_is_rezzed_this_turn_until_a_turn_ends():
    t = position(servers={"hq": {"ices": installed("Tithe", rezzed=False)}}, turn="runner")
    t.run_on("HQ")
    t.corp("rez", "Tithe")
    for side in ("corp", "runner", "spectator"):
        assert rezzed(t, side) == "this-turn"
    t.both_pass()
    assert state_json(t.match, "runner")["encounters"]["ice"]["rezzed"] == "this-turn"
    t.both_pass()
    t.both_pass()
    t.end_turn()
    assert rezzed(t, "runner") is True


def rezzed(t, side):
    (ice,) = state_json(t.match, side)["corp"]["servers"]["hq"]["ices"]
    return ice["rezzed"]


def test_hand_cards_count_as_playable_in_the_start_of_turn_window():
    t = position(
        turn="runner", runner={"clicks": 0}, corp={"hand": ["Hedge Fund", "Government Subsidy"]},
        servers={"remote1": {"content": installed("Clearinghouse")}},
    )  # fmt: skip
    t.runner("end-turn")
    t.corp("start-turn")
    state = state_json(t.match, "corp")
    assert state["corp-phase-12"] is True
    assert [card.get("playable", False) for card in state["corp"]["hand"]] == [True, False]
