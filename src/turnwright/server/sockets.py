"""The sockets of the table, on uvicorn's port: frames go straight to the hub and back.

uvicorn's own class speaks the WebSocket protocol (through the `websockets` library); what is changed
here is only that messages of `/socket` do not travel through ASGI queues and tasks, which would cost
as much again as everything else that the server does for a move.
"""

from __future__ import annotations

import asyncio
from typing import Any
from urllib.parse import urlsplit

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.exceptions import InvalidState
from websockets.http11 import Request
from websockets.protocol import State

from .hub import Hub

PATH = "/socket"


def socket_class(hub: Hub) -> type[asyncio.Protocol]:
    """The protocol class that uvicorn is to use for WebSockets."""

    class TableSocket(WebSocketsSansIOProtocol):
        address = ""
        is_table = False

        def handle_connect(self, event: Request) -> None:
            self.response = self.conn.accept(event)
            self.handshake_initiated = self.handshake_complete = True
            origin, host = event.headers.get("Origin"), event.headers.get("Host", "")
            if event.path.partition("?")[0] != PATH:
                self.response = self.conn.reject(404, "There is no socket here.\n")
            elif origin is not None and not is_allowed(origin, host, hub.settings.origins):
                self.response = self.conn.reject(403, "This page may not open a socket here.\n")
            elif self.response.status_code == 101:
                self.address = self.client[0] if self.client else ""
                if hub.opened(self):
                    self.is_table = True
                else:
                    self.response = self.conn.reject(503, "There are too many sockets.\n")
            self.conn.send_response(self.response)
            self._flush()
            if self.is_table:
                self.start_keepalive()
            else:
                self.close_sent = True
                self.transport.close()

        def send_receive_event_to_app(self) -> None:
            data = self.frames[0] if len(self.frames) == 1 else b"".join(self.frames)
            self.frames = []
            if not self.close_sent:
                hub.received(self, data)

        def send(self, frame: bytes) -> None:  # type: ignore[override]
            if self.close_sent or self.disconnected:
                return
            if self.transport.get_write_buffer_size() > hub.settings.max_buffer:
                hub.stats.slow_sockets += 1
                self.close(1013, "you read too slowly")
                return
            if self.conn.state is State.OPEN:
                self.transport.write(text_frame(frame))

        def close(self, code: int, reason: str) -> None:
            if self.close_sent or self.disconnected:
                return
            self.close_sent = True
            try:
                self.conn.send_close(code, reason)
            except InvalidState:
                pass
            else:
                self._flush()
            # Whoever does not answer the close frame is cut off.
            self.close_timer = self.loop.call_later(2.0, self.transport.abort)

        def _flush(self) -> None:
            self.transport.write(b"".join(self.conn.data_to_send()))

        def handle_close(self, event: Any) -> None:
            if self.close_timer is not None:
                self.close_timer.cancel()
                self.close_timer = None
            if not self.transport.is_closing():
                self._flush()
                self.transport.close()

        def connection_lost(self, exc: Exception | None) -> None:
            super().connection_lost(exc)
            if self.is_table:
                hub.closed(self)

    return TableSocket


def text_frame(data: bytes) -> bytes:
    """A whole, unmasked text message (RFC 6455, 5.2), as only servers send it."""
    size = len(data)
    if size < 126:
        return b"\x81%c%b" % (size, data)
    if size < 65536:
        return b"\x81\x7e%b%b" % (size.to_bytes(2, "big"), data)
    return b"\x81\x7f%b%b" % (size.to_bytes(8, "big"), data)


def is_allowed(origin: str, host: str, more: tuple[str, ...]) -> bool:
    """Our own pages, and those that the host has named."""
    return urlsplit(origin).netloc == host or origin in more or "*" in more
