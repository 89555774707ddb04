"""The settings of the combat lab."""

from __future__ import annotations

import msgspec

from turnwright.sim.backends import available_cores


class LabSettings(msgspec.Struct, kw_only=True):
    """The settings of the lab: its worker processes, and what one client may ask for."""

    workers: int | None = None
    """Processes that play runs; one per core by default. 0 switches the lab off."""
    backend: str = "auto"
    """Where runs are played: `auto` for the workers, or `ray`."""
    is_started_early: bool = False
    """Whether the workers start, and the kernel is compiled, together with the server."""
    compiles: bool = True
    """Whether the kernel is compiled in the background if that has not happened before."""
    runs: int = 1_000_000
    """Runs of one request, all values of a sweep together."""
    combatants: int = 500
    """Combatants of one encounter."""
    seconds: float = 60.0
    """Seconds that a job may take. Runs that are finished by then are the result."""
    short_seconds: float = 15.0
    """Seconds that a short request (`validate`, `describe`, ...) may take."""
    jobs: int = 2
    """Jobs of one client at the same time, waiting ones included."""
    short_jobs: int = 6
    """Short requests of one client at the same time."""
    queue: int = 32
    """Jobs of all clients that may wait for a worker."""
    body_bytes: int = 1_000_000
    """Bytes of one request."""
    import_bytes: int = 5_000_000
    """Bytes of a request to import a file: collections of monsters are large."""
    rate: float = 20.0
    """Requests per second and client address, on average; 0 disables the limit."""
    burst: float = 60.0
    """Requests that an address may send at once."""
    memory_mb: int = 2048
    """Memory of one worker process; 0 disables the limit."""
    importer: str = ""
    """The function that converts files of other programs, as `module:function`. Empty: only encounter
    files are read."""
    cpus: tuple[int, ...] = ()
    """The CPUs of the workers; empty for those of the server."""

    @property
    def worker_count(self) -> int:
        """The number of processes that play runs."""
        if self.workers is not None:
            return max(0, self.workers)
        if self.cpus:
            return len(self.cpus)
        return available_cores()
