"""Simulate skirmishes: how will a fight go with these tactics, and why?

FILE is a scenario (YAML or JSON), or the name of a sample (`turnwright skirmish list`).
"""

from __future__ import annotations

import argparse
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType, ModuleType
from typing import Any, Literal

import msgspec
from rich.console import Console
from rich.markup import escape
from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn
from rich.table import Table

import turnwright as tw

STOPPED = 130
"""The exit code of whatever was stopped by Ctrl-C."""
LISTS = ("encounters", "combatants", "actions", "rules")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parts = parser.add_subparsers(dest="part", metavar="PART", required=True)

    def part(name: str, do: Callable[[argparse.Namespace], int], line: str) -> Any:
        made = parts.add_parser(name, help=line, description=line[0].upper() + line[1:] + ".")
        made.set_defaults(do=do)
        return made

    run_ = part("run", _run, "play a scenario many times")
    _file(run_)
    _batch(run_, 10_000)
    run_.add_argument(
        "--until", type=float, metavar="WIDTH", help="stop at an interval of this width"
    )
    run_.add_argument("--all", action="store_true", help="a row for every combatant")

    compare = part("compare", _compare, "play two scenarios in the same runs")
    _file(compare, "a", "A")
    _file(compare, "b", "B")
    _batch(compare, 10_000)

    sweep = part("sweep", _sweep, "vary one number of a scenario")
    _file(sweep)
    sweep.add_argument(
        "path", metavar="PATH", help="Goblin.ac, Goblin.count, Goblin.Scimitar.damage"
    )
    sweep.add_argument("values", metavar="VALUES", help="10..20, 10..20:2, or 8,10,12")
    _batch(sweep, 2_000)

    optimise = part("optimise", _optimise, "look for a better order of a priority list")
    _file(optimise)
    optimise.add_argument("--combatant", required=True, metavar="NAME", help="whose list")
    optimise.add_argument("--reactions", action="store_true", help="its reactions, not its actions")
    optimise.add_argument(
        "-o", "--output", type=Path, metavar="OUT", help="write the better scenario"
    )
    _batch(optimise, 10_000)

    explain = part("explain", _explain, "tell one run, with every decision and its reasons")
    _file(explain)
    explain.add_argument("--seed", type=int, required=True, metavar="S", help="the seed of the run")
    explain.add_argument("--brief", action="store_true", help="what happens, without the decisions")
    _json(explain)

    validate = part("validate", _validate, "look for mistakes in a scenario")
    _file(validate)
    validate.add_argument(
        "--play", action="store_true", help="play it a little, for the table of pools"
    )
    _json(validate)

    import_ = part("import", _import, "make a scenario of a battlesim2 or 5e-bits file")
    import_.add_argument("file", metavar="FILE", help="the file")
    import_.add_argument("names", nargs="*", metavar="NAME", help="only these monsters or spells")
    import_.add_argument(
        "-o", "--output", type=Path, metavar="OUT", help="write the scenario there"
    )
    import_.add_argument(
        "--spells", metavar="FILE", help="spells for the monsters, in 5e-bits format"
    )
    import_.add_argument("--day", metavar="NAME", help="one of several days")
    import_.add_argument("--dice", action="store_true", help="hit points are rolled in every run")
    _json(import_)

    list_ = part("list", _list, "show what the library has")
    list_.add_argument("what", nargs="?", choices=LISTS, default="encounters", help="encounters")

    schema = part("schema", _schema, "print the JSON Schema of scenario files")
    schema.add_argument(
        "--results", action="store_true", help="of what the commands print with --json"
    )


def _file(parser: Any, name: str = "file", shown: str = "FILE") -> None:
    parser.add_argument(name, metavar=shown, help="a scenario, or the name of a sample")


def _json(parser: Any) -> None:
    parser.add_argument("--json", action="store_true", help="print JSON")


