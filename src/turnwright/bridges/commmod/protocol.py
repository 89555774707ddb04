"""The protocol of Communication Mod: JSON messages from the game, text commands from the agent, and
the mod's error messages. Both sides use this module.

A message is one line. A command line is lowercased and split at whitespace, so a leading blank makes
the first word empty, and an empty word is not a command.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any

import msgspec

from turnwright.core.errors import TurnwrightError, UnusableError

HELLO = "ready"
"""The usual first line of an agent. The mod accepts any line and ignores it."""
MAX_LINE = 16 << 20
CLASSES = ("IRONCLAD", "THE_SILENT", "DEFECT", "WATCHER")
CLASS_ALIASES = {"SILENT": "THE_SILENT"}
MAX_ASCENSION = 20
CONFIRM = ("proceed", "confirm")
CANCEL = ("skip", "cancel", "return", "leave")
ABANDON = "abandon"
"""A command of this host alone: it ends the run."""
SAME = {word: words for words in (CONFIRM, CANCEL) for word in words}
KEYS = (
    "CONFIRM", "CANCEL", "MAP", "DECK", "DRAW_PILE", "DISCARD_PILE", "EXHAUST_PILE", "END_TURN",
    "UP", "DOWN", "LEFT", "RIGHT", "DROP_CARD", *(f"CARD_{number}" for number in range(1, 11)),
)  # fmt: skip


# --- messages of the game -----------------------------------------------------------------------


class Message(msgspec.Struct, omit_defaults=True):
    """A message of the game: a state, or an error (then no state follows)."""

    ready_for_command: bool = False
    in_game: bool = False
    available_commands: list[str] = []
    game_state: dict[str, Any] | None = None
    error: str | None = None


def wire_form(message: Message) -> dict[str, Any]:
    """The message as the game sends it: flags are there even if they are false."""
    flags = {
        "available_commands": message.available_commands,
        "ready_for_command": message.ready_for_command,
        "in_game": message.in_game,
    }
    told: dict[str, Any] = msgspec.to_builtins(message)
    return told if message.error is not None else flags | told


class ErrorMessage(msgspec.Struct):
    """The answer to a command that the mod refuses."""

    error: str
    ready_for_command: bool


def text_of(line: bytes) -> str:
    """Decode a line. The mod writes in the default charset of its platform."""
    try:
        return line.decode()
    except UnicodeDecodeError:
        return line.decode("cp1252", "replace")


def decode(line: bytes | str) -> Message:
    """Parse a line of the game."""
    try:
        return msgspec.json.decode(text_of(line) if isinstance(line, bytes) else line, type=Message)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise UnusableError("bad_message", f"This is not a message of the game: {error}.") from None


# --- commands of the agent ----------------------------------------------------------------------


class CommandError(TurnwrightError):
    """A command that the mod refuses. The text is the mod's own."""

    code = "game_error"


class CommandLine(msgspec.Struct, frozen=True):
    """A command split into words. Reading an argument that is missing or not a number raises the mod's
    error, so a host that reads arguments in the mod's order reports the same error first."""

    words: tuple[str, ...]

    @property
    def word(self) -> str:
        """The command word."""
        return self.words[0]

    @property
    def count(self) -> int:
        """The number of words."""
        return len(self.words)

    @property
    def tail(self) -> str:
        """All arguments as one string, as `choose` reads them."""
        return " ".join(self.words[1:])

    def __str__(self) -> str:
        return " ".join(self.words)

    def need(self, count: int, more: str = "") -> None:
        """Require at least this many words."""
        if self.count < count:
            raise CommandError(f'Argument missing in command "{self}".{more}')

    def number(self, place: int) -> int:
        """Return the argument at this index, parsed as Java parses an int."""
        value = whole_number(self.words[place])
        if value is None:
            raise self.invalid(self.words[place])
        return value

    def invalid(self, argument: object) -> CommandError:
        """Return the mod's error for an invalid argument."""
        return CommandError(f'Invalid argument {argument} in command "{self}".')

    def out_of_bounds(self, index: object) -> CommandError:
        """Return the mod's error for an index that is out of bounds."""
        return CommandError(f'Index {index} out of bounds in command "{self}"')


def read_line(text: str) -> CommandLine | None:
    """Split a line into words. Return None for a blank line, which the mod ignores."""
    words = re.split(r"[ \t\n\x0b\f\r]+", text.lower())
    while words and not words[-1]:
        words.pop()
    return CommandLine(tuple(words)) if words else None


def is_available(word: str, commands: Sequence[str]) -> bool:
    """Return whether a command is available. Words for the same button are interchangeable."""
    return any(same in commands for same in SAME.get(word, (word,)))


def unavailable(line: CommandLine, commands: Iterable[str]) -> CommandError:
    """Return the mod's error for a command that is not available."""
    return CommandError(f"Invalid command: {line.word}. Possible commands: [{', '.join(commands)}]")


def whole_number(text: str) -> int | None:
    """Parse a 32-bit integer; return None if it is not one."""
    if not re.fullmatch(r"[+-]?[0-9]{1,100}", text):
        return None
    value = int(text)
    return value if -(1 << 31) <= value < 1 << 31 else None


def class_named(name: str) -> str | None:
    """Return the game's name of a character class, or None if there is no such class."""
    upper = name.upper()
    upper = CLASS_ALIASES.get(upper, upper)
    return upper if upper in CLASSES else None


def is_seed(text: str) -> bool:
    """Return whether this is a seed as the game displays it."""
    return re.fullmatch(r"[A-Z0-9]+", text.upper(), re.ASCII) is not None
