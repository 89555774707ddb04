"""Several nodes on one PostgreSQL: any node takes any socket and passes its frames to the room's owner.

Who owns a room is in the store (a lease with an epoch, see `store`); frames travel as notifications
of the database, and are numbered: where one may have been missed, all who are concerned are sent away
to come back, and nobody is left behind the others. A node that dies lets its leases run out: whoever
comes back to one of its rooms takes it over, reads it from the store, and asks the same questions
under the same ids.
"""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import Awaitable, Callable
from typing import Any

import msgspec

from turnwright.core.errors import TurnwrightError, UnusableError

from .connections import Connection
from .logs import log_event
from .node import Node

PART = 1900  # characters in a notification: PostgreSQL takes 8,000 bytes, a character may have four
ANSWER_SECONDS = 5.0
CUT = "the line between the nodes was cut; come back"


class NodeMessage(msgspec.Struct, omit_defaults=True):
    """What one node says to another."""

    kind: str  # join, frame, gone (to the owner); out, shut (back); call, answer, cut (both ways)
    sender: str
    link: int = 0  # the connection, by the number that the node with the socket gave it
    text: str = ""
    address: str = ""
    code: int = 0
    args: list[Any] = []
    error: str = ""


class RemoteSocket:
    """A socket that is connected to another node."""

    def __init__(self, relay: Relay, node_id: str, link: int, address: str) -> None:
        self.relay, self.node_id, self.link, self.address = relay, node_id, link, address

    def send(self, frame: bytes) -> None:
        self.relay.tell(self.node_id, "out", link=self.link, text=frame.decode())

    def close(self, code: int, reason: str) -> None:
        self.relay.tell(self.node_id, "shut", link=self.link, text=reason, code=code)
        self.relay.drop(self.node_id, self.link)


