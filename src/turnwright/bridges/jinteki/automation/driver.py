"""The automation of one side: it looks, asks its handlers, and sends what they say, step by step."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable
from typing import Any

import msgspec

from turnwright.bridges.jinteki.table import Table

from . import chain, diagnosis
from . import queries as q
from .results import CONTINUE, TIPS, WAITING, Result, Send, Step, acted, found
from .runner import signal
from .situation import Memory, Situation, look
from .strategy import Parsed, Strategy, parse_flags

ITERATIONS = 500
SECONDS = 300.0
STUCK_AFTER = 5
CONFIRM_SECONDS = 5.0
"""How long a run may take to appear in the log."""
REMEMBERED = 1000

REPLACEABLE = frozenset({"auto-rezzed", "ability-used"})
"""What, if a server refuses it, the next step replaces by something else."""


class Automation:
    """A side at a table, with what it has decided beforehand and what it remembers. `base` holds for
    all runs; flags come on top of it."""

    def __init__(
        self,
        table: Table,
        base: Strategy | None = None,
        *,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.table = table
        self.clock = clock
        self.base = self.strategy = base or Strategy()
        self.memory = Memory()
        self.trace: deque[Step] = deque(maxlen=REMEMBERED)

    def __repr__(self) -> str:
        return f"Automation({self.table.side}, cursor {self.table.cursor})"

    @property
    def side(self) -> str:
        return self.table.side

    @property
    def state(self) -> q.State:
        return self.table.state

    def explain(self) -> str:
        """Which handler decided last, and why."""
        return str(self.trace[-1]) if self.trace else "Nothing was asked yet."

    def diagnose(self) -> diagnosis.Diagnosis:
        """Who owes what, as far as this side can see."""
        return diagnosis.diagnose(self.state, self.side)

    # --- one step ------------------------------------------------------------------------------------

    def look(self, strategy: Strategy | None = None) -> Situation:
        return look(self.state, self.side, strategy or self.strategy, self.memory)

    def consider(self, *flags: str) -> Step:
        """What the next step would be. Nothing is sent."""
        return chain.decide(self.look(self._read(flags).strategy(self.strategy)))

    async def continue_run(self, *flags: str) -> Result:
        """One step. The flags count for it alone."""
        parsed = self._read(flags)
        step = await self.step(parsed.strategy(self.strategy))
        return self._finish(step.result, warnings=parsed.warnings)

    async def step(self, strategy: Strategy) -> Step:
        """Look, decide, send. The result says what came of it."""
        s = self.look(strategy)
        if s.state.get("winner"):
            winner, why = s.state["winner"], s.state.get("reason")
            result = found("game-over", f"{winner} wins: {why}", winner=winner, reason=why)
            return self._note(chain.step(s, "game-over", result))
        if not s.is_over:
            self.memory.had_run = True
        step = chain.decide(s)
        step = await self._send(s, step)
        self._remember(s, step)
        return self._note(step)

    async def _send(self, s: Situation, step: Step) -> Step:
        result = step.result
        for send in result.sends:
            refusal = await self.table.send(send.command, send.args)
            if refusal is None:
                continue
            about = {**result.data, "refused": refusal.code, "command": send.command}
            if result.action in REPLACEABLE:
                result = acted(f"{result.action}-refused", str(refusal), **about)
            elif result.action == "tactic-executed":
                result = found("tactic-failed", str(refusal), **about)
            else:
                result = found("waiting-for-opponent", str(refusal), **about)
            return msgspec.structs.replace(step, result=result, refused=str(refusal))
        return step

    def _remember(self, s: Situation, step: Step) -> None:
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
            self.memory = Memory(events_seen=memory.events_seen)
        elif q.phase_of(self.state) is not None:
            memory.had_run = True

    def _count(self, s: Situation, what: Any) -> None:
        key = (s.mark, what)
        self.memory.tried[key] = self.memory.tried.get(key, 0) + 1

    def _note(self, step: Step) -> Step:
        self.trace.append(step)
        return step

    def _read(self, flags: tuple[str, ...]) -> Parsed:
        return parse_flags(flags, self.side)

    def _finish(self, result: Result, **more: Any) -> Result:
        tip = TIPS.get(result.status, "")
        return msgspec.structs.replace(result, cursor=self.table.cursor, tip=tip, **more)

    # --- many steps ----------------------------------------------------------------------------------

    async def auto_continue_loop(
        self,
        *flags: str,
        iterations: int = ITERATIONS,
        seconds: float = SECONDS,
        patience: float | None = None,
        stuck_after: int = STUCK_AFTER,
    ) -> Result:
        """Step until somebody has to decide, the other side has to act, or the run is over.

        `patience` is how long to wait for the other side before returning; if not told, that is only
        done while the Runner is breaking. Waiting takes none of the iterations."""
        parsed = self._read(flags)
        strategy = parsed.strategy(self.strategy)
        warnings = list(parsed.warnings)
        if strategy.force and not self.memory.warned_of_force:
            warnings.append("--force passes without looking: for two programs only.")
        begin, count, same, before = self.clock(), 0, 0, None
        trail: list[Step] = []

        def stop(result: Result) -> Result:
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
                return stop(found("timeout", why, diagnosis=self.diagnose()))
            cursor = self.table.cursor
            step = await self.step(strategy)
            trail.append(step)
            if step.result.status == "action-taken":
                count += 1
                now = self._place()
                same = same + 1 if now == before else 1
                before = now
                if same >= stuck_after:
                    why = f"nothing has changed by {same} actions"
                    return stop(found("stuck", why, diagnosis=self.diagnose()))
                if count >= iterations:
                    return stop(found("max-iterations", f"{iterations} actions were taken"))
                continue
            if step.result.status not in WAITING:
                return stop(step.result)
            if await self._self_advance(strategy, step, cursor):
                continue
            polls = patience is None and _polls(step, strategy)
            wait = left if polls else min(patience or 0.0, left)
            if wait > 0 and await self.table.wait(self.table.cursor, wait):
                continue
            if polls:
                why = f"{seconds:g} seconds are over: {step.result.reason}"
                about = {"waiting": step.result.status, "diagnosis": self.diagnose()}
                return stop(found("timeout", why, **about))
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

    async def _self_advance(self, strategy: Strategy, step: Step, cursor: int) -> bool:
        """Pass once more for a Corp that has left a window in which it can have nothing to decide."""
        grace = strategy.self_advance
        if grace is None or step.result.status != "waiting-for-opponent-paid-abilities":
            return False
        if self.side != "runner" or not diagnosis.is_abandonable(self.state):
            return False
        if await self.table.wait(max(cursor, self.table.cursor), grace):
            return True
        s = self.look(strategy)
        result = acted("self-advanced", "the Corp can have nothing to decide here", CONTINUE)
        sent = await self._send(s, chain.step(s, "abandoned-window", result))
        self._note(sent)
        return not sent.refused

    # --- beginning a run -----------------------------------------------------------------------------

    async def run(self, *words: str, **limits: Any) -> Result:
        """Start a run (`run("HQ", "--full-break")`) and go on with it until it stops somewhere. What
        was decided before is forgotten; these flags are kept for the whole run."""
        parsed = self._read(words)
        if parsed.server is None:
            return self._error("no_server", "A run needs a server.", parsed.warnings)
        server, problem = find_server(self.state, parsed.server)
        if problem:
            return self._error("unknown_server", problem, parsed.warnings)
        given = {name: value for name, value in parsed.given.items() if name != "no_continue"}
        self.strategy = Parsed(None, given).strategy(self.base)
        self.memory = Memory(events_seen=self.memory.events_seen)
        warnings = list(parsed.warnings)
        if server == "R&D" and q.rnd_is_unchanged(self.state):
            warnings.append("Nothing has changed in R&D: the card on top is known.")
        problem = await self._begin_turn()
        if problem:
            return self._error("not_now", problem, tuple(warnings))
        lines = len(self.state.get("log") or ())
        refusal = await self.table.send("run", {"server": server})
        if refusal is not None:
            return self._error(refusal.code, str(refusal), tuple(warnings))
        line = await self._confirmed(lines)
        if line is None:
            return self._error("not_confirmed", "The run did not begin.", tuple(warnings))
        self.memory.had_run = True
        data = {"server": server, "log_entry": line, "flags": sorted(parsed.given)}
        result = Result(status="success", action="run", reason=line, data=data)
        if parsed.given.get("no_continue"):
            return self._finish(result, warnings=tuple(warnings))
        after = await self.auto_continue_loop(**limits)
        if after.status == "run-complete" and self.strategy.end_turn:
            await self._end_turn()
        return self._finish(result, warnings=tuple(warnings), then=after)

    def _error(self, code: str, sentence: str, warnings: tuple[str, ...]) -> Result:
        result = found("error", sentence, code=code)
        return self._finish(result, warnings=warnings)

    async def _begin_turn(self) -> str:
        """Start the own turn if that is due; what is in the way, if something is."""
        if diagnosis.may_start_turn(self.state, self.side):
            refusal = await self.table.send("start-turn", {})
            if refusal is not None:
                return str(refusal)
        if self.state.get(f"{self.side}-phase-12"):
            return "The window at the start of the turn is open: close it first (end-phase-12)."
        prompt = q.prompt_of(self.state, self.side)
        if q.is_question(prompt):
            return f"A question is open: {(prompt or {}).get('msg')}"
        return ""

    async def _confirmed(self, lines: int) -> str | None:
        """The line of the log that tells of the run. What was there before does not count."""
        while True:
            for text in q.log_texts(self.state)[lines:]:
                if q.RUN_BEGINS.search(text):
                    return text
            if not await self.table.wait(self.table.cursor, CONFIRM_SECONDS):
                return None

    async def _end_turn(self) -> None:
        mine = self.state.get("active-player") == self.side and not self.state.get("end-turn")
        clicks = self.state.get(self.side, {}).get("click") or 0
        if mine and not clicks and not q.is_question(q.prompt_of(self.state, self.side)):
            await self.table.send("end-turn", {})

    # --- the other side's runs -----------------------------------------------------------------------

    async def monitor_run(self, *flags: str, seconds: float = SECONDS, **limits: Any) -> Result:
        """Take part in a run that the other side makes. What was decided before is forgotten.

        With `--since CURSOR` it returns at once if the game has gone on since then; with `--persistent`
        it stays at its post for all runs of the turn, and `seconds` are what it may be idle."""
        parsed = self._read(flags)
        since = parsed.given.pop("since", None)
        self.strategy = parsed.strategy(self.base)
        if self.strategy.pause_on_events is None:
            self.strategy = msgspec.structs.replace(self.strategy, pause_on_events=False)
        self.memory = Memory(events_seen=self.memory.events_seen)

        def told(result: Result) -> Result:
            return self._finish(result, warnings=(*parsed.warnings, *result.warnings))

        is_running = q.phase_of(self.state) is not None
        if since is not None and self.table.cursor > since:
            status = "new-run" if is_running else "run-complete"
            return told(found(status, "the game has gone on since then", fast_return=True))
        if self.strategy.persistent:
            return told(await self._stay(seconds, limits))
        if not is_running:
            return told(found("no-run", "there is no run"))
        return told(await self.auto_continue_loop(seconds=seconds, **limits))

    async def _stay(self, seconds: float, limits: dict[str, Any]) -> Result:
        """Handle one run after the other, until there is something else to do."""
        idle, lines = seconds, len(self.state.get("log") or ())
        before = int(q.phase_of(self.state) is not None)

        def told(result: Result) -> Result:
            new = q.log_texts(self.state)[lines:]
            runs = before + sum(q.RUN_BEGINS.search(line) is not None for line in new)
            return msgspec.structs.replace(result, data={**result.data, "runs": runs})

        while True:
            is_asked = q.is_question(q.prompt_of(self.state, self.side))
            if q.phase_of(self.state) is not None or is_asked or self.state.get("winner"):
                result = await self.auto_continue_loop(seconds=seconds, **limits)
                if result.status not in ("run-complete", "no-run"):
                    return told(result)
                continue
            if diagnosis.is_my_turn(self.state, self.side):
                return told(found("my-turn", "the other side's turn is over"))
            begin = self.clock()
            if idle <= 0 or not await self.table.wait(self.table.cursor, idle):
                return told(found("timeout", f"nothing has happened for {seconds:g} seconds"))
            idle -= self.clock() - begin

    async def wait_for_change(self, since: int | None = None, seconds: float = SECONDS) -> Result:
        """Sleep until something concerns this side: a run, a question, the own turn, the end."""
        cursor = self.table.cursor if since is None else since
        if self.table.cursor > cursor:
            now = self._concern(had_run=False) or "state-changed"
            return self._finish(self._woken("already-advanced", now))
        had_run = q.phase_of(self.state) is not None
        lines = len(self.state.get("log") or ())
        begin = self.clock()
        while True:
            left = seconds - (self.clock() - begin)
            if left <= 0 or not await self.table.wait(cursor, left):
                return self._finish(
                    found("timeout", f"nothing has happened for {seconds:g} seconds")
                )
            cursor = self.table.cursor
            reason = self._concern(had_run)
            if reason is not None:
                new = q.log_texts(self.state)[lines:]
                return self._finish(self._woken("relevant-change", reason, new_log_entries=new))

    def _concern(self, had_run: bool) -> str | None:
        """Why this side should look, the weightiest reason first."""
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

    def _woken(self, status: str, reason: str, **data: Any) -> Result:
        running = q.phase_of(self.state) is not None
        asked = q.is_question(q.prompt_of(self.state, self.side))
        return found(status, reason, reason=reason, run_active=running, has_prompt=asked, **data)

    # --- single commands -----------------------------------------------------------------------------

    async def let_subs_fire_signal(self, ice_title: str) -> Result:
        """Tell the Corp that the Runner is done breaking."""
        return await self.do(signal(ice_title), "signaled")

    async def tank(self, ice_title: str) -> Result:
        """Let this ice fire from now on, and take a step."""
        more = self.strategy.tank | {q.plain(ice_title)}
        self.strategy = msgspec.structs.replace(self.strategy, tank=more)
        return await self.continue_run()

    async def do(self, send: Send, action: str) -> Result:
        """Send one command."""
        refusal = await self.table.send(send.command, send.args)
        if refusal is not None:
            return self._error(refusal.code, str(refusal), ())
        return self._finish(acted(action, send.command, send))


def _polls(step: Step, strategy: Strategy) -> bool:
    return step.result.status == "waiting-for-runner-signal" or strategy.persistent


def find_server(state: q.State, word: str) -> tuple[str, str]:
    """The name of a server as the `run` command takes it, and what is wrong with the word, if it is."""
    text = word.strip().casefold().replace(" ", "")
    centrals = {"hq": "HQ", "rd": "R&D", "r&d": "R&D", "archives": "Archives"}
    if text in centrals:
        return centrals[text], ""
    digits = next(
        (text[len(one) :] for one in ("remote", "server", "r", "s") if text.startswith(one)), text
    )
    remotes = sorted(int(name[6:]) for name in _remotes(state))
    if digits.isdigit() and int(digits) in remotes:
        return f"Server {int(digits)}", ""
    known = ", ".join(["HQ", "R&D", "Archives", *(f"Server {n}" for n in remotes)])
    return "", f"There is no server {word!r}; there are {known}."


def _remotes(state: q.State) -> list[str]:
    servers = state.get("corp", {}).get("servers", {})
    return [name for name in servers if name.startswith("remote") and name[6:].isdigit()]
