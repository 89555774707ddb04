"""What is used of the pools on average, from a few runs."""

from __future__ import annotations

import time
from collections import Counter, defaultdict

import msgspec

from turnwright.core.rules.ledger import Number

from .engine.combatant_state import CombatantState
from .engine.compile import compile_plan
from .engine.fight_events import ActionUse
from .engine.rng import run_seed
from .engine.run_state import FightRun, RunLog
from .engine.runs import play_run
from .model import scenario as model
from .validation import PoolPreview

RUNS, SECONDS = 200, 1.5
"""How many runs are played, and for how long at most."""


def with_expected(scenario: model.Scenario, pools: list[PoolPreview]) -> list[PoolPreview]:
    """Add what a combatant pays from its pools on average, in the whole fight or day. Pools that are
    full again every turn are left out."""
    plan = compile_plan(scenario)
    log = PaymentLog()
    run = FightRun(plan, log)
    played, end = 0, time.monotonic() + SECONDS
    while played < RUNS and time.monotonic() < end:
        play_run(run, run_seed(0, played))
        played += 1
    copies = Counter(participant.kind.path for participant in plan.participants)

    def with_paid(row: PoolPreview) -> PoolPreview:
        each = log.paid[row.path, row.pool] / (played * copies[row.path])
        return msgspec.structs.replace(row, expected=round(each, 3))

    return [
        with_paid(row) if copies[row.path] and row.reset not in ("turn", "round") else row
        for row in pools
    ]


class PaymentLog(RunLog):
    """A `RunLog` that adds up what is paid from each pool, by the combatant's path and the pool."""

    def __init__(self) -> None:
        self.paid: defaultdict[tuple[str, str], Number] = defaultdict(int)
        self.hit_dice: dict[int, dict[str, Number]] = {}

    def action(self, run: FightRun, use: ActionUse) -> None:
        """Add what the action took."""
        kind = use.actor.kind
        for pool, amount in use.paid:
            self.paid[kind.path, kind.pool_keys[pool]] += amount

    def encounter_over(self, run: FightRun) -> None:
        """Remember the hit dice before a rest."""
        self.hit_dice = {one.index: _hit_dice(one) for one in run.everyone}

    def rest(self, run: FightRun, kind: str) -> None:
        """Add the hit dice that were spent in the rest."""
        for one in run.everyone:
            for key, left in _hit_dice(one).items():
                spent = self.hit_dice.get(one.index, {}).get(key, left) - left
                self.paid[one.kind.path, key] += max(0, spent)
        self.encounter_over(run)


def _hit_dice(one: CombatantState) -> dict[str, Number]:
    pools = one.kind.pools.items()
    return {key: one.pools[pool] for key, pool in pools if key.startswith("HitDie_")}
