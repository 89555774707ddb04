"""Client sockets on uvicorn's port, with picows: frames go straight to the node and back.

uvicorn accepts the connection. When a client asks for a WebSocket, the connection is handed over to
picows, which implements the protocol in C. No frame passes ASGI queues and tasks, which would cost as
much again as everything else that the server does for a move.

Frames are handled in batches (`FrameBatch`), one per iteration of the event loop: read all sockets,
handle all frames, write all sockets. Interleaving the three would be slower.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from socket import SO_SNDBUF, SOL_SOCKET
from time import perf_counter
from typing import Any, cast
from urllib.parse import urlsplit

import msgspec
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
from picows.picows import WSProtocol  # type: ignore[attr-defined]  # missing in its stubs

from turnwright.server.http.limits import Bucket, bearer_token, client_address
from turnwright.server.http.messages import ErrorDetail, ErrorResponse
from turnwright.server.views.protocol import MAX_FRAME

from .node import Node
from .slow_sockets import SlowSockets

PATH = "/socket"
HANDSHAKE_SECONDS = 5.0
PING_SECONDS = 20.0
CLOSE_SECONDS = 2.0
MAX_PARTS = 64  # of a fragmented message
CROWDED = 256  # waiting frames from which on each socket has a quota
QUOTA = 64  # further frames of one socket; then it is not read until the next iteration
MAX_AFTER_CLOSE = 1000  # frames after the close frame; then the socket is not read any more
PING_RATE, PING_BURST = 10.0, 100.0  # per second, and at once
TEXT, CLOSE, PING, PONG = WSMsgType.TEXT, WSMsgType.CLOSE, WSMsgType.PING, WSMsgType.PONG

logger = logging.getLogger("turnwright.sockets")
logger.setLevel(logging.WARNING)


class FrameBatch:
    """The frames that were received, and those to be sent, in this iteration of the event loop."""

    def __init__(self, node: Node) -> None:
        self.node = node
        self.received: list[tuple[ClientSocket, bytes]] = []
        self.received_at = 0.0  # the first of them
        self.over_crowded: dict[ClientSocket, int] = {}  # frames of each socket above `CROWDED`
        self.outgoing: list[tuple[WSTransport, bytes]] = []
        self.slow = SlowSockets(node.settings, node.stats)

    def receive(self, socket: ClientSocket, frame: bytes) -> None:
        """Add a received frame."""
        if not self.received:
            self.received_at = perf_counter()
            asyncio.get_running_loop().call_soon(self._handle)
        elif len(self.received) >= CROWDED:
            self._count(socket)
        self.received.append((socket, frame))

    def _count(self, socket: ClientSocket) -> None:
        """Stop reading a socket that has used up its quota, so that it cannot fill an iteration."""
        count = self.over_crowded[socket] = self.over_crowded.get(socket, 0) + 1
        if count == QUOTA:
            socket.pause_reading()

    def schedule_flush(self) -> None:
        """Flush later in this iteration; called before the first outgoing frame is added."""
        asyncio.get_running_loop().call_soon(self.flush)

    def _handle(self) -> None:
        frames, self.received = self.received, []
        frame_received, times = self.node.frame_received, self.node.move_times
        times.received_at = self.received_at
        for socket, frame in frames:
            frame_received(socket, frame)
        times.received_at = 0.0
        self.node.frames_waiting.observe(len(frames))
        if self.over_crowded:
            paused, self.over_crowded = self.over_crowded, {}
            for socket in paused:
                socket.resume_reading()

    def flush(self) -> None:
        """Send all outgoing frames; those to one client, such as an acknowledgement and the new state,
        in one write."""
        frames, self.outgoing = self.outgoing, []
        more: dict[WSTransport, list[bytes]] = {}
        last: dict[WSTransport, bytes] = {}
        for transport, frame in frames:
            if transport in last:
                more.setdefault(transport, []).append(last[transport])
            last[transport] = frame
        for transport, frame in last.items():
            if transport not in more:
                transport.send(TEXT, frame)  # does nothing if it is disconnected
            elif not transport.is_disconnected:
                together = [*more[transport], frame]
                transport.underlying_transport.write(b"".join(map(text_frame, together)))
        if self.slow.sockets:
            slow = self.slow.sockets.items()
            self.slow.check([one for transport, one in slow if transport in last])
        times = self.node.move_times
        if times.unsent:
            times.note_flush()


def text_frame(payload: bytes) -> bytes:
    """Return a text frame of the WebSocket protocol (RFC 6455, 5.2) as a server sends it."""
    size = len(payload)
    if size < 126:
        return b"\x81%c%b" % (size, payload)
    if size < 1 << 16:
        return b"\x81\x7e%b%b" % (size.to_bytes(2, "big"), payload)
    return b"\x81\x7f%b%b" % (size.to_bytes(8, "big"), payload)


class ClientSocket(WSListener):
    """One client's socket."""

    def __init__(
        self, node: Node, batch: FrameBatch, connections: set[Any], address: str, bearer: str = ""
    ) -> None:
        super().__init__()
        self.node, self.batch, self.connections, self.address = node, batch, connections, address
        self.bearer = bearer
        self.transport: WSTransport | None = None
        self.parts: list[bytes] = []
        self.size = 0
        self.is_closing = False
        self.after_close = 0
        self.pings: Bucket | None = None  # created with the first ping
        self.timer: asyncio.TimerHandle | None = None

    def on_ws_connected(self, transport: WSTransport) -> None:
        """Register with the node, and wait for the join message."""
        self.transport = transport
        self.connections.add(self)
        self.node.socket_opened(self)
        self._wait_for_join()

    def _wait_for_join(self) -> None:
        loop = asyncio.get_running_loop()
        self.timer = loop.call_later(self.node.settings.join_seconds, self._check_joined)

    def _check_joined(self) -> None:
        connection = self.node.connections.get(self)
        if connection is not None and connection.is_joining:
            self._wait_for_join()
        elif connection is not None and connection.owned is None and not connection.is_forwarded:
            self.close(WSCloseCode.POLICY_VIOLATION, "no room was joined in time")

    def on_ws_disconnected(self, transport: WSTransport) -> None:
        """Deregister."""
        self.is_closing = True
        if self.timer is not None:
            self.timer.cancel()
        self.connections.discard(self)
        self.batch.slow.sockets.pop(transport, None)
        self.node.socket_closed(self)

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        """Handle one frame of the WebSocket protocol."""
        kind = frame.msg_type
        if self.is_closing and kind != CLOSE:
            self.after_close += 1
            if self.after_close == MAX_AFTER_CLOSE:
                self.pause_reading()
            return
        if frame.rsv1 or frame.rsv2 or frame.rsv3:
            self.close(WSCloseCode.PROTOCOL_ERROR, "no extension was negotiated")
        elif kind == TEXT and frame.fin and not self.parts:
            self.batch.receive(self, frame.get_payload_as_bytes())
        elif kind == CLOSE:
            if not self.is_closing:
                self.is_closing = True
                code = frame.get_close_code()
                transport.send_close(code if code != WSCloseCode.NO_INFO else WSCloseCode.OK)
            transport.disconnect()
        elif kind in (PING, PONG):
            self._on_ping(transport, frame)
        elif kind in (WSMsgType.TEXT, WSMsgType.BINARY, WSMsgType.CONTINUATION):
            self._on_part(frame)

    def _on_ping(self, transport: WSTransport, frame: WSFrame) -> None:
        """Answer a ping. Pings and unsolicited pongs have a limit of their own: browsers send none,
        other clients a few. (Pongs that answer our pings do not arrive here.)"""
        if self.pings is None:
            self.pings = Bucket(PING_RATE, PING_BURST)
        if not self.pings.take():
            self.close(WSCloseCode.POLICY_VIOLATION, "too many pings")
        elif frame.msg_type == PING:
            transport.send_pong(frame.get_payload_as_bytes())

    def _on_part(self, frame: WSFrame) -> None:
        """Collect the parts of a fragmented message."""
        if (frame.msg_type == WSMsgType.CONTINUATION) != bool(self.parts):
            self.close(WSCloseCode.PROTOCOL_ERROR, "fragments of messages are mixed up")
            return
        self.parts.append(frame.get_payload_as_bytes())
        self.size += len(self.parts[-1])
        if self.size > MAX_FRAME or len(self.parts) > MAX_PARTS:
            self.parts, self.size = [], 0
            self.close(WSCloseCode.MESSAGE_TOO_BIG, f"a message may have at most {MAX_FRAME} bytes")
        elif frame.fin:
            whole = b"".join(self.parts)
            self.parts, self.size = [], 0
            self.batch.receive(self, whole)

    def send(self, frame: bytes) -> None:
        """Send a text frame at the end of this iteration."""
        if not self.is_closing and self.transport is not None:
            outgoing = self.batch.outgoing
            if not outgoing:
                self.batch.schedule_flush()
            outgoing.append((self.transport, frame))

    def pause_writing(self) -> None:
        """Note that the client reads too slowly. Called once, when its buffer is filling up."""
        self.batch.slow.sockets[self.transport] = self
        self.batch.slow.check([self])

    def resume_writing(self) -> None:
        """Note that the client has caught up."""
        self.batch.slow.sockets.pop(self.transport, None)

    @property
    def waiting_bytes(self) -> int:
        """The bytes that wait for the client in our buffer."""
        if self.transport is None or self.transport.is_disconnected:
            return 0
        return self.transport.underlying_transport.get_write_buffer_size()

    def close_slow(self) -> None:
        """Disconnect a client that does not read: its buffer is full."""
        if not self.is_closing:
            self.node.stats.slow_sockets += 1
            self.close(WSCloseCode.TRY_AGAIN_LATER, "you read too slowly")

    def cut(self) -> None:
        """Disconnect at once and drop what waits for the client."""
        self.is_closing = True
        if self.transport is not None:
            self.transport.disconnect(False)

    def close(self, code: int | WSCloseCode, reason: str) -> None:
        """Send what is waiting, then close; cut the connection if the client does not answer."""
        if self.is_closing or self.transport is None:
            return
        self.is_closing = True
        if self.timer is not None:
            self.timer.cancel()
        self.batch.flush()
        self.transport.send_close(cast(WSCloseCode, code), reason.encode())
        loop = asyncio.get_running_loop()
        self.timer = loop.call_later(CLOSE_SECONDS, self.transport.disconnect, False)

    def pause_reading(self) -> None:
        """Stop reading from the client."""
        if self.transport is not None and not self.transport.is_disconnected:
            self.transport.underlying_transport.pause_reading()

    def resume_reading(self) -> None:
        """Read from the client again, unless it goes on after the close frame."""
        is_read = self.after_close < MAX_AFTER_CLOSE
        if self.transport is not None and is_read and not self.transport.is_disconnected:
            self.transport.underlying_transport.resume_reading()

    def shutdown(self) -> None:
        """Close because uvicorn stops."""
        self.close(WSCloseCode.SERVICE_RESTART, "the server is shutting down")


