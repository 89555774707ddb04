"""Connections of badly behaved clients: raw bytes, from a loopback address of their own.

Limits count by address. On Linux all of 127.0.0.0/8 is the loopback interface, so those who flood a
server have another address than its players.
"""

from __future__ import annotations

import asyncio
import base64
import os
import socket
import struct
import sys
from contextlib import suppress

FLOODER = "127.0.0.2" if sys.platform == "linux" else "127.0.0.1"
OPEN_SECONDS = 10.0
TEXT, PING = 0x81, 0x89  # the first byte of a frame
UPGRADE = (
    "GET /socket HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    "Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n"
)


class RawConnection:
    """A connection that sends what it is told to, and reads only on request."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader, self.writer = reader, writer
        self.sent = 0

    @classmethod
    async def open(cls, port: int, receive_buffer: int = 0) -> RawConnection:
        """Connect to a port. With `receive_buffer` little is received that nobody reads."""
        sock = socket.socket()
        sock.setblocking(False)
        if receive_buffer:
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_buffer)
        try:
            sock.bind((FLOODER, 0))
            async with asyncio.timeout(OPEN_SECONDS):
                await asyncio.get_running_loop().sock_connect(sock, ("127.0.0.1", port))
            return cls(*await asyncio.open_connection(sock=sock, limit=receive_buffer or 1 << 16))
        except BaseException:
            sock.close()
            raise

    @classmethod
    async def socket(cls, port: int, receive_buffer: int = 0) -> RawConnection:
        """Open a WebSocket; raise `ConnectionError` if the server refuses it."""
        made = await cls.open(port, receive_buffer)
        key = base64.b64encode(os.urandom(16)).decode()
        made.write(UPGRADE.format(key=key).encode())
        try:
            async with asyncio.timeout(OPEN_SECONDS):
                answer = await made.reader.readuntil(b"\r\n\r\n")
            if b" 101 " not in answer:
                raise ConnectionError(answer.partition(b"\r\n")[0].decode("latin-1"))
        except (asyncio.IncompleteReadError, TimeoutError) as error:
            made.abort()
            raise ConnectionError("The server did not open a socket.") from error
        except BaseException:  # also if the flood ends meanwhile
            made.abort()
            raise
        return made

    def write(self, data: bytes) -> None:
        """Send bytes; if the connection is closed, do nothing."""
        if not self.is_closed:
            self.writer.write(data)
            self.sent += len(data)

    async def send_text(self, text: str) -> None:
        """Send a text frame, and wait until the system has taken it."""
        self.write(frame(TEXT, text.encode()))
        with suppress(OSError):
            await self.writer.drain()

    @property
    def is_closed(self) -> bool:
        """Whether the connection is known to be closed."""
        return self.writer.is_closing() or self.reader.at_eof()

    def abort(self) -> None:
        """Close the connection at once."""
        self.writer.transport.abort()


def frame(first_byte: int, payload: bytes) -> bytes:
    """Return a masked WebSocket frame. Its mask is zero, which is allowed."""
    size = len(payload)
    if size < 126:
        head = struct.pack(">BB", first_byte, 0x80 | size)
    elif size < 1 << 16:
        head = struct.pack(">BBH", first_byte, 0x80 | 126, size)
    else:
        head = struct.pack(">BBQ", first_byte, 0x80 | 127, size)
    return head + bytes(4) + payload
