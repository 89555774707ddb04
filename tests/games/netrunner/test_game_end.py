"""How a game ends: what is still shown afterwards, and games that are played on."""

import pytest

from tests.games.netrunner.positions import PlayedMatch, installed, position
from turnwright.bridges.jinteki.dialect.state import state_json
from turnwright.bridges.jinteki.recordings.recording_format import snapshot
from turnwright.games.netrunner.game import game

SIX_POINTS = [{"title": "Offworld Office"}] * 3


def shown(t, side):
    """Return the prompts of a side as jinteki.net shows them: type, text and source."""
    prompts = snapshot(t.match)["prompts"][side]
    return [(one["type"], one["msg"], one.get("card")) for one in prompts]


def waiting(whom, card=None):
    if card is None:
        return ("waiting", f"Waiting for {whom} to resolve pending triggers", None)
    return ("waiting", f"Waiting for {whom} to make a decision", card)


def running(server, card=None):
    return ("run", f"You are running on {server}", card)


def winner(t):
    return t.match.G.winner, t.match.G.reason


# --- what the end leaves open ---------------------------------------------------------------------


def test_after_the_winning_agenda_the_other_cards_are_still_accessed():
    t = position(
        turn="runner",
        runner={"scored": SIX_POINTS},
        servers={
            "remote1": {"content": installed("Offworld Office", "AMAZE Amusements", rezzed=False)}
        },
    )
    t.run_to("Server 1")
    t.select("runner", "a card")
    t.press("runner", "Steal")
    assert winner(t) == (1, "Agenda")
    access = ("other", "You accessed AMAZE Amusements.", "AMAZE Amusements")
    assert shown(t, "runner") == [access, running("Server 1")]
    assert t.match.asked == {}, "nobody can answer it"


def test_triggers_of_the_winning_steal_are_shown_with_the_stolen_agenda():
    t = position(
        turn="runner",
        runner={"scored": SIX_POINTS, "identity": "Tāo Salonga: Telepresence Magician"},
        rig={"hardware": [{"title": "Pantograph"}]},
        corp={"hand": ["Offworld Office"]},
    )
    t.run_to("HQ")
    t.press("runner", "Steal")
    assert winner(t) == (1, "Agenda")
    choice = ("other", "Choose a trigger to resolve", "Offworld Office")
    assert shown(t, "runner") == [choice, running("HQ")]
    assert shown(t, "corp")[0] == waiting("Runner")


def test_the_corp_may_choose_also_if_its_last_agenda_was_stolen():
    t = position(
        turn="runner",
        runner={"scored": SIX_POINTS},
        corp={"hand": ["Send a Message"]},
        servers={"rd": {"ices": installed("Palisade", rezzed=False)}},
    )
    t.run_to("HQ")
    t.press("runner", "Steal")
    question = ("select", "Choose a target for Send a Message", "Send a Message")
    assert shown(t, "corp")[0] == question
    assert shown(t, "runner") == [waiting("Corp"), running("HQ")]
    prompt = state_json(t.match, "corp")["corp"]["prompt-state"]
    assert prompt["selectable"] == [t.card_id("Palisade")]


def test_a_flatlined_runner_is_still_asked_whether_to_jack_out():
    t = position(turn="runner", servers={"hq": {"ices": installed("Karunā")}})
    t.run_on("HQ")
    t.both_pass()
    t.corp("unbroken-subroutines", "Karunā")
    assert winner(t) == (0, "Flatline")
    assert shown(t, "runner") == [("other", "Jack out?", "Karunā"), running("HQ")]
    assert shown(t, "corp")[0] == waiting("Runner", "Karunā")
    assert t.phase == "encounter-ice"


def test_after_a_fatal_clearinghouse_the_next_one_is_offered():
    house = {"title": "Clearinghouse", "advancement": 1}
    t = position(
        turn="runner",
        runner={"clicks": 0},
        servers={
            "remote1": {"content": installed(house)},
            "remote2": {"content": installed(house)},
        },
    )
    t.runner("end-turn")
    t.corp("start-turn")
    t.corp("end-phase-12")
    t.press("corp", "Clearinghouse")
    t.press("corp", "Yes")
    assert winner(t) == (0, "Flatline")
    text = "Trash this asset to do 1 meat damage?"
    assert shown(t, "corp") == [("other", text, "Clearinghouse")]
    assert not t.log_contains("mandatory"), "the start of the turn waits for the answer"


