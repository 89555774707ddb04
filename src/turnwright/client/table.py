"""A place at a table: what is seen there, and what can be done.

Every input has an id of its own and names the version that was seen. If the connection breaks the
table comes back with its token and says again what was not acknowledged; the server carries it out
once. What it refuses is raised as `Refused`.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine
from typing import Any

from msgspec import structs

from turnwright.core.errors import Refusal, Refused
from turnwright.server import protocol as wire

from .changes import Changes
from .inputs import Input, Inputs
from .link import Left, Link
from .prompts import Option, Pick
from .seen import Seen

SLOW_DOWN = 0.5  # seconds, when the server says that we talk too much or a room is moving


def connect(
    url: str,
    room: str = "default",
    *,
    token: str = "",
    name: str | None = None,
    code: str = "",
    game: str = "duel",
    spectate: bool = False,
    patience: float = 60.0,
) -> Table:
    """A table, to be used with `async with`. With a token it is that seat; with `spectate` only to
    look on; else the first free seat, and a room that is not there is made for `game`. A broken
    connection is tried again for `patience` seconds."""
    hello = wire.JoinRoom(
        room_id=room, player_name=name, game=game, token=token, code=code, spectate=spectate
    )
    return Table(url, hello, patience)


class Table(Seen):
    """See `connect`."""

    def __init__(self, url: str, hello: wire.JoinRoom, patience: float) -> None:
        super().__init__(hello.room_id, hello.token, hello.code)
        self._hello = hello
        self._link = Link(url, self._say_hello, self._hear, patience)
        self._inputs = Inputs()
        self._wish: wire.FromClient | None = None  # ready, say: may be said twice
        self._pong = 0.0  # the last one
        self._reply: asyncio.Future[None] | None = None  # to what has no id
        self._changes = Changes()
        self._task: asyncio.Task[None] | None = None
        self._later: set[asyncio.Task[None]] = set()

    # --- coming and going --------------------------------------------------------------------------

    async def __aenter__(self) -> Table:
        assert self._task is None, "a table is entered once"
        self._changes.error = None
        self._task = asyncio.create_task(self._link.run())
        self._task.add_done_callback(self._ended)
        try:
            await self.until(lambda table: table._link.welcomes)
        except BaseException:
            await self.close()
            raise
        return self

    async def __aexit__(self, *error: object) -> None:
        await self.close()

    async def close(self) -> None:
        """Go; the seat stays yours, and the token brings you back."""
        tasks = [task for task in (self._task, *self._later) if task is not None]
        for task in tasks:
            task.cancel()
        if tasks:
            await asyncio.wait(tasks)

    async def leave(self) -> None:
        """Give the seat back, which can be done until the match starts, and go."""
        await self._link.send(wire.Leave())
        await self.close()

    async def reconnect(self) -> None:
        """Cut the connection and come back: what a bad network does, for tests."""
        before = self._link.welcomes
        self._link.cut()
        await self.until(lambda table: table._link.welcomes > before)

    def _say_hello(self) -> wire.JoinRoom:
        return structs.replace(self._hello, room_id=self.room, token=self.token)

    def _ended(self, task: asyncio.Task[None]) -> None:
        error = None if task.cancelled() else task.exception()
        lost = error or Left("The table was left.")
        self._inputs.fail(lost)
        self._changes.end(lost)
        if self._reply is not None and not self._reply.done():
            self._reply.set_exception(lost)

    # --- following ---------------------------------------------------------------------------------

    async def until(self, condition: Callable[[Table], object]) -> None:
        """Wait until it holds."""
        await self._changes.until(lambda: self.is_current and condition(self))

    async def __aiter__(self) -> AsyncIterator[wire.ServerMessage]:
        """Everything the server says from now on, after the table has taken note of it."""
        async for message in self._changes.follow():
            yield message
        if not isinstance(self._changes.error, Left):
            self._changes.check()

    # --- doing -------------------------------------------------------------------------------------

    async def act(self, move: Option | str, /, **payload: Any) -> None:
        """Make a move: an option, or the name of an action with its arguments."""
        name = move if isinstance(move, str) else move.action_type or str(move.id)
        if isinstance(move, Option):
            payload = {**move.payload, **payload}
        version = self.state.state_version if self.state else None
        id = self._inputs.new_id()
        await self._put(
            wire.Action(action_type=name, payload=payload, action_id=id, state_version=version)
        )

    async def answer(self, *picks: Pick) -> None:
        """Answer `prompt`, be it a question or your move, with options or their ids. Without any
        you decline, or take your action back."""
        prompt = self.prompt
        if prompt is None:
            raise Refused(Refusal("no_prompt", "Nothing is asked of you."))
        if prompt.is_move:
            if len(picks) != 1:
                raise Refused(Refusal("wrong_count", f"Make one move, not {len(picks)}."))
            await self.act(prompt.find(picks[0]))
            return
        await self._put(prompt.response(picks, self._inputs.new_id()))
        if prompt.is_menu:  # which may lead to another: what was sent before a pong is here then
            ping = wire.Ping(t=self._pong + 1)
            await self._insist(ping, lambda table: table._pong >= ping.t)

    async def click(self, card: int) -> None:
        """Click on a card of yours: `prompt` is then the menu of what it can do."""
        self._changes.check()
        self._reply = asyncio.get_running_loop().create_future()
        try:
            await self._link.send(wire.IntentCardClick(card=card))
            await self._reply
        finally:
            self._reply = None

    async def resign(self) -> None:
        """Give the match up."""
        await self._put(wire.Resign(action_id=self._inputs.new_id()))

    async def ready(self) -> None:
        """Be ready; the match starts when all are."""
        if self.status == "waiting":
            await self._insist(wire.Ready(), lambda t: t.is_ready or t.status != "waiting")

    async def rematch(self) -> None:
        """Once more; it starts when all people want it."""
        if self.status == "over":
            again = wire.RematchRequest()
            await self._insist(again, lambda t: t.seat in t.wants_rematch or t.status != "over")

    async def say(self, text: str) -> None:
        """Chat with all at the table. It is sent once, and lost if the connection is."""
        self._changes.check()
        await self._link.send(wire.Chat(text=text))

    # --- what must not be lost ---------------------------------------------------------------------

    async def _put(self, message: Input) -> None:
        """Send an input until it is acknowledged or refused; then wait until its result is seen."""
        self._changes.check()
        answered = self._inputs.add(message)
        try:
            await self._link.send(message)
            version = await answered
        finally:
            self._inputs.remove(message)
        await self.until(lambda table: table.has_seen(version))

    async def _insist(self, wish: wire.FromClient, is_granted: Callable[[Table], Any]) -> None:
        self._changes.check()
        self._wish = wish
        try:
            await self._link.send(wish)
            await self.until(is_granted)
        finally:
            self._wish = None

    async def _say_again(self) -> None:
        for message in [*self._inputs.messages, self._wish]:
            if message is not None:
                await self._link.send(message)

    def _soon(self, do: Callable[[], Coroutine[Any, Any, None]], pause: float = 0.0) -> None:
        async def later() -> None:
            await asyncio.sleep(pause)
            await do()

        task = asyncio.create_task(later())
        self._later.add(task)
        task.add_done_callback(self._later.discard)

    def _hear(self, message: wire.ServerMessage) -> None:
        self.note(message)
        match message:
            case wire.MatchStart() if not self._link.is_welcome:
                self._link.is_welcome = True
                self._link.welcomes += 1
                self._soon(self._say_again)
            case wire.Ack():
                said = self._inputs.acknowledge(message.action_id, message.state_version)
                if isinstance(said, wire.PromptResponse):
                    self.forget_question(said.prompt_id)
            case wire.PromptRequest():
                if self._reply is not None and not self._reply.done():
                    self._reply.set_result(None)
            case wire.Pong():
                self._pong = message.t
            case wire.Error():
                self._refused(message)
        self._changes.tell(message)

    def _refused(self, error: wire.Error) -> None:
        refused = Refused(Refusal(error.code, error.message, {"hint": error.hint}))
        if not self._link.is_welcome:
            if error.code not in ("moved", "rate_limited"):
                raise refused
            self._soon(lambda: self._link.send(self._say_hello()), SLOW_DOWN)
        elif error.code == "rate_limited":
            self._soon(self._say_again, SLOW_DOWN)
        elif error.action_id is not None:
            self._inputs.refuse(error.action_id, refused)
        elif self._reply is not None and not self._reply.done():
            self._reply.set_exception(refused)
        elif error.code != "prompt_timeout":  # nobody has asked for that
            self._inputs.refuse(None, refused)
