"""The HTTP routes of the combat lab.

The body of a request goes to a worker process as it is, and its answer comes back as encoded JSON: the
event loop only forwards bytes. Runs are answered with a stream of events (`text/event-stream`); a
client that disconnects cancels its job.
"""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Awaitable, Callable
from contextlib import suppress

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import Receive, Scope, Send

from turnwright.core.errors import TurnwrightError, UnusableError
from turnwright.server.lab import messages
from turnwright.server.lab.jobs import Job, Lane
from turnwright.server.lab.lab import Lab
from turnwright.server.node.logs import log_event
from turnwright.server.node.node import Node
from turnwright.server.node.sockets import is_origin_allowed
from turnwright.server.workers.frames import LAST_KINDS, Frame, Kind

from .limits import client_address
from .responses import json_response, read_body, read_bytes, with_error_responses

HEARTBEAT_SECONDS = 5.0
SEND_SECONDS = 30.0
QUEUED_SECONDS = 0.5
"""Seconds after which a job that still waits for a worker is answered with a stream."""
JSON_HEADERS = [(b"content-type", b"application/json"), (b"cache-control", b"no-store")]
STREAM_HEADERS = [
    (b"content-type", b"text/event-stream; charset=utf-8"),
    (b"cache-control", b"no-store"),
    (b"x-accel-buffering", b"no"),  # nginx passes events on at once
]
EVENTS = {
    Kind.STARTED: b"started",
    Kind.PROGRESS: b"progress",
    Kind.RESULT: b"result",
    Kind.ERROR: b"error",
}
FIRST_SECONDS = 20.0
"""Seconds that a worker has to refuse a request before it is answered with a stream."""
FOREVER = 86_400.0
KEPT = ("catalogue", "schemas")
"""Routes whose answers never change."""


