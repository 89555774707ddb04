"""Rooms in which a fight of the combat simulator is played by hand."""

from __future__ import annotations

from typing import Any

from tests.server.room_harness import RoomHarness, of_type
from tests.skirmish.hand_encounters import IMPS
from turnwright.server.rules.hosted_games import HostedGames


def fight(seats: int = 1, **options: Any) -> RoomHarness:
    game = HostedGames()("skirmish")
    return RoomHarness(
        game,
        seats=seats,
        options={"encounter": IMPS, "seed": 3, **options},
        has_public_windows=False,
    )


def told(harness: RoomHarness) -> list[str]:
    return [line["text"] for line in harness.state(0)["log"]]


def question(harness: RoomHarness) -> str:
    return str(harness.state(0)["table"]["question"])


def test_a_fight_is_won_by_hand_over_a_restart_in_mid_reaction() -> None:
    harness = fight()
    assert question(harness) == "Mira acts."
    assert [one["label"] for one in harness.state(0)["options"]] == [
        "Bolt on Imp 1", "Bolt on Imp 2", "End the turn",
    ]  # fmt: skip
    harness.act(0, "ACT", action="Bolt", target="Imp 2")
    assert question(harness).endswith("Mira may react.")
    harness.restart()
    assert question(harness).endswith("Mira may react.")
    harness.act(0, "REACT", action="Ward", target="")
    assert "Ward: +50 AC makes it miss." in told(harness)
    while harness.room.status == "playing":
        options = harness.state(0)["options"]
        harness.send(
            0, "action", actionType=options[0]["actionType"], payload=options[0]["payload"]
        )
    result = harness.state(0)["result"]
    assert result["winners"] == ["p1"]
    assert "Heroes win after" in result["reason"]
    assert "Heroes win after 4 rounds." in told(harness)


def test_two_players_drive_the_two_sides() -> None:
    harness = fight(seats=2)
    assert harness.state(0)["acting"] == ["p1"]
    assert harness.state(1)["waiting"]
    harness.act(0, "END_TURN")
    assert harness.state(1)["acting"] == ["p2"]
    harness.act(1, "ACT", action="Sting", target="Mira")
    assert harness.state(0)["acting"] == ["p1"]
    refused = harness.act(1, "ACT", action="Sting", target="Mira")
    assert of_type(refused, "error")


def test_spectators_see_both_sides_and_no_seed() -> None:
    table = fight().state(None)["table"]
    assert [one["name"] for one in table["combatants"]] == ["Mira", "Imp 1", "Imp 2"]
    assert "seeds" not in table
