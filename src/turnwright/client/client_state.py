"""What is seen at a table: the server's messages, noted down. No connection here."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec import structs

from turnwright.server.views import protocol as wire

from .prompts import Option, Prompt, move_prompt, question


class Seen:
    """What was last seen of a room."""

    def __init__(self, room: str, token: str, code: str) -> None:
        self.room, self.token, self.code = room, token, code
        self.seat: str | None = None  # None: you look on
        self.status = "waiting"  # waiting, playing or over
        self.game: dict[str, Any] = {}
        self.seats: list[dict[str, Any]] = []
        self.state: wire.State | None = None
        self.result: wire.GameOver | None = None
        self.log: list[dict[str, Any]] = []  # lines: n, who, text
        self.chat: list[dict[str, Any]] = []  # lines: from, name, text
        self.wants_rematch: list[str] = []
        self._is_fresh = False  # has a state come since we came?
        self._question: Prompt | None = None
        self._moves: Prompt | None = None

    @property
    def prompt(self) -> Prompt | None:
        """What is asked of you now: a question, or your move."""
        return self._question or self._moves

    @property
    def options(self) -> list[Option]:
        """Your legal moves."""
        return self._moves.options if self._moves is not None else []

    @property
    def menu_id(self) -> str:
        """The menu that a click has opened, if there is one."""
        asked = self._question
        return asked.id if asked is not None and asked.is_menu else ""

    @property
    def own_lines(self) -> int:
        """How many lines of the chat are yours."""
        return sum(line["from"] == (self.seat or "spectator") for line in self.chat)

    @property
    def is_ready(self) -> bool:
        return any(seat["id"] == self.seat and seat["ready"] for seat in self.seats)

    @property
    def is_current(self) -> bool:
        """Right after we came, or a match has begun, its state is still on the way."""
        return self.status != "playing" or (self._is_fresh and self.has_seen(0))

    def has_seen(self, version: int) -> bool:
        """Has everything come that the server sent for this version?"""
        state = self.state
        if state is None or state.state_version < version:
            return False
        return state.pending_prompt_type is None or self._question is not None

    def note(self, message: wire.ServerMessage) -> None:
        note = _NOTE.get(type(message))
        if note is not None:
            note(self, message)

    def forget_question(self, prompt_id: str) -> None:
        question, state = self._question, self.state
        if question is None or question.id != prompt_id:
            return
        self._question = None
        if question.is_menu and state is not None:  # a menu closes without a new state
            self.state = structs.replace(state, pending_prompt_type=None)

    def _match_start(self, message: wire.MatchStart) -> None:
        self.seat, self.room, self.status = message.you_are, message.room_id, message.status
        self.token, self.code = message.token or self.token, message.code or self.code
        self.game, self.seats, self.chat = message.game, message.seats, message.chat
        self._is_fresh = False
        self._question = self._moves = None  # what is still open comes next
        if message.status != "over":
            self.result, self.wants_rematch = None, []

    def _state_update(self, message: wire.StateUpdate) -> None:
        state = self.state = message.state
        self._is_fresh = True
        self.status = "playing" if state.result is None else "over"
        last = self.log[-1]["n"] if self.log else 0
        self.log += [line for line in state.log if line["n"] > last]
        self._moves = move_prompt(state)

    def _prompt_request(self, message: wire.PromptRequest) -> None:
        self._question = question(message.prompt)

    def _prompt_closed(self, message: wire.PromptClosed) -> None:
        self.forget_question(message.prompt_id)

    def _info(self, message: wire.Info) -> None:
        if message.code == "seats":
            self.seats = message.data["seats"]

    def _chat_line(self, message: wire.ChatLine) -> None:
        line = {"from": message.sender, "name": message.name, "text": message.text}
        self.chat = [*self.chat, line]

    def _game_over(self, message: wire.GameOver) -> None:
        self.result, self.status = message, "over"

    def _rematch_status(self, message: wire.RematchStatus) -> None:
        self.wants_rematch = message.wants


_NOTE: dict[type, Callable[..., None]] = {
    wire.MatchStart: Seen._match_start,
    wire.StateUpdate: Seen._state_update,
    wire.PromptRequest: Seen._prompt_request,
    wire.PromptClosed: Seen._prompt_closed,
    wire.Info: Seen._info,
    wire.ChatLine: Seen._chat_line,
    wire.GameOver: Seen._game_over,
    wire.RematchStatus: Seen._rematch_status,
}
