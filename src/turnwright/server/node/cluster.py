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

from .connections import Guest
from .logs import say
from .node import Hub

PART = 1900  # characters in a notification: PostgreSQL takes 8,000 bytes, a character may have four
ANSWER_SECONDS = 5.0
CUT = "the line between the nodes was cut; come back"


class Parcel(msgspec.Struct, omit_defaults=True):
    """What one node says to another."""

    kind: str  # join, frame, gone (to the owner); out, shut (back); call, answer, cut (both ways)
    sender: str
    link: int = 0  # the connection, by the number that the node with the socket gave it
    text: str = ""
    address: str = ""
    code: int = 0
    args: list[Any] = []
    error: str = ""


class Distant:
    """A socket that is connected to another node."""

    def __init__(self, relay: Relay, node: str, link: int, address: str) -> None:
        self.relay, self.node, self.link, self.address = relay, node, link, address

    def send(self, frame: bytes) -> None:
        self.relay.tell(self.node, "out", link=self.link, text=frame.decode())

    def close(self, code: int, reason: str) -> None:
        self.relay.tell(self.node, "shut", link=self.link, text=reason, code=code)
        self.relay.drop(self.node, self.link)


class Relay:
    """A node's line to the others."""

    def __init__(self, hub: Hub) -> None:
        self.hub = hub
        self.store: Any = hub.store  # one that can listen and notify
        self.methods: dict[str, Callable[..., Awaitable[Any]]] = {}
        self._numbers = itertools.count(1)
        self._away: dict[Guest, tuple[str, int]] = {}  # of rooms elsewhere: node, link
        self._guests: dict[int, Guest] = {}  # the same, by link
        self._distant: dict[tuple[str, int], Distant] = {}  # sockets elsewhere, of rooms here
        self._calls: dict[int, asyncio.Future[Any]] = {}
        self._told: dict[str, int] = {}  # notifications to each node
        self._last: dict[str, int] = {}  # number of the last one from each node
        self._doubted: set[str] = set()  # nodes that may have said something while we were deaf
        self._parts: dict[str, list[str]] = {}  # of a parcel that has not come whole, by node

    async def open(self) -> None:
        await self.store.listen(channel(self.hub.node), self._heard)

    # --- talking -----------------------------------------------------------------------------------

    def tell(self, node: str, kind: str, **facts: Any) -> None:
        """Send a parcel, in as many notifications as it takes."""
        text = msgspec.json.encode(Parcel(kind, self.hub.node, **facts)).decode()
        rest = -(-len(text) // PART)
        for start in range(0, len(text), PART):
            rest -= 1
            number = self._told[node] = self._told.get(node, 0) + 1
            part = text[start : start + PART]
            self.store.notify(channel(node), f"{self.hub.node} {number} {rest} {part}")

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
            parcel = msgspec.json.decode("".join(self._parts.pop(sender)), type=Parcel)
            _HEARD[parcel.kind](self, parcel)
        except (msgspec.DecodeError, KeyError) as error:
            say("bad_parcel", error=repr(error))

    def _start_over(self) -> None:
        """Something may have been missed: let everybody come back whose frames it may have been, and
        those at other nodes whom we do not know of."""
        say("line_cut", away=len(self._away), distant=len(self._distant))
        self._parts.clear()
        for guest in list(self._away):
            guest.socket.close(1012, CUT)
        for distant in list(self._distant.values()):
            distant.close(1012, CUT)
        self.hub.spawn(self._tell_all_cut())

    async def _tell_all_cut(self) -> None:
        while True:
            try:
                others = await self.alive() - {self.hub.node}
                break
            except TurnwrightError:
                await asyncio.sleep(1.0)
        for node in others:
            self.tell(node, "cut")

    # --- the node with the socket ------------------------------------------------------------------

    async def join(self, guest: Guest, room: str, frame: bytes | str) -> bool:
        """Let the owner of a room deal with this guest. False if no other node owns it."""
        node = await self._owner(room)
        if node is None:
            return False
        link = next(self._numbers)
        self._away[guest], self._guests[link] = (node, link), guest
        self.tell(node, "join", link=link, text=_text(frame), address=guest.socket.address)
        return True

    async def _owner(self, room: str) -> str | None:
        """The other node that owns a room. (Whether it lives was found out by trying to take it.)"""
        node, _, _ = await self.store.owner(room)
        return node if node not in ("", self.hub.node) else None

    def forwards(self, guest: Guest, frame: bytes | str) -> bool:
        """Is this frame for another node? Then it is on its way."""
        away = self._away.get(guest)
        if away is None:
            return False
        self.tell(away[0], "frame", link=away[1], text=_text(frame))
        return True

    def closed(self, guest: Guest) -> None:
        away = self._away.pop(guest, None)
        if away is not None:
            self._guests.pop(away[1], None)
            self.tell(away[0], "gone", link=away[1])

    def _out(self, parcel: Parcel) -> None:
        guest = self._guests.get(parcel.link)
        if guest is not None:
            guest.socket.send(parcel.text.encode())

    def _shut(self, parcel: Parcel) -> None:
        guest = self._guests.pop(parcel.link, None)
        if guest is not None:
            self._away.pop(guest, None)
            guest.socket.close(parcel.code, parcel.text)

    def _cut(self, parcel: Parcel) -> None:
        """A node may have missed what our guests said."""
        for guest, (node, _) in list(self._away.items()):
            if node == parcel.sender:
                guest.socket.close(1012, CUT)

    async def alive(self) -> set[str]:
        """The nodes that live."""
        return set(await self.store.nodes())

    async def tidy(self) -> None:
        """Have nodes died? Then their guests, and ours who play there, come back by themselves, and
        find the rooms where they are read next. A node that only slept sends its guests away, too."""
        await self.store.hark()
        alive = await self.alive()
        for guest, (node, _) in list(self._away.items()):
            if node not in alive:
                guest.socket.close(1012, "the room moves to another node; come back")
        for distant in list(self._distant.values()):
            if distant.node not in alive:
                distant.close(1012, CUT)

    # --- the owner ---------------------------------------------------------------------------------

    def _joins(self, parcel: Parcel) -> None:
        key = (parcel.sender, parcel.link)
        distant = self._distant[key] = Distant(self, *key, parcel.address)
        if self.hub.opened(distant):
            self.hub.received(distant, parcel.text)
        else:
            distant.close(1013, "there are too many sockets")

    def _frame(self, parcel: Parcel) -> None:
        distant = self._distant.get((parcel.sender, parcel.link))
        if distant is None:  # it was let go; whoever is there shall come back
            self.tell(parcel.sender, "shut", link=parcel.link, code=1012, text="come back")
        else:
            self.hub.received(distant, parcel.text)

    def _gone(self, parcel: Parcel) -> None:
        distant = self._distant.pop((parcel.sender, parcel.link), None)
        if distant is not None:
            self.hub.closed(distant)

    def drop(self, node: str, link: int) -> None:
        distant = self._distant.pop((node, link), None)
        if distant is not None:
            self.hub.closed(distant)

    # --- questions and answers ---------------------------------------------------------------------

    async def call(self, room: str, method: str, *args: Any) -> Any:
        """Have the owner of a room do something with it, and wait for what it says."""
        node = await self._owner(room)
        if node is None:
            raise UnusableError("no_room", f"There is no room {room!r}.")
        return await self.ask(node, method, room, *args)

    async def ask(self, node: str, method: str, *args: Any) -> Any:
        """Have a node do something, and wait for what it says."""
        link = next(self._numbers)
        future: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self._calls[link] = future
        try:
            self.tell(node, "call", link=link, text=method, args=list(args))
            return await asyncio.wait_for(future, ANSWER_SECONDS)
        except TimeoutError:
            raise UnusableError("moved", "The room is moving between nodes; try again.") from None
        finally:
            del self._calls[link]

    def _call(self, parcel: Parcel) -> None:
        self.hub.spawn(self._answer_call(parcel))

    async def _answer_call(self, parcel: Parcel) -> None:
        try:
            value = await self.methods[parcel.text](*parcel.args)
        except TurnwrightError as error:
            facts: dict[str, Any] = {"error": error.code, "text": str(error)}
        except Exception as error:
            say("call_failed", method=parcel.text, error=repr(error))
            facts = {"error": "internal", "text": "The server could not do this."}
        else:
            facts = {"args": [msgspec.to_builtins(value)]}
        self.tell(parcel.sender, "answer", link=parcel.link, **facts)

    def _answered(self, parcel: Parcel) -> None:
        future = self._calls.get(parcel.link)
        if future is None or future.done():
            return
        if parcel.error:
            future.set_exception(UnusableError(parcel.error, parcel.text))
        else:
            future.set_result(parcel.args[0])


_HEARD: dict[str, Callable[[Relay, Parcel], None]] = {
    "join": Relay._joins,
    "frame": Relay._frame,
    "gone": Relay._gone,
    "out": Relay._out,
    "shut": Relay._shut,
    "cut": Relay._cut,
    "call": Relay._call,
    "answer": Relay._answered,
}


def channel(node: str) -> str:
    return f"turnwright_{node}"


def _text(frame: bytes | str) -> str:
    """A frame as text; what is no text is refused by the owner like any other nonsense."""
    return frame if isinstance(frame, str) else frame.decode("utf-8", "replace")
