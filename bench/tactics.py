"""How much the optimiser gains over the default lists of the bestiary, against a reference party.

    python -m bench.tactics                    all monsters with four actions or more: 5 minutes
    python -m bench.tactics Lamia "Mummy Lord"

Each monster faces as many of the reference party's copies, or has as many copies of itself, that the
fight is open; an order of its list that wins five percentage points more often is a fault of the rule
that orders imported lists (`turnwright.bridges.srd5e.priority_list`).
"""

from __future__ import annotations

import argparse
import sys

from turnwright.skirmish import api
from turnwright.skirmish.model import bestiary
from turnwright.skirmish.stats.run_options import RunOptions

PARTY = ("Paladin", "Cleric", "Rogue", "Wizard")
LEVELS = (5, 7, 9, 11, 13, 15, 17, 20)
GREAT = 9
"""From this challenge rating on, a monster is not a match for heroes of level 5 in numbers."""
MIN_ACTIONS = 4
FAULT = 0.05
OPEN = (0.3, 0.7)


def fight(monster: str, level: int, count: int) -> dict[str, object]:
    """A monster against the reference party of a level."""
    known = bestiary.combatant_data()
    name = f"{monster} (SRD)" if f"{monster} (SRD)" in known else monster
    heroes = [f"{kind} {level}" for kind in PARTY]
    return {"sides": {"Heroes": heroes, "Monsters": [{"use": name, "count": count}]}}


def open_fight(monster: str, runs: int = 400) -> tuple[dict[str, object], float]:
    """Return the fight of a monster that is closest to even, and its chance to win."""
    tried = []
    is_great = (bestiary.combatant(monster).challenge or 0) >= GREAT
    many = () if is_great else (2, 3, 5, 8, 12)
    fights = [(5, 1), *((5, count) for count in many), *((level, 1) for level in LEVELS[1:])]
    for level, count in [*fights, (20, 2), (20, 3)]:
        scenario = fight(monster, level, count)
        report = api.run(scenario, RunOptions(runs=runs, workers=1))
        won = report.sides[1].win.value
        tried.append((abs(won - 0.5), scenario, won))
        if OPEN[0] <= won <= OPEN[1]:
            break
    _, scenario, won = min(tried, key=lambda one: one[0])
    return scenario, won


def with_choices() -> list[str]:
    """The monsters whose lists could be in a wrong order."""
    names = [name.removesuffix(" (SRD)") for name in bestiary.combatant_data()]
    lists = {name: bestiary.combatant(name) for name in names}
    return [n for n, one in lists.items() if len(one.actions) - len(one.disabled) >= MIN_ACTIONS]


def main() -> int:
    """Print a line for every monster. The exit code is 1 if a list loses more than five points."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("monsters", nargs="*")
    parser.add_argument("--runs", type=int, default=4_000, help="fresh runs of the check")
    arguments = parser.parse_args()
    faults = 0
    for monster in arguments.monsters or with_choices():
        scenario, won = open_fight(monster)
        options = RunOptions(runs=arguments.runs, seed=1, workers=1)
        found = api.optimise(scenario, monster, options)
        low, value, high = (
            100 * one for one in (found.gain.low, found.gain.value, found.gain.high)
        )
        gain = f"{value:+.1f} points ({low:+.1f} to {high:+.1f})" if found.is_gain else "no gain"
        print(f"{monster}: wins {won:.0%}, {gain}", flush=True)
        if found.is_gain and found.gain.value > FAULT:
            faults += 1
            print(f"    before {found.before}\n    after  {found.after}", flush=True)
    print(f"{faults} lists lose more than {FAULT:.0%}")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
