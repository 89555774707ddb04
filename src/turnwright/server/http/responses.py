"""JSON requests and responses. Errors have a code and a sentence; tracebacks are never sent."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable
from functools import wraps
from typing import Any, TypeVar

import msgspec
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response

from turnwright.core.errors import TurnwrightError, UnusableError
from turnwright.server.node.logs import log_event
from turnwright.server.views.nul_characters import NO_NUL, has_nul

from .limits import LimitReached
from .messages import ErrorDetail, ErrorResponse

MAX_BODY = 64 * 1024
STATUS = {
    "no_room": 404,
    "unknown_game": 404,
    "room_full": 409,
    "forbidden": 403,
    "rate_limited": 429,
    "still_running": 409,
    "already_over": 409,
    "no_match": 400,
    "rules_missing": 409,
    "room_broken": 409,
    "rules_too_slow": 409,
    "too_large": 413,
    "bad_token": 401,
    "bad_identity": 401,
    "identity_required": 401,
    "banned": 403,
    "no_restriction": 404,
    "no_person": 404,
    "store_failed": 503,
    "lab_unavailable": 503,
    "too_many_jobs": 429,
    "too_many_rooms": 429,
    "too_many_bots": 429,
    "busy": 503,
    "draining": 503,
}

T = TypeVar("T")
Handler = Callable[[Any, Request], Awaitable[Response]]
"""A method that handles a request; its object has a `node`, which counts refusals."""


def json_response(data: Any, status: int = 200, headers: dict[str, str] | None = None) -> Response:
    """Return data as a JSON response."""
    return Response(msgspec.json.encode(data), status, headers, "application/json")


def error_response(
    code: str, sentence: str, data: dict[str, Any] | None = None, status: int = 0
) -> Response:
    """Return an error response; the status follows from the code unless it is given."""
    status = status or STATUS.get(code, 400)
    headers = {"retry-after": "2"} if code in ("busy", "rate_limited", "draining") else None
    return json_response(ErrorResponse(ErrorDetail(code, sentence, data or {})), status, headers)


def with_error_responses(handler: Handler) -> Handler:
    """Turn exceptions of a handler into error responses; unexpected ones do not show their text. What a
    node refuses is counted."""

    @wraps(handler)
    async def run(self: Any, request: Request) -> Response:
        try:
            if any("\0" in word for word in request.query_params.values()):
                raise UnusableError("bad_request", NO_NUL)
            return await handler(self, request)
        except TurnwrightError as error:
            node = getattr(self, "node", None)  # other interfaces have none
            if node is not None:
                node.stats.count_refusal(error.code)
            data = dict(error.data) if isinstance(error, LimitReached) else None
            return error_response(error.code, str(error), data)
        except ClientDisconnect:  # nobody receives this
            return error_response("bad_request", "The request is not complete.")
        except Exception as error:
            log_event("request_failed", path=request.url.path, error=repr(error))
            return error_response("internal", "Internal server error.", status=500)

    return run


async def read_bytes(request: Request, limit: int = MAX_BODY) -> bytes:
    """Return the body of a request; raise `too_large` if it is too long."""
    data = bytearray()
    async for part in request.stream():
        data += part
        if len(data) > limit:
            sentence = f"A request may have at most {limit} bytes."
            raise LimitReached("too_large", sentence, limit=limit)
    return bytes(data)


async def read_body(request: Request, kind: type[T]) -> T:
    """Decode the body of a request."""
    return decode_body(await read_bytes(request), kind)


def decode_body(data: bytes, kind: type[T]) -> T:
    """Decode the body of a request that has been read."""
    try:
        decoded = msgspec.json.decode(data or b"{}", type=kind)
        is_nul_sent = has_nul(data)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise UnusableError("bad_request", f"Invalid request: {error}.") from None
    if is_nul_sent:
        raise UnusableError("bad_request", NO_NUL)
    return decoded


def seconds_param(request: Request, name: str, most: float) -> float:
    """Return a query parameter as a number of seconds of at most `most`; 0 if it is missing."""
    text = request.query_params.get(name, "0")
    if not re.fullmatch(r"[0-9]{1,100}(\.[0-9]{1,100})?", text, re.ASCII):
        raise UnusableError("bad_request", f"{name} must be a number of seconds, such as 0.5.")
    return min(float(text), most)


def int_param(request: Request, name: str, default: int, most: int) -> int:
    """Return a query parameter as an integer of at most `most`."""
    text = request.query_params.get(name, str(default))
    if not text.isascii() or not text.isdigit() or len(text) > 100:
        raise UnusableError("bad_request", f"{name} must be a non-negative integer.")
    return min(int(text), most)
