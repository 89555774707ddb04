"""The lines that Communication Mod and its child process exchange: the game's JSON messages, the
agent's text commands, and the mod's sentences about commands it does not take. Both sides use this.

One message is one line. Commands go by words: the whole line is lowercased and split at whitespace, so
a leading blank makes the first word empty, which is no command.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any

import msgspec

from turnwright.core.errors import TurnwrightError, UnusableError

HELLO = "ready"
"""By convention the first line of an agent; the mod takes anything, and does nothing with it."""
MAX_LINE = 16 << 20
CLASSES = ("IRONCLAD", "THE_SILENT", "DEFECT", "WATCHER")
CLASS_ALIASES = {"SILENT": "THE_SILENT"}
MAX_ASCENSION = 20
CONFIRM = ("proceed", "confirm")
CANCEL = ("skip", "cancel", "return", "leave")
SAME = {word: words for words in (CONFIRM, CANCEL) for word in words}
KEYS = (
    "CONFIRM", "CANCEL", "MAP", "DECK", "DRAW_PILE", "DISCARD_PILE", "EXHAUST_PILE", "END_TURN",
    "UP", "DOWN", "LEFT", "RIGHT", "DROP_CARD", *(f"CARD_{number}" for number in range(1, 11)),
)  # fmt: skip


# --- what the game says ---------------------------------------------------------------------------


class Message(msgspec.Struct, omit_defaults=True):
    """A line of the game: a state, or why a command was not taken (then no state follows)."""

    ready_for_command: bool = False
    in_game: bool = False
    available_commands: list[str] = []
    game_state: dict[str, Any] | None = None
    error: str | None = None


class Error(msgspec.Struct):
    """What the mod answers to a command that it does not take."""

    error: str
    ready_for_command: bool


def text_of(line: bytes) -> str:
    """A line as text. The mod writes in the charset of its platform."""
    try:
        return line.decode()
    except UnicodeDecodeError:
        return line.decode("cp1252", "replace")


def decode(line: bytes | str) -> Message:
    """A message from its line."""
    try:
        return msgspec.json.decode(text_of(line) if isinstance(line, bytes) else line, type=Message)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise UnusableError("bad_message", f"This is no message of the game: {error}.") from None


# --- what the agent says --------------------------------------------------------------------------


class CommandError(TurnwrightError):
    """A command that the mod does not take; the text is the mod's own."""

    code = "game_error"


class Line(msgspec.Struct, frozen=True):
    """A command in words. Asking for an argument that is missing or no number raises the mod's error,
    so that a game asks in the mod's order and finds the same fault first."""

    words: tuple[str, ...]

    @property
    def word(self) -> str:
        return self.words[0]

    @property
    def count(self) -> int:
        return len(self.words)

    @property
    def tail(self) -> str:
        """All arguments as one text, as `choose` reads them."""
        return " ".join(self.words[1:])

    def __str__(self) -> str:
        return " ".join(self.words)

    def need(self, count: int, more: str = "") -> None:
        """At least this many words."""
        if self.count < count:
            raise CommandError(f'Argument missing in command "{self}".{more}')

    def number(self, place: int) -> int:
        """The argument at this place, as Java reads a whole number."""
        value = whole_number(self.words[place])
        if value is None:
            raise self.invalid(self.words[place])
        return value

    def invalid(self, argument: object) -> CommandError:
        return CommandError(f'Invalid argument {argument} in command "{self}".')

    def out_of_bounds(self, index: object) -> CommandError:
        return CommandError(f'Index {index} out of bounds in command "{self}"')


def read_line(text: str) -> Line | None:
    """The words of a line; None if there are none, which the mod passes over in silence."""
    words = re.split(r"[ \t\n\x0b\f\r]+", text.lower())
    while words and not words[-1]:
        words.pop()
    return Line(tuple(words)) if words else None


def is_available(word: str, commands: Sequence[str]) -> bool:
    """May this word be said? Words for the same button mean the same, whichever is listed."""
    return any(same in commands for same in SAME.get(word, (word,)))


def unavailable(line: Line, commands: Iterable[str]) -> CommandError:
    return CommandError(f"Invalid command: {line.word}. Possible commands: [{', '.join(commands)}]")


def whole_number(text: str) -> int | None:
    """A whole number of 32 bits, or None."""
    if not re.fullmatch(r"[+-]?[0-9]{1,100}", text):
        return None
    value = int(text)
    return value if -(1 << 31) <= value < 1 << 31 else None


def class_named(name: str) -> str | None:
    """The game's name of a class, from what a player calls it."""
    upper = name.upper()
    upper = CLASS_ALIASES.get(upper, upper)
    return upper if upper in CLASSES else None


def is_seed(text: str) -> bool:
    """A seed as the game shows it."""
    return re.fullmatch(r"[A-Z0-9]+", text.upper(), re.ASCII) is not None
