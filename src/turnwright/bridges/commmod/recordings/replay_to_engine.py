"""A recorded session of the real game, played again on our own: the same commands, the same seeds.
Where it first says something else, our rules differ from the game's."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from turnwright.bridges.commmod.host import Mod, Start
from turnwright.bridges.commmod.protocol import read_line
from turnwright.core.errors import UnusableError

from .file import Entry


def replay(entries: Sequence[Entry]) -> Iterator[dict[str, Any]]:
    """What our game says where the recorded one said something. A session has to begin at the menu."""
    first = next((entry.game for entry in entries if entry.game is not None), {})
    if first.get("in_game"):
        sentence = "This session begins in the middle of a run, which cannot be played again."
        raise UnusableError("bad_recording", sentence)
    seeds = _seeds(entries)

    def as_recorded(start: Start) -> Start:
        return Start(start.character, start.ascension, next(seeds, start.seed))

    mod = Mod(change=as_recorded)
    answer: bytes | None = mod.state()
    is_greeted = False
    for entry in entries:
        if entry.game is not None:
            is_greeted = True  # what was said before was no command
            yield msgspec.json.decode(answer) if answer is not None else {}
        elif is_greeted:
            answer = mod.hear(entry.agent or "")


def _seeds(entries: Sequence[Entry]) -> Iterator[int]:
    """The seeds of the runs: of each first state after a start that was taken."""
    is_starting = False
    for entry in entries:
        if entry.agent is not None:
            line = read_line(entry.agent)
            is_starting = line is not None and line.word == "start"
        elif is_starting and entry.game is not None and entry.game.get("in_game"):
            is_starting = False
            yield int(entry.game["game_state"]["seed"])