def test_a_fatal_clearinghouse_is_followed_by_the_mandatory_draw():
    house = {"title": "Clearinghouse", "advancement": 1}
    t = position(
        turn="runner",
        runner={"clicks": 0},
        corp={"deck": ["Tithe"]},
        servers={"remote1": {"content": installed(house)}},
    )
    t.runner("end-turn")
    t.corp("start-turn")
    t.corp("end-phase-12")
    t.press("corp", "Yes")
    assert winner(t) == (0, "Flatline")
    assert t.titles("hand", "corp") == ["Tithe"]
    assert (shown(t, "corp"), shown(t, "runner")) == ([], [])


@pytest.mark.parametrize("left", [[], ["Tithe"]])
def test_sprint_asks_for_two_cards_also_if_rd_has_fewer(left):
    t = position(corp={"hand": ["Sprint"], "deck": left})
    t.corp("play", "Sprint")
    assert winner(t) == (1, "Decked")
    text = "Choose 2 cards in HQ to shuffle into R&D"
    assert shown(t, "corp") == [("select", text, "Sprint")]
    assert t.titles("hand", "corp") == left


def test_the_open_question_stays_visible_when_a_side_concedes():
    t = position(turn="runner", corp={"hand": ["Offworld Office"]})
    t.run_to("HQ")
    before = shown(t, "runner")
    assert before[0] == ("other", "You accessed Offworld Office.", "Offworld Office")
    t.corp("concede")
    assert winner(t) == (1, "Concede")
    assert shown(t, "runner") == before
    assert t.match.asked == {}


def test_opening_hands_stay_visible_when_a_side_concedes():
    t = PlayedMatch(game.start(3))
    before = [shown(t, side) for side in ("corp", "runner")]
    t.runner("concede")
    assert winner(t) == (0, "Concede")
    assert [shown(t, side) for side in ("corp", "runner")] == before


# --- played on ------------------------------------------------------------------------------------


def test_a_game_is_not_played_on_by_default():
    t = position(corp={"hand": ["Sprint"], "deck": []})
    t.corp("play", "Sprint")
    assert t.match.result.winners == (1,)
    assert t.try_("corp", "credit").code == "game_over"


def test_prompts_can_be_answered_after_the_end_of_a_game_that_is_played_on():
    t = position(turn="runner", servers={"hq": {"ices": installed("Karunā")}}, plays_on=True)
    t.run_on("HQ")
    t.both_pass()
    t.corp("unbroken-subroutines", "Karunā")
    assert winner(t) == (0, "Flatline")
    assert shown(t, "runner")[0] == ("other", "Jack out?", "Karunā")
    t.press("runner", "No")
    assert shown(t, "runner") == [running("HQ")]
    assert [line.text for line in t.c.G.log].count("Runner is flatlined.") == 2
    assert [line.text for line in t.c.G.log].count("Corp wins the game.") == 1


def test_a_run_ends_after_the_end_of_a_game_that_is_played_on():
    t = position(
        turn="runner",
        servers={"remote1": {"content": installed("Urtica Cipher", rezzed=False)}},
        plays_on=True,
    )
    t.run_to("Server 1")
    t.press("corp", "Yes")
    assert winner(t) == (0, "Flatline")
    t.press("runner", "No action")
    assert t.run is None
    assert (shown(t, "corp"), shown(t, "runner")) == ([], [])
    t.runner("credit")
    assert (t.clicks("runner"), t.match.result) == (2, None)


def test_the_first_winner_stays_the_winner_of_a_game_that_is_played_on():
    t = position(turn="runner", corp={"deck": []}, runner={"clicks": 0}, plays_on=True)
    t.runner("end-turn")
    t.corp("start-turn")
    assert winner(t) == (1, "Decked")
    t.runner("concede")
    assert winner(t) == (1, "Decked")
    assert t.last_line == "Runner concedes."
