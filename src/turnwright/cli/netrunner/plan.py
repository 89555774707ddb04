"""Check, list, show and save run plans.

A plan keeps the flags and tactics of runs under a name: `send runner run HQ --plan NAME`, `send corp
monitor-run --plan NAME`, `netrunner play --plan NAME`. It is a small TOML file, described in
docs/howto/automate-runs.md.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import turnwright as tw
from turnwright.cli.card_pack_argument import add_cards_argument, load_cards
from turnwright.cli.output import print_json

if TYPE_CHECKING:
    from turnwright.bridges.jinteki.automation import Plan, PlanFolder

SIDES = ("runner", "corp")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the commands of `turnwright netrunner plan`."""
    group = parser.add_subparsers(metavar="COMMAND", required=True)
    check = group.add_parser("check", help="read plans and list everything that is wrong with them")
    check.add_argument("files", nargs="+", type=Path, metavar="FILE", help="a plan")
    check.set_defaults(run=_check)
    listing = group.add_parser("list", help="list your plans")
    listing.add_argument("--json", action="store_true", help="print JSON")
    listing.set_defaults(run=_list)
    show = group.add_parser("show", help="say what a plan does")
    show.add_argument("plan", metavar="NAME|FILE", help="one of your plans, or a file")
    show.add_argument("--toml", action="store_true", help="print the plan as a file")
    show.set_defaults(run=_show)
    save = group.add_parser(
        "save",
        help="save flags of one side under a name",
        description="Save flags of one side under a name. The part of the other side is kept.",
    )
    save.add_argument("--description", help="what the plan is for")
    save.add_argument("name", metavar="NAME", help="name of the plan")
    save.add_argument("side", choices=SIDES, help="the side that these flags are for")
    save.add_argument(
        "flags", nargs=argparse.REMAINDER, metavar="FLAG ...", help="--full-break --tank Tithe"
    )
    save.set_defaults(run=_save)
    for one in (listing, show, save):
        add_plans_argument(one)
    for one in (check, listing, show, save):
        add_cards_argument(one)


def add_plans_argument(parser: argparse.ArgumentParser) -> None:
    """Add `--plans`, the folder in which plans are found by name."""
    parser.add_argument(
        "--plans", type=Path, metavar="FOLDER",
        help="folder of your plans (turnwright/plans in your folder for settings)",
    )  # fmt: skip


def plan_folder(arguments: argparse.Namespace) -> PlanFolder:
    """Return the folder that `--plans` names."""
    from turnwright.bridges.jinteki.automation import PlanFolder

    return PlanFolder(arguments.plans)


def _check(arguments: argparse.Namespace) -> int:
    """Print all problems of the files; the exit code is 1 if one is not usable."""
    from turnwright.bridges.jinteki.automation import BadPlanError, load_plan

    load_cards(arguments)
    is_good = True
    for path in arguments.files:
        try:
            plan = load_plan(path)
        except BadPlanError as error:
            is_good = False
            print(f"{path}: not usable")
            problems = error.problems
        else:
            print(f"{path}: {plan.name}, {'usable' if plan.warnings else 'no problems'}")
            problems = list(plan.warnings)
        for problem in problems:
            print(f"  {problem}")
    return 0 if is_good else 1


def _list(arguments: argparse.Namespace) -> int:
    """Print the plans of the folder."""
    from turnwright.bridges.jinteki.automation import load_plan

    load_cards(arguments)
    folder = plan_folder(arguments)
    rows: list[dict[str, Any]] = []
    for name, path in folder.names():
        try:
            plan = load_plan(path)
        except tw.UnusableError as error:
            rows.append({"name": name, "file": str(path), "problem": str(error)})
        else:
            sides = [side for side in SIDES if plan.has_part_for(side)]
            row = {"name": name, "file": str(path), "sides": sides}
            rows.append({**row, "description": plan.description})
    if arguments.json:
        print_json(rows)
        return 0
    for row in rows:
        whom = " and ".join(side.capitalize() for side in row.get("sides", ())) or "nobody"
        text = row.get("problem") or f"for {whom}. {row['description']}".rstrip()
        print(f"{row['name']}: {text}")
    if not rows:
        print(f"There are no plans in {folder.path}.")
    return 0


def _show(arguments: argparse.Namespace) -> int:
    """Say what a plan does, or print its file."""
    load_cards(arguments)
    plan = plan_folder(arguments).find(arguments.plan)
    if arguments.toml:
        sys.stdout.write(plan.to_toml())
        return 0
    print("\n".join(plan.describe()))
    for problem in plan.warnings:
        print(problem)
    return 0


def _save(arguments: argparse.Namespace) -> int:
    """Write a plan into the folder."""
    load_cards(arguments)
    folder = plan_folder(arguments)
    path = folder.path_of(arguments.name)
    earlier = folder.find(str(path)) if path is not None else None
    plan = _with_flags(earlier, arguments)
    written = folder.save(plan)
    print(f"Saved {plan.name!r} to {written}.")
    for problem in plan.warnings:
        print(problem)
    return 0


def _with_flags(earlier: Plan | None, arguments: argparse.Namespace) -> Plan:
    """Return a plan with these flags of one side, and the rest of an earlier one."""
    import msgspec

    from turnwright.bridges.jinteki.automation import Plan, read_plan
    from turnwright.bridges.jinteki.automation.plan_flags import options_from_flags

    options, tactics = options_from_flags(arguments.flags, arguments.side)
    plan = earlier or Plan(name=arguments.name)
    parts = {arguments.side: options}
    if arguments.side == "runner":
        parts["tactics"] = tactics
    description = plan.description if arguments.description is None else arguments.description
    changed = msgspec.structs.replace(plan, description=description, **parts)
    return read_plan(changed.to_toml())
