"""Decks are checked over HTTP; nothing is stored."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.server.server_process import Server, start_match
from turnwright.cli.serve import DECKS, PLANS

LIST = "1 Tāo Salonga: Telepresence Magician\n3 Sure Gamble (System Gateway)\n"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("decks"), decks=DECKS, lab={"workers": 0}) as running:
        yield running


def test_a_deck_is_checked_as_text_and_as_data(server: Server) -> None:
    told = server.post("/api/games/netrunner/decks", {"text": LIST})
    assert told["side"] == "runner"
    assert told["deck"]["cards"] == {"Sure Gamble": 3}
    assert told["problems"] == ["3 cards (Tāo Salonga: Telepresence Magician needs at least 40)."]
    assert server.post("/api/games/netrunner/decks", {"deck": told["deck"]}) == told


@pytest.mark.parametrize(
    ("game", "body", "refusal"),
    [
        ("duel", {"text": LIST}, (400, "no_decks")),
        ("netrunner", {"text": 5}, (400, "bad_request")),
        ("netrunner", {"deck": []}, (400, "bad_request")),
    ],
)
def test_bad_requests_about_decks_are_refused(
    server: Server, game: str, body: Any, refusal: tuple[int, str]
) -> None:
    assert server.refusal(f"/api/games/{game}/decks", body) == refusal


@pytest.mark.parametrize("what", ["plans", "decks"])
def test_long_texts_are_limited(tmp_path: Path, what: str) -> None:
    """The check of a long text holds up everybody, so few are enough."""
    how = {"decks": DECKS, "plans": PLANS, "lab": {"workers": 0}}
    with Server(tmp_path, create_rate=0.001, create_burst=10, **how) as server:
        path, texts = f"/api/games/netrunner/{what}", {"short": "x", "long": "x" * 60_000}
        said = [server.ask(path, {"text": texts["short"]})[0] for _ in range(10)]
        assert said == [200] * 10
        said = [server.ask(path, {"text": texts["long"]})[0] for _ in range(3)]
        assert said == [200, 429, 429]


def test_plans_that_are_sent_again_and_again_are_limited(tmp_path: Path) -> None:
    with Server(tmp_path, create_rate=0.001, create_burst=10) as server:
        ann, _ = start_match(server)
        codes = [ann.ask("use_plan", text="x" * 9000)["code"] for _ in range(12)]
        assert set(codes[:9]) == {"no_plans"}, "it was looked at"
        assert codes[-1] == "rate_limited"
        assert ann.act("end_turn")["type"] == "ack", "the match goes on"
