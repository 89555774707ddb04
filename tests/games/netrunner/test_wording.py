"""What lines of jinteki.net's log say to the players of a room."""

from __future__ import annotations

import pytest

from turnwright.games.netrunner.wording import player_sentence

ICES = {"HQ": 1, "R&D": 2, "Server 1": 3}


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("continues", "lets the run go on"),
        ("has no further action", "passes"),
        ("is ending their turn 3 with 1 [Credits]", "ends turn 3 with 1 credit"),
        ("started their turn 3 with 4 cards in their Grip", "begins turn 3 with 4 cards in the grip"),
        ("spends [Click] to make a run on R&D", "spends 1 click to run R&D"),
        ("uses Mayfly to will trash itself when this run ends",
         "uses Mayfly; it will be trashed when this run ends"),
        ("approaches ice protecting R&D at position 1", "approaches the outermost ice of R&D"),
        ("encounters Karunā protecting R&D at position 0",
         "encounters Karunā, the innermost ice of R&D"),
        ("encounters Tithe protecting HQ at position 0", "encounters Tithe, the ice of HQ"),
        ("passes ice protecting Server 1 at position 1", "passes ice 2 of 3 of Server 1"),
        ('resolves 1 unbroken subroutine on Tithe ("[subroutine] Gain 1 [Credits]")',
         'resolves 1 unbroken subroutine on Tithe ("Gain 1 credit")'),
    ],
)  # fmt: skip
def test_the_log_of_a_room_speaks_as_players_do(line: str, sentence: str) -> None:
    assert player_sentence(line, ICES) == sentence
