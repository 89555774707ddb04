"""The context `c` that moves, hooks and effects receive: the state, the acting seat, the operations.

A game adds its own operations in a subclass of `Context` and names it in its `Game`. In the subclass it
also declares the types of its state (`G: MyState`) and cards, so that a type checker knows them.
Operations change the state at once. Requests to the flow (`end_phase`, `set_step`, ...) are queued and
served after the move or hook.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, MutableSequence, Sequence
from typing import TYPE_CHECKING, Any, NoReturn, TypeVar, Unpack

from turnwright.core.errors import ImpureRule, Refusal, Refused, RulesError

from .compiled_flow import LEVELS, PHASE, SEGMENT, STEP, TURN, CompiledFlow, FlowRequest
from .flow_state import CamelNames, Card, Ctx, Result
from .prompts import Question, QuestionSettings
from .rng import Stream

if TYPE_CHECKING:
    from turnwright.core.definition.game import Game


T = TypeVar("T")


class Context(CamelNames):
    """What a move, a hook or an effect receives. There is one per match.

    `seat` is the acting seat: in a move the seat that makes it, in hooks the turn player.
    `open_questions` are the questions that wait for an answer, by seat. With `public_windows`, response
    windows open by what everybody can see (see `Game.start`).
    """

    __slots__ = (
        "G",
        "_compiled_flow",
        "_game",
        "_only_reads",
        "_requests",
        "_reveals",
        "_unasked",
        "ctx",
        "log_lines",
        "open_questions",
        "public_windows",
        "seat",
        "used_content",
    )

    def __init__(self, game: Game, G: Any, ctx: Ctx) -> None:
        self.G = G
        self.ctx = ctx
        self.seat = 0
        self._game = game
        self._compiled_flow: CompiledFlow = game.compiled_flow
        self._requests: list[FlowRequest] = []
        self._reveals = False
        self._unasked: Question | None = None  # the last one that was created and not yet yielded
        self._only_reads = False  # while a condition, a domain or a label is evaluated
        self.used_content: set[str] | None = None
        self.log_lines: list[tuple[int, str, str]] | None = None
        self.open_questions: Mapping[int, Question] = {}  # those of the match, by seat
        self.public_windows = False

    def mark_used(self, what: str) -> None:
        """Report that a piece of content was used. Only coverage tools listen."""
        if self.used_content is not None:
            self.used_content.add(what)

    def log(self, seat: int, text: str, own: str = "") -> None:
        """Add a line about a seat to the log, if a host keeps one. The seat itself reads `own`."""
        if self.log_lines is not None:
            self.log_lines.append((seat, text, own or text))

    @property
    def ops(self) -> Context:
        """The operations, for hooks that take `ops` or `coreOps` by name."""
        return self

    @property
    def core_ops(self) -> Context:
        """The same as `ops`."""
        return self

    def get_updated_state(self) -> tuple[Any, Ctx]:
        """The current `G` and `ctx`."""
        return self.G, self.ctx

    _getUpdatedState = get_updated_state

    @property
    def options(self) -> dict[str, Any]:
        """The options that the match was started with."""
        return self.ctx.options

    def _check_changes(self, call: str) -> None:
        """Raise if a condition, a domain or a label calls an operation that changes something."""
        if self._only_reads:
            raise ImpureRule(call)

    # --- who -------------------------------------------------------------------------------------

    @property
    def seats(self) -> list[int]:
        """All seats in player order."""
        return self.ctx.player_order

    def get_players(self) -> list[int]:
        """A copy of the player order."""
        return list(self.ctx.player_order)

    @property
    def turn_player(self) -> int:
        """The seat whose turn it is."""
        return self.ctx.turn_player

    @property
    def opponent(self) -> int:
        """The next seat in player order: the opponent in a game for two players."""
        return self.after(self.seat)

    def after(self, seat: int) -> int:
        """The next seat after this one that is still in the game."""
        order = self.ctx.player_order
        position = self.position_of(seat)
        if not self.ctx.eliminated:
            return order[(position + 1) % len(order)]
        for step in range(1, len(order) + 1):
            candidate = order[(position + step) % len(order)]
            if candidate not in self.ctx.eliminated:
                return candidate
        return seat

    def position_of(self, seat: int) -> int:
        """The index of a seat in the player order."""
        try:
            return self.ctx.player_order.index(seat)
        except ValueError:
            raise RulesError(f"This match has no seat {seat!r}.") from None

    def _position_in_game(self, seat: int, call: str) -> int:
        """The position of a seat that gets the turn or priority. It must still be in the game."""
        self._check_changes(call)
        if seat in self.ctx.eliminated:
            raise RulesError(f"{call}: seat {seat} was eliminated and cannot act.")
        return self.position_of(seat)

    def next_position(self) -> int:
        """The position of the next turn player: an extra turn, `Turn.order`, or the next seat."""
        ctx = self.ctx
        if ctx.extra_turns:
            return self.position_of(ctx.extra_turns.pop(0))
        turn = (
            self._compiled_flow.segments[ctx.current_segment].turn if ctx.current_segment else None
        )
        if turn is not None and turn.order is not None:
            return self._position_in_game(turn.order(self), "order")
        if ctx.eliminated:
            return self.position_of(self.after(ctx.turn_player))
        return (ctx.turn_player_pos + 1) % len(ctx.player_order)

    def set_turn_player(self, seat: int) -> None:
        """Give the turn and priority to a seat."""
        position = self._position_in_game(seat, "set_turn_player")
        if position != self.ctx.turn_player_pos:
            self.ctx.num_turn_moves = 0
        self.ctx.turn_player_pos = self.ctx.priority_player_pos = position

    def set_priority_player(self, seat: int) -> None:
        """Give priority to a seat. This does not count as a turn."""
        self.ctx.priority_player_pos = self._position_in_game(seat, "set_priority_player")

    def pass_priority(self) -> None:
        """Pass for the acting seat and give priority to the next one that has not passed."""
        self.ctx.passed_players.add(self.seat)
        self.next_priority(self.seat)

    def next_priority(self, after: int) -> None:
        """Give priority to the next seat of the window that has not passed."""
        ctx = self.ctx
        seats = ctx.window or ctx.player_order
        start = seats.index(after) if after in seats else -1
        for step in range(1, len(seats) + 1):
            seat = seats[(start + step) % len(seats)]
            if seat not in ctx.passed_players and seat not in ctx.eliminated:
                ctx.priority_player_pos = self.position_of(seat)
                return

    def reopen_window(self) -> None:
        """Open the window of this place again: nobody has passed, and its first seat has priority."""
        ctx = self.ctx
        window = self._compiled_flow.places[
            ctx.current_segment, ctx.current_phase, ctx.current_step
        ].window
        if window is None:
            raise RulesError(f"There is no window at {ctx.place}.")
        if callable(window.first):
            first = window.first(self)
        else:
            first = ctx.turn_player if window.first == "turn" else self.after(ctx.turn_player)
        start = self.position_of(first)
        order = ctx.player_order[start:] + ctx.player_order[:start]
        allowed = set(order if window.seats is None else window.seats(self)) - ctx.eliminated
        ctx.window = [seat for seat in order if seat in allowed]
        ctx.passed_players.clear()
        if ctx.window:
            ctx.priority_player_pos = self.position_of(ctx.window[0])

    def extra_turn(self, seat: int) -> None:
        """Give a seat the next turn. The player order continues after it."""
        self._position_in_game(seat, "extra_turn")
        self.ctx.extra_turns.append(seat)

    def eliminate(self, seat: int) -> None:
        """Remove a seat from the game: it gets no more turns or priority, and its own turn ends.

        When nobody is left the match ends: a single player has lost, otherwise it is a draw."""
        self._check_changes("eliminate")
        ctx = self.ctx
        self.position_of(seat)
        ctx.eliminated.add(seat)
        if len(ctx.eliminated) == len(ctx.player_order):
            is_alone = len(ctx.player_order) == 1
            losers = (seat,) if is_alone else ()
            self.end_game(Result((), "" if is_alone else "everybody was eliminated", (), losers))
            return
        for seats in (ctx.round_players, ctx.pending_mulligan, ctx.pending_champion_selection):
            seats.discard(seat)
        ctx.extra_turns = [other for other in ctx.extra_turns if other != seat]
        if ctx.priority_player == seat:
            self.next_priority(seat)
        if ctx.turn_player == seat and ctx.current_segment is not None and ctx.window is None:
            self.end_turn()

    def set_pending_mulligan(self, seats: Iterable[int]) -> None:
        """Set the seats that still decide about a mulligan."""
        self.ctx.pending_mulligan = set(seats)

    def set_pending_champion_selection(self, seats: Iterable[int]) -> None:
        """Set the seats that still select a champion."""
        self.ctx.pending_champion_selection = set(seats)

    # --- the flow --------------------------------------------------------------------------------

    def end_step(self) -> None:
        """End the current step after this move or hook."""
        self._end(STEP)

    def end_phase(self) -> None:
        """End the current phase after this move or hook."""
        self._end(PHASE)

    def end_turn(self) -> None:
        """End the current turn after this move or hook."""
        self._end(TURN)

    def end_segment(self) -> None:
        """End the current segment after this move or hook."""
        self._end(SEGMENT)

    def _end(self, depth: int) -> None:
        """Request the end of the current level. It is ignored if the level was left by then."""
        if self._only_reads:
            raise ImpureRule(f"end_{LEVELS[depth]}")
        ctx = self.ctx
        segment, phase, step = ctx.current_segment, ctx.current_phase, ctx.current_step
        if (phase if depth == PHASE else step if depth == STEP else segment) is None:
            raise RulesError(f"There is no {LEVELS[depth]} to end at {ctx.place}.")
        self._requests.append((depth, (segment, phase, step), ctx.num_player_turns))

    def set_segment(self, name: str) -> None:
        """Go to a segment after this move or hook."""
        self._check_changes("set_segment")
        self.jump_to(segment=name)

    def set_phase(self, name: str) -> None:
        """Go to a phase after this move or hook."""
        self._check_changes("set_phase")
        self.jump_to(phase=name)

    def set_step(self, name: str) -> None:
        """Go to a step after this move or hook."""
        self._check_changes("set_step")
        self.jump_to(step=name)

    def jump_to(
        self, segment: str | None = None, phase: str | None = None, step: str | None = None
    ) -> None:
        """Go to a place after this move or hook. The hooks of both places run."""
        self._check_changes("jump_to")
        self._requests.append((-1, (segment, phase, step), 0))

    # --- the result ------------------------------------------------------------------------------

    def win(self, *seats: int, reason: str = "") -> None:
        """End the match: these seats win."""
        self._check_changes("win")
        self.end_game(Result(seats, reason))

    def lose(self, seat: int, reason: str = "") -> None:
        """End the match: every other seat that is still in the game wins."""
        self._check_changes("lose")
        losers = self.ctx.eliminated | {seat}
        winners = tuple(s for s in self.ctx.player_order if s not in losers)
        self.end_game(Result(winners, reason, (), () if winners else (seat,)))

    def draw(self, reason: str = "") -> None:
        """End the match: nobody wins."""
        self._check_changes("draw")
        self.end_game(Result((), reason))

    def end_game(self, result: Result) -> None:
        """End the match with a result. Later results are ignored."""
        self._check_changes("end_game")
        if self.ctx.game_over:
            return
        for seat in (*result.winners, *result.losers):
            self.position_of(seat)
        self.ctx.game_over = True
        self.ctx.result = result
        self.ctx.winner = result.winner

    # --- refusals and hidden information ---------------------------------------------------------

    def refuse(self, sentence: str, code: str = "illegal", **data: object) -> NoReturn:
        """Refuse the move in progress. What it has changed so far is rolled back."""
        raise Refused(Refusal(code, sentence, data))

    def reveal(self) -> None:
        """Say that hidden information was revealed, so that inputs up to now cannot be undone."""
        self._reveals = True

    def commit(self) -> None:
        """Say that the action in progress cannot be cancelled from now on."""
        self._reveals = True

    # --- random numbers --------------------------------------------------------------------------

    def stream(self, name: str) -> Stream:
        """A named random stream. The same seed and name give the same numbers."""
        if self._only_reads:
            raise ImpureRule("stream")
        self._reveals = True
        streams = self.ctx.streams
        if name not in streams:
            streams[name] = Stream.named(self.ctx.seed, name)
        return streams[name]

    @property
    def rng(self) -> Stream:
        """The stream named `main`."""
        return self.stream("main")

    def roll(self, dice: str) -> int:
        """Roll dice such as `2d6+1`."""
        return self.stream("dice").roll(dice)

    def shuffle(self, items: MutableSequence[T], stream: str = "shuffle") -> None:
        """Shuffle a list in place."""
        self.stream(stream).shuffle(items)

    # --- questions -------------------------------------------------------------------------------
    # An effect asks by yielding one of these: `target = yield c.choose("Destroy", monsters)`. All take
    # the settings of `QuestionSettings`.

    def choose(
        self,
        text: str,
        values: Sequence[object],
        *,
        optional: bool = False,
        **how: Unpack[QuestionSettings],
    ) -> Question:
        """Ask for one of the values, or None if `optional` and nothing is picked."""
        return self._ask("choose", text, values, 0 if optional else 1, 1, how)

    def choose_many(
        self,
        text: str,
        values: Sequence[object],
        min: int = 0,
        max: int | None = None,
        **how: Unpack[QuestionSettings],
    ) -> Question:
        """Ask for a list of `min` to `max` of the values, in the order they were picked."""
        return self._ask("choose_many", text, values, min, len(values) if max is None else max, how)

    def yes_no(self, text: str, **how: Unpack[QuestionSettings]) -> Question:
        """Ask for True or False."""
        return self._ask("yes_no", text, (True, False), 1, 1, how)

    def menu(
        self, text: str, labels: Mapping[str, str], **how: Unpack[QuestionSettings]
    ) -> Question:
        """Ask for one key of a dict of labels."""
        how.setdefault("label", labels.__getitem__)
        return self._ask("menu", text, list(labels), 1, 1, how)

    def order(
        self, text: str, values: Sequence[object], **how: Unpack[QuestionSettings]
    ) -> Question:
        """Ask for all of the values in an order."""
        return self._ask("order", text, values, len(values), len(values), how)

    def amount(self, text: str, low: int, high: int, **how: Unpack[QuestionSettings]) -> Question:
        """Ask for a number from `low` to `high`."""
        return self._ask("amount", text, range(low, high + 1), 1, 1, how)

    def _ask(
        self,
        kind: str,
        text: str,
        values: Sequence[object],
        low: int,
        high: int,
        how: QuestionSettings,
    ) -> Question:
        count = len(values)
        if not low <= high or low > count:
            raise RulesError(f"The question {text!r} has {count} options but needs {low}.")
        asked = how.pop("seat", None)
        if asked is None:
            asked = self.seat
        elif asked not in self.ctx.player_order:
            self.position_of(asked)
        settings: Any = how  # without the seat
        question = Question(kind, asked, text, values, low, min(high, count), **settings)
        self._unasked = question
        return question

    def key_of_response(self, response: object) -> str:
        """The key of a response in a chain. Equal keys are one choice. Games override it if responses
        are not strings or numbers."""
        return str(response)

    def card_of_response(self, response: object) -> int | None:
        """The card that a response in a chain is about, or None. Games override it."""
        return None

    def may_respond(self, seat: int, chain: Sequence[Any], min_speed: int) -> bool:
        """Whether a seat may be able to respond, as far as everybody can see. Games override it; see
        `core.rules.chain`."""
        return False

    # --- zones and cards --------------------------------------------------------------------------

    def zone(self, name: str, seat: int | None = None) -> list[int]:
        """The card ids of a zone, the top card last. Do not change the list; use `move_card`."""
        zones = self.ctx.zones
        key = name if name in zones else f"{name}:{self.seat if seat is None else seat}"
        try:
            return zones[key]
        except KeyError:
            raise RulesError(f"There is no zone {key!r}.") from None

    def card(self, card_id: int) -> Any:
        """The card with this id."""
        return self.ctx.cards[card_id]

    def cards_in(self, name: str, seat: int | None = None) -> list[Any]:
        """The cards of a zone, the top card last."""
        cards = self.ctx.cards
        return [cards[card_id] for card_id in self.zone(name, seat)]

    def zone_of(self, card_id: int) -> str:
        """The name of the zone of a card, without its seat."""
        return self.ctx.card_zones[card_id].partition(":")[0]

    def create_card(self, kind: str, zone: str, owner: int | None = None, **fields: Any) -> Any:
        """Create a card on top of a zone. Without an owner it is the acting seat's."""
        self._check_changes("create_card")
        ctx = self.ctx
        seat = self.seat if owner is None else owner
        cards = self.zone(zone, seat)
        number = ctx.next_card
        ctx.next_card += 1
        card: Card = self._game.card(id=number, kind=kind, owner=seat, **fields)
        ctx.cards[number] = card
        ctx.card_zones[number] = zone if zone in ctx.zones else f"{zone}:{seat}"
        cards.append(number)
        return card

    def remove_card(self, card_id: int) -> None:
        """Remove a card from the game."""
        self._check_changes("remove_card")
        ctx = self.ctx
        ctx.zones[ctx.card_zones.pop(card_id)].remove(card_id)
        del ctx.cards[card_id]

    def move_card(
        self, card_id: int, to: str, seat: int | None = None, *, bottom: bool = False
    ) -> None:
        """Move a card to the top (or bottom) of a zone. Without a seat it is its owner's zone."""
        if self._only_reads:
            raise ImpureRule("move_card")
        ctx = self.ctx
        source = ctx.card_zones[card_id]
        if seat is None and to not in ctx.zones:
            seat = ctx.cards[card_id].owner
        target = to if to in ctx.zones else f"{to}:{seat}"
        if target not in ctx.zones:
            raise RulesError(f"There is no zone {target!r}.")
        cards, others = ctx.zones[source], ctx.zones[target]
        before, top = self._game.watchers(source)
        was_open = top > 0 and len(cards) - cards.index(card_id) <= top
        cards.remove(card_id)
        others.insert(0 if bottom else len(others), card_id)
        ctx.card_zones[card_id] = target
        after, top = self._game.watchers(target)
        if top > (len(others) - 1 if bottom else 0):
            after = "all"
        if was_open:
            before = "all"
        if not ctx.cards[card_id].face_up and after == "all":
            after = str(ctx.cards[card_id].owner)
        # Revealed: a seat now sees the card, or the card that was beneath it.
        if was_open or (after and before not in ("all", after)):
            self._reveals = True

    def renumber_card(self, card_id: int) -> int:
        """Give a card a new id and return it, so that nobody recognises it after it became hidden.
        References to the old id become invalid."""
        ctx = self.ctx
        number = card_id
        while number in ctx.cards:
            number = self.stream("card numbers").below(1_000_000)
        card = ctx.cards[number] = ctx.cards.pop(card_id)
        card.id = number
        zone = ctx.card_zones[number] = ctx.card_zones.pop(card_id)
        cards = ctx.zones[zone]
        cards[cards.index(card_id)] = number
        ctx.next_card = max(ctx.next_card, 1_000_000)
        return number

    def turn_card(self, card_id: int, face_up: bool = True) -> None:
        """Turn a card face up or face down."""
        self._check_changes("turn_card")
        card = self.ctx.cards[card_id]
        self._reveals = self._reveals or (face_up and not card.face_up)
        card.face_up = face_up

    def draw_card(self, count: int = 1, seat: int | None = None, to: str = "hand") -> list[int]:
        """Move up to `count` cards from the top of a seat's deck to its hand."""
        who = self.ctx.turn_player if seat is None else seat
        deck = self.zone("deck", who)
        drawn = deck[len(deck) - min(count, len(deck)) :][::-1]
        for card_id in drawn:
            self.move_card(card_id, to, who)
        return drawn

    def shuffle_zone(self, name: str, seat: int | None = None) -> None:
        """Shuffle a zone."""
        cards = self.zone(name, seat)
        self.stream(f"shuffle {name}").shuffle(cards)

    def shuffle_all_decks(self) -> None:
        """Shuffle the deck of every seat."""
        for seat in self.ctx.player_order:
            self.shuffle_zone("deck", seat)

    def ready_all_cards(self, seat: int | None = None) -> None:
        """Ready all cards that a seat (by default the turn player) owns."""
        owner = self.ctx.turn_player if seat is None else seat
        for card in self.ctx.cards.values():
            if card.owner == owner:
                card.ready = True

    set_all_cards_active = ready_all_cards


def end_step(c: Context) -> None:
    """A move that ends the step."""
    c._end(STEP)


def end_phase(c: Context) -> None:
    """A move that ends the phase."""
    c._end(PHASE)


def end_turn(c: Context) -> None:
    """A move that ends the turn."""
    c._end(TURN)


def concede(c: Context) -> None:
    """A move that concedes. Register it with `by="anyone"`."""
    if len(c.ctx.player_order) - len(c.ctx.eliminated | {c.seat}) <= 1:
        c.lose(c.seat, reason=f"seat {c.seat} conceded")
    c.eliminate(c.seat)
