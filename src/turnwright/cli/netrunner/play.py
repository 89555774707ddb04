"""Play Netrunner in the terminal against a bot."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rich.console import Console
from rich.markup import escape
from rich.panel import Panel
from rich.text import Text

import turnwright as tw
from turnwright.cli.play import HELP, ask

from .deck_arguments import add_deck_argument, deck_options

if TYPE_CHECKING:
    from turnwright.agents.base import Agent

SETTINGS_MOVES = ("toggle-auto-no-action",)
"""Moves that change a setting and are not a decision."""
FORCED_MOVES = ("continue", "start-turn", "end-turn", "end-phase-12")
"""Moves that are made automatically if there is no other one."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `turnwright netrunner play`."""
    parser.add_argument(
        "--as", dest="side", choices=("corp", "runner"), default="runner", help="your side (runner)"
    )
    parser.add_argument(
        "--against", default="heuristic", metavar="BOT", help="your opponent (heuristic)"
    )
    add_deck_argument(parser)
    parser.add_argument("--seed", default="0", help="seed of all random numbers (0)")
    parser.add_argument("--load", type=Path, metavar="FILE", help="continue a saved match")
    parser.add_argument("--record", type=Path, metavar="FILE", help="write the record to FILE")
    parser.add_argument(
        "--every-step", action="store_true", help="ask even if there is only one option"
    )


def run(arguments: argparse.Namespace) -> int:
    """Play until there is a result or the player quits."""
    from turnwright.agents.registry import find_agent
    from turnwright.games.netrunner.card_facts import NAMES, SIDES
    from turnwright.games.netrunner.game import game

    seat = SIDES.index(arguments.side)
    agent = find_agent(arguments.against, f"{arguments.seed} opponent")
    if arguments.load:
        match = game.load(arguments.load.read_bytes())
    else:
        match = game.start(arguments.seed, seats=list(NAMES), options=deck_options(arguments.deck))
    console = Console(highlight=False)
    console.print(f"[bold]Netrunner[/]  You are the {NAMES[seat]}. {HELP}.")
    try:
        _play(match, seat, agent, console, every_step=arguments.every_step)
    finally:
        if arguments.record:
            arguments.record.write_bytes(match.record.to_json())
    if match.result is not None:
        _show_board(match, seat, console)
        console.print(f"[bold]{escape(_outcome(match, seat))}[/]")
    return 0


def _play(
    match: tw.Match, seat: int, agent: Agent, console: Console, *, every_step: bool = False
) -> None:
    """Play until there is a result or the player quits."""
    printed = 0
    while match.result is None:
        printed = _print_log(match, seat, printed, console)
        acting = match.acting
        if seat not in acting:
            prompt = match.prompt(acting[0])
            match.apply(agent.decide(prompt, match))
            continue
        prompt = match.prompt(seat)
        forced = None if every_step else _forced_answer(prompt)
        if forced is not None:
            match.apply(forced)
            continue
        _show_board(match, seat, console)
        if not ask(match, prompt, console):
            return
        printed = min(printed, len(_log(match)))  # an undo shortens the log
    _print_log(match, seat, printed, console)


def _forced_answer(prompt: tw.Prompt) -> tw.Answer | None:
    """The answer of a prompt that leaves nothing to decide, or None."""
    if prompt.question is not None:
        single = len(prompt.options) == prompt.min == 1
        return prompt.answer(prompt.options[0]) if single else None
    moves = [move for move in prompt.moves() if move[0] not in SETTINGS_MOVES]
    if len(moves) != 1 or moves[0][0] not in FORCED_MOVES:
        return None
    name, args = moves[0]
    return tw.Answer(prompt.seat, name, args, None, prompt.id)


def _log(match: tw.Match) -> list[Any]:
    log: list[Any] = match.G.log
    return log


def _print_log(match: tw.Match, seat: int, printed: int, console: Console) -> int:
    """Print the new lines of the log as this side may see them. Return the length of the log."""
    lines = _log(match)
    for line in lines[printed:]:
        console.print(f"[dim]· {escape(line.seen_by(seat).removesuffix('[hr]'))}[/]")
    return len(lines)


def _show_board(match: tw.Match, seat: int, console: Console) -> None:
    from turnwright.games.netrunner.card_facts import NAMES
    from turnwright.games.netrunner.view import describe

    board = describe(match.c, seat, lines=0)  # type: ignore[arg-type]
    title = f"turn {match.G.turn}, {NAMES[match.G.active]}"
    console.print(Panel(Text(board), title=title, title_align="left", border_style="dim"))


def _outcome(match: tw.Match, seat: int) -> str:
    result = match.result
    assert result is not None
    reason = f" ({result.reason.lower()})" if result.reason else ""
    if not result.winners:
        return f"The game is a draw{reason}."
    return ("You won" if seat in result.winners else "You lost") + f"{reason}."
