"""Adding to and taking from the amounts of powers."""

from __future__ import annotations

from . import power_ids as p


def change_power(powers: dict[str, int], name: str, amount: int) -> None:
    """Add to a power. Strength, Dexterity and Focus may be negative. At 0 a power is removed."""
    if name in p.FLAGS:
        powers[name] = 1
        return
    left = powers.get(name, 0) + amount
    if left == 0 or (left < 0 and name not in p.SIGNED):
        powers.pop(name, None)
    else:
        powers[name] = left


def reduce_power(powers: dict[str, int], name: str, by: int = 1) -> None:
    """Reduce a power. At 0 it is removed."""
    left = powers[name] - by
    if left > 0:
        powers[name] = left
    else:
        del powers[name]
