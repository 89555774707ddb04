"""Replaying a recorded session of the real game on our engine, with the same commands and seeds. The
first different message shows where our rules differ from the game."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from turnwright.bridges.commmod.host import Mod, RunRequest
from turnwright.bridges.commmod.protocol import read_line
from turnwright.core.errors import UnusableError

from .file import RecordingEntry


def replay(entries: Sequence[RecordingEntry]) -> Iterator[dict[str, Any]]:
    """Yield our message for each recorded message. The session must begin at the menu."""
    first = next((entry.game for entry in entries if entry.game is not None), {})
    if first.get("in_game"):
        sentence = "This session begins in the middle of a run and cannot be replayed."
        raise UnusableError("bad_recording", sentence)
    seeds = _seeds(entries)

    def with_recorded_seed(start: RunRequest) -> RunRequest:
        return RunRequest(start.character, start.ascension, next(seeds, start.seed))

    mod = Mod(change=with_recorded_seed)
    answer: bytes | None = mod.state()
    is_greeted = False
    for entry in entries:
        if entry.game is not None:
            is_greeted = True  # lines before the first message are not commands
            yield msgspec.json.decode(answer) if answer is not None else {}
        elif is_greeted:
            answer = mod.handle_line(entry.agent or "")


def _seeds(entries: Sequence[RecordingEntry]) -> Iterator[int]:
    """Yield the seed of every run, from the first state after an accepted start."""
    is_starting = False
    for entry in entries:
        if entry.agent is not None:
            line = read_line(entry.agent)
            is_starting = line is not None and line.word == "start"
        elif is_starting and entry.game is not None and entry.game.get("in_game"):
            is_starting = False
            yield int(entry.game["game_state"]["seed"])
