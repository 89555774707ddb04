"""Fight an encounter many times: how often it is won, and with how many hit points left."""

from __future__ import annotations

import argparse
from statistics import mean, quantiles
from typing import Any

import msgspec

import turnwright as tw
from turnwright.cli.batch_progress import STOPPED
from turnwright.cli.llm_arguments import add_llm_arguments, print_usage, read_endpoint
from turnwright.cli.output import print_json

from .run_arguments import add_character_arguments, add_run_arguments, play_batch


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
        "--max-hp",
        type=int,
        metavar="N",
        help="maximum hit points (those of a new run, or --hp if that is more)",
    )
    add_character_arguments(parser)
    parser.add_argument(
        "--agent", default="rules", metavar="NAME",
        help="rules, search, random, llm:MODEL, ... (rules)",
    )  # fmt: skip
    add_run_arguments(parser, 100)
    add_llm_arguments(parser)


def run(arguments: argparse.Namespace) -> int:
    """Fight many times and print how the fights end."""
    from turnwright.agents.registry import find_agent
    from turnwright.games.spire import single_fight
    from turnwright.games.spire.bot_batches import BotBatch, fights_of
    from turnwright.games.spire.combat.monsters import ENCOUNTERS

    if arguments.encounter == "list":
        print("\n".join(sorted(ENCOUNTERS)))
        return 0
    try:
        options = single_fight.fight_options(
            arguments.encounter, deck=arguments.deck, relics=arguments.relics, hp=arguments.hp,
            max_hp=arguments.max_hp, potions=arguments.potions, ascension=arguments.ascension,
            character=arguments.character,
        )  # fmt: skip
    except tw.UnusableError as error:
        if error.code != "unknown_encounter":
            raise
        raise tw.UnusableError(
            error.code, f"{error} `turnwright spire fight list` lists all encounters."
        ) from None
    if read_endpoint(arguments) is not None and arguments.agent.startswith("llm:"):
        arguments.backend = "inline"  # tokens are counted in this process
    find_agent(arguments.agent)
    encounter = options["scene"]["encounter"]
    batch = BotBatch(arguments.agent, options, arguments.seed)
    played = play_batch(fights_of, batch, arguments, f"fighting {encounter}")
    summary = _summary(encounter, arguments.agent, played.outcomes) | {
        "class": options["class"],
        "ascension": options["ascension"],
        "seconds": played.seconds,
    }
    code = STOPPED if played.is_cancelled else 0
    print_usage()
    if arguments.json:
        print_json(summary)
        return code
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
    return code


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
