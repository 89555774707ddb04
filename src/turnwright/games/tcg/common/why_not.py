"""Why a card cannot be used now, in sentences for its player, for all games of this folder.

Actions of cards are checked with the same function that lists the legal moves, which also explains.
"""

from __future__ import annotations

from typing import Any

from turnwright.core.rules.action import check

from .activation import CardFacts
from .context import CardGameContext


def why_not(c: CardGameContext[Any, Any], card_id: int) -> str:
    """Return why the acting seat cannot use one of its cards now."""
    card, spec = c.card(card_id), c.spec(card_id)
    in_hand = c.zone_of(card_id) == "hand"
    reasons = []
    for name, action in spec.actions.items():
        if (name == "play") != in_hand:
            continue
        if not c.is_timely(action):
            reasons.append(f"{spec.name} cannot be used at this time.")
            continue
        verdict = check(action, CardFacts(c, card_id))
        if not verdict.ok:
            reasons.append(_sentence(spec.name, verdict.why, verdict.data))
    if not reasons and not in_hand and not card.ready:
        reasons.append(f"{spec.name} is exhausted.")
    return " ".join(dict.fromkeys(reasons))


def _sentence(name: str, why: str, data: Any) -> str:
    """Return a failed check as a player would say it."""
    if data.get("check") == "Cost":
        key = str(data["key"]).replace("_", " ")
        return f"{name} costs {data['needed']} {key}; you have {data['found']}."
    text = why.partition(": ")[2] or why
    return f"{name}: {text.rstrip('.')}."
