"""The worker processes of the lab: they die, are killed, and end with the server."""

from __future__ import annotations

import os
import signal
from pathlib import Path

import pytest

from tests.server.lab_client import (
    AMBUSH,
    MANY,
    Stream,
    children,
    endless_fight,
    is_alive,
    wait_until,
)
from tests.server.server_process import ROOT, Server

QUIET = {"compiles": False}
BUSY = {"text": endless_fight(), "runs": MANY}


def finished(server: Server, outcome: str) -> float:
    """How many jobs have ended like this."""
    return server.metric(f'turnwright_lab_jobs_total{{outcome="{outcome}"')


def running(server: Server) -> int:
    return int(server.get("/api/lab/status")["running"])


def test_a_client_that_disconnects_cancels_its_job(tmp_path: Path):
    with Server(tmp_path, lab=QUIET) as server:
        stream = Stream(server, "run", {"text": AMBUSH, "runs": MANY})
        stream.until("progress")
        stream.drop()
        wait_until(lambda: finished(server, "cancelled") == 1, "the job is cancelled")
        assert running(server) == 0


def test_a_run_on_several_processes_is_cancelled(tmp_path: Path):
    with (
        Server(tmp_path, lab={**QUIET, "workers": 2}) as server,
        Stream(server, "run", {"text": AMBUSH, "runs": MANY, "workers": 2}) as stream,
    ):
        stream.until("progress")
        workers = children(server.process.pid)
        helpers = set().union(*map(children, workers))
        assert len(helpers) >= 2
        assert server.post("/api/lab/cancel", {"job": stream.job}) == {"cancelled": True}
        report = stream.result()["report"]
        assert report["stopped"] == "cancelled"
        assert 0 < report["runs"] < MANY
        wait_until(lambda: not any(map(is_alive, helpers)), "the processes of the job end")


def test_a_fight_without_end_is_cancelled_in_its_first_run(tmp_path: Path):
    text = endless_fight().replace("use: Goblin,", "use: Goblin, count: 200,")
    with Server(tmp_path, lab=QUIET) as server:
        with Stream(server, "run", {"text": text, "runs": 10}) as stream:
            stream.until("started")
            assert server.post("/api/lab/cancel", {"job": stream.job}) == {"cancelled": True}
            name, data = stream.until("result", "error")
        assert (data["report"]["stopped"] if name == "result" else data["code"]) == "cancelled"
        with Stream(server, "run", {"text": AMBUSH, "runs": 10}) as stream:
            assert stream.result()["report"]["runs"] == 10


def test_a_job_whose_worker_is_killed_ends_with_an_error(tmp_path: Path):
    with Server(tmp_path, lab=QUIET) as server:
        with Stream(server, "run", BUSY) as stream:
            stream.until("started")
            for pid in children(server.process.pid):
                os.kill(pid, signal.SIGKILL)
            name, data = stream.until("result", "error")
            assert (name, data["code"]) == ("error", "worker_lost")
            assert data["message"].endswith(".")
        assert server.metric("turnwright_lab_lost_workers_total") == 1
        with Stream(server, "run", {"text": AMBUSH, "runs": 10}) as stream:
            assert stream.result()["report"]["runs"] == 10


def test_workers_end_with_the_server_even_if_it_is_killed(tmp_path: Path):
    with Server(tmp_path, lab=QUIET) as server:
        stream = Stream(server, "run", {**BUSY, "workers": 2})
        stream.until("started")
        server.post("/api/lab/validate", {"text": AMBUSH})
        workers = children(server.process.pid)
        family = workers.union(*(children(pid) for pid in workers))
        assert len(workers) >= 2
        server.kill()
        wait_until(lambda: not any(map(is_alive, family)), "the workers end")
        stream.drop()
        server.start()
        with Stream(server, "run", {"text": AMBUSH, "runs": 10}) as stream:
            assert stream.result()["report"]["runs"] == 10


def test_a_server_that_is_stopped_ends_its_streams(tmp_path: Path):
    with Server(tmp_path, lab=QUIET) as server, Stream(server, "run", BUSY) as stream:
        stream.until("started")
        workers = children(server.process.pid)
        server.process.send_signal(signal.SIGTERM)
        name, data = stream.until("result", "error")
        assert (name, data["code"]) == ("error", "closing")
        server.stop()
        assert not any(map(is_alive, workers))


def test_short_requests_do_not_wait_behind_runs(tmp_path: Path):
    """All workers are busy for ever, and still an encounter is validated."""
    with (
        Server(tmp_path, lab={**QUIET, "workers": 1}) as server,
        Stream(server, "run", BUSY) as stream,
        Stream(server, "run", BUSY) as waiting,
    ):
        stream.until("started")
        name, data = waiting.until("queued", "started")
        assert (name, data["ahead"]) == ("queued", 0)
        assert server.post("/api/lab/validate", {"text": AMBUSH})["scenario"]
        assert server.post("/api/lab/cancel", {"job": stream.job})["cancelled"]
        waiting.until("started")


def test_a_job_that_takes_too_long_ends_with_the_runs_finished_so_far(tmp_path: Path):
    with (
        Server(tmp_path, lab={**QUIET, "seconds": 3.0}) as server,
        Stream(server, "run", {"text": AMBUSH, "runs": MANY}) as stream,
    ):
        result = stream.result()
    assert (result["note"]["code"], result["note"]["data"]) == ("too_long", {"limit": 3.0})
    assert 0 < result["report"]["runs"] < MANY


def test_memory_has_a_limit(tmp_path: Path):
    with Server(tmp_path, lab={**QUIET, "memory_mb": 60}) as server:
        names = ", ".join(f"{{use: Goblin, name: G{number}, hp: 7}}" for number in range(400))
        text = f"sides:\n  Left: [{names}]\n  Right: [{names}]\n"
        status, code = server.refusal("/api/lab/validate", {"text": text})
        assert (status, code) in ((503, "out_of_memory"), (503, "worker_lost"))


def test_without_the_packages_of_the_kernel_the_lab_says_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    text = "import sys\nsys.modules['numba'] = None\n"
    (tmp_path / "sitecustomize.py").write_text(text, "utf-8")
    monkeypatch.setenv("PYTHONPATH", f"{tmp_path}{os.pathsep}{ROOT / 'src'}")
    with Server(tmp_path, lab=QUIET) as server:
        status = server.get("/api/lab/status")
        assert status["kernel"] == "unavailable"
        assert 'pip install "turnwright[sim]"' in status["why"]
        assert server.get("/api/lab/catalogue")


def test_the_lab_can_be_switched_off(tmp_path: Path):
    with Server(tmp_path, lab={"workers": 0}) as server:
        assert server.refusal("/api/lab/validate", {"text": AMBUSH}) == (503, "lab_unavailable")
        assert server.get("/api/lab/status")["workers"] == 0
