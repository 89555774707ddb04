"""The words of a command line for one side: `run HQ --full-break`, `monitor-run --rez Tithe`, ..."""

from __future__ import annotations

from collections.abc import Sequence

from turnwright.bridges.jinteki.seat import Seat

from . import card_commands
from . import state_queries as q
from .card_commands import CommandHandler, on_card, problem, sends
from .driver import Automation
from .handlers_runner import signal
from .results import AutomationResult, Command
from .stepper import SECONDS

PATIENCE = 20.0
"""How long `run` and `continue` wait for the other side before they return."""


async def command(seat: Seat | Automation, words: Sequence[str]) -> AutomationResult:
    """Do what the words say for the side at this seat."""
    automation = seat if isinstance(seat, Automation) else Automation(seat)
    if not words:
        return problem("no_command", f"Say what to do: {', '.join(COMMANDS)}.")
    does = COMMANDS.get(words[0])
    if does is None:
        known = ", ".join(COMMANDS)
        return problem("unknown_command", f"There is no command {words[0]!r}; there are {known}.")
    return await does(automation, list(words[1:]))


async def _run(a: Automation, words: list[str]) -> AutomationResult:
    return await a.run(*words, patience=PATIENCE)


async def _continue(a: Automation, words: list[str]) -> AutomationResult:
    """The loop; with `--single` one step, with `--raw` nothing but the command."""
    rest = [word for word in words if word not in ("--single", "--raw")]
    if "--raw" in words:
        return await a.do(Command("continue"), "sent-continue")
    if "--single" in words:
        return await a.continue_run(*rest)
    return await a.auto_continue_loop(*rest, patience=PATIENCE)


async def _wait(a: Automation, words: list[str]) -> AutomationResult:
    """`wait [SECONDS] [--since CURSOR]`"""
    numbers = [word for word in words if word.isdigit()]
    since = int(numbers.pop()) if "--since" in words and numbers else None
    return await a.wait_for_change(since, float(numbers[0]) if numbers else SECONDS)


async def _status(a: Automation, words: list[str]) -> AutomationResult:
    run, who = q.run_of(a.state), a.diagnose()
    return a.tell(who.sentence, run=dict(run) if run else None, diagnosis=who)


async def _cursor(a: Automation, words: list[str]) -> AutomationResult:
    return a.tell(str(a.seat.cursor))


PLAIN = (
    "jack-out", "indicate-action", "credit", "draw", "start-turn", "end-turn", "end-phase-12",
    "purge", "remove-tag", "trash-resource", "mulligan", "concede",
)  # fmt: skip
"""Commands without arguments, called as the server calls them."""

COMMANDS: dict[str, CommandHandler] = {
    "run": _run,
    "continue": _continue,
    "continue-run": lambda a, words: a.continue_run(*words),
    "monitor-run": lambda a, words: a.monitor_run(*words),
    "tank": lambda a, words: a.tank(" ".join(words)),
    "let-subs-fire": lambda a, words: a.do(signal(" ".join(words)), "signaled"),
    "rez": on_card("rez"),
    "fire-subs": on_card("unbroken-subroutines"),
    "advance": on_card("advance"),
    "score": on_card("score"),
    "play": card_commands.play,
    "install": card_commands.play,
    "use-ability": card_commands.use_ability,
    "keep-hand": sends("keep"),
    "take-credit": sends("credit"),
    "choose": card_commands.choose,
    "choose-value": card_commands.choose,
    "choose-card": card_commands.choose_card,
    "wait": _wait,
    "status": _status,
    "diagnose": _status,
    "get-cursor": _cursor,
    "prompt": card_commands.prompt,
    "hand": card_commands.hand,
    "board": card_commands.board,
    "log": card_commands.log,
    **{name: sends(name) for name in PLAIN},
}
