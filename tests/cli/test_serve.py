"""`turnwright serve` with wrong arguments: one sentence, exit code 2, and nothing is served."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
import urllib.request
from contextlib import suppress
from pathlib import Path
from urllib.error import URLError

import pytest

from turnwright.cli import main


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


def test_a_file_that_is_not_a_database(capsys, tmp_path):
    file = tmp_path / "letter.txt"
    file.write_text("Dear server, " * 100)
    error = refused(capsys, "--port", "0", "--db", str(file))
    assert error == "The database failed: file is not a database.\n"


def test_a_database_that_does_not_answer(capsys):
    error = refused(capsys, "--port", "0", "--db", "postgresql://127.0.0.1:1/rooms")
    assert error.startswith("The database failed: ")


def test_a_timeout_that_is_not_a_number(capsys):
    error = refused(capsys, "--timeout", "prompt=soon")
    assert error == "--timeout must be KIND=SECONDS, not 'prompt=soon'.\n"


def test_a_lab_with_fewer_than_no_workers(capsys):
    error = refused(capsys, "--lab-workers", "-1")
    assert error == "--lab-workers must be 0 (no lab) or more.\n"


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


def test_all_threads_are_pinned_to_the_cpu(tmp_path):
    cpu = max(os.sched_getaffinity(0))
    command = [sys.executable, "-m", "turnwright", "serve", "--cpu", str(cpu), "--port", "0"]
    command += ["--db", str(tmp_path / "rooms.sqlite"), "--lab-on-demand"]
    server = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    try:
        assert server.stdout is not None
        line = server.stdout.readline().decode()
        address = line.removeprefix("Turnwright is running at ").split()[0]
        wait_for(f"{address}health")
        threads = [int(thread.name) for thread in Path(f"/proc/{server.pid}/task").iterdir()]
        assert len(threads) > 1
        assert [os.sched_getaffinity(thread) for thread in threads] == [{cpu}] * len(threads)
    finally:
        server.terminate()
        server.communicate()
