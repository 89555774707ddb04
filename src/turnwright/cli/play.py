"""Play a game in the terminal against agents.

Prompts are menus: type the number of an option.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import msgspec
from rich.console import Console
from rich.markup import escape

import turnwright as tw
from turnwright.agents.base import Agent
from turnwright.agents.registry import find_agent
from turnwright.core.analysis.option_names import check_options
from turnwright.core.analysis.trace import FlowEvent, Trace
from turnwright.core.definition.explanations import explain_name
from turnwright.core.definition.log_sentences import told_without_cards
from turnwright.core.definition.moves import humanize
from turnwright.games.lookup import find_game
from turnwright.server.rooms.move_labels import are_public, choice_sentences, move_sentence

from .game_lookup import add_game_argument
from .llm_arguments import add_llm_arguments, print_usage, read_endpoint
from .match_text import show_match
from .output import check_can_write

HELP = (
    "Type a number, or several numbers if several are asked; "
    "? NAME explain a card or a word, u undo, s FILE save, q quit."
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `turnwright play`."""
    add_game_argument(parser, nargs="?", default="tictactoe")
    parser.add_argument("--seed", default="0", help="seed of all random numbers (0)")
    parser.add_argument("--seat", type=int, default=0, help="your seat (0); -1 to watch")
    parser.add_argument("--seats", type=int, help="number of seats")
    parser.add_argument(
        "--option", action="append", default=[], metavar="NAME=VALUE",
        help="an option of the game, such as class=ironclad or ascension=5; may be repeated",
    )  # fmt: skip
    parser.add_argument(
        "--agent", default="random", metavar="NAME",
        help="who plays the other seats: random, greedy, mcts:200, llm:MODEL, ... (random)",
    )  # fmt: skip
    parser.add_argument("--load", type=Path, metavar="FILE", help="continue a saved match")
    parser.add_argument(
        "--trace", action="store_true",
        help="print transitions, conditions, hooks and what they changed as they happen; this shows"
        " hidden information",
    )  # fmt: skip
    parser.add_argument("--record", type=Path, metavar="FILE", help="write the record to FILE")
    add_llm_arguments(parser)


def run(arguments: argparse.Namespace) -> int:
    """Play until there is a result or the player quits."""
    game = find_game(arguments.game)
    check_can_write(arguments.record)
    read_endpoint(arguments)
    others = find_agent(arguments.agent, f"{arguments.seed} opponent")
    console = Console(highlight=False)
    if arguments.load:
        match = load_match(game, arguments.load)
        if arguments.trace:
            match.flow.start_trace(listener=partial(_print_event, console), differences=True)
    else:
        options = read_options(arguments.option)
        check_options(game, options)
        trace = Trace(listener=partial(_print_event, console), differences=True)
        match = game.start(
            arguments.seed, arguments.seats, options=options, trace=arguments.trace and trace
        )
    if arguments.seat not in (-1, *match.ctx.player_order):
        raise tw.UnusableError("unknown_seat", f"There is no seat {arguments.seat} in {game.name}.")
    console.print(f"[bold]{escape(game.name)}[/]  {escape(game.about)}")
    console.print(
        f"You are seat {arguments.seat}. {HELP}" if arguments.seat >= 0 else "You are watching."
    )
    try:
        _play(match, arguments.seat, others, console)
    except tw.Refused as refused:
        if match.fault is None:
            raise
        path = Path(f"{game.name}-fault.json")
        path.write_bytes(match.fault.record.to_json())
        error = refused.data.get("error", "")
        sentence = f"{refused} Reproduce it with `turnwright replay {path}`: {error}"
        raise tw.UnusableError("rules_error", sentence) from refused
    finally:
        if arguments.record:
            arguments.record.write_bytes(match.record.to_json())
        print_usage()
    if match.result is not None:
        show_match(match, arguments.seat, console)
        console.print(f"[bold]{escape(str(match.result)).capitalize()}.[/]")
    return 0


def read_options(given: list[str]) -> dict[str, Any]:
    """The options of a match from `NAME=VALUE`. A value is JSON, or else text."""
    options: dict[str, Any] = {}
    for text in given:
        name, equals, value = text.partition("=")
        if not name or not equals:
            raise tw.UnusableError("bad_option", f"{text!r} is not of the form NAME=VALUE.")
        try:
            options[name] = msgspec.json.decode(value)
        except msgspec.DecodeError:
            options[name] = value
    return options


def _print_event(console: Console, event: FlowEvent) -> None:
    """Print an event of the flow as it happens."""
    console.print(f"[dim]{escape(str(event))}[/]")


def load_match(game: tw.Game, path: Path) -> tw.Match:
    """Load a saved match from a file."""
    try:
        return game.load(path.read_bytes())
    except tw.UnusableError as error:
        raise tw.UnusableError(error.code, f"{path} cannot be continued: {error}") from None


