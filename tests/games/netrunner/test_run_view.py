"""What pages show of servers and runs: order, prices, what continuing means, and nothing hidden."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.games.netrunner.positions import PlayedMatch, installed, position
from turnwright.games.netrunner.card_facts import CORP, RUNNER
from turnwright.games.netrunner.subroutine_effects import forecast, subroutine_effect
from turnwright.games.netrunner.view import board_summary, player_facts


def run_on_karuna(**runner: Any) -> PlayedMatch:
    """Begin a run on R&D, which Palisade and, outermost, Karunā protect."""
    t = position(
        servers={"rd": {"ices": installed("Palisade", "Karunā", rezzed=False)}},
        rig={"program": installed("Mayfly", "Echelon"), "resource": installed("Telework Contract")},
        corp={"credits": 9},
        runner={"credits": 7, "hand": ["Sure Gamble", "Unity", "Creative Commission"], **runner},
        turn="runner",
    )
    t.run_on("R&D")
    return t


def seen(t: PlayedMatch, seat: int | None) -> dict[str, Any]:
    run: dict[str, Any] = board_summary(t.c, seat)["runView"]
    return run


def test_servers_are_in_order_with_ice_from_the_outside_in() -> None:
    names = ["remote3", "remote1", "hq", "remote10", "remote2"]
    t = position(servers={name: {"ices": installed("Tithe", "Palisade")} for name in names})
    layout = board_summary(t.c, CORP)["layout"]
    order = ["Archives", "R&D", "HQ", "Server 1", "Server 2", "Server 3", "Server 10"]
    assert [one["name"] for one in layout] == order
    first = layout[3]["ices"]
    assert [t.c.card(slot["id"]).kind for slot in first] == ["Palisade", "Tithe"]


def test_the_corp_sees_both_ways_of_a_rez_and_the_runner_only_a_back() -> None:
    t = run_on_karuna()
    corp, runner = seen(t, CORP), seen(t, RUNNER)
    assert corp["rez"]["yes"] == [
        "You keep 5 credits, enough to rez Palisade (3) further in.",
        "Unbroken: 4 damage against 3 cards in the grip.",
        "Breaking it costs the Runner 4 with Mayfly or 5 with Echelon; they have 7.",
    ]
    assert corp["continue"] == {"label": "Do not rez", "detail": "the Runner passes Karunā"}
    assert runner["ice"] == {"id": t.card_id("Karunā"), "isRezzed": False}
    for one in (runner, seen(t, None)):
        assert "Karunā" not in json.dumps(one, ensure_ascii=False)
        assert "rez" not in one
        assert "breakers" not in one


def test_an_encounter_has_prices_and_says_what_continuing_means() -> None:
    t = run_on_karuna()
    t.corp("rez", "Karunā")
    t.both_pass()
    run = seen(t, RUNNER)
    mayfly, echelon = run["breakers"]
    assert (mayfly["title"], mayfly["reach"], mayfly["total"]) == ("Mayfly", 2, 4)
    assert (mayfly["isTrashed"], echelon["isTrashed"]) == (True, False)
    assert run["forecast"]["isFlatline"]
    assert run["continue"] == {
        "label": "Continue: let 2 unbroken subroutines resolve",
        "detail": "you are flatlined and lose",
        "danger": "flatline",
    }
    t.runner("dynamic-ability", "Echelon", "auto-pump-and-break")
    run = seen(t, CORP)
    assert run["passed"] == "runner"
    assert [sub["broken"] for sub in run["ice"]["subs"]] == [True, True]
    assert run["forecast"]["steps"] == []
    assert run["continue"]["label"] == "Continue: Karunā is passed"


def test_a_breaker_that_is_too_expensive_is_priced_but_not_possible() -> None:
    t = run_on_karuna(credits=3)
    t.corp("rez", "Karunā")
    t.both_pass()
    assert [(one["total"], one["isPossible"]) for one in seen(t, RUNNER)["breakers"]] == [
        (4, False),
        (5, False),
    ]


def test_the_accessed_card_is_shown_to_the_runner_only() -> None:
    t = position(
        servers={"remote1": {"content": installed("Regolith Mining License", rezzed=False)}},
        runner={"credits": 4},
        turn="runner",
    )
    t.run_to("Server 1")
    access = seen(t, RUNNER)["access"]
    assert (access["title"], access["trash"], access["credits"]) == (
        "Regolith Mining License",
        3,
        4,
    )
    assert "access" not in seen(t, CORP)
    assert "access" not in seen(t, None)
    t.press("runner", "No action")
    (slot,) = board_summary(t.c, RUNNER)["layout"][3]["root"]
    assert slot["seen"] == "Regolith Mining License"
    assert "seen" not in board_summary(t.c, None)["layout"][3]["root"][0]


def test_accesses_are_counted_although_cards_leave_the_server() -> None:
    content = installed("Nico Campaign", "Manegarm Skunkworks", rezzed=False)
    t = position(servers={"remote1": {"content": content}}, runner={"credits": 9}, turn="runner")
    t.run_to("Server 1")
    t.select("runner", "a card in Server 1")
    counted = []
    for _ in range(2):
        access = seen(t, RUNNER)["access"]
        counted.append((access["number"], access["total"]))
        t.press("runner", "Pay")
    assert counted == [(1, 2), (2, 2)]
    assert t.run is None


def test_upgrades_in_the_root_of_a_central_server_are_accessed_too() -> None:
    root = {"rd": {"content": installed("Manegarm Skunkworks", rezzed=False)}}
    t = position(servers=root, turn="runner")
    t.run_to("R&D")
    t.press("runner", "Unrezzed upgrade")
    access = seen(t, RUNNER)["access"]
    assert (access["number"], access["total"]) == (1, 2)


def test_a_run_has_a_price_before_it_begins() -> None:
    t = position(
        servers={
            "hq": {"ices": installed("Tithe")},
            "rd": {"ices": installed("Palisade", rezzed=False)},
            "remote1": {"ices": installed("Palisade")},
        },
        turn="runner",
    )
    archives, rd, hq, remote = board_summary(t.c, RUNNER)["layout"]
    assert "cost" not in archives
    assert rd["cost"]["unknown"] == 1
    assert (hq["cost"]["credits"], hq["cost"]["damage"]) == (0, 1)
    assert remote["cost"]["stoppedBy"] == "Palisade"
    assert "cost" not in board_summary(t.c, CORP)["layout"][2]


def test_memory_and_hand_size_are_public() -> None:
    t = position(rig={"program": installed("Mayfly"), "hardware": installed("Pantograph")})
    facts = player_facts(t.c, RUNNER)
    assert (facts["memory"], facts["memoryTotal"], facts["handSize"]) == (3, 5, 5)


@pytest.mark.parametrize(
    ("text", "grip", "credits", "sentence"),
    [
        ("Do 2 net damage.", 3, 5, "Lose 2 cards at random, 1 left."),
        ("Do 2 net damage.", 1, 5, "Flatlined: 2 damage, but only 1 card in the grip."),
        ("The Runner loses 3 credits.", 3, 2, "Lose 2 credits, 0 left."),
        (
            "End the run if 6 credits or fewer are left in the Runner's pool.",
            3,
            7,
            "The run goes on: more than 6 credits are left.",
        ),
        ("You choose to trash 1 installed program or to end the run.", 3, 5, None),
    ],
)
def test_a_forecast_says_what_a_subroutine_does(
    text: str, grip: int, credits: int, sentence: str | None
) -> None:
    (step,) = forecast([(1, text)], grip, credits).steps
    assert step.sentence == (text if sentence is None else sentence)


def test_a_forecast_stops_where_the_run_ends() -> None:
    found = forecast(
        [(1, "The Runner gets 1 tag."), (2, "End the run."), (3, "End the run.")], 3, 5
    )
    assert [step.number for step in found.steps] == [1, 2]
    assert found.is_end
    assert subroutine_effect("If you like, end the run.").ends == "perhaps"
