"""A match: one play of a game, and the whole public door of the core.

Ask it for `prompts`, give it answers with `submit` (checked) or `apply` (trusted), look with `view`,
keep it with `save`, branch with `clone`, go back with `undo`. Refusals change nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from turnwright.core.analysis.trace import Trace, debuggers
from turnwright.core.definition.moves import Move, Option
from turnwright.core.definition.state import clone, freeze
from turnwright.core.errors import (
    Refusal,
    Refused,
    ReplayDivergence,
    RulesError,
    TurnwrightError,
    UnusableError,
)
from turnwright.core.suggestions import suggestion

from .flow_control import FlowControl
from .flow_state import Result
from .prompts import Answer, Prompt
from .record import Record, RecordEntry, effective
from .recording import BEFORE_START, Recorded
from .save import SavedMatch, pack, unpack
from .view import match_view

if TYPE_CHECKING:
    from turnwright.core.definition.game import Game, MatchState


class Match(Recorded):
    """One play of a game. Made by `Game.start`, `Game.load`, `Game.replay` or `clone`."""

    @classmethod
    def begin(cls, game: Game, header: Record, *, record: bool, trace: bool) -> Match:
        """A new match, with its opening played."""
        match = cls(game, *cls._fresh(game, header), header, record)
        if trace or debuggers.flow_transitions:
            match.trace = Trace()
        try:
            match._open()
        except TurnwrightError:
            raise
        except Exception as error:
            sentence = (
                f"The rules of {game.name} failed at the start: {type(error).__name__}: {error}"
            )
            raise RulesError(sentence) from error
        if record:
            if match.asked:  # the opening itself asks: go back to before it
                match._checkpoints.append((BEFORE_START, *cls._fresh(game, header)))
            else:
                match._keep_checkpoint()
        return match

    # --- looking -----------------------------------------------------------------------------------

    def __repr__(self) -> str:
        return f"<match of {self.game.name} at {self.ctx.place}, version {self.version}>"

    @property
    def state(self) -> MatchState:
        """The state itself: read it, do not change it."""
        return self.game.match_state(G=self.G, ctx=self.ctx)

    @property
    def result(self) -> Result | None:
        """How the match ended, or None while it goes on."""
        return self.ctx.result

    @property
    def flow(self) -> FlowControl:
        """Where the flow stands, what it would do, and the way to steer it."""
        return FlowControl(self)

    @property
    def is_resting(self) -> bool:
        """No question is open: the state is complete plain data."""
        return not self.asked

    @property
    def acting(self) -> list[int]:
        """The seats that may act now."""
        if self.asked:
            return sorted(self.asked)
        ctx, place = self.ctx, self._place
        if ctx.game_over:
            return []
        if place.who is not None:
            return [seat for seat in place.who(self.c) if seat not in ctx.eliminated]
        order, position = ctx.player_order, ctx.priority_player_pos
        if not 0 <= position < len(order) or order[position] in ctx.eliminated:
            return []
        return [order[position]]

    @property
    def moves(self) -> Mapping[str, Move]:
        """The moves of this place, by name; elsewhere the same name may mean another one."""
        return self._place.moves

    @property
    def only_move(self) -> Move | None:
        """The one move that whoever is to act can make here, whatever has happened; if there is one."""
        return self._place.only_move

    @property
    def prompts(self) -> list[Prompt]:
        """One prompt for every seat that must answer now."""
        return [self.prompt(seat) for seat in self.acting]

    def prompt(self, seat: int) -> Prompt:
        """What this seat is asked."""
        question = self.asked.get(seat)
        if question is not None:
            return Prompt(self._asked_at, seat, question.kind, question.text, question=question)
        return Prompt(self.version, seat, "move", self._place.prompt_text, match=self)

    def legal(self, seat: int, *, must: bool = False) -> list[Option]:
        """The legal moves of a seat with their arguments: the one enumeration everybody reads.

        With `must` only those of the seat whose go it is, without the moves that anyone may make at
        any time, like conceding.
        """
        return list(self.as_options(seat, self.legal_moves(seat, must)))

    def as_options(self, seat: int, moves: list[tuple[str, tuple[Any, ...]]]) -> Iterator[Option]:
        """Legal moves as options, with names for people."""
        c = self.c
        before = c.seat
        for name, args in moves:
            move = self._place.moves[name]
            c.seat = seat
            try:
                label = move.describe(c, args)
            except Exception as error:
                raise RulesError(
                    f"the name of {name!r}: {type(error).__name__}: {error}"
                ) from error
            finally:
                c.seat = before
            yield Option(move.id(args), label, name, args)

    def legal_moves(self, seat: int, must: bool) -> list[tuple[str, tuple[Any, ...]]]:
        """The legal moves of a seat with their arguments, and nothing else."""
        ctx, c = self.ctx, self.c
        found: list[tuple[str, tuple[Any, ...]]] = []
        if ctx.game_over or not self._is_seat(seat) or seat in ctx.eliminated:
            return found
        if self.asked and must:
            return found
        before, c.seat = c.seat, seat
        domain: Any = None  # of the move before: neighbours often share theirs
        values: list[tuple[Any, ...]] = []
        try:
            place = self._place
            if place.who is None and not ctx.eliminated:  # as `acting`, without a list
                position = ctx.priority_player_pos
                is_first = 0 <= position < len(ctx.player_order)
                is_acting = is_first and ctx.player_order[position] == seat and not self.asked
            else:
                is_acting = not self.asked and seat in self.acting
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
                    if verdict is not True and (not verdict or isinstance(verdict, str)):
                        continue  # as `why_not`, without its sentence
                if several is not None:
                    for args in several(c):
                        found.append((name, args))
                elif one is not None:
                    if one is not domain:
                        domain = one
                        values = [(value,) for value in one(c)]
                    for args in values:
                        found.append((name, args))
                else:
                    found.append((name, ()))
        except TurnwrightError:
            raise
        except Exception as error:
            sentence = f"the options of seat {seat} at {ctx.place}: {type(error).__name__}: {error}"
            raise RulesError(sentence) from error
        finally:
            c.seat = before
        return found

    def _is_seat(self, seat: Any) -> bool:
        return type(seat) is int and seat in self.ctx.player_order

    def view(self, seat: int | None = None) -> dict[str, Any]:
        """What a seat may see; None is a spectator. Whatever is not declared visible is not in it."""
        return match_view(self, seat)

    # --- answering ---------------------------------------------------------------------------------

    def submit(self, answer: Answer) -> Refusal | None:
        """Check an answer and carry it out. A refusal says why not, and has changed nothing.

        An answer may come from anywhere, so its parts may be of any type.
        """
        if self.asked:
            return self._submit_picks(answer)
        ctx, place = self.ctx, self._place
        order, position = ctx.player_order, ctx.priority_player_pos
        given: Any = answer
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
                0 <= position < len(order) and order[position] == seat
                if place.who is None
                else seat in place.who(self.c)
            )
        ):
            # Not the common case of a player whose go it is making a move.
            checked = self._check_move(answer)
            if isinstance(checked, Refusal):
                return checked
            move = checked
            if type(args) is not tuple:
                return Refusal("bad_arguments", "The arguments are a list.", {"move": name})
            if ctx.manual_mode:
                return self._accept_move(move, seat, freeze(args))
        self.c.seat = seat
        if move.when is not None or move.params or args:
            try:
                refusal = move.why_not(self.c) if move.when is not None else None
                if refusal is None:
                    refusal = move.check_args(self.c, args)
                    if refusal is not None and list in map(type, args):  # from a wire
                        args = freeze(args)
                        refusal = move.check_args(self.c, args)
            except Refused as refused:
                return refused.refusal
            except Exception as error:
                return self._report(error, RecordEntry(seat, name, args))
            if refusal is not None:
                return refusal
        if self._is_recorded:
            return self._accept_move(move, seat, args)
        self.run_move(move, seat, args)
        self.version += 1
        if self.asked:
            self._asked_at = self.version
        return None

    def _check_move(self, answer: Any) -> Move | Refusal:
        """All that can be wrong with a move before its arguments are looked at."""
        ctx, place, seat, name = self.ctx, self._place, answer.seat, answer.move
        if not self._is_seat(seat):
            return self._no_seat(seat)
        if answer.picks is not None or not isinstance(name, str) or not name:
            return Refusal("not_a_move", "No question is open; answer with a move.", {})
        if answer.prompt is not None and not self._is_current(answer.prompt, seat):
            return self._stale(answer.prompt, self.version)
        if ctx.game_over and not ctx.manual_mode:
            return Refusal("game_over", "The match is over.", {"result": str(ctx.result or "")})
        move = self._find_move(name)
        if move is None:
            if name in self.game.all_moves:
                sentence = f"{name!r} is not available in {place.path}."
                return Refusal("not_here", sentence, {"move": name, "place": place.path})
            known = sorted(place.moves)
            hint = suggestion(name, known) or f"; available here: {', '.join(known) or 'none'}."
            sentence = f"There is no move {name!r}{hint}"
            return Refusal("unknown_move", sentence, {"move": name, "known": known})
        if ctx.manual_mode:
            return move
        if seat in ctx.eliminated:
            return Refusal("eliminated", f"Seat {seat} is out of the game.", {"seat": seat})
        acting = self.acting
        if move.by == "active" and seat not in acting:
            who = " or ".join(f"seat {other}" for other in acting) or "nobody"
            sentence = f"It is not seat {seat}'s go: {who} may act in {place.path}."
            return Refusal("not_your_turn", sentence, {"seat": seat, "acting": acting})
        return move

    def _is_current(self, prompt: Any, seat: int) -> bool:
        """Is this the open move prompt? Where several seats act at once, what the others have done
        meanwhile does not make a seat's own prompt stale."""
        if prompt == self.version:
            return True
        if (
            type(prompt) is not int
            or self._place.who is None
            or not 0 <= prompt < self.version
            or not self._is_recorded
        ):
            return False
        path = self._place.path
        since = self.record.entries[prompt:]
        return all(entry.seat not in (seat, -1) and entry.at == path for entry in since)

    def _submit_picks(self, answer: Any) -> Refusal | None:
        seat = answer.seat
        if not self._is_seat(seat):
            return self._no_seat(seat)
        if answer.picks is None:
            free = self._place.moves.get(answer.move) if type(answer.move) is str else None
            if free is not None and free.by == "anyone" and not free.asks:
                return self._submit_interruption(free, answer)
        question = self.asked.get(seat)
        if question is None:
            who = " and ".join(f"seat {other}" for other in sorted(self.asked))
            return Refusal("not_asked", f"A question is open to {who}, not to seat {seat}.", {})
        if answer.picks is None:
            sentence = f"Answer the question first: {question.text}"
            return Refusal("question_open", sentence, {"kind": question.kind})
        if answer.prompt is not None and answer.prompt != self._asked_at:
            return self._stale(answer.prompt, self._asked_at)
        picks = answer.picks
        if type(picks) not in (tuple, list) or not all(type(pick) is str for pick in picks):
            return Refusal("unknown_option", "Options are named by their ids.", {})
        picks = tuple(picks)
        return question.check(picks) or self._accept(RecordEntry(seat=seat, picks=picks))

    def _submit_interruption(self, move: Move, answer: Any) -> Refusal | None:
        """A move like conceding, while somebody else (or the same seat) is thinking."""
        seat = answer.seat
        if seat in self.ctx.eliminated:
            return Refusal("eliminated", f"Seat {seat} is out of the game.", {"seat": seat})
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

    def _no_seat(self, seat: Any) -> Refusal:
        return Refusal("unknown_seat", f"There is no seat {seat!r} at this table.", {"seat": seat})

    def _stale(self, given: Any, now: int) -> Refusal:
        sentence = f"This answers prompt {given}; the open prompt is {now}."
        return Refusal("stale_prompt", sentence, {"given": given, "open": now})

    def cancel(self, seat: int) -> Refusal | None:
        """Take back a seat's action in progress, with everything it has paid. Not after `c.commit()`,
        nor when hidden information has come to light or others have answered."""
        refusal = self.why_not_cancel(seat)
        if refusal is None:
            for _ in self._action(seat):
                self.undo()
        return refusal

    @property
    def in_progress(self) -> RecordEntry | None:
        """The input that began what is in progress: the move, if a move did."""
        began = None
        for entry in reversed(self._inputs if self.asked else []):
            if entry.hash:
                break
            began = entry
        return began

    def _action(self, seat: int) -> list[RecordEntry]:
        """What a seat has done in the action in progress since another one did something: its own
        action from the start, or its part in the action of another, such as a response in a chain."""
        start = len(self._inputs)
        while start and not self._inputs[start - 1].hash and self._inputs[start - 1].seat == seat:
            start -= 1
        return self._inputs[start:]

    def why_not_cancel(self, seat: int) -> Refusal | None:
        """Why a seat cannot take its action in progress back, if it cannot."""
        action = self._action(seat)
        if not self.asked:
            return Refusal("nothing_to_cancel", "There is no action to cancel.", {})
        if not action or seat not in self.asked:
            return Refusal("not_your_move", "This is not your action.", {"seat": seat})
        if any(entry.barrier for entry in action):
            return Refusal("committed", "This action cannot be taken back any more.", {})
        return None

    def time_out(self, seat: int) -> str:
        """A seat gave no answer in time: its action is cancelled if that is still possible, else the
        default is answered. Says which; no effect is ever left waiting."""
        is_cancelled = seat in self.asked and self.cancel(seat) is None
        if is_cancelled and seat not in self.asked:
            return "cancelled"
        if seat not in self.acting:
            return "nothing"
        self.apply(self.prompt(seat).default())  # also when it took back a part in another's action
        if self._inputs:
            self._inputs[-1].barrier = True  # or the next time-out would take it back
        return "cancelled" if is_cancelled else "default"

    def apply(self, answer: Answer) -> None:
        """Carry out an answer that is known to be legal: no check, no refusal. For simulation."""
        if answer.picks is not None:
            if not self._is_recorded and not self._checkpoints:
                self.answer(answer.seat, answer.picks)
                self.version += 1
                if self.asked and not self._sealed:
                    self._asked_at = self.version
                return
            refusal = self._accept(RecordEntry(seat=answer.seat, picks=answer.picks))
        else:
            move = self._find_move(answer.move)
            if move is None:
                raise RulesError(f"there is no move {answer.move!r} at {self.ctx.place}")
            refusal = self._accept_move(move, answer.seat, answer.args)
        if refusal is not None:
            self._raise(refusal)

    def play(self, seat: int, move: str, *args: Any) -> None:
        """Submit a move and raise if it is refused: for scripts and tests."""
        refusal = self.submit(Answer(seat, move, args))
        if refusal is not None:
            self._raise(refusal)

    def pick(self, seat: int, *picks: Any) -> None:
        """Answer a question by option ids, or the values behind them, and raise if refused."""
        question = self.asked.get(seat)
        options = question.options if question else ()
        known = {option.id for option in options}
        ids = []
        for pick in picks:
            same = [o.id for o in options if o.value == pick and type(o.value) is type(pick)]
            ids.append(same[0] if same and not (type(pick) is str and pick in known) else pick)
        refusal = self.submit(Answer(seat, picks=tuple(ids)))
        if refusal is not None:
            self._raise(refusal)

    def _raise(self, refusal: Refusal) -> None:
        refused = Refused(refusal)
        if self.fault is not None and refusal.code in ("rules_error", "flow_loop"):
            refused.__cause__ = self.fault.error
        raise refused

    def repeat(self, entry: RecordEntry, index: int, verify: bool) -> None:
        """Carry out a recorded input again; if the match goes another way, name the difference."""
        where = f"Input {index} ({entry})"
        if verify and entry.at and entry.op != "undo" and entry.at != self._place.path:
            sentence = f"{where} was made in {entry.at}; the replay stands in {self._place.path}."
            raise ReplayDivergence(index, sentence, expected=entry.at, got=self._place.path)
        refusal: Refusal | None
        if entry.op == "undo":
            refusal = self.undo()
        elif entry.op:
            refusal = self._accept(RecordEntry(op=entry.op, args=entry.args))
        else:
            refusal = self.submit(Answer(entry.seat, entry.move, entry.args, entry.picks))
        if refusal is not None:
            sentence = f"{where} is refused in the replay: {refusal}"
            raise ReplayDivergence(index, sentence, code=refusal.code)
        got = "" if self.asked else self.hash
        if verify and entry.hash != got:
            expected = f"led to state {entry.hash}" if entry.hash else "led to a question"
            sentence = f"{where} {expected}; the replay has {got or 'asked something'}."
            raise ReplayDivergence(index, sentence, expected=entry.hash, got=got)

    # --- copies --------------------------------------------------------------------------------------

    def clone(self, *, record: bool | None = None) -> Match:
        """An independent match that stands where this one stands, also in the middle of a question.

        `record=False` gives a roll-out: faster, without record, undo and roll-back.
        """
        is_recorded = self._is_recorded if record is None else record and self._is_recorded
        header = self.record
        if self._is_recorded:
            header = header.copy() if is_recorded else header.header()
        if self.asked:
            from .lazy_clone import clone_in_question

            match = clone_in_question(self, header, is_recorded)
        else:
            game = self.game
            G, ctx = game.clone_state(self.G), game.clone_ctx(self.ctx)
            match = Match(game, G, ctx, header, is_recorded)
            if is_recorded:
                match._inputs += self._inputs
                match._checkpoints = self._checkpoints[:]
        match.version = self.version
        return match

    def save(self, form: str = "json") -> bytes:
        """The match as bytes, "json" or "msgpack", at any moment; `Game.load` reads both."""
        return pack(self, form)

    @classmethod
    def load(cls, game: Game, data: bytes | str) -> Match:
        saved = unpack(game, data)
        try:
            return cls._from_saved(game, saved)
        except (KeyError, IndexError, AssertionError) as error:
            sentence = f"This save does not fit together: {type(error).__name__} {error}."
            raise UnusableError("save_corrupt", sentence) from None

    @classmethod
    def _from_saved(cls, game: Game, saved: SavedMatch) -> Match:
        match = cls(game, saved.table.G, saved.table.ctx, saved.record, saved.is_recorded)
        if saved.is_recorded:
            match._inputs += effective(saved.record.entries)
            match._checkpoints = [
                (BEFORE_START, *cls._fresh(game, saved.record)),
                (saved.inputs, clone(saved.table.G), clone(saved.table.ctx)),
            ]
        match.version = saved.version
        if saved.is_recorded:
            match._replay_from(saved.inputs)
        match._asked_at = saved.asked_at
        return match

    def saved_parts(self) -> tuple[MatchState, int, int]:
        """For `save`: a resting state, the number of inputs it has seen, and the open prompt's id."""
        if not self.asked:
            return self.state, len(self._inputs), self._asked_at
        if not self._is_recorded:
            raise TurnwrightError("A match without a record can only be saved while it rests.")
        index, G, ctx = self._checkpoints[-1]
        return self.game.match_state(G=G, ctx=ctx), index, self._asked_at
