"""Questions in the form that clients receive, for tests of games whose options are cards."""

from __future__ import annotations

from typing import Any

import turnwright as tw
from turnwright.core.runtime.selection_contract import prompt_message
from turnwright.server.rooms.move_labels import without_card_numbers


def prompt(match: tw.Match, seat: int) -> dict[str, Any]:
    """The open question to a seat as a wire message."""
    found = prompt_message(match, seat, "p")
    assert found is not None, f"no question to seat {seat}"
    return found


def candidates(match: tw.Match, seat: int) -> list[dict[str, Any]]:
    """The candidates of the question, with a label: the name as pages show it, without the card id."""
    found = prompt(match, seat)["requirement"]["candidates"]
    return [{**one, "label": without_card_numbers(one["name"])} for one in found]


def labels(match: tw.Match, seat: int) -> list[str]:
    """The labels of the candidates."""
    return [one["label"] for one in candidates(match, seat)]


def places(match: tw.Match, seat: int) -> list[tuple[int, str, str]]:
    """The id, zone and owner of every candidate that is a card."""
    found = [one for one in candidates(match, seat) if "cardId" in one]
    return [(one["cardId"], one["zone"], one["owner"]) for one in found]


def is_click(match: tw.Match, seat: int) -> bool:
    """Return whether the question is answered with a click on the board instead of from a list."""
    is_field = bool(prompt(match, seat)["ui"]["useFieldTargeting"])
    assert prompt(match, seat)["kind"] == ("target" if is_field else "card_select")
    return is_field
