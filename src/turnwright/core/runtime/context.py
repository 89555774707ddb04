"""The context `c` that moves, hooks and effects receive: the state, the acting seat, the operations.

A game adds its own operations in a subclass of `Context` and names it in its `Game`. In the subclass it
also declares the types of its state (`G: MyState`) and cards, so that a type checker knows them.
Operations change the state at once. Requests to the flow (`end_phase`, `set_step`, ...) are queued and
served after the move or hook.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, MutableSequence, Sequence
from typing import TYPE_CHECKING, Any, Generic, Literal, NoReturn, TypeVar, Unpack, cast, overload

from turnwright.core.errors import ImpureRule, Refusal, Refused, RulesError
from turnwright.core.suggestions import joined
from turnwright.core.type_parameters import CardT, StateT

from .card_questions import CardQuestions
from .compiled_flow import (
    JUMP,
    LEVELS,
    PHASE,
    SEGMENT,
    STEP,
    TURN,
    CompiledFlow,
    FlowRequest,
    names_given,
)
from .flow_state import Ctx, Result
from .prompts import Asking, Question, QuestionSettings
from .rng import Stream
from .rule_errors import read
from .stages import end_stage, set_stage

if TYPE_CHECKING:
    from turnwright.core.definition.game import Game


T = TypeVar("T")


class Context(CardQuestions[CardT], Generic[StateT, CardT]):
    """What a move, a hook or an effect receives. There is one per match.

    `Context[MyState]` has a `G` of that type, `Context[MyState, MyCard]` also cards of that type.

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
        "_unasked",
        "ctx",
        "log_lines",
        "open_questions",
        "public_windows",
        "seat",
        "seat_names",
        "used_content",
    )

    if not TYPE_CHECKING:  # before Python 3.13 the typing module knows no defaults of parameters

        def __class_getitem__(cls, given):
            """`Context[MyState]`: type parameters that are not given are `Any`."""
            known = given if isinstance(given, tuple) else (given,)
            missing = len(cls.__parameters__) - len(known)
            return super().__class_getitem__((*known, *[Any] * missing))

    def __init__(self, game: Game[StateT], G: StateT, ctx: Ctx) -> None:
        self.G: StateT = G
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
        self.seat_names: Sequence[str] = ()

    def mark_used(self, what: str) -> None:
        """Report that a piece of content was used. Only coverage tools listen."""
        if self.used_content is not None:
            self.used_content.add(what)

    def log(self, seat: int, text: str, own: str = "") -> None:
        """Add a line about a seat to the log, if a host keeps one. The seat itself reads `own`."""
        if self.log_lines is not None:
            self.log_lines.append((seat, text, own or text))

    @property
    def ops(self) -> Context[StateT, CardT]:
        """The operations, for hooks that take `ops` or `coreOps` by name."""
        return self

    @property
    def core_ops(self) -> Context[StateT, CardT]:
        """The same as `ops`."""
        return self

    def get_updated_state(self) -> tuple[StateT, Ctx]:
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

    def order_from(self, seat: int) -> list[int]:
        """All seats in player order, beginning with this one."""
        start = self.position_of(seat)
        return self.ctx.player_order[start:] + self.ctx.player_order[:start]

    def foes(self, seat: int | None = None) -> list[int]:
        """The other seats still in the game, in player order after a seat (by default the acting
        one)."""
        who = self.seat if seat is None else seat
        return [other for other in self.order_from(who)[1:] if other not in self.ctx.eliminated]

    def position_of(self, seat: int) -> int:
        """The index of a seat in the player order."""
        try:
            return self.ctx.player_order.index(seat)
        except ValueError:
            raise self._no_seat(seat) from None

    def _no_seat(self, seat: object) -> RulesError:
        """Return the error of a rule that names a seat which this match does not have."""
        seats = joined(map(str, sorted(self.ctx.player_order)))
        return RulesError(f"This match has no seat {seat!r}; its seats are {seats}.")

    def _check_seat(self, seat: object) -> None:
        """Raise if a value is not a seat of this match. True and 1.0 are equal to 1, and no seats."""
        if type(seat) is not int or seat not in self.ctx.player_order:
            raise self._no_seat(seat)

    def _position_in_game(self, seat: int, call: str) -> int:
        """The position of a seat that gets the turn or priority. It must still be in the game."""
        self._check_changes(call)
        self._check_seat(seat)
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
            return self._position_in_game(read(self, turn.order, "order"), "order")
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
            first = read(self, window.first, "window.first")
        else:
            first = ctx.turn_player if window.first == "turn" else self.after(ctx.turn_player)
        start = self.position_of(first)
        order = ctx.player_order[start:] + ctx.player_order[:start]
        seats = order if window.seats is None else read(self, window.seats, "window.seats")
        allowed = set(seats) - ctx.eliminated
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

        When nobody is left the match ends: a single player has lost, otherwise it is a draw. With
        `Flow(end_if=tw.one_left)` it also ends when one is left."""
        self._check_changes("eliminate")
        ctx = self.ctx
        self._check_seat(seat)
        ctx.eliminated.add(seat)
        if len(ctx.eliminated) == len(ctx.player_order):
            is_alone = len(ctx.player_order) == 1
            losers = (seat,) if is_alone else ()
            self.end_game(Result((), "" if is_alone else "everybody was eliminated", (), losers))
            return
        for seats in (ctx.round_players, ctx.pending_mulligan, ctx.pending_champion_selection):
            seats.discard(seat)
        ctx.extra_turns = [other for other in ctx.extra_turns if other != seat]
        ctx.stages.pop(seat, None)
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
        self,
        segment: str | Mapping[str, str | None] | None = None,
        phase: str | None = None,
        step: str | None = None,
    ) -> None:
        """Go to a place after this move or hook. The hooks of both places run. The names can also be
        given as one dict: `c.jump_to({"phase": "battle", "step": "attack"})`."""
        self._check_changes("jump_to")
        for name in (segment, phase, step):
            if name is not None and not isinstance(name, (str, Mapping)):
                raise RulesError(
                    f"c.jump_to: {name!r} is not the name of a place; names are strings."
                )
        self._requests.append((JUMP, names_given(segment, phase, step), 0))

    def set_stage(self, stage: str | None, *seats: int) -> None:
        """Put seats (by default the acting one) into a stage of this phase at once. With None they act
        with the moves of the phase, beside the seats in stages."""
        self._check_changes("set_stage")
        for seat in seats or (self.seat,):
            set_stage(self, seat, stage)

    def end_stage(self, *seats: int) -> None:
        """Let seats (by default the acting one) leave their stage at once, for its `next` or none."""
        self._check_changes("end_stage")
        for seat in seats or (self.seat,):
            end_stage(self, seat)

    # --- the result ------------------------------------------------------------------------------

    def win(self, *seats: int, reason: str = "", scores: Iterable[float] = ()) -> None:
        """End the match: these seats win. Scores are listed for all seats."""
        self._check_changes("win")
        if not seats:
            raise RulesError("c.win() names no seat; c.draw() ends the match without a winner.")
        self.end_game(Result(seats, reason, tuple(scores)))

    def lose(self, seat: int, reason: str = "") -> None:
        """End the match: every other seat that is still in the game wins."""
        self._check_changes("lose")
        self._check_seat(seat)
        losers = self.ctx.eliminated | {seat}
        winners = tuple(s for s in self.ctx.player_order if s not in losers)
        self.end_game(Result(winners, reason, (), () if winners else (seat,)))

    @overload
    def draw(self, reason: str = "") -> None: ...
    @overload
    def draw(
        self, count: int = 1, /, seat: int | None = None, to: str = "hand", *, from_zone: str
    ) -> list[int]: ...
    def draw(
        self,
        reason: str | int = "",
        seat: int | None = None,
        to: str = "hand",
        *,
        from_zone: str = "",
    ) -> list[int] | None:
        """End the match: nobody wins.

        With `from_zone` it means drawing cards, as `draw_card`: `c.draw(2, from_zone="discard")`."""
        self._check_changes("draw")
        if from_zone:
            number = 1 if isinstance(reason, str) else reason
            return self.draw_card(number, seat, to, from_zone=from_zone)
        if not isinstance(reason, str):
            raise RulesError(
                f"c.draw({reason!r}) would end the match as a draw. To draw cards write "
                f"c.draw_card({reason!r}) or c.draw({reason!r}, from_zone=...)."
            )
        self.end_game(Result((), reason))
        return None

    def end_game(self, result: Result) -> None:
        """End the match with a result. Later results are ignored."""
        self._check_changes("end_game")
        if self.ctx.game_over:
            return
        if not isinstance(result, Result) or not isinstance(result.winners, (tuple, list)):
            raise RulesError(f"{result!r} is not a result. Its winners are seats: tw.Result((0,)).")
        for seat in (*result.winners, *result.losers):
            self._check_seat(seat)
        if len(result.scores) not in (0, len(self.ctx.player_order)):
            raise RulesError(f"There are {len(result.scores)} scores; every seat has one.")
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
        if not isinstance(dice, str):
            raise RulesError(f"c.roll({dice!r}): dice are a text, such as '1d6' or '2d6+1'.")
        return self.stream("dice").roll(dice)

    def shuffle(self, items: MutableSequence[T], stream: str = "shuffle") -> None:
        """Shuffle a list in place."""
        self.stream(stream).shuffle(items)

    # --- questions -------------------------------------------------------------------------------
    # An effect asks by yielding one of these: `target = yield c.choose("Destroy", monsters)`, or with
    # `yield from`, which tells a type checker the type of the answer. All take the settings of
    # `QuestionSettings`.

    @overload
    def choose(
        self,
        text: str,
        values: Sequence[T],
        *,
        optional: Literal[False] = False,
        **how: Unpack[QuestionSettings],
    ) -> Question[T]: ...
    @overload
    def choose(
        self, text: str, values: Sequence[T], *, optional: bool, **how: Unpack[QuestionSettings]
    ) -> Question[T | None]: ...
    def choose(
        self,
        text: str,
        values: Sequence[Any],
        *,
        optional: bool = False,
        **how: Unpack[QuestionSettings],
    ) -> Question:
        """Ask for one of the values, or None if `optional` and nothing is picked."""
        return self._ask("choose", text, values, 0 if optional else 1, 1, how)

    def simultaneous(self, questions: Iterable[Question[T]]) -> Asking[dict[int, T]]:
        """Ask several seats at once: `bids = yield from c.simultaneous([...])` is a dict by seat.

        Answers are sealed: nobody learns one before all have been given."""
        return cast(dict[int, T], (yield list(questions)))

    def choose_many(
        self,
        text: str,
        values: Sequence[T],
        min: int = 0,
        max: int | None = None,
        **how: Unpack[QuestionSettings],
    ) -> Question[list[T]]:
        """Ask for a list of `min` to `max` of the values, in the order they were picked."""
        return self._ask("choose_many", text, values, min, len(values) if max is None else max, how)

    def yes_no(self, text: str, **how: Unpack[QuestionSettings]) -> Question[bool]:
        """Ask for True or False."""
        return self._ask("yes_no", text, (True, False), 1, 1, how)

    def menu(
        self, text: str, labels: Mapping[str, str], **how: Unpack[QuestionSettings]
    ) -> Question[str]:
        """Ask for one key of a dict of labels."""
        how.setdefault("label", labels.__getitem__)
        return self._ask("menu", text, list(labels), 1, 1, how)

    def order(
        self, text: str, values: Sequence[T], **how: Unpack[QuestionSettings]
    ) -> Question[list[T]]:
        """Ask for all of the values in an order."""
        return self._ask("order", text, values, len(values), len(values), how)

    def amount(
        self, text: str, low: int, high: int, **how: Unpack[QuestionSettings]
    ) -> Question[int]:
        """Ask for a number from `low` to `high`."""
        return self._ask("amount", text, range(low, high + 1), 1, 1, how)

    def _ask(
        self,
        kind: str,
        text: str,
        values: Sequence[Any],
        low: int,
        high: int,
        how: QuestionSettings,
    ) -> Question:
        if isinstance(values, (set, frozenset)):
            raise RulesError(
                f"The options of the question {text!r} are a set, which has no order. Give a list: "
                "sorted(...)."
            )
        count = len(values)
        if type(values) is str:
            raise RulesError(
                f"The question {text!r} has the text {values!r} as its options. The options are a "
                "list, after the text: c.choose('Which?', ['a', 'b'])."
            )
        if not low <= high or low > count:
            options = f"{count} option{'' if count == 1 else 's'}"
            hint = (
                "Ask only if there is something to choose, or allow fewer (optional=True, min=0)."
            )
            raise RulesError(f"The question {text!r} has {options} but needs {low}. {hint}")
        asked = how.pop("seat", None)
        if asked is None:
            asked = self.seat
        elif asked not in self.ctx.player_order:
            self.position_of(asked)
        if self.ctx.cards and count and "label" not in how and self._are_cards(values, how):
            how = self.card_question(values, {"reveals": how.get("is_cards", False), **how}, asked)
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
