"""The lab of a server: its workers, the jobs that wait, and what each client may ask for.

There are two lanes. Long jobs (runs, comparisons, ...) take one of the workers that play runs. Short
requests have workers of their own, and take an idle one of the others if those are busy: they never
wait behind runs. All methods belong to the event loop.
"""

from __future__ import annotations

import asyncio
import time
from collections import Counter, deque
from functools import partial
from typing import Literal, NamedTuple, TypeAlias

import msgspec

from turnwright.core.errors import UnusableError
from turnwright.optional_packages import MissingPackage, missing
from turnwright.server.http.limits import Buckets, LimitReached
from turnwright.server.node.logs import log_event
from turnwright.server.workers.frames import LAST_KINDS, Frame, Kind

from .jobs import Job, Lane
from .lab_worker import LabWorker
from .settings import LabSettings
from .worker_request import Request

KernelState: TypeAlias = Literal["ready", "compiling", "unavailable"]

CANCEL_GRACE = 0.3
"""Seconds in which a worker may end a cancelled job; then it is killed."""
LATE_GRACE = 3.0
"""Seconds after its time limit in which a worker may end a job by itself."""
SHORT_WORKERS = 2
"""Workers for short requests. The second one starts when the first is busy."""
LOOK_SECONDS = 1.0
"""Seconds before a lab that starts with its first request looks for the kernel."""
RESTART_SECONDS = 1.0
"""Seconds before a worker is replaced that died without having answered anything."""


class LabStats:
    """Counters of the lab, shown at `/metrics`."""

    def __init__(self) -> None:
        self.finished: Counter[tuple[str, str]] = Counter()  # by route and outcome
        self.seconds: dict[str, float] = {}  # of workers, by route
        self.lost_workers = 0


class _KernelNote(msgspec.Struct):
    """What a worker says about the kernel."""

    kernel: KernelState
    why: str = ""


class Waiting(NamedTuple):
    """How many jobs wait, and how many are running."""

    waiting: int
    running: int


