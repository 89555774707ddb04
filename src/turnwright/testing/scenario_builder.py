"""Scenarios for tests: put cards into zones and set values of a running match."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from turnwright.core.errors import Refusal
from turnwright.core.runtime.match import Match

CardSpec = str | tuple[str, Mapping[str, Any]]


def arrange(
    match: Match,
    zones: Mapping[str, Iterable[CardSpec]],
    edits: Mapping[str, Any] | None = None,
    *,
    clear: Iterable[str] = (),
) -> dict[str, int]:
    """Create cards in zones and set values. Everything is recorded.

    `zones` maps a zone (`hand:0`) to kinds or (kind, fields) pairs. `clear` names zones that are
    emptied first. Returns the id of the last card of each kind.
    """
    flow = match.flow
    _check(flow.set_manual_mode(True))
    for key in clear:
        for card_id in list(match.ctx.zones[key]):
            _check(flow.remove_card(card_id))
    made: dict[str, int] = {}
    for key, specs in zones.items():
        for spec in specs:
            kind, fields = (spec, {}) if isinstance(spec, str) else spec
            _check(flow.create_card(kind, key, **fields))
            made[kind] = match.ctx.zones[key][-1]
    for path, value in (edits or {}).items():
        _check(flow.edit(path, value))
    _check(flow.set_manual_mode(False))
    return made


def _check(refusal: Refusal | None) -> None:
    assert refusal is None, refusal
