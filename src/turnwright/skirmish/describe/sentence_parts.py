"""Words and small pieces of sentences: lists, names of resources and abilities, grammatical persons."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NamedTuple

from turnwright.core.rules.ledger import Number

ABILITIES = {
    "str": "Strength", "dex": "Dexterity", "con": "Constitution", "int": "Intelligence",
    "wis": "Wisdom", "cha": "Charisma",
}  # fmt: skip


def ability(word: str) -> str:
    """Return the name of an ability: `dex` is Dexterity."""
    known = ABILITIES.get(word.lower())
    return known or plain(word)[:1].upper() + plain(word)[1:]


_TIMES = {1: "once", 2: "twice"}


def times(number: Number | str) -> str:
    """Return how often: once, twice, 3 times."""
    return _TIMES.get(number, f"{number} times") if isinstance(number, int) else f"{number} times"


def joined(words: Iterable[str], last: str = "and") -> str:
    """Join words as a list in a sentence; no words give an empty text."""
    several = list(words)
    if len(several) < 2:
        return "".join(several)
    return f"{', '.join(several[:-1])} {last} {several[-1]}"


def plain(name: str) -> str:
    """Return a name as a sentence can contain it: on one line, without braces and underscores."""
    return " ".join(re.sub(r"[_{}\[\]<>`]+", " ", name).split())


def spaced(key: str) -> str:
    """Split a key into words: `LayOnHands` is Lay On Hands."""
    return plain(re.sub(r"(?<=[a-z])(?=[A-Z])", " ", key))


def number(value: Number) -> str:
    """Return a number without needless digits: 2, 0.5."""
    return f"{value:g}" if abs(value) < 1e6 else f"{value:,.0f}"


def capitalised(sentence: str) -> str:
    """Return a sentence with a capital at its start."""
    return sentence[:1].upper() + sentence[1:]


def with_article(noun: str) -> str:
    """Put `a` or `an` before a noun."""
    return f"{'an' if noun[:1].lower() in 'aeiou' else 'a'} {noun}"


def another(amount: str) -> str:
    """Return an amount in addition to what is there: `an action` is another action."""
    article, _, noun = amount.partition(" ")
    return f"another {noun}" if article in ("a", "an") else f"{amount} more"


def sign(value: int) -> str:
    """Return a number with its sign: +5, -2."""
    return f"+{value}" if value >= 0 else f"-{-value}"


class Subject(NamedTuple):
    """A subject of clauses, with the verbs that agree with it."""

    text: str
    be: str
    have: str
    do: str
    my: str

    @property
    def whose(self) -> str:
        """The possessive at the start of a clause: `whose` after a noun."""
        return "whose" if self.text == "who" else self.my


I = Subject("I", "am", "have", "do", "my")  # noqa: E741  # the word of the sentences
THE_TARGET = Subject("the target", "is", "has", "does", "its")
WHO = Subject("who", "is", "has", "does", "their")
WHO_PLURAL = Subject("who", "are", "have", "do", "their")


class Party(NamedTuple):
    """Somebody whom a sentence is about: at first mention, and then by pronouns."""

    noun: str
    it: str = "it"
    its: str = "its"
    subject: Subject = Subject("it", "is", "has", "does", "its")
    is_several: bool = False

    @property
    def is_me(self) -> bool:
        """Is it the user of the action?"""
        return self.noun == "me"

    @property
    def again(self) -> Party:
        """The same at a second mention: only the pronoun."""
        return self._replace(noun=self.it)


ME = Party("me", "me", "my", I)
THEY = Subject("they", "are", "have", "do", "their")


def ally(noun: str) -> Party:
    """Return one ally, who is not an `it`."""
    return Party(noun, "them", "their", THEY)


def several(noun: str) -> Party:
    """Return a party of several combatants."""
    return Party(noun, "them", "their", THEY, is_several=True)
