"""Psi games: secret bids of both sides."""

import json

import pytest

from tests.games.netrunner.positions import PlayedMatch, installed, position
from turnwright.agents.determinization import WorldSampler
from turnwright.bridges.jinteki.dialect.commands import execute_command
from turnwright.bridges.jinteki.dialect.state import state_json
from turnwright.bridges.jinteki.recordings.recording_format import snapshot
from turnwright.core.runtime.rng import Stream
from turnwright.games.netrunner.card_facts import RUNNER

CAPRICE = {"remote1": {"content": installed("Nico Campaign", "Caprice Nisei")}}


def at_caprice(priority="strict", **sides):
    """A run on Caprice Nisei's server, with the bids open."""
    t = position(turn="runner", servers=CAPRICE, priority=priority, **sides)
    t.run_on("Server 1")
    return t


def bid(t, corp, runner):
    t.press("corp", f"{corp} [Credits]")
    t.press("runner", f"{runner} [Credits]")


@pytest.mark.parametrize("priority", ["strict", "engine"])
def test_different_bids_end_the_run_and_both_sides_pay(priority):
    t = at_caprice(priority)
    bid(t, 0, 2)
    assert t.run is None
    assert (t.credits("corp"), t.credits("runner")) == (5, 3)
    assert t.log_contains("Corp uses Caprice Nisei to end the run.")


def test_equal_bids_let_the_run_go_on():
    t = at_caprice()
    bid(t, 1, 1)
    assert t.phase == "movement"
    assert (t.credits("corp"), t.credits("runner")) == (4, 4)


def test_the_runner_may_bid_first():
    t = at_caprice()
    t.press("runner", "1 credit")
    assert t.buttons("runner") == []
    t.press("corp", "1 credit")
    assert t.phase == "movement"


def test_nobody_bids_more_than_it_has():
    t = at_caprice(corp={"credits": 0}, runner={"credits": 1})
    assert t.buttons("corp") == ["0 credits"]
    assert t.buttons("runner") == ["0 credits", "1 credit"]


def test_caprice_does_not_act_for_another_server_or_unrezzed():
    t = position(turn="runner", servers=CAPRICE)
    t.run_on("HQ")
    assert t.match.asked == {}
    unrezzed = {"remote1": {"content": installed("Caprice Nisei", rezzed=False)}}
    t = position(turn="runner", servers=unrezzed)
    t.run_on("Server 1")
    assert t.match.asked == {}


def test_the_bid_of_the_corp_is_secret_until_the_runner_has_bid():
    seen = set()
    for amount in (0, 1, 2):
        t = at_caprice()
        before = len(t.match.G.log)
        t.press("corp", f"{amount} [Credits]")
        assert len(t.match.G.log) == before
        assert t.credits("corp") == 5
        for viewer in ("runner", "spectator"):
            seen.add((viewer, json.dumps(state_json(t.match, viewer))))
    assert len(seen) == 2


def test_a_side_that_has_bid_is_shown_that_it_waits():
    t = at_caprice()
    t.press("corp", "1 credit")
    first, second = snapshot(t.match)["prompts"]["corp"]
    assert first["type"] == "waiting"
    assert first["msg"] == "Waiting for Runner to choose psi game credits"
    assert second["type"] == "run"
    assert snapshot(t.match)["prompts"]["runner"][0]["type"] == "psi"


def test_a_search_does_not_know_the_bid_of_the_opponent():
    t = at_caprice()
    t.press("corp", "2 credits")
    sampler = WorldSampler.of(t.match, RUNNER)
    spent = set()
    for seed in range(40):
        world = PlayedMatch(sampler.sample(Stream.named(seed, "worlds")))
        world.press("runner", "0 credits")
        spent.add(5 - world.credits("corp"))
    assert spent == {0, 1, 2}


def test_the_die_is_shown_to_clients_but_is_not_a_bid():
    t = at_caprice("engine")
    prompt = state_json(t.match, "corp")["corp"]["prompt-state"]
    assert [one["value"] for one in prompt["choices"]][:2] == ["Roll a d6", "0 [Credits]"]
    before = t.match.hash
    refusal = execute_command(t.match, "corp", "choice", {"choice": "Roll a d6"})
    assert refusal is not None
    assert t.match.hash == before
    assert execute_command(t.match, "corp", "choice", {"choice": "2 [Credits]"}) is None
    assert execute_command(t.match, "runner", "choice", {"choice": "2 [Credits]"}) is None
    assert (t.credits("corp"), t.credits("runner"), t.phase) == (3, 3, "movement")


def test_bids_survive_a_copy_and_a_saved_match():
    t = at_caprice()
    t.press("corp", "2 credits")
    for match in (t.match.clone(), t.match.game.load(t.match.save())):
        copy = PlayedMatch(match)
        copy.press("runner", "2 credits")
        assert copy.phase == "movement"
        assert copy.credits("corp") == 3
    assert t.buttons("runner") == ["0 credits", "1 credit", "2 credits"]


def at_psychic_field(hand):
    trap = {"remote1": {"content": installed("Psychic Field", rezzed=False)}}
    t = position(turn="runner", servers=trap, runner={"hand": hand})
    t.run_to("Server 1")
    return t


def test_psychic_field_empties_the_grip():
    t = at_psychic_field(["Sure Gamble"] * 3)
    bid(t, 0, 1)
    assert t.titles("hand", "runner") == []
    assert t.match.result is None
    assert t.buttons("runner") == ["Pay 2 credits to trash", "No action"]


def test_psychic_field_does_nothing_to_an_empty_grip():
    t = at_psychic_field([])
    bid(t, 0, 1)
    assert t.log_contains("do 0 net damage")
    assert t.match.result is None


def test_psychic_field_must_be_installed():
    t = position(turn="runner", corp={"hand": ["Psychic Field"]})
    t.run_to("HQ")
    assert t.buttons("runner") == ["Pay 2 credits to trash", "No action"]


def test_conceding_ends_a_psi_game():
    t = at_caprice()
    t.press("corp", "2 credits")
    t.corp("concede")
    assert t.match.result.winners == (RUNNER,)
    assert t.credits("corp") == 5


def test_bad_publicity_pays_a_bid():
    t = at_caprice(corp={"bad-publicity": 1}, runner={"credits": 0})
    assert t.buttons("runner") == ["0 credits", "1 credit"]
    bid(t, 1, 1)
    waiting = snapshot(t.match)["prompts"]["corp"][0]
    assert waiting["msg"] == "Waiting for Runner to choose psi game credits"
    t.press("runner", "Bad publicity")
    assert t.phase == "movement"
    assert snapshot(t.match)["prompts"]["corp"][0]["type"] == "run"
