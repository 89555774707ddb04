"""The settings of `turnwright serve`: from the command line, the environment and a file."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import turnwright as tw
from turnwright.cli.serve_config import ServeSettings, misspelled, read_settings

FILE = """
host = "0.0.0.0"
port = 9000
db = "postgresql://games:secret@db/rooms"
origins = ["https://cards.example"]
max_sockets = 500
timeouts = {prompt = 45, move = 0}

[lab]
workers = 1
seconds = 20
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "server.toml"
    path.write_text(FILE)
    return path


def read(file: Path | None = None, given: Any = None, **environment: str) -> ServeSettings:
    return read_settings(given or {}, environment, str(file or ""))


def refused(*arguments: Any, **more: Any) -> str:
    with pytest.raises(tw.UnusableError) as error:
        read(*arguments, **more)
    return str(error.value)


def test_without_a_word_the_defaults_hold() -> None:
    settings = read()
    assert (settings.host, settings.port, settings.db) == ("127.0.0.1", 8000, "turnwright.sqlite")
    assert settings.lab.is_started_early


def test_a_file_sets_anything(file: Path) -> None:
    settings = read(file)
    assert (settings.host, settings.port) == ("0.0.0.0", 9000)
    assert settings.origins == ("https://cards.example",)
    assert settings.timeouts == {"prompt": 45, "move": 0}
    assert (settings.max_sockets, settings.lab.workers, settings.lab.seconds) == (500, 1, 20)


def test_the_environment_counts_before_the_file_and_the_command_line_before_both(
    file: Path,
) -> None:
    environment = {
        "TURNWRIGHT_PORT": "9001",
        "TURNWRIGHT_MAX_SOCKETS": "600",
        "TURNWRIGHT_LAB_SECONDS": "30",
        "TURNWRIGHT_ORIGINS": "https://a.example, https://b.example",
        "TURNWRIGHT_TIMEOUTS": "prompt=20",
        "TURNWRIGHT_COIN_FLIP": "false",
        "TURNWRIGHT_DEBUG": "1",
        "HOME": "somewhere",
    }
    settings = read(file, {"port": 9002}, **environment)
    assert (settings.port, settings.max_sockets) == (9002, 600)
    assert (settings.lab.seconds, settings.lab.workers) == (30, 1)
    assert settings.origins == ("https://a.example", "https://b.example")
    assert settings.timeouts == {"prompt": 20}
    assert not settings.coin_flip
    assert settings.db == "postgresql://games:secret@db/rooms"


def test_mistakes_are_named(file: Path, tmp_path: Path) -> None:
    def with_line(line: str) -> Path:
        file.write_text(line, encoding="utf-8")
        return file

    assert refused(with_line("max_socket = 5")) == (
        f"{file}: there is no setting 'max_socket'; did you mean 'max_sockets'?"
    )
    assert refused(with_line("plans = {}")).startswith(f"{file}: there is no setting 'plans'")
    assert refused(with_line("[lab]\nworkrs = 1")).startswith(
        f"{file}, table lab: there is no setting 'workrs'; did you mean 'workers'?"
    )
    assert refused(with_line("port = 'x'")) == f"{file}: port: Expected `int`, got `str`."
    assert refused(with_line("port =")).startswith(f"{file} is not a TOML file: ")
    assert refused(with_line("max_sockets = -1")) == (
        "The setting max_sockets must be at least 0, not -1."
    )
    missing = tmp_path / "none.toml"
    assert refused(missing) == f"Cannot read {missing}: No such file or directory."
    assert refused(TURNWRIGHT_PORT="eighty") == "The environment: port: Expected `int`, got `str`."
    assert refused(TURNWRIGHT_TIMEOUTS="soon") == (
        "TURNWRIGHT_TIMEOUTS must be KIND=SECONDS, not 'soon'."
    )


def test_misspelled_variables_are_told_and_those_of_others_are_not() -> None:
    given = ("PROT", "MAX_SOCKET", "LAB_WORKRS", "DB", "LAB_WORKERS", "DEBUG", "SERVICE_HOST",
             "PORT_8000_TCP_ADDR", "ADMIN_TOKEN", "PASSWORD")  # fmt: skip
    environment = {f"TURNWRIGHT_{name}": "1" for name in given} | {"PROT": "1"}
    assert misspelled(environment) == [
        "TURNWRIGHT_PROT is not a setting; did you mean TURNWRIGHT_PORT?",
        "TURNWRIGHT_MAX_SOCKET is not a setting; did you mean TURNWRIGHT_MAX_SOCKETS?",
        "TURNWRIGHT_LAB_WORKRS is not a setting; did you mean TURNWRIGHT_LAB_WORKERS?",
    ]


LIMITS = (
    "max_sockets", "max_sockets_per_address", "max_spectators", "max_spectators_per_address",
    "create_rate", "create_burst", "max_waiting_rooms", "max_rooms_per_address", "message_rate",
    "message_burst", "message_rate_per_address", "message_burst_per_address",
    "request_rate", "request_burst",
    "chat_rate", "chat_burst", "room_chat_rate", "room_chat_burst", "chat_kept",
    "chat_seconds", "max_buffer", "max_buffer_per_address", "report_rate", "report_burst",
    "max_reports", "mute_seconds", "kick_seconds",
)  # fmt: skip


@pytest.mark.parametrize("limit", LIMITS)
def test_every_limit_can_be_set_in_the_environment_and_in_a_file(
    limit: str, tmp_path: Path
) -> None:
    assert getattr(read(**{f"TURNWRIGHT_{limit.upper()}": "7"}), limit) == 7
    file = tmp_path / "limits.toml"
    file.write_text(f"{limit} = 8")
    assert getattr(read(file), limit) == 8
    assert f"The setting {limit} must be at least 0" in refused(
        **{f"TURNWRIGHT_{limit.upper()}": "-1"}
    )


def test_identities_are_settings(tmp_path: Path) -> None:
    settings = read(
        TURNWRIGHT_IDENTITY_ISSUER="https://id.example",
        TURNWRIGHT_IDENTITY_AUDIENCE="cards",
        TURNWRIGHT_IDENTITY_JWKS="https://id.example/keys",
        TURNWRIGHT_IDENTITY_REQUIRED="true",
    )
    assert settings.identity_required is True
    assert settings.identity_jwks == "https://id.example/keys"
