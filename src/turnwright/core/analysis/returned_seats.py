"""Rules of the flow that return seats: which of them returned something else.

The engine trusts them, because checking their values would slow down every move. Once a match has
failed, this finds the rule that is at fault.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from turnwright.core.errors import RulesError
from turnwright.core.runtime.rule_errors import level_path, location

if TYPE_CHECKING:
    from turnwright.core.runtime.match import Match


def wrong_seats(match: Match) -> RulesError | None:
    """Return the error of a rule of the current place that returns something impossible: seats that
    are not seats, or no list of them."""
    for name, rule, is_list in _seat_rules(match):
        try:
            value: Any = match._reads(rule)
        except Exception:
            continue
        seats = match.ctx.player_order
        example = f"[{seats[0]}]" if is_list else f"{seats[0]}"
        where = f" ({location(rule)})" if location(rule) else ""
        expected = "a list of seats" if is_list else "a seat"
        try:
            found = list(value) if is_list else [value]
        except TypeError:
            sentence = (
                f"{name}{where} returned {value!r}. It returns {expected}, such as {example}."
            )
            return RulesError(sentence)
        if any(type(one) is not int or one not in seats for one in found):
            known = ", ".join(map(str, seats))
            sentence = (
                f"{name}{where} returned {value!r}. It returns {expected}; the seats are {known}."
            )
            return RulesError(sentence)
    return None


def _seat_rules(match: Match) -> Iterator[tuple[str, Any, bool]]:
    """The rules that return seats, of the places that the flow may be in: name, rule, and whether it
    returns several."""
    here = match._place
    for place in [here, *(p for p in match.game.compiled_flow.places.values() if p is not here)]:
        for depth, level in enumerate(place.levels):
            path = level_path(place, depth)
            window = getattr(level, "window", None)
            rules = [("who", getattr(level, "who", None), True)]
            rules += [("order", getattr(level, "order", None), False)]
            rules += [("window.seats", getattr(window, "seats", None), True)]
            rules += [("window.first", getattr(window, "first", None), False)]
            yield from (
                (f"{name} of {path}", rule, is_list)
                for name, rule, is_list in rules
                if callable(rule)
            )