def _batch(parser: Any, runs: int) -> None:
    parser.add_argument("--runs", type=int, default=runs, metavar="N", help=f"so often ({runs:,})")
    parser.add_argument("--seed", type=int, default=0, metavar="S", help="decides all chance (0)")
    parser.add_argument(
        "--workers", type=int, metavar="N", help="processes (as many as are worth it)"
    )
    parser.add_argument(
        "--backend", choices=("auto", "inline", "pool", "ray"), default="auto", help="where it runs"
    )
    parser.add_argument(
        "--executor",
        choices=("auto", "interpreter", "kernel"),
        default="auto",
        help="what plays it",
    )
    _json(parser)


def run(chosen: argparse.Namespace) -> int:
    try:
        return int(chosen.do(chosen))
    except tw.TurnwrightError as error:
        problems = getattr(error, "problems", None)
        if not problems:
            raise
        name = getattr(error, "name", "") or getattr(chosen, "file", "The scenario")
        sentence = f"{name}: {problems[0]}"
        if len(problems) > 1:
            more = f"{len(problems) - 1} more problem{'s' * (len(problems) > 2)}"
            sentence += f", and {more}; `turnwright skirmish validate` lists them"
        end = "" if sentence.endswith((".", "?", "!")) else "."
        raise tw.UnusableError(error.code, sentence + end) from None


def _api() -> ModuleType:
    """What the commands call. It is imported when it is needed, for it is large."""
    try:
        from turnwright.skirmish import api
    except ModuleNotFoundError as error:
        if (error.name or "").startswith("turnwright"):
            raise
        sentence = f"Skirmishes need {error.name}: pip install 'turnwright[skirmish]'."
        raise tw.UnusableError("missing_package", sentence) from None
    return api


# --- the parts -------------------------------------------------------------------------------------


def _run(chosen: argparse.Namespace) -> int:
    api = _api()
    with _playing(chosen) as means:
        report = api.run(chosen.file, chosen.runs, chosen.seed, until_width=chosen.until, **means)
    if not report.runs:
        raise tw.UnusableError("stopped", "Stopped before the first runs were done.")
    if chosen.json:
        _print_json(report)
    else:
        from .skirmish_reports import show_report

        show_report(report, chosen.file, Console(highlight=False), every=chosen.all)
    return STOPPED if report.stopped == "cancelled" else 0


def _compare(chosen: argparse.Namespace) -> int:
    api = _api()
    with _playing(chosen) as means:
        found = api.compare(chosen.a, chosen.b, chosen.runs, chosen.seed, **means)
    if not found.first.runs:
        raise tw.UnusableError("stopped", "Stopped before the first runs were done.")
    if chosen.json:
        _print_json(found)
    else:
        from .skirmish_reports import show_comparison

        show_comparison(found, (chosen.a, chosen.b), Console(highlight=False))
    return STOPPED if found.first.stopped == "cancelled" else 0


def _sweep(chosen: argparse.Namespace) -> int:
    api = _api()
    with _playing(chosen) as means:
        found = api.sweep(
            chosen.file, chosen.path, chosen.values, chosen.runs, chosen.seed, **means
        )
    if chosen.json:
        _print_json(found)
    else:
        from .skirmish_reports import show_sweep

        show_sweep(found, Console(highlight=False))
    return STOPPED if found.stopped == "cancelled" else 0


def _optimise(chosen: argparse.Namespace) -> int:
    api = _api()
    which = "reactions" if chosen.reactions else "actions"
    with _playing(chosen) as means:
        found = api.optimise(
            chosen.file, chosen.combatant, chosen.runs, chosen.seed, which=which, **means
        )
    if chosen.json:
        _print_json(found)
    else:
        from .skirmish_reports import show_optimised

        show_optimised(found, Console(highlight=False))
    if chosen.output is not None and found.is_gain:
        chosen.output.write_text(api.write(api.reordered(chosen.file, found)), "utf-8")
        _note(f"Written to {chosen.output}.")
    return STOPPED if found.is_stopped else 0


