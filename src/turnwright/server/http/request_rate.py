"""The limit of HTTP requests per client address, for everything that the application serves.

Opening a socket counts as a request, too. `/health` is not counted: it is cheap, and a probe may come
from the address of a proxy. A file of the page counts as a tenth, because a page has many.
"""

from __future__ import annotations

from starlette.requests import Request
from starlette.types import ASGIApp, Receive, Scope, Send

from turnwright.server.node.node import Node

from .limits import request_address
from .responses import error_response

UNCOUNTED = "/health"
FILES = "/web/"
FILE_COST = 0.1  # requests
SENTENCE = "Too many requests. Slow down."


class RequestRate:
    """Middleware that refuses the requests of an address beyond its limit before they cost much."""

    def __init__(self, app: ASGIApp, node: Node) -> None:
        self.app, self.node = app, node

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle a request with the inner application, unless there are too many."""
        if scope["type"] == "http" and scope["path"] != UNCOUNTED:
            address = request_address(Request(scope), self.node.settings.proxies)
            cost = FILE_COST if scope["path"].startswith(FILES) else 1.0
            if not self.node.takes_request(address, cost):
                self.node.stats.count_refusal("rate_limited")
                await error_response("rate_limited", SENTENCE)(scope, receive, send)
                return
        await self.app(scope, receive, send)
