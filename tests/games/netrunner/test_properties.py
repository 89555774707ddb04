"""Random play never gets stuck: somebody always has a legal move, and every game ends."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.games.netrunner.positions import random_deck
from turnwright.agents import RandomAgent
from turnwright.agents.registry import find_agent
from turnwright.games.netrunner.card_facts import CORP, RUNNER
from turnwright.games.netrunner.game import game

LIMIT = 6000
REASONS = {"Agenda", "Flatline", "Decked"}


def play(seed, decks, agents):
    """Play a game to its end through `submit`."""
    match = game.start(seed, options={"decks": decks}, record=False)
    for _ in range(LIMIT):
        if match.result is not None:
            break
        acting = match.acting
        assert acting, f"nobody may act at {match.ctx.place}"
        able = [s for s in acting if s in match.asked or match.legal_moves(s, True)]
        assert able, f"nobody of {acting} can do anything at {match.ctx.place}"
        for seat in match.asked:
            question = match.asked[seat]
            assert len(question.options) >= question.min
        seat = able[0]
        refusal = match.submit(agents[seat].decide(match.prompt(seat), match))
        assert refusal is None, refusal
        check(match)
    assert match.result is not None, "the game does not end"
    assert match.G.reason in REASONS
    return match


def check(match):
    """Check what must hold after every answer."""
    G, c = match.G, match.c
    for side in (CORP, RUNNER):
        assert G.sides[side].credits >= 0
        assert G.sides[side].clicks >= 0
    assert c.free_memory() >= 0
    if G.run is not None:
        ices = G.servers[G.run.server].ices if G.run.server in G.servers else []
        assert 0 <= G.run.position <= len(ices)
        is_encounter_phase = G.run.phase == "encounter-ice" or G.forced_encounters > 0
        assert (G.encounter is not None) <= is_encounter_phase
    if match.is_resting and match.result is None:
        assert G.forced_encounters == 0, "an effect waits for an encounter that is over"
    for key, server in G.servers.items():
        assert server.ices or server.content, f"{key} is empty and still there"
        main = [n for n in server.content if c.facts(c.card(n)).type in ("agenda", "asset")]
        assert len(main) <= 1 or match.asked
        assert all(c.card(n).server == key for n in (*server.ices, *server.content))


def everything(match):
    return sorted(card.kind for card in match.ctx.cards.values())


@pytest.mark.parametrize("deck", ["beginner", "intermediate", "mixed"])
def test_seeded_random_games_end(deck):
    for seed in range(70):
        decks = [random_deck(side, seed) for side in (0, 1)] if deck == "mixed" else deck
        before = everything(game.start(seed, options={"decks": decks}))
        match = play(seed, decks, [RandomAgent(f"{seed} {side}") for side in (0, 1)])
        assert everything(match) == before, "a card was lost, or came from nowhere"


@settings(
    max_examples=25, deadline=None, derandomize=True, database=None,
    suppress_health_check=[HealthCheck.too_slow],
)  # fmt: skip
@given(
    seed=st.integers(0, 2**32), corp=st.integers(0, 10**6), runner=st.integers(0, 10**6),
    names=st.tuples(*[st.sampled_from(["random", "heuristic"])] * 2),
)  # fmt: skip
def test_games_with_any_decks_and_bots_end(seed, corp, runner, names):
    decks = [random_deck(CORP, corp), random_deck(RUNNER, runner)]
    play(seed, decks, [find_agent(name, f"{seed} {side}") for side, name in enumerate(names)])


@pytest.mark.parametrize("seed", range(6))
def test_a_random_game_replays_and_continues_from_every_save(seed):
    match = game.start(seed, options={"decks": "intermediate"})
    agents = [RandomAgent(f"{seed} {side}") for side in (0, 1)]
    for number in range(160):
        if match.result is not None:
            break
        seat = match.acting[0]
        answer = agents[seat].decide(match.prompt(seat), match)
        if number % 20 == 19:
            other = game.load(match.save())
            assert (other.submit(answer), match.submit(answer)) == (None, None)
            assert other.hash == match.hash
        else:
            assert match.submit(answer) is None
    assert game.replay(match.record.to_json()).hash == match.hash