def _explain(chosen: argparse.Namespace) -> int:
    told = _api().explain(chosen.file, chosen.seed)
    if chosen.json:
        _print_json(told)
        return 0
    from .skirmish_findings import show_explanation

    show_explanation(told, Console(highlight=False, soft_wrap=True), brief=chosen.brief)
    return 0


def _validate(chosen: argparse.Namespace) -> int:
    found = _api().validate(chosen.file, play=chosen.play)
    from .skirmish_findings import show_findings

    errors = found.of("error")
    is_bad = any(one.code == "bad_file" for one in errors)
    if chosen.json:
        _print_json(found)
    else:
        show_findings(found, Console(highlight=False, soft_wrap=True))
    return 2 if is_bad else 1 if errors else 0


def _import(chosen: argparse.Namespace) -> int:
    api = _api()
    from turnwright.bridges.encounter_files.importer import import_file

    hp: Literal["average", "dice"] = "dice" if chosen.dice else "average"
    found = import_file(
        chosen.file, names=chosen.names or None, spells=chosen.spells, day=chosen.day, hp=hp
    )
    if chosen.json:
        _print_json(found)
        return 0
    text = api.write(found.scenario)
    if chosen.output is None:
        sys.stdout.write(text)
    else:
        chosen.output.write_text(text, "utf-8")
    from .skirmish_findings import show_remarks

    show_remarks(found.report, Console(stderr=True, highlight=False, soft_wrap=True))
    if chosen.output is not None:
        _note(f"Written to {chosen.output}.")
    return 0


def _list(chosen: argparse.Namespace) -> int:
    rows = _api().catalogue(chosen.what)
    table = Table("name", "what it is", box=None, padding=(0, 2, 0, 0), header_style="dim")
    for name, line in rows:
        table.add_row(f"[bold]{escape(name)}[/]", escape(line))
    Console(highlight=False).print(table)
    return 0


def _schema(chosen: argparse.Namespace) -> int:
    api = _api()
    made = api.schemas() if chosen.results else api.file_schema()
    sys.stdout.write(msgspec.json.format(msgspec.json.encode(made), indent=1).decode() + "\n")
    return 0


def _print_json(value: Any) -> None:
    sys.stdout.write(msgspec.json.encode(value).decode() + "\n")


def _note(sentence: str) -> None:
    Console(stderr=True, highlight=False).print(escape(sentence))


# --- while it runs ---------------------------------------------------------------------------------


@contextmanager
def _playing(chosen: argparse.Namespace) -> Iterator[dict[str, Any]]:
    """A progress bar, and Ctrl-C as a wish to stop: what is done by then is reported. The second one
    stops at once."""
    wishes: list[int] = []

    def wish(number: int, frame: FrameType | None) -> None:
        wishes.append(number)
        if len(wishes) > 1:
            raise KeyboardInterrupt

    before = signal.signal(signal.SIGINT, wish)
    screen = Console(stderr=True)
    bar = Progress(
        TextColumn("{task.description}"), BarColumn(), TaskProgressColumn(),
        TextColumn("{task.completed:,} of {task.total:,}"), TimeRemainingColumn(),
        console=screen, transient=True, disable=not screen.is_terminal,
    )  # fmt: skip
    try:
        with bar:
            compiles = _api().may_compile(chosen.runs, chosen.executor)
            words = "compiling the kernel, once, for a minute" if compiles else "playing"
            task = bar.add_task(words, total=chosen.runs)

            def show(done: int, total: int) -> None:
                bar.update(task, completed=done, total=total, description="playing")

            yield {
                "workers": chosen.workers,
                "backend": chosen.backend,
                "executor": chosen.executor,
                "progress": show,
                "cancel": lambda: bool(wishes),
            }
    finally:
        signal.signal(signal.SIGINT, before)