class LabRoutes:
    """The routes of `/api/lab/`."""

    def __init__(self, node: Node, lab: Lab) -> None:
        self.node, self.lab = node, lab
        self._kept: dict[str, tuple[bytes, str]] = {}  # answers that never change, and their tags

    def routes(self) -> list[Route]:
        """Return the routes for the application."""
        get: dict[str, Callable[[Request], Awaitable[Response]]] = {
            "status": self.status, "catalogue": self.catalogue, "schemas": self.schemas,
        }  # fmt: skip
        post: dict[str, Callable[[Request], Awaitable[Response]]] = {
            "validate": self.validate, "describe": self.describe, "run": self.run,
            "compare": self.compare, "sweep": self.sweep, "optimise": self.optimise,
            "explain": self.explain, "import": self.import_file, "cancel": self.cancel,
        }  # fmt: skip
        return [
            *(Route(f"/api/lab/{name}", handler) for name, handler in get.items()),
            *(Route(f"/api/lab/{n}", handler, methods=["POST"]) for n, handler in post.items()),
        ]

    # --- the state of the lab --------------------------------------------------------------------

    @with_error_responses
    async def status(self, request: Request) -> Response:
        """The state of the compiled kernel, the workers, and the limits. Without a lab, its `why` says
        what to install."""
        lab, settings = self.lab, self.lab.settings
        lab.look_at_kernel()
        load = lab.load
        return json_response(
            messages.LabStatus(
                kernel="unavailable" if lab.why_off else lab.kernel,
                why=lab.why_off or ("" if lab.kernel == "ready" else lab.why),
                workers=settings.worker_count,
                backend=settings.backend,
                limits=messages.Limits(
                    settings.runs, settings.combatants, settings.seconds, settings.jobs,
                    settings.body_bytes,
                    settings.import_bytes,
                ),
                waiting=load.waiting,
                running=load.running,
            ),
            headers={"cache-control": "no-store"},
        )  # fmt: skip

    @with_error_responses
    async def catalogue(self, request: Request) -> Response:
        """The sample encounters, the library, templates for actions, and the words that exist."""
        return await self._keep("catalogue", request)

    @with_error_responses
    async def schemas(self, request: Request) -> Response:
        """The JSON Schemas of encounter files and of all published types."""
        return await self._keep("schemas", request)

    async def prepare(self) -> None:
        """Make what never changes before somebody asks for it."""
        if self.lab.settings.is_started_early and not self.lab.why_off:
            with suppress(TurnwrightError):  # the server stops already
                for route in KEPT:
                    await self._make(route, "")

    async def _keep(self, route: str, request: Request) -> Response:
        """Answer with something that never changes: a worker makes it once."""
        failed = await self._make(route, self._check(request))
        if failed is not None:
            return failed
        payload, tag = self._kept[route]
        headers = {"etag": tag, "cache-control": "no-cache"}
        if request.headers.get("if-none-match") == tag:
            return Response(status_code=304, headers=headers)
        return Response(payload, headers=headers, media_type="application/json")

    async def _make(self, route: str, address: str) -> Response | None:
        """Let a worker make an answer to keep. Return the error if that fails."""
        if route not in self._kept:
            job = self.lab.submit(route, b"", address, "short")
            frame = await job.next_frame(FOREVER)
            if frame is None or frame.kind is not Kind.RESULT:
                return _JobResponse(self.lab, job, frame)
            tag = f'"{hashlib.sha256(frame.payload).hexdigest()[:32]}"'
            self._kept[route] = frame.payload, tag
        return None

    # --- short requests --------------------------------------------------------------------------

    @with_error_responses
    async def validate(self, request: Request) -> Response:
        """What is wrong with an encounter, what it takes from its pools, and a sentence for every
        action. An encounter that cannot be read is no error: it has findings."""
        return await self._answer("validate", request)

    @with_error_responses
    async def describe(self, request: Request) -> Response:
        """A sentence for one action, and what is wrong with it."""
        return await self._answer("describe", request)

    @with_error_responses
    async def explain(self, request: Request) -> Response:
        """One run with every decision and its reasons. Without a run that fits `find`, the error has
        the code `not_found`."""
        return await self._answer("explain", request)

    @with_error_responses
    async def import_file(self, request: Request) -> Response:
        """A file of this or another program as an encounter, and what was not understood."""
        return await self._answer("import", request)

    # --- streams ---------------------------------------------------------------------------------

    @with_error_responses
    async def run(self, request: Request) -> Response:
        """Play an encounter many times. The answer is a stream of events: `queued` if it has to wait,
        `started`, `progress` with the report so far several times per second, and at the end `result`
        or `error`. Closing the connection cancels the job."""
        return await self._stream("run", request)

    @with_error_responses
    async def compare(self, request: Request) -> Response:
        """Play two encounters with the same seeds, as a stream of events; see `run`."""
        return await self._stream("compare", request)

    @with_error_responses
    async def sweep(self, request: Request) -> Response:
        """Play an encounter with several values of one number, as a stream of events; see `run`."""
        return await self._stream("sweep", request)

    @with_error_responses
    async def optimise(self, request: Request) -> Response:
        """Look for a better order of a list, as a stream of events; see `run`."""
        return await self._stream("optimise", request)

    @with_error_responses
    async def cancel(self, request: Request) -> Response:
        """Cancel a job. Its stream still ends with a result: the runs finished so far."""
        self._check(request)
        body = await read_body(request, messages.CancelRequest)
        job = self.lab.jobs.get(body.job)
        return json_response(messages.Cancelled(job is not None and self.lab.cancel(job)))

    # --- requests --------------------------------------------------------------------------------

    def _check(self, request: Request) -> str:
        """Return the address of the client; raise `rate_limited` if it asks too often."""
        origin, settings = request.headers.get("origin"), self.node.settings
        if origin is not None and not _is_allowed(origin, request, settings.origins):
            raise UnusableError("forbidden", "Pages of this origin may not use the lab.")
        peer = request.client.host if request.client else ""
        forwarded = request.headers.getlist("x-forwarded-for")
        address = client_address(peer, forwarded, settings.proxies)
        self.lab.check_rate(address)
        return address

    async def _answer(self, route: str, request: Request) -> Response:
        """Answer a short request. Those that look for a run may take long, so they do not take a
        worker of the others; a text that contains the word does no harm."""
        address = self._check(request)
        settings = self.lab.settings
        limit = settings.import_bytes if route == "import" else settings.body_bytes
        body = await read_bytes(request, limit)
        lane: Lane = "long" if route == "explain" and b'"find"' in body else "short"
        return _JobResponse(self.lab, self.lab.submit(route, body, address, lane))

    async def _stream(self, route: str, request: Request) -> Response:
        """Answer with the events of a long job."""
        address = self._check(request)
        body = await read_bytes(request, self.lab.settings.body_bytes)
        return _EventStream(self.lab, self.lab.submit(route, body, address, "long"))


