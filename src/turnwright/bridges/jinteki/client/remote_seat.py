"""A seat at a game on a jinteki.net server: states as they arrive, and commands with their outcome."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any
from uuid import UUID

import msgspec

from turnwright.bridges.jinteki.dialect.diff import patch
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
        self.cursor = _cursor(state, 1)
        self.errors = 0
        self.resyncs = 0
        self.is_stale = False
        """A state was missed: diffs are ignored until the complete state arrives."""

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
        side = next((side for side in SIDES if names[side] == client.username), "spectator")
        return cls(client, side, state)

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
        self.cursor = _cursor(state, self.cursor + 1)
        self.resyncs += 1
        self.is_stale = False

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
        self.cursor += 1
        return True

    # --- acting ------------------------------------------------------------------------------------

    async def send(self, command: str, args: Mapping[str, Any] | None = None) -> Refusal | None:
        """Send a command and wait until the server has handled it.

        The server does not say why it ignores a command, except in a toast to this side, which
        becomes the sentence of the refusal."""
        if self.side not in SIDES:
            return Refusal("spectator", "Only the Corp and the Runner act.", {})
        aid, errors, cursor, resyncs = self._aid(), self.errors, self.cursor, self.resyncs
        known, connections = self._toasts(), self.client.connections
        action = {"gameid": UUID(self.gameid), "command": command, "args": dict(args or {})}
        try:
            await self.client.send_event("game/action", action)
        except JintekiError as error:
            return Refusal(error.code, str(error), {})

        def is_done() -> bool:
            if self.errors > errors:
                return not self.is_stale
            if self.client.connections > connections and self.resyncs > resyncs:
                return True
            return self._aid() != aid if aid is not None else self.cursor > cursor

        if not await self._until(is_done, self.client.patience):
            return Refusal("no_reply", f"The server did not react to {command!r}.", {})
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
        return await self._until(lambda: self.cursor > since, timeout)

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


def _cursor(state: dict[str, Any], least: int) -> int:
    """Use the server's state numbers as cursor if it has them, so that it survives the session.

    The cursor never goes back."""
    sequence = state.get("sequence")
    return max(least, sequence + 1) if isinstance(sequence, int) else least
