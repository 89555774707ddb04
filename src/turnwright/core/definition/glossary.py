"""A glossary: the words that the rules texts of a game use, and what they mean.

`Game(glossary=...)` gives it to pages and to the terminal, which explain the words of a text beside it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cached_property


class Glossary(Mapping[str, str]):
    """Explanations by keyword. A keyword is found in texts in any of its forms.

        words = Glossary({"rez": "Turn a card faceup."}, forms={"rez": ("rezzed", "rezzes")})
        words.found_in("When rezzed: draw 2 cards.")    # {"rez": "Turn a card faceup."}

    A form may always have a plural `s`. Of overlapping forms the longest counts: a text with "net
    damage" does not also contain "damage". With `has_case`, only forms with the same capitals are
    found, for texts that write their keywords with a capital."""

    def __init__(
        self,
        explanations: Mapping[str, str],
        forms: Mapping[str, tuple[str, ...]] | None = None,
        *,
        has_case: bool = False,
    ) -> None:
        self._explanations = dict(explanations)
        self.has_case = has_case
        self.forms: dict[str, tuple[str, ...]] = {
            word: (word, *(forms or {}).get(word, ())) for word in self._explanations
        }
        """How each keyword may be written, itself included."""

    def __getitem__(self, keyword: str) -> str:
        return self._explanations[keyword]

    def __iter__(self) -> Iterator[str]:
        return iter(self._explanations)

    def __len__(self) -> int:
        return len(self._explanations)

    def found_in(self, text: str) -> dict[str, str]:
        """Return the keywords that a text contains, in the order of the text, with explanations."""
        words = (self._keywords[self._key(found[1])] for found in self._pattern.finditer(text))
        return {word: self._explanations[word] for word in words}

    @cached_property
    def _keywords(self) -> dict[str, str]:
        return {self._key(form): word for word, forms in self.forms.items() for form in forms}

    def _key(self, form: str) -> str:
        return form if self.has_case else form.lower()

    @cached_property
    def _pattern(self) -> re.Pattern[str]:
        longest_first = sorted(self._keywords, key=len, reverse=True)
        either = "|".join(re.escape(form) for form in longest_first) or r"(?!)"
        case = re.NOFLAG if self.has_case else re.IGNORECASE
        return re.compile(rf"(?<![\w-])({either})s?(?![\w-])", case)
