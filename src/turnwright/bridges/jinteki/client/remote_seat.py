"""A seat at a game on a jinteki.net server: states as they arrive, and commands with their outcome."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any
from uuid import UUID

import msgspec

from turnwright.bridges.jinteki.dialect.diff import patch
from turnwright.bridges.jinteki.dialect.state import SYSTEM
from turnwright.bridges.jinteki.dialect.wire_commands import WIRE_COMMANDS
from turnwright.core.errors import Refusal, UnusableError

from .login import JintekiError

if TYPE_CHECKING:
    from .client import Client

SIDES = ("corp", "runner")
decode = msgspec.json.decode


class RemoteSeat:
    """One side's seat (see `Seat`). `errors` counts actions that failed on the server."""

    def __init__(self, client: Client, side: str, state: dict[str, Any]) -> None:
        self.client, self.side, self.state = client, side, state
        self.cursor = 1
        """Counts states and chat messages. It survives the session if the server numbers states."""
        self._lines = self._messages = 0
        self._lock = asyncio.Lock()
        self.errors = 0
        self.resyncs = 0
        self.is_stale = False
        """A state was missed: diffs are ignored until the complete state arrives."""
        self.closed_because = ""
        """Why the server has closed the game; empty while it is open."""
        self._advance()

    @classmethod
    def from_json(cls, client: Client, text: Any) -> RemoteSeat | None:
        """Create a seat from the JSON of a complete state; None if it is not one."""
        try:
            state = decode(text)
            names = {
                side: ((state[side].get("user") or {}).get("username") or "") for side in SIDES
            }
        except (msgspec.DecodeError, TypeError, KeyError, AttributeError):
            return None
        side = next((side for side in SIDES if names[side] == client.username), "")
        return cls(client, side or client.side_in_lobby or "spectator", state)

    @property
    def gameid(self) -> str:
        """The id of the game."""
        return str(self.state.get("gameid", ""))

    @property
    def log(self) -> list[dict[str, Any]]:
        """The lines of the log."""
        return list(self.state.get("log") or ())

    # --- what arrives ------------------------------------------------------------------------------

    def apply_state(self, state: dict[str, Any]) -> None:
        """Take over a complete state."""
        self.state = state
        self._lines = self._messages = 0
        self.resyncs += 1
        self.is_stale, self.closed_because = False, ""
        self._advance()

    def apply_diff(self, text: Any) -> bool:
        """Apply a diff. Return False if it does not fit, so that a resync is needed."""
        if self.is_stale:
            return True  # a resync is under way
        try:
            message = decode(text)
            if str(message.get("gameid", self.gameid)) != self.gameid:
                return True  # a diff of another game
            state = patch(self.state, message["diff"])
            before, now = self.state.get("sequence"), state.get("sequence")
        except (msgspec.DecodeError, UnusableError, TypeError, KeyError, AttributeError):
            return False
        if isinstance(before, int) and isinstance(now, int) and now > before + 1:
            return False
        self.state = state
        self._advance()
        return True

    def _advance(self) -> None:
        """Set the cursor after a new state. It never goes back."""
        log = self.state.get("log") or ()
        self._messages += sum(line.get("user") != SYSTEM for line in log[self._lines :])
        self._lines = len(log)
        sequence = self.state.get("sequence")
        if isinstance(sequence, int):
            self.cursor = max(self.cursor, sequence + 1 + self._messages)
        else:
            self.cursor += 1

    # --- acting ------------------------------------------------------------------------------------

    async def send(self, command: str, args: Mapping[str, Any] | None = None) -> Refusal | None:
        """Send a command and wait until the server has handled it.

        The server does not say why it ignores a command, except in a toast to this side, which
        becomes the sentence of the refusal. Commands are sent one after the other: the number by
        which the server counts them (`aid`) says when one is done."""
        if self.side not in SIDES:
            return Refusal("spectator", "Only the Corp and the Runner act.", {})
        if command not in WIRE_COMMANDS:  # the server would not react at all
            sentence = f"Unknown command {command[:40]!r}."
            return Refusal("unknown_command", sentence, {"command": command[:40]})
        async with self._lock:
            return await self._send(command, args or {})

    async def _send(self, command: str, args: Mapping[str, Any]) -> Refusal | None:
        aid, errors, resyncs = self._aid(), self.errors, self.resyncs
        known, connections = self._toasts(), self.client.connections
        action = {"gameid": UUID(self.gameid), "command": command, "args": dict(args)}
        try:
            await self.client.send_event("game/action", action)
        except JintekiError as error:
            return Refusal(error.code, str(error), {})

        def is_done() -> bool:
            if self.closed_because:
                return True
            if self.errors > errors:
                return not self.is_stale
            if self.client.connections > connections and self.resyncs > resyncs:
                return True
            return bool(self._aid() != aid)

        if not await self._until(is_done, self.client.patience):
            return Refusal("no_reply", f"The server did not react to {command!r}.", {})
        if self.closed_because:
            return Refusal("game_closed", self.closed_because, {})
        if self.errors > errors:
            return Refusal("game_error", f"The server failed to execute {command!r}.", {})
        if self.client.connections > connections and self._aid() == aid:
            return Refusal("lost", f"The connection broke and {command!r} was lost.", {})
        for number, toast in self._toasts().items():
            if number not in known and toast.get("type") in ("warning", "error", "exception"):
                code = (toast.get("options") or {}).get("code", "toast")
                return Refusal(str(code), str(toast.get("msg", "")), {})
        return None

    def _toasts(self) -> dict[str, dict[str, Any]]:
        """Return the toasts to this side by id."""
        return {str(one.get("id")): one for one in self.state[self.side].get("toast") or ()}

    async def wait(self, since: int, timeout: float | None = None) -> bool:
        """Return True as soon as `cursor` exceeds `since`, or False after `timeout` seconds."""
        if self.cursor > since:
            return True
        await self._until(lambda: self.cursor > since or bool(self.closed_because), timeout)
        return self.cursor > since

    def _aid(self) -> Any:
        return self.state[self.side].get("aid")

    async def _until(self, test: Any, timeout: float | None) -> bool:
        async def come() -> None:
            while not test():
                await self.client.next_change()

        try:
            await asyncio.wait_for(come(), timeout)
        except (TimeoutError, JintekiError):
            return False
        return True
