"""The words of the rules: what cards and actions are written with.

`Rules` is the context `c` of a match. Words that may ask somebody are generators: call them with
`yield from`. Everything here changes the state at once; the log is written as it happens.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from types import GeneratorType
from typing import Any, TypeAlias

import turnwright as tw
from turnwright.core.runtime.prompts import Question

from .board_queries import Words, listed, many, other
from .card_definition import Price, triggers
from .card_facts import CORP, NAMES, RUNNER
from .state import CENTRALS, Asked, Piece, Run

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
OF_A_RUN = frozenset(
    ("approach-ice", "encounter-ice", "pass-ice", "pass-all-ice", "approach-server")
)
"""Events that nobody answers any more once the run is over."""
OF_A_BREACH = frozenset(("successful-run", "agenda-stolen"))
"""Events whose prompts name what the run was made with as their source."""
RUNNER_BASIC = "Runner Basic Action Card"

UNASKED: tuple[list[Asked], ...] = ([], [])


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
                label=lambda one: self._clickable(side, cards[one]), is_cards=True,
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

    def _clickable(self, side: int, card: Piece) -> str:
        name = self.name_for(side, card)
        return f"{name} (chosen)" if card.is_selected else name

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
            self.show(other(side), waiting)
        self.show(side, asked)

    def show(self, side: int, asked: Asked) -> None:
        """Put a prompt on top of a side's prompts."""
        self.G.eids += 1
        asked.eid = self.G.eids
        self.G.asked[side].insert(0, asked)

    def _drop(self, side: int, asked: Asked) -> None:
        queue = self.G.asked[side]
        queue[:] = [one for one in queue if one is not asked]

    # --- events --------------------------------------------------------------------------------------

    def fire(self, event: str, *cards: Piece, **about: Any) -> Asking:
        """Something happened: whoever has something to say does so, the active side first. `cards` are
        asked although they may not be active, like an agenda that was just stolen."""
        listeners = triggers(event)
        if not listeners:
            return
        sides = (self.G.active, other(self.G.active))
        # Who has something to say is settled before anybody says it (10.3.1a).
        heard = [(side, self._ready(event, side, listeners, cards, about)) for side in sides]
        for side, ready in heard:
            if ready:
                yield from self._resolve(event, side, ready, cards, about)

    def _ready(
        self,
        event: str,
        side: int,
        listeners: frozenset[str],
        given: Sequence[Piece],
        about: dict[str, Any],
    ) -> list[Piece]:
        ready = self.active_of(side, listeners)
        if not ready and not given:
            return ready
        ready.sort(key=lambda card: card.since)
        ready += [card for card in given if card.kind in listeners and card.owner == side]
        return [
            card for n, card in enumerate(ready)
            if card not in ready[:n] and self._applies(event, card, about)
        ]  # fmt: skip

    def _applies(self, event: str, card: Piece, about: dict[str, Any]) -> bool:
        trigger = self.does(card).on[event]
        if trigger.once and self.G.sides[card.owner].used.get(f"{trigger.once} {card.id}"):
            return False
        return trigger.when is None or bool(trigger.when(self, card, about))

    def _resolve(
        self,
        event: str,
        side: int,
        ready: list[Piece],
        given: Sequence[Piece],
        about: dict[str, Any],
    ) -> Asking:
        waiting = [
            Asked(
                type="waiting",
                msg=f"Waiting for {NAMES[side]} to resolve {word} triggers",
                choices=[],
            )
            for word in WAITS.get(event, ())
        ]
        for one in reversed(waiting):
            self.show(other(side), one)
        while ready := [one for one in ready if self._still(event, one, given)]:
            open_ones = [card for card in ready if not self.does(card).on[event].silent]
            ordered = any(self._is_interactive(event, card) for card in ready)
            card = open_ones[0] if len(open_ones) == 1 else ready[0]
            if len(open_ones) > 1 and ordered:
                source, title = None, ""
                if self.G.run is not None and event in OF_A_BREACH:
                    source, title = self.run_source()
                place = yield from self.buttons(
                    side,
                    "Choose a trigger to resolve",
                    [*(one.id for one in open_ones), "Done"],
                    source,
                    title=title,
                )
                if place == len(open_ones):  # the rest by itself
                    for card in sorted(ready, key=lambda one: self._place(event, one)):
                        if self._still(event, card, given):
                            yield from self._trigger(event, card, about)
                    break
                card = open_ones[place]
            ready.remove(card)
            yield from self._trigger(event, card, about)
        for one in waiting:
            self._drop(other(side), one)

    def _still(self, event: str, card: Piece, given: Sequence[Piece]) -> bool:
        """Is it still there to answer, and is there still a run to answer to?"""
        run = self.G.run
        if event in OF_A_RUN and (run is None or run.is_over):
            return False
        return card in given or self.is_active(card)

    def _place(self, event: str, card: Piece) -> tuple[int, str]:
        return self.does(card).on[event].place, card.kind

    def run_source(self) -> tuple[Piece | None, str]:
        """What the run was made with: a card, or the basic action."""
        run = self.G.run
        assert run is not None
        return (None, RUNNER_BASIC) if run.source is None else (self.card(run.source), "")

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
        self.mark_used(f"{card.kind}: {event}")
        yield from self.carry_out(trigger.effect(self, card, about))

    def carry_out(self, result: Any) -> Asking:
        """The rest of an effect, if it asks. Whoever is shown to wait for it waits until it is over."""
        if type(result) is GeneratorType:
            asked = self.G.asked
            before = [list(queue) for queue in asked] if asked[0] or asked[1] else UNASKED
            result = yield from result
            asked = self.G.asked
            if not asked[0] and not asked[1]:
                return result
            for queue, old in zip(asked, before, strict=True):
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

    def lose_credits(self, side: int, amount: int) -> int:
        player = self.G.sides[side]
        lost = min(amount, player.credits)
        player.credits -= lost
        return lost

    def draw_cards(self, side: int, count: int) -> list[int]:
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
        """The deck's top is last in its zone; an order is told from the top. Nobody can follow a card
        through it by its number."""
        deck = self.zone("deck", side)
        deck[:] = self.shuffled(deck[::-1])[::-1]
        for number in list(deck):
            self.renumber_card(number)

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
            card.was_at = card.server
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
        card.server, card.host, card.auto = "", None, ""
        card.rezzed = card.is_new = False
        card.counters = {}
        card.advancement = card.broken = card.fired = card.boost = card.weak = 0

    @staticmethod
    def _nothing_left(run: Run) -> None:
        """A run on a remote with nothing in it is over."""
        if run.server not in CENTRALS:
            run.is_over = run.prevent_access = True

    def trash(
        self, cards: Sequence[Piece], side: int, cause: str = "", by: Piece | None = None
    ) -> Asking:
        """Put cards into the discard piles. Corp cards nobody has seen stay face down there."""
        for card in cards:
            for number in list(card.hosted):
                yield from self.trash([self.card(number)], side, cause="host")
            was_known = card.owner == RUNNER or card.rezzed or card.face_up
            run = self.G.run
            if run is not None and side == RUNNER and card.rezzed and self.does(card).persists:
                run.ghosts.append(card.id)
            self.uninstall(card)
            card.face_up = was_known
            self.move_card(card.id, "discard", card.owner)
            if not was_known:
                self.renumber_card(card.id)
        yield from self.fire("trash", cards=list(cards), side=side, cause=cause)
        yield from self._fit_memory(by)

    def _fit_memory(self, by: Piece | None) -> Asking:
        """Programs that have lost their memory are trashed, until the rest fits (10.3.1e)."""
        while (lack := -self.memory()) > 0:
            programs = [
                one.id for one in self.installed(RUNNER) if self.facts(one).type == "program"
            ]
            msg = f"Insufficient MU. Trash {lack} MU of installed programs."
            chosen = yield from self.select(RUNNER, msg, programs, len(programs), by)
            if chosen:
                yield from self.trash(self.cards(chosen), RUNNER, cause="memory", by=by)

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


__all__ = ["Asking", "Rules", "listed", "many", "other"]
