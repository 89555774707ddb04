"""What a client is asked, in the shape it gets it: for the tests of games whose options are cards."""

from __future__ import annotations

from typing import Any

import turnwright as tw
from turnwright.core.runtime.selection_contract import prompt_message
from turnwright.server.rooms.room import plain_text


def prompt(match: tw.Match, seat: int) -> dict[str, Any]:
    """The open question to a seat as a wire prompt."""
    found = prompt_message(match, seat, "p")
    assert found is not None, f"seat {seat} is asked nothing"
    return found


def candidates(match: tw.Match, seat: int) -> list[dict[str, Any]]:
    """What may be picked; a label is a name as people read it, without the card's number."""
    found = prompt(match, seat)["requirement"]["candidates"]
    return [{**one, "label": plain_text(one["name"])} for one in found]


def labels(match: tw.Match, seat: int) -> list[str]:
    return [one["label"] for one in candidates(match, seat)]


def places(match: tw.Match, seat: int) -> list[tuple[int, str, str]]:
    """Of every candidate that is a card: which, where it lies, and on whose side."""
    found = [one for one in candidates(match, seat) if "cardId" in one]
    return [(one["cardId"], one["zone"], one["owner"]) for one in found]


def is_click(match: tw.Match, seat: int) -> bool:
    """Is the question answered with a click on the board, and not from a list?"""
    is_field = bool(prompt(match, seat)["ui"]["useFieldTargeting"])
    assert prompt(match, seat)["kind"] == ("target" if is_field else "card_select")
    return is_field