class Lab:
    """The jobs and the workers of one server."""

    def __init__(self, settings: LabSettings, *, is_limited: bool = True) -> None:
        self.settings = settings
        self.stats = LabStats()
        self.why_off = _why_off(settings)
        """Why there is no lab; empty if there is one."""
        self.workers: list[LabWorker] = []
        self.jobs: dict[str, Job] = {}
        self.queues: dict[Lane, deque[Job]] = {"short": deque(), "long": deque()}
        self.kernel: KernelState = "compiling"
        self.why = "The kernel has not been looked at yet."
        self.is_closed = False
        self._compiler: LabWorker | None = None
        self._is_limited = is_limited and settings.rate > 0
        self._limits = Buckets(settings.rate, settings.burst)
        self._is_kernel_known = False
        self._restart_at = 0.0

    # --- life ------------------------------------------------------------------------------------

    def open(self) -> None:
        """Start the workers if the settings say so."""
        if self.settings.is_started_early and not self.why_off:
            self._warm_up(self._start_worker("short"))
            for _ in range(self.settings.worker_count):
                self._start_worker("long")
            self.look_at_kernel()

    def close(self) -> None:
        """End all jobs and kill all workers. Does nothing the second time."""
        self.is_closed = True
        for job in list(self.jobs.values()):
            job.fail("closing", "The server is shutting down.", 503)
        for worker in [*self.workers, *([self._compiler] if self._compiler else [])]:
            worker.kill()

    @property
    def load(self) -> Waiting:
        """How many jobs wait, and how many are running."""
        running = sum(worker.job is not None for worker in self.workers)
        return Waiting(sum(map(len, self.queues.values())), running)

    # --- the kernel ------------------------------------------------------------------------------

    def look_at_kernel(self) -> None:
        """Find out whether the kernel is compiled. If it is not, a process of its own compiles it."""
        if self._is_kernel_known or self.why_off:
            return
        self._is_kernel_known = True
        if package := missing("sim"):
            sentence = str(MissingPackage("The compiled kernel", package, "sim"))
            self.kernel, self.why = "unavailable", sentence
            return
        self.why = "The kernel is being looked for."
        wait = 0.0 if self.settings.is_started_early else LOOK_SECONDS
        asyncio.get_running_loop().call_later(wait, self._start_compiler)

    def _start_compiler(self) -> None:
        if self.is_closed:
            return
        self._compiler = LabWorker("long", self._compiler_said, self._compiler_lost)
        self._compiler.start(self.settings)
        route = "kernel" if self.settings.compiles else "kernel-state"
        request = Request(route, "", "compiling", False, b"")
        self._compiler.send(Frame(Kind.REQUEST, 0, request.encode()))

    def _compiler_said(self, worker: LabWorker, frame: Frame) -> None:
        if frame.kind not in (Kind.PROGRESS, Kind.RESULT, Kind.ERROR):
            return
        if frame.kind is Kind.ERROR:
            self.kernel, self.why = "unavailable", "The kernel could not be compiled."
        else:
            note = msgspec.json.decode(frame.payload, type=_KernelNote)
            self.kernel, self.why = note.kernel, note.why
        if frame.kind in LAST_KINDS:
            worker.kill()
            log_event("lab_kernel", kernel=self.kernel, why=self.why)
            if self.kernel == "ready":
                for other in self.workers:
                    if other.lane == "long":
                        self._warm_up(other)

    def _compiler_lost(self, worker: LabWorker) -> None:
        self._compiler = None
        if self.kernel == "compiling":
            self.kernel, self.why = "unavailable", "The process that compiled the kernel died."

    def _warm_up(self, worker: LabWorker | None) -> None:
        """Let a worker load what it will need: the library, or the kernel if that is compiled."""
        if worker is not None and (worker.lane == "short" or self.kernel == "ready"):
            worker.send(Frame(Kind.WARM_UP, payload=worker.lane.encode()))

    # --- jobs ------------------------------------------------------------------------------------

    def check_rate(self, address: str) -> None:
        """Raise `rate_limited` if this address sends too many requests."""
        if self._is_limited and not self._limits.take(address):
            rate = self.settings.rate
            sentence = f"Too many requests: at most {rate:g} per second. Slow down."
            raise LimitReached("rate_limited", sentence, limit=rate)

    def submit(self, route: str, body: bytes, address: str, lane: Lane) -> Job:
        """Start a job, or let it wait for a worker. Raises `lab_unavailable`, `too_many_jobs` or
        `busy`."""
        if self.why_off or self.is_closed:
            raise UnusableError("lab_unavailable", self.why_off or "The server is shutting down.")
        settings = self.settings
        limit = settings.jobs if lane == "long" else settings.short_jobs
        ours = sum(job.address == address and job.lane == lane for job in self.jobs.values())
        if self._is_limited and ours >= limit:
            sentence = f"At most {limit} jobs of one client may run at the same time; cancel one."
            raise LimitReached("too_many_jobs", sentence, limit=limit)
        job = Job(route, body, address, lane)
        self.queues[lane].append(job)
        self.jobs[job.id] = job
        self._dispatch()
        if job.worker is None and sum(map(len, self.queues.values())) > settings.queue:
            self.queues[lane].remove(job)
            del self.jobs[job.id]
            sentence = "The lab is busy: too many jobs are waiting. Try again in a few seconds."
            raise LimitReached("busy", sentence, limit=settings.queue)
        self.look_at_kernel()
        return job

    def ahead_of(self, job: Job) -> int:
        """How many jobs wait before this one."""
        queue = self.queues[job.lane]
        return queue.index(job) if job in queue else 0

    def cancel(self, job: Job) -> bool:
        """Cancel a job: ask its worker first, and kill it if it does not stop. Return whether the job
        was still waiting or running."""
        if job.is_over or job.is_cancelled or job.id not in self.jobs:
            return False
        job.is_cancelled = True
        if job.worker is None:
            self.queues[job.lane].remove(job)
            job.fail("cancelled", "The job was cancelled before it started.", 409)
            self._finish(job, "cancelled")
            return True
        job.worker.send(Frame(Kind.CANCEL, job.number))
        kill = partial(
            self._kill, job, "cancelled", "The job was cancelled before it had a result."
        )
        job.timers.append(asyncio.get_running_loop().call_later(CANCEL_GRACE, kill))
        return True

    def _kill(self, job: Job, code: str, sentence: str) -> None:
        """End a job with an error by killing its worker."""
        worker = job.worker
        if worker is None or worker.job is not job:
            return
        limit = self._seconds(job.lane)
        job.fail(code, sentence, 409 if code == "cancelled" else 503, limit=limit)
        worker.kill()

    def _seconds(self, lane: Lane) -> float:
        return self.settings.seconds if lane == "long" else self.settings.short_seconds

    # --- workers ---------------------------------------------------------------------------------

    def _dispatch(self) -> None:
        """Give waiting jobs to idle workers. Workers that do not exist yet are started."""
        for lane in ("short", "long"):
            queue = self.queues[lane]
            while queue:
                worker = self._idle_worker(lane)
                if worker is None:
                    break
                self._assign(worker, queue.popleft())

    def _idle_worker(self, lane: Lane) -> LabWorker | None:
        mine = [worker for worker in self.workers if worker.lane == lane]
        for worker in mine:
            if worker.job is None:
                return worker
        if len(mine) < (self._size(lane) if lane == "long" else SHORT_WORKERS):
            return self._start_worker(lane)
        if lane == "short":
            return next((one for one in self.workers if one.job is None), None)
        return None

    def _size(self, lane: Lane) -> int:
        """How many workers of a lane there are before anybody asks for something."""
        return self.settings.worker_count if lane == "long" else 1

    def _start_worker(self, lane: Lane) -> LabWorker | None:
        """Start a worker, unless one has just died at its start."""
        if self.is_closed:
            return None
        wait = self._restart_at - time.monotonic()
        if wait > 0:
            asyncio.get_running_loop().call_later(wait + 0.01, self._dispatch)
            return None
        worker = LabWorker(lane, self._received, self._lost)
        self.workers.append(worker)
        worker.start(self.settings)
        return worker

    def _assign(self, worker: LabWorker, job: Job) -> None:
        is_alone = not any(one.job is not None and one.lane == "long" for one in self.workers)
        worker.job = job
        job.start(worker)
        request = Request(job.route, job.id, self.kernel, is_alone, job.body)
        job.body = b""
        worker.send(Frame(Kind.REQUEST, job.number, request.encode()))
        if worker.is_ready:
            self._limit_time(job)

    def _limit_time(self, job: Job) -> None:
        """Kill the worker of a job that is not over in time."""
        seconds = self._seconds(job.lane)
        sentence = f"This takes too long: a job may take at most {seconds:g} seconds."
        late = seconds + (LATE_GRACE if job.lane == "long" else 0.0)
        kill = partial(self._kill, job, "too_long", sentence)
        job.timers.append(asyncio.get_running_loop().call_later(late, kill))

    def _received(self, worker: LabWorker, frame: Frame) -> None:
        job = worker.job
        if frame.kind is Kind.READY:
            worker.is_ready = True
            if job is not None:
                self._limit_time(job)
        elif frame.kind is Kind.RETIRING:
            worker.is_retiring = True
        if job is None or frame.job != job.number:
            return
        job.put(frame)
        if frame.kind in LAST_KINDS:
            worker.job = None
            is_error = frame.kind is Kind.ERROR
            self._finish(job, "cancelled" if job.is_cancelled else "error" if is_error else "done")
            if worker.is_retiring:
                worker.kill()
            self._dispatch()

    def _lost(self, worker: LabWorker) -> None:
        """Replace a worker that died or was killed, and tell the client of its job."""
        if worker in self.workers:
            self.workers.remove(worker)
        job, worker.job = worker.job, None
        if job is not None:
            is_killed = job.is_over  # by `_kill`, which has told the client
            if not is_killed:
                self.stats.lost_workers += 1
                log_event("lab_worker_lost", pid=worker.pid, route=job.route)
                sentence = (
                    "The worker process of this job died; it may have run out of memory. "
                    "Try again, or with a smaller encounter."
                )
                job.fail("worker_lost", sentence, 503)
            self._finish(job, "cancelled" if job.is_cancelled else "killed")
        if self.is_closed:
            return
        if not worker.is_ready:
            self._restart_at = time.monotonic() + RESTART_SECONDS
        self._dispatch()
        mine = sum(one.lane == worker.lane for one in self.workers)
        if self.settings.is_started_early and mine < self._size(worker.lane):
            self._warm_up(self._start_worker(worker.lane))

    def _finish(self, job: Job, outcome: str) -> None:
        job.stop_timers()
        self.jobs.pop(job.id, None)
        self.stats.finished[job.route, outcome] += 1
        if job.started_at:
            spent = time.monotonic() - job.started_at
            self.stats.seconds[job.route] = self.stats.seconds.get(job.route, 0.0) + spent


def _why_off(settings: LabSettings) -> str:
    if settings.worker_count == 0:
        return "The lab of this server is switched off."
    return ""
