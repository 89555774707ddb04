"""The state of a client: the server's messages, applied in order. No connection is used here."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec import structs

from turnwright.server.views import protocol as wire

from .prompts import Option, Prompt, move_prompt, question


class ClientState:
    """The room as the server last described it."""

    def __init__(self, room: str, token: str, code: str) -> None:
        self.room, self.token, self.code = room, token, code
        self.seat: str | None = None  # None: a spectator
        self.status = "waiting"  # waiting, playing or over
        self.game: dict[str, Any] = {}
        self.seats: list[dict[str, Any]] = []
        self.state: wire.State | None = None
        self.result: wire.GameOver | None = None
        self.log: list[dict[str, Any]] = []  # lines: n, who, text
        self.chat: list[dict[str, Any]] = []  # lines: from, name, text
        self.wants_rematch: list[str] = []
        self.description: str | None = None  # the answer to the last `describe`
        self.notice: wire.Notice | None = None  # what the administrator tells everybody
        self._has_state = False  # received since joining
        self._question: Prompt | None = None
        self._moves: Prompt | None = None

    @property
    def prompt(self) -> Prompt | None:
        """Your open question or menu, or your move; None if you have nothing to do."""
        return self._question or self._moves

    @property
    def options(self) -> list[Option]:
        """Your legal moves."""
        return self._moves.options if self._moves is not None else []

    @property
    def menu_id(self) -> str:
        """The prompt id of the menu that a click has opened; empty if there is none."""
        asked = self._question
        return asked.id if asked is not None and asked.is_menu else ""

    @property
    def own_chat_lines(self) -> int:
        """The number of your own chat messages."""
        return sum(line["from"] == (self.seat or "spectator") for line in self.chat)

    @property
    def draw_offer(self) -> list[str]:
        """The seats that agree to a draw, first the one that offered it; empty without an offer."""
        return [] if self.state is None else self.state.draw_offer

    @property
    def is_ready(self) -> bool:
        """Whether you have said that you are ready."""
        return any(seat["id"] == self.seat and seat["ready"] for seat in self.seats)

    @property
    def is_current(self) -> bool:
        """Whether the state is known: after joining, or when a match starts, it has yet to arrive."""
        return self.status != "playing" or (self._has_state and self.has_seen(0))

    def has_seen(self, version: int) -> bool:
        """Return whether everything that the server sends for a version has arrived."""
        state = self.state
        if state is None or state.state_version < version:
            return False
        return state.pending_prompt_type is None or self._question is not None

    def apply(self, message: wire.ServerMessage) -> None:
        """Apply a message of the server."""
        apply = _APPLY.get(type(message))
        if apply is not None:
            apply(self, message)

    def forget_question(self, prompt_id: str) -> None:
        """Remove a question that is closed."""
        question, state = self._question, self.state
        if question is None or question.id != prompt_id:
            return
        self._question = None
        if question.is_menu and state is not None:  # no new state follows when a menu closes
            self.state = structs.replace(state, pending_prompt_type=None)

    def _match_start(self, message: wire.MatchStart) -> None:
        self.seat, self.room, self.status = message.you_are, message.room_id, message.status
        self.token, self.code = message.token or self.token, message.code or self.code
        self.game, self.seats, self.chat = message.game, message.seats, message.chat
        self._has_state, self.notice = False, None
        self._question = self._moves = None  # open prompts, and a notice, are sent next
        if message.status != "over":
            self.result, self.wants_rematch = None, []

    def _state_update(self, message: wire.StateUpdate) -> None:
        state = self.state = message.state
        self._has_state = True
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
        elif message.code == "description":
            self.description = message.message

    def _chat_line(self, message: wire.ChatLine) -> None:
        line = {"from": message.sender, "name": message.name, "text": message.text}
        self.chat = [*self.chat, line]

    def _game_over(self, message: wire.GameOver) -> None:
        self.result, self.status = message, "over"

    def _notice(self, message: wire.Notice) -> None:
        self.notice = message if message.text else None

    def _rematch_status(self, message: wire.RematchStatus) -> None:
        self.wants_rematch = message.wants


_APPLY: dict[type, Callable[..., None]] = {
    wire.MatchStart: ClientState._match_start,
    wire.StateUpdate: ClientState._state_update,
    wire.PromptRequest: ClientState._prompt_request,
    wire.PromptClosed: ClientState._prompt_closed,
    wire.Info: ClientState._info,
    wire.ChatLine: ClientState._chat_line,
    wire.GameOver: ClientState._game_over,
    wire.RematchStatus: ClientState._rematch_status,
    wire.Notice: ClientState._notice,
}
