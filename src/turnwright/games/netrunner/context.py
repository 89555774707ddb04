"""The context `c` of a Netrunner match: what moves, rules and cards are written with.

It looks things up (cards, servers, strengths, costs), writes the log, asks questions and changes
resources. Functions that may ask are generators and are called with `yield from`. Rules with more
than one step are functions of the context in `rules/`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

import turnwright as tw

from .card_definition import (
    BLANK,
    CARDS,
    CardDefinition,
    EffectGenerator,
    Subroutine,
    TitleIndex,
    title_index,
)
from .card_facts import CORP, NAMES, RUNNER, CardFacts, card_facts
from .questions import BAD_PUBLICITY, NetrunnerQuestion, NumberRange
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
from .wording import player_sentence, spell_out_symbols

if TYPE_CHECKING:
    from .state import Ctx

CARD_FACTS = card_facts()
CORP_BASIC, RUNNER_BASIC = "Corp Basic Action Card", "Runner Basic Action Card"
"""The names of the basic action cards."""

INSTALLED = (("ice:0", "root:0"), ("hardware:1", "program:1", "resource:1", "hosted:1"))
"""Zones of installed cards, by side."""
ALWAYS_ACTIVE = (
    ("identity:0", "play_area:0", "current:0", "scored:0"),
    ("identity:1", "play_area:1", "current:1"),
)
"""Zones whose cards are active without being installed or rezzed, by side."""


ZONE_NAMES = {"hand": "HQ", "deck": "R&D", "discard": "Archives"}
"""The central servers that stand for zones of the Corp."""


def opponent(side: int) -> int:
    """Return the other side."""
    return 1 - side


class NetrunnerContext(tw.Context):
    """The context of a match: look-ups, the log, questions and resources."""

    __slots__ = ("index",)

    G: NetrunnerState
    ctx: Ctx

    def __init__(self, game: tw.Game, G: NetrunnerState, ctx: Ctx) -> None:
        super().__init__(game, G, ctx)
        self.index: TitleIndex = title_index(G.titles)
        """The titles of the match by what their cards do."""

    def note_titles(self) -> None:
        """Note which cards the match has. None are added after its setup."""
        self.G.titles = tuple(sorted({card.kind for card in self.ctx.cards.values()}))
        self.index = title_index(self.G.titles)

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

    def remembered_cards(self, ids: Iterable[int]) -> list[Card]:
        """Return the cards with these numbers, without those that were hidden since and renumbered."""
        cards = self.ctx.cards
        return [cards[number] for number in ids if number in cards]

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

    def active_cards_titled(self, side: int, titles: frozenset[str]) -> list[Card]:
        """Return the active cards of a side that have one of these titles."""
        found: list[Card] = []
        if not titles:
            return found
        zones, cards = self.ctx.zones, self.ctx.cards
        for zone in ALWAYS_ACTIVE[side]:
            for n in zones[zone]:
                if cards[n].kind in titles:
                    found.append(cards[n])
        for zone in INSTALLED[side]:
            for n in zones[zone]:
                card = cards[n]
                if card.kind in titles and (side == RUNNER or card.rezzed):
                    found.append(card)
        return found

    def active_cards_with(self, side: int, field: str) -> list[Card]:
        """Return the active cards of a side that define this field of `CardDefinition`."""
        titles = self.index.titles_with(field)[side]
        return self.active_cards_titled(side, titles) if titles else []

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
        if len(remotes) > 1:
            remotes.sort(key=lambda name: int(name[6:]))
        return [*CENTRALS, *remotes]

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

    def is_running(self) -> bool:
        """Tell whether a run or an encounter is in progress. Nobody takes actions then."""
        return self.G.run is not None or self.G.encounter is not None

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
        for number in card.hosted:
            hosted = self.ctx.cards[number]
            change = self.definition(hosted).host_strength
            if change is not None:
                base += change(self, hosted)
        return base + card.boost + card.run_boost - card.weak

    def subs(self, ice: Card) -> tuple[Subroutine, ...]:
        """Return the subroutines of a piece of ice: the printed ones, then those that it has gained."""
        printed = self.definition(ice).subs
        if not ice.gained_subs:
            return printed
        gained = (CARDS[title].gives_sub for title in ice.gained_subs)
        return (*printed, *(sub for sub in gained if sub is not None))

    def agenda_value(self, card: Card) -> int:
        """Return the agenda points of a card in a score area."""
        return self.facts(card).points + card.extra_points

    def agenda_points(self, side: int) -> int:
        """Return the agenda points in a side's score area."""
        return sum(self.agenda_value(card) for card in self.cards_in("scored", side))

    def hand_size(self, side: int) -> int:
        """Return the maximum hand size of a side."""
        size = 5 - self.G.sides[side].brain
        for card in self.active_cards(side):
            size += self.definition(card).hand_size
        return size

    def free_memory(self) -> int:
        """Return the Runner's unused memory units."""
        free = 4
        for card in self.installed(RUNNER):
            free += self.definition(card).memory
            if not self.is_on_memory_host(card):
                free -= self.facts(card).memory
        return free

    def is_on_memory_host(self, card: Card) -> bool:
        """Tell whether a card is hosted on a card with memory of its own, such as a daemon."""
        return card.host is not None and bool(self.definition(self.card(card.host)).hosts_memory)

    def hosting_memory(self, host: Card) -> int:
        """Return the memory units that are unused on a card with memory of its own."""
        used = sum(self.facts(card).memory for card in self.cards(host.hosted))
        return self.definition(host).hosts_memory - used

    def link(self) -> int:
        """Return the Runner's link."""
        cards = self.active_cards_with(RUNNER, "link")
        return sum(self.definition(card).link for card in cards)

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
        for one in self.active_cards_with(RUNNER, "others_cost"):
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
        if card.owner == CORP and self.zone_of(card.id) in ZONE_NAMES:
            return f"in {ZONE_NAMES[self.zone_of(card.id)]}"
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

    def corp_name(self, card: Card) -> str:
        """Name an installed Corp card as the Corp's log does, with its title even if facedown."""
        name = self.public_name(card, known=True)
        return name if card.rezzed or card.face_up else f"facedown {name}"

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
            ices = self.count_ice()
            seen, own = (
                player_sentence(words.removeprefix(f"{who} ").removesuffix("."), ices)
                for words in (line.text, line.seen_by(side))
            )
            if self.log_lines[-1:] != [
                (side, seen, own)
            ]:  # one ability may log a line for each use
                self.log_lines.append((side, seen, own))

    def log_line(self, text: str, side: int | None = None, corp: str = "") -> None:
        """Log a whole line. `side` is the side whose name it begins with.

        `corp` replaces the text for the Corp."""
        self.G.log.append(LogLine(text, corp, side=side))
        if self.log_lines is not None:
            seat = self.G.active if side is None else side
            words = text.removeprefix(f"{NAMES[seat]} ").removesuffix("[hr]").removesuffix(".")
            words = player_sentence(words, self.count_ice())
            self.log_lines.append((seat, words, words))

    def count_ice(self) -> dict[str, int]:
        """Return the number of pieces of ice by the name of the server."""
        return {self.server_name(key): len(one.ices) for key, one in self.G.servers.items()}

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
        question = self.button_question(side, text, choices, card, type=type, title=title)
        question.button_texts = texts or {}
        self._open_question(question, wait)
        return (yield question)

    def button_question(
        self,
        side: int,
        text: str,
        choices: Sequence[str | int],
        card: Card | None,
        *,
        type: str,
        title: str = "",
        first: int = 0,
    ) -> NetrunnerQuestion:
        """Return a question with buttons. Those before `first` are shown, but cannot be pressed."""

        def label(place: int) -> str:
            choice = question.choices[place]
            return spell_out_symbols(choice) if isinstance(choice, str) else self.card(choice).kind

        number = None if card is None else card.id
        question = NetrunnerQuestion(
            "choose", side, text, range(first, len(choices)), label=label, type=type,
            choices=list(choices), card=number, source=number, title=title,
        )  # fmt: skip
        return question

    def ask_both(self, questions: Sequence[NetrunnerQuestion]) -> EffectGenerator:
        """Ask both sides at the same time and return the answers by side.

        An answer stays sealed until the other side has answered too."""
        for question in questions:
            self._open_question(question, wait=False)
        return (yield list(questions))

    def ask_yes_no(
        self, side: int, text: str, card: Card, *, wait: bool = False
    ) -> EffectGenerator:
        """Ask a side "Yes" or "No" and return a boolean."""
        place = yield from self.choose_button(side, text, ("Yes", "No"), card, wait=wait)
        return place == 0

    def choose_number(
        self,
        side: int,
        text: str,
        most: int,
        card: Card | None = None,
        *,
        least: int = 0,
        default: int | None = None,
        type: str = "other",
        wait: bool = False,
        trace: dict[str, Any] | None = None,
    ) -> EffectGenerator:
        """Ask a side for a number from `least` to `most` and return it.

        `default` is the number that clients show first. `trace` is what they show about a trace."""
        question = NetrunnerQuestion(
            "choose", side, text, range(least, most + 1), type=type, trace=trace,
            card=None if card is None else card.id, number=NumberRange(most, least, default),
        )  # fmt: skip
        self._open_question(question, wait)
        return (yield question)

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
        also_shown: Sequence[int] = (),
    ) -> EffectGenerator:
        """Ask a side for up to `count` cards and return their numbers.

        Each answer selects one card, or takes a selected one back. With `must` all of them are
        required; otherwise an empty answer ends the selection. Clients of jinteki.net mark the cards
        `also_shown` too, but they cannot be selected."""
        number = None if card is None else card.id
        choices: list[str | int] = ["Hide"] if must else ["Done"]
        selected: list[int] = []
        cards = self.ctx.cards
        eid = 0
        while True:
            question = NetrunnerQuestion(
                "choose", side, text, list(pool), int(must and bool(pool)), 1,
                label=lambda one: self._selectable_name(side, cards[one]), is_cards=True,
                type="select", choices=choices, card=number, source=number, title=title,
                selectable=[*pool, *also_shown], selected=selected, eid=eid,
            )  # fmt: skip
            if not eid:
                eid = self._open_question(question, wait)
            pick = yield question
            if question.places is not None:  # other moves were made, and cards may have moved
                pool, selected = [*question.values], [*question.selected]
                number, title = question.card, question.title
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

    def choose_credit_source(
        self,
        side: int,
        text: str,
        sources: Sequence[int],
        card: Card | None,
        title: str,
        *,
        has_bad_publicity: bool,
        must: bool,
    ) -> EffectGenerator:
        """Ask for the card that pays the next credit and return its number.

        The answer is `BAD_PUBLICITY` for a credit of bad publicity, if the side has one, and None if
        the side pays the rest from its pool. With `must` the pool does not suffice, and the side must
        name a source."""
        cards = self.ctx.cards
        values: list[int | str] = [*sources, BAD_PUBLICITY] if has_bad_publicity else [*sources]
        question = NetrunnerQuestion(
            "choose", side, text, values, int(must), 1,
            label=lambda one: "Bad publicity" if one == BAD_PUBLICITY else cards[one].kind,
            about=lambda one: None if one == BAD_PUBLICITY else one, is_cards=not has_bad_publicity,
            type="select", choices=["Done"], card=None if card is None else card.id, title=title,
            selectable=list(sources), offers_bad_publicity=has_bad_publicity,
        )  # fmt: skip
        self._open_question(question, wait=False)
        return (yield question)

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
            self._show_unanswered(question)
            return self.G.eids
        self.G.eids += 1
        question.eid = self.G.eids
        return question.eid

    def _show_unanswered(self, question: NetrunnerQuestion) -> None:
        """Show the prompt of a question that nobody answers, because the game is over."""
        unanswered = StatusPrompt(
            type=question.type, text=question.wire_text, choices=question.choices, card=question.card,
            title=question.title, selectable=question.selectable,
            button_texts=question.button_texts, number=question.number, trace=question.trace,
        )  # fmt: skip
        self.show_prompt(question.seat, unanswered)

    def prompt_type(self, side: int) -> str | None:
        """Return the type of the newest prompt of a side, None if it has none."""
        question = self.open_questions.get(side)
        shown = self.G.status_prompts[side]
        if isinstance(question, NetrunnerQuestion) and (not shown or question.eid > shown[0].eid):
            return question.type
        if shown:
            return shown[0].type
        other = self.open_questions.get(opponent(side))
        is_waiting = isinstance(other, NetrunnerQuestion) and bool(other.waiting_text)
        return "waiting" if is_waiting else None

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

    def take_bad_publicity(self, count: int) -> None:
        """Give the Corp bad publicity. In each later run the Runner may spend a credit for each."""
        self.G.sides[CORP].bad_publicity += count

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

    def discard(self, card: Card) -> None:
        """Move a card to its owner's discard pile.

        In Archives, faceup cards lie before facedown ones."""
        self.move_card(card.id, "discard", card.owner)
        if card.owner == CORP and card.face_up:
            pile, cards = self.zone("discard", CORP), self.ctx.cards
            behind = next((n for n, one in enumerate(pile) if not cards[one].face_up), None)
            if behind is not None:
                pile.insert(behind, pile.pop())

    def renumber_card(self, card_id: int) -> int:
        """Give a card a new number, to hide where it goes. Encounters and prompts still know it."""
        number = super().renumber_card(card_id)
        for prompt in (*self.G.status_prompts[CORP], *self.G.status_prompts[RUNNER]):
            if prompt.card == card_id:
                prompt.card = number
        for encounter in (self.G.encounter, *self.G.outer_encounters):
            if encounter is not None and encounter.ice_card == card_id:
                encounter.ice_card = number
        return number

    def enter_play(self, card: Card) -> None:
        """Activate a card with the counters that it enters play with."""
        self.activate(card)
        definition = self.definition(card)
        if definition.counters is not None:
            self.add_counters(card, *definition.counters)
        if definition.recurring:
            card.counters["recurring"] = definition.recurring

    def uninstall(self, card: Card) -> None:
        """Take a card off its server or host and reset its counters and markers."""
        if card.server:
            card.last_server = card.server
            self.remove_from_server(card)
            self.G.accessed_titles.pop(card.id, None)
        if card.host is not None:
            self.card(card.host).hosted.remove(card.id)
        card.server, card.host, card.auto = "", None, ""
        card.target, card.target_card = "", None
        card.rezzed = card.rezzed_this_turn = card.is_new = False
        card.counters = {}
        card.gained_subs = ()
        card.advancement = card.broken = card.fired = card.boost = card.run_boost = card.weak = 0

    def remove_from_server(self, card: Card, *, ends_run: bool = True) -> None:
        """Take a card out of its server. A remote server without cards does not exist, and a run on it
        ends.

        If ice inward of the Runner leaves, the position of the run shrinks: the Runner stays in front
        of the same ice."""
        run = self.G.run
        server = self.G.servers[card.server]
        if card.id in server.ices:
            place = server.ices.index(card.id)
            server.ices.remove(card.id)
            if run is not None and run.server == card.server and place < run.position:
                run.position -= 1
            self.note_ice_left(card)
        elif card.id in server.content:
            server.content.remove(card.id)
        if not server.ices and not server.content:
            del self.G.servers[card.server]
            if ends_run and run is not None and run.server == card.server:
                self._end_run_on_empty_remote(run)

    def note_ice_left(self, ice: Card) -> None:
        """Note in the run and its encounters that a piece of ice is no longer in its place."""
        run = self.G.run
        if run is not None and run.ice == ice.id:
            run.ice = None
        for encounter in (self.G.encounter, *self.G.outer_encounters):
            if encounter is not None and encounter.ice == ice.id:
                encounter.ice = None

    @staticmethod
    def _end_run_on_empty_remote(run: Run) -> None:
        if run.server not in CENTRALS:
            run.is_over = run.prevent_access = True

    # --- the end of the game -------------------------------------------------------------------------

    def win_game(self, side: int, reason: str) -> None:
        """End the game with a winner, unless there is one already.

        Effects in progress go on until they ask something, and questions stay visible, as on
        jinteki.net. With the option `plays_on` the match goes on too, and only the winner is noted."""
        if self.G.winner is not None:
            return
        self.G.winner, self.G.reason = side, reason
        self.log(side, "wins the game")
        if self.options.get("plays_on"):
            return
        for question in self.open_questions.values():
            assert isinstance(question, NetrunnerQuestion)
            self._show_unanswered(question)
        self.win(side, reason=reason)

    def check_agenda_points(self) -> None:
        """End the game if a side has enough agenda points; if both have, it is a tie."""
        reached = [s for s in (CORP, RUNNER) if self.agenda_points(s) >= self.G.points_to_win]
        if len(reached) == 2 and self.G.winner is None:
            self.log_line("The game is a tie!")
            self.G.reason = "Tie"
            if not self.options.get("plays_on"):
                self.end_game(tw.Result((), "Tie"))
        elif reached:
            self.win_game(reached[0], "Agenda")


def context_of(match: tw.Match) -> NetrunnerContext:
    """Return the context of a Netrunner match with its real type."""
    c = match.c
    assert isinstance(c, NetrunnerContext)
    return c
