"""A loopback port in front of a server, whose connections can be cut or frozen.

Players connect to the gateway, so that they keep their address when the server starts again on another
port, and so that a connection can vanish without a FIN, as in a train that enters a tunnel.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress

CHUNK = 1 << 16


class _Connection:
    """One connection of a client, and the one to the server that belongs to it."""

    def __init__(self, client: asyncio.StreamWriter, server: asyncio.StreamWriter) -> None:
        self.client, self.server = client, server
        self.pumps: list[asyncio.Task[None]] = []

    def abort(self) -> None:
        """Cut both sides."""
        self.freeze()
        for writer in (self.client, self.server):
            writer.transport.abort()

    def freeze(self) -> None:
        """Forward nothing more, and close nothing."""
        for pump in self.pumps:
            pump.cancel()


class Gateway:
    """Forwards connections to `target`, a port on the loopback address `host`."""

    def __init__(self, target: int = 0, host: str = "127.0.0.1") -> None:
        self.target, self.host = target, host
        self.port = 0
        self.is_open = False
        self._connections: set[_Connection] = set()
        self._frozen: list[_Connection] = []
        self._pumps: set[asyncio.Task[None]] = set()  # asyncio itself keeps no reference to them

    async def __aenter__(self) -> Gateway:
        self._server = await asyncio.start_server(self._accept, "127.0.0.1", 0)
        self.port = int(self._server.sockets[0].getsockname()[1])
        self.is_open = True
        return self

    async def __aexit__(self, *_: object) -> None:
        if self.is_open:
            self.is_open = False
            self._server.close()
            self.cut()

    @property
    def url(self) -> str:
        """The address that clients use."""
        return f"http://127.0.0.1:{self.port}"

    def cut(self) -> None:
        """Cut all connections, also the frozen ones."""
        for connection in [*self._connections, *self._frozen]:
            connection.abort()
        self._connections.clear()
        self._frozen.clear()

    def freeze(self) -> int:
        """Let all connections vanish: neither side hears anything more. Return how many there were.
        New connections are not affected."""
        count = len(self._connections)
        for connection in self._connections:
            connection.freeze()
        self._frozen += self._connections
        self._connections.clear()
        return count

    async def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            from_server, to_server = await asyncio.open_connection(self.host, self.target)
        except OSError:
            writer.transport.abort()
            return
        except BaseException:  # the event loop ends
            writer.transport.abort()
            raise
        if not self.is_open:  # it was closed meanwhile
            writer.transport.abort()
            to_server.transport.abort()
            return
        connection = _Connection(writer, to_server)
        connection.pumps = [
            asyncio.create_task(self._pump(connection, *ends))
            for ends in ((reader, to_server), (from_server, writer))
        ]
        for pump in connection.pumps:
            self._pumps.add(pump)
            pump.add_done_callback(self._pumps.discard)
        self._connections.add(connection)

    async def _pump(
        self, connection: _Connection, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> None:
        with suppress(OSError):
            while data := await reader.read(CHUNK):
                writer.write(data)
                await writer.drain()
        if connection in self._connections:
            self._connections.discard(connection)
            for end in (connection.client, connection.server):
                end.close()
