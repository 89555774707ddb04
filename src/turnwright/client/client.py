"""A client of one room: what it sees, and what it can do.

- Every input has an id and names the version that the client has seen. After a lost connection the
  client reconnects with its token and sends again what was not acknowledged; the server carries it
  out once.
- Messages without an id (ready, a click, chat) are sent one at a time, each followed by a ping. The
  server answers in order, so an error before the pong belongs to that message.
- A refusal is raised as `Refused`; no answer within the timeout as `Disconnected`. Every call ends.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager, suppress
from typing import Any

from msgspec import structs

from turnwright.core.errors import Refusal, Refused, TurnwrightError
from turnwright.server.views import protocol as wire

from .client_state import ClientState
from .inputs import Input, Inputs, check
from .prompts import Option, Pick
from .reconnecting_socket import Disconnected, Left, ReconnectingSocket
from .subscriptions import Subscriptions

THROTTLE_SECONDS = 0.5  # before retrying when the server cannot let the client in yet
NOT_YET = ("moved", "rate_limited", "store_failed")
"""Refusals after which a client tries again to join."""


def connect(
    url: str,
    room: str = "default",
    *,
    token: str = "",
    name: str | None = None,
    code: str = "",
    game: str = "duel",
    spectate: bool = False,
    timeout: float = 60.0,
) -> Client:
    """Return a client, to be used with `async with`. It takes the seat of `token`, watches with
    `spectate`, or takes the first free seat; a room that does not exist is created for `game`.
    `timeout` is how many seconds it tries to reconnect, and waits for an answer."""
    join_message = wire.JoinRoom(
        room_id=room, player_name=name, game=game, token=token, code=code, spectate=spectate,
        patches=True,
    )  # fmt: skip
    return Client(url, join_message, timeout)


class Client(ClientState):
    """A client of one room; see `connect`."""

    def __init__(self, url: str, join_message: wire.JoinRoom, timeout: float) -> None:
        super().__init__(join_message.room_id, join_message.token, join_message.code)
        self._join = join_message
        self._socket = ReconnectingSocket(url, self._join_message, self._on_message, timeout)
        self._inputs = Inputs()
        self._lock = asyncio.Lock()  # for messages without an id
        self._refusal: Refused | None = None  # the last error without an id
        self._ping_count, self._pong = 0, 0.0  # the last ones sent and answered
        self._resends = 0  # how often messages may have been lost
        self._is_throttled = False  # messages were dropped and have not been sent again
        self._has_left = False
        self._subscriptions = Subscriptions()
        self._task: asyncio.Task[None] | None = None
        self._tasks: set[asyncio.Task[None]] = set()

    # --- connecting --------------------------------------------------------------------------

    async def __aenter__(self) -> Client:
        assert self._task is None, "a client can only be entered once"
        self._subscriptions.error = None
        self._task = asyncio.create_task(self._socket.run())
        self._task.add_done_callback(self._ended)
        try:
            await self.until(lambda client: client._socket.joins)
        except BaseException:
            await self.close()
            raise
        return self

    async def __aexit__(self, *error: object) -> None:
        await self.close()

    async def close(self) -> None:
        """Disconnect. The seat stays yours; return to it with the token."""
        tasks = [task for task in (self._task, *self._tasks) if task is not None]
        for task in tasks:
            task.cancel()
        if tasks:
            await asyncio.wait(tasks)

    async def leave(self) -> None:
        """Give up the seat, which is only possible while no match is running, and disconnect."""
        async with self._one_at_a_time():
            try:
                await self._request(wire.Leave(), lambda client: client._has_left)
            except Refused as refused:
                if refused.code != "bad_token":  # it was given up; only the answer was lost
                    raise
        await self.close()

    @property
    def is_connected(self) -> bool:
        """Whether the client is in its room now; otherwise it tries to return, or has ended."""
        return self._socket.has_joined and self._subscriptions.error is None

    async def reconnect(self) -> None:
        """Drop the connection and reconnect, as in a bad network. For tests."""
        before = self._socket.joins
        self._socket.abort()
        await self.until(lambda client: client._socket.joins > before)

    def _join_message(self) -> wire.JoinRoom:
        return structs.replace(self._join, room_id=self.room, token=self.token)

    def _ended(self, task: asyncio.Task[None]) -> None:
        error = None if task.cancelled() else task.exception()
        lost = error or Left("The client was closed.")
        self._inputs.fail(lost)
        self._subscriptions.end(lost)

    # --- observing ---------------------------------------------------------------------------------

    async def until(self, condition: Callable[[Client], object]) -> None:
        """Wait until a condition holds; it is checked after every message."""
        await self._subscriptions.until(lambda: self.is_current and condition(self))

    def __aiter__(self) -> AsyncIterator[wire.ServerMessage]:
        """Iterate over all messages from now on, after they have been applied to the client."""
        return self._follow(self._subscriptions.follow())

    async def _follow(
        self, messages: AsyncIterator[wire.ServerMessage]
    ) -> AsyncIterator[wire.ServerMessage]:
        async for message in messages:
            yield message
        if not isinstance(self._subscriptions.error, Left):
            self._subscriptions.check()

    # --- acting -------------------------------------------------------------------------------------

    async def act(self, move: Option | str, /, **payload: Any) -> None:
        """Make a move: an option, or the name of an action with its payload."""
        name = move if isinstance(move, str) else move.action_type or str(move.id)
        if isinstance(move, Option):
            payload = {**move.payload, **payload}
        version = self.state.state_version if self.state else None
        id = self._inputs.new_id()
        await self._put(
            wire.Action(action_type=name, payload=payload, action_id=id, state_version=version)
        )

    async def answer(self, *picks: Pick) -> None:
        """Answer `prompt`, whether it is a question or your move, with options or their ids.
        Without picks you decline, or take your action back."""
        prompt = self.prompt
        if prompt is None:
            raise Refused(Refusal("no_prompt", "You have no open prompt."))
        if prompt.is_move:
            if len(picks) != 1:
                raise Refused(Refusal("wrong_count", f"Pick one move, not {len(picks)}."))
            await self.act(prompt.find(picks[0]))
            return
        await self._put(prompt.response(picks, self._inputs.new_id()))
        if prompt.is_menu:  # which may open another menu
            await self._sync()

    async def click(self, card: int | str) -> None:
        """Click one of your cards: `prompt` becomes the menu of its actions."""
        async with self._one_at_a_time():
            before = self.menu_id
            click = wire.IntentCardClick(card=card)
            await self._request(click, lambda client: client.menu_id not in ("", before))

    async def describe(self, about: str = "") -> str:
        """Return the match as text, as you see it; or the rules of the card or word in `about`."""
        async with self._one_at_a_time():
            self.description = None
            asked = wire.Describe(about=about)
            await self._request(asked, lambda client: client.description is not None)
            return self.description or ""

    async def resign(self) -> None:
        """Resign the match."""
        await self._put(wire.Resign(action_id=self._inputs.new_id()))

    async def offer_draw(self) -> None:
        """Offer a draw, or accept the one in `draw_offer`. Your next move withdraws it."""
        await self._put(wire.OfferDraw(action_id=self._inputs.new_id()))

    async def answer_draw(self, accept: bool) -> None:
        """Accept or decline the draw that another player offers."""
        await self._put(wire.AnswerDraw(accept=accept, action_id=self._inputs.new_id()))

    async def ready(self) -> None:
        """Be ready. The match starts when everybody is."""
        async with self._one_at_a_time():
            await self._request(wire.Ready(), lambda t: t.is_ready or t.status != "waiting")

    async def rematch(self) -> None:
        """Ask for a rematch. It starts when all players want it."""
        async with self._one_at_a_time():
            again = wire.RematchRequest()
            await self._request(again, lambda t: t.seat in t.wants_rematch or t.status != "over")

    async def send_chat(self, text: str) -> None:
        """Send a chat message to everybody in the room."""
        async with self._one_at_a_time():
            before = self.own_chat_lines
            await self._request(wire.Chat(text=text), lambda client: client.own_chat_lines > before)

    # --- reliable delivery ---------------------------------------------------------------------

    async def _put(self, message: Input) -> None:
        """Send an input until it is acknowledged or refused; then wait for the resulting state."""
        self._subscriptions.check()
        answered = self._inputs.add(message)
        try:
            async with self._with_timeout():
                await self._socket.send(message)
                version = await answered
                await self.until(lambda client: client.has_seen(version))
        finally:
            self._inputs.remove(message)

    async def _request(self, message: wire.FromClient, is_done: Callable[[Client], bool]) -> None:
        """Send a message without an id until it takes effect, is refused, or is answered without
        error."""
        self._subscriptions.check()
        check(message)
        while not is_done(self):
            self._refusal = None
            is_answered = await self._ask(message)
            if is_answered and not is_done(self):
                if self._refusal is not None:
                    raise self._refusal
                return

    async def _sync(self) -> None:
        """Wait until everything sent so far is answered."""
        async with self._with_timeout():
            while not await self._ask():
                pass

    async def _ask(self, *messages: wire.FromClient) -> bool:
        """Send messages and wait until they are answered. Returns False if some may have been lost."""
        self._ping_count += 1
        ping, losses = self._ping_count, self._resends
        for message in (*messages, wire.Ping(t=ping)):
            await self._socket.send(message)

        def is_known(client: Client) -> bool:
            return client._resends > losses or (client._pong >= ping and not client._is_throttled)

        await self.until(is_known)
        return self._resends == losses

    async def _resend(self) -> None:
        """Send all unanswered inputs again. Calls that wait for a pong resend the rest."""
        self._is_throttled = False
        for message in self._inputs.messages:
            await self._socket.send(message)
        self._resends += 1
        self._subscriptions.wake()

    @asynccontextmanager
    async def _one_at_a_time(self) -> AsyncIterator[None]:
        async with self._with_timeout(), self._lock:
            yield

    @asynccontextmanager
    async def _with_timeout(self) -> AsyncIterator[None]:
        seconds = self._socket.timeout
        try:
            async with asyncio.timeout(seconds):
                yield
        except TimeoutError:
            sentence = (
                f"The connection to {self._socket.url} was lost: no answer for {seconds:g} s."
            )
            raise Disconnected(sentence) from None

    def _start_soon(self, do: Callable[[], Coroutine[Any, Any, None]], pause: float = 0.0) -> None:
        async def later() -> None:
            await asyncio.sleep(pause)
            await do()

        task = asyncio.create_task(later())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def _on_message(self, message: wire.ServerMessage) -> None:
        self.apply(message)
        match message:
            case wire.MatchStart() if not self._socket.has_joined:
                self._socket.has_joined = True
                self._socket.joins += 1
                self._start_soon(self._resend)
            case wire.Ack():
                sent = self._inputs.acknowledge(message.action_id, message.state_version)
                if isinstance(sent, wire.PromptResponse):
                    self.forget_question(sent.prompt_id)
            case wire.Info(code="left"):
                self._has_left = True
            case wire.Pong():
                self._pong = message.t
            case wire.Error():
                self._refused(message)
        self._subscriptions.publish(message)

    def _refused(self, error: wire.Error) -> None:
        refused = Refused(Refusal(error.code, error.message, {"hint": error.hint}))
        if not self._socket.has_joined:
            is_patient = self._socket.lost_for + THROTTLE_SECONDS < self._socket.timeout
            if error.code not in NOT_YET or not is_patient:
                raise refused
            self._start_soon(self._socket.send_join, THROTTLE_SECONDS)
        elif error.code == "rules_error":  # the match cannot be shown any more
            raise refused
        elif error.code == "rate_limited":
            if not self._is_throttled:
                self._is_throttled = True
                self._start_soon(self._resend, THROTTLE_SECONDS)
        elif error.action_id is not None:
            sent = self._inputs.refuse(error.action_id, refused)
            if isinstance(sent, wire.PromptResponse) and error.hint == "no_prompt":
                self.forget_question(sent.prompt_id)
        elif error.code != "prompt_timeout":  # not the answer to a message
            self._refusal = refused
            if self._inputs.messages:
                self._start_soon(lambda: self._attribute(refused))

    async def _attribute(self, refused: Refused) -> None:
        """Attribute an error without an id to the inputs that have no answer when all else has."""
        sent = self._inputs.messages
        with suppress(TurnwrightError):
            await self._sync()
            for message in sent:
                self._inputs.refuse(message.action_id or "", refused)
