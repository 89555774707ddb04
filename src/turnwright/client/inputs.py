"""Unanswered inputs: each is kept until the server has acknowledged or refused it."""

from __future__ import annotations

import asyncio
import secrets
from typing import TypeAlias

import msgspec

from turnwright.core.errors import Refusal, Refused
from turnwright.server.views import protocol as wire

Input: TypeAlias = (
    wire.Action | wire.PromptResponse | wire.Resign | wire.OfferDraw | wire.AnswerDraw
)


def check(message: wire.FromClient) -> None:
    """Raise `Refused` for a message that the server could not decode: its error would have no id."""
    try:
        wire.decode(wire.encode(message))
    except wire.BadMessage as error:
        raise Refused(Refusal("error", str(error))) from None


class Pending(msgspec.Struct):
    """An input, and the future version that results from it."""

    message: Input
    version: asyncio.Future[int]


class Inputs:
    """Inputs that were sent and not answered yet, in order."""

    def __init__(self) -> None:
        self._name, self._count = secrets.token_hex(8), 0
        self._pending: dict[str, Pending] = {}

    def new_id(self) -> str:
        """Return a new action id."""
        self._count += 1
        return f"{self._name}-{self._count}"

    def add(self, message: Input) -> asyncio.Future[int]:
        """Add an input; the future resolves to the resulting version."""
        check(message)
        assert message.action_id is not None
        version: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        self._pending[message.action_id] = Pending(message, version)
        return version

    def remove(self, message: Input) -> None:
        """Remove an input."""
        del self._pending[message.action_id or ""]

    @property
    def messages(self) -> list[Input]:
        """All unanswered inputs."""
        return [pending.message for pending in self._pending.values()]

    def acknowledge(self, action_id: str, version: int) -> Input | None:
        """Resolve an input; return it, or None if it is unknown."""
        pending = self._pending.get(action_id)
        if pending is None:
            return None
        if not pending.version.done():
            pending.version.set_result(version)
        return pending.message

    def refuse(self, action_id: str, refused: Refused) -> Input | None:
        """Fail an input with a refusal; return it, or None if it is unknown."""
        pending = self._pending.get(action_id)
        if pending is None:
            return None
        if not pending.version.done():
            pending.version.set_exception(refused)
        return pending.message

    def fail(self, error: BaseException) -> None:
        """Fail all inputs."""
        for pending in self._pending.values():
            if not pending.version.done():
                pending.version.set_exception(error)
