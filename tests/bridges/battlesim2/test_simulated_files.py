"""Imported battlesim2 files, run in the simulator."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.bridges.battlesim2.battlesim_samples import (
    club,
    creature,
    day,
    everything,
    imported,
    shared_files,
)
from turnwright.bridges.encounter_files.importer import detect, import_file
from turnwright.skirmish.api import write
from turnwright.skirmish.engine.compile import compile_plan
from turnwright.skirmish.engine.runs import play
from turnwright.skirmish.model.files import parse
from turnwright.skirmish.model.name_resolution import resolve
from turnwright.skirmish.validation import validate

# --- what is imported does what the file means ------------------------------------------------------
# By arithmetic: +5 against 15 hits with 11 of 20 numbers, one of them critically; 1d8+3 is 7.5.

HIT, CRITICAL, D8 = 11 / 20, 1 / 20, range(1, 9)
HALVED = sum((a + 3) // 2 for a in D8) / 8
HALVED_TWICE = sum((a + b + 3) // 2 for a in D8 for b in D8) / 64


def per_round(runs: int = 40, monster: Any = None, **fields: Any) -> float:
    """The damage per round of one attacker against a passive target, over 50 rounds."""
    attack = {"toHit": "5", "dpr": "1d8+3"} | fields.pop("attack", {})
    post = creature("Post", **{"hp": 100_000, "ac": 15, **(monster or {})})
    data = day(creature("Ann", club(**attack), **fields), monsters=[post])
    plan = compile_plan(resolve(imported(data).scenario))
    outcomes = [play(plan, seed) for seed in range(runs)]
    assert all(one.capped for one in outcomes)
    return sum(sum(one.damage) for one in outcomes) / sum(one.rounds for one in outcomes)


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        ({}, HIT * 7.5 + CRITICAL * 4.5),
        ({"attack": {"toHit": "1d20+5"}}, HIT * 7.5 + CRITICAL * 4.5),
        ({"attack": {"targets": 2}}, 2 * (HIT * 7.5 + CRITICAL * 4.5)),
        ({"attack": {"useSaves": True, "toHit": 15}}, 7.5 * 13 / 20),
        ({"attack": {"freq": {"reset": "recharge", "cooldownRounds": 3}}}, 17 / 50 * 4.35),
        (
            {"monster": {"initialBuffs": [{"damageTakenMultiplier": 0.5}]}},
            (HIT - CRITICAL) * HALVED + CRITICAL * HALVED_TWICE,
        ),
        (
            {"monster": {"initialBuffs": [{"condition": "Is attacked with Disadvantage"}]}},
            HIT**2 * 7.5 + CRITICAL**2 * 4.5,
        ),
    ],
)
def test_average_damage_is_the_expected_value(fields: dict[str, Any], expected: float):
    targets = fields.get("attack", {}).get("targets", 1)
    error = 4.5 * (targets / (40 * 50)) ** 0.5
    assert per_round(**fields) == pytest.approx(expected, abs=4 * error)


@pytest.mark.parametrize(
    "fields",
    [
        {"attack": {"useSaves": True, "toHit": 15}, "monster": {"saveBonus": 100}},
        {"attack": {"condition": "ally at 0 HP"}},
        {"initialBuffs": [{"condition": "Stunned"}]},
        {"initialBuffs": [{"condition": "Paralyzed"}]},
    ],
)
def test_actions_without_damage_deal_none(fields: dict[str, Any]):
    assert per_round(runs=3, **fields) == 0


@pytest.mark.parametrize(
    ("arrival", "surprised", "turns"), [(1, False, 50), (3, False, 48), (1, True, 49)]
)
def test_surprise_and_late_arrival_cost_turns(arrival: int, surprised: bool, turns: int):
    sure = club(useSaves=True, toHit=1000, dpr=10)
    data = day(creature("Ann", sure, arrival=arrival), monsters=[creature("Post", hp=100_000)])
    data["timeline"][0]["playersSurprised"] = surprised
    outcome = play(compile_plan(resolve(imported(data).scenario)), 5)
    assert sum(outcome.damage) == 10 * turns


def test_a_single_creature_heals_itself_when_hurt():
    mend = {"type": "heal", "name": "Mend", "actionSlot": 1, "amount": 50, "target": "self",
            "condition": "is under half HP", "freq": {"reset": "lr", "uses": 2}}  # fmt: skip
    foe = creature("Orc", club(toHit=100, dpr=15), hp=100_000)
    plan = compile_plan(
        resolve(imported(day(creature("Ann", mend, hp=100), monsters=[foe])).scenario)
    )
    outcome = play(plan, 1)
    assert outcome.winner == 1
    assert outcome.uses[0] == 2


# --- real files --------------------------------------------------------------------------------------


def test_real_files_are_imported_without_anything_unknown():
    for path in shared_files():
        found = import_file(path)
        assert detect(json.loads(path.read_bytes())) == "battlesim"
        assert not found.report.of("unknown"), path.name
        assert resolve(parse(write(found.scenario))) == resolve(found.scenario), path.name
        assert not [one for one in validate(resolve(found.scenario)) if one.severity == "error"]


def test_real_files_can_be_run():
    for path in shared_files():
        plan = compile_plan(resolve(import_file(path).scenario))
        outcomes = [play(plan, seed) for seed in range(20)]
        assert not any(one.guards or one.capped for one in outcomes), path.name
        used = [sum(one.uses[deed] for one in outcomes) for deed in range(len(plan.actions))]
        assert sum(map(bool, used)) > len(used) / 2, path.name


def test_a_file_with_every_feature_can_be_run():
    scenario = imported(everything()).scenario
    plan = compile_plan(resolve(scenario))
    assert {play(plan, seed).winner for seed in range(30)} <= {-1, 0, 1}
