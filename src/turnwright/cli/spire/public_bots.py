"""Play public bots from a checkout, unmodified, and compare them with their published results.

The exit code is 1 if a bot crashed, hung, or got an error from the game. A difference to the published
results is reported and is not an error.
"""

from __future__ import annotations

import argparse
import math
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec
from rich.console import Console
from rich.table import Table

from turnwright.cli.batch_progress import STOPPED, batch_progress, check_not_empty
from turnwright.cli.output import print_json

from .run_arguments import add_ascension_argument, add_run_arguments, check_ascension, check_runs

if TYPE_CHECKING:
    from turnwright.bridges.commmod.host.bot_runs import BotRunResult
    from turnwright.bridges.commmod.host.public_bots import PublishedResult, SessionResult
    from turnwright.sim.run_outcomes import RunOutcomes


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `turnwright spire public-bots`."""
    parser.add_argument("bot", metavar="BOT", help="spirecomm or bottled_ai")
    parser.add_argument("checkout", type=Path, metavar="FOLDER", help="your checkout of the bot")
    parser.add_argument(
        "--class", dest="characters", action="append", default=[], metavar="CLASS",
        help="a character; may be repeated (all that the bot plays)",
    )  # fmt: skip
    add_ascension_argument(parser)
    add_run_arguments(parser, 50)
    parser.set_defaults(seed=1)
    parser.add_argument(
        "--python", default=sys.executable, metavar="FILE", help="Python for the bot (this one)"
    )
    parser.add_argument(
        "--patience",
        type=float,
        default=120.0,
        metavar="S",
        help="seconds to wait for a command (120)",
    )


def run(arguments: argparse.Namespace) -> int:
    """Play the runs, print a table, and then what the bot did wrong."""
    from turnwright.bridges.commmod.host.public_bots import find_bot, playable_characters

    check_ascension(arguments.ascension)
    check_runs(arguments.runs)
    bot = find_bot(arguments.bot, arguments.checkout)
    characters = playable_characters(bot, arguments.characters)
    played = _play(arguments, characters)
    check_not_empty(len(played.outcomes))
    runs = [one for session in played.outcomes for one in session.runs]
    trouble = [session.trouble for session in played.outcomes if session.trouble]
    published = bot.published if arguments.ascension == 0 else {}
    rows = [
        {"class": name, **summary([one for one in runs if one.character == name], published.get(name))}
        for name in characters
    ]  # fmt: skip
    if arguments.json:
        print_json({"bot": bot.name, "characters": rows, "trouble": trouble})
    else:
        print(f"{bot.name}, ascension {arguments.ascension}, seeds from {arguments.seed}")
        _print_table(rows)
        _print_trouble(played.outcomes)
    return STOPPED if played.is_cancelled else 1 if trouble else 0


def _play(arguments: argparse.Namespace, characters: list[str]) -> RunOutcomes[SessionResult]:
    from turnwright.bridges.commmod.host.bot_runs import AgentLimits
    from turnwright.bridges.commmod.host.public_bots import BOTS, SessionBatch, sessions_of
    from turnwright.sim.batches import BatchOptions
    from turnwright.sim.run_outcomes import run_outcomes

    batch = SessionBatch(
        bot=arguments.bot,
        checkout=str(arguments.checkout.resolve()),
        python=arguments.python,
        characters=tuple(characters),
        ascension=arguments.ascension,
        first_seed=arguments.seed,
        limits=AgentLimits(arguments.patience, arguments.patience, errors=1),
    )
    sessions = arguments.runs * len(BOTS[arguments.bot].sessions(characters))
    with batch_progress(sessions, arguments.bot, quiet=arguments.json) as control:
        return run_outcomes(
            sessions_of,
            batch,
            BatchOptions(
                runs=sessions,
                workers=arguments.workers,
                backend=arguments.backend,
                progress=control.progress,
                cancel=control.is_cancelled,
                chunk_size=1,
            ),
        )


def summary(runs: list[BotRunResult], published: PublishedResult | None) -> dict[str, Any]:
    """The figures of a character, beside the published ones."""
    from turnwright.sim.intervals import mean, proportion

    ended = [one for one in runs if not one.trouble]
    floors = [one.floor for one in ended]
    floor = mean(sum(floors), sum(value * value for value in floors), len(floors))
    won = proportion(sum(one.result == "victory" for one in ended), len(ended))
    found = {
        "runs": len(ended),
        "failed": len(runs) - len(ended),
        "mean_floor": msgspec.to_builtins(floor),
        "won": msgspec.to_builtins(won),
        "published": msgspec.to_builtins(published),
    }
    if published is not None and len(ended) > 1:
        found["floor_agrees"] = _floor_agrees(floors, published)
        if published.runs:
            found["won_agrees"] = _won_agrees(won.count, won.of, published)
    return found


def _floor_agrees(floors: list[int], published: PublishedResult) -> bool:
    """Whether the 95 % interval of the difference of both means has zero in it. The published mean
    has the spread of these floors, or none if the number of runs is not known."""
    from turnwright.sim.intervals import Z, deviation

    count = len(floors)
    spread = deviation(sum(floors), sum(value * value for value in floors), count)
    other = 1 / published.runs if published.runs else 0
    return abs(sum(floors) / count - published.mean_floor) <= Z * spread * math.sqrt(
        1 / count + other
    )


def _won_agrees(won: int, of: int, published: PublishedResult) -> bool:
    """Whether two samples with so many wins may have the same rate: the pooled two-sample test."""
    from turnwright.sim.intervals import Z

    rate = (won + published.won) / (of + published.runs)
    error = math.sqrt(rate * (1 - rate) * (1 / of + 1 / published.runs))
    return abs(won / of - published.won / published.runs) <= Z * error


def _print_table(rows: list[dict[str, Any]]) -> None:
    table = Table(box=None, pad_edge=False)
    table.add_column("character")
    for word in ("runs", "failed", "mean floor", "published", "won (95 %)", "published"):
        table.add_column(word, justify="right")
    for row in rows:
        known, floor, won = row["published"], row["mean_floor"], row["won"]
        table.add_row(
            row["class"], str(row["runs"]), str(row["failed"]),
            f"{floor['value']:.1f} ± {(floor['high'] - floor['low']) / 2:.1f}",
            f"{known['mean_floor']:.1f}" if known else "-",
            f"{won['value']:.0%} ({won['low']:.0%} to {won['high']:.0%})",
            f"{known['won'] / known['runs']:.0%}" if known and known["runs"] else "-",
        )  # fmt: skip
    Console().print(table)
    for row in rows:
        if verdict := _verdict(row):
            print(f"{row['class']}: {verdict}")


def _verdict(row: dict[str, Any]) -> str:
    """A sentence on whether the results agree with the published ones."""
    checks = {"mean floor": row.get("floor_agrees"), "wins": row.get("won_agrees")}
    known = {what: agrees for what, agrees in checks.items() if agrees is not None}
    if not known:
        return ""
    different = [what for what, agrees in known.items() if not agrees]
    source = row["published"]["source"]
    if different:
        return f"{' and '.join(different)} differ from those published for {source}."
    return f"{' and '.join(known)} agree with those published for {source}."


MAX_SENTENCES = 10


def _print_trouble(sessions: list[SessionResult]) -> None:
    failed = [session for session in sessions if session.trouble]
    for session in failed[:MAX_SENTENCES]:
        last = session.runs[-1] if session.runs else None
        where = f"{last.character}, seed {last.seed}, floor {last.floor}: " if last else ""
        print(f"{where}{session.trouble}")
    if len(failed) > MAX_SENTENCES:
        print(f"... and {len(failed) - MAX_SENTENCES} more.")
