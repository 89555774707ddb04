"""The automation of one side: it makes runs, takes part in the opponent's runs, and waits for changes.

A step reads the situation, asks the handlers in order, and sends what the first result says. The loop
repeats steps until somebody must decide, the opponent must act, or the run is over.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable
from typing import Any

import msgspec

from turnwright.bridges.jinteki.seat import Seat
from turnwright.core.errors import Refusal

from . import diagnosis, handler_order
from . import state_queries as q
from .handlers_runner import let_fire_command
from .results import (
    CONTINUE,
    TIPS,
    WAITING,
    AutomationResult,
    Command,
    Decision,
    action_result,
    status_result,
)
from .situation import RunMemory, Situation, read_situation
from .strategy import FindPlan, ParsedFlags, Strategy, find_saved_plan, parse_flags

ITERATIONS = 500
SECONDS = 300.0
STUCK_AFTER = 5
REMEMBERED = 1000

REPLACEABLE = frozenset({"auto-rezzed", "ability-used"})
"""Actions that the next step replaces if the server refuses them."""
WRONG_MOMENT = frozenset({"not_here", "not_your_turn"})
"""Codes of refusals whose sentence names places of the flow, which mean nothing to a player."""
CONFIRM_SECONDS = 5.0
"""Seconds in which a run must appear in the log."""


class Automation:
    """Plays runs for the side at a seat, by flags that were set before.

    `base` is the strategy for all runs; flags are added to it."""

    def __init__(
        self,
        seat: Seat,
        base: Strategy | None = None,
        *,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.seat = seat
        self.clock = clock
        self.base = self.strategy = base or Strategy()
        self.memory = RunMemory()
        self.find_plan: FindPlan = find_saved_plan
        self.trace: deque[Decision] = deque(maxlen=REMEMBERED)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.seat.side}, cursor {self.seat.cursor})"

    @property
    def side(self) -> str:
        """The side that is played."""
        return self.seat.side

    @property
    def state(self) -> q.State:
        """The latest state of the game."""
        return self.seat.state

    def explain(self) -> str:
        """Say which handler made the last decision, and why."""
        return str(self.trace[-1]) if self.trace else "No decision was made yet."

    def diagnose(self) -> diagnosis.Diagnosis:
        """Return who is awaited, as far as this side can see."""
        return diagnosis.diagnose(self.state, self.side)

    # --- one step ------------------------------------------------------------------------------------

    def situation(self, strategy: Strategy | None = None) -> Situation:
        """Return the situation that handlers decide about."""
        return read_situation(self.state, self.side, strategy or self.strategy, self.memory)

    def consider(self, *flags: str) -> Decision:
        """Return the next decision without sending anything."""
        return handler_order.decide(self.situation(self._read(flags).strategy(self.strategy)))

    async def continue_run(self, *flags: str) -> AutomationResult:
        """Take one step. The flags hold for this step only."""
        parsed = self._read(flags)
        changed = self._changed_since(parsed)
        if changed is not None:
            return changed
        step = await self.step(parsed.strategy(self.strategy))
        return self._finish(step.result, warnings=parsed.warnings)

    async def step(self, strategy: Strategy) -> Decision:
        """Read the situation, decide, send, and return the decision with its outcome."""
        s = self.situation(strategy)
        if s.state.get("winner"):
            winner, why = s.state["winner"], s.state.get("reason")
            result = status_result("game-over", f"{winner} wins: {why}", winner=winner, reason=why)
            return self._note(handler_order.make_decision(s, "game-over", result))
        if not s.is_over:
            self.memory.had_run = True
        step = handler_order.decide(s)
        step = await self._send(s, step)
        self._remember(s, step)
        return self._note(step)

    async def _send(self, s: Situation, step: Decision) -> Decision:
        result = step.result
        for send in result.commands:
            refusal = await self.seat.send(send.command, send.args)
            if refusal is None:
                continue
            about = {**result.data, "refused": refusal.code, "command": send.command}
            if result.action in REPLACEABLE:
                result = action_result(f"{result.action}-refused", str(refusal), **about)
            elif result.action == "tactic-executed":
                result = status_result("tactic-failed", str(refusal), **about)
            else:
                result = status_result("waiting-for-opponent", str(refusal), **about)
            return msgspec.structs.replace(step, result=result, refused=str(refusal))
        return step

    def _remember(self, s: Situation, step: Decision) -> None:
        memory, result, data = self.memory, step.result, step.result.data
        action = result.action.removesuffix("-refused")
        if action == "auto-rezzed":
            self._count(s, ("rez", data["cid"]))
        elif action == "auto-fired-subs":
            self._count(s, "fire")
        elif action == "ability-used":
            way = "by hand" if "by_hand" in data else "break"
            self._count(s, (way, data.get("by_hand", data.get("cid"))))
        if "tactic" in data:
            memory.done.add((data["stage"], ("tactic", data["tactic"])))
        if "wanted" in data:
            memory.wanted, memory.picked = list(data["wanted"]), []
        elif data.get("sub") is not None:
            memory.picked.append(data["sub"])
        if not str((q.prompt_of(self.state, self.side) or {}).get("msg", "")).startswith("Break a"):
            memory.wanted, memory.picked = None, []
        if "line" in data:
            memory.events_seen = data["line"]
        if s.strategy.force:
            memory.warned_of_force = True
        if result.status in ("run-complete", "no-run"):
            self.memory = RunMemory(events_seen=memory.events_seen)
        elif q.phase_of(self.state) is not None:
            memory.had_run = True

    def _count(self, s: Situation, what: Any) -> None:
        key = (s.stage, what)
        self.memory.tried[key] = self.memory.tried.get(key, 0) + 1

    def _note(self, step: Decision) -> Decision:
        self.trace.append(step)
        return step

    def _read(self, flags: tuple[str, ...]) -> ParsedFlags:
        return parse_flags(flags, self.side, self.find_plan)

    def _changed_since(self, parsed: ParsedFlags) -> AutomationResult | None:
        """With `--since`: return a result if the game has advanced since that cursor."""
        if parsed.since is None or self.seat.cursor <= parsed.since:
            return None
        status = "run-complete" if q.phase_of(self.state) is None else "new-run"
        result = status_result(status, "the game has advanced since then", fast_return=True)
        return self._finish(result, warnings=parsed.warnings)

    def _finish(self, result: AutomationResult, **more: Any) -> AutomationResult:
        tip = TIPS.get(result.status, "")
        return msgspec.structs.replace(result, cursor=self.seat.cursor, tip=tip, **more)

    # --- many steps ----------------------------------------------------------------------------------

    async def auto_continue_loop(
        self,
        *flags: str,
        iterations: int = ITERATIONS,
        seconds: float = SECONDS,
        patience: float | None = None,
        stuck_after: int = STUCK_AFTER,
    ) -> AutomationResult:
        """Take steps until somebody must decide, the opponent must act, or the run is over.

        `patience` is how long to wait for the opponent before returning; by default it waits only
        while the Runner is breaking. Waiting does not count as an iteration."""
        parsed = self._read(flags)
        changed = self._changed_since(parsed)
        if changed is not None:
            return changed
        strategy = parsed.strategy(self.strategy) if parsed.given else self.strategy
        warnings = list(parsed.warnings)
        if strategy.force and not self.memory.warned_of_force:
            warnings.append("--force passes without looking. Use it only in tests of two programs.")
        begin, count, same, before = self.clock(), 0, 0, None
        trail: list[Decision] = []

        def stop(result: AutomationResult) -> AutomationResult:
            return self._finish(
                result,
                iterations=count,
                seconds=self.clock() - begin,
                trail=tuple(trail),
                warnings=tuple(warnings),
            )

        while True:
            left = seconds - (self.clock() - begin)
            if left <= 0:
                why = f"{seconds:g} seconds have passed"
                return stop(status_result("timeout", why, diagnosis=self.diagnose()))
            cursor = self.seat.cursor
            step = await self.step(strategy)
            trail.append(step)
            if step.result.status == "action-taken":
                count += 1
                now = self._place()
                same = same + 1 if now == before else 1
                before = now
                if same >= stuck_after:
                    why = f"{same} actions changed nothing"
                    return stop(status_result("stuck", why, diagnosis=self.diagnose()))
                if count >= iterations:
                    return stop(status_result("max-iterations", f"{iterations} actions were taken"))
                continue
            if step.result.status not in WAITING:
                return stop(step.result)
            if step.result.commands and not self._still_waits(strategy):
                continue
            if await self._self_advance(strategy, step, cursor):
                continue
            wait = (
                left if patience is None and _polls(step, strategy) else min(patience or 0.0, left)
            )
            if wait > 0 and await self.seat.wait(self.seat.cursor, wait):
                continue
            if wait == left:
                why = f"{seconds:g} seconds have passed: {step.result.reason}"
                about = {"waiting": step.result.status, "diagnosis": self.diagnose()}
                return stop(status_result("timeout", why, **about))
            return stop(step.result)

    def _still_waits(self, strategy: Strategy) -> bool:
        """Tell whether the opponent, who was told something, has not acted on it yet."""
        return handler_order.decide(self.situation(strategy)).result.status in WAITING

    def _place(self) -> tuple[Any, ...]:
        """Return where the run stands: what an action should have changed."""
        state = self.state
        ice, prompt = q.get_current_ice(state) or {}, q.prompt_of(state, self.side) or {}
        subs = [(one.get("broken"), one.get("fired")) for one in ice.get("subroutines") or ()]
        return (
            q.phase_of(state), (q.run_of(state) or {}).get("position"), q.passed_by(state),
            ice.get("cid"), ice.get("rezzed"), subs, state.get(self.side, {}).get("credit"),
            prompt.get("msg"), prompt.get("eid"), q.choice_texts(prompt), len(self.memory.tried),
        )  # fmt: skip

    async def _self_advance(self, strategy: Strategy, step: Decision, cursor: int) -> bool:
        """Pass once more for a Corp that left a window in which it has nothing to decide."""
        grace = strategy.self_advance
        if grace is None or step.result.status != "waiting-for-opponent-paid-abilities":
            return False
        if self.side != "runner" or not diagnosis.is_abandonable(self.state):
            return False
        if await self.seat.wait(max(cursor, self.seat.cursor), grace):
            return True
        s = self.situation(strategy)
        result = action_result("self-advanced", "the Corp has nothing to decide here", CONTINUE)
        sent = await self._send(s, handler_order.make_decision(s, "abandoned-window", result))
        self._note(sent)
        return not sent.refused

    # --- beginning a run -----------------------------------------------------------------------------

    async def run(self, *words: str, **limits: Any) -> AutomationResult:
        """Start a run (`run("HQ", "--full-break")`) and continue it until it stops.

        Earlier flags are forgotten; these hold for the whole run."""
        parsed = self._read(words)
        if parsed.server is None:
            return self._error("no_server", "A run needs a server.", parsed.warnings)
        server, problem = q.find_server(self.state, parsed.server)
        if problem:
            return self._error("unknown_server", problem, parsed.warnings)
        warnings = list(parsed.warnings)
        if parsed.since is not None:
            warnings.append("--since applies to a run in progress, not to starting one.")
        if server == "R&D" and q.rnd_is_unchanged(self.state):
            warnings.append("R&D has not changed: you know its top card.")
        problem = await self._begin_turn()
        if problem:
            return self._error("not_now", problem, tuple(warnings))
        lines = q.log_length(self.state)
        refusal = await self.seat.send("run", {"server": server})
        if refusal is not None:  # a run in progress keeps its flags
            return self._refused("run", refusal, tuple(warnings))
        given = {name: value for name, value in parsed.given.items() if name != "no_continue"}
        self.strategy = ParsedFlags(None, given).strategy(self.base)
        self.memory = RunMemory(events_seen=self.memory.events_seen)
        line = await self._confirmed(lines)
        if line is None:
            return self._error("not_confirmed", "The run did not begin.", tuple(warnings))
        self.memory.had_run = True
        data = {"server": server, "log_entry": line, "flags": sorted(parsed.given)}
        result = AutomationResult(status="success", action="run", reason=line, data=data)
        if parsed.given.get("no_continue"):
            return self._finish(result, warnings=tuple(warnings))
        after = await self.auto_continue_loop(**limits)
        if after.status == "run-complete" and self.strategy.end_turn:
            await self._end_turn()
        return self._finish(result, warnings=tuple(warnings), then=after)

    def _refused(
        self, command: str, refusal: Refusal, warnings: tuple[str, ...] = ()
    ) -> AutomationResult:
        """Return the error for a command that the server refused. If it came at the wrong moment,
        the sentence says what the game waits for."""
        sentence = str(refusal)
        if refusal.code in WRONG_MOMENT or sentence.endswith("is not possible now."):
            sentence = f"{command!r} is not possible now: {self.diagnose().sentence}"
        return self._error(refusal.code, sentence, warnings)

    def _error(self, code: str, sentence: str, warnings: tuple[str, ...]) -> AutomationResult:
        result = status_result("error", sentence, code=code)
        return self._finish(result, warnings=warnings)

    async def _begin_turn(self) -> str:
        """Start this side's turn if it is due. Return what prevents a run, if anything."""
        if diagnosis.may_start_turn(self.state, self.side):
            refusal = await self.seat.send("start-turn", {})
            if refusal is not None:
                return str(refusal)
        if self.state.get(f"{self.side}-phase-12"):
            return "The start-of-turn window is open. Close it first with end-phase-12."
        prompt = q.prompt_of(self.state, self.side)
        if q.is_question(prompt):
            return f"Answer the open prompt first: {(prompt or {}).get('msg')}"
        return ""

    async def _confirmed(self, lines: int) -> str | None:
        """Return the new log line that announces the run."""
        while True:
            for text in q.log_texts(self.state, lines):
                if q.RUN_BEGINS.search(text):
                    return text
            if not await self.seat.wait(self.seat.cursor, CONFIRM_SECONDS):
                return None

    async def _end_turn(self) -> None:
        mine = self.state.get("active-player") == self.side and not self.state.get("end-turn")
        clicks = self.state.get(self.side, {}).get("click") or 0
        if mine and not clicks and not q.is_question(q.prompt_of(self.state, self.side)):
            await self.seat.send("end-turn", {})

    # --- the other side's runs -----------------------------------------------------------------------

    async def monitor_run(
        self, *flags: str, seconds: float = SECONDS, patience: float | None = None, **limits: Any
    ) -> AutomationResult:
        """Take part in the opponent's run until it is over or somebody must decide.

        Earlier flags are forgotten. It waits for the opponent, for at most `patience` seconds at a
        time if given. With `--since CURSOR` it returns at once if the game has advanced. With
        `--persistent` it stays for all runs of the turn, and `seconds` is how long it may be idle.
        """
        parsed = self._read(flags)
        self.strategy = parsed.strategy(self.base)
        if self.strategy.pause_on_events is None:
            self.strategy = msgspec.structs.replace(self.strategy, pause_on_events=False)
        self.memory = RunMemory(events_seen=self.memory.events_seen)

        def with_warnings(result: AutomationResult) -> AutomationResult:
            return self._finish(result, warnings=(*parsed.warnings, *result.warnings))

        changed = self._changed_since(parsed)
        if changed is not None:
            return changed
        if self.strategy.persistent:
            return with_warnings(await self._monitor_turn(seconds, limits))
        if q.phase_of(self.state) is None:
            return with_warnings(status_result("no-run", "there is no run"))
        limits["patience"] = seconds if patience is None else patience
        return with_warnings(await self.auto_continue_loop(seconds=seconds, **limits))

    async def _monitor_turn(self, seconds: float, limits: dict[str, Any]) -> AutomationResult:
        """Handle one run after another until there is something else to do."""
        idle, lines = seconds, q.log_length(self.state)
        before = int(q.phase_of(self.state) is not None)

        def with_run_count(result: AutomationResult) -> AutomationResult:
            new = q.log_texts(self.state, lines)
            runs = before + sum(q.RUN_BEGINS.search(line) is not None for line in new)
            return msgspec.structs.replace(result, data={**result.data, "runs": runs})

        while True:
            is_asked = q.is_question(q.prompt_of(self.state, self.side))
            if q.phase_of(self.state) is not None or is_asked or self.state.get("winner"):
                result = await self.auto_continue_loop(seconds=seconds, **limits)
                if result.status not in ("run-complete", "no-run"):
                    return with_run_count(result)
                continue
            if diagnosis.is_my_turn(self.state, self.side):
                return with_run_count(status_result("my-turn", "the other side's turn is over"))
            begin = self.clock()
            if idle <= 0 or not await self.seat.wait(self.seat.cursor, idle):
                return with_run_count(
                    status_result("timeout", f"nothing happened for {seconds:g} seconds")
                )
            idle -= self.clock() - begin

    async def wait_for_change(
        self, since: int | None = None, seconds: float = SECONDS
    ) -> AutomationResult:
        """Wait until something concerns this side: a run, a question, its turn, or the end.

        If this side is awaited it does not wait, unless `since` shows that it knows the state."""
        cursor = self.seat.cursor if since is None else since
        is_awaited = since is None and self.diagnose().awaited == self.side
        if self.seat.cursor > cursor or is_awaited:
            now = self._wake_reason(had_run=False) or "state-changed"
            return self._finish(self._woken("already-advanced", now))
        had_run = q.phase_of(self.state) is not None
        lines = q.log_length(self.state)
        begin = self.clock()
        while True:
            left = seconds - (self.clock() - begin)
            if left <= 0 or not await self.seat.wait(cursor, left):
                return self._finish(
                    status_result("timeout", f"nothing happened for {seconds:g} seconds")
                )
            cursor = self.seat.cursor
            reason = self._wake_reason(had_run)
            if reason is not None:
                new = q.log_texts(self.state, lines)
                return self._finish(self._woken("relevant-change", reason, new_log_entries=new))

    def _wake_reason(self, had_run: bool) -> str | None:
        """Return why this side should look, the most important reason first."""
        state, is_running = self.state, q.phase_of(self.state) is not None
        reasons = {
            "game-over": bool(state.get("winner")),
            "run-started": is_running and not had_run,
            "run-active": is_running,
            "has-prompt": q.is_question(q.prompt_of(state, self.side)),
            "run-ended": had_run and not is_running,
            "my-turn": diagnosis.is_my_turn(state, self.side),
        }
        return next((reason for reason, holds in reasons.items() if holds), None)

    def _woken(self, status: str, reason: str, **data: Any) -> AutomationResult:
        running = q.phase_of(self.state) is not None
        asked = q.is_question(q.prompt_of(self.state, self.side))
        return status_result(
            status, reason, reason=reason, run_active=running, has_prompt=asked, **data
        )

    # --- single commands -----------------------------------------------------------------------------

    async def tank(self, ice_title: str) -> AutomationResult:
        """Let this ice fire from now on, and take a step."""
        if self.side != "runner":
            return self._error("wrong_side", "Only the Runner lets subroutines fire.", ())
        if not ice_title:
            return self._error("no_card", "Give the title of the ice that may fire.", ())
        more = self.strategy.tank | {q.normalize_title(ice_title)}
        self.strategy = msgspec.structs.replace(self.strategy, tank=more)
        return await self.continue_run()

    async def let_subs_fire(self, ice_title: str) -> AutomationResult:
        """Tell the Corp that the Runner is done breaking the encountered ice."""
        ice = q.get_current_ice(self.state) or {}
        title = str(ice.get("title", ""))
        if self.side != "runner":
            return self._error("wrong_side", "Only the Runner lets subroutines fire.", ())
        if q.phase_of(self.state) != "encounter-ice" or not title:
            return self._error("no_encounter", "There is no encounter.", ())
        if ice_title and q.normalize_title(ice_title) != q.normalize_title(title):
            sentence = f"You encounter {title}, not {ice_title}."
            return self._error("other_ice", sentence, ())
        return await self.send_command(let_fire_command(title), "signaled")

    async def jack_out(self) -> AutomationResult:
        """Jack out, if the run allows it now."""
        problem = q.why_not_jack_out(self.state)
        if problem:
            return self._error("cannot_jack_out", problem, ())
        return await self.send_command(Command("jack-out"), "jack-out")

    def report(self, sentence: str, **data: Any) -> AutomationResult:
        """Return an answer to a query about the state."""
        return self._finish(status_result("success", sentence, **data))

    async def send_command(self, send: Command, action: str) -> AutomationResult:
        """Send one command."""
        refusal = await self.seat.send(send.command, send.args)
        if refusal is not None:
            return self._refused(send.command, refusal)
        return self._finish(action_result(action, send.command, send))


def _polls(step: Decision, strategy: Strategy) -> bool:
    return step.result.status == "waiting-for-runner-signal" or strategy.persistent


async def let_subs_fire_signal(seat: Seat, ice_title: str) -> Refusal | None:
    """Tell the Corp that the Runner is done breaking this ice."""
    send = let_fire_command(ice_title)
    return await seat.send(send.command, send.args)
