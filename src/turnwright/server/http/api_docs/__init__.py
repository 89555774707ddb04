"""What the server says about itself: OpenAPI for HTTP, AsyncAPI for the socket, and a page of both.

Both documents are made from the types that the server works with, and their texts from the types' own.
What those leave open because it is built for speed (`dict[str, Any]`) is in `shapes`.
"""

from __future__ import annotations

import msgspec
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import BaseRoute, Route

from .asyncapi import asyncapi
from .openapi import openapi
from .page import page
from .schemas import Json


def routes() -> list[BaseRoute]:
    """/openapi.json, /asyncapi.json and /docs."""

    def document(data: Json) -> Response:
        return Response(msgspec.json.encode(data), media_type="application/json")

    async def http(request: Request) -> Response:
        return document(openapi())

    async def socket(request: Request) -> Response:
        return document(asyncapi())

    async def docs(request: Request) -> Response:
        return HTMLResponse(page())

    return [
        Route("/openapi.json", http),
        Route("/asyncapi.json", socket),
        Route("/docs", docs),
    ]


__all__ = ["asyncapi", "openapi", "routes"]
