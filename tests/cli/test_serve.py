"""`turnwright serve` with wrong arguments: one sentence, exit code 2, and nothing is served."""

from __future__ import annotations

import json
import logging
import os
import re
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from urllib.error import URLError

import pytest

from turnwright.cli import main
from turnwright.core.errors import UnusableError
from turnwright.server.http.app import listen
from turnwright.server.node.logs import JsonLines, TerminalLines, log_event


@pytest.fixture
def port():
    """A port on which another socket listens."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        yield taken.getsockname()[1]


def refused(capsys, *arguments: str) -> str:
    assert main(["serve", *arguments]) == 2
    said = capsys.readouterr()
    assert not said.out
    assert said.err.count("\n") == 1
    return said.err


def test_a_port_that_is_taken(capsys, port, tmp_path):
    error = refused(capsys, "--port", str(port), "--db", str(tmp_path / "rooms.sqlite"))
    assert error == f"Cannot listen on 127.0.0.1:{port}: Address already in use.\n"


def test_a_port_is_taken_as_soon_as_the_server_says_its_address():
    """Clients that connect while the node starts wait; a second server does not start."""
    with listen("127.0.0.1", 0) as first:
        port = first.getsockname()[1]
        with socket.create_connection(("127.0.0.1", port), timeout=60):
            pass
        with pytest.raises(UnusableError, match="Address already in use"):
            listen("127.0.0.1", port)


def test_a_file_that_is_not_a_database(capsys, tmp_path):
    file = tmp_path / "letter.txt"
    file.write_text("Dear server, " * 100)
    error = refused(capsys, "--port", "0", "--db", str(file))
    assert error == "The database failed: file is not a database.\n"


def test_a_database_that_does_not_answer(capsys):
    error = refused(capsys, "--port", "0", "--db", "postgresql://127.0.0.1:1/rooms")
    assert error.startswith("The database failed: ")


def test_an_identity_provider_without_an_audience(capsys, tmp_path, monkeypatch):
    monkeypatch.setenv("TURNWRIGHT_IDENTITY_JWKS", "https://id.example/keys")
    error = refused(capsys, "--port", "0", "--db", str(tmp_path / "rooms.sqlite"))
    assert error == "identity_jwks also needs identity_issuer and identity_audience.\n"


def test_a_timeout_that_is_not_a_number(capsys):
    error = refused(capsys, "--timeout", "prompt=soon")
    assert error == "--timeout must be KIND=SECONDS, not 'prompt=soon'.\n"


def test_a_lab_with_fewer_than_no_workers(capsys):
    error = refused(capsys, "--lab-workers", "-1")
    assert error == "The setting workers must be at least 0, not -1.\n"


def test_a_cpu_that_does_not_exist(capsys, tmp_path):
    error = refused(capsys, "--cpu", "9999", "--db", str(tmp_path / "rooms.sqlite"))
    known = ", ".join(map(str, sorted(os.sched_getaffinity(0))))
    assert error == f"CPU 9999 is not available; available are {known}.\n"


def wait_for(url: str) -> None:
    for _ in range(1000):
        with suppress(URLError), urllib.request.urlopen(url):
            return
        time.sleep(0.02)
    raise AssertionError(f"{url} does not answer")


@contextmanager
def serving(db: Path, *arguments: str) -> Iterator[subprocess.Popen[bytes]]:
    """Run `turnwright serve` on a free port until the block ends."""
    command = [sys.executable, "-m", "turnwright", "serve", "--port", "0", "--db", str(db)]
    command += ["--lab-on-demand", *arguments]
    server = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    try:
        assert server.stdout is not None
        line = server.stdout.readline().decode()
        address = line.removeprefix("Turnwright is running at ").split()[0]
        wait_for(f"{address}health")
        yield server
    finally:
        server.terminate()
        server.communicate()


def test_all_threads_are_pinned_to_the_cpu(tmp_path):
    cpu = max(os.sched_getaffinity(0))
    with serving(tmp_path / "rooms.sqlite", "--cpu", str(cpu)) as server:
        threads = [int(thread.name) for thread in Path(f"/proc/{server.pid}/task").iterdir()]
        assert len(threads) > 1
        assert [os.sched_getaffinity(thread) for thread in threads] == [{cpu}] * len(threads)


def test_a_database_that_another_server_uses(capsys, tmp_path):
    file = tmp_path / "rooms.sqlite"
    with serving(file) as first:
        error = refused(capsys, "--port", "0", "--db", str(file))
        assert error.startswith(f"Another server is using {file}. Stop it first")
        other = tmp_path / "other"
        other.mkdir()
        (other / "symbolic.sqlite").symlink_to(file)
        (other / "hard.sqlite").hardlink_to(file)
        error = refused(capsys, "--port", "0", "--db", str(other / "symbolic.sqlite"))
        assert error.startswith("Another server is using ")
        error = refused(capsys, "--port", "0", "--db", str(other / "hard.sqlite"))
        assert "has 2 names (hard links)" in error
        (other / "hard.sqlite").unlink()
        first.kill()
        first.wait()
        with serving(file) as second:
            assert second.poll() is None, "a killed server leaves nothing behind that is in the way"


def test_a_password_in_the_environment_or_the_file_shows_nowhere(tmp_path, capsys):
    """Neither the server nor a process that it starts has it on its command line."""
    config = tmp_path / "server.toml"
    config.write_text('admin_token = "hidden-token"\n[lab]\nworkers = 1\nis_started_early = true\n')
    with serving(tmp_path / "rooms.sqlite", "--config", str(config)) as server:
        lines = [Path(f"/proc/{server.pid}/cmdline").read_bytes()]
        for folder in Path("/proc").glob("[0-9]*"):
            with suppress(OSError):
                if f"\nPPid:\t{server.pid}\n" in (folder / "status").read_text():
                    lines.append((folder / "cmdline").read_bytes())
    assert not [line for line in lines if b"hidden-token" in line]


def test_a_password_on_the_command_line_is_warned_about(capsys):
    main(["serve", "--port", "0", "--db", "postgresql://ann:secret@127.0.0.1:1/rooms"])
    warning, error = capsys.readouterr().err.splitlines()
    assert warning.startswith("Others on this machine can read the password in --db.")
    assert error.startswith("The database failed: ")
    assert "secret" not in error


def test_every_log_line_is_json(tmp_path, caplog):
    formatter = JsonLines()
    try:
        raise ValueError("in the\nrules")
    except ValueError:
        logging.getLogger("uvicorn.error").exception("It failed: %s", "why")
    line = json.loads(formatter.format(caplog.records[-1]))
    assert (line["event"], line["logger"]) == ("log", "uvicorn.error")
    assert line["message"] == "It failed: why"
    assert "in the\nrules" in line["traceback"]
    with serving(tmp_path / "rooms.sqlite") as server:
        server.terminate()
        assert server.stderr is not None
        lines = [json.loads(line) for line in server.stderr.read().splitlines()]
    assert "node_started" in [line["event"] for line in lines]
    assert [line for line in lines if line.get("level") == "error"] == []  # stopped while starting


def test_log_lines_in_a_terminal_are_plain_text(caplog):
    formatter = TerminalLines()
    with caplog.at_level(logging.INFO):
        log_event("node_started", node="477dd9a84982")
        logging.getLogger("uvicorn.error").warning("It is %s.", "late")
    node, late = map(formatter.format, caplog.records[-2:])
    assert re.fullmatch(r"\d\d:\d\d:\d\d node_started node=477dd9a84982", node)
    assert re.fullmatch(r"\d\d:\d\d:\d\d It is late\.", late)
