"""`turnwright torture`: its list, its report, wrong arguments, and that it leaves no process behind."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from turnwright.cli import main
from turnwright.torture.scenarios import SCENARIOS


def refused(capsys, *arguments: str) -> str:
    assert main(["torture", *arguments]) == 2
    said = capsys.readouterr()
    assert not said.out
    assert said.err.count("\n") == 1
    return said.err


def test_the_list_has_every_scenario(capsys, monkeypatch):
    monkeypatch.setenv("COLUMNS", "300")
    assert main(["torture", "--list"]) == 0
    said = capsys.readouterr().out
    for scenario in SCENARIOS:
        assert scenario.name in said
        assert scenario.guarantee in said


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--url", "http://192.168.1.1"], "loopback addresses only"),
        (["--only", "kil"], "did you mean 'kill'"),
        (["--seconds", "0"], "--seconds must be positive"),
        (["--db", "mysql://x"], "--db must be sqlite, postgresql or postgresql://"),
        (["--game", "chess2"], "There is no game 'chess2'"),
        (["--url", "http://127.0.0.1:9", "--db", "postgresql"], "takes no --db"),
        (["--json", "no/such/folder/report.json"], "folder that does not exist"),
        (["--", "--db=x.sqlite"], "chosen by torture"),
    ],
)
def test_wrong_arguments_are_refused_in_one_sentence(capsys, arguments, words):
    assert words in refused(capsys, *arguments)


def test_the_report_is_printed_and_written(capsys, tmp_path: Path):
    """Options after -- are passed to the server: this one makes it fail to start."""
    file = tmp_path / "report.json"
    arguments = ["--only", "kill", "--seed", "5", "--json", str(file)]
    assert main(["torture", *arguments, "--", "--trusted-proxy", "nobody"]) == 1
    said = capsys.readouterr()
    assert "A trusted proxy must be an address or a network" in " ".join(said.out.split())
    report = json.loads(file.read_text())
    assert (report["seed"], report["game"], report["database"]) == (5, "duel", "sqlite")
    (result,) = report["results"]
    assert (result["scenario"], result["verdict"]) == ("kill", "failed")


def children(pid: int) -> list[int]:
    """Return the processes that a process has started."""
    found = []
    for path in Path("/proc").glob("[0-9]*"):
        try:
            fields = (path / "stat").read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if int(fields[1]) == pid and fields[0] != "Z":
            found.append(int(path.name))
    return found


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_nothing_is_left_behind_when_it_is_stopped(how: signal.Signals, tmp_path: Path):
    command = [sys.executable, "-m", "turnwright", "torture", "--only", "pause", "--seconds", "60"]
    environment = {**os.environ, "TMPDIR": str(tmp_path)}
    with subprocess.Popen(
        command, env=environment, stderr=subprocess.PIPE,
        # A job in the background of a shell ignores SIGINT, and its children inherit that.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    ) as torture:  # fmt: skip
        until = time.monotonic() + 60
        while not (servers := children(torture.pid)):
            assert time.monotonic() < until
            time.sleep(0.02)
        time.sleep(0.5)
        torture.send_signal(how)
        assert torture.stderr is not None
        said = torture.stderr.read().decode()
    until = time.monotonic() + 60
    while any(Path(f"/proc/{pid}").exists() for pid in servers):
        assert time.monotonic() < until, "the server is still running"
        time.sleep(0.05)
    if how is not signal.SIGKILL:  # which leaves no time to remove files
        assert torture.returncode == 2
        assert said.splitlines()[-1] == "Stopped."
        assert list(tmp_path.iterdir()) == []
