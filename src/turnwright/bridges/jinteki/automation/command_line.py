"""The command line of one side: `run HQ --full-break`, `monitor-run --rez Tithe`, ..."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from turnwright.bridges.jinteki.seat import Seat
from turnwright.core.errors import UnusableError
from turnwright.core.suggestions import suggestion

from . import card_commands
from . import state_queries as q
from .card_commands import (
    CommandHandler,
    card_command,
    error_result,
    number_from,
    plain_command,
)
from .driver import SECONDS, Automation
from .results import AutomationResult, Command

ANSWER_TIP = "`prompt` shows the question; `choose N` or `choose-card TITLE` answers it."
PATIENCE = 20.0
"""Seconds that `run` and `continue` wait for the other side before they return."""


async def command(seat: Seat | Automation, words: Sequence[str]) -> AutomationResult:
    """Run a command line for the side at this seat."""
    automation = seat if isinstance(seat, Automation) else Automation(seat)
    if not words:
        return error_result("no_command", f"A command is required: {', '.join(COMMANDS)}.")
    handler = COMMANDS.get(words[0])
    if handler is None:
        return unknown_command(words[0], COMMANDS)
    lines = q.log_length(automation.state)
    try:
        result = await handler(automation, list(words[1:]))
    except UnusableError as error:
        return error_result(error.code, str(error))
    return _with_log(result, automation, q.log_texts(automation.state, lines))


def _with_log(result: AutomationResult, a: Automation, lines: list[str]) -> AutomationResult:
    """Let a single command report what the log says about it, and what is asked now."""
    if [result.reason] != [send.command for send in result.commands]:
        return result
    prompt = q.prompt_of(a.state, a.side)
    texts = [line.removesuffix("[hr]") for line in lines]
    tip = result.tip
    if prompt is not None and q.is_question(prompt):
        texts.append(f"{q.username(a.state, a.side)} is asked: {prompt.get('msg')}")
        tip = ANSWER_TIP
    return msgspec.structs.replace(result, reason=" ".join(texts) or result.reason, tip=tip)


def unknown_command(word: str, known: Iterable[str]) -> AutomationResult:
    """Return the error for a command that does not exist."""
    names = list(known)
    hint = suggestion(word, names) or f". The commands are {', '.join(names)}."
    return error_result("unknown_command", f"Unknown command {word[:40]!r}{hint}")


async def _run(a: Automation, words: list[str]) -> AutomationResult:
    return await a.run(*words, patience=PATIENCE)


async def _continue(a: Automation, words: list[str]) -> AutomationResult:
    """`continue`: run the loop; with `--single` one step, with `--raw` just the command.

    Flags hold for this command, a plan for the rest of the run."""
    _adopt_plan(a, words)
    rest = [word for word in words if word not in ("--single", "--raw")]
    if "--raw" in words:
        return await a.send_command(Command("continue"), "sent-continue")
    if "--single" in words:
        return await a.continue_run(*rest)
    return await a.auto_continue_loop(*rest, patience=PATIENCE)


def _adopt_plan(a: Automation, words: list[str]) -> None:
    """Follow a plan for the rest of the run, instead of the flags that were given before."""
    if "--plan" in words[:-1]:
        plan = a.find_plan(words[words.index("--plan") + 1])
        a.strategy = msgspec.structs.replace(a.base, **plan.strategy_fields(a.side))


async def _continue_once(a: Automation, words: list[str]) -> AutomationResult:
    return await _continue(a, [*words, "--single"])


async def _wait(a: Automation, words: list[str]) -> AutomationResult:
    """`wait [SECONDS] [--since CURSOR]`"""
    seconds, since, rest = SECONDS, None, list(words)
    while rest:
        word = rest.pop(0)
        number = number_from(rest.pop(0) if word == "--since" and rest else word)
        if number is None:
            return error_result("bad_wait", "Give numbers: wait [SECONDS] [--since CURSOR].")
        if word == "--since":
            since = number
        else:
            seconds = float(number)
    return await a.wait_for_change(since, seconds)


async def _status(a: Automation, words: list[str]) -> AutomationResult:
    run, diagnosis = q.run_of(a.state), a.diagnose()
    return a.report(diagnosis.sentence, run=dict(run) if run else None, diagnosis=diagnosis)


async def _cursor(a: Automation, words: list[str]) -> AutomationResult:
    return a.report(str(a.seat.cursor))


PLAIN = (
    "indicate-action", "credit", "draw", "start-turn", "end-turn", "end-phase-12",
    "purge", "remove-tag", "trash-resource", "bad-pub-choice", "mulligan", "concede",
)  # fmt: skip
"""Commands without arguments, under the server's names."""

COMMANDS: dict[str, CommandHandler] = {
    "run": _run,
    "continue": _continue,
    "continue-run": _continue_once,
    "monitor-run": lambda a, words: a.monitor_run(*words),
    "tank": lambda a, words: a.tank(" ".join(words)),
    "let-subs-fire": lambda a, words: a.let_subs_fire(" ".join(words)),
    "jack-out": lambda a, words: a.jack_out(),
    "rez": card_command("rez"),
    "fire-subs": card_command("unbroken-subroutines"),
    "advance": card_command("advance"),
    "score": card_command("score"),
    "play": card_commands.play,
    "install": card_commands.play,
    "use-ability": card_commands.use_ability,
    "keep-hand": plain_command("keep"),
    "take-credit": plain_command("credit"),
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
    **{name: plain_command(name) for name in PLAIN},
}
