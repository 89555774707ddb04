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
from turnwright.cli.card_pack_argument import add_cards_argument, load_cards
from turnwright.cli.output import check_can_write
from turnwright.cli.play import HELP, ask, load_match
from turnwright.core.runtime.record import effective

from .bot_arguments import find_bot
from .deck_arguments import add_deck_argument, deck_options
from .plan import add_plans_argument, plan_folder

if TYPE_CHECKING:
    from turnwright.agents.base import Agent
    from turnwright.bridges.jinteki.automation import Plan
    from turnwright.bridges.jinteki.automation.plan_player import PlanPlayer

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
    add_cards_argument(parser)
    parser.add_argument("--seed", default="0", help="seed of all random numbers (0)")
    parser.add_argument("--load", type=Path, metavar="FILE", help="continue a saved match")
    parser.add_argument("--record", type=Path, metavar="FILE", help="write the record to FILE")
    parser.add_argument(
        "--every-step", action="store_true", help="ask even if there is only one option"
    )
    parser.add_argument(
        "--plan", default="", metavar="NAME|FILE", help="let a run plan play your part of runs"
    )
    add_plans_argument(parser)


def run(arguments: argparse.Namespace) -> int:
    """Play until there is a result or the player quits."""
    from turnwright.games.netrunner.card_facts import NAMES, SIDES
    from turnwright.games.netrunner.game import game

    load_cards(arguments)
    seat = SIDES.index(arguments.side)
    check_can_write(arguments.record)
    agent = find_bot(arguments.against, f"{arguments.seed} opponent")
    if arguments.load:
        match = load_match(game, arguments.load)
    else:
        match = game.start(arguments.seed, seats=list(NAMES), options=deck_options(arguments.deck))
    console = Console(highlight=False)
    console.print(f"[bold]Netrunner[/]  You are the {NAMES[seat]}. {HELP}")
    player = Player(match, seat, console, every_step=arguments.every_step)
    if arguments.plan:
        player.use_plan(plan_folder(arguments).find(arguments.plan))
    try:
        player.play(agent)
    finally:
        if arguments.record:
            arguments.record.write_bytes(match.record.to_json())
    if match.result is not None:
        _show_board(match, seat, console)
        console.print(f"[bold]{escape(_outcome(match, seat))}[/]")
    return 0


class Player:
    """The person at the terminal. What needs no decision is answered without asking: by the plan in
    runs, and otherwise if there is only one answer."""

    def __init__(
        self, match: tw.Match, seat: int, console: Console, *, every_step: bool = False
    ) -> None:
        self.match, self.seat, self.console, self.every_step = match, seat, console, every_step
        self.plan: PlanPlayer | None = None
        self.automatic: set[int] = set()
        """Which inputs of the match nobody has decided, by number."""

    def use_plan(self, plan: Plan) -> None:
        """Let a plan play the person's part of runs."""
        from turnwright.bridges.jinteki.automation.plan_player import PlanPlayer

        self.plan = PlanPlayer(plan, self.seat)
        self.console.print(f"Your part of runs follows the plan {escape(repr(plan.name))}.")
        for warning in self.plan.warnings:
            self.console.print(f"[yellow]{escape(warning)}[/]")

    def play(self, agent: Agent) -> None:
        """Play until there is a result or the player quits."""
        match, printed, told = self.match, 0, ""
        while match.result is None:
            printed = _print_log(match, self.seat, printed, self.console)
            acting = match.acting
            if self.seat not in acting:
                prompt = match.prompt(acting[0])
                match.apply(agent.decide(prompt, match))
                continue
            prompt = match.prompt(self.seat)
            answers, why = self._automatic_answers(prompt)
            if answers:
                for answer in answers:
                    self.automatic.add(len(effective(match.record.entries)))
                    match.apply(answer)
                continue
            _show_board(match, self.seat, self.console)
            if why and why != told:
                self.console.print(f"[cyan]The plan leaves this to you: {escape(why)}[/]")
            told = why
            if not ask(match, prompt, self.console, self._undo):
                return
            printed = min(printed, len(_log(match)))  # an undo shortens the log
        _print_log(match, self.seat, printed, self.console)

    def _automatic_answers(self, prompt: tw.Prompt) -> tuple[tuple[tw.Answer, ...], str]:
        """The answers that need no decision, or why the plan leaves it to the person."""
        step = self.plan.step(self.match) if self.plan is not None else None
        if step is not None and step.answers:
            return step.answers, ""
        forced = None if self.every_step else _forced_answer(prompt)
        if forced is not None:
            return (forced,), ""
        return (), "" if step is None else step.sentence

    def _undo(self) -> tw.Refusal | None:
        """Take back the last decision of the person and everything after it."""
        inputs = effective(self.match.record.entries)
        keep = len(inputs) - 1
        while keep >= 0 and (inputs[keep].seat != self.seat or keep in self.automatic):
            keep -= 1
        if keep < 0:
            return tw.Refusal("nothing_to_undo", "There is no decision of yours to take back.")
        if any(entry.barrier for entry in inputs[keep:]):
            sentence = "Your last decision cannot be taken back: hidden information was revealed."
            return tw.Refusal("undo_barrier", sentence)
        for _ in inputs[keep:]:
            refusal = self.match.undo()
            if refusal is not None:
                return refusal
        self.automatic = {number for number in self.automatic if number < keep}
        if self.plan is not None:
            self.plan.forget()
        return None


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
    from turnwright.games.netrunner.view import log_sentence

    lines = _log(match)
    for line in lines[printed:]:
        text = log_sentence(match.c, line, seat)  # type: ignore[arg-type]
        console.print(f"[dim]· {escape(text)}[/]")
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
