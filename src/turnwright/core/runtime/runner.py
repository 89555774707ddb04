"""The flow runner: it runs moves and hooks, suspends them on questions, and settles the flow.

Settling, after every move and its `on_move` hooks:

0. Ask `end_if` of the game; after its end, run its `on_end`. If a level's `hold_if` is true, stop here.
   Let seats leave stages that have ended.
1. Serve the requests of the rules (end a level, jump to a place) in order, one transition each.
2. Without requests, look for an automatic transition: a closed window, the place that a state-driven
   segment names, or an end condition, innermost level first.
3. Run the hooks of the transition. A hook that asks suspends it; the answer resumes it.
4. Repeat until nothing is due. More than `Game.max_transitions` raise `FlowLoop`.

The runner trusts its callers; `match.py` checks answers. While a question is open, a generator is alive
here. It is never saved: it is rebuilt by running the inputs of the action in progress again. The same
holds for moves that wait for other moves (`WaitForMoves`); they form a stack, and the last one goes on
first.

A move with `interrupts` can be made while a question is open. The effect that asked it is then held
with its questions still open, and the move may ask its own. A seat answers its newest question first.
"""

from __future__ import annotations

from collections.abc import Sequence
from types import GeneratorType
from typing import TYPE_CHECKING, Any, Generic

from turnwright.core.analysis.trace import Trace
from turnwright.core.definition.flow import At, always
from turnwright.core.definition.moves import Hook, Move
from turnwright.core.errors import FlowLoop, ImpureRule, RulesError
from turnwright.core.type_parameters import StateT

from .compiled_flow import (
    ENTER,
    LEVELS,
    PHASE,
    SEGMENT,
    STEP,
    TURN,
    FlowPlace,
    FlowRequest,
    Transition,
)
from .context import Context
from .flow_state import Result
from .held_effects import HeldEffect, newest_questions
from .prompts import Question, ResumeWaitingMoves, WaitForMoves
from .rule_errors import (
    check_condition,
    check_result,
    hook_name,
    impossible_question,
    impure,
    impure_condition,
    location,
    unknown_place,
)
from .stages import end_stage, seat_with_ended_stage

if TYPE_CHECKING:
    from turnwright.core.definition.game import Game

    from .flow_state import Ctx


