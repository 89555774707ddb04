"""What the heuristic bots do in a position. Each test is a mistake that they once made in a game."""

import pytest

from tests.games.netrunner.positions import installed, position
from turnwright.games.netrunner.agents import Heuristic

SIDES = ("corp", "runner")


def decision(t, side):
    """Return the move of the bot and the titles or places that it names."""
    seat = SIDES.index(side)
    answer = Heuristic().decide(t.match.prompt(seat), t.match)
    names = [t.c.card(one).kind if type(one) is int else one for one in answer.args]
    return (answer.move, *[name for name in names if name])


def button(t, side):
    """Return the label of the option that the bot picks."""
    seat = SIDES.index(side)
    prompt = t.match.prompt(seat)
    answer = Heuristic().decide(prompt, t.match)
    return next(option.label for option in prompt.options if option.id in answer.picks)


def turn_of(t, side, most=60):
    """Let the bots play until this side has no clicks left and no run is on."""
    seat = SIDES.index(side)
    for _ in range(most):
        if t.match.result is not None or (not t.clicks(side) and t.run is None):
            return
        acting = t.match.acting[0]
        t.match.apply(Heuristic().decide(t.match.prompt(acting), t.match))
    raise AssertionError(f"seat {seat} does not come to an end")


# --- the Runner -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("credits", "clicks", "trashed"),
    [(1, 1, False), (1, 4, True), (2, 1, True), (2, 4, True), (3, 4, True)],
)
def test_the_runner_runs_on_an_asset_only_if_it_will_trash_it(credits, clicks, trashed):
    """It ran on Nico Campaign in every click, with exactly the credits to trash it, and did not."""
    t = position(
        turn="runner", servers={"remote1": {"content": installed("Nico Campaign")}},
        runner={"credits": credits, "clicks": clicks, "hand": ["Cleaver", "Unity", "Carmen"]},
        corp={"hand": []},
    )  # fmt: skip
    turn_of(t, "runner")
    assert ("Nico Campaign" in t.titles("discard", "corp")) is trashed
    runs = sum("make a run on Server 1" in line.text for line in t.match.G.log)
    assert runs == int(trashed)


def test_the_runner_contests_an_advanced_card():
    """It took credits and drew cards instead."""
    agenda = [{"title": "Offworld Office", "rezzed": False, "advancement": 2}]
    t = position(
        turn="runner", servers={"remote1": {"ices": installed("Palisade"), "content": agenda}},
        runner={"credits": 5, "hand": ["Sure Gamble", "Unity", "Carmen", "Carmen"]},
        rig={"program": installed("Cleaver")},
    )  # fmt: skip
    assert decision(t, "runner") == ("run", "Server 1")
    turn_of(t, "runner")
    assert t.points("runner") == 2


def test_the_runner_earns_the_missing_credits_before_it_contests_an_advanced_card():
    agenda = [{"title": "Offworld Office", "rezzed": False, "advancement": 2}]
    t = position(
        turn="runner", servers={"remote1": {"ices": installed("Palisade"), "content": agenda}},
        runner={"credits": 1, "hand": ["Carmen"] * 4}, rig={"program": installed("Cleaver")},
    )  # fmt: skip
    assert decision(t, "runner") == ("credit",)
    turn_of(t, "runner")
    assert t.points("runner") == 2


def test_the_runner_installs_the_breaker_that_an_advanced_server_needs():
    agenda = [{"title": "Offworld Office", "rezzed": False, "advancement": 2}]
    t = position(
        turn="runner", servers={"remote1": {"ices": installed("Palisade"), "content": agenda}},
        runner={"credits": 9, "hand": ["Unity", "Carmen", "Cleaver", "Carmen", "Unity"]},
    )  # fmt: skip
    assert decision(t, "runner") == ("play", "Cleaver")
    turn_of(t, "runner")
    assert t.points("runner") == 2


