"""Netrunner in the terminal: the board, the log as it is written, and menus."""

from __future__ import annotations

import argparse
from typing import Any

from rich.console import Console
from rich.markup import escape
from rich.panel import Panel
from rich.text import Text

import turnwright as tw
from turnwright.agents.registry import find_agent
from turnwright.games.netrunner.card_facts import NAMES, SIDES
from turnwright.games.netrunner.game import game
from turnwright.games.netrunner.view import describe

from .play_command import HELP, ask

ASIDE = ("toggle-auto-no-action",)
"""Moves that do not count as something to decide about."""


def play(chosen: argparse.Namespace, options: dict[str, Any]) -> int:
    seat = SIDES.index(chosen.side)
    agent = find_agent(chosen.against, f"{chosen.seed} opponent")
    if chosen.load:
        match = game.load(chosen.load.read_bytes())
    else:
        match = game.start(chosen.seed, seats=list(NAMES), options=options)
    console = Console(highlight=False)
    console.print(f"[bold]Netrunner[/]  You are the {NAMES[seat]}. {HELP}.")
    try:
        _play(match, seat, agent, console, every_step=chosen.every_step)
    finally:
        if chosen.record:
            chosen.record.write_bytes(match.record.to_json())
    if match.result is not None:
        show(match, seat, console)
        console.print(f"[bold]{escape(_outcome(match, seat))}[/]")
    return 0


def _play(
    match: tw.Match, seat: int, agent: Any, console: Console, *, every_step: bool = False
) -> None:
    """Until there is a result, or the person has had enough."""
    told = 0
    while match.result is None:
        told = _tell(match, seat, told, console)
        acting = match.acting
        if seat not in acting:
            prompt = match.prompt(acting[0])
            match.apply(agent.decide(prompt, match))
            continue
        prompt = match.prompt(seat)
        forced = None if every_step else _only_thing(prompt)
        if forced is not None:
            match.apply(forced)
            continue
        show(match, seat, console)
        if not ask(match, prompt, console):
            return
        told = min(told, len(_log(match)))  # something may have been taken back
    _tell(match, seat, told, console)


def _only_thing(prompt: tw.Prompt) -> tw.Answer | None:
    """The answer, where there is nothing to decide."""
    if prompt.question is not None:
        single = len(prompt.options) == prompt.min == 1
        return prompt.answer(prompt.options[0]) if single else None
    moves = [move for move in prompt.moves() if move[0] not in ASIDE]
    if len(moves) != 1 or moves[0][0] not in ("continue", "start-turn", "end-turn", "end-phase-12"):
        return None
    name, args = moves[0]
    return tw.Answer(prompt.seat, name, args, None, prompt.id)


def _log(match: tw.Match) -> list[Any]:
    log: list[Any] = match.G.log
    return log


def _tell(match: tw.Match, seat: int, told: int, console: Console) -> int:
    """What has happened since, as this side may read it."""
    lines = _log(match)
    for line in lines[told:]:
        console.print(f"[dim]· {escape(line.seen_by(seat).removesuffix('[hr]'))}[/]")
    return len(lines)


def show(match: tw.Match, seat: int, console: Console) -> None:
    board = describe(match.c, seat, lines=0)  # type: ignore[arg-type]
    title = f"turn {match.G.turn}, {NAMES[match.G.active]}"
    console.print(Panel(Text(board), title=title, title_align="left", border_style="dim"))


def _outcome(match: tw.Match, seat: int) -> str:
    result = match.result
    assert result is not None
    reason = f" ({result.reason.lower()})" if result.reason else ""
    if not result.winners:
        return f"Nobody has won{reason}."
    return ("You have won" if seat in result.winners else "You have lost") + f"{reason}."
