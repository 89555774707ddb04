"""Setting the table for a test: cards where the scene needs them, and everything else as it was."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from turnwright.core.errors import Refusal
from turnwright.core.runtime.match import Match

Place = str | tuple[str, Mapping[str, Any]]


def arrange(
    match: Match,
    zones: Mapping[str, Iterable[Place]],
    edits: Mapping[str, Any] | None = None,
    *,
    clear: Iterable[str] = (),
) -> dict[str, int]:
    """Put new cards into zones, by name, and set values; all of it is on the record.

    `zones` maps a zone (`hand:0`) to kinds, or to (kind, fields) pairs; `clear` names zones that are
    emptied first. The value maps each kind to the number of the (last) card made of it.
    """
    flow = match.flow
    _sure(flow.set_manual_mode(True))
    for key in clear:
        for card_id in list(match.ctx.zones[key]):
            _sure(flow.remove_card(card_id))
    made: dict[str, int] = {}
    for key, places in zones.items():
        for place in places:
            kind, fields = (place, {}) if isinstance(place, str) else place
            _sure(flow.create_card(kind, key, **fields))
            made[kind] = match.ctx.zones[key][-1]
    for path, value in (edits or {}).items():
        _sure(flow.edit(path, value))
    _sure(flow.set_manual_mode(False))
    return made


def _sure(refusal: Refusal | None) -> None:
    assert refusal is None, refusal
