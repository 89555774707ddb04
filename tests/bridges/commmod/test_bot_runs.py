"""Whole runs with agents: a strict client finishes 200 runs, and misbehaving agents are stopped."""

from __future__ import annotations

import sys
import time
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tests.bridges.commmod.strict_client import SimpleClient, StrictClient
from turnwright.bridges.commmod.host import Mod, RunRequest
from turnwright.bridges.commmod.host.bot_runs import AgentLimits, BotHost, BotRunResult
from turnwright.bridges.commmod.host.child_process import AgentFailure, AgentProcess
from turnwright.bridges.commmod.recordings.file import load
from turnwright.cli import main
from turnwright.games.spire.characters import CHARACTERS

CLIENT = Path(__file__).with_name("strict_client.py")
ALL_SCREENS = {
    "EVENT", "CHEST", "SHOP_ROOM", "REST", "CARD_REWARD", "COMBAT_REWARD", "MAP", "BOSS_REWARD",
    "SHOP_SCREEN", "GRID", "HAND_SELECT", "GAME_OVER", "COMPLETE", "NONE",
}  # fmt: skip


class DirectConnection:
    """A connection to a client in this process: the client answers when the host receives."""

    def __init__(self, client: StrictClient) -> None:
        self.client = client
        self.next = "ready"

    def send(self, line: bytes) -> None:
        self.next = self.client.answer(msgspec.json.decode(line))

    def receive(self, timeout: float) -> str:
        return self.next


def play(client: StrictClient, runs: int, **settings: Any) -> BotHost:
    host = BotHost(DirectConnection(client), runs=runs, **settings)
    host.play()
    if host.trouble is not None:
        raise host.trouble
    return host


# --- a strict client ----------------------------------------------------------------------------------


def test_two_hundred_runs_have_no_errors() -> None:
    client = StrictClient(seed=7)
    host = play(client, 200)
    assert len(client.finished) == len(host.outcomes) == 200
    assert all(one.errors == 0 and one.result in ("defeat", "victory") for one in host.outcomes)
    assert max(one.floor for one in host.outcomes) >= 16


@pytest.mark.parametrize("ascension", [0, 20])
def test_runs_with_a_strong_deck_show_every_screen(ascension: int) -> None:
    """The runs reach at least the third act."""
    deck = ["Bludgeon+1"] * 4 + ["Impervious+1"] * 2 + [
        "Offering+1", "Shrug It Off+1", "Immolate+1", "Immolate+1", "Whirlwind+1", "Armaments",
        "Dual Wield", "Headbutt", "Warcry", "Exhume", "Burning Pact", "Purity", "Discovery", "Havoc",
    ]  # fmt: skip
    client = StrictClient(seed=3, ascension=ascension)
    mod = Mod(options={"scene": {"hp": 3000, "max_hp": 3000, "deck": deck, "gold": 500}})
    message = mod.state()
    acts = set()
    while len(client.finished) < 2:
        command = client.answer(msgspec.json.decode(message))
        if mod.session is not None:
            acts.add(mod.session.G.act)
        message = mod.handle_line(command) or b""
    assert {1, 2, 3} <= acts
    assert any(client.finished)
    assert client.screens == ALL_SCREENS


@pytest.mark.parametrize("character", CHARACTERS)
def test_a_simple_client_plays_every_character(character: str) -> None:
    host = play(SimpleClient(seed=1, character=character), 20)
    assert {one.character for one in host.outcomes} == {character}
    assert not any(one.errors for one in host.outcomes)


def test_the_host_may_change_the_requested_run() -> None:
    client = StrictClient(seed=2, character="DEFECT")

    def change(run: int, start: RunRequest) -> RunRequest:
        return RunRequest("IRONCLAD", 20, 100 + run)

    outcomes = play(client, 2, change=change).outcomes
    assert [(one.character, one.ascension, one.seed) for one in outcomes] == [
        ("IRONCLAD", 20, "2W"),
        ("IRONCLAD", 20, "2X"),
    ]


def test_runs_with_the_same_seed_are_equal() -> None:
    first, second = (play(StrictClient(seed=5), 3).outcomes for _ in range(2))
    for one, other in zip(first, second, strict=True):
        one.seconds = other.seconds = 0
        assert one == other


# --- in a process -------------------------------------------------------------------------------------


def host(
    agent: str | list[str], *, runs: int = 1, timeout: float = 20.0, **limits: Any
) -> tuple[list[BotRunResult], AgentFailure | None, AgentProcess]:
    command = agent if isinstance(agent, list) else [sys.executable, "-c", agent]
    with AgentProcess(command) as child:
        chosen = AgentLimits(handshake=timeout, timeout=timeout, **limits)
        found = BotHost(child, runs=runs, limits=chosen)
        outcomes = found.play()
    return outcomes, found.trouble, child


def test_a_client_runs_in_its_own_process() -> None:
    outcomes, trouble, child = host([sys.executable, str(CLIENT), "3", "11"], runs=3)
    assert trouble is None
    assert len(outcomes) == 3
    assert child.process.returncode == 0  # it has received the menu and exited


START_RUN = """
import sys, time, os
print("ready", flush=True)
sys.stdin.readline()
print("start ironclad 0 ABE", flush=True)
sys.stdin.readline()
"""


def test_a_silent_agent_is_stopped() -> None:
    outcomes, trouble, child = host("import time; time.sleep(60)", timeout=0.2)
    assert trouble is not None
    assert trouble.code == "silent"
    assert outcomes == []
    assert child.process.returncode is not None


