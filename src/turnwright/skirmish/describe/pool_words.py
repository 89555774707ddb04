"""Pools in sentences: what they hold, when they are refilled, and which events change them."""

from __future__ import annotations

from turnwright.core.rules.ledger import Number
from turnwright.skirmish.model.scenario import RESET, PoolSize

from .dice_words import DiceContext, bonus
from .event_words import noticed_event, value_noun
from .sentence_parts import ME, capitalised, joined, number, spaced


def describe_pool(key: str, size: PoolSize | Number) -> str:
    """Return what a pool holds, as a sentence: "Combo: 0 at first and at most 5; +1 when my melee
    attack hits; back to 0 every turn"."""
    if not isinstance(size, PoolSize):
        size = PoolSize(size)
    parts = []
    if size.at_start == size.max:
        parts.append(number(size.max))
    else:
        parts.append(f"{number(size.at_start)} at first and at most {number(size.max)}")
    changes: dict[str, list[str]] = {}
    for text, amount in size.events.items():
        value = value_noun(text.partition(" as ")[0])
        change = "" if amount == RESET else bonus(amount, DiceContext(value=value))
        changes.setdefault(change, []).append(noticed_event(text, ME))
    is_full = size.after_reset == size.max
    back = "full again" if is_full else f"back to {number(size.after_reset)}"
    parts += [f"{c} when {joined(found, 'or')}" for c, found in changes.items() if c]
    resets = [f"when {joined(changes[''], 'or')}"] if "" in changes else []
    resets += [_RESETS[size.reset]] if size.reset else []
    if resets:
        parts.append(f"{back} {joined(resets)}")
    return capitalised(f"{spaced(key)}: {'; '.join(parts)}")


_RESETS = {
    "turn": "every turn", "round": "every round", "encounter": "after the fight",
    "short rest": "after a short rest", "long rest": "after a long rest",
}  # fmt: skip