class Relay:
    """A node's line to the others."""

    def __init__(self, node: Node) -> None:
        self.node = node
        self.store: Any = node.store  # one that can listen and notify
        self.methods: dict[str, Callable[..., Awaitable[Any]]] = {}
        self._numbers = itertools.count(1)
        self._forwarded: dict[Connection, tuple[str, int]] = {}  # of rooms elsewhere: node_id, link
        self._connections_by_link: dict[int, Connection] = {}  # the same, by link
        self._remote: dict[tuple[str, int], RemoteSocket] = {}  # sockets elsewhere, of rooms here
        self._calls: dict[int, asyncio.Future[Any]] = {}
        self._told: dict[str, int] = {}  # notifications to each node
        self._last: dict[str, int] = {}  # number of the last one from each node
        self._doubted: set[str] = set()  # nodes that may have said something while we were deaf
        self._parts: dict[str, list[str]] = {}  # of a parcel that has not come whole, by node

    async def open(self) -> None:
        await self.store.listen(channel(self.node.id), self._heard)

    # --- talking -----------------------------------------------------------------------------------

    def tell(self, node_id: str, kind: str, **facts: Any) -> None:
        """Send a parcel, in as many notifications as it takes."""
        text = msgspec.json.encode(NodeMessage(kind, self.node.id, **facts)).decode()
        rest = -(-len(text) // PART)
        for start in range(0, len(text), PART):
            rest -= 1
            number = self._told[node_id] = self._told.get(node_id, 0) + 1
            part = text[start : start + PART]
            self.store.notify(channel(node_id), f"{self.node.id} {number} {rest} {part}")

    def _heard(self, payload: str) -> None:
        if not payload:  # the line was cut
            self._doubted = set(self._last)
            self._start_over()
            return
        sender, count, rest, part = payload.split(" ", 3)
        number, last = int(count), self._last.get(sender, 0)
        if number <= last:
            return  # told once more, as it was not certain that it was told
        self._last[sender] = number
        if number > last + 1 and sender not in self._doubted:
            self._start_over()
        self._doubted.discard(sender)
        self._parts.setdefault(sender, []).append(part)
        if rest != "0":
            return
        try:
            message = msgspec.json.decode("".join(self._parts.pop(sender)), type=NodeMessage)
            _HEARD[message.kind](self, message)
        except (msgspec.DecodeError, KeyError) as error:
            log_event("bad_parcel", error=repr(error))

    def _start_over(self) -> None:
        """Something may have been missed: let everybody come back whose frames it may have been, and
        those at other nodes whom we do not know of."""
        log_event("line_cut", away=len(self._forwarded), remote=len(self._remote))
        self._parts.clear()
        for connection in list(self._forwarded):
            connection.socket.close(1012, CUT)
        for remote in list(self._remote.values()):
            remote.close(1012, CUT)
        self.node.spawn(self._tell_all_cut())

    async def _tell_all_cut(self) -> None:
        while True:
            try:
                others = await self.alive() - {self.node.id}
                break
            except TurnwrightError:
                await asyncio.sleep(1.0)
        for node_id in others:
            self.tell(node_id, "cut")

    # --- the node with the socket ------------------------------------------------------------------

    async def join(self, connection: Connection, room: str, frame: bytes | str) -> bool:
        """Let the owner of a room deal with this guest. False if no other node owns it."""
        node_id = await self._owner(room)
        if node_id is None:
            return False
        link = next(self._numbers)
        self._forwarded[connection], self._connections_by_link[link] = (node_id, link), connection
        self.tell(node_id, "join", link=link, text=_text(frame), address=connection.socket.address)
        return True

    async def _owner(self, room: str) -> str | None:
        """The other node that owns a room. (Whether it lives was found out by trying to take it.)"""
        node_id, _, _ = await self.store.owner(room)
        return node_id if node_id not in ("", self.node.id) else None

    def forwards(self, connection: Connection, frame: bytes | str) -> bool:
        """Is this frame for another node? Then it is on its way."""
        away = self._forwarded.get(connection)
        if away is None:
            return False
        self.tell(away[0], "frame", link=away[1], text=_text(frame))
        return True

    def closed(self, connection: Connection) -> None:
        away = self._forwarded.pop(connection, None)
        if away is not None:
            self._connections_by_link.pop(away[1], None)
            self.tell(away[0], "gone", link=away[1])

    def _out(self, message: NodeMessage) -> None:
        connection = self._connections_by_link.get(message.link)
        if connection is not None:
            connection.socket.send(message.text.encode())

    def _shut(self, message: NodeMessage) -> None:
        connection = self._connections_by_link.pop(message.link, None)
        if connection is not None:
            self._forwarded.pop(connection, None)
            connection.socket.close(message.code, message.text)

    def _cut(self, message: NodeMessage) -> None:
        """A node may have missed what our guests said."""
        for connection, (node_id, _) in list(self._forwarded.items()):
            if node_id == message.sender:
                connection.socket.close(1012, CUT)

    async def alive(self) -> set[str]:
        """The nodes that live."""
        return set(await self.store.nodes())

    async def tidy(self) -> None:
        """Have nodes died? Then their guests, and ours who play there, come back by themselves, and
        find the rooms where they are read next. A node that only slept sends its guests away, too."""
        await self.store.check_listener()
        alive = await self.alive()
        for connection, (node_id, _) in list(self._forwarded.items()):
            if node_id not in alive:
                connection.socket.close(1012, "the room moves to another node; come back")
        for remote in list(self._remote.values()):
            if remote.node_id not in alive:
                remote.close(1012, CUT)

    # --- the owner ---------------------------------------------------------------------------------

    def _joins(self, message: NodeMessage) -> None:
        key = (message.sender, message.link)
        remote = self._remote[key] = RemoteSocket(self, *key, message.address)
        if self.node.socket_opened(remote):
            self.node.frame_received(remote, message.text)
        else:
            remote.close(1013, "there are too many sockets")

    def _frame(self, message: NodeMessage) -> None:
        remote = self._remote.get((message.sender, message.link))
        if remote is None:  # it was let go; whoever is there shall come back
            self.tell(message.sender, "shut", link=message.link, code=1012, text="come back")
        else:
            self.node.frame_received(remote, message.text)

    def _gone(self, message: NodeMessage) -> None:
        remote = self._remote.pop((message.sender, message.link), None)
        if remote is not None:
            self.node.socket_closed(remote)

    def drop(self, node_id: str, link: int) -> None:
        remote = self._remote.pop((node_id, link), None)
        if remote is not None:
            self.node.socket_closed(remote)

    # --- questions and answers ---------------------------------------------------------------------

    async def call(self, room: str, method: str, *args: Any) -> Any:
        """Have the owner of a room do something with it, and wait for what it says."""
        node_id = await self._owner(room)
        if node_id is None:
            raise UnusableError("no_room", f"There is no room {room!r}.")
        return await self.ask(node_id, method, room, *args)

    async def ask(self, node_id: str, method: str, *args: Any) -> Any:
        """Have a node do something, and wait for what it says."""
        link = next(self._numbers)
        future: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self._calls[link] = future
        try:
            self.tell(node_id, "call", link=link, text=method, args=list(args))
            return await asyncio.wait_for(future, ANSWER_SECONDS)
        except TimeoutError:
            raise UnusableError("moved", "The room is moving between nodes; try again.") from None
        finally:
            del self._calls[link]

    def _call(self, message: NodeMessage) -> None:
        self.node.spawn(self._answer_call(message))

    async def _answer_call(self, message: NodeMessage) -> None:
        try:
            value = await self.methods[message.text](*message.args)
        except TurnwrightError as error:
            facts: dict[str, Any] = {"error": error.code, "text": str(error)}
        except Exception as error:
            log_event("call_failed", method=message.text, error=repr(error))
            facts = {"error": "internal", "text": "The server could not do this."}
        else:
            facts = {"args": [msgspec.to_builtins(value)]}
        self.tell(message.sender, "answer", link=message.link, **facts)

    def _answered(self, message: NodeMessage) -> None:
        future = self._calls.get(message.link)
        if future is None or future.done():
            return
        if message.error:
            future.set_exception(UnusableError(message.error, message.text))
        else:
            future.set_result(message.args[0])


_HEARD: dict[str, Callable[[Relay, NodeMessage], None]] = {
    "join": Relay._joins,
    "frame": Relay._frame,
    "gone": Relay._gone,
    "out": Relay._out,
    "shut": Relay._shut,
    "cut": Relay._cut,
    "call": Relay._call,
    "answer": Relay._answered,
}


def channel(node_id: str) -> str:
    return f"turnwright_{node_id}"


def _text(frame: bytes | str) -> str:
    """A frame as text; what is no text is refused by the owner like any other nonsense."""
    return frame if isinstance(frame, str) else frame.decode("utf-8", "replace")
