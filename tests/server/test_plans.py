"""Plans that play for players of a room: what is recorded, who is told, and what is refused."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

import turnwright as tw
from tests.bridges.jinteki.automation.positions import recorded_position, rezzed
from tests.server.room_harness import SPECTATOR, RoomHarness, error_code, of_type
from tests.server.server_process import Server
from turnwright.agents.plans import PlanStep
from turnwright.bridges.jinteki.automation.plan_player import read_seat_plan
from turnwright.cli.serve import PLANS
from turnwright.games.netrunner.game import game as netrunner

CORP, RUNNER = 0, 1
BREAK = 'name = "Break all"\n[runner]\nfull-break = true\n'
DEFEND = 'name = "Defend"\n[corp]\nrez = ["Tithe"]\nfire-unbroken = true\n'
SECRET = 'name = "My secret plan"\n[corp]\nrez = ["Palisade"]\n'


def table(**how: Any) -> RoomHarness:
    """A room in the Runner's turn: Tithe protects HQ, and Carmen is installed."""
    how = {"ices": {"hq": ["Tithe"]}, "programs": ["Carmen"], **how}
    options = {"scene": recorded_position(**how)}
    return RoomHarness(netrunner, options=options, read_plan=read_seat_plan)


def use(room: RoomHarness, seat: int, text: str, **more: Any) -> dict[str, Any]:
    """Send a plan; return the status that its player receives."""
    (status,) = of_type(room.send(seat, "use_plan", text=text, **more), "plan_status")
    return status


def last_status(room: RoomHarness, seat: int) -> dict[str, Any]:
    return of_type(room.received[seat], "plan_status")[-1]


def test_two_plans_play_a_run_and_all_they_do_is_recorded() -> None:
    room = table()
    room.act(RUNNER, "run", args=["HQ"])
    assert use(room, RUNNER, BREAK)["name"] == "Break all"
    use(room, CORP, DEFEND)
    rows = len(room.rows)
    assert room.play_plans() > 5
    assert {row.kind for row in room.rows[rows:]} <= {"move", "pick"}
    assert any("Carmen to break" in line.seen_by(None) for line in room.match.G.log)
    assert last_status(room, CORP)["status"] in ("idle", "played", "waiting")
    before = room.fingerprint
    room.restart()
    assert room.fingerprint == before, "the match is rebuilt from its rows alone"


def test_a_plan_stops_at_a_decision_and_goes_on_after_it() -> None:
    room = table()
    use(room, RUNNER, BREAK)
    use(room, CORP, 'name = "x"\n[corp]\nfire-unbroken = true\n')
    assert room.play_plans() <= 2, "there is no run"
    room.act(RUNNER, "run", args=["HQ"])
    room.play_plans()
    assert room.match.acting == [CORP]
    status = last_status(room, CORP)
    assert (status["status"], status["sentence"]) == (
        "decide", "Rez Tithe for 1? Otherwise continue.",
    )  # fmt: skip
    (rez,) = [one for one in room.state(CORP)["options"] if one["label"].startswith("Rez")]
    room.send(CORP, "action", actionType=rez["actionType"], payload=rez["payload"])
    room.play_plans()
    assert room.match.G.run is None or room.match.asked, "only the access is left"


def test_a_paused_plan_does_nothing_until_it_is_continued() -> None:
    room = table()
    room.act(RUNNER, "run", args=["HQ"])
    assert use(room, RUNNER, BREAK, isPaused=True)["isPaused"] is True
    assert room.play_plans() == 0
    assert of_type(room.send(RUNNER, "pause_plan", isPaused=False), "plan_status")
    assert room.play_plans() > 0
    (status,) = of_type(room.send(RUNNER, "pause_plan"), "plan_status")
    assert status["isPaused"]
    assert use(room, RUNNER, "")["name"] == ""
    assert error_code(room.send(RUNNER, "pause_plan")) == "no_plan"


def test_nobody_else_learns_of_a_plan() -> None:
    room = table()
    room.act(RUNNER, "run", args=["HQ"])
    use(room, CORP, SECRET)
    room.act(RUNNER, "continue")
    room.play_plans()
    assert of_type(room.received[CORP], "plan_status")
    for seat in (RUNNER, SPECTATOR):
        assert not of_type(room.received[seat], "plan_status")
        seen = b"".join(room.bytes[seat]) + str(room.welcome(seat)).encode()
        assert b"secret" not in seen
        assert b"Palisade" not in seen
    assert b"secret" not in b"".join(row.body for row in room.rows)


def test_what_a_plan_does_looks_like_the_input_of_a_person() -> None:
    """The other seat gets the same messages, whether a plan or a person passes."""
    seen = []
    for has_plan in (True, False):
        room = table(ices={})
        room.act(RUNNER, "run", args=["HQ"])
        before = len(room.received[CORP])
        if has_plan:
            use(room, RUNNER, BREAK)
            room.play_plans()
        else:
            (pass_on,) = [one for one in room.state(RUNNER)["options"] if one["id"] == "continue"]
            room.send(
                RUNNER, "action", actionType=pass_on["actionType"], payload=pass_on["payload"]
            )
        seen.append(room.received[CORP][before:])
    assert seen[0] == seen[1]
    assert [one["type"] for one in seen[0]] == ["state_update"]


