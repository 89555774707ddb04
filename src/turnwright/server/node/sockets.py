"""The sockets of the table, on uvicorn's port: frames go straight to the hub and back.

uvicorn takes the connection; when it asks to become a WebSocket it is handed over to `picows`, which
speaks the protocol in C. Nothing travels through ASGI queues and tasks, which would cost as much again
as everything else that the server does for a move.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from typing import Any, cast
from urllib.parse import urlsplit

from picows import (
    WSAutoPingStrategy,
    WSCloseCode,
    WSFrame,
    WSListener,
    WSMsgType,
    WSTransport,
    WSUpgradeRequest,
    WSUpgradeResponse,
    WSUpgradeResponseWithListener,
)
from picows.picows import WSProtocol  # type: ignore[attr-defined]  # its stubs leave it out

from turnwright.server.http.limits import Bucket, client_address
from turnwright.server.views.protocol import MAX_FRAME

from .node import Node

PATH = "/socket"
HANDSHAKE_SECONDS = 5.0
PING_SECONDS = 20.0
CLOSE_SECONDS = 2.0
MAX_PARTS = 64
CROWD = 256  # frames that wait; whoever sends many more is not read for a while
SHARE = 64  # of a socket in a crowd
LATE = 1000  # frames behind the close frame; then nothing more is read
PINGS = 10.0, 100.0  # a second, and at once
TEXT, CLOSE, PING, PONG = WSMsgType.TEXT, WSMsgType.CLOSE, WSMsgType.PING, WSMsgType.PONG

logger = logging.getLogger("turnwright.sockets")
logger.setLevel(logging.WARNING)


class FrameBatch:
    """What has come and what is to go out in this turn of the loop. First all sockets are read, then
    all frames are dealt with, then all sockets are written: by turns, each would slow the others down.
    """

    def __init__(self, node: Node) -> None:
        self.node = node
        self.came: list[tuple[ClientSocket, bytes]] = []
        self.crowd: dict[ClientSocket, int] = {}  # how much each has sent when many waited already
        self.goes: list[tuple[WSTransport, bytes]] = []

    def receive(self, socket: ClientSocket, frame: bytes) -> None:
        if not self.came:
            asyncio.get_running_loop().call_soon(self._deal)
        elif len(self.came) >= CROWD:
            self._hold(socket)
        self.came.append((socket, frame))

    def _hold(self, socket: ClientSocket) -> None:
        """Nobody is to fill a whole turn: who sends more than a share is read again in the next one."""
        count = self.crowd[socket] = self.crowd.get(socket, 0) + 1
        if count == SHARE:
            socket.stop_reading()

    def wake(self) -> None:
        """The first of the frames that go out in this turn is about to be put here."""
        asyncio.get_running_loop().call_soon(self.flush)

    def _deal(self) -> None:
        frames, self.came = self.came, []
        received = self.node.frame_received
        for socket, frame in frames:
            received(socket, frame)
        if self.crowd:
            crowd, self.crowd = self.crowd, {}
            for socket in crowd:
                socket.read_on()

    def flush(self) -> None:
        frames, self.goes = self.goes, []
        for transport, frame in frames:
            transport.send(TEXT, frame)  # nothing happens if it is disconnected


class ClientSocket(WSListener):
    """One client's socket."""

    def __init__(self, node: Node, mail: FrameBatch, connections: set[Any], address: str) -> None:
        super().__init__()
        self.node, self.mail, self.connections, self.address = node, mail, connections, address
        self.transport: WSTransport | None = None
        self.parts: list[bytes] = []
        self.size = 0
        self.is_closing = False
        self.late = 0
        self.pings: Bucket | None = None  # until there is one
        self.timer: asyncio.TimerHandle | None = None

    def on_ws_connected(self, transport: WSTransport) -> None:
        self.transport = transport
        self.connections.add(self)
        self.node.socket_opened(self)
        self._wait_for_join()

    def _wait_for_join(self) -> None:
        loop = asyncio.get_running_loop()
        self.timer = loop.call_later(self.node.settings.join_seconds, self._look_for_join)

    def _look_for_join(self) -> None:
        """A socket is for a room."""
        connection = self.node.connections.get(self)
        if connection is not None and connection.is_joining:
            self._wait_for_join()
        elif connection is not None and connection.owned is None and not connection.is_forwarded:
            self.close(WSCloseCode.POLICY_VIOLATION, "a socket is for those who join a room")

    def on_ws_disconnected(self, transport: WSTransport) -> None:
        self.is_closing = True
        if self.timer is not None:
            self.timer.cancel()
        self.connections.discard(self)
        self.node.socket_closed(self)

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        kind = frame.msg_type
        if self.is_closing and kind != CLOSE:
            self.late += 1
            if self.late == LATE:
                self.stop_reading()
            return
        if frame.rsv1 or frame.rsv2 or frame.rsv3:
            self.close(WSCloseCode.PROTOCOL_ERROR, "no extension was agreed upon")
        elif kind == TEXT and frame.fin and not self.parts:
            self.mail.receive(self, frame.get_payload_as_bytes())
        elif kind == CLOSE:
            if not self.is_closing:
                self.is_closing = True
                code = frame.get_close_code()
                transport.send_close(code if code != WSCloseCode.NO_INFO else WSCloseCode.OK)
            transport.disconnect()
        elif kind in (PING, PONG):
            self._echo(transport, frame)
        elif kind in (WSMsgType.TEXT, WSMsgType.BINARY, WSMsgType.CONTINUATION):
            self._gather(frame)

    def _echo(self, transport: WSTransport, frame: WSFrame) -> None:
        """A ping is answered. They have a limit of their own: browsers send none, others one now and
        then. (A pong that we have asked for does not come here.)"""
        if self.pings is None:
            self.pings = Bucket(*PINGS)
        if not self.pings.take():
            self.close(WSCloseCode.POLICY_VIOLATION, "too many pings")
        elif frame.msg_type == PING:
            transport.send_pong(frame.get_payload_as_bytes())

    def _gather(self, frame: WSFrame) -> None:
        """A message may come in parts."""
        if (frame.msg_type == WSMsgType.CONTINUATION) != bool(self.parts):
            self.close(WSCloseCode.PROTOCOL_ERROR, "parts of messages are mixed up")
            return
        self.parts.append(frame.get_payload_as_bytes())
        self.size += len(self.parts[-1])
        if self.size > MAX_FRAME or len(self.parts) > MAX_PARTS:
            self.parts, self.size = [], 0
            self.close(WSCloseCode.MESSAGE_TOO_BIG, f"a message may have {MAX_FRAME} bytes")
        elif frame.fin:
            whole = b"".join(self.parts)
            self.parts, self.size = [], 0
            self.mail.receive(self, whole)

    def send(self, frame: bytes) -> None:
        if not self.is_closing and self.transport is not None:
            goes = self.mail.goes
            if not goes:
                self.mail.wake()
            goes.append((self.transport, frame))

    def pause_writing(self) -> None:
        """The client does not read, and the buffer is full: it is sent away."""
        self.node.stats.slow_sockets += 1
        self.close(WSCloseCode.TRY_AGAIN_LATER, "you read too slowly")

    def resume_writing(self) -> None:
        """It has read on; it is on its way out all the same."""

    def close(self, code: int | WSCloseCode, reason: str) -> None:
        if self.is_closing or self.transport is None:
            return
        self.is_closing = True
        if self.timer is not None:
            self.timer.cancel()
        self.mail.flush()
        self.transport.send_close(cast(WSCloseCode, code), reason.encode())
        # Whoever does not answer the close frame is cut off.
        loop = asyncio.get_running_loop()
        self.timer = loop.call_later(CLOSE_SECONDS, self.transport.disconnect, False)

    def stop_reading(self) -> None:
        if self.transport is not None and not self.transport.is_disconnected:
            self.transport.underlying_transport.pause_reading()

    def read_on(self) -> None:
        if self.transport is not None and self.late < LATE and not self.transport.is_disconnected:
            self.transport.underlying_transport.resume_reading()

    def shutdown(self) -> None:
        """uvicorn stops."""
        self.close(WSCloseCode.SERVICE_RESTART, "the server stops")


