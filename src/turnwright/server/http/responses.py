"""Requests and answers over HTTP: JSON in and out, errors with a code and a sentence, no tracebacks."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import wraps
from typing import Any, TypeVar

import msgspec
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response

from turnwright.core.errors import TurnwrightError, UnusableError
from turnwright.server.node.logs import log_event

from .messages import ErrorDetail, ErrorResponse

MAX_BODY = 64 * 1024
STATUS = {
    "no_room": 404,
    "unknown_game": 404,
    "room_full": 409,
    "private": 403,
    "forbidden": 403,
    "rate_limited": 429,
    "still_running": 409,
    "already_over": 409,
    "too_large": 413,
    "bad_token": 401,
    "store_failed": 503,
}

T = TypeVar("T")
Handler = Callable[[Any, Request], Awaitable[Response]]
"""A method that answers requests."""


def json_response(data: Any, status: int = 200, headers: dict[str, str] | None = None) -> Response:
    return Response(msgspec.json.encode(data), status, headers, "application/json")


def error_response(
    code: str, sentence: str, data: dict[str, Any] | None = None, status: int = 0
) -> Response:
    """Why nothing was done; the status goes by the code, unless it is given."""
    return json_response(
        ErrorResponse(ErrorDetail(code, sentence, data or {})), status or STATUS.get(code, 400)
    )


def with_error_responses(handler: Handler) -> Handler:
    """Errors as answers: those that we mean with their sentence, all others without."""

    @wraps(handler)
    async def run(self: Any, request: Request) -> Response:
        try:
            return await handler(self, request)
        except TurnwrightError as error:
            return error_response(error.code, str(error))
        except ClientDisconnect:  # nobody hears this
            return error_response("bad_request", "The request is not complete.")
        except Exception as error:
            log_event("request_failed", path=request.url.path, error=repr(error))
            return error_response("internal", "The server could not do this.", status=500)

    return run


async def read_bytes(request: Request) -> bytes:
    """The body of a request, if it is not too long."""
    data = b""
    async for part in request.stream():
        data += part
        if len(data) > MAX_BODY:
            raise UnusableError("too_large", f"A request may have {MAX_BODY} bytes.")
    return data


async def read_body(request: Request, kind: type[T]) -> T:
    data = await read_bytes(request)
    try:
        return msgspec.json.decode(data or b"{}", type=kind)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise UnusableError("bad_request", f"This is no request: {error}.") from None


def int_param(request: Request, name: str, default: int, most: int) -> int:
    text = request.query_params.get(name, str(default))
    if not text.isascii() or not text.isdigit() or len(text) > 100:
        raise UnusableError("bad_request", f"{name} is a number.")
    return min(int(text), most)
