"""API documentation: OpenAPI for HTTP, AsyncAPI for the socket, and a page with both.

Both documents are generated from the server's message types and their docstrings. Fields that the
types leave open (`dict[str, Any]`) are described by `views.message_parts`.
"""

from __future__ import annotations

import asyncio

import msgspec
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import BaseRoute, Route

from .asyncapi import asyncapi
from .openapi import openapi
from .page import page
from .schemas import Json


def document_routes() -> list[BaseRoute]:
    """Return the routes /openapi.json, /asyncapi.json and /docs."""

    def document(data: Json) -> Response:
        return Response(msgspec.json.encode(data), media_type="application/json")

    async def http(request: Request) -> Response:
        return document(await asyncio.to_thread(openapi))  # it imports the types of the lab

    async def socket(request: Request) -> Response:
        return document(asyncapi())

    async def docs(request: Request) -> Response:
        return HTMLResponse(await asyncio.to_thread(page))

    return [
        Route("/openapi.json", http),
        Route("/asyncapi.json", socket),
        Route("/docs", docs),
    ]


__all__ = ["asyncapi", "document_routes", "openapi"]