class WebSocketUpgrade(asyncio.Protocol):
    """What uvicorn takes for a WebSocket protocol: it passes the connection on to picows."""

    def __init__(self, node: Node, mail: FrameBatch, connections: set[Any]) -> None:
        self.node, self.mail, self.connections = node, mail, connections
        self.peer = ""

    def connection_made(self, transport: Any) -> None:
        peer = transport.get_extra_info("peername")
        self.peer = str(peer[0]) if peer else ""
        transport.set_write_buffer_limits(high=self.node.settings.max_buffer)
        self.transport = transport
        self.inner = WSProtocol(
            None, None, False, self._listen, logger, True, HANDSHAKE_SECONDS,
            True, PING_SECONDS, PING_SECONDS, WSAutoPingStrategy.PING_WHEN_IDLE,
            False, MAX_FRAME, None, 4096,
        )  # fmt: skip
        self.inner.connection_made(transport)

    def data_received(self, data: bytes) -> None:
        """The request for a WebSocket, which uvicorn has read already."""
        while data:
            buffer = self.inner.get_buffer(len(data))
            part, data = data[: len(buffer)], data[len(buffer) :]
            buffer[: len(part)] = part
            self.inner.buffer_updated(len(part))
        # uvicorn makes us the protocol of the connection when we return; that is picows' place.
        asyncio.get_running_loop().call_soon(self.transport.set_protocol, self.inner)

    def _listen(self, request: WSUpgradeRequest) -> Any:
        """Who may open a socket, and where."""
        node, headers = self.node, request.headers
        origin = headers.get("Origin")
        if request.path.partition(b"?")[0] != PATH.encode():
            return refusal(404, b"There is no socket here.\n")
        try:
            is_ours = origin is None or is_allowed(
                origin, headers.get("Host", ""), node.settings.origins
            )
        except ValueError:
            return refusal(400, b"The origin of this page cannot be read.\n")
        if not is_ours:
            return refusal(403, b"This page may not open a socket here.\n")
        if len(node.connections) >= node.settings.max_sockets:
            return refusal(503, b"There are too many sockets.\n")
        forwarded = headers.getall("X-Forwarded-For", [])
        address = client_address(self.peer, forwarded, node.settings.proxies)
        return ClientSocket(node, self.mail, self.connections, address)

    def connection_lost(self, error: Exception | None) -> None:
        self.inner.connection_lost(error)


def websocket_protocol(node: Node) -> Callable[..., WebSocketUpgrade]:
    """What uvicorn is to call when a connection becomes a WebSocket."""

    mail = FrameBatch(node)

    def hand_over(
        config: Any, server_state: Any, app_state: Any, _loop: Any = None
    ) -> WebSocketUpgrade:
        return WebSocketUpgrade(node, mail, server_state.connections)

    return hand_over


def refusal(status: int, sentence: bytes) -> WSUpgradeResponseWithListener:
    response = WSUpgradeResponse.create_error_response(status, sentence)
    return WSUpgradeResponseWithListener(response, None)


def is_allowed(origin: str, host: str, more: tuple[str, ...]) -> bool:
    """Our own pages, and those that the host has named."""
    place = urlsplit(origin).netloc
    return (place == host and place != "") or origin in more or "*" in more