class FlowRunner(Generic[StateT]):
    """The state of a match and the interpreter that changes it. `Match` is its only subclass."""

    __slots__ = (
        "G",
        "_asker",
        "_generator",
        "_has_ended",
        "_held",
        "_is_move",
        "_is_shared",
        "_passed",
        "_place",
        "_requests",
        "_rest",
        "_sealed",
        "_waiting",
        "asked",
        "c",
        "ctx",
        "game",
        "trace",
    )

    game: Game[StateT]
    trace: Trace | None
    G: StateT
    ctx: Ctx

    def use(self, G: StateT, ctx: Ctx) -> None:
        """Continue from this state, at rest."""
        self.G, self.ctx = G, ctx
        self._place: FlowPlace = self.game.compiled_flow.places[
            ctx.current_segment, ctx.current_phase, ctx.current_step
        ]
        self._has_ended = ctx.game_over  # whether the `on_end` of the game has run
        self.asked: dict[int, Question] = {}
        self._sealed: dict[int, Any] = {}
        self._asker = 0
        self._generator: GeneratorType[Any, Any, Any] | None = None
        self._is_move = False  # whether the suspended generator is a move and not a hook
        self._is_shared = False  # whether several seats were asked at once
        self._passed = (
            -1
        )  # how many seats had passed when that move began; -1 if it is not an action
        self._rest: tuple[Transition, int, bool] | None = None
        # effects with open questions that other moves have interrupted, the oldest first
        self._held: list[HeldEffect] = []
        # moves that wait for other moves: the generator, its condition and its seat
        self._waiting: list[tuple[GeneratorType[Any, Any, Any], WaitForMoves, int]] = []
        self.c: Context[StateT] = self.game.context(self.game, G, ctx)
        self.c.open_questions = self.asked
        self._requests = self.c._requests

    # --- moves and questions ----------------------------------------------------------------------

    def run_move(self, move: Move, seat: int, args: tuple[object, ...]) -> None:
        """Make a move and settle the flow. Afterwards the match rests or a question is open."""
        ctx = self.ctx
        self.c.seat = seat
        passed = len(ctx.passed_players)
        ctx.num_moves += 1
        ctx.num_turn_moves += move.counts
        if self.trace is not None:
            self.trace.begin(self, "move", move.name, location(move.fn))
        result = move.fn(self.c, *args)
        if result is not None:
            if not self._absorb(result, move.fn, move.name):
                self._is_move = True
                self._passed = passed if move.by == "active" else -1
                if not self.asked:  # it waits for other moves
                    self._settle_or_reopen()
                return
            if self._held:  # a move that waited has asked something in the meantime
                self._go_on()
                return
        place = self._place
        if (passed or place.window is not None) and move.by == "active":
            self._note_action(passed)
        if self._requests or not place.is_quiet:
            if place.on_move is not None and not self._run_on_move(place.on_move):
                return
            driver = place.driver
            has_reason = self._requests or self.trace is not None  # a trace shows every condition
            if driver is None or has_reason or not self._is_where_state_says(driver):
                self.settle()
        if self._waiting:
            self._resume()

    def _run_on_move(self, hook: Hook) -> bool:
        """Run the hooks after a move. Return False if one of them asks."""
        if self.ctx.game_over or self.ctx.manual_mode:
            return True
        result = hook(self.c)
        if result is None or self._absorb(result, hook):
            return True
        if not self.asked:
            raise RulesError("Only moves can wait for other moves, not hooks.")
        return False

    def _is_where_state_says(self, driver: At) -> bool:
        """Whether a state-driven segment stays where it is: the common case after a move."""
        ctx = self.ctx
        if ctx.game_over or ctx.manual_mode:
            return False
        self.c.seat = ctx.player_order[ctx.turn_player_pos]
        return driver(self.c) == self._place.names[1]

    def _note_action(self, passed: int) -> None:
        """Update the window after a move: acting may clear passes and passes priority on."""
        ctx, window = self.ctx, self._place.window
        if len(ctx.passed_players) != passed:
            return  # this was a pass
        if window is None or window.reopen:
            ctx.passed_players.clear()
        if window is not None and window.after == "next" and ctx.window:
            self.c.next_priority(self.c.seat)

    def _answer(self, seat: int, picks: Sequence[str]) -> None:
        """Answer an open question. Answers are sealed until all asked seats have answered."""
        if self._held:
            self._turn_to(self.asked[seat])
        value: Any = self.asked.pop(seat).result(picks)
        if self.asked or self._is_shared:
            self._sealed[seat] = value
            if self.asked:
                if self._held:
                    self._show_all()
                return
            value = {seat: self._sealed[seat] for seat in sorted(self._sealed)}
            self._sealed = {}
            if len(value) > 1:
                self.c.reveal()  # sealed answers are revealed together
        generator, is_move = self._generator, self._is_move
        assert generator is not None
        if self.trace is not None:
            self.trace.begin(self, "answer", generator.__name__, location(generator))
        self._generator = None
        self.c.seat = self._asker
        if self._held:
            self.c.open_questions = newest_questions(self._held)
        if not self._drive(generator, value):
            if not self.asked:  # it waits for other moves
                self._settle_or_reopen()
            return
        self._is_move = False
        if is_move and (self._passed > 0 or (self._passed == 0 and self._place.window is not None)):
            self._note_action(self._passed)
        on_move = self._place.on_move
        if is_move and on_move is not None and not self._run_on_move(on_move):
            return
        self._go_on()

    def _go_on(self) -> None:
        """Continue after a suspended effect: finish its transition, and settle."""
        if self._rest is not None:
            transition, index, was_over = self._rest
            self._rest = None
            if not self._continue(transition, index, was_over):
                return
        if self._held:
            self._reopen()
            if not self.asked:  # the game is over
                self._go_on()
            return
        self.settle()
        if self._waiting:
            self._resume()

    def _settle_or_reopen(self) -> None:
        """Settle the flow while a move waits for others, unless an effect waits for an answer."""
        if self._held:
            self._reopen()
        else:
            self.settle()

    def _resume(self) -> None:
        """Continue the moves that waited for others, the last one first, as far as they can go on."""
        waiting = self._waiting
        while waiting and not self.asked:
            generator, wait, seat = waiting[-1]
            if self.ctx.game_over:
                waiting.pop()
                generator.close()
                continue
            if not self._reads(wait.until):
                return
            waiting.pop()
            self.c.seat = seat
            if not self._drive(generator, None) and self.asked:
                self._is_move, self._passed = True, -1
                return
            self.settle()

    def interrupt(self, move: Move, seat: int, args: tuple[object, ...]) -> None:
        """Make a move while a question is open.

        Only a move with `interrupts` may ask something itself. If it ends the game, the questions are
        dropped. If it eliminates a seat that is asked, the default answer is given.
        """
        before = self.c.seat
        self.c.seat = seat
        self.ctx.num_moves += 1
        self.ctx.num_turn_moves += move.counts
        if self.trace is not None:
            self.trace.begin(self, "move", move.name, location(move.fn))
        result = move.fn(self.c, *args)
        if result is not None:
            if move.interrupts is None:
                raise RulesError(f"{move.name!r} cannot ask or replace G while a question is open.")
            self._hold()
            if self._absorb(result, move.fn, move.name) or not self.asked:
                self._resume_during_move()
                self._reopen()
            else:
                self._is_move, self._passed = True, -1
        self.c.seat = before
        if not self.ctx.manual_mode:
            self._ask_game_end()
        if self.ctx.game_over:
            self._drop_questions()
            self._requests.clear()
            self._go_on()
        elif seat in self.ctx.eliminated and seat in self.asked:
            self._answer(seat, self.asked[seat].default())

    def _absorb(self, result: object, rule: Hook, move: str = "") -> bool:
        """Process the result of a hook or move: a generator that may ask, or a new `G`. Other values
        are refused, except those of a lambda, which returns whatever its expression is. Return False
        if it asked and waits."""
        if type(result) is GeneratorType:
            return self._drive(result, None)
        if type(result) is type(self.G):
            self.G = self.c.G = result
        elif self.game.strict and result is not None:
            check_result(result, rule, move)
        return True

    # --- held effects ------------------------------------------------------------------------------

    def _hold(self) -> None:
        """Hold the effect that waits for an answer. Its questions stay open while others resolve."""
        assert self._generator is not None
        held = newest_questions(self._held)
        own = {seat: one for seat, one in self.asked.items() if held.get(seat) is not one}
        for question in own.values():
            question.refresh(self.c)
        self._held.append(
            HeldEffect(
                self._generator, own, self._sealed, self._asker, self._is_move, self._is_shared,
                self._passed, self._rest,
            )
        )  # fmt: skip
        self.asked, self._sealed, self._generator, self._rest = {}, {}, None, None
        self._is_move = self._is_shared = False
        self.c.open_questions = newest_questions(self._held)

    def _continue_with(self, effect: HeldEffect) -> None:
        """Make a held effect the one that waits for an answer, and show only its questions."""
        self._generator, self.asked, self._sealed = (
            effect.generator,
            effect.questions,
            effect.sealed,
        )
        self._asker, self._is_move, self._is_shared = effect.asker, effect.is_move, effect.is_shared
        self._passed, self._rest = effect.passed, effect.rest

    def _turn_to(self, question: Question) -> None:
        """Continue with the effect that asked this question, and hold the others."""
        self._hold()
        held = self._held
        place = next(n for n, one in enumerate(held) if one.has_asked(question))
        self._continue_with(held.pop(place))

    def _show_all(self) -> None:
        """Show the questions of the held effects too, behind those of the effect that asked last."""
        questions = [self.asked, *(effect.questions for effect in self._held)]
        for question in (one for several in questions for one in several.values()):
            question.refresh(self.c)
        self.asked = self.c.open_questions = {**newest_questions(self._held), **self.asked}

    def _reopen(self) -> None:
        """Continue with the effect that was held last. After the end of the game all are dropped."""
        if self.ctx.game_over:
            self._drop_questions()
            return
        self._continue_with(self._held.pop())
        self._show_all()

    def _drop_questions(self) -> None:
        """Drop all effects that wait for an answer: the game is over."""
        if self._generator is not None:
            self._generator.close()
        for effect in self._held:
            effect.generator.close()
            self._rest = self._rest or effect.rest
        self._held.clear()
        self.asked, self._sealed, self._generator = {}, {}, None
        self.c.open_questions = self.asked
        self._is_move = False

    def _resume_during_move(self) -> None:
        """Continue the moves whose wait is over, in the middle of another move.

        They go on as far as they can. If one asks something, it is held until it is answered."""
        while self._waiting and not self.ctx.game_over and self._reads(self._waiting[-1][1].until):
            generator, _, self.c.seat = self._waiting.pop()
            kept = self._is_move, self._passed, self._rest
            self._is_move, self._passed, self._rest = True, -1, None
            if not self._drive(generator, None) and self.asked:
                self._hold()
            self._is_move, self._passed, self._rest = kept

    # --- driving -----------------------------------------------------------------------------------

    def _drive(self, generator: GeneratorType[Any, Any, Any], value: Any) -> bool:
        c = self.c
        while True:
            try:
                asked = generator.send(value)
            except StopIteration as stop:
                if type(stop.value) is type(self.G):
                    self.G = c.G = stop.value
                return True
            c._unasked = None
            if self.ctx.game_over:  # nobody is asked after the end
                generator.close()
                return True
            if isinstance(asked, Question):
                self.asked = c.open_questions = {asked.seat: asked}
                self._is_shared = False
                self._generator = generator
                self._asker = c.seat
                if self._held:
                    self._show_all()
                return False
            if type(asked) is not ResumeWaitingMoves:
                break
            seat, value = c.seat, None
            self._resume_during_move()
            c.seat = seat
        if isinstance(asked, WaitForMoves):
            self._waiting.append((generator, asked, self.c.seat))
            return False
        questions = list(asked) if isinstance(asked, (list, tuple)) else [asked]
        if not questions or not all(isinstance(question, Question) for question in questions):
            raise impossible_question(asked, generator)
        self.asked = self.c.open_questions = {question.seat: question for question in questions}
        if len(self.asked) != len(questions):
            raise impossible_question(asked, generator)
        self._is_shared = True
        self._generator = generator
        self._asker = self.c.seat
        if self._held:
            self._show_all()
        return False

    # --- requests ----------------------------------------------------------------------------------

    def _here(self) -> FlowPlace:
        """The current place, even during a transition."""
        ctx = self.ctx
        return self.game.compiled_flow.places[
            ctx.current_segment, ctx.current_phase, ctx.current_step
        ]

    def _serve(self, request: FlowRequest) -> Transition | None:
        """The transition of a request, or None if it no longer applies."""
        ctx, place = self.ctx, self._place
        depth, names, turn = request
        if depth < 0:
            if depth == ENTER:
                return self._enter(self.game.compiled_flow.places[names])
            transition = self.jump_transition(*names)
            if isinstance(transition, str):
                self._reject(transition, next(filter(None, reversed(names)), ""))
                return None
            if transition is not None and ctx.game_over and transition.midway is not None:
                return None  # after the end of the game, only the segment can be left
            return transition
        now = place.names
        if turn == ctx.num_player_turns and names == now and not ctx.game_over:
            return self._leave(depth)  # the flow is still where it was requested
        segment, phase, step = names
        has_left = (
            now[0] != segment
            or (depth >= PHASE and now[1] != phase)
            or (depth == STEP and now[2] != step)
            or (depth != SEGMENT and (turn != ctx.num_player_turns or ctx.game_over))
        )
        if has_left:
            if self.trace is not None:
                self.trace.rejected(self, f"the {LEVELS[depth]} has already ended")
            return None
        return self._leave(depth)

    def _reject(self, why: str, name: Any, path: str = "") -> None:
        """Ignore a transition to an unknown place; in strict games, raise."""
        if self.trace is not None:
            self.trace.rejected(self, why)
        if self.game.strict:
            raise unknown_place(self.game, why, name, path)

    def jump_transition(
        self,
        segment: str | None,
        phase: str | None,
        step: str | None,
        reenter: bool = False,
        skips: bool = True,
    ) -> Transition | str | None:
        """Return the transition of a jump, why there is none, or None if it changes nothing.

        Levels that are not named stay as they are; below a named level its start is entered, unless it
        is skipped and `skips` is set.
        """
        flow, source = self.game.compiled_flow, self._place
        here_segment, here_phase, here_step = source.names
        target_segment = here_segment if segment is None else segment
        if target_segment is None:
            return "the flow is in no segment; name one"
        if target_segment not in flow.segments:
            return f"there is no segment {target_segment!r}"
        phases = flow.segments[target_segment].turn.phases
        if phase is not None and phase not in phases:
            return f"there is no phase {phase!r} in segment {target_segment!r}"
        is_new_segment = target_segment != here_segment or (reenter and segment is not None)
        target_phase = phase
        if phase is None and step is not None:
            target_phase = flow.entry(target_segment).names[1] if is_new_segment else here_phase
        if step is not None and (target_phase is None or step not in phases[target_phase].steps):
            return f"there is no step {step!r} in phase {target_phase!r}"
        if is_new_segment:
            depth = SEGMENT
        elif phase is not None and (phase != here_phase or (reenter and step is None)):
            depth = PHASE
        elif step is not None and (step != here_step or reenter):
            depth = STEP
        else:
            return None
        named = STEP if step is not None or not skips else PHASE if phase is not None else SEGMENT
        target = flow.entry(target_segment, target_phase, step)
        return flow.transition(source, depth, target, asked=named)

    # --- settling ----------------------------------------------------------------------------------

    def settle(self, transition: Transition | None = None, once: bool = False) -> None:
        """Run a transition, then requests and automatic transitions, until the flow rests."""
        requests, ctx, place = self._requests, self.ctx, self._place
        left = self.game.max_transitions
        seen: list[str] | None = None
        while True:
            why = "requested"
            if transition is not None:
                pass
            elif place.has_outer_rules and self._is_held():
                return
            elif requests:
                transition = self._serve(requests.pop(0))
                if transition is None:
                    continue
            else:
                transition = place.immediate_exit
                if transition is None or ctx.game_over or ctx.manual_mode or self.trace is not None:
                    transition = self._find_due()
                    if transition is None:
                        return
                why = transition.reason
            if self.trace is not None:
                self.trace.transition(self, transition.target.path, why)
            if ctx.passed_players and transition is not place.window_closing:
                ctx.passed_players.clear()
            if not self._continue(transition, 0, ctx.game_over):
                return
            place, is_done = self._place, ctx.steps_done or ctx.phases_done
            if (once and not _is_entering(requests)) or (
                place.is_quiet and not is_done and not requests
            ):
                return
            if place.driver is not None and not transition.tasks and not requests:
                return  # without hooks the state still names this place
            transition = None
            left -= 1
            if left <= 64:  # remember the last places, to name the cycle
                seen = [] if seen is None else seen
                seen.append(place.path)
                if left <= 0:
                    raise FlowLoop(_cycle(seen), self.game.max_transitions)

    def _continue(self, transition: Transition, index: int, was_over: bool) -> bool:
        """Run the hooks of a transition from `index` on, each at the place it belongs to."""
        ctx, c, tasks, trace = self.ctx, self.c, transition.tasks, self.trace
        if tasks:
            c.seat = ctx.player_order[ctx.turn_player_pos]  # the turn player acts in hooks
        for names, hook in tasks[index:] if index else tasks:
            if ctx.game_over and not was_over and self._stops(transition, index):
                return True
            index += 1
            ctx.current_segment, ctx.current_phase, ctx.current_step = names
            if trace is not None:
                trace.begin(self, "hook", hook_name(hook), location(hook))
            result = hook(c)
            if result is not None and not self._absorb(result, hook):
                if not self.asked:
                    raise RulesError("Only moves can wait for other moves, not hooks.")
                self._rest = (transition, index, was_over)
                return False
        if ctx.game_over and not was_over and self._stops(transition, index):
            return True
        self._place = transition.target
        if not transition.ends_at_target:
            ctx.current_segment, ctx.current_phase, ctx.current_step = transition.target.names
        ctx.steps_done, ctx.phases_done = transition.steps_done, transition.phases_done
        return True

    def _stops(self, transition: Transition, index: int) -> bool:
        """Whether the transition stops because the game ended during it.

        What is being left is left, but nothing is entered. A change of segments is completed.
        """
        ctx = self.ctx
        if index < transition.enter_at or (
            index == transition.enter_at and transition.midway is None
        ):
            return False
        if index == transition.enter_at and transition.midway is not None:
            ctx.current_segment, ctx.current_phase, ctx.current_step = transition.midway.names
        self._place = self._here()
        ctx.steps_done = ctx.phases_done = False
        return True

    # --- before any transition ---------------------------------------------------------------------

    def _is_held(self) -> bool:
        """Do what comes before any transition, and return whether the flow is held. Only called where
        there is something to do."""
        ctx, place, requests = self.ctx, self._place, self._requests
        if ctx.manual_mode:
            return False
        self._ask_game_end()
        if ctx.game_over:
            return False
        c = self.c
        if place.holds and not _is_entering(requests):
            c.seat = ctx.player_order[ctx.turn_player_pos]
            if any(self._reads(hold) for hold in place.holds):
                ctx.held_requests += tuple(requests)
                requests.clear()
                return True
        if ctx.held_requests:
            requests[:0] = ctx.held_requests
            ctx.held_requests = ()
        left = self.game.max_transitions
        while ctx.stages:
            seat: Any = self._reads(seat_with_ended_stage)
            if seat is None:
                break
            end_stage(c, seat)
            left -= 1
            if left <= 0:
                raise FlowLoop([f"{place.path} (stages)"], self.game.max_transitions)
        return False

    def _ask_game_end(self) -> None:
        """Ask whether the game ends, and run its `on_end` once when it has ended."""
        ctx, c, flow = self.ctx, self.c, self.game.compiled_flow.flow
        if flow.end_if is not None and not ctx.game_over:
            c.seat = ctx.player_order[ctx.turn_player_pos]
            verdict = self._reads(flow.end_if)
            if self.trace is not None:
                self.trace.decision(self, f"game end_if: {verdict}")
            if isinstance(verdict, Result):
                c.end_game(verdict)
            elif verdict is True:
                ctx.game_over = True
            elif verdict is not None and verdict is not False:
                raise RulesError(
                    f"end_if of the game returned {verdict!r}. It returns a tw.Result, True to end "
                    "the game with the winner in ctx, or None."
                )
        if ctx.game_over and not self._has_ended:
            self._has_ended = True
            if flow.on_end is not None:
                c.seat = ctx.player_order[ctx.turn_player_pos]
                self._absorb(flow.on_end(c), flow.on_end)

    def _reads(self, condition: Hook) -> object:
        """Ask a condition, which may only read the state."""
        c = self.c
        c._only_reads = True
        try:
            verdict = condition(c)
        except ImpureRule as error:
            raise impure(error, f"A condition of {self._place.path}") from error
        finally:
            c._only_reads = False
        if verdict is not True and verdict is not False and verdict is not None:
            check_condition(verdict, f"A condition of {self._place.path}", condition)
        return verdict

    def _enter(self, target: FlowPlace) -> Transition | None:
        """The transition from the place around a level into it, or past it if it is skipped."""
        ctx, c, place, flow = self.ctx, self.c, self._place, self.game.compiled_flow
        if ctx.game_over:
            return None
        c.seat = ctx.player_order[ctx.turn_player_pos]
        depth = PHASE if place.phase is None else STEP
        skipped: list[str] = []
        while True:
            level: Any = target.levels[depth]
            skips = level.skip_if is not None and bool(self._reads(level.skip_if))
            if self.trace is not None and level.skip_if is not None:
                self.trace.decision(self, f"{target.path} {LEVELS[depth]} skip_if: {skips}")
            if not skips:
                return flow.transition(place, depth, target, asked=depth)
            if target.path in skipped:
                raise FlowLoop([*skipped, target.path], len(skipped))
            skipped.append(target.path)
            name: Any = self._reads(level.next) if callable(level.next) else level.next
            segment, segment_name = place.segment, place.names[0]
            assert segment is not None
            assert segment_name is not None
            if depth == STEP:
                assert place.phase is not None
                if name is None or name not in place.phase.steps:
                    if name is not None:
                        self._unknown(name, depth)
                    ctx.steps_done = True
                    return None
                target = flow.places[segment_name, place.names[1], name]
                continue
            phases = segment.turn.phases
            if name is not None and name not in phases:
                self._unknown(name, depth)
                name = None
            if name is not None and not phases[name].start and not level.end:
                target = flow.entry(segment_name, name)
            elif segment.end_if is None:
                return flow.transition(place, TURN, flow.entry(segment_name), is_pass=True)
            else:  # the segment may end before the turn passes
                ctx.phases_done = True
                return None

    # --- automatic transitions -----------------------------------------------------------------------

    def _find_due(self) -> Transition | None:
        """The next automatic transition, found by conditions that may only read the state."""
        c = self.c
        c._only_reads = True
        try:
            return self._due()
        except ImpureRule as error:
            raise impure_condition(error, self._place) from error
        finally:
            c._only_reads = False

    def _due(self) -> Transition | None:
        """The next automatic transition, innermost level first; None if the flow rests."""
        ctx, place = self.ctx, self._place
        segment = place.segment
        if segment is None or ctx.manual_mode:
            return None
        if place.is_quiet and not ctx.phases_done and not ctx.steps_done:
            return None
        if place.driver is not None and not ctx.game_over:
            return self._transition_to_state(place.driver)
        self.c.seat = ctx.player_order[ctx.turn_player_pos]
        if ctx.game_over:  # only the segment can still be left
            if segment.end_if is not None and self.ends(segment, SEGMENT):
                return self._leave(SEGMENT)
            return None
        if ctx.window is not None and ctx.all_players_passed:
            ctx.window = None
            if place.window_closing is not None:
                return place.window_closing  # the on_close hook may open the window again
        if segment.at is not None:
            transition = self._transition_to_state(segment.at)
        else:
            transition = self._inner_exit(place)
        if transition is not None:
            return transition
        if segment.turn.end_if is not None and self.ends(segment.turn, TURN):
            return self._leave(TURN)
        if segment.end_if is not None and self.ends(segment, SEGMENT):
            transition = self._leave(SEGMENT)
            if transition is not None:
                return transition
        if ctx.phases_done and place.phase is None:
            return self._leave(TURN)
        return None

    def _inner_exit(self, place: FlowPlace) -> Transition | None:
        """The transition that leaves the step or the phase, if one of them ends now.

        If the innermost level always ends at once, its transition is remembered in the place.
        """
        step, phase = place.step, place.phase
        if step is not None and self.ends(step, STEP):
            transition = self._leave(STEP)
            if transition is not None:
                if step.end_if is always:
                    place.immediate_exit = place.fixed_exits[STEP]
                return transition
        if phase is not None and self.ends(phase, PHASE):
            transition = self._leave(PHASE)
            if transition is not None:
                if phase.end_if is always and step is None and not phase.steps:
                    place.immediate_exit = place.fixed_exits[PHASE]
                return transition
        return None

    def _transition_to_state(self, at: At) -> Transition | None:
        """The transition to the place that `at` of a state-driven segment names."""
        c, ctx, exits = self.c, self.ctx, self._place.state_exits
        c.seat = ctx.player_order[ctx.turn_player_pos]
        named = at(c)
        if self.trace is not None:
            self.trace.decision(self, f"at: {named!r}")
        if named not in exits:
            exits[named] = self._find_state_exit(named)
        return exits[named]

    def _find_state_exit(self, named: str | tuple[str, str | None] | None) -> Transition | None:
        _, phase, step = self._place.names
        if named is None or named == phase or named == (phase, step):
            return None
        transition = self.jump_transition(
            None, *((named, None) if isinstance(named, str) else named)
        )
        if isinstance(transition, str):
            raise RulesError(
                f"`at` of segment {self._place.names[0]!r} returned {named!r}: {transition}"
            )
        return transition

    def ends(self, level: Any, depth: int) -> bool:
        """Whether a level ends now: by its condition, its closed window or its finished steps."""
        ctx = self.ctx
        if depth >= PHASE and level.window is not None and level.window is self._place.window:
            if ctx.window is None:
                return True
        elif level.end_if is None:
            return depth == PHASE and ctx.steps_done
        ends = level.end_if is not None and level.end_if(self.c)
        if ends is not True and ends is not False:
            if ends is not None:
                where = f"{LEVELS[depth]} end_if of {self._place.path}"
                check_condition(ends, where, level.end_if)
            ends = bool(ends)
        if self.trace is not None and level.end_if is not None:
            self.trace.decision(self, f"{LEVELS[depth]} end_if: {ends}")
        return ends

    def _leave(self, depth: int) -> Transition | None:
        """The transition that leaves a level for its `next`; None if that is the same place."""
        place = self._place
        known = place.fixed_exits[depth]
        if known is not None:
            return known
        transition = self._find_exit(place, depth)
        level: Any = place.levels[depth]
        if depth == TURN or not callable(level.next):
            place.fixed_exits[depth] = transition
        return transition

    def _find_exit(self, place: FlowPlace, depth: int) -> Transition | None:
        flow = self.game.compiled_flow
        if depth == TURN:
            assert place.names[0] is not None
            return flow.transition(place, TURN, flow.entry(place.names[0]), is_pass=True)
        level: Any = place.levels[depth]
        name = level.next(self.c) if callable(level.next) else level.next
        if self.trace is not None and callable(level.next):
            self.trace.decision(self, f"{LEVELS[depth]} next: {name!r}")
        if name == place.level_names[depth] and name is not None:
            return None
        if depth == SEGMENT:
            if name is None:
                return flow.transition(place, SEGMENT, flow.nowhere)
            if name not in flow.segments:
                return self._unknown(name, depth)
            return flow.transition(place, SEGMENT, flow.entry(name))
        segment_name, phase_name, _ = place.names
        assert segment_name is not None
        assert place.segment is not None
        if depth == STEP:
            assert place.phase is not None
            if name is not None and name not in place.phase.steps:
                return self._unknown(name, depth)
            return flow.transition(place, STEP, flow.places[segment_name, phase_name, name])
        phases = place.segment.turn.phases
        if name is not None and name not in phases:
            return self._unknown(name, depth)
        assert place.phase is not None
        if name is None or phases[name].start or place.phase.end:
            # All phases of the turn are done. The segment may end before the turn passes.
            if place.segment.end_if is None:
                return flow.transition(place, TURN, flow.entry(segment_name), is_pass=True)
            return flow.transition(place, PHASE, flow.places[segment_name, None, None])
        return flow.transition(place, PHASE, flow.entry(segment_name, name))

    def _unknown(self, name: Any, depth: int) -> Transition | None:
        path = self._place.path
        self._reject(f"{path}: the next {LEVELS[depth]} {name!r} does not exist", name, path)
        return None


def _is_entering(requests: list[FlowRequest]) -> bool:
    """Whether the flow stands before a level that it enters or skips."""
    return bool(requests) and requests[0][0] == ENTER


def _cycle(seen: list[str]) -> list[str]:
    """The shortest repeated end of a list of places, with its first place again at the end."""
    for length in range(1, len(seen) // 2 + 1):
        if seen[-length:] == seen[-2 * length : -length]:
            return [*seen[-length:], seen[-length]]
    return seen[-8:]
