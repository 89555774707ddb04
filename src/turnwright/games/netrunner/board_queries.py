"""Looking at the table: cards, servers, names, sums. And the log."""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Sequence
from typing import TYPE_CHECKING

import turnwright as tw

from .card_definition import BLANK, CARDS, Behaviour
from .card_facts import CORP, NAMES, RUNNER, Printed, printed
from .state import CENTRALS, SERVER_NAMES, Board, Line, Piece, Server

if TYPE_CHECKING:
    from .state import Ctx

PRINTED = printed()

INSTALLED = (("ice:0", "root:0"), ("hardware:1", "program:1", "resource:1", "hosted:1"))
"""Zones of cards on the table, by side."""
OPEN = (("identity:0", "play_area:0"), ("identity:1", "play_area:1"))


def other(side: int) -> int:
    return 1 - side


def many(count: int, word: str) -> str:
    return f"{count} {word}" if count == 1 else f"{count} {word}s"


def listed(words: Sequence[str]) -> str:
    """A, B, and C."""
    if len(words) < 3:
        return " and ".join(words)
    return f"{', '.join(words[:-1])}, and {words[-1]}"


def in_words(text: str) -> str:
    """The signs of jinteki.net's log as people say them: `2 [Credits]` are 2 credits."""
    text = re.sub(r"(?:\[Click\])+", lambda m: many(m[0].count("["), "click"), text)
    return re.sub(r"\b(\d+) \[Credits?\]", lambda m: many(int(m[1]), "credit"), text)


