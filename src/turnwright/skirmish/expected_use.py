"""What a fight takes from the pools on average, from a few runs."""

from __future__ import annotations

import time

import msgspec

from .engine.compile import compile_plan
from .model import scenario as model
from .stats import run as run_module
from .stats.run_options import RunOptions
from .validation import PoolPreview

RUNS, SECONDS, CHUNK = 200, 1.5, 10
"""How many runs are played, and for how long at most."""


def with_expected(scenario: model.Scenario, pools: list[PoolPreview]) -> list[PoolPreview]:
    """Add what is spent at the end on average, for pools that nothing refills in between."""
    if scenario.day:
        return pools
    end = time.monotonic() + SECONDS
    options = RunOptions(
        runs=RUNS,
        executor="interpreter",
        chunk_size=CHUNK,
        cancel=lambda: time.monotonic() > end,
    )
    report = run_module.run(scenario, options)
    spent: dict[tuple[str, str], list[float]] = {}
    participants = compile_plan(scenario).participants
    for participant, one in zip(participants, report.combatants, strict=True):
        for key, left in one.resources.items():
            gone = one.resources_max[key] - left.mean.value
            spent.setdefault((participant.kind.path, key), []).append(gone)

    def with_spent(row: PoolPreview) -> PoolPreview:
        gone = spent.get((row.path, row.pool))
        if gone is None:
            return row
        return msgspec.structs.replace(row, expected=round(sum(gone) / len(gone), 3))

    return [with_spent(row) for row in pools] if report.runs else pools
