"""What a seed of the Spire holds, and whether recordings agree with what we make of them."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from typing import Any

import msgspec
from rich.console import Console
from rich.progress import track

import turnwright as tw

ACTS = (1, 2, 3)
FIRST_RELICS = 8


def add_parts(part: Any) -> None:
    seed = part("seed", _seed, "show what a seed holds: maps, Neow, bosses, relics in order")
    seed.add_argument("seed", metavar="SEED", help="as the game shows it, or a number after #")
    seed.add_argument("--class", dest="character", default="IRONCLAD", metavar="CLASS")
    seed.add_argument("--ascension", type=int, default=0, metavar="N")
    seed.add_argument("--json", action="store_true", help="print JSON")

    verify = part("verify", _verify, "replay recorded seeds, battles, events or runs")
    verify.add_argument("files", nargs="+", metavar="FILE", help=".jsonl or .jsonl.gz")
    verify.add_argument(
        "--only", default="", metavar="TEXT", help="entries with this in their name"
    )


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
    from turnwright.games.spire import encounters, map, neow, pools
    from turnwright.games.spire.rng import Random, seed_from_text, seed_to_text

    if character not in pools.CLASSES:
        sentence = f"There is no class {character!r}; there are {', '.join(pools.CLASSES)}."
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
        "relics": pools.relic_pools(character, Random.seeded(number)),
        "acts": acts,
    }


# --- recordings ----------------------------------------------------------------------------------


def _verify(chosen: argparse.Namespace) -> int:
    found = [pair for path in chosen.files for pair in _entries(path) if chosen.only in pair[0]]
    if not found:
        raise tw.UnusableError("no_entries", "There is nothing to verify in these files.")
    screen = Console(stderr=True)
    agree = 0
    for name, entry in track(
        found, "verifying", console=screen, transient=True, disable=not screen.is_terminal
    ):
        difference = _difference(entry)
        agree += difference is None
        print(f"{name} {'ok' if difference is None else difference}", flush=True)
    print(f"agree: {agree} of {len(found)}")
    return 0 if agree == len(found) else 1


def _entries(path: str) -> Iterator[tuple[str, Any]]:
    """The entries of a file with their names, which are one line each."""
    from turnwright.core.difference import json_lines

    try:
        for number, entry in enumerate(json_lines(path), 1):
            known = entry if isinstance(entry, dict) else {}
            name = known.get("id") or known.get("seed_str") or f"entry {number}"
            yield "-".join(str(name).split()), entry
    except (ValueError, EOFError, RecursionError, OSError) as error:
        if isinstance(error, OSError) and error.strerror:
            raise
        why = str(error) or type(error).__name__
        raise tw.UnusableError("bad_file", f"{path} is no file of recordings: {why}.") from None


def _difference(entry: Any) -> str | None:
    """The first difference as one line. What cannot be replayed at all is one, too."""
    from turnwright.bridges.commmod.host.sample import is_sample, verify_sample
    from turnwright.games.spire.verify import verify

    try:
        difference = verify_sample(entry) if is_sample(entry) else verify(entry)
    except Exception as error:
        why = " ".join(f"{type(error).__name__}: {error}".split())
        if not isinstance(entry, dict):
            why = "no object"
        return f"step -, entry: expected what can be replayed, got {why[:200]}"
    return None if difference is None else " ".join(str(difference).split())