def test_the_runner_draws_before_a_card_that_may_be_a_trap():
    """Three counters on Urtica Cipher do five damage."""
    trap = [{"title": "Urtica Cipher", "rezzed": False, "advancement": 3}]
    t = position(
        turn="runner", servers={"remote1": {"content": trap}},
        runner={"credits": 3, "hand": ["Carmen"] * 4},
    )  # fmt: skip
    assert decision(t, "runner") == ("draw",)


def test_the_runner_risks_a_trap_if_the_corp_would_win():
    agenda = [{"title": "Offworld Office", "rezzed": False, "advancement": 3}]
    t = position(
        turn="runner", servers={"remote1": {"content": agenda}},
        corp={"scored": [{"title": "Send a Message"}] * 2},
        runner={"credits": 3, "hand": ["Carmen"] * 3, "clicks": 1},
    )  # fmt: skip
    assert decision(t, "runner") == ("run", "Server 1")


def test_the_runner_does_not_access_the_same_cards_again_and_again():
    """It accessed the only card of HQ four times in a turn, with Mutual Favor in the grip."""
    t = position(turn="runner", runner={"credits": 9, "hand": ["Mutual Favor", "Unity", "Cleaver"]})
    t.match.ctx.zones["hand:0"].append(t.match.ctx.zones["deck:0"].pop())
    turn_of(t, "runner")
    runs = sum("make a run on HQ" in line.text for line in t.match.G.log)
    assert runs == 1


def test_the_runner_does_not_pay_more_for_ice_than_a_central_server_is_worth():
    """It paid all of its 8 credits to break Brân 1.0 for one card of R&D."""
    t = position(
        turn="runner", servers={"rd": {"ices": installed("Brân 1.0")}},
        runner={"credits": 8, "hand": ["Unity"] * 4}, rig={"program": installed("Cleaver")},
    )  # fmt: skip
    t.run_on("R&D")
    while t.phase == "approach-ice":
        acting = t.match.acting[0]
        t.match.apply(Heuristic().decide(t.match.prompt(acting), t.match))
    assert decision(t, "runner")[0] != "dynamic-ability"


def test_a_rich_runner_draws_for_missing_breakers_with_a_full_grip():
    """It took credits until the end of the game because its grip was full."""
    hand = ["Creative Commission", "VRcation", "Overclock", "Tread Lightly", "Jailbreak"]
    ices = {"ices": installed("Palisade", "Palisade")}
    t = position(
        turn="runner", runner={"credits": 14, "hand": hand},
        servers={"hq": ices, "rd": ices, "archives": ices},
    )  # fmt: skip
    assert decision(t, "runner") in (("play", "VRcation"), ("draw",))


def test_the_runner_takes_the_credits_that_sure_gamble_needs():
    ices = {"ices": installed("Palisade")}
    t = position(
        turn="runner", runner={"credits": 3, "hand": ["Sure Gamble", "Cleaver", "Carmen", "Unity"]},
        servers={"hq": ices, "rd": ices},
    )  # fmt: skip
    turn_of(t, "runner")
    assert "Sure Gamble" in t.titles("discard", "runner")


# --- the Corp -------------------------------------------------------------------------------------


def test_the_corp_keeps_agendas_out_of_servers_that_the_runner_can_afford():
    """It installed one agenda after another behind the same Diviner, with Unity installed."""
    t = position(
        servers={
            "remote1": {"ices": installed("Diviner")},
            "hq": {"ices": installed("Palisade")}, "rd": {"ices": installed("Palisade")},
        },
        corp={"credits": 6, "hand": ["Offworld Office", "Palisade"]},
        runner={"credits": 7, "hand": ["Carmen"] * 4}, rig={"program": installed("Unity")},
    )  # fmt: skip
    assert decision(t, "corp") == ("play", "Palisade", "Server 1")


