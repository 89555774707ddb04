"""What cards do, by colour."""

from . import colourless, curses_and_statuses, ironclad

__all__ = ["colourless", "curses_and_statuses", "ironclad"]
