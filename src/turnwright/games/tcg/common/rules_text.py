"""Rules texts of cards, from their definitions and the words of their game.

A card of these games is data: what it does is a list of words with numbers. Each game says what its
words mean (`rules_text.py` in its folder), so that text and rules cannot differ.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeVar

import msgspec

from .card_definition import CardAction, CardEffect, CardSpec

S = TypeVar("S", bound=CardSpec)


class RulesWords(msgspec.Struct, frozen=True):
    """What the words of a game's cards mean.

    `effects` has sentences by word, with "{n}" for the number and "{cards}" for that many cards.
    `events` says when an action happens, by its name; those without an entry happen when the card is
    played. `types` says what a card of a type is, for cards that do nothing else. `printed` adds
    sentences about the printed values of a card.
    """

    effects: Mapping[str, str]
    events: Mapping[str, str]
    types: Mapping[str, str]
    printed: Callable[[Any], Iterable[str]] = lambda spec: ()


def text_of(spec: CardSpec, words: RulesWords) -> str:
    """Return the rules text of a card."""
    sentences = list(words.printed(spec))
    sentences += [_ability(action, words) for action in spec.actions.values() if action.effect]
    return " ".join(sentences) or words.types[spec.type]


def _ability(action: CardAction, words: RulesWords) -> str:
    effects = [one for one in action.effect if isinstance(one, CardEffect)]
    done = [_effect(one.word, one.amount, words) for one in effects]
    sentence = ", then ".join(done)
    when = words.events.get(action.name, "")
    return f"{when}: {sentence}." if when else f"{sentence[:1].upper()}{sentence[1:]}."


def _effect(word: str, amount: int, words: RulesWords) -> str:
    cards = "a card" if amount == 1 else f"{amount} cards"
    return words.effects[word].format(n=amount, cards=cards)


def with_texts(cards: Iterable[S], words: RulesWords) -> dict[str, S]:
    """Return the library of these cards, with their rules texts."""
    return {one.name: msgspec.structs.replace(one, text=text_of(one, words)) for one in cards}