def test_the_corp_installs_an_agenda_where_the_runner_cannot_get_in():
    t = position(
        servers={
            "remote1": {"ices": installed("Palisade", "Palisade")},
            "hq": {"ices": installed("Palisade")}, "rd": {"ices": installed("Palisade")},
        },
        corp={"credits": 6, "hand": ["Offworld Office"]}, runner={"credits": 2},
        rig={"program": installed("Cleaver")},
    )  # fmt: skip
    assert decision(t, "corp") == ("play", "Offworld Office", "Server 1")


def test_the_corp_does_not_advance_what_it_can_score_next_turn_anyway():
    """With Seamless Launch it needs three clicks, and an advanced card attracts the Runner."""
    agenda = [{"title": "Offworld Office", "rezzed": False, "new": True}]
    t = position(
        servers={
            "remote1": {"ices": installed("Palisade", "Palisade"), "content": agenda},
            "hq": {"ices": installed("Palisade")}, "rd": {"ices": installed("Palisade")},
        },
        corp={"credits": 6, "hand": ["Seamless Launch", "Public Trail", "Retribution"], "clicks": 2},
    )  # fmt: skip
    assert decision(t, "corp")[0] != "advance"


def test_the_corp_draws_ice_for_agendas_that_it_cannot_score():
    """It took credits for three turns with an agenda and no ice in hand."""
    t = position(
        servers={"hq": {"ices": installed("Palisade")}, "rd": {"ices": installed("Palisade")}},
        corp={"credits": 12, "hand": ["Offworld Office", "Retribution", "Public Trail"]},
    )  # fmt: skip
    assert decision(t, "corp") == ("draw",)


def test_the_corp_draws_before_it_advances_a_trap():
    """It advanced Urtica Cipher with no card in hand and 18 credits."""
    trap = [{"title": "Urtica Cipher", "rezzed": False}]
    t = position(
        servers={
            "remote1": {"content": trap},
            "hq": {"ices": installed("Palisade")}, "rd": {"ices": installed("Palisade")},
        },
        corp={"credits": 18, "hand": []},
    )  # fmt: skip
    assert decision(t, "corp") == ("draw",)


def test_the_corp_rezzes_a_campaign_just_before_it_pays():
    """It rezzed Nico Campaign in the turn of its installation, and the Runner saw what it was."""
    nico = [{"title": "Nico Campaign", "rezzed": False}]
    t = position(servers={"remote1": {"content": nico}}, corp={"clicks": 0})
    assert decision(t, "corp") != ("rez", "Nico Campaign")
    t.corp("end-turn")
    t.runner("start-turn")
    while t.clicks("runner"):
        t.runner("credit")
    t.runner("end-turn")
    assert decision(t, "corp") == ("rez", "Nico Campaign")


@pytest.mark.parametrize("priority", ["strict", "engine"])
def test_the_corp_rezzes_the_approached_ice_and_fires_after_the_runner_has_passed(priority):
    """With the priority of jinteki.net any ice can be rezzed, and can fire, at any time."""
    ices = installed("Tithe", "Palisade", rezzed=False)
    t = position(turn="runner", priority=priority, servers={"hq": {"ices": ices}})
    t.runner("run", "HQ")
    assert decision(t, "corp") == ("continue",)
    t.both_pass()
    t.runner("continue")
    assert decision(t, "corp") == ("rez", "Palisade")
    t.corp("rez", "Palisade")
    t.corp("continue")
    if priority == "engine":
        assert decision(t, "corp")[0] != "unbroken-subroutines"
    t.runner("continue")
    assert decision(t, "corp") == ("unbroken-subroutines", "Palisade")


def test_the_corp_takes_the_credits_that_an_operation_needs():
    t = position(
        servers={"hq": {"ices": installed("Palisade")}, "rd": {"ices": installed("Palisade")}},
        corp={"credits": 4, "hand": ["Hedge Fund", "Palisade", "Diviner"]},
    )  # fmt: skip
    assert decision(t, "corp") == ("credit",)
