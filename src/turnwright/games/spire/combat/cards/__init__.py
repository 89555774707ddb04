"""What cards do, by colour."""

from . import burdens, colourless, ironclad

__all__ = ["burdens", "colourless", "ironclad"]
