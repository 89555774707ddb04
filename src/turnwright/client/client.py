"""A place at a table: what is seen there, and what can be done.

Every input has an id of its own and names the version that was seen. If the connection breaks the
table comes back with its token and says again what was not acknowledged; the server carries it out
once. What has no id (ready, a click, a line of chat) is said one by one, each with a ping behind it:
the server answers in order, so that a refusal before the pong is meant for it. What is refused is
raised as `Refused`, and what is not answered at all as `Disconnected`: every call ends.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager, suppress
from typing import Any

from msgspec import structs

from turnwright.core.errors import Refusal, Refused, TurnwrightError
from turnwright.server.views import protocol as wire

from .client_state import Seen
from .inputs import Input, Inputs, check
from .prompts import Option, Pick
from .reconnecting_socket import Disconnected, Left, Link
from .subscriptions import Changes

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
    connection is tried again for `patience` seconds, and as long is an answer waited for."""
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
        self._turn = asyncio.Lock()  # of what has no id
        self._refusal: Refused | None = None  # the last without an id
        self._pings, self._pong = 0, 0.0  # the last ones
        self._losses = 0  # how often something may have been lost
        self._is_slowed = False  # something was not taken, and has not been said again
        self._has_left = False
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
        """Give the seat back, which can be done while no match is played, and go."""
        async with self._in_turn():
            try:
                await self._insist(wire.Leave(), lambda table: table._has_left)
            except Refused as refused:
                if refused.code != "bad_token":  # it is given back; only the word of it was lost
                    raise
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

    # --- following ---------------------------------------------------------------------------------

    async def until(self, condition: Callable[[Table], object]) -> None:
        """Wait until it holds."""
        await self._changes.until(lambda: self.is_current and condition(self))

    def __aiter__(self) -> AsyncIterator[wire.ServerMessage]:
        """Everything the server says from now on, after the table has taken note of it."""
        return self._follow(self._changes.follow())

    async def _follow(
        self, heard: AsyncIterator[wire.ServerMessage]
    ) -> AsyncIterator[wire.ServerMessage]:
        async for message in heard:
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
        if prompt.is_menu:  # which may lead to another
            await self._settle()

    async def click(self, card: int | str) -> None:
        """Click on a card of yours: `prompt` is then the menu of what it can do."""
        async with self._in_turn():
            before = self.menu_id
            click = wire.IntentCardClick(card=card)
            await self._insist(click, lambda table: table.menu_id not in ("", before))

    async def resign(self) -> None:
        """Give the match up."""
        await self._put(wire.Resign(action_id=self._inputs.new_id()))

    async def ready(self) -> None:
        """Be ready; the match starts when all are."""
        async with self._in_turn():
            await self._insist(wire.Ready(), lambda t: t.is_ready or t.status != "waiting")

    async def rematch(self) -> None:
        """Once more; it starts when all people want it."""
        async with self._in_turn():
            again = wire.RematchRequest()
            await self._insist(again, lambda t: t.seat in t.wants_rematch or t.status != "over")

    async def say(self, text: str) -> None:
        """Chat with all at the table."""
        async with self._in_turn():
            before = self.own_lines
            await self._insist(wire.Chat(text=text), lambda table: table.own_lines > before)

    # --- what must not be lost ---------------------------------------------------------------------

    async def _put(self, message: Input) -> None:
        """Send an input until it is acknowledged or refused; then wait until its result is seen."""
        self._changes.check()
        answered = self._inputs.add(message)
        try:
            async with self._patiently():
                await self._link.send(message)
                version = await answered
                await self.until(lambda table: table.has_seen(version))
        finally:
            self._inputs.remove(message)

    async def _insist(self, wish: wire.FromClient, is_granted: Callable[[Table], bool]) -> None:
        """Say what has no id until it is granted or refused, or the server says nothing against it."""
        self._changes.check()
        check(wish)
        while not is_granted(self):
            self._refusal = None
            is_answered = await self._ask(wish)
            if is_answered and not is_granted(self):
                if self._refusal is not None:
                    raise self._refusal
                return

    async def _settle(self) -> None:
        """Wait until all is answered that was said before."""
        async with self._patiently():
            while not await self._ask():
                pass

    async def _ask(self, *said: wire.FromClient) -> bool:
        """Say it, and wait until this and all before is answered. False: something may be lost."""
        self._pings += 1
        ping, losses = self._pings, self._losses
        for message in (*said, wire.Ping(t=ping)):
            await self._link.send(message)

        def is_known(table: Table) -> bool:
            return table._losses > losses or (table._pong >= ping and not table._is_slowed)

        await self.until(is_known)
        return self._losses == losses

    async def _say_again(self) -> None:
        """The inputs; whoever waits for a pong says the rest."""
        self._is_slowed = False
        for message in self._inputs.messages:
            await self._link.send(message)
        self._losses += 1
        self._changes.wake()

    @asynccontextmanager
    async def _in_turn(self) -> AsyncIterator[None]:
        async with self._patiently(), self._turn:
            yield

    @asynccontextmanager
    async def _patiently(self) -> AsyncIterator[None]:
        seconds = self._link.patience
        try:
            async with asyncio.timeout(seconds):
                yield
        except TimeoutError:
            sentence = f"The connection to {self._link.url} is lost: no answer for {seconds:g} s."
            raise Disconnected(sentence) from None

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
            case wire.Info(code="left"):
                self._has_left = True
            case wire.Pong():
                self._pong = message.t
            case wire.Error():
                self._refused(message)
        self._changes.tell(message)

    def _refused(self, error: wire.Error) -> None:
        refused = Refused(Refusal(error.code, error.message, {"hint": error.hint}))
        if not self._link.is_welcome:
            is_patient = self._link.alone + SLOW_DOWN < self._link.patience
            if error.code not in ("moved", "rate_limited") or not is_patient:
                raise refused
            self._soon(self._link.greet, SLOW_DOWN)
        elif error.code == "rules_error":  # nothing can be seen here any more
            raise refused
        elif error.code == "rate_limited":
            if not self._is_slowed:
                self._is_slowed = True
                self._soon(self._say_again, SLOW_DOWN)
        elif error.action_id is not None:
            said = self._inputs.refuse(error.action_id, refused)
            if isinstance(said, wire.PromptResponse) and error.hint == "no_prompt":
                self.forget_question(said.prompt_id)
        elif error.code != "prompt_timeout":  # nobody has asked for that
            self._refusal = refused
            if self._inputs.messages:
                self._soon(lambda: self._blame(refused))

    async def _blame(self, refused: Refused) -> None:
        """A refusal without an id was an input's if one has no answer when all is answered."""
        said = self._inputs.messages
        with suppress(TurnwrightError):
            await self._settle()
            for message in said:
                self._inputs.refuse(message.action_id or "", refused)
