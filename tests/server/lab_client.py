"""A client of the combat lab: plain HTTP, and streams of events that are read one by one."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

from tests.server.server_process import Server
from turnwright.skirmish.model.sample_encounters import SAMPLES

AMBUSH = (SAMPLES / "goblin-ambush.yaml").read_text("utf-8")
MANY = 1_000_000
"""More runs than the interpreter plays during a test."""


def endless_fight(rounds: int = 10_000) -> str:
    """Two that do nothing, for so many rounds."""
    rules = f"rules: {{use: '2014', rounds: {rounds}}}"
    sides = "sides:\n  Left: [{use: Goblin, actions: []}]\n  Right: [{use: Orc, actions: []}]"
    return f"{rules}\n{sides}\n"


class Stream:
    """The stream of events that answers a request."""

    def __init__(self, server: Server, route: str, body: dict[str, Any], address: str = "") -> None:
        self.connection = HTTPConnection("127.0.0.1", server.port, timeout=60)
        headers = {"X-Forwarded-For": address} if address else {}
        self.connection.request("POST", f"/api/lab/{route}", json.dumps(body), headers)
        self.answer = self.connection.getresponse()
        self.status = self.answer.status
        self.headers = {name.lower(): value for name, value in self.answer.getheaders()}
        self.job = ""

    def __enter__(self) -> Stream:
        return self

    def __exit__(self, *_: Any) -> None:
        self.drop()

    def drop(self) -> None:
        """Close the connection."""
        self.answer.close()
        self.connection.close()

    def events(self) -> Iterator[tuple[str, Any]]:
        """Yield the names and data of all events that follow."""
        name = ""
        for raw in self.answer:
            line = raw.decode().rstrip("\n")
            if line.startswith("event: "):
                name = line.removeprefix("event: ")
            elif line.startswith("data: "):
                data = json.loads(line.removeprefix("data: "))
                self.job = data.get("job", self.job)
                yield name, data

    def until(self, *names: str) -> tuple[str, Any]:
        """Return the next event with one of these names."""
        for name, data in self.events():
            if name in names:
                return name, data
        raise AssertionError(f"the stream ended without {names}")

    def result(self) -> dict[str, Any]:
        """Read to the end; return the data of the result."""
        name, data = self.until("result", "error")
        assert name == "result", data
        return data  # type: ignore[no-any-return]


def children(pid: int) -> set[int]:
    """The processes that a process has started and that are alive."""
    found = set()
    for folder in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            state, parent = (folder / "stat").read_text().rpartition(")")[2].split()[:2]
            if int(parent) == pid and state != "Z":
                found.add(int(folder.name))
    return found


def is_alive(pid: int) -> bool:
    """Whether a process runs; one that nobody has waited for does not."""
    try:
        return (
            Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()[0]
            != "Z"
        )
    except OSError:
        return False


def wait_until(is_true: Callable[[], bool], what: str) -> None:
    """Ask again and again, for a minute at most."""
    end = time.monotonic() + 60
    while not is_true():
        assert time.monotonic() < end, f"this never happened: {what}"
