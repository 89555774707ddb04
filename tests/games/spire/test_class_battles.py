"""The small fights of `battles_classes`, replayed with the game's own rules.

Their source is a bot's calculator. Lines that it has wrong are listed here with the reason.
"""

from __future__ import annotations

import pytest

from tests.shared_data import shared_path
from turnwright.games.spire.recordings.verify import doubt, entries, verify

DRAWN_IS_UNKNOWN = "the calculator does not know the type of the card that was drawn"
# By our knowledge of the game; no public source was found for or against it.
CHECKED_TOO_EARLY = "Bane looks for Poison after its first hit, which Envenom has poisoned by then"
OTHER_PILE = "the unit test has another draw pile than the line"
ENDED_TWICE = "Conclude ends the turn; the calculator draws no hand before the turn is ended again"
SCRAPE_KEEPS = "Scrape discards the drawn Strikes, which cost 1; the calculator keeps them in hand"
WRONG_LINES = {
    "dev-defect-sequence-00112": SCRAPE_KEEPS,
    "dev-defect-sequence-00164": SCRAPE_KEEPS,
    "dev-defect-sequence-00186": SCRAPE_KEEPS,
    "dev-defect-sequence-00188": SCRAPE_KEEPS,
    "dev-defect-sequence-00203": SCRAPE_KEEPS,
    "dev-defect-single-01139": SCRAPE_KEEPS,
    "dev-defect-single-01140": SCRAPE_KEEPS,
    "dev-defect-single-01141": SCRAPE_KEEPS,
    "dev-defect-single-01142": SCRAPE_KEEPS,
    "dev-defect-single-01143": SCRAPE_KEEPS,
    "dev-defect-single-01144": SCRAPE_KEEPS,
    "dev-defect-single-01145": SCRAPE_KEEPS,
    "dev-defect-single-01146": SCRAPE_KEEPS,
    "dev-defect-single-01147": SCRAPE_KEEPS,
    "dev-defect-single-01148": SCRAPE_KEEPS,
    "dev-defect-single-01149": SCRAPE_KEEPS,
    "dev-defect-single-01150": SCRAPE_KEEPS,
    "dev-defect-single-01151": SCRAPE_KEEPS,
    "dev-defect-single-01152": SCRAPE_KEEPS,
    "dev-defect-single-01153": SCRAPE_KEEPS,
    "dev-defect-single-01154": SCRAPE_KEEPS,
    "dev-defect-test-01419": "Darkness+ evokes the old orb before it triggers the others",
    "dev-silent-sequence-01672": DRAWN_IS_UNKNOWN,
    "dev-silent-sequence-01683": DRAWN_IS_UNKNOWN,
    "dev-silent-single-01801": CHECKED_TOO_EARLY,
    "dev-silent-single-01802": CHECKED_TOO_EARLY,
    "dev-silent-single-01807": CHECKED_TOO_EARLY,
    "dev-silent-test-02818": "the targets of Bouncing Flask are random",
    "dev-silent-test-02851": OTHER_PILE,
    "dev-silent-test-02866": OTHER_PILE,
    "dev-silent-test-02867": OTHER_PILE,
    "dev-watcher-sequence-02993": ENDED_TWICE,
}
CLASSES = ("THE_SILENT", "DEFECT", "WATCHER")
"""The classes that are complete."""


@pytest.mark.parametrize("character", CLASSES)
def test_all_lines_but_the_wrong_ones_agree(character):
    told = [
        entry
        for entry in entries(shared_path("spire", "battles_classes.jsonl.gz"))
        if entry["init"]["class"] == character and not doubt(entry)
    ]
    assert len(told) > 1000
    found = {entry["id"]: str(one) for entry in told if (one := verify(entry)) is not None}
    assert {id: text for id, text in found.items() if id not in WRONG_LINES} == {}


def test_a_wrong_line_is_told():
    """The comparison sees a card that does too little, and one that costs too much."""
    entry = next(
        entry
        for entry in entries(shared_path("spire", "battles_classes.jsonl.gz"))
        if entry["cards"] == ["Slice"] and entry["kind"] == "single" and not doubt(entry)
    )
    assert verify(entry) is None
    told = entry["expect"]
    for changed in (
        {"energy": told["energy"] - 1},
        {"monsters": [{**told["monsters"][0], "hp": told["monsters"][0]["hp"] + 1}]},
        {"discard": told["discard"][1:]},
        {"powers": {**told["powers"], "Envenom": 9}},
    ):
        assert verify({**entry, "expect": {**told, **changed}}) is not None, changed
