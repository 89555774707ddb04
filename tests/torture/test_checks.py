"""Every check of `turnwright torture` can fail: wrong ledgers, logs and states are found."""

from __future__ import annotations

import random
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from tests.server.room_harness import RoomHarness
from tests.server.skirmish_game import GAMES
from tests.testing.test_conformance import card_game
from turnwright.server.rules.hosted_games import HostedGames
from turnwright.server.storage.store import Row
from turnwright.server.views import protocol as wire
from turnwright.torture.checks import (
    compare_with_final_version,
    compare_with_log,
    compare_with_replay,
)
from turnwright.torture.ledger import Ledger
from turnwright.torture.wal_file import frames_of


def log(*changes: tuple[int, dict[str, Any]]) -> list[Row]:
    """Return the log of a room with five moves, in which some rows are changed."""
    rows = [Row("room", 1, "create"), Row("room", 2, "ready", version=1)]
    for number in range(3, 8):
        key = f"{number % 2}:move-{number}"
        rows.append(Row("room", number, "move", 0, action_id=key, version=number - 1))
    for at, fields in changes:
        rows[at] = replace(rows[at], **fields)
    return rows


def ledger() -> Ledger:
    made = Ledger("room")
    for number in range(3, 8):
        made.note(f"move-{number}", number - 1)
    return made


def test_a_log_with_all_acknowledged_moves_is_good():
    found = compare_with_log(ledger(), log())
    assert (found.acknowledged, found.lost, found.doubled, found.problems) == (5, 0, 0, [])


def test_a_stored_move_that_was_not_acknowledged_is_good():
    made = Ledger("room")
    made.note("move-3", 2)
    assert compare_with_log(made, log()).problems == []


@pytest.mark.parametrize(
    ("changes", "lost", "doubled", "words"),
    [
        ([(4, {"action_id": "0:another"})], 1, 0, "move-5, acknowledged at version 4, is lost"),
        ([(4, {"action_id": None})], 1, 1, "row 5 is a move without an action id"),
        ([(4, {"action_id": "0:move-4"})], 1, 1, "move-4 is in the log 2 times"),
        ([(4, {"seq": 9})], 0, 0, "row 5 of the log has the number 9"),
        ([(6, {"version": 7})], 0, 0, "row 7 (move) goes from version 5 to 7"),
        ([(6, {"version": 5})], 0, 0, "row 7 (move) goes from version 5 to 5"),
        ([(6, {"version": 7})], 0, 0, "was acknowledged at version 6 and is stored at 7"),
    ],
)
def test_a_wrong_log_is_found(changes, lost, doubled, words):
    found = compare_with_log(ledger(), log(*changes))
    assert (found.lost, found.doubled) == (lost, doubled)
    assert any(words in problem for problem in found.problems), found.problems


def test_a_move_after_the_end_of_the_log_is_lost():
    found = compare_with_log(ledger(), log()[:-1])
    assert found.lost == 1
    assert len(found.problems) == 1
    found = compare_with_log(ledger(), log()[:-1], may_miss_end=True)
    assert (found.lost, found.problems) == (1, [])


def test_only_the_end_of_a_log_may_be_missing():
    rows = log((4, {"action_id": "0:another"}))
    found = compare_with_log(ledger(), rows, may_miss_end=True)
    assert found.lost == 1
    assert len(found.problems) == 1


def test_two_different_acknowledgements_are_found():
    made = ledger()
    made.note("move-3", 2)
    assert made.contradictions == []
    made.note("move-3", 4)
    found = compare_with_log(made, log())
    assert found.problems == [
        "Input move-3 was acknowledged at version 2, and again at 4."
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("final", "others", "lost", "doubled"), [(6, 0, 0, 0), (8, 2, 0, 0), (8, 1, 0, 1), (5, 0, 1, 0)]
)
def test_without_a_log_the_version_counts(final, others, lost, doubled):
    found = compare_with_final_version(ledger(), final, others)
    assert (found.lost, found.doubled) == (lost, doubled)
    assert bool(found.problems) == bool(lost or doubled)


def test_two_moves_with_one_version_are_found_without_a_log():
    made = ledger()
    made.note("move-8", 6)
    assert compare_with_final_version(made, 6, 0).lost == 1


# --- the replay of a log ----------------------------------------------------------------------------


def played() -> tuple[RoomHarness, dict[str, wire.State]]:
    """Return a room in which a player has moved, and what both players see."""
    harness = RoomHarness()
    harness.act(0, "search")
    harness.answer(0, harness.candidates(0)[0])
    seen = {}
    for seat in (0, 1):
        update = next(m for m in reversed(harness.received[seat]) if m["type"] == "state_update")
        seen[f"p{seat + 1}"] = msgspec.convert(update["state"], wire.State)
    return harness, seen


def test_what_the_players_see_is_a_replay_of_the_log():
    harness, seen = played()
    assert compare_with_replay("room", harness.rows, GAMES, seen) == []


def test_a_player_who_sees_something_else_is_found():
    harness, seen = played()
    seen["p2"] = replace(seen["p2"], turn_counter=99)
    (problem,) = compare_with_replay("room", harness.rows, GAMES, seen)
    assert "p2 sees version" in problem
    assert problem.endswith("differs from a replay of the log in turnCounter.")


def test_a_player_who_sees_the_cards_of_another_is_found():
    harness, seen = played()
    other = msgspec.json.decode(msgspec.json.encode(seen["p1"].players["self"]))
    seen["p2"].players["opponent"] = other
    (problem,) = compare_with_replay("room", harness.rows, GAMES, seen)
    assert problem.endswith("in players.")


def test_a_log_that_does_not_fit_its_hashes_is_found():
    harness, seen = played()
    rows = [*harness.rows[:-1], replace(harness.rows[-1], hash="0" * 16)]
    (problem,) = compare_with_replay("room", rows, GAMES, seen)
    assert "cannot be rebuilt" in problem


def test_a_view_that_depends_on_hidden_information_is_found():
    def view(c, seat):
        return {"peek": [c.card(card).kind for other in c.seats for card in c.zone("hand", other)]}

    game = card_game(view=view)
    harness = RoomHarness(game)
    problems = compare_with_replay("room", harness.rows, HostedGames({game.name: game}), {})
    assert any("sees hidden information" in problem for problem in problems)


def test_frames_of_an_older_use_of_the_file_are_ignored():
    rng = random.Random(1)
    size, salts = 512, rng.randbytes(8)
    header = b"\0" * 8 + size.to_bytes(4, "big") + b"\0" * 4 + salts + b"\0" * 8

    def frame(page: int, pages: int, salts: bytes) -> bytes:
        numbers = page.to_bytes(4, "big") + pages.to_bytes(4, "big")
        return numbers + salts + b"\0" * 8 + rng.randbytes(size)

    wal = header + frame(3, 0, salts) + frame(4, 9, salts) + frame(5, 9, rng.randbytes(8))
    assert [(found.page, found.is_end) for found in frames_of(wal)] == [(3, False), (4, True)]
