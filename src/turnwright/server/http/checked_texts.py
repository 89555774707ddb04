"""Requests with a text that is checked on the event loop, such as a plan or a deck.

A long text takes tens of milliseconds in which nobody can play, so an address is limited by what it
sends, not only by how often.
"""

from __future__ import annotations

from typing import TypeVar

from starlette.requests import Request

from turnwright.server.node.node import Node

from .limits import request_address, text_cost
from .responses import decode_body, read_bytes

T = TypeVar("T")


async def read_text_body(request: Request, kind: type[T], node: Node) -> T:
    """Decode the body of a request; raise `rate_limited` if its address sends too much."""
    data = await read_bytes(request)
    address = request_address(request, node.settings.proxies)
    node.check_limit(node.text_limits, address, text_cost(len(data)))
    return decode_body(data, kind)
