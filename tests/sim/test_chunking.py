"""Chunks cover all runs once, whatever their size."""

from hypothesis import given
from hypothesis import strategies as st

from turnwright.sim.chunking import CHUNK_SECONDS, ChunkSizer, checkpoints


@given(st.integers(1, 3000), st.integers(1, 500), st.lists(st.integers(1, 2999), unique=True))
def test_chunks_contain_every_run_once_and_never_cross_a_stop(runs, size, stops):
    stops = sorted(stop for stop in stops if stop < runs)
    chunks = list(ChunkSizer(runs, stops=stops, size=size))
    assert [number for chunk in chunks for number in range(*chunk)] == list(range(runs))
    assert set(stops) <= {chunk.last for chunk in chunks}
    assert max(chunk.size for chunk in chunks) <= size


def test_chunks_grow_to_the_wanted_duration():
    pace = ChunkSizer(10**9)
    sizes = []
    for chunk in pace:
        sizes.append(chunk.size)
        pace.record(chunk.size, chunk.size / 5000)  # 5,000 runs per second
        if len(sizes) == 6:
            break
    assert sizes == sorted(sizes)
    assert sizes[-1] == int(5000 * CHUNK_SECONDS)


def test_checkpoints_depend_only_on_the_number_of_runs():
    checks = list(checkpoints(100_000))
    assert checks[:3] == [1000, 1250, 1562]
    assert checks == list(checkpoints(200_000))[: len(checks)]
    assert list(checkpoints(1000)) == []
