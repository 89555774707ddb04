"""A match of a load test: two sockets, each moving as soon as the other has seen the last move.

It does as little as possible per message, so that one process can load a whole server.
"""

from __future__ import annotations

import asyncio
import time
from typing import TYPE_CHECKING, Any

import msgspec

from turnwright.core.errors import UnusableError
from turnwright.server.views import protocol as wire

from .load_test_sockets import Socket, open_socket
from .state_patches import StatePatches

if TYPE_CHECKING:
    from .load_test import LoadTest

UPDATE = b'{"type":"state_update"'


class _Option(msgspec.Struct, rename="camel", gc=False):
    action_type: str
    payload: msgspec.Raw


class _State(msgspec.Struct, rename="camel", gc=False):
    state_version: int
    options: list[_Option]


class _Update(msgspec.Struct, gc=False):
    state: _State


_update = msgspec.json.Decoder(_Update).decode
_message = msgspec.json.Decoder(wire.ServerMessage).decode


class LoadSeat:
    """One seat of the match, with its socket."""

    __slots__ = ("is_seated", "match", "other", "patches", "prompt", "socket")

    def __init__(self, match: LoadMatch) -> None:
        self.match = match
        self.other: LoadSeat
        self.socket: Socket
        self.is_seated = False
        self.prompt: dict[str, Any] | None = None
        self.patches = StatePatches() if match.run.with_patches else None

    def send(self, message: wire.FromClient) -> None:
        """Send a message."""
        self.socket.send(wire.encode(message))

    def on_message(self, frame: bytes) -> None:
        """Handle a frame; state updates take a fast path."""
        self.match.run.received += len(frame)
        if self.patches is not None:
            frame = self.patches.resolve(frame) or b""
        if not frame.startswith(UPDATE):
            self.match.on_message(self, _message(frame))
            return
        state = _update(frame).state
        match = self.match
        if state.state_version <= match.version:
            return
        if match.is_waiting and self is not match.mover:
            match.is_waiting = False
            if match.run.is_measuring:
                match.run.latencies.append(time.perf_counter() - match.sent)
        if state.options:
            option = state.options[0]
            match.next = self
            match.next_version = state.state_version
            match.frame = b'{"type":"action","actionType":"%b","payload":%b,"stateVersion":%d' % (
                option.action_type.encode(), option.payload, state.state_version,
            )  # fmt: skip
        if match.next is not None and not match.is_waiting:
            match.move()


class LoadMatch:
    """A match of two seats. `next` moves next, as soon as the other seat has seen the last move."""

    def __init__(self, run: LoadTest, name: str) -> None:
        self.run, self.name = run, name
        self.seats = LoadSeat(self), LoadSeat(self)
        self.seats[0].other, self.seats[1].other = self.seats[1], self.seats[0]
        self.version = 0  # at which the last move was made
        self.sent = 0.0
        self.is_waiting = False  # for the other seat to see the last move
        self.mover: LoadSeat | None = None
        self.next: LoadSeat | None = None
        self.next_version = 0
        self.frame = b""
        self.seated = asyncio.Event()

    async def open(self, url: str, game: str) -> None:
        """Connect both seats to a new room."""
        for seat in self.seats:
            seat.socket = await open_socket(url, seat.on_message, self.run.fail)
            self.seated.clear()
            join = wire.JoinRoom(
                room_id=self.name, game=game, player_name="Load", patches=self.run.with_patches
            )
            seat.send(join)
            await self.run.wait(self.seated.wait())

    def start(self) -> None:
        """Make both seats ready."""
        for seat in self.seats:
            seat.send(wire.Ready())

    def move(self) -> None:
        """Send the prepared move."""
        seat, run = self.next, self.run
        assert seat is not None
        if run.is_over:
            return
        self.mover, self.next, self.version = seat, None, self.next_version
        self.is_waiting = True
        run.moves += 1
        ending = b',"actionId":"%b%d"}' % (run.name, run.moves) if run.with_ids else b"}"
        self.sent = time.perf_counter()
        seat.socket.send(self.frame + ending)

    def on_message(self, seat: LoadSeat, message: wire.ServerMessage) -> None:
        """Handle a message other than a state update."""
        match message:
            case wire.MatchStart():
                self.seated.set()
            case wire.PromptRequest(prompt=prompt):
                wanted = prompt["requirement"]
                picks = [found["id"] for found in wanted["candidates"][: wanted["min"]]]
                self._answer(seat, prompt, picks or "cancel")
            case wire.GameOver():
                self.is_waiting = False
                seat.send(wire.RematchRequest())
            case wire.Error(code="rate_limited"):
                sentence = "The server limits messages. Start it with --message-rate 0."
                self.run.fail(UnusableError("rate_limited", sentence))
            case wire.Error() if seat.prompt is not None and not self.run.is_over:
                prompt, seat.prompt = seat.prompt, None  # the picks were not a valid combination
                self._answer(seat, prompt, "cancel")
                seat.prompt = None
            case wire.Error() if not self.run.is_over:
                sentence = f"The server refused a move: {message.message}"
                self.run.fail(UnusableError("refused", sentence))

    def _answer(self, seat: LoadSeat, prompt: dict[str, Any], choice: Any) -> None:
        seat.prompt = prompt
        answer = wire.PromptResponse(prompt_id=prompt["promptId"], choice=choice)
        self.next, self.next_version = seat, prompt["stateVersion"]
        self.frame = wire.encode(answer)[:-1]
        if not self.is_waiting:
            self.move()
