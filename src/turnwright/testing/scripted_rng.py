"""Scripted random numbers: `game.start(scripts={"dice": [6, 1]})` sets what stream `dice` produces."""

from __future__ import annotations

from turnwright.core.runtime.match import Match


def assert_used_up(match: Match) -> None:
    """Assert that every scripted outcome was drawn."""
    left = {name: stream.script for name, stream in match.ctx.streams.items() if stream.script}
    assert not left, f"outcomes never drawn: {left}"