def _play(match: tw.Match, seat: int, others: Agent, console: Console) -> None:
    """Play until there is a result or the player quits."""
    while match.result is None:
        prompts = match.prompts
        if not prompts:
            raise tw.RulesError(f"No seat can act at {match.ctx.place}.")
        own = [prompt for prompt in prompts if prompt.seat == seat]
        if not any(len(prompt.options) >= prompt.min for prompt in prompts):
            raise tw.RulesError(f"No seat can act at {match.ctx.place}.")
        if own:
            show_match(match, seat, console)
            if not ask(match, own[0], console):
                return
            continue
        console.print(f"[dim]· {escape(_apply(match, others.decide(prompts[0], match)))}[/]")


def _apply(match: tw.Match, answer: tw.Answer) -> str:
    """Carry out another seat's answer and return its public part: the label of a move whose arguments
    are seats and visible cards, else only its name, because the arguments may be hidden."""
    who, move = match.c.seat_name(answer.seat), match.moves.get(answer.move)
    sentence = move_sentence(match, move, answer.seat, answer.args)
    question = match.asked.get(answer.seat)
    if question is not None and answer.picks is not None:
        sentence = choice_sentences(match, question, answer.picks, answer.seat)[0]
    match.apply(answer)
    is_public = move is None or not answer.args or are_public(match, move, answer.args)
    hidden = (move.hidden_label if move is not None else "") or told_without_cards(
        humanize(answer.move)
    )
    return f"{who} {sentence if is_public else hidden}"


def ask(
    match: tw.Match,
    prompt: tw.Prompt,
    console: Console,
    undo: Callable[[], tw.Refusal | None] | None = None,
) -> bool:
    """Ask until an answer was accepted or a move was undone. Return False if the player quits.

    `undo` takes back the last decision of the player; by default the last input of this seat."""
    choices = _print_menu(match, prompt, console)
    while True:
        console.print("[bold]>[/] ", end="")
        console.file.flush()
        line = sys.stdin.buffer.readline().decode(errors="replace")
        words = line.split()
        if not line or words in (["q"], ["quit"]):
            return False
        if words == ["u"]:
            refusal = undo() if undo is not None else match.undo(prompt.seat, others=True)
            if refusal is None:
                return True
            console.print(f"[yellow]{escape(refusal.sentence)}[/]")
        elif line.startswith("?") and line.strip() != "?":
            console.print(escape(explain_name(match.game, line.strip()[1:].strip())))
        elif words[:1] == ["s"] and len(words) == 2:
            _save(match, words[1], console)
        elif _submit(match, prompt, choices, words, console):
            return True


def _print_menu(match: tw.Match, prompt: tw.Prompt, console: Console) -> list[tw.Option]:
    """Print the options of a prompt and the seat's other legal moves. Return them in order."""
    text = "Your move" if prompt.kind == "move" else prompt.text
    count = "" if prompt.max == 1 else f" (pick {prompt.min} to {prompt.max})"
    console.print(f"\n[bold]{escape(text)}[/]{count}")
    for number, option in enumerate(prompt.options, 1):
        console.print(f"  [bold]{number:>2}[/]  {escape(option.label)}")
    extra = [option for option in match.legal(prompt.seat) if option not in prompt.options]
    for number, option in enumerate(extra, len(prompt.options) + 1):
        console.print(f"  [dim]{number:>2}  {escape(option.label)}[/]")
    return [*prompt.options, *extra]


def _save(match: tw.Match, path: str, console: Console) -> None:
    try:
        Path(path).write_bytes(match.save())
    except OSError as error:
        console.print(f"[yellow]Not saved: {escape(error.strerror or str(error))}.[/]")
    else:
        console.print(f"Saved to {escape(path)}; continue with --load {escape(path)}.")


def _submit(
    match: tw.Match,
    prompt: tw.Prompt,
    choices: list[tw.Option],
    words: list[str],
    console: Console,
) -> bool:
    """Submit the choices with the typed numbers. Return False if they are not accepted."""
    if not words or not all(word.isascii() and word.isdigit() and len(word) < 10 for word in words):
        console.print(f"[yellow]{HELP}[/]")
        return False
    numbers = [int(word) for word in words]
    is_single = len(numbers) == 1 or prompt.kind != "move"
    if not is_single or not all(1 <= number <= len(choices) for number in numbers):
        console.print(f"[yellow]Type a number from 1 to {len(choices)}.[/]")
        return False
    refusal = match.submit(prompt.answer(*(choices[number - 1] for number in numbers)))
    if refusal is None:
        return True
    if refusal.code in ("rules_error", "flow_loop"):
        raise tw.Refused(refusal)
    console.print(f"[yellow]{escape(refusal.sentence)}[/]")
    return False
