"""The bots of the Spire at work: single fights, and how far whole runs get."""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator
from statistics import mean, quantiles
from typing import Any

import msgspec
from rich.console import Console
from rich.progress import track
from rich.table import Table

import turnwright as tw

MOST_RUNS = 1_000_000
BOTS = ("random", "rules", "search")


def add_parts(part: Any) -> None:
    fight = part(
        "fight", _fight, "fight an encounter many times: how often it is won, and at what price"
    )
    fight.add_argument("encounter", metavar="ENCOUNTER", help='"gremlin nob"; `list` shows all')
    fight.add_argument(
        "--deck", metavar="CARDS", help='"5 Strike, 4 Defend, Bash+" (the starting deck)'
    )
    fight.add_argument("--relics", metavar="NAMES", help='"Vajra, Anchor" (the starting relic)')
    fight.add_argument("--potions", default="", metavar="NAMES", help='"Fire Potion, Block Potion"')
    fight.add_argument("--hp", type=int, metavar="N", help="hit points at the start (all)")
    fight.add_argument("--max-hp", type=int, metavar="N", help="(80, or --hp if that is more)")
    fight.add_argument("--ascension", type=int, default=0, metavar="N", help="0 to 20 (0)")
    fight.add_argument(
        "--agent", default="rules", metavar="NAME", help="rules, search, random ... (rules)"
    )
    _add_runs(fight, 100)

    bots = part("bots", _bots, "let bots play whole runs: how far they get")
    bots.add_argument(
        "names", nargs="*", default=[], metavar="NAME", help=f"({' '.join(BOTS[:2])})"
    )
    bots.add_argument("--ascension", type=int, default=0, metavar="N", help="0 to 20 (0)")
    _add_runs(bots, 50)


def _add_runs(parser: Any, usual: int) -> None:
    parser.add_argument("--runs", type=int, default=usual, metavar="N", help=f"({usual})")
    parser.add_argument("--seed", type=int, default=0, metavar="N", help="of the first one (0)")
    parser.add_argument("--json", action="store_true", help="print JSON")


def _seeds(chosen: argparse.Namespace, what: str) -> Iterator[int]:
    if not 1 <= chosen.runs <= MOST_RUNS:
        raise tw.UnusableError("bad_runs", f"--runs is from 1 to {MOST_RUNS:,}.")
    screen = Console(stderr=True)
    seeds = range(chosen.seed, chosen.seed + chosen.runs)
    is_quiet = chosen.json or not screen.is_terminal
    return iter(track(seeds, what, console=screen, transient=True, disable=is_quiet))


# --- fights --------------------------------------------------------------------------------------


def _fight(chosen: argparse.Namespace) -> int:
    from turnwright.agents.registry import find_agent
    from turnwright.games.spire import single_fight
    from turnwright.games.spire.combat.monsters import ENCOUNTERS

    if chosen.encounter == "list":
        print("\n".join(sorted(ENCOUNTERS)))
        return 0
    try:
        options = single_fight.setting(
            chosen.encounter, deck=chosen.deck, relics=chosen.relics, hp=chosen.hp,
            max_hp=chosen.max_hp, potions=chosen.potions, ascension=chosen.ascension,
        )  # fmt: skip
    except tw.UnusableError as error:
        if error.code != "unknown_encounter":
            raise
        raise tw.UnusableError(error.code, f"{error} `spire fight list` shows all.") from None
    find_agent(chosen.agent)
    met = options["scene"]["encounter"]
    begun = time.perf_counter()
    outcomes = [
        single_fight.play(
            single_fight.start(options, seed, record=False),
            find_agent(chosen.agent, f"fight {seed}"),
        )
        for seed in _seeds(chosen, f"fighting {met}")
    ]
    told = _summary(met, chosen.agent, outcomes) | {"seconds": time.perf_counter() - begun}
    if chosen.json:
        sys.stdout.write(msgspec.json.encode(told).decode() + "\n")
        return 0
    won, left = told["won"], told["hp_left"]
    print(f"{met}: {chosen.agent}, {told['fights']} fights, seeds from {chosen.seed}")
    print(f"  won       {won['value']:.1%} ({won['low']:.1%} to {won['high']:.1%})")
    print(
        f"  HP left   {told['mean_hp']:.1f} of {options['scene']['hp']} on average; "
        f"half of the fights end with {left[0]:.0f} to {left[2]:.0f}"
    )
    print(f"  turns     {told['turns']:.1f}")
    for word in ("escaped", "endless"):
        if told[word]:
            print(f"  {word:<9} {told[word]}")
    return 0


def _summary(met: str, agent: str, outcomes: list[Any]) -> dict[str, Any]:
    from turnwright.sim.intervals import proportion

    won = sum(one.result == "won" for one in outcomes)
    left = [one.hp for one in outcomes]
    return {
        "encounter": met,
        "agent": agent,
        "fights": len(outcomes),
        "won": msgspec.to_builtins(proportion(won, len(outcomes))),
        "mean_hp": mean(left),
        "hp_left": quantiles(left, n=4, method="inclusive") if len(left) > 1 else left * 3,
        "turns": mean(one.turns for one in outcomes),
        "escaped": sum(one.result == "escaped" for one in outcomes),
        "endless": sum(one.result == "endless" for one in outcomes),
    }


# --- runs ----------------------------------------------------------------------------------------


def _bots(chosen: argparse.Namespace) -> int:
    from turnwright.agents.registry import find_agent

    if not 0 <= chosen.ascension <= 20:
        raise tw.UnusableError("bad_ascension", "The ascension is from 0 to 20.")
    names = chosen.names or BOTS[:2]
    for name in names:
        find_agent(name)
    rows = [_climb(name, chosen) for name in names]
    if chosen.json:
        sys.stdout.write(msgspec.json.encode(rows).decode() + "\n")
        return 0
    table = Table(box=None, pad_edge=False)
    table.add_column("bot")
    for word in ("runs", "mean floor", "best", "act 2", "act 3", "won", "ms a run"):
        table.add_column(word, justify="right")
    for row in rows:
        table.add_row(
            row["bot"], str(row["runs"]), f"{row['mean_floor']:.1f} ± {row['error']:.1f}",
            str(row["best"]), f"{row['act_2']:.0%}", f"{row['act_3']:.0%}", f"{row['won']:.0%}",
            f"{row['ms']:.0f}",
        )  # fmt: skip
    Console().print(table)
    return 0


ACT_2, ACT_3 = 17, 34
"""Floors after which the next act begins."""


def _climb(name: str, chosen: argparse.Namespace) -> dict[str, Any]:
    from turnwright.agents import play_out
    from turnwright.agents.registry import find_agent
    from turnwright.games.spire.game import game
    from turnwright.sim.intervals import Z

    floors, won = [], 0
    begun = time.process_time()
    options = {"ascension": chosen.ascension}
    for seed in _seeds(chosen, name):
        match = game.start(seed, options=options, record=False)
        play_out(match, [find_agent(name, f"run {seed}")])
        floors.append(match.G.floor)
        won += match.result is not None and bool(match.result.winners)
    spent = time.process_time() - begun
    count = len(floors)
    middle = mean(floors)
    spread = (sum((floor - middle) ** 2 for floor in floors) / max(1, count - 1)) ** 0.5
    return {
        "bot": name,
        "runs": count,
        "mean_floor": middle,
        "error": Z * spread / count**0.5,
        "best": max(floors),
        "act_2": sum(floor > ACT_2 for floor in floors) / count,
        "act_3": sum(floor > ACT_3 for floor in floors) / count,
        "won": won / count,
        "ms": 1000 * spent / count,
    }
