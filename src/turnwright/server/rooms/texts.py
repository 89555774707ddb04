"""Names and chat: what players write, without characters that would disturb others; names of bots."""

from __future__ import annotations

import unicodedata

MAX_NAME = 24
BOT_WORDS = {"priority": "Practice"}  # in the names of bots, by their kind
JOINERS = "\u200c\u200d"  # parts of words in some scripts, and of emoji
TAGS = range(0xE0020, 0xE0080)  # parts of some flags


def clean_text(text: str) -> str:
    """Return a text on one line, without control characters, and without invisible ones that change
    the direction of what follows."""
    kept = "".join(char for char in text if char.isspace() or not _is_disturbing(char))
    return " ".join(kept.split())


def _is_disturbing(char: str) -> bool:
    if char in JOINERS or ord(char) in TAGS:
        return False
    return unicodedata.category(char) in ("Cc", "Cf", "Cs", "Co", "Cn")


def clean_name(name: str | None) -> str:
    """Return a player's name without unprintable characters, of at most 24, never empty."""
    text = " ".join((name or "").split())
    return "".join(char for char in text if char.isprintable())[:MAX_NAME] or "Guest"


def bot_names(bots: dict[int, str]) -> dict[int, str]:
    """Return the names of bots in a room, by slot."""
    kinds = [bot.partition(":")[0] for bot in bots.values()]
    words = [BOT_WORDS.get(kind, kind.capitalize()) for kind in kinds]
    twins = [f" {number}" if words.count(word) > 1 else "" for number, word in enumerate(words, 1)]
    return {slot: f"{words[n]} bot{twins[n]}" for n, slot in enumerate(bots)}
