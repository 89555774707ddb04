"""Where the run hands over to a fight.

For checking the run by itself, the option `fights` is "won" (every fight is won at once) or "told"
(somebody else says how it went, and calls `rooms.battle_over`).
"""

from __future__ import annotations

from turnwright.games.spire.context import Asking, Spire


def begin(c: Spire, encounter: str) -> Asking:
    how = c.options.get("fights", "fought")
    c.G.data["encounter"] = encounter
    if how == "fought":
        from turnwright.games.spire.combat import begin

        yield from begin(c, encounter)
        return
    c.G.screen = "BATTLE"
    if how == "won":
        from .rooms import battle_over

        yield from battle_over(c)
