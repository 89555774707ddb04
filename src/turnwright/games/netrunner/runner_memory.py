"""What the Runner remembers of cards that it has accessed in HQ and R&D.

It is read from the log as the Runner sees it, so it cannot contain anything else. Cards that leave HQ
facedown may be any of the remembered ones, which are then forgotten.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable

from .card_facts import CORP, RUNNER, card_facts
from .context import NetrunnerContext

ACCESSES = re.compile(r"^Runner accesses (.+) from (HQ|R&D)\.$")
BREACHES = re.compile(r"^Runner breaches ")
TAKES = re.compile(r"^Runner (?:steals (.+) and gains|.* to trash (.+) from (?:HQ|R&D)\.$)")
DRAWS = re.compile(r"\bdraws? (\d+|a) (?:additional )?cards?\b|mandatory start of turn (draw)\b")
INSTALLS = re.compile(r"\binstall (ice|a card|.+ from HQ)\b")
PLAYS = re.compile(r" to play (.+)\.$")
LEAVES_HQ = re.compile(r"(?:trash|discard|shuffle|add|reveal).* HQ\b|Hansei Review")


class RunnerMemory:
    """The top cards of R&D, and cards in HQ, that the Runner knows."""

    def __init__(self) -> None:
        self.top: list[str] = []
        """The titles on top of R&D, the first one on top."""
        self.hand: Counter[str] = Counter()
        """The titles in HQ."""
        self._breach: list[tuple[str, str]] = []  # the titles accessed in this breach, with servers
        self._depth = 0

    def read(self, lines: Iterable[str]) -> RunnerMemory:
        """Remember what lines of the log tell."""
        for line in lines:
            if line.startswith("Runner "):
                self._read_runner(line)
            elif line.startswith("Corp "):
                self._read_corp(line)
        return self

    def _read_runner(self, line: str) -> None:
        if BREACHES.match(line):
            self._breach, self._depth = [], 0
        elif found := ACCESSES.match(line):
            title, server = found.groups()
            self._breach.append((title, server))
            if server == "R&D":
                self.top[self._depth : self._depth + 1] = [title]
                self._depth += 1
            else:
                self.hand[title] = max(self.hand[title], self._breach.count((title, server)))
        elif (found := TAKES.match(line)) and self._breach:
            title, server = self._breach.pop()
            if title not in found.groups():
                self._breach.append((title, server))
            elif server == "R&D":
                self._depth -= 1
                del self.top[self._depth]
            else:
                self._forget(title)

    def _read_corp(self, line: str) -> None:
        found = DRAWS.search(line)
        if found and "force the Runner" not in line:
            for title in self._draw(int(found[1]) if (found[1] or "a").isdigit() else 1):
                self.hand[title] += 1
        if "shuffle" in line:
            self.top.clear()
        if LEAVES_HQ.search(line):
            self.hand.clear()
        if found := PLAYS.search(line):
            self._forget(found[1])
        if found := INSTALLS.search(line):
            self._forget_installed(found[1])

    def _forget_installed(self, what: str) -> None:
        """Forget what may have been installed: a card that is named, any ice, or any other card."""
        if what.endswith(" from HQ") and what.removesuffix(" from HQ") in card_facts():
            self._forget(what.removesuffix(" from HQ"))
            return
        for title in list(self.hand):
            if (card_facts()[title].type == "ice") == what.startswith("ice"):
                del self.hand[title]

    def _draw(self, count: int) -> list[str]:
        drawn, self.top = self.top[:count], self.top[count:]
        return drawn

    def _forget(self, title: str) -> None:
        self.hand[title] -= 1
        if self.hand[title] <= 0:
            del self.hand[title]


def known_cards(c: NetrunnerContext, seat: int) -> dict[int, str]:
    """Return the titles of hidden cards that a side knows, by card number. Which of the cards in HQ
    has which title does not matter, because they are accessed at random."""
    if seat != RUNNER:
        return {}
    memory = RunnerMemory().read(line.seen_by(RUNNER) for line in c.G.log)
    deck, hand = c.zone("deck", CORP), c.zone("hand", CORP)
    known = dict(zip(reversed(deck), memory.top, strict=False))
    return known | dict(zip(hand, memory.hand.elements(), strict=False))
