"""Play a game in the terminal against random agents.

Prompts are menus: type the number of an option.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
from rich.console import Console
from rich.markup import escape

import turnwright as tw
from turnwright.agents import RandomAgent
from turnwright.games.lookup import find_game

from .game_lookup import add_game_argument
from .match_text import show_match
from .output import check_can_write

HELP = "Type a number, or several numbers if several are asked; u undo, s FILE save, q quit."


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
    parser.add_argument("--load", type=Path, metavar="FILE", help="continue a saved match")
    parser.add_argument("--record", type=Path, metavar="FILE", help="write the record to FILE")


def run(arguments: argparse.Namespace) -> int:
    """Play until there is a result or the player quits."""
    game = find_game(arguments.game)
    check_can_write(arguments.record)
    if arguments.load:
        match = load_match(game, arguments.load)
    else:
        options = read_options(arguments.option)
        match = game.start(seed=arguments.seed, seats=arguments.seats, options=options)
    if arguments.seat not in (-1, *match.ctx.player_order):
        raise tw.UnusableError("unknown_seat", f"There is no seat {arguments.seat} in {game.name}.")
    console = Console(highlight=False)
    console.print(f"[bold]{escape(game.name)}[/]  {escape(game.about)}")
    console.print(
        f"You are seat {arguments.seat}. {HELP}" if arguments.seat >= 0 else "You are watching."
    )
    try:
        _play(match, arguments.seat, arguments.seed, console)
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


def load_match(game: tw.Game, path: Path) -> tw.Match:
    """Load a saved match from a file."""
    try:
        return game.load(path.read_bytes())
    except tw.UnusableError as error:
        raise tw.UnusableError(error.code, f"{path} cannot be continued: {error}") from None


def _play(match: tw.Match, seat: int, seed: str, console: Console) -> None:
    """Play until there is a result or the player quits."""
    others = RandomAgent(f"{seed} opponent")
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
        answer = others.decide(prompts[0], match)
        match.apply(answer)
        console.print(f"[dim]· {escape(_public_text(answer))}[/]")


def _public_text(answer: tw.Answer) -> str:
    """The public part of another seat's answer: the move without its arguments, which may be hidden."""
    if answer.picks is not None:
        return f"seat {answer.seat} answers a question"
    return f"seat {answer.seat}: {answer.move}"


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
