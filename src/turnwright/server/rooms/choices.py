"""The forms in which a client may answer a prompt, resolved to the ids of what it offers.

A choice is an id, a position in the list of candidates, an object with `key` or `id`, an object with
`zone`, `index` and `owner`, or a list of these. A number that is an id is not a position. What stands
for nothing is kept as it is, so that whoever checks the answer can name it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from turnwright.server.views.protocol import CandidateReference

YES_NO = {True: "yes", False: "no"}


def chosen_ids(
    choice: Any, ids: Sequence[str], entries: Callable[[], Sequence[Mapping[str, Any]]]
) -> tuple[str, ...]:
    """Return a client's choice as ids without repetitions. `entries` returns what is offered as sent
    to the client; it is only called for a choice by position on the board."""
    items = choice if isinstance(choice, list) else [choice]
    return tuple(dict.fromkeys(_id_of(item, ids, entries) for item in items))


def _id_of(
    item: Any, ids: Sequence[str], entries: Callable[[], Sequence[Mapping[str, Any]]]
) -> str:
    if isinstance(item, bool):
        return YES_NO[item]
    if isinstance(item, CandidateReference):
        named = item.key if item.key is not None else item.id
        return _id_at(item, entries()) if named is None else str(named)
    is_position = isinstance(item, int) and str(item) not in ids and 0 <= item < len(ids)
    return ids[item] if is_position else str(item)


def _id_at(place: CandidateReference, entries: Sequence[Mapping[str, Any]]) -> str:
    """Return the id of the only entry at a position on the board."""
    found = [
        str(entry["id"])
        for entry in entries
        if place.zone is not None
        and entry.get("zone") == place.zone
        and entry.get("zoneIndex") == place.index
        and place.owner in (None, entry.get("owner"))
    ]
    if len(found) == 1:
        return found[0]
    return " ".join(
        str(word) for word in (place.owner, place.zone, place.index) if word is not None
    )
