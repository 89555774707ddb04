"""Rules texts by name: what a card does, and what the words in its text mean."""

from __future__ import annotations

from textwrap import indent

from turnwright.core.suggestions import close_matches, did_you_mean, normalize

from .game import Game
from .library_text import library_entry

MOST = 3
"""How many cards with similar names are explained at once."""


def explain_name(game: Game, name: str) -> str:
    """Return the rules text of a card with the words that it uses, or the explanation of a word.

    Case and punctuation do not matter, and the beginning of a name is enough."""
    entries = [library_entry(kind, spec) for kind, spec in game.library.items()]
    key = normalize(name)
    if not key:
        return f"There is no card or word {name!r} in {game.title}."
    exact = [entry for entry in entries if key in (normalize(entry.name), normalize(entry.kind))]
    words = [word for word in game.glossary if normalize(word) == key]
    begins = [entry for entry in entries if normalize(entry.name).startswith(key)]
    names = list(dict.fromkeys(entry.name for entry in begins))
    found = exact if exact or words else begins if len(names) <= MOST else []
    texts = [explain_text(game, entry.name, entry.text or "") for entry in found]
    texts += [f"{word}: {game.glossary[word]}" for word in words]
    if texts:
        return "\n".join(dict.fromkeys(texts))
    in_text = game.glossary.found_in(name)
    if in_text:
        return "\n".join(f"{word}: {text}" for word, text in in_text.items())
    near = names[:MOST] or close_matches(name, [*(entry.name for entry in entries), *game.glossary])
    hint = did_you_mean(near)
    return f"There is no card or word {name!r} in {game.title}.{' ' + hint if hint else ''}"


def explain_text(game: Game, title: str, text: str) -> str:
    """Return a title, its rules text, and the explanations of the words in it."""
    words = [f"{word}: {meaning}" for word, meaning in game.glossary.found_in(text).items()]
    parts = [title, indent(text or "It has no rules text.", "  ")]
    return "\n".join([*parts, *(indent(word, "    ") for word in words)])
