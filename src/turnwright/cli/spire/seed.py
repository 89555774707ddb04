"""Print what a seed holds: Neow's offers, maps, bosses and the order of relics."""

from __future__ import annotations

import argparse
from typing import Any

import turnwright as tw
from turnwright.cli.output import print_json

from .run_arguments import add_ascension_argument, check_ascension

ACTS = (1, 2, 3)
FIRST_RELICS = 8


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `turnwright spire seed`."""
    parser.add_argument(
        "seed", metavar="SEED", help="a seed as the game shows it, or a number after #"
    )
    parser.add_argument(
        "--class", dest="character", default="IRONCLAD", metavar="CLASS", help="(IRONCLAD)"
    )
    add_ascension_argument(parser)
    parser.add_argument("--json", action="store_true", help="print JSON")


def run(arguments: argparse.Namespace) -> int:
    """Print the contents of a seed as text or JSON."""
    facts = seed_contents(arguments.seed, arguments.character.upper(), arguments.ascension)
    if arguments.json:
        print_json(facts)
        return 0
    print(
        f"seed {facts['seed']} ({facts['number']}), {facts['class']}, ascension {arguments.ascension}"
    )
    print("\nNeow")
    for offer in facts["neow"]:
        print(f"  {offer}")
    for act in facts["acts"]:
        print(f"\nAct {act['act']}: {act['boss']}")
        print(f"  monsters: {', '.join(act['monsters'])}")
        print(f"  elites: {', '.join(act['elites'])}")
        for line in act["picture"]:
            print(f"  {line}")
    print("\nRelics in order (shops take them from the end)")
    for tier, kinds in facts["relics"].items():
        print(f"  {tier}: {', '.join(kinds[:FIRST_RELICS])} ...")
    return 0


def seed_contents(seed: str, character: str, ascension: int) -> dict[str, Any]:
    """Everything that a seed decides at the start of a run."""
    from turnwright.games.spire.rng import Random, seed_from_text, seed_to_text
    from turnwright.games.spire.run import encounters, map, neow, relic_pools

    if character not in relic_pools.CLASSES:
        sentence = (
            f"There is no class {character!r}; choose one of {', '.join(relic_pools.CLASSES)}."
        )
        raise tw.UnusableError("unknown_class", sentence)
    check_ascension(ascension)
    try:
        number = int(seed[1:]) if seed.startswith("#") else seed_from_text(seed)
    except ValueError as error:
        raise tw.UnusableError("bad_seed", f"{error}.") from None
    monsters = Random.seeded(number)
    acts = []
    for act in ACTS:
        generated = map.generate(number, act, ascension)
        acts.append(
            {
                "act": act,
                "monsters": encounters.monster_list(act, monsters),
                "elites": encounters.elite_list(act, monsters),
                "boss": encounters.boss_list(act, monsters)[0],
                "burning": generated.burning,
                "nodes": [
                    {"x": node.x, "y": node.y, "symbol": node.symbol, "edges": node.edges}
                    for node in generated.connected()
                ],
                "picture": list(map.picture(generated)),
            }
        )
    return {
        "seed": seed_to_text(number),
        "number": number,
        "class": character,
        "ascension": ascension,
        "neow": neow.offers(Random.seeded(number)),
        "relics": relic_pools.relic_pools(character, Random.seeded(number)),
        "acts": acts,
    }
