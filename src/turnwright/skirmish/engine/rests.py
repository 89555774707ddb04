"""Rests: what comes back between encounters."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .combatant_state import Body
    from .turns import Fight

RESETS = {
    "short rest": ("turn", "round", "encounter", "short rest"),
    "long rest": ("turn", "round", "encounter", "short rest", "long rest"),
}
"""A longer rest brings back all that a shorter one does."""


def rest(fight: Fight, kind: str) -> None:
    """Those on the first side that are not dead rest: the fallen wake, pools come back, hit dice are
    spent (short rest) or all hit points return (long rest)."""
    for body in fight.all:
        if body.is_dead or body.side >= fight.plan.common:
            continue
        if not body.is_up:
            body.is_up, body.is_down, body.stable = True, False, False
            body.hp = max(1, body.hp)
            body.successes = body.failures = 0
        if kind == "short rest":
            _spend_hit_dice(fight, body)
        else:
            body.hp = body.max_hp
        body.temp = 0 if kind == "long rest" else body.temp
        fight.refill(body, RESETS[kind])
        fight.keep_statuses(body, ("long rest",) if kind == "short rest" else ())
    if fight.log is not None:
        fight.log.rested(fight, kind)


def _spend_hit_dice(fight: Fight, body: Body) -> None:
    """The largest first, as long as an average roll would not be wasted."""
    pools = body.kind.pools
    sizes = sorted((int(key[7:]) for key in pools if key.startswith("HitDie_")), reverse=True)
    con = body.kind.combatant.con
    for sides in sizes:
        pool = pools[f"HitDie_{sides}"]
        while body.pools[pool] >= 1 and body.max_hp - body.hp >= (sides + 1) / 2 + con:
            body.pools[pool] -= 1
            gained = max(0, (fight.take() * sides >> 32) + 1 + con)
            body.hp = min(body.max_hp, body.hp + gained)
