"""Several nodes on one PostgreSQL database. Every node accepts every socket, and forwards its frames to
the owner of the room.

- The store holds who owns a room (a lease with an epoch). Nodes send each other messages as
  notifications of the database, split into parts and numbered per pair of nodes.
- If a notification may have been missed, every connection that it may have concerned is closed with
  code 1012, and the clients reconnect: a connected client never lags behind.
- When a node dies its leases expire. The next node that is asked for one of its rooms acquires it,
  rebuilds it from the store, and asks the same questions under the same prompt ids.
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
from .node import NO_ROOM, Node

PART = 1900  # characters per notification: PostgreSQL takes 8,000 bytes, a character has up to four
ANSWER_SECONDS = 5.0
MISSED = "a message between nodes was missed; reconnect"


class NodeMessage(msgspec.Struct, omit_defaults=True):
    """A message from one node to another."""

    kind: str  # join, frame, gone (to the owner); out, shut (back); call, answer, cut (both ways)
    sender: str
    link: int = 0  # number of the connection or call, given by the node that started it
    text: str = ""
    address: str = ""
    bearer: str = ""
    code: int = 0
    args: list[Any] = []
    error: str = ""


class RemoteSocket:
    """A socket that is connected to another node."""

    def __init__(
        self, relay: Relay, node_id: str, link: int, address: str, bearer: str = ""
    ) -> None:
        self.relay, self.node_id, self.link, self.address = relay, node_id, link, address
        self.bearer = bearer

    def send(self, frame: bytes) -> None:
        """Send a frame through the node that has the socket."""
        self.relay.send(self.node_id, "out", link=self.link, text=frame.decode())

    def close(self, code: int, reason: str) -> None:
        """Have the other node close the socket."""
        self.relay.send(self.node_id, "shut", link=self.link, text=reason, code=code)
        self.relay.drop(self.node_id, self.link)


class Relay:
    """A node's messages to and from the other nodes."""

    def __init__(self, node: Node) -> None:
        self.node = node
        self.store: Any = node.store  # a store that can listen and notify
        self.methods: dict[str, Callable[..., Awaitable[Any]]] = {}  # what other nodes may call
        self._numbers = itertools.count(1)
        self._forwarded: dict[Connection, tuple[str, int]] = {}  # to the owner's id, link
        self._forwarded_by_link: dict[int, Connection] = {}
        self._remote: dict[tuple[str, int], RemoteSocket] = {}  # sockets elsewhere, of rooms here
        self._calls: dict[int, asyncio.Future[Any]] = {}
        self._sent: dict[str, int] = {}  # notifications sent to each node
        self._last: dict[str, int] = {}  # number of the last notification from each node
        self._may_have_missed: set[str] = set()  # senders, while the listener was disconnected
        self._parts: dict[str, list[str]] = {}  # of an incomplete message, by sender

    async def open(self) -> None:
        """Start to listen."""
        await self.store.listen(channel(self.node.id), self._on_notification)

    # --- sending and receiving ---------------------------------------------------------------------

    def send(self, node_id: str, kind: str, **facts: Any) -> None:
        """Send a message to a node, in as many notifications as needed."""
        text = msgspec.json.encode(NodeMessage(kind, self.node.id, **facts)).decode()
        rest = -(-len(text) // PART)
        for start in range(0, len(text), PART):
            rest -= 1
            number = self._sent[node_id] = self._sent.get(node_id, 0) + 1
            part = text[start : start + PART]
            self.store.notify(channel(node_id), f"{self.node.id} {number} {rest} {part}")

    def _on_notification(self, payload: str) -> None:
        if not payload:  # the listener was disconnected
            self._may_have_missed = set(self._last)
            self._reset_connections()
            return
        sender, count, rest, part = payload.split(" ", 3)
        number, last = int(count), self._last.get(sender, 0)
        if number <= last:
            return  # sent again because the sender was not sure
        self._last[sender] = number
        if number > last + 1 and sender not in self._may_have_missed:
            self._reset_connections()
        self._may_have_missed.discard(sender)
        self._parts.setdefault(sender, []).append(part)
        if rest != "0":
            return
        try:
            message = msgspec.json.decode("".join(self._parts.pop(sender)), type=NodeMessage)
            _HANDLERS[message.kind](self, message)
        except (msgspec.DecodeError, KeyError) as error:
            log_event("bad_node_message", error=repr(error))

    def _reset_connections(self) -> None:
        """Notifications may have been missed: make everybody reconnect whose frames they may have
        carried, including clients of other nodes that this node does not know of."""
        log_event("notifications_missed", away=len(self._forwarded), distant=len(self._remote))
        self._parts.clear()
        for connection in list(self._forwarded):
            connection.socket.close(1012, MISSED)
        for remote in list(self._remote.values()):
            remote.close(1012, MISSED)
        self.node.spawn(self._announce_missed())

    async def _announce_missed(self) -> None:
        while True:
            try:
                others = await self.alive() - {self.node.id}
                break
            except TurnwrightError:
                await asyncio.sleep(1.0)
        for node_id in others:
            self.send(node_id, "cut")

    # --- the node with the socket ------------------------------------------------------------------

    async def join(self, connection: Connection, room: str, frame: bytes | str) -> bool:
        """Forward a connection to the owner of a room. Returns False if no other node owns it."""
        node_id = await self._owner(room)
        if node_id is None:
            return False
        link = next(self._numbers)
        self._forwarded[connection], self._forwarded_by_link[link] = (node_id, link), connection
        socket = connection.socket
        self.send(
            node_id, "join", link=link, text=_text(frame), address=socket.address,
            bearer=socket.bearer,
        )  # fmt: skip
        return True

    async def _owner(self, room: str) -> str | None:
        """Return the other node that owns a room. (Acquiring it has failed, so that node is alive.)"""
        node_id, _, _ = await self.store.owner(room)
        return node_id if node_id not in ("", self.node.id) else None

    def forwards(self, connection: Connection, frame: bytes | str) -> bool:
        """Forward a frame if another node owns the connection's room; return whether it was."""
        owner = self._forwarded.get(connection)
        if owner is None:
            return False
        self.send(owner[0], "frame", link=owner[1], text=_text(frame))
        return True

    def closed(self, connection: Connection) -> None:
        """Tell the owner of the room that a forwarded connection has closed."""
        owner = self._forwarded.pop(connection, None)
        if owner is not None:
            self._forwarded_by_link.pop(owner[1], None)
            self.send(owner[0], "gone", link=owner[1])

    def _out(self, message: NodeMessage) -> None:
        connection = self._forwarded_by_link.get(message.link)
        if connection is not None:
            connection.socket.send(message.text.encode())

    def _shut(self, message: NodeMessage) -> None:
        connection = self._forwarded_by_link.pop(message.link, None)
        if connection is not None:
            self._forwarded.pop(connection, None)
            connection.socket.close(message.code, message.text)

    def _cut(self, message: NodeMessage) -> None:
        """A node may have missed frames of our connections."""
        for connection, (node_id, _) in list(self._forwarded.items()):
            if node_id == message.sender:
                connection.socket.close(1012, MISSED)

    async def alive(self) -> set[str]:
        """Return the ids of the nodes with a valid lease."""
        return set(await self.store.nodes())

    async def clean_up(self) -> None:
        """Check the listener, and close the connections to and from nodes whose lease has expired. A
        node that was only paused closes its own connections as well."""
        await self.store.check_listener()
        alive = await self.alive()
        for connection, (node_id, _) in list(self._forwarded.items()):
            if node_id not in alive:
                connection.socket.close(1012, "the room is moving to another node; reconnect")
        for remote in list(self._remote.values()):
            if remote.node_id not in alive:
                remote.close(1012, MISSED)

    # --- the owner of the room ---------------------------------------------------------------------

    def _joins(self, message: NodeMessage) -> None:
        key = (message.sender, message.link)
        remote = self._remote[key] = RemoteSocket(self, *key, message.address, message.bearer)
        if self.node.socket_opened(remote):
            self.node.frame_received(remote, message.text)
        else:
            remote.close(1013, "there are too many sockets")

    def _frame(self, message: NodeMessage) -> None:
        remote = self._remote.get((message.sender, message.link))
        if remote is None:  # it was dropped here
            self.send(message.sender, "shut", link=message.link, code=1012, text="reconnect")
        else:
            self.node.frame_received(remote, message.text)

    def _gone(self, message: NodeMessage) -> None:
        self.drop(message.sender, message.link)

    def drop(self, node_id: str, link: int) -> None:
        """Forget a remote socket."""
        remote = self._remote.pop((node_id, link), None)
        if remote is not None:
            self.node.socket_closed(remote)

    # --- remote calls ------------------------------------------------------------------------------

    async def call_owner(self, room: str, method: str, *args: Any) -> Any:
        """Call a method of the node that owns a room, with the room as first argument."""
        node_id = await self._owner(room)
        if node_id is None:
            raise UnusableError("no_room", NO_ROOM)
        return await self.call(node_id, method, room, *args)

    async def call(self, node_id: str, method: str, *args: Any) -> Any:
        """Call a method of another node and wait for its result."""
        link = next(self._numbers)
        future: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self._calls[link] = future
        try:
            self.send(node_id, "call", link=link, text=method, args=list(args))
            return await asyncio.wait_for(future, ANSWER_SECONDS)
        except TimeoutError:
            raise UnusableError("moved", "The room is moving between nodes. Try again.") from None
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
            facts = {"error": "internal", "text": "Internal server error."}
        else:
            facts = {"args": [msgspec.to_builtins(value)]}
        self.send(message.sender, "answer", link=message.link, **facts)

    def _answered(self, message: NodeMessage) -> None:
        future = self._calls.get(message.link)
        if future is None or future.done():
            return
        if message.error:
            future.set_exception(UnusableError(message.error, message.text))
        else:
            future.set_result(message.args[0])


_HANDLERS: dict[str, Callable[[Relay, NodeMessage], None]] = {
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
    """Return the notification channel of a node."""
    return f"turnwright_{node_id}"


def _text(frame: bytes | str) -> str:
    """Return a frame as text. The owner refuses invalid text like any other invalid frame."""
    return frame if isinstance(frame, str) else frame.decode("utf-8", "replace")
