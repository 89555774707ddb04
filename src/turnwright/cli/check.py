"""Check a game: read its flow for mistakes, then play random matches and report what they show."""

from __future__ import annotations

import argparse
import re
from pathlib import Path

from rich.console import Console
from rich.markup import escape
from rich.progress import Progress

import turnwright as tw
from turnwright.core.analysis.lint import Problem, check, definition_problems
from turnwright.games.lookup import find_game
from turnwright.testing.played_check import PlayedCheck, play_and_check
from turnwright.testing.rule_clock import interrupted_rules

from .game_lookup import add_game_argument, find_options

PLACE = re.compile(r"[\w.-]+\.py:\d+")  # a file and line: what was read there is not told again
RULE_SECONDS = 5.0  # of CPU time, for one input

STYLES = {"error": "bold red", "warning": "yellow", "note": "dim"}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `turnwright check`."""
    add_game_argument(parser)
    parser.add_argument(
        "--matches", type=int, default=200, metavar="N",
        help="random matches to play (200); 0 only reads the rules",
    )  # fmt: skip
    parser.add_argument(
        "--seconds", type=float, default=20.0, help="CPU seconds for the matches (20)"
    )
    parser.add_argument(
        "--records", type=Path, metavar="FOLDER", help="save a record of every failure there"
    )


def run(arguments: argparse.Namespace) -> int:
    """Print every problem and a summary; the exit code is 1 if there are errors."""
    name, played = arguments.game, PlayedCheck()
    try:
        game = find_game(arguments.game)
        name, problems = game.name, check(game)
        size = f"{len(game.compiled_flow.places) - 1} places, {len(game.all_moves)} moves"
        if arguments.matches > 0:
            played = _play(game, arguments)
    except tw.DefinitionError as error:
        problems, size = definition_problems(error), "cannot be played"
    known = {(problem.code, problem.path) for problem in problems}
    said = {place for problem in problems for place in PLACE.findall(problem.sentence)}
    problems += [
        problem
        for problem in played.problems
        if (_read_code(problem), problem.path) not in known
        and not (problem.code == "fails" and said.intersection(PLACE.findall(problem.sentence)))
    ]
    console = Console(highlight=False)
    for problem in sorted(problems, key=lambda problem: list(STYLES).index(problem.severity)):
        _print(console, problem)
    if arguments.records is not None:
        _save_records(console, arguments.records, name, played)
    counts = {severity: sum(p.severity == severity for p in problems) for severity in STYLES}
    texts = [f"{count} {name}{'' if count == 1 else 's'}" for name, count in counts.items()]
    console.print(f"{escape(name)}: {size}; {', '.join(texts)}")
    if played.matches:
        console.print(
            f"[dim]Played {played.matches} random matches, {played.inputs:,} inputs; "
            f"{played.finished} had a result.[/]"
        )
    return 1 if counts["error"] else 0


def _play(game: tw.Game, arguments: argparse.Namespace) -> PlayedCheck:
    screen = Console(stderr=True)
    with Progress(console=screen, transient=True, disable=not screen.is_terminal) as progress:
        task = progress.add_task("playing", total=arguments.matches)
        with interrupted_rules(RULE_SECONDS) as wind_up:
            return play_and_check(
                game,
                arguments.matches,
                seconds=arguments.seconds,
                options=find_options(arguments.game),
                on_match=lambda count: progress.update(task, completed=count),
                before_input=wind_up,
            )


def _read_code(problem: Problem) -> str:
    """The code under which the linter has already reported the same."""
    return {"never_reached": "unreachable"}.get(problem.code, problem.code)


def _print(console: Console, problem: Problem) -> None:
    style = STYLES[problem.severity]
    console.print(f"[{style}]{problem.severity}[/] {escape(problem.path or 'game')}: ", end="")
    console.print(f"{escape(problem.sentence)} [dim]\\[{problem.code}][/]")
    if problem.hint:
        console.print(f"    [dim]{escape(problem.hint)}[/]")


def _save_records(console: Console, folder: Path, name: str, played: PlayedCheck) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for number, failure in enumerate(played.failures, 1):
        if failure.record is not None:
            path = folder / f"{name}-failure-{number}.json"
            path.write_bytes(failure.record.to_json())
            console.print(f"    [dim]saved {escape(str(path))}; turnwright replay shows it[/]")
