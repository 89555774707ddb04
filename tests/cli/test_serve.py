"""`turnwright serve`, when it cannot: one sentence, exit code 2, and nothing was promised."""

from __future__ import annotations

import socket

import pytest

from turnwright.cli import main


@pytest.fixture
def port():
    """A port that somebody else listens on."""
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
    assert error == f"127.0.0.1:{port} cannot be used: Address already in use.\n"


def test_a_file_that_is_no_database(capsys, tmp_path):
    file = tmp_path / "letter.txt"
    file.write_text("Dear server, " * 100)
    error = refused(capsys, "--port", "0", "--db", str(file))
    assert error == "The database failed: file is not a database.\n"


def test_a_database_that_does_not_answer(capsys):
    error = refused(capsys, "--port", "0", "--db", "postgresql://127.0.0.1:1/rooms")
    assert error.startswith("The database failed: ")


def test_a_time_that_is_no_number(capsys):
    error = refused(capsys, "--timeout", "prompt=soon")
    assert error == "--timeout is KIND=SECONDS, not 'prompt=soon'.\n"
