"""Fight an encounter many times: how often it is won, and with how many hit points left."""

from __future__ import annotations

import argparse
import time
from statistics import mean, quantiles
from typing import Any

import msgspec

import turnwright as tw
from turnwright.cli.output import print_json

from .run_arguments import add_ascension_argument, add_run_arguments, seeds_of


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `turnwright spire fight`."""
    parser.add_argument(
        "encounter", metavar="ENCOUNTER", help='"gremlin nob"; `list` prints all encounters'
    )
    parser.add_argument(
        "--deck", metavar="CARDS", help='"5 Strike, 4 Defend, Bash+" (the starting deck)'
    )
    parser.add_argument("--relics", metavar="NAMES", help='"Vajra, Anchor" (the starting relic)')
    parser.add_argument(
        "--potions", default="", metavar="NAMES", help='"Fire Potion, Block Potion" (none)'
    )
    parser.add_argument("--hp", type=int, metavar="N", help="hit points at the start (maximum)")
    parser.add_argument(
        "--max-hp", type=int, metavar="N", help="maximum hit points (80, or --hp if that is more)"
    )
    add_ascension_argument(parser)
    parser.add_argument(
        "--agent", default="rules", metavar="NAME", help="rules, search, random, ... (rules)"
    )
    add_run_arguments(parser, 100)


def run(arguments: argparse.Namespace) -> int:
    """Fight many times and print how the fights end."""
    from turnwright.agents.registry import find_agent
    from turnwright.games.spire import single_fight
    from turnwright.games.spire.combat.monsters import ENCOUNTERS

    if arguments.encounter == "list":
        print("\n".join(sorted(ENCOUNTERS)))
        return 0
    try:
        options = single_fight.fight_options(
            arguments.encounter, deck=arguments.deck, relics=arguments.relics, hp=arguments.hp,
            max_hp=arguments.max_hp, potions=arguments.potions, ascension=arguments.ascension,
        )  # fmt: skip
    except tw.UnusableError as error:
        if error.code != "unknown_encounter":
            raise
        raise tw.UnusableError(
            error.code, f"{error} `turnwright spire fight list` lists all encounters."
        ) from None
    find_agent(arguments.agent)
    encounter = options["scene"]["encounter"]
    started = time.perf_counter()
    outcomes = [
        single_fight.play_fight(
            single_fight.start(options, seed, record=False),
            find_agent(arguments.agent, f"fight {seed}"),
        )
        for seed in seeds_of(arguments, f"fighting {encounter}")
    ]
    summary = _summary(encounter, arguments.agent, outcomes) | {
        "seconds": time.perf_counter() - started
    }
    if arguments.json:
        print_json(summary)
        return 0
    won, left = summary["won"], summary["hp_left"]
    print(
        f"{encounter}: {arguments.agent}, {summary['fights']} fights, seeds from {arguments.seed}"
    )
    print(f"  won       {won['value']:.1%} ({won['low']:.1%} to {won['high']:.1%})")
    print(
        f"  HP left   {summary['mean_hp']:.1f} of {options['scene']['hp']} on average; "
        f"half of the fights end with {left[0]:.0f} to {left[2]:.0f}"
    )
    print(f"  turns     {summary['turns']:.1f}")
    for word in ("escaped", "endless"):
        if summary[word]:
            print(f"  {word:<9} {summary[word]}")
    return 0


def _summary(encounter: str, agent: str, outcomes: list[Any]) -> dict[str, Any]:
    from turnwright.sim.intervals import proportion

    won = sum(one.result == "won" for one in outcomes)
    left = [one.hp for one in outcomes]
    return {
        "encounter": encounter,
        "agent": agent,
        "fights": len(outcomes),
        "won": msgspec.to_builtins(proportion(won, len(outcomes))),
        "mean_hp": mean(left),
        "hp_left": quantiles(left, n=4, method="inclusive") if len(left) > 1 else left * 3,
        "turns": mean(one.turns for one in outcomes),
        "escaped": sum(one.result == "escaped" for one in outcomes),
        "endless": sum(one.result == "endless" for one in outcomes),
    }
