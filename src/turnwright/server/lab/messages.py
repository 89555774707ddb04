"""Requests and responses of `/api/lab/`. Reports have the types of `turnwright.skirmish.api`."""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypeAlias

import msgspec

Seed: TypeAlias = Annotated[int, msgspec.Meta(ge=0)]
Runs: TypeAlias = Annotated[int, msgspec.Meta(ge=1)]


class _Request(msgspec.Struct, forbid_unknown_fields=True):
    """Unknown fields are refused, so that a misspelled option does not go unnoticed."""


class ValidateRequest(_Request):
    """An encounter as YAML or JSON text. `play` adds what a few runs take from the pools."""

    text: str
    play: bool = False


class DescribeRequest(_Request):
    """An action, as an object or as YAML text, and the list that it is in."""

    action: dict[str, Any] | str
    list: Literal["actions", "reactions"] = "actions"


class RunRequest(_Request):
    """An encounter, how often to play it, and from which seed. With `until_width` it stops as soon as
    the interval of the first side's chance to win is that narrow."""

    text: str
    runs: Runs = 10_000
    until_width: float | None = None
    seed: Seed = 0
    workers: Annotated[int, msgspec.Meta(ge=1)] | None = None


class CompareRequest(_Request):
    """Two encounters to play with the same seeds."""

    first: str
    second: str
    runs: Runs = 10_000
    seed: Seed = 0


class SweepRequest(_Request):
    """An encounter, the path of one of its numbers, and the values to try: `10..20` or a list."""

    text: str
    path: str
    values: str | list[int | float | str]
    runs: Runs = 2_000
    seed: Seed = 0


class OptimiseRequest(_Request):
    """An encounter, and the list to put in a better order."""

    text: str
    combatant: str
    which: Literal["actions", "reactions"] = "actions"
    runs: Runs = 10_000
    seed: Seed = 0


class FindRun(_Request):
    """A run in which a combatant dies, falls or survives."""

    combatant: str
    fate: Literal["dies", "falls", "survives"]


class ExplainRequest(_Request):
    """The run with a seed; with `find`, the first run of a batch with that seed that fits."""

    text: str
    seed: Seed = 0
    find: FindRun | None = None
    runs: Runs = 10_000


class ImportRequest(_Request):
    """The text of a file of this or another program, what to take of it, and what to call it."""

    text: str
    name: str = ""
    names: list[str] | None = None
    day: str | None = None


class CancelRequest(_Request):
    """The id of a job, from its `started` event."""

    job: str


class Cancelled(msgspec.Struct):
    """Whether the job was still waiting or running."""

    cancelled: bool


class Limits(msgspec.Struct):
    """What one client may ask for."""

    runs: int
    combatants: int
    seconds: float
    jobs: int
    bytes: int
    import_bytes: int


class LabStatus(msgspec.Struct):
    """The state of the lab. `why` says why the kernel is not ready."""

    kernel: Literal["ready", "compiling", "unavailable"]
    why: str
    workers: int
    backend: str
    limits: Limits
    waiting: int = 0
    running: int = 0


class Queued(msgspec.Struct):
    """The event `queued`: the job waits for a worker, behind so many others."""

    job: str
    ahead: int


class Started(msgspec.Struct):
    """The event `started`: the job, what plays its runs, and why."""

    job: str
    executor: str
    why: str


class Note(msgspec.Struct):
    """Why a result is not complete."""

    code: str
    message: str
    data: dict[str, Any] = {}
