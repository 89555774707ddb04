"""What an open question shows to its seat that the seat does not know otherwise.

A seat that could look at the top of its deck and take its action back would have looked for nothing.
So an action whose question shows such a card can no longer be cancelled or undone. Two things show a
card: it is one of the options, or the words of the question name it.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from turnwright.core.definition.library_text import library_entry

if TYPE_CHECKING:
    from turnwright.core.definition.game import Game

    from .match import Match
    from .prompts import Question

NamesByWord = dict[str, list[tuple[str, re.Pattern[str]]]]

WORD = re.compile(r"\w+")
REMEMBERED_TEXTS = 4096


def shows_secrets(match: Match) -> bool:
    """Whether an open question shows a card that the asked seat does not see otherwise."""
    return lists_unseen_cards(match) or names_unseen_cards(match)


def lists_unseen_cards(match: Match) -> bool:
    """Whether an open question offers cards that the asked seat does not see otherwise, such as the top
    of its own deck.

    All cards of its own deck, in the order of their ids, do not count: the seat knows which cards it
    has, and such a list does not tell how they lie."""
    ctx = match.ctx
    for seat, question in match.asked.items():
        if question.is_cards and not question.is_field:
            hidden: dict[str, list[int]] = {}
            for value in question.values:
                key = ctx.card_zones.get(value)
                if key is not None and value not in question.hidden:
                    seen_by, top = match.game.watchers(key)
                    is_seen = seen_by in ("all", str(seat))
                    if not is_seen and not (top and value in ctx.zones[key][-top:]):
                        hidden.setdefault(key, []).append(value)
            for key, cards in hidden.items():
                is_own = key.partition(":")[2] == str(seat)
                if not is_own or cards != sorted(ctx.zones[key]):
                    return True
    return False


def names_unseen_cards(match: Match) -> bool:
    """Whether the words of an open question name a card that the asked seat does not see.

    A name that a card in sight has too does not count, because the words may be about that card."""
    if not match.ctx.cards:
        return False
    c = match.c
    for seat, question in match.asked.items():
        named = {name for text in words_of(question) for name in names_in(match, text)}
        if named:
            seen: set[str] = set()
            unseen: set[str] = set()
            for card_id, card in match.ctx.cards.items():
                names = {card.kind, c.card_name(card_id)} & named
                if names:
                    (seen if c.can_see(card_id, seat) else unseen).update(names)
            if unseen - seen:
                return True
    return False


def words_of(question: Question) -> list[str]:
    """The text of a question, and the labels of options that are not cards."""
    if question.is_cards or question.kind == "yes_no":
        return [question.text]
    return [question.text, *(option.label for option in question.options)]


def names_in(match: Match, text: str) -> frozenset[str]:
    """The names of cards that occur in a text as whole words."""
    game = match.game
    found = game.names_in_text.get(text)
    if found is None:
        names = names_by_word(match)
        found = frozenset(
            name
            for word in WORD.finditer(text)
            for name, pattern in names.get(word.group(), ())
            if pattern.match(text, word.start())
        )
        if game.library:  # otherwise the names depend on the cards of this match
            if len(game.names_in_text) >= REMEMBERED_TEXTS:
                game.names_in_text.clear()
            game.names_in_text[text] = found
    return found


def names_by_word(match: Match) -> NamesByWord:
    """The names of cards by their first word: those of the library, or of the match without one."""
    game = match.game
    if game.library and game.names_by_word:
        return game.names_by_word
    names = {match.c.card_name(card_id) for card_id in match.ctx.cards}
    names.update(card.kind for card in match.ctx.cards.values())
    names.update(library_names(game))
    by_word: NamesByWord = {}
    for name in names:
        first = WORD.search(name)
        if first is not None:
            pattern = re.compile(re.escape(name[first.start() :]) + r"(?!\w)")
            by_word.setdefault(first.group(), []).append((name, pattern))
    if game.library:
        game.names_by_word = by_word
    return by_word


def library_names(game: Game) -> set[str]:
    """The kinds of a game's library, and what people call them."""
    names = set(game.library)
    names.update(library_entry(kind, spec).name for kind, spec in game.library.items())
    return names
