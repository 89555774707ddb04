"""The combat lab over HTTP: what people ask for, and the answers to it."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest

from tests.server.lab_client import AMBUSH, MANY, Stream
from tests.server.server_process import Server

SETTINGS = {
    "compiles": False,
    "importer": "turnwright.bridges.encounter_files.text_importer:import_text",
}
WOLF = {
    "index": "wolf", "name": "Wolf", "size": "Medium", "type": "beast", "hit_points": 11,
    "hit_dice": "2d8", "hit_points_roll": "2d8+2", "armor_class": [{"type": "natural", "value": 13}],
    "speed": {"walk": "40 ft."}, "strength": 12, "dexterity": 15, "constitution": 12,
    "intelligence": 3, "wisdom": 12, "charisma": 6, "proficiencies": [], "challenge_rating": 0.25,
    "actions": [{"name": "Bite", "desc": "Melee Weapon Attack: +4 to hit, reach 5 ft., one target.",
                 "attack_bonus": 4, "damage": [{"damage_type": {"index": "piercing"},
                                                "damage_dice": "2d4+2"}]}],
}  # fmt: skip


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server whose lab never compiles the kernel."""
    with Server(tmp_path_factory.mktemp("lab"), lab=SETTINGS) as running:
        yield running


def test_the_status_tells_the_limits_and_the_state_of_the_kernel(server: Server):
    status = server.get("/api/lab/status")
    assert status["kernel"] in ("ready", "compiling", "unavailable")
    assert status["limits"]["runs"] == 1_000_000
    assert status["workers"] >= 1


def test_the_catalogue_has_samples_that_can_be_run(server: Server):
    samples = {one["name"]: one for one in server.get("/api/lab/catalogue")["encounters"]}
    assert samples["goblin-ambush"]["text"] == AMBUSH
    assert server.get("/api/lab/catalogue") == server.get("/api/lab/catalogue")


def test_an_encounter_is_validated(server: Server):
    reading = server.post("/api/lab/validate", {"text": AMBUSH})
    assert [side["name"] for side in reading["scenario"]["sides"]] == ["Heroes", "Goblins"]
    assert reading["pools"]


def test_an_action_is_described(server: Server):
    body = {"action": "name: Shove\ncost: Action\neffect: [{type: Damage, dice: 1d4}]"}
    found = server.post("/api/lab/describe", body)
    assert found["description"]["sentence"].endswith(".")
    assert found["description"]["costs"][0]["glyph"] == "action"
    mistaken = server.post("/api/lab/describe", {"action": {"name": "Shove", "cost": 3}})
    assert mistaken["problems"][0]["sentence"]


def test_a_run_reports_its_progress_and_its_result(server: Server):
    with Stream(server, "run", {"text": AMBUSH, "runs": 3000, "seed": 5}) as stream:
        assert stream.headers["content-type"].startswith("text/event-stream")
        assert stream.headers["cache-control"] == "no-store"
        events = list(stream.events())
    assert [name for name, _ in events if name != "progress"] == ["started", "result"]
    done = [data["done"] for name, data in events if name == "progress"]
    assert done == sorted(done)
    report = events[-1][1]["report"]
    assert (report["runs"], report["asked"], report["stopped"]) == (3000, 3000, "")


def test_the_same_seed_gives_the_same_report(server: Server):
    reports = []
    for _ in range(2):
        with Stream(server, "run", {"text": AMBUSH, "runs": 200, "seed": 7}) as stream:
            reports.append(stream.result()["report"])
    for report in reports:
        del report["how"]
    assert reports[0] == reports[1]


def test_a_cancelled_run_ends_with_the_runs_finished_so_far(server: Server):
    with Stream(server, "run", {"text": AMBUSH, "runs": MANY}) as stream:
        stream.until("progress")
        assert server.post("/api/lab/cancel", {"job": stream.job}) == {"cancelled": True}
        report = stream.result()["report"]
    assert report["stopped"] == "cancelled"
    assert 0 < report["runs"] < MANY
    assert server.post("/api/lab/cancel", {"job": stream.job}) == {"cancelled": False}


def test_too_many_runs_are_refused_before_the_stream_starts(server: Server):
    assert server.refusal("/api/lab/run", {"text": AMBUSH, "runs": 10**9}) == (400, "too_many_runs")


