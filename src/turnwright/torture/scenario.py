"""What a scenario of faults is, and what its run results in."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Literal

import msgspec

if TYPE_CHECKING:
    from .stage import Stage

Run = Callable[["Stage"], Awaitable[str]]
Verdict = Literal["passed", "failed", "not available", "no time"]


def times(count: int) -> str:
    """Say how often something was done."""
    return "once" if count == 1 else f"{count} times"


class NotAvailable(Exception):
    """A fault cannot be caused on this machine; its text says why."""


class Scenario(msgspec.Struct, frozen=True, kw_only=True):
    """A fault that is caused while players play.

    `run` causes it for about `Stage.seconds` seconds, waits until all rooms go on, and returns what it
    has done. `database` is the one that the scenario needs: `sqlite`, `cluster` (a private PostgreSQL),
    or any. A scenario `from_outside` needs no control of the server's process.
    """

    name: str
    fault: str
    guarantee: str
    run: Run
    seconds: float = 5.0
    rooms: int = 4
    database: Literal["any", "sqlite", "cluster"] = "any"
    from_outside: bool = False


class Result(msgspec.Struct, kw_only=True):
    """The result of a scenario. `recovery` is the longest time, in seconds, from a fault until
    `/health` answered and every room had moved again."""

    scenario: str
    verdict: Verdict
    done: str = ""
    acknowledged: int = 0
    lost: int = 0
    doubled: int = 0
    recovery: float | None = None
    seconds: float = 0.0
    problems: list[str] = []


class Report(msgspec.Struct, kw_only=True):
    """The results of a run of scenarios; it can be repeated with its seed."""

    version: str
    game: str
    database: str
    seed: int
    seconds: float
    results: list[Result]

    @property
    def has_failed(self) -> bool:
        """Whether a scenario has failed."""
        return any(result.verdict == "failed" for result in self.results)
