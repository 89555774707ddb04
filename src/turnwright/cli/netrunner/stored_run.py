"""The flags of a run between two commands of `turnwright netrunner send`.

Each command is a process of its own. What the automation must remember for the rest of a run is in a
small file per server, user, game and side in the user's folder for state. It is deleted when the run
is over.
"""

from __future__ import annotations

import os
import sys
import time
from contextlib import suppress
from hashlib import blake2b
from pathlib import Path

import msgspec

from turnwright.bridges.jinteki.automation import Automation, RunMemory, Strategy
from turnwright.bridges.jinteki.automation import state_queries as q

KEPT_SECONDS = 7 * 24 * 3600.0
"""Files of games that nobody has continued for so long are deleted."""


class StoredRun(msgspec.Struct):
    """What one side has decided about its part of a run."""

    begun: int
    """The line of the log in which the run began."""
    strategy: Strategy
    memory: RunMemory


class StoredRuns:
    """The stored runs of one user on one server. If the folder cannot be written, nothing is kept."""

    def __init__(self, url: str, user: str, folder: Path | None = None) -> None:
        self.url, self.user = url, user
        self.folder = folder or state_folder() / "runs"

    def load(self, automation: Automation) -> None:
        """Give the automation what was stored for the current run of its game."""
        begun = _begin_of_run(automation)
        if begun is None:
            return
        try:
            stored = _decoder.decode(self._path(automation).read_bytes())
        except (OSError, msgspec.DecodeError):
            return  # nothing was stored, or by another version
        if stored.begun == begun:
            automation.strategy, automation.memory = stored.strategy, stored.memory

    def save(self, automation: Automation) -> None:
        """Store what holds for the rest of the run, or delete it if the run is over."""
        path, begun = self._path(automation), _begin_of_run(automation)
        with suppress(OSError):
            if begun is None:
                path.unlink(missing_ok=True)
                return
            self.folder.mkdir(parents=True, exist_ok=True)
            self._delete_old_files()
            draft = path.with_suffix(f".{os.getpid()}")
            stored = StoredRun(begun, automation.strategy, automation.memory)
            draft.write_bytes(msgspec.msgpack.encode(stored))
            draft.replace(path)

    def _path(self, automation: Automation) -> Path:
        seat = automation.seat
        key = "\n".join((self.url, self.user, seat.gameid, seat.side))
        return self.folder / f"{blake2b(key.encode(), digest_size=12).hexdigest()}.msgpack"

    def _delete_old_files(self) -> None:
        for path in self.folder.iterdir():
            if path.stat().st_mtime < time.time() - KEPT_SECONDS:
                path.unlink(missing_ok=True)


_decoder = msgspec.msgpack.Decoder(StoredRun)


def _begin_of_run(automation: Automation) -> int | None:
    """Return the line of the log in which the current run began; None without a run."""
    if q.phase_of(automation.state) is None:
        return None
    line = q.last_line(automation.state, q.RUN_BEGINS)
    return -1 if line is None else line


def state_folder() -> Path:
    """Return the folder for what programs of this user remember."""
    state = os.environ.get("XDG_STATE_HOME", "")
    if not state:
        home = Path.home()
        if sys.platform == "win32":
            state = os.environ.get("LOCALAPPDATA", "") or str(home / "AppData" / "Local")
        elif sys.platform == "darwin":
            state = str(home / "Library" / "Application Support")
        else:
            state = str(home / ".local" / "state")
    return Path(state) / "turnwright"
