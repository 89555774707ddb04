"""What a seed of the Spire holds, and whether recordings agree with what we make of them."""

from __future__ import annotations

import argparse
import sys
from typing import Any

import msgspec

import turnwright as tw

from . import verify_recordings

ACTS = (1, 2, 3)
FIRST_RELICS = 8


def add_parts(part: Any) -> None:
    seed = part("seed", _seed, "show what a seed holds: maps, Neow, bosses, relics in order")
    seed.add_argument("seed", metavar="SEED", help="as the game shows it, or a number after #")
    seed.add_argument("--class", dest="character", default="IRONCLAD", metavar="CLASS")
    seed.add_argument("--ascension", type=int, default=0, metavar="N")
    seed.add_argument("--json", action="store_true", help="print JSON")

    verify = part("verify", _verify, "replay recorded seeds, battles, events or runs")
    verify_recordings.add_arguments(verify)


# --- a seed --------------------------------------------------------------------------------------


def _seed(chosen: argparse.Namespace) -> int:
    facts = explore(chosen.seed, chosen.character.upper(), chosen.ascension)
    if chosen.json:
        sys.stdout.write(msgspec.json.encode(facts).decode() + "\n")
        return 0
    print(
        f"seed {facts['seed']} ({facts['number']}), {facts['class']}, ascension {chosen.ascension}"
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
    print("\nRelics, the next one first (shops take them from the end)")
    for tier, kinds in facts["relics"].items():
        print(f"  {tier}: {', '.join(kinds[:FIRST_RELICS])} ...")
    return 0


def explore(seed: str, character: str, ascension: int) -> dict[str, Any]:
    """All that is decided when a run begins."""
    from turnwright.games.spire.rng import Random, seed_from_text, seed_to_text
    from turnwright.games.spire.run import encounters, map, neow, relic_pools

    if character not in relic_pools.CLASSES:
        sentence = f"There is no class {character!r}; there are {', '.join(relic_pools.CLASSES)}."
        raise tw.UnusableError("unknown_class", sentence)
    if not 0 <= ascension <= 20:
        raise tw.UnusableError("bad_ascension", "The ascension is from 0 to 20.")
    try:
        number = int(seed[1:]) if seed.startswith("#") else seed_from_text(seed)
    except ValueError as error:
        raise tw.UnusableError("bad_seed", f"{error}.") from None
    monsters = Random.seeded(number)
    acts = []
    for act in ACTS:
        made = map.generate(number, act, ascension)
        acts.append(
            {
                "act": act,
                "monsters": encounters.monster_list(act, monsters),
                "elites": encounters.elite_list(act, monsters),
                "boss": encounters.boss_list(act, monsters)[0],
                "burning": made.burning,
                "nodes": [
                    {"x": node.x, "y": node.y, "symbol": node.symbol, "edges": node.edges}
                    for node in made.connected()
                ],
                "picture": list(map.picture(made)),
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


# --- recordings ----------------------------------------------------------------------------------


def _verify(chosen: argparse.Namespace) -> int:
    from turnwright.bridges.commmod.recordings.real_message import is_sample, verify_sample
    from turnwright.games.spire.recordings.verify import verify

    return verify_recordings.verify_files(
        chosen, lambda one: verify_sample(one) if is_sample(one) else verify(one)
    )
