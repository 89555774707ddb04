"""What a seed generates: lists, maps, pools, Neow."""

from __future__ import annotations

import gzip
import json

import pytest

from tests.shared_data import has_shared_data, shared_path
from turnwright.games.spire.recordings.verify_seeds import verify_seed
from turnwright.games.spire.rng import Random, seed_from_text, seed_to_text
from turnwright.games.spire.run import encounters, neow, relic_pools
from turnwright.games.spire.run import map as maps

IDS = (
    json.loads((shared_path("spire") / "ids.json").read_text()) if has_shared_data("spire") else {}
)

recorded = pytest.mark.skipif(
    not has_shared_data("spire"),
    reason="../shared/data/spire is not here: nothing was compared with it",
)


def seeds():
    for name in ("seeds_ironclad_a0", "seeds_ironclad_a20"):
        with gzip.open(shared_path("spire") / f"{name}.jsonl.gz", "rt") as lines:
            yield from map(json.loads, lines)


def test_seeds_are_written_in_base_35_without_the_letter_o():
    assert seed_to_text(38897) == "WRC"
    assert seed_from_text("wrc") == 38897
    assert seed_from_text("4JHCYD0W6ETVW") == -3047511808784702860
    assert seed_from_text("4JHCYDOW6ETVW") == seed_from_text("4JHCYD0W6ETVW")
    with pytest.raises(ValueError, match="neither a digit nor a letter"):
        seed_from_text("WR-C")


def test_a_stream_counts_every_call_and_can_be_brought_to_a_count():
    stream = Random.seeded(7)
    numbers = [stream.random(9), stream.between(3, 5), stream.fraction(), stream.boolean()]
    assert stream.counter == len(numbers) == 4
    assert Random.seeded(7, counter=4) == stream


@recorded
@pytest.mark.parametrize("name", ["SILENT", "THE_SILENT", "DEFECT", "WATCHER"])
def test_a_seed_of_another_character_can_be_verified(name):
    """The seed of an Ironclad differs in what the character starts with, and nothing else fails."""
    told = next(seeds()) | {"class": name}
    found = verify_seed(told)
    assert found is not None
    assert found.path.startswith(("hp", "deck", "max_hp")), found


@recorded
def test_recorded_lists_bosses_pools_and_offers_agree():
    for told in seeds():
        stream = Random.seeded(told["seed"])
        names = IDS["encounters"]
        assert encounters.monster_list(1, stream) == [names[n] for n in told["monster_list"]]
        assert encounters.elite_list(1, stream) == [names[n] for n in told["elite_list"]]
        assert encounters.boss_list(1, stream)[0] == names[told["boss"]]
        after = told["rng_after_init"]["monster"]
        assert (stream.counter, stream.s0, stream.s1) == (
            after["counter"], after["s0"], after["s1"],
        )  # fmt: skip
        shuffled = relic_pools.relic_pools("IRONCLAD", Random.seeded(told["seed"]))
        assert shuffled == told["relic_pools"]
        offers = neow.offers(Random.seeded(told["seed"]))
        assert len(offers) == len(told["neow"]) == 4


@recorded
def test_recorded_maps_agree_node_by_node():
    for told in seeds():
        for act in (1, 2, 3):
            made = maps.generate(told["seed"], act, told["ascension"])
            nodes = sorted((n.x, n.y, n.symbol, tuple(n.edges)) for n in made.connected())
            expected = told["maps"][str(act)]
            assert nodes == sorted(
                (n["x"], n["y"], n["symbol"], tuple(n["edges"])) for n in expected["nodes"]
            )
            assert list(made.burning or ()) == expected["burning_elite"]


def test_every_class_has_its_own_relics_at_the_end_of_the_pools():
    for character in relic_pools.CLASSES:
        shuffled = relic_pools.relic_pools(character, Random.seeded(1))
        for tier in relic_pools.TIERS:
            own = set(relic_pools.OWN[character][tier])
            assert own <= set(shuffled[tier])
            assert len(shuffled[tier]) == len(relic_pools.ALL[tier]) + len(own)
