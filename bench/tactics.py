"""How much the optimiser gains over the default lists of the bestiary, against a reference party.

    python -m bench.tactics                    a selection of monsters with many actions
    python -m bench.tactics Lamia "Mummy Lord"

Each monster faces as many of the reference party's copies, or has as many copies of itself, that the
fight is open; an order of its list that wins five percentage points more often is a fault of the rule
that orders imported lists (`turnwright.bridges.srd5e.priority_list`).
"""

from __future__ import annotations

import argparse

from turnwright.skirmish import api
from turnwright.skirmish.model import bestiary
from turnwright.skirmish.stats.run_options import RunOptions

PARTY = ("Paladin", "Cleric", "Rogue", "Wizard")
LEVELS = (5, 7, 9, 11, 13, 15, 17)
SELECTION = (
    "Archmage", "Mummy Lord", "Rakshasa", "Mage", "Lamia", "Ghost", "Priest", "Chimera", "Oni",
    "Vrock", "Couatl", "Medusa", "Young Green Dragon", "Night Hag", "Cult Fanatic", "Ghoul",
)  # fmt: skip
OPEN = (0.2, 0.8)


def fight(monster: str, level: int, count: int) -> dict[str, object]:
    """A monster against the reference party of a level."""
    known = bestiary.combatant_data()
    name = f"{monster} (SRD)" if f"{monster} (SRD)" in known else monster
    heroes = [f"{kind} {level}" for kind in PARTY]
    return {"sides": {"Heroes": heroes, "Monsters": [{"use": name, "count": count}]}}


def open_fight(monster: str, runs: int = 400) -> tuple[dict[str, object], float]:
    """Return the fight of a monster that is closest to even, and its chance to win."""
    tried = []
    for level, count in [(5, count) for count in (1, 2, 3, 5, 8, 12)] + [
        (n, 1) for n in LEVELS[1:]
    ]:
        scenario = fight(monster, level, count)
        report = api.run(scenario, RunOptions(runs=runs, executor="interpreter", workers=1))
        won = report.sides[1].win.value
        tried.append((abs(won - 0.5), scenario, won))
        if OPEN[0] <= won <= OPEN[1]:
            break
    _, scenario, won = min(tried, key=lambda one: one[0])
    return scenario, won


def main() -> None:
    """Print a line for every monster."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("monsters", nargs="*", default=SELECTION)
    parser.add_argument("--runs", type=int, default=4_000, help="fresh runs of the check")
    arguments = parser.parse_args()
    for monster in arguments.monsters:
        scenario, won = open_fight(monster)
        options = RunOptions(runs=arguments.runs, seed=1, workers=1)
        found = api.optimise(scenario, monster, options)
        gain = f"{100 * found.gain.value:+.1f} points" if found.is_gain else "no gain"
        print(f"{monster}: wins {won:.0%}, {gain}", flush=True)
        if found.is_gain:
            print(f"    before {found.before}\n    after  {found.after}", flush=True)


if __name__ == "__main__":
    main()
