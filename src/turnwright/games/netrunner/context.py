"""The context `c` of a Netrunner match: what moves, rules and cards are written with.

It looks things up (cards, servers, strengths, costs), writes the log, asks questions and changes
resources. Functions that may ask are generators and are called with `yield from`. Rules with more
than one step are functions of the context in `rules/`.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Sequence
from typing import TYPE_CHECKING

import turnwright as tw

from .card_definition import BLANK, CARDS, CardDefinition, EffectGenerator, titles_with
from .card_facts import CORP, NAMES, RUNNER, CardFacts, card_facts
from .questions import NetrunnerQuestion
from .state import (
    CENTRALS,
    SERVER_NAMES,
    Card,
    LogLine,
    NetrunnerState,
    Run,
    Server,
    StatusPrompt,
)
from .wording import spell_out_symbols

if TYPE_CHECKING:
    from .state import Ctx

CARD_FACTS = card_facts()
RUNNER_BASIC = "Runner Basic Action Card"

INSTALLED = (("ice:0", "root:0"), ("hardware:1", "program:1", "resource:1", "hosted:1"))
"""Zones of installed cards, by side."""
ALWAYS_ACTIVE = (("identity:0", "play_area:0"), ("identity:1", "play_area:1"))
"""Zones whose cards are active without being installed or rezzed, by side."""


def opponent(side: int) -> int:
    """Return the other side."""
    return 1 - side


class NetrunnerContext(tw.Context):
    """The context of a match: look-ups, the log, questions and resources."""

    __slots__ = ()

    G: NetrunnerState
    ctx: Ctx

    # --- cards ---------------------------------------------------------------------------------------

    def facts(self, card: Card) -> CardFacts:
        """Return what is printed on a card."""
        return CARD_FACTS[card.kind]

    def definition(self, card: Card) -> CardDefinition:
        """Return what a card does."""
        return CARDS.get(card.kind, BLANK)

    def cards(self, ids: Iterable[int]) -> list[Card]:
        """Return the cards with these numbers."""
        cards = self.ctx.cards
        return [cards[number] for number in ids]

    def installed(self, side: int) -> list[Card]:
        """Return the installed cards of a side, hosted ones included."""
        zones, cards = self.ctx.zones, self.ctx.cards
        return [cards[n] for zone in INSTALLED[side] for n in zones[zone]]

    def active_cards(self, side: int) -> list[Card]:
        """Return the cards whose abilities are active, in no particular order."""
        zones, cards = self.ctx.zones, self.ctx.cards
        found = [cards[n] for zone in ALWAYS_ACTIVE[side] for n in zones[zone]]
        if side == RUNNER:
            return found + [cards[n] for zone in INSTALLED[RUNNER] for n in zones[zone]]
        for zone in INSTALLED[CORP]:
            for n in zones[zone]:
                card = cards[n]
                if card.rezzed:
                    found.append(card)
        return found

    def active_cards_titled(self, side: int, titles: Container[str]) -> list[Card]:
        """Return the active cards of a side that have one of these titles."""
        zones, cards, always = self.ctx.zones, self.ctx.cards, ALWAYS_ACTIVE[side]
        found = []
        for zone in always + INSTALLED[side]:
            for n in zones[zone]:
                card = cards[n]
                if card.kind in titles and (side == RUNNER or card.rezzed or zone in always):
                    found.append(card)
        return found

    def is_active(self, card: Card) -> bool:
        """Tell whether the abilities of a card are active."""
        zone = self.ctx.card_zones[card.id]
        if zone in ALWAYS_ACTIVE[card.owner]:
            return True
        return zone in INSTALLED[card.owner] and (card.owner == RUNNER or card.rezzed)

    def is_installed(self, card: Card) -> bool:
        """Tell whether a card is installed."""
        return self.ctx.card_zones[card.id] in INSTALLED[card.owner]

    def activate(self, card: Card) -> None:
        """Make a card active; its triggers resolve after those of older cards."""
        self.G.clock += 1
        card.active_since = self.G.clock

    # --- servers and the run -------------------------------------------------------------------------

    def server_keys(self) -> list[str]:
        """Return the keys of all servers, the centrals first."""
        remotes = [name for name in self.G.servers if name not in CENTRALS]
        return [*CENTRALS, *sorted(remotes, key=lambda name: int(name[6:]))]

    def server(self, key: str) -> Server:
        """Return a server, which is created if it does not exist."""
        return self.G.servers.setdefault(key, Server([], []))

    @staticmethod
    def server_name(key: str) -> str:
        """Return the name of a server as people and clients write it: "HQ", "Server 1"."""
        return SERVER_NAMES.get(key) or f"Server {key[6:]}"

    def passed_side(self) -> int | None:
        """Return the side that has passed in the open window of the run, if one has.

        An encounter has a window of its own; while it lasts, passes in the run do not count."""
        run, encounter = self.G.run, self.G.encounter
        if encounter is not None:
            return encounter.no_action
        if run is None or run.no_action is False:
            return None
        return run.no_action

    def run_source(self) -> tuple[Card | None, str]:
        """Return the card that started the run, or the name of the basic action card."""
        run = self.G.run
        assert run is not None
        return (None, RUNNER_BASIC) if run.source is None else (self.card(run.source), "")

    # --- numbers -------------------------------------------------------------------------------------

    def strength(self, card: Card) -> int:
        """Return the current strength of ice or an icebreaker; for unrezzed ice, the printed one."""
        base = self.facts(card).strength or 0
        if card.owner == CORP and not card.rezzed:
            return base
        bonus = self.definition(card).strength
        if bonus is not None:
            base += bonus(self, card)
        return base + card.boost - card.weak

    def agenda_points(self, side: int) -> int:
        """Return the agenda points in a side's score area."""
        return sum(self.facts(card).points for card in self.cards_in("scored", side))

    def hand_size(self, side: int) -> int:
        """Return the maximum hand size of a side."""
        size = 5 - self.G.sides[side].brain
        for card in (*self.active_cards(side), *self.cards_in("scored", side)):
            if card.owner == side:
                size += self.definition(card).hand_size
        return size

    def free_memory(self) -> int:
        """Return the Runner's unused memory units."""
        rig = self.installed(RUNNER)
        return 4 + sum(self.definition(card).memory - self.facts(card).memory for card in rig)

    def icebreaker_count(self) -> int:
        """Return the number of installed icebreakers."""
        return sum(self.facts(card).has("Icebreaker") for card in self.installed(RUNNER))

    def advancement_requirement(self, card: Card) -> int:
        """Return the advancement requirement of an agenda."""
        return self.facts(card).advancement or 0

    def rez_cost(self, card: Card) -> int:
        """Return the credits that the Corp pays to rez a card."""
        cost = self.facts(card).cost or 0
        run = self.G.run
        if run is not None and self.facts(card).type == "ice":
            cost += run.modifiers.get("rez", 0)
        return max(0, cost)

    def install_cost(self, card: Card) -> int:
        """Return the credits that the Runner pays to install a card."""
        cost = self.facts(card).cost or 0
        change = self.definition(card).cost
        if change is not None:
            cost += change(self, card)
        for one in self.active_cards_titled(RUNNER, titles_with("others_cost")):
            others_change = self.definition(one).others_cost
            assert others_change is not None
            cost += others_change(self, one, card)
        return max(0, cost)

    # --- names and the log ---------------------------------------------------------------------------

    def location(self, card: Card) -> str:
        """Describe where an installed card is."""
        if card.host is not None:
            host = self.card(card.host)
            return f"hosted on {self.public_name(host)}"
        if self.zone_of(card.id) == "ice":
            place = self.G.servers[card.server].ices.index(card.id)
            return f"protecting {self.server_name(card.server)} at position {place}"
        if card.server in CENTRALS:
            return f"in the root of {self.server_name(card.server)}"
        return f"in {self.server_name(card.server)}" if card.server else ""

    def public_name(self, card: Card, known: bool | None = None) -> str:
        """Name a card by what is public: title and location, or "ice" or "a card" if hidden."""
        if card.owner == RUNNER and card.host is None:
            return card.kind
        is_known = card.owner == RUNNER or card.rezzed or card.face_up if known is None else known
        if self.zone_of(card.id) == "ice":
            return f"{card.kind if is_known else 'ice'} {self.location(card)}"
        return f"{card.kind if is_known else 'a card'} {self.location(card)}"

    def name_for(self, side: int, card: Card) -> str:
        """Name a card by what a side may know about it."""
        if card.owner == side or card.face_up or card.rezzed:
            return card.kind
        return self.public_name(card) if self.is_installed(card) else "a card"

    def log(self, side: int, text: str, corp: str = "", runner: str = "") -> None:
        """Log what a side does. `corp` and `runner` replace the text for that side."""
        who = NAMES[side]
        line = LogLine(
            f"{who} {text}.",
            f"{who} {corp}." if corp else "",
            f"{who} {runner}." if runner else "",
            side,
        )
        self.G.log.append(line)
        if self.log_lines is not None:
            own = spell_out_symbols(line.seen_by(side))
            self.log_lines.append((side, spell_out_symbols(line.text), own))

    def log_line(self, text: str, side: int | None = None) -> None:
        """Log a whole line. `side` is the side whose name it begins with."""
        self.G.log.append(LogLine(text, side=side))
        if self.log_lines is not None:
            seat = self.G.active if side is None else side
            words = spell_out_symbols(text.removeprefix(f"{NAMES[seat]} ").removesuffix("[hr]"))
            self.log_lines.append((seat, words, words))

    def log_use(self, card: Card, text: str, side: int | None = None, **how: str) -> None:
        """Log the use of a card: `Corp uses Tithe to ...`."""
        also = {who: f"uses {card.kind} to {words}" for who, words in how.items()}
        self.log(card.owner if side is None else side, f"uses {card.kind} to {text}", **also)

    # --- questions -----------------------------------------------------------------------------------

    def choose_button(
        self,
        side: int,
        text: str,
        choices: Sequence[str | int],
        card: Card | None = None,
        *,
        wait: bool = False,
        type: str = "other",
        title: str = "",
        texts: dict[int, str] | None = None,
    ) -> EffectGenerator:
        """Ask a side to press a button and return the button's index.

        Buttons are texts, or cards by number. With `wait` the opponent is shown that it waits."""

        def label(place: int) -> str:
            choice = choices[place]
            return choice if isinstance(choice, str) else self.card(choice).kind

        number = None if card is None else card.id
        question = NetrunnerQuestion(
            "choose", side, text, range(len(choices)), label=label, type=type,
            choices=list(choices), card=number, title=title, button_texts=texts or {},
        )  # fmt: skip
        self._open_question(question, wait)
        return (yield question)

    def ask_yes_no(
        self, side: int, text: str, card: Card, *, wait: bool = False
    ) -> EffectGenerator:
        """Ask a side "Yes" or "No" and return a boolean."""
        place = yield from self.choose_button(side, text, ("Yes", "No"), card, wait=wait)
        return place == 0

    def select_cards(
        self,
        side: int,
        text: str,
        pool: Sequence[int],
        count: int = 1,
        card: Card | None = None,
        *,
        must: bool = False,
        wait: bool = False,
        title: str = "",
    ) -> EffectGenerator:
        """Ask a side for up to `count` cards and return their numbers.

        Each answer selects one card, or takes a selected one back. With `must` all of them are
        required; otherwise an empty answer ends the selection."""
        number = None if card is None else card.id
        choices: list[str | int] = ["Hide"] if must else ["Done"]
        selected: list[int] = []
        cards = self.ctx.cards
        eid = 0
        while True:
            question = NetrunnerQuestion(
                "choose", side, text, list(pool), int(must), 1,
                label=lambda one: self._selectable_name(side, cards[one]), is_cards=True,
                type="select", choices=choices, card=number, title=title, selectable=list(pool),
                selected=selected, eid=eid,
            )  # fmt: skip
            if not eid:
                eid = self._open_question(question, wait)
            pick = yield question
            if pick is None:
                break
            if pick in selected:
                selected.remove(pick)
                cards[pick].is_selected = False
                continue
            selected.append(pick)
            cards[pick].is_selected = True
            if len(selected) >= count:
                break
        for one in selected:
            cards[one].is_selected = False
        return list(selected)

    def _selectable_name(self, side: int, card: Card) -> str:
        name = self.name_for(side, card)
        return f"{name} (chosen)" if card.is_selected else name

    def _open_question(self, question: NetrunnerQuestion, wait: bool) -> int:
        """Number a question, and show the opponent that it waits if it is to know."""
        side, card, title = question.seat, question.card, question.title
        if wait:
            text = f"Waiting for {NAMES[side]} to make a decision"
            waiting = StatusPrompt(type="waiting", text=text, choices=None, card=card, title=title)
            self.show_prompt(opponent(side), waiting)
        if self.ctx.game_over:  # the question is not asked, but jinteki.net shows its prompt
            unanswered = StatusPrompt(
                type=question.type, text=question.text, choices=question.choices, card=card,
                title=title, selectable=question.selectable, button_texts=question.button_texts,
            )  # fmt: skip
            self.show_prompt(side, unanswered)
            return self.G.eids
        self.G.eids += 1
        question.eid = self.G.eids
        return question.eid

    def show_prompt(self, side: int, prompt: StatusPrompt) -> None:
        """Show a side a prompt that it does not answer."""
        self.G.eids += 1
        prompt.eid = self.G.eids
        self.G.status_prompts[side].insert(0, prompt)

    def hide_prompt(self, side: int, prompt: StatusPrompt) -> None:
        """Remove such a prompt."""
        shown = self.G.status_prompts[side]
        shown[:] = [one for one in shown if one is not prompt]

    # --- resources -----------------------------------------------------------------------------------

    def gain_credits(self, side: int, amount: int) -> None:
        """Add credits to a side's pool."""
        self.G.sides[side].credits += amount

    def lose_credits(self, side: int, amount: int) -> int:
        """Take up to `amount` credits from a side's pool and return how many were lost."""
        player = self.G.sides[side]
        lost = min(amount, player.credits)
        player.credits -= lost
        return lost

    def draw_cards(self, side: int, count: int) -> list[int]:
        """Draw cards. A Corp that must draw from an empty R&D loses."""
        deck = self.zone("deck", side)
        if side == CORP and count > len(deck):
            self.draw_card(len(deck), CORP)
            self.log(CORP, "is decked")
            self.win_game(RUNNER, "Decked")
            return []
        return self.draw_card(count, side)

    def add_counters(self, card: Card, kind: str, count: int) -> None:
        """Place counters on a card, or remove them if `count` is negative."""
        left = card.count(kind) + count
        if left > 0:
            card.counters[kind] = left
        else:
            card.counters.pop(kind, None)

    # --- moving cards --------------------------------------------------------------------------------

    def permutation(self, count: int) -> list[int]:
        """Return a random order of `range(count)`."""
        order = list(range(count))
        self.stream("shuffle").shuffle(order)
        return order

    def shuffled(self, ids: Sequence[int]) -> list[int]:
        """Return cards in random order."""
        return [ids[place] for place in self.permutation(len(ids))]

    def shuffle_deck(self, side: int) -> None:
        """Shuffle a deck. The cards get new numbers, so that none can be followed through it.

        The top card is the last one of the zone; recorded orders begin at the top."""
        deck = self.zone("deck", side)
        deck[:] = self.shuffled(deck[::-1])[::-1]
        for number in list(deck):
            self.renumber_card(number)

    def enter_play(self, card: Card) -> None:
        """Activate a card with the counters that it enters play with."""
        self.activate(card)
        counters = self.definition(card).counters
        if counters is not None:
            self.add_counters(card, *counters)

    def uninstall(self, card: Card) -> None:
        """Take a card off its server or host and reset its counters and markers."""
        if card.server:
            card.last_server = card.server
            server = self.G.servers[card.server]
            if card.id in server.ices:
                place = server.ices.index(card.id)
                server.ices.remove(card.id)
                run = self.G.run
                if run is not None and run.server == card.server and place < run.position:
                    run.position -= 1
            elif card.id in server.content:
                server.content.remove(card.id)
            if not server.ices and not server.content:
                del self.G.servers[card.server]
                if self.G.run is not None and self.G.run.server == card.server:
                    self._end_run_on_empty_remote(self.G.run)
            self.G.accessed_titles.pop(card.id, None)
        if card.host is not None:
            self.card(card.host).hosted.remove(card.id)
        card.server, card.host, card.auto = "", None, ""
        card.rezzed = card.is_new = False
        card.counters = {}
        card.advancement = card.broken = card.fired = card.boost = card.weak = 0

    @staticmethod
    def _end_run_on_empty_remote(run: Run) -> None:
        if run.server not in CENTRALS:
            run.is_over = run.prevent_access = True

    # --- the end of the game -------------------------------------------------------------------------

    def win_game(self, side: int, reason: str) -> None:
        """End the game with a winner, unless there is one already."""
        if self.G.winner is None:
            self.G.winner, self.G.reason = side, reason
            self.log(side, "wins the game")
            self.win(side, reason=reason)

    def check_agenda_points(self) -> None:
        """End the game if a side has enough agenda points; if both have, it is a tie."""
        reached = [s for s in (CORP, RUNNER) if self.agenda_points(s) >= self.G.points_to_win]
        if len(reached) == 2 and self.G.winner is None:
            self.log_line("The game is a tie!")
            self.G.reason = "Tie"
            self.end_game(tw.Result((), "Tie"))
        elif reached:
            self.win_game(reached[0], "Agenda")


def context_of(match: tw.Match) -> NetrunnerContext:
    """Return the context of a Netrunner match with its real type."""
    c = match.c
    assert isinstance(c, NetrunnerContext)
    return c
