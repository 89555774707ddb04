"""The clocks that a room can be created with: none, casual or blitz."""

from __future__ import annotations

from collections.abc import Mapping

from turnwright.core.errors import UnusableError

from .room_state import DEFAULT_TIMEOUTS

NONE, CASUAL, BLITZ, CUSTOM = "none", "casual", "blitz", "custom"
CLOCKS: dict[str, dict[str, float]] = {
    NONE: {"prompt": 0.0, "move": 0.0},
    CASUAL: dict(DEFAULT_TIMEOUTS),
    BLITZ: {"prompt": 15.0, "move": 30.0},
}
"""By name: the seconds to answer a prompt and to make a move; 0 is no limit."""


def choose_clock(
    clock: str, timeouts: Mapping[str, float], host: Mapping[str, float], *, has_only_bots: bool
) -> tuple[str, dict[str, float]]:
    """Return the name and the timeouts of a new room's clock.

    `clock` and `timeouts` are what its creator wants, `host` what the server is set to. Somebody who
    plays only with bots has no clock unless the creator or the server wants one."""
    if clock and clock not in CLOCKS:
        raise UnusableError("bad_clock", f"The clock must be one of {', '.join(CLOCKS)}.")
    if not clock and has_only_bots and not timeouts and not host:
        clock = NONE
    if timeouts:
        return CUSTOM, {**(CLOCKS[clock] if clock else host), **timeouts}
    if clock:
        return clock, dict(CLOCKS[clock])
    return (CUSTOM if host else CASUAL), dict(host)
