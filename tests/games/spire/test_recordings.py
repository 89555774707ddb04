"""All recorded fights, events, seeds and runs, replayed to their first listed defect.

They are compared with the rules of the engine that made them (`recordings.engine_differences`).
"""

from __future__ import annotations

import pytest

from tests.shared_data import shared_path
from turnwright.games.spire.recordings.verify import entries, verify

PARTS = {
    "battles_cards": 4,
    "battles_relics": 2,
    "battles_potions": 1,
    "battles_encounters": 6,
    "runs_ironclad_a0": 6,
    "runs_ironclad_a20": 2,
}
"""Files whose fights are replayed, split into parts for parallel test runs."""


def differences(name: str, part: int = 0, parts: int = 1, **how: str) -> list[str]:
    told = list(entries(shared_path("spire", f"{name}.jsonl.gz")))[part::parts]
    assert told, name
    found = ((entry, verify(entry, **how)) for entry in told)
    return [f"{entry.get('id', entry.get('seed_str'))}: {one}" for entry, one in found if one]


@pytest.mark.parametrize(
    ("name", "part"), [(name, part) for name, parts in PARTS.items() for part in range(parts)]
)
def test_every_recorded_fight_agrees(name, part):
    assert differences(name, part, PARTS[name]) == []


@pytest.mark.parametrize("name", ["seeds_ironclad_a0", "seeds_ironclad_a20"])
def test_every_recorded_seed_agrees(name):
    assert differences(name) == []


@pytest.mark.parametrize("name", ["events", "runs_ironclad_a0", "runs_ironclad_a20"])
def test_events_and_runs_agree_outside_of_fights(name):
    """The recording tells how fights went, so that a fault there cannot hide one elsewhere."""
    assert differences(name, fights="recorded") == []