def test_two_encounters_are_compared(server: Server):
    stronger = AMBUSH.replace("Fighter 1", "Fighter 5")
    body = {"first": AMBUSH, "second": stronger, "runs": 300}
    with Stream(server, "compare", body) as stream:
        report = stream.result()["report"]
    assert report["verdict"] == "second"
    assert report["first"]["runs"] == report["second"]["runs"] == 300


def test_a_number_is_varied(server: Server):
    path = "sides[0].combatants[0].ac"
    with Stream(
        server, "sweep", {"text": AMBUSH, "path": path, "values": [5, 25], "runs": 200}
    ) as stream:
        points = stream.result()["report"]["points"]
    assert [point["value"] for point in points] == [5, 25]


def test_a_list_is_put_in_a_better_order(server: Server):
    body = {"text": AMBUSH, "combatant": "Fighter 1", "which": "actions", "runs": 100}
    with Stream(server, "optimise", body) as stream:
        report = stream.result()["report"]
    assert sorted(report["before"]) == sorted(report["after"])


def test_a_run_is_explained(server: Server):
    found = server.post("/api/lab/explain", {"text": AMBUSH, "seed": 12})
    assert found["seed"] == 12
    assert found["explanation"]


def test_a_run_in_which_somebody_dies_is_found(server: Server):
    find = {"combatant": "Wizard 1", "fate": "dies"}
    found = server.post("/api/lab/explain", {"text": AMBUSH, "seed": 3, "find": find})
    again = server.post("/api/lab/explain", {"text": AMBUSH, "seed": found["seed"]})
    assert found["run"] >= 0
    assert again["explanation"] == found["explanation"]


def test_a_run_that_does_not_exist_is_not_found(server: Server):
    text = AMBUSH.replace("count: 2", "count: 1, actions: []")
    body = {"text": text, "runs": 20, "find": {"combatant": "Wizard 1", "fate": "dies"}}
    assert server.refusal("/api/lab/explain", body) == (404, "not_found")
    body["find"] = {"combatant": "Nobody", "fate": "dies"}
    assert server.refusal("/api/lab/explain", body)[0] == 400


def test_an_interval_that_is_narrow_enough_ends_a_run(server: Server):
    body = {"text": AMBUSH, "runs": 100_000, "until_width": 0.2}
    with Stream(server, "run", body) as stream:
        report = stream.result()["report"]
    assert report["stopped"] == "narrow"
    assert report["runs"] < 100_000


def test_two_people_play_at_the_same_time(server: Server):
    with (
        Stream(server, "run", {"text": AMBUSH, "runs": MANY}) as ann,
        Stream(server, "run", {"text": AMBUSH, "runs": 300, "seed": 1}) as ben,
    ):
        ann.until("progress")
        assert ben.result()["report"]["runs"] == 300
        assert ann.until("progress")[1]["done"] > 0


def test_the_catalogue_is_sent_once(server: Server):
    _, headers, _ = server.ask("/api/lab/catalogue")
    status, _, data = server.ask("/api/lab/catalogue", **{"If-None-Match": headers["etag"]})
    assert (status, data) == (304, b"")


def test_the_schemas_are_those_of_files_and_reports(server: Server):
    found = server.get("/api/lab/schemas")
    assert found["file"]["$schema"]
    assert "SimulationReport" in found["types"]["types"]


def test_an_encounter_file_is_imported(server: Server):
    found = server.post("/api/lab/import", {"text": AMBUSH, "name": "ambush.yaml"})
    assert (found["format"], found["text"]) == ("encounter", AMBUSH)


def test_a_monster_of_another_program_is_imported(server: Server):
    """The file is in 5e-bits format, as in its monsters.json."""
    text = json.dumps([{**WOLF, "name": "Grey Wolf"}, {**WOLF, "name": "Black Wolf"}])
    found = server.post("/api/lab/import", {"text": text, "names": ["Grey Wolf"]})
    assert found["format"] == "monsters"
    assert found["names"] == ["Grey Wolf", "Black Wolf"]
    assert "Grey Wolf" in found["text"]
    assert "Black Wolf" not in found["text"]


@pytest.mark.parametrize("text", ["", "<html>", "{", "/etc/passwd", "goblin-ambush", "[1, 2]"])
def test_a_file_that_is_nothing_of_the_kind_is_refused(server: Server, text: str):
    status, _, data = server.ask("/api/lab/import", {"text": text, "name": "/etc/passwd"})
    assert status == 400
    assert json.loads(data)["error"]["message"]
    assert b"root:" not in data
