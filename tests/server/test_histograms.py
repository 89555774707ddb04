"""Histograms in /metrics: latency of moves, lag of the event loop, commits."""

from __future__ import annotations

import random

import pytest
from prometheus_client.parser import text_string_to_metric_families

from tests.server.server_process import Server, play_on, start_match
from tests.server.skirmish_game import SAFE
from turnwright.server.node.histograms import Histogram


def samples(server: Server, name: str) -> dict[str, float]:
    """Return the buckets of a histogram by their bounds, with its sum and count."""
    text = server.ask("/metrics")[2].decode()
    (family,) = [f for f in text_string_to_metric_families(text) if f.name == name]
    assert family.type == "histogram"
    return {s.labels.get("le", s.name.removeprefix(f"{name}_")): s.value for s in family.samples}


def test_a_value_is_counted_in_the_first_bucket_that_holds_it() -> None:
    histogram = Histogram((1, 2, 4))
    for value in (0, 1, 1.5, 2, 4, 100):
        histogram.observe(value)
    assert list(histogram.buckets()) == [("1", 2), ("2", 4), ("4", 5), ("+Inf", 6)]
    assert histogram.total == pytest.approx(108.5)


def test_every_move_of_a_client_is_measured_until_it_is_stored_and_sent(tmp_path) -> None:
    with Server(tmp_path) as server:
        people = start_match(server)
        before = [samples(server, f"turnwright_move_{n}_seconds") for n in ("durable", "sent")]
        moves = play_on(list(people), random.Random(1), 15, SAFE)
        after = [samples(server, f"turnwright_move_{n}_seconds") for n in ("durable", "sent")]
        for name in ("count", "+Inf"):
            grown = [new[name] - old[name] for new, old in zip(after, before, strict=True)]
            assert grown == [moves, moves]
        durable, sent = (new["sum"] - old["sum"] for new, old in zip(after, before, strict=True))
        assert 0 < durable <= sent
        commits = samples(server, "turnwright_commit_seconds")
        sizes = samples(server, "turnwright_commit_inputs")
        assert commits["count"] == sizes["count"] >= moves
        assert sizes["sum"] >= moves
        assert samples(server, "turnwright_frames_waiting")["sum"] >= moves


def test_the_event_loop_is_watched_all_the_time(tmp_path) -> None:
    with Server(tmp_path) as server:
        before = samples(server, "turnwright_loop_lag_seconds")["count"]
        while samples(server, "turnwright_loop_lag_seconds")["count"] < before + 3:
            pass