def test_an_agent_that_hangs_in_a_run_is_stopped() -> None:
    outcomes, _, child = host(START_RUN + "time.sleep(60)", timeout=1.0)
    assert [one.trouble for one in outcomes] == ["silent"]
    assert outcomes[0].result == "unfinished"
    assert outcomes[0].seed == "ABE"
    assert child.process.returncode is not None


def test_an_agent_that_ignores_sigterm_is_killed() -> None:
    ignore_sigterm = "import signal; signal.signal(signal.SIGTERM, signal.SIG_IGN)\n"
    start = time.monotonic()
    _, trouble, child = host(ignore_sigterm + START_RUN + "while True: time.sleep(1)", timeout=1.0)
    assert trouble is not None
    assert child.process.returncode == -9
    assert time.monotonic() - start < 15


def test_child_processes_of_an_agent_are_stopped_with_it(tmp_path: Path) -> None:
    note = tmp_path / "pid"
    agent = f"""
import subprocess, sys
other = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(60)"])
open({str(note)!r}, "w").write(str(other.pid))
"""
    _, trouble, _ = host(agent)
    assert trouble is not None
    assert trouble.code == "gone"
    pid = int(note.read_text())
    for _ in range(50):
        if not _is_running(pid):
            return
        time.sleep(0.1)
    raise AssertionError("its child process is still running")


def _is_running(pid: int) -> bool:
    try:
        state = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rsplit(")", 1)[1].split()[0]
    except FileNotFoundError:
        return False
    return state != "Z"


def test_an_agent_that_exits_is_reported() -> None:
    outcomes, trouble, _ = host(START_RUN + "os._exit(3)")
    assert trouble is not None
    assert trouble.code == "gone"
    assert str(trouble) == "The agent has ended with exit code 3."
    assert outcomes[0].why == str(trouble)


def test_an_agent_that_sends_too_much_is_stopped() -> None:
    outcomes, trouble, _ = host(
        START_RUN + "sys.stdout.write('x' * 10_000_000)\nsys.stdout.flush()"
    )
    assert trouble is not None
    assert trouble.code == "flood"
    assert len(outcomes) == 1


def test_an_agent_that_does_not_read_is_stopped() -> None:
    agent = START_RUN + "while True: print('state', flush=True)"
    _, trouble, _ = host(agent, commands=10**9)
    assert trouble is not None
    assert trouble.code == "deaf"


def test_an_agent_that_sends_too_many_commands_is_stopped() -> None:
    agent = START_RUN + "while True:\n    print('state', flush=True)\n    sys.stdin.readline()"
    _, trouble, _ = host(agent, commands=200)
    assert trouble is not None
    assert trouble.code == "endless"


def test_an_agent_that_sends_random_bytes_is_stopped() -> None:
    agent = START_RUN + (
        "while True:\n    sys.stdout.buffer.write(os.urandom(64) + b'\\xff\\n')\n"
        "    sys.stdout.flush()\n    sys.stdin.readline()"
    )
    outcomes, trouble, _ = host(agent, errors=50)
    assert trouble is not None
    assert trouble.code == "babble"
    assert outcomes[0].errors >= 50


def test_an_agent_that_cannot_be_run_is_an_error() -> None:
    with pytest.raises(Exception, match="cannot be run"):
        AgentProcess(["/no/such/agent"])


def test_a_line_may_end_with_nul() -> None:
    agent = """
import sys, time
sys.stdout.write("ready\\0start ironclad 0 ABE\\0")
sys.stdout.flush()
time.sleep(60)
"""
    outcomes, _, _ = host(agent, timeout=1.0)
    assert [one.seed for one in outcomes] == ["ABE"]


# --- on the command line ------------------------------------------------------------------------------


def test_the_command_prints_and_records_the_runs(
    capfd: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    session = tmp_path / "session.jsonl"
    agent = f"{sys.executable} {CLIENT} 2 4"
    words = [
        "spire",
        "host",
        "--agent",
        agent,
        "--runs",
        "2",
        "--seed",
        "ABE",
        "--record",
        str(session),
    ]
    assert main(words) == 0
    lines = capfd.readouterr().out.splitlines()
    assert lines[0].startswith("run 1: ")
    assert "seed ABE" in lines[0]
    assert "seed ABF" in lines[1]
    assert lines[2].startswith("2 runs: ")
    entries = load(session)
    assert entries[0].agent == "ready"
    assert entries[1].game is not None
    assert entries[-1].game is not None
    assert sum(entry.agent is not None for entry in entries) > 50


def test_the_command_prints_json(capfd: pytest.CaptureFixture[str]) -> None:
    agent = f"{sys.executable} {CLIENT} 1 4"
    words = [
        "spire",
        "host",
        "--agent",
        agent,
        "--class",
        "ironclad",
        "--ascension",
        "20",
        "--json",
    ]
    assert main(words) == 0
    outcome = msgspec.json.decode(capfd.readouterr().out, type=BotRunResult)
    assert (outcome.run, outcome.ascension, outcome.trouble) == (1, 20, "")


@pytest.mark.parametrize(
    "words",
    [
        ["--agent", ""],
        ["--agent", "'"],
        ["--agent", "true", "--class", "nobody"],
        ["--agent", "true", "--ascension", "21"],
        ["--agent", "true", "--seed", "?"],
        ["--agent", "true", "--runs", "0"],
        ["--agent", "/no/such/agent"],
    ],
)
def test_the_command_refuses_invalid_arguments(
    words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["spire", "host", *words]) != 0
    assert capsys.readouterr().err.strip()


def test_the_command_reports_a_bot_that_exits(capfd: pytest.CaptureFixture[str]) -> None:
    assert main(["spire", "host", "--agent", f"{sys.executable} -c pass"]) == 1
    assert capfd.readouterr().err == "gone: The agent has ended with exit code 0.\n"
