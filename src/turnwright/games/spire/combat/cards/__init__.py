"""What cards do, by colour."""

from . import colourless, curses_and_statuses, defect, ironclad, silent, watcher

__all__ = ["colourless", "curses_and_statuses", "defect", "ironclad", "silent", "watcher"]
