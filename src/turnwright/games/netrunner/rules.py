"""The words of the rules: what cards and actions are written with.

`Rules` is the context `c` of a match. Words that may ask somebody are generators: call them with
`yield from`. Everything here changes the state at once; the log is written as it happens.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Sequence
from types import GeneratorType
from typing import Any, TypeAlias

import turnwright as tw
from turnwright.core.prompts import Question

from .behaviour import FREE, Behaviour, Price, behaviour
from .printed import CORP, NAMES, RUNNER, SIDES, Printed, printed
from .state import CENTRALS, SERVER_NAMES, Asked, Board, Line, Piece, Run, Server

Asking: TypeAlias = Generator[Any, Any, Any]

WAITS = {
    "corp-turn-begins": ("corp-turn-begins",),
    "runner-turn-begins": ("runner-turn-begins",),
    "access": ("access",),
    "encounter-ice": ("pending", "pending"),
    **dict.fromkeys(
        (
            "agenda-scored",
            "agenda-stolen",
            "tag",
            "rez",
            "approach-server",
            "run-ends",
            "successful-run",
            "runner-install",
        ),
        ("pending",),
    ),
}
"""Events during which the other side is shown that it waits, and for what."""


def other(side: int) -> int:
    return 1 - side


def many(count: int, word: str) -> str:
    return f"{count} {word}" if count == 1 else f"{count} {word}s"


def listed(words: Sequence[str]) -> str:
    """A, B, and C."""
    if len(words) < 3:
        return " and ".join(words)
    return f"{', '.join(words[:-1])}, and {words[-1]}"


class Words(tw.Context):
    """Looking: cards, servers, names, sums. And the log."""

    __slots__ = ()

    G: Board

    # --- cards ---------------------------------------------------------------------------------------

    def facts(self, card: Piece) -> Printed:
        return printed()[card.kind]

    def does(self, card: Piece) -> Behaviour:
        return behaviour(card.kind)

    def cards(self, ids: Iterable[int]) -> list[Piece]:
        cards = self.ctx.cards
        return [cards[number] for number in ids]

    def installed(self, side: int) -> list[Piece]:
        """Cards on the table: the Corp's by server, the Runner's by type; hosted ones after their host."""
        found: list[Piece] = []
        if side == CORP:
            for server in self.G.servers.values():
                found += self.cards(server.ices)
                found += self.cards(server.content)
            return found
        for zone in ("hardware", "program", "resource", "hosted"):
            found += self.cards_in(zone, RUNNER)
        return found

    def active(self, side: int) -> list[Piece]:
        """Cards whose abilities count now."""
        found = self.cards_in("identity", side)
        if side == CORP:
            found += [card for card in self.installed(CORP) if card.rezzed]
        else:
            found += self.installed(RUNNER)
        found += self.cards_in("play_area", side)
        found.sort(key=lambda card: card.since)
        return found

    def activate(self, card: Piece) -> None:
        """From now on its abilities count, after those of the others."""
        self.G.clock += 1
        card.since = self.G.clock

    def is_active(self, card: Piece) -> bool:
        zone = self.zone_of(card.id)
        if zone in ("identity", "play_area"):
            return True
        if card.owner == CORP:
            return zone in ("ice", "root") and card.rezzed
        return zone in ("program", "hardware", "resource", "hosted")

    def is_installed(self, card: Piece) -> bool:
        return self.zone_of(card.id) in ("ice", "root", "program", "hardware", "resource", "hosted")

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
        if self.told is not None:
            own = line.seen_by(side)
            self.told.append((side, line.text, own))

    def note_line(self, text: str) -> None:
        self.G.log.append(Line(text))
        if self.told is not None:
            self.told.append((CORP, text, text))

    def uses(self, card: Piece, text: str, side: int | None = None, **how: str) -> None:
        """`Corp uses Tithe to ...`"""
        also = {who: f"uses {card.kind} to {words}" for who, words in how.items()}
        self.say(card.owner if side is None else side, f"uses {card.kind} to {text}", **also)


class Rules(Words):
    """Asking, paying, and everything that changes the table."""

    __slots__ = ()

    # --- asking --------------------------------------------------------------------------------------

    def buttons(
        self,
        side: int,
        msg: str,
        choices: Sequence[str | int],
        card: Piece | None = None,
        *,
        wait: bool = False,
        type: str = "other",
        title: str = "",
        texts: dict[int, str] | None = None,
    ) -> Asking:
        """Ask for one of several buttons (texts, or cards by number); the answer is its place."""
        number = None if card is None else card.id
        asked = Asked(type=type, msg=msg, choices=list(choices), card=number, title=title)
        asked.texts = texts or {}
        self._open(side, asked, wait)

        def label(place: int) -> str:
            choice = choices[place]
            return choice if isinstance(choice, str) else self.card(choice).kind

        place = yield Question("choose", side, msg, range(len(choices)), label=label)
        self._drop(side, asked)
        return place

    def yes_or_no(self, side: int, msg: str, card: Piece, *, wait: bool = False) -> Asking:
        place = yield from self.buttons(side, msg, ("Yes", "No"), card, wait=wait)
        return place == 0

    def select(
        self,
        side: int,
        msg: str,
        pool: Sequence[int],
        count: int = 1,
        card: Piece | None = None,
        *,
        must: bool = False,
        wait: bool = False,
        title: str = "",
    ) -> Asking:
        """Ask for up to `count` cards, one click at a time; a second click takes one back. With `must`
        nothing less than all of them will do, else "Done" ends it."""
        number = None if card is None else card.id
        choices: list[str | int] = ["Hide"] if must else ["Done"]
        asked = Asked(
            type="select", msg=msg, choices=choices, card=number, selectable=list(pool), title=title
        )
        self._open(side, asked, wait)
        cards = self.ctx.cards
        while True:
            question = Question(
                "choose", side, msg, list(pool), int(must), 1,
                label=lambda one: self.name_for(side, cards[one]), is_cards=True,
            )  # fmt: skip
            pick = yield question
            if pick is None:
                break
            if pick in asked.selected:
                asked.selected.remove(pick)
                cards[pick].is_selected = False
                continue
            asked.selected.append(pick)
            cards[pick].is_selected = True
            if len(asked.selected) >= count:
                break
        for one in asked.selected:
            cards[one].is_selected = False
        self._drop(side, asked)
        return list(asked.selected)

    def name_for(self, side: int, card: Piece) -> str:
        if card.owner == side or card.face_up or card.rezzed:
            return card.kind
        return self.name(card) if self.is_installed(card) else "a card"

    def _open(self, side: int, asked: Asked, wait: bool) -> None:
        if wait:
            text = f"Waiting for {NAMES[side]} to make a decision"
            waiting = Asked(
                type="waiting", msg=text, choices=None, card=asked.card, title=asked.title
            )
            self.G.asked[other(side)].insert(0, waiting)
        self.G.asked[side].insert(0, asked)

    def _drop(self, side: int, asked: Asked) -> None:
        queue = self.G.asked[side]
        queue[:] = [one for one in queue if one is not asked]

    # --- events --------------------------------------------------------------------------------------

    def fire(self, event: str, *cards: Piece, **about: Any) -> Asking:
        """Something happened: whoever has something to say does so, the active side first. `cards` are
        asked although they may not be active, like an agenda that was just stolen."""
        for side in (self.G.active, other(self.G.active)):
            ready = self._ready(event, side, cards, about)
            if ready:
                yield from self._resolve(event, side, ready, about)

    def _ready(
        self, event: str, side: int, cards: Sequence[Piece], about: dict[str, Any]
    ) -> list[Piece]:
        found: list[Piece] = []
        for owner in (side, other(side)):
            for card in self.active(owner):
                trigger = self.does(card).on.get(event)
                if trigger is not None and card not in cards:
                    if (card.owner if trigger.side is None else trigger.side) == side:
                        found.append(card)
        for card in cards:
            trigger = self.does(card).on.get(event)
            if (
                trigger is not None
                and (card.owner if trigger.side is None else trigger.side) == side
            ):
                found.append(card)
        return [card for card in found if self._applies(event, card, about)]

    def _applies(self, event: str, card: Piece, about: dict[str, Any]) -> bool:
        trigger = self.does(card).on[event]
        if trigger.once and self.G.sides[card.owner].used.get(f"{trigger.once} {card.id}"):
            return False
        return trigger.when is None or bool(trigger.when(self, card, about))

    def _resolve(self, event: str, side: int, ready: list[Piece], about: dict[str, Any]) -> Asking:
        waiting = [
            Asked(
                type="waiting",
                msg=f"Waiting for {NAMES[side]} to resolve {word} triggers",
                choices=[],
            )
            for word in WAITS.get(event, ())
        ]
        self.G.asked[other(side)][:0] = waiting
        while ready:
            open_ones = [card for card in ready if not self.does(card).on[event].silent]
            ordered = any(self._is_interactive(event, card) for card in ready)
            card = open_ones[0] if len(open_ones) == 1 else ready[0]
            if len(open_ones) > 1 and ordered:
                run = self.G.run
                source = None
                if event == "successful-run" and run is not None and run.source is not None:
                    source = self.card(run.source)
                place = yield from self.buttons(
                    side,
                    "Choose a trigger to resolve",
                    [*(one.id for one in open_ones), "Done"],
                    source,
                )
                if place == len(open_ones):  # the rest by itself
                    ready.sort(key=lambda one: not self._is_interactive(event, one))
                    for card in ready:
                        yield from self._trigger(event, card, about)
                    break
                card = open_ones[place]
            ready.remove(card)
            yield from self._trigger(event, card, about)
            ready = [one for one in ready if self._applies(event, one, about)]
        for one in waiting:
            self._drop(other(side), one)

    def _is_interactive(self, event: str, card: Piece) -> bool:
        flag = self.does(card).on[event].interactive
        return bool(flag(self, card)) if callable(flag) else flag

    def _trigger(self, event: str, card: Piece, about: dict[str, Any]) -> Asking:
        trigger = self.does(card).on[event]
        if trigger.once:
            used = self.G.sides[card.owner].used
            used[f"{trigger.once} {card.id}"] = 1
        if event.endswith("-turn-begins"):
            self.G.sides[card.owner].used[f"began {card.id}"] = 1
        self.note(f"{card.kind}: {event}")
        yield from self.carry_out(trigger.effect(self, card, about))

    def carry_out(self, result: Any) -> Asking:
        """The rest of an effect, if it asks. Whoever was shown to wait for it waits until it is over."""
        if type(result) is GeneratorType:
            before = [list(queue) for queue in self.G.asked]
            result = yield from result
            for queue, old in zip(self.G.asked, before, strict=True):
                if len(queue) > len(old):
                    queue[:] = [
                        one for one in queue
                        if one.type != "waiting" or one.choices is not None
                        or any(one is known for known in old)
                    ]  # fmt: skip
        return result

    # --- paying --------------------------------------------------------------------------------------

    def credit_sources(self, side: int, what: str, card: Piece | None) -> list[Piece]:
        """Cards whose credits may be used for this."""
        found = []
        for one in self.active(side):
            test = self.does(one).pays
            if test is not None and one.count("credit") and test(self, one, what, card):
                found.append(one)
        return found

    def can_pay(self, side: int, price: Price, card: Piece | None = None, what: str = "") -> bool:
        player = self.G.sides[side]
        if player.clicks < price.clicks + price.lost_clicks:
            return False
        credits = price.credits or 0
        if credits > player.credits:
            sources = self.credit_sources(side, what, card)
            if credits > player.credits + sum(one.count("credit") for one in sources):
                return False
        if price.virus and (card is None or card.count("virus") < price.virus):
            return False
        return len(self.zone("hand", side)) >= price.from_hand

    def pay(
        self, side: int, price: Price, card: Piece | None = None, what: str = "", title: str = ""
    ) -> Asking:
        """Take the price; the answer is how the log says it: `spends [Click] and pays 2 [Credits]`."""
        player = self.G.sides[side]
        parts = []
        if price.clicks:
            player.clicks -= price.clicks
            parts.append("spends " + "[Click]" * price.clicks)
        if price.lost_clicks:
            player.clicks -= price.lost_clicks
            parts.append("loses " + "[Click]" * price.lost_clicks)
        if price.credits is not None:
            parts.append((yield from self._pay_credits(side, price.credits, card, what, title)))
        if price.virus:
            assert card is not None
            self.add_counters(card, "virus", -price.virus)
            s = "" if price.virus == 1 else "s"
            parts.append(f"spends {price.virus} hosted virus counter{s} from on {card.kind}")
        if price.trash_self:
            assert card is not None
            yield from self.trash([card], side, cause="cost")
            parts.append(f"trashes {card.kind}")
        if price.remove_self:
            assert card is not None
            self.uninstall(card)
            self.move_card(card.id, "rfg", card.owner)
            parts.append(f"removes {card.kind} from the game")
        return " and ".join(parts)

    def _pay_credits(
        self, side: int, amount: int, card: Piece | None, what: str, title: str
    ) -> Asking:
        player = self.G.sides[side]
        paid: dict[str, int] = {}
        left = amount
        while left:
            sources = self.credit_sources(side, what, card)
            if not sources:
                break
            msg = f"Choose a credit providing card ({amount - left} of {amount} [Credits])"
            chosen = yield from self.select(
                side, msg, [one.id for one in sources], 1, card, title=title
            )
            if not chosen:
                if player.credits >= left:
                    break
                continue
            source = self.card(chosen[0])
            self.add_counters(source, "credit", -1)
            paid[source.kind] = paid.get(source.kind, 0) + 1
            left -= 1
        player.credits -= left
        if not paid:
            return f"pays {amount} [Credits]"
        parts = [f"{count} [Credits] from {name}" for name, count in paid.items()]
        if left:
            parts.append(f"{left} [Credits] from their credit pool")
        return f"pays {listed(parts)}"

    # --- resources -----------------------------------------------------------------------------------

    def gain(self, side: int, amount: int) -> None:
        self.G.sides[side].credits += amount

    def lose(self, side: int, amount: int) -> int:
        player = self.G.sides[side]
        lost = min(amount, player.credits)
        player.credits -= lost
        return lost

    def draw(self, side: int, count: int) -> list[int]:
        """Cards from the top of the deck. The Corp has lost when it must draw and cannot."""
        deck = self.zone("deck", side)
        if side == CORP and count > len(deck):
            self.draw_card(len(deck), CORP)
            self.say(CORP, "is decked")
            self.victory(RUNNER, "Decked")
            return []
        return self.draw_card(count, side)

    def give_tags(self, count: int) -> Asking:
        self.G.sides[RUNNER].tags += count
        yield from self.fire("tag", count=count)

    def add_counters(self, card: Piece, kind: str, count: int) -> None:
        left = card.count(kind) + count
        if left > 0:
            card.counters[kind] = left
        else:
            card.counters.pop(kind, None)

    def permutation(self, count: int) -> list[int]:
        order = list(range(count))
        self.stream("shuffle").shuffle(order)
        return order

    def shuffled(self, ids: Sequence[int]) -> list[int]:
        return [ids[place] for place in self.permutation(len(ids))]

    def shuffle_deck(self, side: int) -> None:
        """The deck's top is last in its zone; an order is told from the top."""
        deck = self.zone("deck", side)
        deck[:] = self.shuffled(deck[::-1])[::-1]

    def damage(self, kind: str, count: int, card: Piece | None = None) -> Asking:
        """Random cards from the grip are trashed; more than there are is the end of the Runner."""
        if count <= 0:
            return []
        hand = self.zone("hand", RUNNER)
        order = self.shuffled(hand)
        hit = self.cards(order[:count])
        is_fatal = count > len(hand)
        if kind == "core":
            self.G.sides[RUNNER].brain += count
        for one in hit:
            self.move_card(one.id, "discard", RUNNER)
        names = listed(sorted(one.kind for one in hit))
        self.say(CORP, f"trashes {names} due to {kind} damage")
        if is_fatal:
            self.say(RUNNER, "is flatlined")
            self.victory(CORP, "Flatline")
        yield from self.fire("damage", kind=kind, cards=hit)
        return hit

    # --- moving cards --------------------------------------------------------------------------------

    def uninstall(self, card: Piece) -> None:
        """Take an installed card off its server or host, and forget what it had gathered there."""
        if card.server:
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
                    self._nothing_left(self.G.run)
        if card.host is not None:
            self.card(card.host).hosted.remove(card.id)
        card.server, card.host = "", None
        card.rezzed = card.is_new = False
        card.counters = {}
        card.advancement = card.broken = card.fired = card.boost = card.weak = 0

    @staticmethod
    def _nothing_left(run: Run) -> None:
        """A run on a remote with nothing in it is over."""
        if run.server not in CENTRALS:
            run.is_over = run.prevent_access = True

    def trash(self, cards: Sequence[Piece], side: int, cause: str = "") -> Asking:
        """Put cards into the discard piles. Corp cards nobody has seen stay face down there."""
        for card in cards:
            for number in list(card.hosted):
                yield from self.trash([self.card(number)], side, cause="host")
            was_known = card.owner == RUNNER or card.rezzed or card.face_up
            self.uninstall(card)
            card.face_up = was_known
            self.move_card(card.id, "discard", card.owner)
        yield from self.fire("trash", cards=list(cards), side=side, cause=cause)

    def load(self, card: Piece) -> None:
        """It becomes active, with the counters that come with it."""
        self.activate(card)
        counters = self.does(card).counters
        if counters is not None:
            self.add_counters(card, *counters)

    # --- the end -------------------------------------------------------------------------------------

    def victory(self, side: int, reason: str) -> None:
        if self.G.winner is None:
            self.G.winner, self.G.reason = side, reason
            self.say(side, "wins the game")
            self.win(side, reason=reason)

    def check_points(self) -> None:
        reached = [side for side in (CORP, RUNNER) if self.points(side) >= self.G.points_to_win]
        if len(reached) == 2 and self.G.winner is None:
            self.note_line("The game is a tie!")
            self.G.reason = "Tie"
            self.end_game(tw.Result((), "Tie"))
        elif reached:
            self.victory(reached[0], "Agenda")


__all__ = ["FREE", "SIDES", "Asking", "Rules", "Words", "listed", "many", "other"]
