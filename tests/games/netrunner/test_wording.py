"""What lines of jinteki.net's log say to the players of a room."""

from __future__ import annotations

import pytest

from tests.games.netrunner.positions import installed, position
from turnwright.bridges.jinteki.dialect.state import state_json
from turnwright.core.definition.moves import Move
from turnwright.games.netrunner.game import game
from turnwright.games.netrunner.view import log_sentence
from turnwright.games.netrunner.wording import player_sentence

ICES = {"HQ": 1, "R&D": 2, "Server 1": 3}


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("continues", "lets the run go on"),
        ("has no further action", "passes"),
        ("is ending their turn 3 with 1 [Credits]", "ends turn 3 with 1 credit"),
        ("started their turn 3 with 4 cards in their Grip", "begins turn 3 with 4 cards in the grip"),
        ("spends [Click] and pays 0 [Credits] to play Jailbreak", "spends 1 click to play Jailbreak"),
        ("spends [Click] to use Runner Basic Action Card to gain 1 [Credits]",
         "spends 1 click to gain 1 credit"),
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


def test_moves_are_offered_with_their_prices_and_in_words() -> None:
    t = position(
        turn="runner", servers={"hq": {"ices": installed("Tithe", rezzed=False)}},
        rig={"program": installed("Carmen")}, runner={"credits": 9},
    )  # fmt: skip
    t.run_on("HQ")
    assert "Rez Tithe (1 credit)" in [option.label for option in t.match.prompt(0).options]
    t.corp("rez", "Tithe")
    t.both_pass()
    labels = [option.label for option in t.match.prompt(1).options]
    assert "Carmen: Break 1 Sentry subroutine (1 credit)" in labels
    assert "Carmen: Fully break Tithe (2 credits)" in labels


@pytest.mark.parametrize("move", game.all_moves.values(), ids=str)
def test_statistics_can_name_every_move_without_its_cards(move: Move) -> None:
    assert move.short_label == move.title or " " in move.short_label or move.name == "run"


def test_prompts_and_the_log_have_symbols_only_for_clients_of_jinteki_net() -> None:
    t = position(turn="runner", corp={"hand": ["Nico Campaign"]})
    t.run_on("HQ")
    t.both_pass()
    assert t.buttons("runner") == ["Pay 2 credits to trash", "No action"]
    sent = state_json(t.match, "runner")["runner"]["prompt-state"]
    assert sent["choices"][0]["value"] == "Pay 2 [Credits] to trash"
    said = [log_sentence(t.c, line, 1) for line in t.match.G.log]
    assert said[0] == "Runner spends 1 click to run HQ."