class _JobResponse(Response):
    """The answer of a job as JSON. The job is cancelled if the client disconnects."""

    def __init__(self, lab: Lab, job: Job, first: Frame | None = None) -> None:
        super().__init__()
        self.lab, self.job, self.first = lab, job, first

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send the answer."""
        watcher = asyncio.create_task(self._watch(receive))
        try:
            await self._send(send)
        except TimeoutError:
            log_event("lab_client_stuck", route=self.job.route)
        finally:
            watcher.cancel()
            self.lab.cancel(self.job)

    async def _send(self, send: Send) -> None:
        frame = self.first or await self.job.next_frame(FOREVER)
        while frame is not None and frame.kind not in LAST_KINDS:
            frame = await self.job.next_frame(FOREVER)
        await self._send_json(send, frame)

    async def _watch(self, receive: Receive) -> None:
        """Cancel the job when the client disconnects."""
        while (await receive())["type"] != "http.disconnect":
            pass
        self.lab.cancel(self.job)

    async def _send_json(self, send: Send, frame: Frame | None) -> None:
        if frame is None:  # nobody receives this: the client is gone
            frame = Frame(Kind.ERROR, 0, b"{}", 500)
        body = frame.payload
        if frame.kind is Kind.ERROR:
            body = b'{"error":' + body + b"}"
        headers = [*JSON_HEADERS, (b"content-length", b"%d" % len(body))]
        if frame.status == 503:
            headers.append((b"retry-after", b"2"))
        await send({"type": "http.response.start", "status": frame.status, "headers": headers})
        await send({"type": "http.response.body", "body": body})


class _EventStream(_JobResponse):
    """The answer of a job as a stream of events. An error that comes first is answered as JSON."""

    async def _send(self, send: Send) -> None:
        frame = await self.job.next_frame(QUEUED_SECONDS)
        if frame is None and self.job.worker is not None:
            frame = await self.job.next_frame(FIRST_SECONDS)
        if frame is not None and frame.kind is Kind.ERROR:
            return await self._send_json(send, frame)
        await send({"type": "http.response.start", "status": 200, "headers": STREAM_HEADERS})
        if frame is None and self.job.worker is None:
            queued = messages.Queued(self.job.id, self.lab.ahead_of(self.job))
            await _send_body(send, event(b"queued", msgspec.json.encode(queued)))
        while True:
            if frame is None:
                await _send_body(send, b": the job is still there\n\n")
            else:
                await _send_body(send, event(EVENTS[frame.kind], frame.payload))
                if frame.kind in LAST_KINDS:
                    break
            frame = await self.job.next_frame(HEARTBEAT_SECONDS)
        await send({"type": "http.response.body", "body": b""})


def _is_allowed(origin: str, request: Request, allowed: tuple[str, ...]) -> bool:
    try:
        return is_origin_allowed(origin, request.headers.get("host", ""), allowed)
    except ValueError:
        return False


async def _send_body(send: Send, data: bytes) -> None:
    """Send a part of a stream. A client that does not read it is given up."""
    async with asyncio.timeout(SEND_SECONDS):
        await send({"type": "http.response.body", "body": data, "more_body": True})


def event(name: bytes, data: bytes) -> bytes:
    """Return an event of a stream. The data has no line breaks."""
    return b"event: " + name + b"\ndata: " + data + b"\n\n"


def lab_of(node: Node) -> Lab:
    """Create the lab of a node. Limits of rates and jobs apply unless the node has none for rooms."""
    return Lab(node.settings.lab, is_limited=node.settings.create_rate > 0)
