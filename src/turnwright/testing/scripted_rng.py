"""Scripted chance: `game.start(scripts={"dice": [6, 1]})` decides what the stream `dice` gives."""

from __future__ import annotations

from turnwright.core.runtime.match import Match


def assert_used_up(match: Match) -> None:
    """Every scripted outcome was drawn; a script that is left over means that the test is wrong."""
    left = {name: stream.script for name, stream in match.ctx.streams.items() if stream.script}
    assert not left, f"outcomes that were never drawn: {left}"