def test_a_returning_player_is_told_and_a_restart_forgets_the_plan() -> None:
    room = table()
    use(room, RUNNER, BREAK)
    assert of_type(room.welcome(RUNNER), "plan_status")[0]["name"] == "Break all"
    assert of_type(room.welcome(RUNNER), "match_start")[0]["hasPlans"] is True
    room.restart()
    assert not of_type(room.welcome(RUNNER), "plan_status")


def test_the_next_match_begins_without_a_plan() -> None:
    room = table()
    use(room, RUNNER, BREAK)
    room.send(CORP, "resign")
    for seat in (CORP, RUNNER):
        room.send(seat, "rematch_request")
    assert room.room.match_number == 2
    assert not of_type(room.welcome(CORP), "plan_status")
    assert not of_type(room.welcome(RUNNER), "plan_status")
    assert room.play_plans() == 0


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("[", "not TOML"),
        ('name = "x"\n[runner]\nfull-brake = true', "did you mean 'full-break'?"),
        ("[runner]\nfull-break = true", "needs a name"),
        ("x" * 11_000, "characters"),
    ],
)
def test_malformed_plans_are_refused_and_the_one_before_stays(text: str, says: str) -> None:
    room = table()
    use(room, RUNNER, BREAK)
    before = room.fingerprint
    received = room.send(RUNNER, "use_plan", text=text)
    assert error_code(received) == "bad_plan"
    assert says in of_type(received, "error")[0]["message"]
    assert room.fingerprint == before
    assert of_type(room.welcome(RUNNER), "plan_status")[0]["name"] == "Break all"


def test_other_games_spectators_and_waiting_rooms_are_refused() -> None:
    assert error_code(RoomHarness().send(0, "use_plan", text=BREAK)) == "no_plans"
    assert error_code(table().send(SPECTATOR, "use_plan", text=BREAK)) == "invalid_action"
    waiting = RoomHarness(netrunner, ready=False, read_plan=read_seat_plan)
    assert error_code(waiting.send(0, "use_plan", text=BREAK)) == "error"
    assert of_type(RoomHarness().welcome(0), "match_start")[0]["hasPlans"] is False


class FailingPlan:
    """A plan with a fault: it raises an error, or its answers are not legal."""

    name, warnings = "Failing", ()

    def __init__(self, text: str, seat: int) -> None:
        self.text, self.seat = text, seat

    def step(self, match: tw.Match) -> PlanStep:
        if self.text == "raise":
            raise RuntimeError("a fault")
        return PlanStep((tw.Answer(self.seat, "fly"),), "played")


@pytest.mark.parametrize("text", ["raise", "illegal"])
def test_a_plan_that_fails_is_paused_and_the_match_goes_on(text: str) -> None:
    room = RoomHarness(
        netrunner, options={"scene": recorded_position(ices={"hq": [rezzed("Tithe")]})},
        read_plan=FailingPlan,
    )  # fmt: skip
    room.act(RUNNER, "run", args=["HQ"])
    before = room.fingerprint
    use(room, RUNNER, text)
    assert room.play_plans() == 1
    status = last_status(room, RUNNER)
    assert (status["status"], status["isPaused"]) == ("failed", True)
    assert room.fingerprint == before
    assert bool(room.handler.game_errors) == (text == "raise")
    room.act(RUNNER, "continue")
    assert room.match.acting == [CORP]


# --- over HTTP and real sockets -------------------------------------------------------------------


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("plans"), plans=PLANS, lab={"workers": 0}) as running:
        yield running


def test_a_plan_is_checked_over_http_as_text_and_as_data(server: Server) -> None:
    told = server.post("/api/games/netrunner/plans", {"text": BREAK})
    assert told["plan"]["runner"] == {"full-break": True}
    assert told["problems"] == []
    again = server.post("/api/games/netrunner/plans", {"plan": told["plan"]})
    assert again["plan"] == told["plan"]
    bad = server.post("/api/games/netrunner/plans", {"text": BREAK.replace("break =", "brake =")})
    assert bad["plan"] is None
    assert bad["problems"] == [
        {
            "place": "runner.full-brake",
            "line": 3,
            "sentence": "There is no option 'full-brake'; did you mean 'full-break'?",
            "isError": True,
        }
    ]


@pytest.mark.parametrize(
    ("game", "body", "refusal"),
    [
        ("duel", {"text": BREAK}, (400, "no_plans")),
        ("nothing", {"text": BREAK}, (404, "unknown_game")),
        ("netrunner", {"text": 5}, (400, "bad_request")),
        ("netrunner", {"plan": []}, (400, "bad_request")),
        ("netrunner", {"txt": ""}, (400, "bad_request")),
        ("netrunner", {"text": "x" * 70_000}, (413, "too_large")),
    ],
)
def test_bad_requests_about_plans_are_refused(
    server: Server, game: str, body: Any, refusal: tuple[int, str]
) -> None:
    assert server.refusal(f"/api/games/{game}/plans", body) == refusal


def test_nested_data_is_described_as_unusable(server: Server) -> None:
    nested: Any = 1
    for _ in range(400):
        nested = [nested]
    told = server.post(
        "/api/games/netrunner/plans", {"plan": {"name": "x", "runner": {"tank": nested}}}
    )
    assert told["plan"] is None