class Words(tw.Context):
    """Looking: cards, servers, names, sums. And the log."""

    __slots__ = ()

    G: Board
    ctx: Ctx

    # --- cards ---------------------------------------------------------------------------------------

    def facts(self, card: Piece) -> Printed:
        return PRINTED[card.kind]

    def does(self, card: Piece) -> Behaviour:
        return CARDS.get(card.kind, BLANK)

    def cards(self, ids: Iterable[int]) -> list[Piece]:
        cards = self.ctx.cards
        return [cards[number] for number in ids]

    def installed(self, side: int) -> list[Piece]:
        """Cards on the table, hosted ones too."""
        zones, cards = self.ctx.zones, self.ctx.cards
        return [cards[n] for zone in INSTALLED[side] for n in zones[zone]]

    def active(self, side: int) -> list[Piece]:
        """Cards whose abilities count now, in no particular order."""
        zones, cards = self.ctx.zones, self.ctx.cards
        found = [cards[n] for zone in OPEN[side] for n in zones[zone]]
        if side == RUNNER:
            return found + [cards[n] for zone in INSTALLED[RUNNER] for n in zones[zone]]
        for zone in INSTALLED[CORP]:
            for n in zones[zone]:
                card = cards[n]
                if card.rezzed:
                    found.append(card)
        return found

    def active_of(self, side: int, kinds: Container[str]) -> list[Piece]:
        """Those of them that have one of these titles."""
        zones, cards, opened = self.ctx.zones, self.ctx.cards, OPEN[side]
        found = []
        for zone in opened + INSTALLED[side]:
            for n in zones[zone]:
                card = cards[n]
                if card.kind in kinds and (side == RUNNER or card.rezzed or zone in opened):
                    found.append(card)
        return found

    def activate(self, card: Piece) -> None:
        """From now on its abilities count, after those of the others."""
        self.G.clock += 1
        card.since = self.G.clock

    def is_active(self, card: Piece) -> bool:
        zone = self.ctx.card_zones[card.id]
        if zone in OPEN[card.owner]:
            return True
        return zone in INSTALLED[card.owner] and (card.owner == RUNNER or card.rezzed)

    def is_installed(self, card: Piece) -> bool:
        return self.ctx.card_zones[card.id] in INSTALLED[card.owner]

    def servers(self) -> list[str]:
        """Names of all servers that exist, as lists of them show them."""
        remotes = [name for name in self.G.servers if name not in CENTRALS]
        return [*CENTRALS, *sorted(remotes, key=lambda name: int(name[6:]))]

    def server(self, name: str) -> Server:
        return self.G.servers.setdefault(name, Server([], []))

    @staticmethod
    def server_name(name: str) -> str:
        return SERVER_NAMES.get(name) or f"Server {name[6:]}"

    # --- sums ----------------------------------------------------------------------------------------

    def strength(self, card: Piece) -> int:
        """Of ice or of a breaker, as it is now. Unrezzed ice has what is printed."""
        base = self.facts(card).strength or 0
        if card.owner == CORP and not card.rezzed:
            return base
        more = self.does(card).strength
        if more is not None:
            base += more(self, card)
        return base + card.boost - card.weak

    def points(self, side: int) -> int:
        return sum(self.facts(card).points for card in self.cards_in("scored", side))

    def hand_size(self, side: int) -> int:
        size = 5 - self.G.sides[side].brain
        for card in (*self.active(side), *self.cards_in("scored", side)):
            if card.owner == side:
                size += self.does(card).hand_size
        return size

    def memory(self) -> int:
        """Memory units that are free."""
        rig = self.installed(RUNNER)
        return 4 + sum(self.does(card).memory - self.facts(card).memory for card in rig)

    def breakers(self) -> int:
        return sum(self.facts(card).has("Icebreaker") for card in self.installed(RUNNER))

    def requirement(self, card: Piece) -> int:
        return self.facts(card).advancement or 0

    def rez_cost(self, card: Piece) -> int:
        cost = self.facts(card).cost or 0
        run = self.G.run
        if run is not None and self.facts(card).type == "ice":
            cost += run.more.get("rez", 0)
        return max(0, cost)

    def install_cost(self, card: Piece) -> int:
        """What the Runner pays for installing it."""
        cost = self.facts(card).cost or 0
        own = self.does(card).cost
        if own is not None:
            cost += own(self, card)
        for one in self.active(RUNNER):
            change = self.does(one).others_cost
            if change is not None:
                cost += change(self, one, card)
        return max(0, cost)

    # --- names and the log ---------------------------------------------------------------------------

    def where(self, card: Piece) -> str:
        """The place of an installed card in words."""
        if card.host is not None:
            host = self.card(card.host)
            return f"hosted on {self.name(host)}"
        if self.zone_of(card.id) == "ice":
            place = self.G.servers[card.server].ices.index(card.id)
            return f"protecting {self.server_name(card.server)} at position {place}"
        if card.server in CENTRALS:
            return f"in the root of {self.server_name(card.server)}"
        return f"in {self.server_name(card.server)}" if card.server else ""

    def name(self, card: Piece, known: bool | None = None) -> str:
        """What everybody may call it: its title and place, or "ice" or "a card" while it is hidden."""
        if card.owner == RUNNER and card.host is None:
            return card.kind
        is_known = card.owner == RUNNER or card.rezzed or card.face_up if known is None else known
        if self.zone_of(card.id) == "ice":
            return f"{card.kind if is_known else 'ice'} {self.where(card)}"
        return f"{card.kind if is_known else 'a card'} {self.where(card)}"

    def say(self, side: int, text: str, corp: str = "", runner: str = "") -> None:
        """A line of the log: what this side does. The sides may be told different words."""
        who = NAMES[side]
        line = Line(
            f"{who} {text}.",
            f"{who} {corp}." if corp else "",
            f"{who} {runner}." if runner else "",
        )
        self.G.log.append(line)
        if self.log_lines is not None:
            self.log_lines.append((side, in_words(line.text), in_words(line.seen_by(side))))

    def note_line(self, text: str) -> None:
        self.G.log.append(Line(text))
        if self.log_lines is not None:
            named = [side for side in (CORP, RUNNER) if text.startswith(NAMES[side])]
            seat = named[0] if named else self.G.active
            words = text.removeprefix(f"{NAMES[seat]} ").removesuffix("[hr]")
            self.log_lines.append((seat, in_words(words), in_words(words)))

    def uses(self, card: Piece, text: str, side: int | None = None, **how: str) -> None:
        """`Corp uses Tithe to ...`"""
        also = {who: f"uses {card.kind} to {words}" for who, words in how.items()}
        self.say(card.owner if side is None else side, f"uses {card.kind} to {text}", **also)
