"""The automation of one side: it makes runs, takes part in those of the other, and waits for news."""

from __future__ import annotations

from typing import Any

import msgspec

from turnwright.bridges.jinteki.seat import Seat
from turnwright.core.errors import Refusal

from . import diagnosis
from . import state_queries as q
from .handlers_runner import signal
from .results import AutomationResult, Command, action_result, status_result
from .situation import RunMemory
from .stepper import SECONDS, Stepper
from .strategy import ParsedFlags

CONFIRM_SECONDS = 5.0
"""How long a run may take to appear in the log."""


class Automation(Stepper):
    """A side at a seat that plays runs by what it was told beforehand."""

    # --- beginning a run -----------------------------------------------------------------------------

    async def run(self, *words: str, **limits: Any) -> AutomationResult:
        """Start a run (`run("HQ", "--full-break")`) and go on with it until it stops somewhere. What
        was decided before is forgotten; these flags are kept for the whole run."""
        parsed = self._read(words)
        if parsed.server is None:
            return self._error("no_server", "A run needs a server.", parsed.warnings)
        server, problem = find_server(self.state, parsed.server)
        if problem:
            return self._error("unknown_server", problem, parsed.warnings)
        given = {name: value for name, value in parsed.given.items() if name != "no_continue"}
        self.strategy = ParsedFlags(None, given).strategy(self.base)
        self.memory = RunMemory(events_seen=self.memory.events_seen)
        warnings = list(parsed.warnings)
        if parsed.since is not None:
            warnings.append("--since is for going on with a run, not for starting one.")
        if server == "R&D" and q.rnd_is_unchanged(self.state):
            warnings.append("Nothing has changed in R&D: the card on top is known.")
        problem = await self._begin_turn()
        if problem:
            return self._error("not_now", problem, tuple(warnings))
        lines = len(self.state.get("log") or ())
        refusal = await self.seat.send("run", {"server": server})
        if refusal is not None:
            return self._error(refusal.code, str(refusal), tuple(warnings))
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

    def _error(self, code: str, sentence: str, warnings: tuple[str, ...]) -> AutomationResult:
        result = status_result("error", sentence, code=code)
        return self._finish(result, warnings=warnings)

    async def _begin_turn(self) -> str:
        """Start the own turn if that is due; what is in the way, if something is."""
        if diagnosis.may_start_turn(self.state, self.side):
            refusal = await self.seat.send("start-turn", {})
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
        """Take part in a run that the other side makes, until it is over or somebody must decide. What
        was decided before is forgotten. The other side is waited for all the time, unless `patience`
        is told.

        With `--since CURSOR` it returns at once if the game has gone on since then; with `--persistent`
        it stays at its post for all runs of the turn, and `seconds` are what it may be idle."""
        parsed = self._read(flags)
        self.strategy = parsed.strategy(self.base)
        if self.strategy.pause_on_events is None:
            self.strategy = msgspec.structs.replace(self.strategy, pause_on_events=False)
        self.memory = RunMemory(events_seen=self.memory.events_seen)

        def told(result: AutomationResult) -> AutomationResult:
            return self._finish(result, warnings=(*parsed.warnings, *result.warnings))

        news = self._news(parsed)
        if news is not None:
            return news
        if self.strategy.persistent:
            return told(await self._stay(seconds, limits))
        if q.phase_of(self.state) is None:
            return told(status_result("no-run", "there is no run"))
        limits["patience"] = seconds if patience is None else patience
        return told(await self.auto_continue_loop(seconds=seconds, **limits))

    async def _stay(self, seconds: float, limits: dict[str, Any]) -> AutomationResult:
        """Handle one run after the other, until there is something else to do."""
        idle, lines = seconds, len(self.state.get("log") or ())
        before = int(q.phase_of(self.state) is not None)

        def told(result: AutomationResult) -> AutomationResult:
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
                return told(status_result("my-turn", "the other side's turn is over"))
            begin = self.clock()
            if idle <= 0 or not await self.seat.wait(self.seat.cursor, idle):
                return told(
                    status_result("timeout", f"nothing has happened for {seconds:g} seconds")
                )
            idle -= self.clock() - begin

    async def wait_for_change(
        self, since: int | None = None, seconds: float = SECONDS
    ) -> AutomationResult:
        """Sleep until something concerns this side: a run, a question, the own turn, the end. Whoever
        owes something does not sleep, unless the cursor tells that this is known already."""
        cursor = self.seat.cursor if since is None else since
        is_awaited = since is None and self.diagnose().awaited == self.side
        if self.seat.cursor > cursor or is_awaited:
            now = self._concern(had_run=False) or "state-changed"
            return self._finish(self._woken("already-advanced", now))
        had_run = q.phase_of(self.state) is not None
        lines = len(self.state.get("log") or ())
        begin = self.clock()
        while True:
            left = seconds - (self.clock() - begin)
            if left <= 0 or not await self.seat.wait(cursor, left):
                return self._finish(
                    status_result("timeout", f"nothing has happened for {seconds:g} seconds")
                )
            cursor = self.seat.cursor
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

    def _woken(self, status: str, reason: str, **data: Any) -> AutomationResult:
        running = q.phase_of(self.state) is not None
        asked = q.is_question(q.prompt_of(self.state, self.side))
        return status_result(
            status, reason, reason=reason, run_active=running, has_prompt=asked, **data
        )

    # --- single commands -----------------------------------------------------------------------------

    async def tank(self, ice_title: str) -> AutomationResult:
        """Let this ice fire from now on, and take a step."""
        more = self.strategy.tank | {q.plain(ice_title)}
        self.strategy = msgspec.structs.replace(self.strategy, tank=more)
        return await self.continue_run()

    def tell(self, sentence: str, **data: Any) -> AutomationResult:
        """An answer to a question about the state."""
        return self._finish(status_result("success", sentence, **data))

    async def do(self, send: Command, action: str) -> AutomationResult:
        """Send one command."""
        refusal = await self.seat.send(send.command, send.args)
        if refusal is not None:
            return self._error(refusal.code, str(refusal), ())
        return self._finish(action_result(action, send.command, send))


async def let_subs_fire_signal(seat: Seat, ice_title: str) -> Refusal | None:
    """Tell the Corp that the Runner is done breaking this ice."""
    send = signal(ice_title)
    return await seat.send(send.command, send.args)


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
