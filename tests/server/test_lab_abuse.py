"""Hostile and mistaken requests to the lab: a code and a sentence, and the lab goes on."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.server.lab_client import AMBUSH, MANY, Stream, endless_fight
from tests.server.server_process import Server

QUIET = {"compiles": False}
BUSY = {"text": endless_fight(), "runs": MANY}
TEXT_ROUTES = ("run", "sweep", "optimise", "explain")
MORE: dict[str, dict[str, Any]] = {
    "sweep": {"path": "sides[0].combatants[0].ac", "values": "10..12"},
    "optimise": {"combatant": "Fighter 1"},
}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    lab = {**QUIET, "short_jobs": 100, "rate": 0}
    with Server(tmp_path_factory.mktemp("abuse"), lab=lab) as running:
        yield running


def findings(server: Server, text: str) -> list[str]:
    reading = server.post("/api/lab/validate", {"text": text})
    assert reading["findings"]
    for finding in reading["findings"]:
        assert finding["sentence"]
    return [finding["code"] for finding in reading["findings"]]


NO_ENCOUNTERS = {
    "empty": "",
    "broken YAML": "sides: [a, {b",
    "a tag": "!!python/object/apply:os.system ['true']",
    "a path": "/etc/passwd",
    "a sample": "goblin-ambush",
    "a file URL": "file:///etc/passwd",
    "a list": "[1, 2, 3]",
    "a number": "1" * 5000,
    "deep": "[" * 3000,
    "deep JSON": '{"a":' * 3000,
    "aliases": "a: &a [x, x]\nb: &b [*a, *a]\nc: &c [*b, *b]\nsides: [*c, *c]",
    "control characters": "sides: \x00\x01",
    "wrong types": "sides: {Left: 3, Right: {a: 1}}",
    "itself": "sides: &s [*s]",
}


@pytest.mark.parametrize("what", NO_ENCOUNTERS)
def test_text_that_is_no_encounter_has_findings(server: Server, what: str):
    assert findings(server, NO_ENCOUNTERS[what])


@pytest.mark.parametrize("what", NO_ENCOUNTERS)
@pytest.mark.parametrize("route", TEXT_ROUTES)
def test_text_that_is_no_encounter_cannot_be_played(server: Server, route: str, what: str):
    body = {"text": NO_ENCOUNTERS[what], **MORE.get(route, {})}
    status, _, data = server.ask(f"/api/lab/{route}", body)
    error = json.loads(data)["error"]
    assert (status, error["code"]) == (400, "bad_file")
    assert b"root:" not in data
    assert b"Traceback" not in data


@pytest.mark.parametrize(
    "body",
    [
        b"", b"{", b"[]", b"null", b'"text"', b'{"text": 3}', b'{"text": null}', b"\xff\xfe",
        b'{"text": "", "runs": "many"}', b'{"text": "", "runs": 1.5}', b'{"text": "", "seed": -1}',
        b'{"text": "", "runs": 0}', b'{"text": "", "runs": 1e400}', b'{"text": "", "no": 1}',
        b'{"text": ' + b"[" * 5000, b'{"first": 1, "second": 2}', b"9" * 5000,
        b'{"text": "\\ud800"}',
    ],
)  # fmt: skip
@pytest.mark.parametrize("route", ["run", "compare", "sweep", "explain", "describe", "import"])
def test_a_request_that_is_no_request_is_refused(server: Server, route: str, body: bytes):
    assert server.refusal(f"/api/lab/{route}", body) == (400, "bad_request")


@pytest.mark.parametrize(
    "text",
    [
        "sides:\n  A: [{use: /etc/passwd}]\n  B: [Orc]\n",
        "sides:\n  A: [../../etc/passwd]\n  B: [Orc]\n",
        "rules: ../../../etc/passwd\nsides:\n  A: [Orc]\n  B: [Orc]\n",
        "rules: {use: /etc/passwd}\nsides:\n  A: [Orc]\n  B: [Orc]\n",
        "sides:\n  A: [{use: Orc, actions: [/etc/passwd]}]\n  B: [Orc]\n",
        "actions: !include /etc/passwd\nsides:\n  A: [Orc]\n  B: [Orc]\n",
    ],
)
def test_no_name_in_an_encounter_is_a_file(server: Server, text: str):
    status, _, data = server.ask("/api/lab/validate", {"text": text})
    assert status == 200
    assert json.loads(data)["findings"]
    assert b"root:" not in data
    assert server.refusal("/api/lab/run", {"text": text, "runs": 5})[0] == 400


def test_ten_thousand_combatants_are_too_many(server: Server):
    text = "sides:\n  A: [{use: Goblin, count: 10000}]\n  B: [Orc]\n"
    assert findings(server, text)
    status, code = server.refusal("/api/lab/run", {"text": text})
    assert (status, code) == (400, "bad_file")


def test_more_combatants_than_the_server_allows(server: Server):
    text = "sides:\n  A: [{use: Goblin, count: 700}]\n  B: [Orc]\n"
    assert "too_many_combatants" in findings(server, text)
    status, _, data = server.ask("/api/lab/run", {"text": text})
    error = json.loads(data)["error"]
    assert (status, error["code"], error["data"]) == (400, "too_many_combatants", {"limit": 500})


def test_a_fight_of_ten_thousand_rounds_is_played(server: Server):
    with Stream(server, "run", {"text": endless_fight(), "runs": 2}) as stream:
        report = stream.result()["report"]
    assert report["capped"]["value"] == 1.0


def test_a_body_beyond_the_limit_is_refused(server: Server):
    status, _, data = server.ask("/api/lab/validate", {"text": "#" * 2_000_000})
    error = json.loads(data)["error"]
    assert (status, error["code"], error["data"]) == (413, "too_large", {"limit": 1_000_000})


@pytest.mark.parametrize(
    ("values", "code"),
    [
        ("1..100000000", "bad_values"), ("1..500", "too_many_values"), ("", "bad_values"),
        ("9..1", "bad_values"),
        (list(range(500)), "too_many_values"), ([], "bad_values"),
    ],
)  # fmt: skip
def test_a_sweep_has_a_sensible_number_of_values(server: Server, values: Any, code: str):
    body = {"text": AMBUSH, "path": "sides[0].combatants[0].ac", "values": values, "runs": 10}
    assert server.refusal("/api/lab/sweep", body)[1] == code


def test_all_values_of_a_sweep_together_have_the_limit(server: Server):
    body = {
        "text": AMBUSH,
        "path": "sides[0].combatants[0].ac",
        "values": "10..20",
        "runs": 100_000,
    }
    assert server.refusal("/api/lab/sweep", body) == (400, "too_many_runs")


@pytest.mark.parametrize("path", ["", "sides", "sides[99].combatants", "__class__", "/etc/passwd"])
def test_a_sweep_of_something_else_than_a_number(server: Server, path: str):
    body = {"text": AMBUSH, "path": path, "values": "10..12", "runs": 10}
    status, _, data = server.ask("/api/lab/sweep", body)
    assert status == 400
    assert json.loads(data)["error"]["message"]


@pytest.mark.parametrize("job", ["", "x", "../..", "1"])
def test_nobody_else_can_cancel_a_job(server: Server, job: str):
    assert server.post("/api/lab/cancel", {"job": job}) == {"cancelled": False}
    assert server.refusal("/api/lab/cancel", {"job": 7}) == (400, "bad_request")


def test_pages_of_other_sites_may_not_use_the_lab(server: Server):
    headers = {"Origin": "http://evil.example"}
    assert server.refusal("/api/lab/validate", {"text": AMBUSH}, **headers) == (403, "forbidden")
    own = {"Origin": f"http://127.0.0.1:{server.port}"}
    assert server.post("/api/lab/validate", {"text": AMBUSH}, **own)


def test_answers_keep_the_security_headers(server: Server):
    with Stream(server, "run", {"text": AMBUSH, "runs": 10}) as stream:
        assert "default-src 'self'" in stream.headers["content-security-policy"]
        assert stream.headers["x-content-type-options"] == "nosniff"


def test_a_client_has_a_number_of_jobs(tmp_path: Path):
    """One address has two jobs; another one has its own."""
    settings = {"message_rate": 50, "proxies": ["127.0.0.1"]}
    with Server(tmp_path, lab={**QUIET, "jobs": 2, "queue": 2}, **settings) as server:
        ann = {"X_Forwarded_For": "10.0.0.1"}
        with (
            Stream(server, "run", BUSY, "10.0.0.1") as one,
            Stream(server, "run", BUSY, "10.0.0.1"),
        ):
            status, headers, data = server.ask("/api/lab/run", BUSY, **ann)
            error = json.loads(data)["error"]
            assert (status, error["code"], error["data"]) == (429, "too_many_jobs", {"limit": 2})
            with Stream(server, "run", BUSY, "10.0.0.2"), Stream(server, "run", BUSY, "10.0.0.3"):
                status, headers, data = server.ask("/api/lab/run", BUSY, X_Forwarded_For="10.0.0.4")
                assert (status, json.loads(data)["error"]["code"]) == (503, "busy")
                assert int(headers["retry-after"]) > 0
            one.until("started")
            assert server.post("/api/lab/cancel", {"job": one.job}, **ann)["cancelled"]
            one.until("result", "error")
            with Stream(server, "run", {"text": AMBUSH, "runs": 5}, "10.0.0.1") as next_one:
                assert next_one.result()["report"]["runs"] == 5


def test_requests_have_a_rate(tmp_path: Path):
    lab = {**QUIET, "rate": 0.001, "burst": 3}
    with Server(tmp_path, lab=lab, message_rate=50, create_rate=1.0) as server:
        for _ in range(3):
            server.post("/api/lab/validate", {"text": AMBUSH})
        assert server.refusal("/api/lab/validate", {"text": AMBUSH}) == (429, "rate_limited")


def test_without_message_limits_the_lab_has_no_rate(tmp_path: Path):
    lab = {**QUIET, "rate": 0.001, "burst": 1}
    with Server(tmp_path, lab=lab, create_rate=0.0) as server:
        for _ in range(5):
            server.post("/api/lab/validate", {"text": AMBUSH})
