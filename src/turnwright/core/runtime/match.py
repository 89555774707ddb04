"""A match: one play of a game, and the public interface of the core.

Read `prompts`, answer with `submit` (checked) or `apply` (trusted), see what a seat sees with `view`,
keep the match with `save`, branch with `clone`, go back with `undo`. Refusals change nothing.

Recording works like this:

- Every accepted input becomes an entry of the record.
- Every `CHECKPOINT_EVERY` inputs, and before a move that may ask, the state is copied (a checkpoint).
- To go back, for an undo or after an error in the rules, the match is rebuilt from the last checkpoint
  before, and the inputs since then run again. So the common path pays for no copy.

`Match` derives from `FlowRunner` and does not hold one: `match.ctx`, `match.G` and `match.asked` are
read several times per decision. Reading only `ctx` and `asked` through a second object takes 7 % more
instructions on nested questions (callgrind, `bench.rules.play_toy`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from turnwright.core.analysis.trace import Trace, debuggers
from turnwright.core.definition.moves import LabelNumbers, Move, Option
from turnwright.core.definition.state import freeze
from turnwright.core.errors import (
    FlowLoop,
    ImpureRule,
    Refusal,
    Refused,
    RulesError,
    RulesInterrupted,
    TurnwrightError,
    UndoRequested,
)
from turnwright.core.type_parameters import StateT

from .action_in_progress import first_input, last_own_move, own_inputs, why_not_cancel
from .answer_checks import check_move, check_picks, eliminated, is_seat, unknown_seat
from .compiled_flow import FlowPlace
from .flow_state import Ctx, Result, initial_ctx
from .manual_edits import apply_operation
from .navigation import FlowControl
from .pickling import load_match as load_pickled_match
from .prompts import Answer, Prompt, Question
from .record import BEFORE_START, Fault, Record, RecordEntry
from .rule_errors import (
    check_condition,
    check_place,
    failed_listing,
    hook_name,
    impure,
    location,
    not_plain,
    read,
    strange_value,
    unasked_question,
)
from .runner import FlowRunner
from .save import load_match, save_match
from .shown_secrets import shows_secrets
from .view import match_view

if TYPE_CHECKING:
    from turnwright.core.definition.game import Game, MatchState

CHECKPOINT_EVERY = 64


class Match(FlowRunner[StateT]):
    """One play of a game. Created by `Game.start`, `Game.load`, `Game.replay` or `clone`.

    `Match[MyState]` has a `G` of that type."""

    __slots__ = (
        "_asked_at",
        "_checkpoints",
        "_inputs",
        "_is_recorded",
        "_keeps_inputs",
        "fault",
        "record",
        "version",
    )

    def __init__(
        self, game: Game[StateT], G: StateT, ctx: Ctx, record: Record, is_recorded: bool
    ) -> None:
        self.game = game
        self.trace = None
        self.record = record
        self._is_recorded = is_recorded
        self.use(G, ctx)
        self.c.public_windows, self.c.seat_names = record.public_windows, record.seats
        self._inputs: list[RecordEntry] = []  # the entries that were not undone
        # Whether inputs are kept: for a record, for a history that the rules read, or in a clone that
        # was taken while a question was open, until it rests.
        self._keeps_inputs = is_recorded or game.history
        if self._keeps_inputs:
            ctx.__dict__["_inputs"] = self._inputs
        self._checkpoints: list[
            tuple[int, Any, Ctx]
        ] = []  # how many inputs led to it, and the state
        self._asked_at = 0  # the id of the open question's prompt
        self.version = 0
        self.fault: Fault | None = None

    @classmethod
    def begin(
        cls, game: Game[StateT], header: Record, *, record: bool, trace: bool | Trace
    ) -> Match[StateT]:
        """Create a match and play its opening."""
        match = cls(game, game.state(), initial_ctx(game, header), header, record)
        if isinstance(trace, Trace):
            match.trace = trace
        else:
            match.trace = debuggers.new_trace() or (Trace() if trace else None)
        try:
            match._open()
        except TurnwrightError:
            raise
        except Exception as error:
            cause = f"{type(error).__name__}: {error}"
            found = match._wrong_seats(error)
            sentence = f"The rules of {game.name} failed at the start: {cause}"
            raise (found or RulesError(sentence)) from error
        if match.trace is not None:
            match.trace.finish(match)
        if record:
            if match.asked:  # the opening itself asks: go back to before it
                start = (BEFORE_START, game.state(), initial_ctx(game, header))
                match._checkpoints.append(start)
            else:
                match._keep_checkpoint()
        return match

    def _open(self) -> None:
        """Run the setup and the flow up to its first rest."""
        game, flow = self.game, self.game.compiled_flow
        if self.trace is not None and game.setup is not None:
            self.trace.begin(self, "setup", hook_name(game.setup), location(game.setup))
        if game.setup is not None and not self._absorb(game.setup(self.c), game.setup):
            raise RulesError("setup cannot ask questions; ask in an on_begin hook.")
        self.settle(flow.transition(flow.nowhere, 0, flow.entry(flow.start)))
        if self.c._unasked is not None:
            raise unasked_question(self.c._unasked, game, None)

    # --- queries -----------------------------------------------------------------------------------

    def __reduce__(self) -> tuple[Any, ...]:
        return load_pickled_match, (self.game, self.save("msgpack"))

    def __repr__(self) -> str:
        return f"<match of {self.game.name} at {self.ctx.place}, version {self.version}>"

    @property
    def state(self) -> MatchState:
        """The state itself. Do not change it."""
        return self.game.match_state(G=self.G, ctx=self.ctx)

    @property
    def hash(self) -> str:
        """The hash of the state: equal states have equal hashes."""
        return self.game.digest(self.G, self.ctx)

    @property
    def result(self) -> Result | None:
        """How the match ended, or None while it goes on."""
        ctx = self.ctx
        return ctx.final_result if ctx.game_over else ctx.result

    @property
    def flow(self) -> FlowControl:
        """Queries about the flow, navigation and manual mode."""
        return FlowControl(self)

    @property
    def is_resting(self) -> bool:
        """Whether no question is open and no move waits, so that the state is complete plain data."""
        return not self.asked and not self._waiting

    @property
    def acting(self) -> list[int]:
        """The seats that may act now."""
        if self.asked:
            return sorted(self.asked)
        ctx, place = self.ctx, self._place
        if ctx.game_over:
            return []
        if place.who is not None:
            acting = read(self.c, place.who, "who")
            try:
                found = [seat for seat in acting if seat not in ctx.eliminated]
            except TypeError as error:
                raise self._wrong_seats(error) or error from error
            if any([seat not in ctx.player_order for seat in found]):
                raise self._wrong_seats(ValueError()) or ValueError(found)
            return found
        order, position = ctx.player_order, ctx.priority_player_pos
        if not 0 <= position < len(order) or order[position] in ctx.eliminated:
            return []
        return [order[position]]

    def questions(self, seat: int) -> list[Question]:
        """The open questions of a seat, the newest first. It has several if a move has interrupted the
        effect that asked the first one."""
        newest = self.asked.get(seat)
        if newest is None:
            return []
        found = [newest]
        for effect in self._held[::-1]:
            question = effect.questions.get(seat)
            if question is not None and question is not newest:
                found.append(question)
        return found

    @property
    def moves(self) -> Mapping[str, Move]:
        """The moves of this place by name. Another place may have other moves of the same name."""
        return self._place.known_moves

    def _place_of(self, seat: int) -> FlowPlace:
        """The place with the moves of a seat: that of its stage, if it is in one."""
        place = self._place
        stage = self.ctx.stages.get(seat) if place.stages else None
        return place if stage is None else place.stages[stage]

    @property
    def only_move(self) -> Move | None:
        """The move that acting seats can always make here, if there is no other."""
        return self._place.only_move

    @property
    def window_move(self) -> str | None:
        """The name of the move that passes in the priority window of this place, if it has one."""
        window = self._place.window
        return None if window is None else window.move

    @property
    def prompts(self) -> list[Prompt]:
        """One prompt for every seat that must answer now."""
        return [self.prompt(seat) for seat in self.acting]

    def prompt(self, seat: int) -> Prompt:
        """The prompt of a seat."""
        question = self.asked.get(seat)
        if question is not None:
            if question.label is not None and question._options is None:
                read(
                    self.c, lambda c: question.options, f"A label of the question {question.text!r}"
                )
            return Prompt(self._asked_at, seat, question.kind, question.text, question, self)
        return Prompt(self.version, seat, "move", self._place_of(seat).prompt_text, match=self)

    def legal(self, seat: int, *, must: bool = False) -> list[Option]:
        """The legal moves of a seat as options. Prompts, masks and menus all come from this list.

        `must` leaves out the moves that anyone may make at any time, like conceding.
        """
        return list(self.as_options(seat, self.legal_moves(seat, must)))

    def as_options(self, seat: int, moves: list[tuple[str, tuple[Any, ...]]]) -> Iterator[Option]:
        """Turn legal moves into options with labels."""
        c = self.c
        before = c.seat
        known = self._place_of(seat).moves
        numbers = LabelNumbers()
        for name, args in moves:
            move = known[name]
            c.seat, c._only_reads = seat, True
            try:
                label = move.describe(c, args)
            except ImpureRule as error:
                raise impure(error, f"The label of move {name!r}") from error
            except Exception as error:
                cause = f"{type(error).__name__}: {error}"
                where = location(move.label)
                rule = f"The label of move {name!r}" + (f" ({where})" if where else "")
                raise RulesError(f"{rule} failed: {cause}") from error
            finally:
                c.seat, c._only_reads = before, False
            if not isinstance(label, str):
                where = location(move.label)
                sentence = f"The label of move {name!r} ({where}) returned {label!r}."
                raise RulesError(f"{sentence} It returns a text.")
            yield Option(move.id(args), numbers.distinct(label), name, args)

    def _is_acting(self, seat: int) -> bool:
        """Whether `acting` contains the seat, in the common case without creating a list."""
        ctx = self.ctx
        if self.asked:
            return False
        who = self._place.who
        if ctx.eliminated or (who is not None and ctx.game_over):
            return seat in self.acting
        if who is not None:
            return seat in read(self.c, who, "who")
        position = ctx.priority_player_pos
        return 0 <= position < len(ctx.player_order) and ctx.player_order[position] == seat

    def legal_moves(self, seat: int, must: bool) -> list[tuple[str, tuple[Any, ...]]]:
        """The legal moves of a seat with their arguments, without labels."""
        ctx, c = self.ctx, self.c
        found: list[tuple[str, tuple[Any, ...]]] = []
        is_out = type(seat) is not int or seat not in ctx.player_order or seat in ctx.eliminated
        if ctx.game_over or is_out or (self.asked and must):
            return found
        before, c.seat = c.seat, seat
        name = ""
        c._only_reads = True
        domain: Any = None  # the domain of the move before; neighbours often share one
        values: list[tuple[Any, ...]] = []
        try:
            place, is_acting = self._place, self._is_acting(seat)
            if place.stages:
                place = self._place_of(seat)
            for name, is_theirs, guard, one, several in (
                place.listings if must else place.all_listings
            ):
                if is_theirs and not is_acting:
                    continue
                if guard is not None:
                    try:
                        verdict = guard(c)
                    except Refused:
                        continue
                    if verdict is not True:  # as `Move.why_not`, without its sentence
                        if not verdict or isinstance(verdict, str):
                            continue
                        check_condition(verdict, f"when of move {name!r}", guard)
                if several is not None:
                    for args in several(c):
                        found.append((name, args))
                elif one is not None:
                    if one is not domain:
                        domain = one
                        listed = one(c)
                        if listed is None:
                            raise TypeError("the domain returned None")
                        values = [(value,) for value in listed] if listed else []
                    for args in values:
                        found.append((name, args))
                else:
                    found.append((name, ()))
        except ImpureRule as error:
            raise impure(error, f"The condition or a domain of move {name!r}") from error
        except TurnwrightError:
            raise
        except Exception as error:
            raise failed_listing(self._place_of(seat).moves.get(name), c, error) from error
        finally:
            c.seat, c._only_reads = before, False
        return found

    def legal_arguments(self, seat: int, name: str) -> list[tuple[Any, ...]]:
        """The legal arguments of one move of an acting seat; empty if it cannot make this move.

        For agents that ask for few moves of a prompt: the others are not listed."""
        if self.ctx.game_over or self.asked:
            return []
        place, c = self._place_of(seat), self.c
        before, c.seat = c.seat, seat
        try:
            for listed, is_theirs, guard, one, several in place.listings:
                if listed != name:
                    continue
                if is_theirs and not self._is_acting(seat):
                    return []
                try:
                    verdict = True if guard is None else guard(c)
                except Refused:
                    return []
                if verdict is not True and (not verdict or isinstance(verdict, str)):
                    return []
                if several is not None:
                    return list(several(c))
                return [()] if one is None else [(value,) for value in one(c)]
            return []
        finally:
            c.seat = before

    def view(self, seat: int | None = None) -> dict[str, Any]:
        """What a seat (None for a spectator) can see. Only what is declared visible is included."""
        return match_view(self, seat)

    # --- answers -----------------------------------------------------------------------------------

    # Every accepted move passes here. The checks of the common case are one condition; the rest is in
    # `answer_checks`.
    def submit(self, answer: Answer) -> Refusal | None:
        """Check an answer and carry it out. A refusal says why not, and has changed nothing."""
        if self.asked:
            return self._submit_picks(answer)
        ctx, place = self.ctx, self._place
        order, position = ctx.player_order, ctx.priority_player_pos
        given: Any = answer  # it may come from outside, with parts of any type
        name, seat, args = given.move, given.seat, given.args
        move = place.active_moves.get(name) if type(name) is str else None
        if (
            move is None
            or given.prompt is not None
            or given.picks is not None
            or type(seat) is not int
            or type(args) is not tuple
            or ctx.game_over
            or ctx.manual_mode
            or ctx.eliminated
            or not (
                (0 <= position < len(order) and order[position] == seat)
                or (move.by == "everyone" and seat in order)
                if place.who is None
                else seat in (order if move.by == "everyone" else read(self.c, place.who, "who"))
            )
        ):
            # Not the common case of an acting seat that makes a move.
            checked = check_move(self, answer)
            if isinstance(checked, Refusal):
                return checked
            move = checked
            if type(args) is not tuple:
                return Refusal("bad_arguments", "The arguments must be a list.", {"move": name})
            if ctx.manual_mode:
                return self._accept_move(move, seat, freeze(args))
        self.c.seat = seat
        if move.when is not None or move.params or args:
            accepted = self._check_arguments(move, seat, args)
            if isinstance(accepted, Refusal):
                return accepted
            args = accepted
        if self._keeps_inputs:
            return self._accept_move(move, seat, args)
        self.run_move(move, seat, args)
        self.version += 1
        if self.asked:
            self._asked_at = self.version
        return None

    def _check_arguments(
        self, move: Move, seat: int, args: tuple[Any, ...]
    ) -> tuple[Any, ...] | Refusal:
        """Check the guard and the arguments of a move. Lists that came from JSON become tuples."""
        self.c._only_reads = True
        try:
            refusal = move.why_not(self.c) if move.when is not None else None
            if refusal is None and (args or move.params):
                refusal = move.check_args(self.c, args)
                if refusal is not None and list in map(type, args):
                    args = freeze(args)
                    refusal = move.check_args(self.c, args)
        except Refused as refused:
            return refused.refusal
        except ImpureRule as error:
            named = impure(error, f"The condition or a domain of move {move.name!r}")
            return self._report(named, RecordEntry(seat, move.name, args))
        except Exception as error:
            return self._report(error, RecordEntry(seat, move.name, args))
        finally:
            self.c._only_reads = False
        return args if refusal is None else refusal

    def _submit_picks(self, answer: Any) -> Refusal | None:
        if not is_seat(self, answer.seat):
            return unknown_seat(answer.seat)
        if answer.picks is None and type(answer.move) is str:
            move = self._find_move(answer.move, answer.seat)
            try:
                may_interrupt = move is not None and self._may_interrupt(move, answer.seat)
            except Exception as error:
                return self._report(error, RecordEntry(answer.seat, answer.move, answer.args))
            if move is not None and may_interrupt:
                return self._submit_interruption(move, answer)
        c = self.c
        c._only_reads = True
        try:
            picks = check_picks(self, answer)
        except Exception as error:
            if isinstance(error, ImpureRule):
                text = self.asked[answer.seat].text
                error = impure(error, f"A label or `valid` of the question {text!r}")
            return self._report(error, RecordEntry(answer.seat, picks=answer.picks))
        finally:
            c._only_reads = False
        if isinstance(picks, Refusal):
            return picks
        return self._accept(RecordEntry(seat=answer.seat, picks=picks))

    def _may_interrupt(self, move: Move, seat: int) -> bool:
        """Whether a seat may make a move while a question is open."""
        if move.interrupts is None:
            return move.by == "anyone" and not move.asks and move.name in self._place.known_moves
        before, self.c.seat = self.c.seat, seat
        try:
            return bool(read(self.c, move.interrupts, f"interrupts of move {move.name!r}"))
        finally:
            self.c.seat = before

    def _submit_interruption(self, move: Move, answer: Any) -> Refusal | None:
        """Make a move while a question is open: one like conceding, or one that interrupts."""
        seat = answer.seat
        if seat in self.ctx.eliminated:
            return eliminated(seat)
        before, self.c.seat = self.c.seat, seat
        try:
            refusal = move.why_not(self.c) or move.check_args(self.c, answer.args)
        except Refused as refused:
            return refused.refusal
        except Exception as error:
            return self._report(error, RecordEntry(seat, move.name, answer.args))
        finally:
            self.c.seat = before
        return refusal or self._accept(RecordEntry(seat, move.name, answer.args))

    def apply(self, answer: Answer) -> None:
        """Carry out an answer that is known to be legal, without checks. For simulation."""
        if answer.picks is not None:
            if not self._keeps_inputs:
                self._answer(answer.seat, answer.picks)
                self.version += 1
                if self.asked and not self._sealed:
                    self._asked_at = self.version
                return
            refusal = self._accept(RecordEntry(seat=answer.seat, picks=answer.picks))
        else:
            place = self._place
            move = None if place.stages else place.moves.get(answer.move)
            move = move or self._find_move(answer.move, answer.seat)
            if move is None:
                raise RulesError(f"There is no move {answer.move!r} at {self.ctx.place}.")
            refusal = self._accept_move(move, answer.seat, answer.args)
        if refusal is not None:
            self._raise(refusal)

    def play(self, seat: int, move: str, *args: object) -> None:
        """Submit a move and raise if it is refused. For scripts and tests; `pick` is for questions."""
        refusal = self.submit(Answer(seat, move, args))
        if refusal is not None:
            self._raise(refusal)

    def pick(self, seat: int, *picks: object) -> None:
        """Answer a question with values, labels or ids of its options, and raise if it is refused. For
        scripts and tests: `match.pick(1, "Duke")`."""
        question = self.asked.get(seat)
        ids: Any = picks if question is None else question.ids_of(picks)
        refusal = self.submit(Answer(seat, picks=tuple(ids)))
        if refusal is not None:
            self._raise(refusal)

    def _raise(self, refusal: Refusal) -> None:
        refused = Refused(refusal)
        if self.fault is not None and refusal.code in ("rules_error", "flow_loop"):
            refused.__cause__ = self.fault.error
        raise refused

    # --- inputs and the record -----------------------------------------------------------------------

    def _find_move(self, name: str, seat: int) -> Move | None:
        """The move of a seat here; in manual mode and while a question is open, of any place."""
        place = self._place
        move = (self._place_of(seat) if place.stages else place).moves.get(name)
        if move is None and (self.ctx.manual_mode or self.asked):
            move = self.game.all_moves.get(name)
        return move

    def _accept_move(self, move: Move, seat: int, args: tuple[Any, ...]) -> Refusal | None:
        if not self._is_recorded:
            if self._keeps_inputs:
                return self._accept(RecordEntry(seat, move.name, args))
            self.run_move(move, seat, args)
            self.version += 1
            if self.asked:
                self._asked_at = self.version
            return None
        if move.asks and not self._waiting and self._checkpoints[-1][0] != len(self._inputs):
            self._keep_checkpoint()
        path, turn = self._place.path, self.ctx.num_turns
        return self._accept(RecordEntry(seat, move.name, args, None, "", path, turn), move)

    def _accept(self, entry: RecordEntry, move: Move | None = None) -> Refusal | None:
        """Carry out one input and record it. If the rules fail or refuse, everything is rolled back."""
        if not entry.at:
            entry.at, entry.turn = self._place.path, self.ctx.num_turns
        if not self._is_recorded:
            self._run_unrecorded(entry)
            return None
        self._inputs.append(entry)  # first, because rules may read the history of moves
        c, ctx = self.c, self.ctx
        c._reveals = False
        asked_at = self._asked_at
        try:
            if move is None:
                self._run(entry)
            else:
                self.run_move(move, entry.seat, entry.args)
                if self.asked:
                    self._asked_at = self.version + 1
            if (
                c._unasked is not None
                or c.G is not self.G
                or len(ctx.__dict__) > 1
                or (ctx.winner is not None and ctx.winner not in ctx.player_order)
            ):
                raise self._leftover(entry)
            if not self.asked and not self._waiting:
                _, phase, step = self._place.names
                if ctx.current_phase is not phase or ctx.current_step is not step:
                    check_place(ctx, self._place)
                entry.hash = self.game.digest(self.G, ctx)
        except Refused as refused:
            self._asked_at = asked_at
            is_undo = isinstance(refused, UndoRequested)
            self._take_back(None if is_undo else refused)
            if is_undo:
                return self.undo_move(entry.seat)
            return refused.refusal
        except Exception as error:
            self._asked_at = asked_at
            error = self._explained(error, entry)
            self._take_back(error)
            return self._report(error, entry)
        if c._reveals or (self.asked and shows_secrets(self)):
            entry.barrier = True
        if self.trace is not None:
            self.trace.finish(self)
        self._write(entry)
        return None

    def _explained(self, error: Exception, entry: RecordEntry) -> Exception:
        """Return the error that says what an author did, if Python's error shows only what followed: a
        question that was not asked, or a state that cannot be saved."""
        if isinstance(error, TurnwrightError):
            return error
        explained: RulesError | None = None
        if self.c._unasked is not None:
            move = self._find_move(entry.move, entry.seat)
            explained = unasked_question(self.c._unasked, self.game, move, error)
        elif isinstance(error, (TypeError, ValueError, OverflowError)):
            found = strange_value(self.G, "G") or strange_value(self.ctx.cards, "ctx.cards")
            explained = None if found is None else not_plain(*found, entry.move)
        explained = explained or self._wrong_seats(error)
        if explained is not None:
            explained.__cause__ = error
        return explained or error

    def _wrong_seats(self, error: Exception) -> RulesError | None:
        """Return the error of a rule that returns seats, if an error comes from what it returned."""
        from turnwright.core.analysis.returned_seats import wrong_seats  # only if a rule is wrong

        return wrong_seats(self) if isinstance(error, (TypeError, ValueError)) else None

    def _leftover(self, entry: RecordEntry) -> RulesError:
        """Return the error of a question that was not asked, or of an unknown field of ctx."""
        if self.c._unasked is not None:
            move = self._find_move(entry.move, entry.seat)
            return unasked_question(self.c._unasked, self.game, move)
        if self.ctx.result is None and self.ctx.winner is not None:
            return RulesError(
                f"ctx.winner is {self.ctx.winner!r}, which is not a seat of this match."
            )
        if self.c.G is not self.G:
            return RulesError(
                "c.G is not assigned by rules: return the new G, or change its fields."
            )
        unknown = ", ".join(name for name in self.ctx.__dict__ if name != "_inputs")
        return RulesError(f"ctx has no field {unknown}; the rules keep their own state in G.")

    def _run_unrecorded(self, entry: RecordEntry) -> None:
        """Carry out one input of a match without a record that keeps its inputs all the same."""
        if self._keeps_inputs:
            self._inputs.append(entry)
        self._run(entry)
        self.version += 1
        if self._checkpoints and self.is_resting:
            # A clone that was taken during a question could be cloned until now.
            self._checkpoints.clear()
            if not self.game.history:
                self._inputs.clear()
                self._keeps_inputs = False

    def _run(self, entry: RecordEntry) -> None:
        """Carry out one input that is known to be legal."""
        before = self.version
        if entry.op:
            apply_operation(self, entry.op, entry.args)
        elif entry.picks is not None:
            was = self.asked.get(entry.seat)
            self._answer(entry.seat, entry.picks)
            if self.asked and was is not None and entry.seat not in self.asked and self._sealed:
                return  # other seats still have to answer the same question
        else:
            move = self._find_move(entry.move, entry.seat)
            assert move is not None, f"{entry.move!r} was checked"
            if self.asked:
                was_asked = {**self.asked}
                self.interrupt(move, entry.seat, entry.args)
                if any(was_asked.get(seat) is not one for seat, one in self.asked.items()):
                    self._asked_at = before + 1  # it asks something itself
                return
            self.run_move(move, entry.seat, entry.args)
        if self.asked:
            self._asked_at = before + 1

    def _write(self, entry: RecordEntry) -> None:
        """Append an entry to the record, and keep a checkpoint if one is due."""
        self.record.entries.append(entry)
        self.version += 1
        if len(self._inputs) - self._checkpoints[-1][0] >= CHECKPOINT_EVERY and self.is_resting:
            self._keep_checkpoint()

    def _keep_checkpoint(self) -> None:
        game = self.game
        state = (game.clone_state(self.G), game.clone_ctx(self.ctx))
        self._checkpoints.append((len(self._inputs), *state))

    def _report(self, error: Exception, entry: RecordEntry) -> Refusal:
        """Keep the record that reproduces an error in the rules, and return the refusal."""
        self.fault = Fault.of(error, self.record, entry)
        if isinstance(error, (FlowLoop, RulesInterrupted)):
            return Refusal(error.code, str(error), error.data)
        sentence = f"The rules of {self.game.name} failed on this input; it was rolled back."
        return Refusal("rules_error", sentence, {"error": f"{type(error).__name__}: {error}"})

    # --- going back ----------------------------------------------------------------------------------

    def _take_back(self, error: Exception | None) -> None:
        """Roll back the input that failed, or that asked for an undo."""
        if self.trace is not None and error is not None:
            self.trace.fail(self, f"{type(error).__name__}: {error}")
        self._inputs.pop()
        self._rebuild(len(self._inputs))

    def _rebuild(self, count: int) -> None:
        """Restore the state after the first `count` inputs."""
        while self._checkpoints[-1][0] > count:
            self._checkpoints.pop()
        trace, self.trace = self.trace, None
        asked_at = self._asked_at
        index, G, ctx = self._checkpoints[-1]
        self.use(self.game.clone_state(G), self.game.clone_ctx(ctx))
        self.c.public_windows, self.c.seat_names = self.record.public_windows, self.record.seats
        if self._is_recorded or self.game.history:
            self.ctx.__dict__["_inputs"] = self._inputs
        self._replay_from(index, count)
        self.trace, self._asked_at = trace, asked_at

    def _replay_from(self, index: int, count: int | None = None) -> None:
        """Run the inputs after a checkpoint again."""
        if index == BEFORE_START:
            self._open()
            index = 0
        for entry in self._inputs[index:count]:
            self._run(entry)

    def undo(self, seat: int | None = None, *, others: bool = False) -> Refusal | None:
        """Undo the last input, unless hidden information was revealed since.

        With `seat`, the last input must be that seat's; with `others` as well, later inputs of the
        other seats are undone too.
        """
        inputs = self._inputs if self._is_recorded else []
        keep = len(inputs) - 1
        while others and keep >= 0 and inputs[keep].seat != seat:
            keep -= 1
        if keep < 0:
            return Refusal("nothing_to_undo", "There is nothing to undo.", {})
        if any(entry.barrier for entry in inputs[keep:]):
            sentence = "Cannot undo: hidden information was revealed since."
            return Refusal("undo_barrier", sentence, {"move": str(inputs[keep])})
        if seat is not None and inputs[keep].seat != seat:
            sentence = f"The last move was seat {inputs[keep].seat}'s, not seat {seat}'s."
            return Refusal("not_your_move", sentence, {"seat": inputs[keep].seat})
        while len(inputs) > keep:
            inputs.pop()
            self._rebuild(len(inputs))
            hash = self.hash if self.is_resting else ""
            self._write(RecordEntry(op="undo", at=self._place.path, hash=hash))
            if self.asked:
                self._asked_at = self.version
        return None

    def undo_move(self, seat: int) -> Refusal | None:
        """Undo the last move of a seat with its answers, as the move `tw.undo` does. Nobody else may
        have acted since."""
        start = last_own_move(self._inputs if self._is_recorded else [], seat)
        if isinstance(start, Refusal):
            return start
        for _ in self._inputs[start:]:
            self.undo()
        return None

    def cancel(self, seat: int) -> Refusal | None:
        """Cancel the action in progress of a seat and give back what it has paid.

        This is refused after `c.commit()`, after hidden information was revealed, and after another
        seat has answered.
        """
        refusal = self.why_not_cancel(seat)
        if refusal is None:
            for _ in own_inputs(self._inputs, seat):
                self.undo()
        return refusal

    def why_not_cancel(self, seat: int) -> Refusal | None:
        """Why a seat cannot cancel its action in progress, or None if it can."""
        return why_not_cancel(self, seat)

    @property
    def in_progress(self) -> RecordEntry | None:
        """The input that started the action in progress."""
        return first_input(self._inputs) if self.asked else None

    def time_out(self, seat: int) -> str:
        """Act for a seat that did not answer in time.

        Its action is cancelled if that is still possible; otherwise the default answer is given: in a
        response window it passes. The result is "cancelled", "default" or "nothing".
        """
        question = self.asked.get(seat)
        is_window = question is not None and question.responds_to is not None
        is_cancelled = seat in self.asked and not is_window and self.cancel(seat) is None
        if is_cancelled and seat not in self.asked:
            return "cancelled"
        if seat not in self.acting:
            return "nothing"
        self.apply(
            self.prompt(seat).default()
        )  # also after it cancelled its part in another's action
        if self._inputs:
            self._inputs[-1].barrier = True  # so that the next time-out does not cancel it
        return "cancelled" if is_cancelled else "default"

    # --- copies --------------------------------------------------------------------------------------

    def clone(self, *, record: bool | None = None) -> Match[StateT]:
        """Return an independent copy of this match, even while a question is open or a move waits.

        `record=False` returns a roll-out: faster, without record, undo and roll-back.
        """
        is_recorded = self._is_recorded if record is None else record and self._is_recorded
        header = self.record
        if self._is_recorded:
            header = header.copy() if is_recorded else header.header()
        if self.asked or self._waiting:
            from .lazy_clone import clone_in_question  # it derives a class from this one

            match = clone_in_question(self, header, is_recorded)
        else:
            game = self.game
            G, ctx = game.clone_state(self.G), game.clone_ctx(self.ctx)
            match = Match(game, G, ctx, header, is_recorded)
            if match._keeps_inputs:
                match._inputs += self._inputs
            if is_recorded:
                match._checkpoints = self._checkpoints[:]
        match.version = self.version
        return match

    def save(self, form: str = "json") -> bytes:
        """Encode the match as "json" or "msgpack" at any moment. `Game.load` reads both."""
        return save_match(self, form)

    @classmethod
    def load(cls, game: Game[StateT], data: bytes | str) -> Match[StateT]:
        """Load a match that was saved with `save`."""
        return load_match(cls, game, data)
