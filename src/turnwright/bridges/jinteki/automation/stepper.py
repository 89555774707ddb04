"""Steps: look, ask the handlers, send what they say; and the loop that does so again and again."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable
from typing import Any

import msgspec

from turnwright.bridges.jinteki.seat import Seat

from . import diagnosis, handler_order
from . import state_queries as q
from .results import (
    CONTINUE,
    TIPS,
    WAITING,
    AutomationResult,
    Decision,
    action_result,
    status_result,
)
from .situation import RunMemory, Situation, look
from .strategy import ParsedFlags, Strategy, parse_flags

ITERATIONS = 500
SECONDS = 300.0
STUCK_AFTER = 5
REMEMBERED = 1000

REPLACEABLE = frozenset({"auto-rezzed", "ability-used"})
"""What, if a server refuses it, the next step replaces by something else."""


class Stepper:
    """A side at a seat, with what it has decided beforehand and what it remembers. `base` holds for
    all runs; flags come on top of it."""

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
        self.trace: deque[Decision] = deque(maxlen=REMEMBERED)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.seat.side}, cursor {self.seat.cursor})"

    @property
    def side(self) -> str:
        return self.seat.side

    @property
    def state(self) -> q.State:
        return self.seat.state

    def explain(self) -> str:
        """Which handler decided last, and why."""
        return str(self.trace[-1]) if self.trace else "Nothing was asked yet."

    def diagnose(self) -> diagnosis.Diagnosis:
        """Who owes what, as far as this side can see."""
        return diagnosis.diagnose(self.state, self.side)

    # --- one step ------------------------------------------------------------------------------------

    def look(self, strategy: Strategy | None = None) -> Situation:
        return look(self.state, self.side, strategy or self.strategy, self.memory)

    def consider(self, *flags: str) -> Decision:
        """What the next step would be. Nothing is sent."""
        return handler_order.decide(self.look(self._read(flags).strategy(self.strategy)))

    async def continue_run(self, *flags: str) -> AutomationResult:
        """One step. The flags count for it alone."""
        parsed = self._read(flags)
        news = self._news(parsed)
        if news is not None:
            return news
        step = await self.step(parsed.strategy(self.strategy))
        return self._finish(step.result, warnings=parsed.warnings)

    async def step(self, strategy: Strategy) -> Decision:
        """Look, decide, send. The result says what came of it."""
        s = self.look(strategy)
        if s.state.get("winner"):
            winner, why = s.state["winner"], s.state.get("reason")
            result = status_result("game-over", f"{winner} wins: {why}", winner=winner, reason=why)
            return self._note(handler_order.step(s, "game-over", result))
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
            memory.done.add((data["mark"], ("tactic", data["tactic"])))
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
        key = (s.mark, what)
        self.memory.tried[key] = self.memory.tried.get(key, 0) + 1

    def _note(self, step: Decision) -> Decision:
        self.trace.append(step)
        return step

    def _read(self, flags: tuple[str, ...]) -> ParsedFlags:
        return parse_flags(flags, self.side)

    def _news(self, parsed: ParsedFlags) -> AutomationResult | None:
        """With `--since`: what there is, if the game has gone on since that cursor."""
        if parsed.since is None or self.seat.cursor <= parsed.since:
            return None
        status = "run-complete" if q.phase_of(self.state) is None else "new-run"
        result = status_result(status, "the game has gone on since then", fast_return=True)
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
        """Step until somebody has to decide, the other side has to act, or the run is over.

        `patience` is how long to wait for the other side before returning; if not told, that is only
        done while the Runner is breaking. Waiting takes none of the iterations."""
        parsed = self._read(flags)
        news = self._news(parsed)
        if news is not None:
            return news
        strategy = parsed.strategy(self.strategy)
        warnings = list(parsed.warnings)
        if strategy.force and not self.memory.warned_of_force:
            warnings.append("--force passes without looking: for two programs only.")
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
                why = f"{seconds:g} seconds are over"
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
                    why = f"nothing has changed by {same} actions"
                    return stop(status_result("stuck", why, diagnosis=self.diagnose()))
                if count >= iterations:
                    return stop(status_result("max-iterations", f"{iterations} actions were taken"))
                continue
            if step.result.status not in WAITING:
                return stop(step.result)
            if await self._self_advance(strategy, step, cursor):
                continue
            wait = (
                left if patience is None and _polls(step, strategy) else min(patience or 0.0, left)
            )
            if wait > 0 and await self.seat.wait(self.seat.cursor, wait):
                continue
            if wait == left:
                why = f"{seconds:g} seconds are over: {step.result.reason}"
                about = {"waiting": step.result.status, "diagnosis": self.diagnose()}
                return stop(status_result("timeout", why, **about))
            return stop(step.result)

    def _place(self) -> tuple[Any, ...]:
        """Where the run stands: what an action should have changed."""
        s = self.look()
        ice = s.ice or {}
        subs = [(one.get("broken"), one.get("fired")) for one in ice.get("subroutines") or ()]
        prompt = s.prompt or {}
        return (
            s.phase, s.position, s.passed, ice.get("cid"), ice.get("rezzed"), subs, s.credits,
            prompt.get("msg"), prompt.get("eid"), q.choice_texts(prompt), len(s.memory.tried),
        )  # fmt: skip

    async def _self_advance(self, strategy: Strategy, step: Decision, cursor: int) -> bool:
        """Pass once more for a Corp that has left a window in which it can have nothing to decide."""
        grace = strategy.self_advance
        if grace is None or step.result.status != "waiting-for-opponent-paid-abilities":
            return False
        if self.side != "runner" or not diagnosis.is_abandonable(self.state):
            return False
        if await self.seat.wait(max(cursor, self.seat.cursor), grace):
            return True
        s = self.look(strategy)
        result = action_result(
            "self-advanced", "the Corp can have nothing to decide here", CONTINUE
        )
        sent = await self._send(s, handler_order.step(s, "abandoned-window", result))
        self._note(sent)
        return not sent.refused


def _polls(step: Decision, strategy: Strategy) -> bool:
    return step.result.status == "waiting-for-runner-signal" or strategy.persistent