class WebSocketUpgrade(asyncio.Protocol):
    """The WebSocket protocol as uvicorn sees it: it hands the connection over to picows."""

    def __init__(self, node: Node, batch: FrameBatch, connections: set[Any]) -> None:
        self.node, self.batch, self.connections = node, batch, connections
        self.peer = ""

    def connection_made(self, transport: Any) -> None:
        """Create the picows protocol for a connection."""
        peer = transport.get_extra_info("peername")
        self.peer = str(peer[0]) if peer else ""
        transport.set_write_buffer_limits(high=self.batch.slow.noted_bytes)
        limit_send_buffer(transport.get_extra_info("socket"), self.node.settings.send_buffer)
        self.transport = transport
        self.inner = WSProtocol(
            None, None, False, self._listen, logger, True, HANDSHAKE_SECONDS,
            True, PING_SECONDS, PING_SECONDS, WSAutoPingStrategy.PING_WHEN_IDLE,
            False, MAX_FRAME, None, 4096,
        )  # fmt: skip
        self.inner.connection_made(transport)

    def data_received(self, data: bytes) -> None:
        """Pass on the upgrade request, which uvicorn has already read."""
        while data:
            buffer = self.inner.get_buffer(len(data))
            part, data = data[: len(buffer)], data[len(buffer) :]
            buffer[: len(part)] = part
            self.inner.buffer_updated(len(part))
        # After this call uvicorn makes this object the protocol of the connection; replace it.
        asyncio.get_running_loop().call_soon(self.transport.set_protocol, self.inner)

    def _listen(self, request: WSUpgradeRequest) -> Any:
        """Check an upgrade request: return its socket, or a refusal."""
        node, headers = self.node, request.headers
        origin = headers.get("Origin")
        if request.path.partition(b"?")[0] != PATH.encode():
            return refusal(404, b"There is no socket at this path.\n")
        try:
            is_allowed = origin is None or is_origin_allowed(
                origin, headers.get("Host", ""), node.settings.origins
            )
        except ValueError:
            return refusal(400, b"The Origin header is malformed.\n")
        if not is_allowed:
            return refusal(403, b"Pages of this origin may not open a socket.\n")
        forwarded = headers.getall("X-Forwarded-For", [])
        address = client_address(self.peer, forwarded, node.settings.proxies)
        if not node.takes_request(address):
            node.stats.count_refusal("rate_limited")
            detail = ErrorDetail("rate_limited", "Too many requests. Slow down.")
            return refusal(429, msgspec.json.encode(ErrorResponse(detail)))
        if not node.has_place(address):
            node.stats.count_refusal("too_many_sockets")
            detail = ErrorDetail("too_many_sockets", "There are too many sockets. Close some.")
            return refusal(503, msgspec.json.encode(ErrorResponse(detail)))
        bearer = bearer_token(headers.get("Authorization", ""))
        return ClientSocket(node, self.batch, self.connections, address, bearer)

    def connection_lost(self, error: Exception | None) -> None:
        """Pass the end of the connection on to picows."""
        self.inner.connection_lost(error)


def websocket_protocol(node: Node) -> Callable[..., WebSocketUpgrade]:
    """Return the factory that uvicorn calls when a connection becomes a WebSocket."""

    batch = FrameBatch(node)

    def make(config: Any, server_state: Any, app_state: Any, _loop: Any = None) -> WebSocketUpgrade:
        return WebSocketUpgrade(node, batch, server_state.connections)

    return make


def limit_send_buffer(connection: Any, size: int) -> None:
    """Limit what the kernel holds for a client that does not read. Linux would hold megabytes."""
    if size and connection is not None:
        connection.setsockopt(SOL_SOCKET, SO_SNDBUF, size)


def refusal(status: int, sentence: bytes) -> WSUpgradeResponseWithListener:
    """Return the response that refuses an upgrade."""
    response = WSUpgradeResponse.create_error_response(status, sentence)
    return WSUpgradeResponseWithListener(response, None)


def is_origin_allowed(origin: str, host: str, allowed: tuple[str, ...]) -> bool:
    """Return whether a page may open a socket: the server's own, or one of an allowed origin."""
    place = urlsplit(origin).netloc
    return (place == host and place != "") or origin in allowed or "*" in allowed
