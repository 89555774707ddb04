"""Rests between encounters: what the combatants regain."""

from __future__ import annotations

from .combatant_state import CombatantState
from .resolution import refill
from .run_state import FightRun
from .statuses import keep_statuses

RESETS = {
    "short rest": ("turn", "round", "encounter", "short rest"),
    "long rest": ("turn", "round", "encounter", "short rest", "long rest"),
}
"""The pools that each rest refills. A long rest refills everything that a short one does."""


def rest(run: FightRun, kind: str) -> None:
    """Rest with everybody on the common sides who is not dead: the fallen wake up, pools refill, and
    hit dice are spent (short rest) or all hit points return (long rest)."""
    for combatant in run.everyone:
        if combatant.is_dead or combatant.side >= run.plan.common_sides:
            continue
        if combatant.index >= run.plan.starters and not combatant.is_present:
            continue
        if not combatant.is_up:
            combatant.is_up, combatant.is_down, combatant.stable = True, False, False
            combatant.hp = max(1, combatant.hp)
            combatant.successes = combatant.failures = 0
        if kind == "short rest":
            _spend_hit_dice(run, combatant)
        else:
            combatant.hp = combatant.max_hp
        if kind == "long rest":
            combatant.temp, combatant.temp_status = 0, None
        refill(combatant, RESETS[kind])
        keep_statuses(run, combatant, ("long rest",) if kind == "short rest" else ())
    if run.log is not None:
        run.log.rest(run, kind)


def _spend_hit_dice(run: FightRun, combatant: CombatantState) -> None:
    """Spend the largest first, as long as an average roll would not be wasted."""
    pools = combatant.kind.pools
    sizes = sorted((int(key[7:]) for key in pools if key.startswith("HitDie_")), reverse=True)
    con = combatant.kind.spec.con
    for sides in sizes:
        pool = pools[f"HitDie_{sides}"]
        while (
            combatant.pools[pool] >= 1 and combatant.max_hp - combatant.hp >= (sides + 1) / 2 + con
        ):
            combatant.pools[pool] -= 1
            gained = max(0, (run.draw() * sides >> 32) + 1 + con)
            combatant.hp = min(combatant.max_hp, combatant.hp + gained)
