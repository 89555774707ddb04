"""Pickled games, matches and prompts: small, and the same in another process."""

from __future__ import annotations

import copy
import pickle
from concurrent.futures import ProcessPoolExecutor
from importlib import import_module
from multiprocessing import get_context
from pathlib import Path

import pytest

import turnwright as tw
from turnwright.agents import RandomAgent
from turnwright.games import GAMES
from turnwright.games.lookup import find_game
from turnwright.games.tictactoe.game import game as tictactoe


def ask(c):
    first = yield c.choose("Which?", [1, 2, 3], label=lambda value: f"number {value}")
    c.G["sum"] = first + (yield c.choose("And?", [1, 2, 3]))


asking = tw.Game("asking", moves={"ask": ask})


def again(value):
    return pickle.loads(pickle.dumps(value))


@pytest.mark.parametrize("name", GAMES)
def test_every_shipped_game_is_pickled_in_the_middle_of_a_match(name):
    game = import_module(GAMES[name]).game
    assert again(game) is game
    match, agent = game.start(seed=3), RandomAgent(3)
    for number in range(60):
        if match.result is not None:
            break
        prompt = match.prompts[0]
        if number % 6 == 0:
            copy = again(match)
            assert (copy.hash, copy.version) == (match.hash, match.version)
            assert again(prompt).data() == prompt.data()
            assert again(match.view(0)) == match.view(0)
        assert match.submit(agent.decide(prompt, match)) is None


def test_a_match_with_an_open_question_plays_on():
    match = asking.start()
    match.play(0, "ask")
    match.pick(0, 2)
    copy = again(match)
    assert again(match.prompts[0]).data() == copy.prompts[0].data()
    copy.pick(0, 3)
    assert copy.G == {"sum": 5}
    assert match.asked


def test_a_rollout_is_pickled_while_it_rests():
    rollout = tictactoe.start().clone(record=False)
    rollout.play(0, "mark", 4)
    copy = again(rollout)
    assert copy.hash == rollout.hash
    assert copy.undo().code == "nothing_to_undo"


def test_only_open_prompts_are_pickled():
    match = tictactoe.start()
    prompt = match.prompts[0]
    match.play(0, "mark", 4)
    with pytest.raises(pickle.PicklingError, match="open prompts"):
        pickle.dumps(prompt)


def test_a_game_that_cannot_be_imported_says_so():
    with pytest.raises(pickle.PicklingError, match="global variable"):
        pickle.dumps(tw.Game("hidden", moves={"ask": ask}))


def play_out(match: tw.Match) -> tuple[str, int]:
    agent = RandomAgent(1)
    while match.result is None:
        match.submit(agent.decide(match.prompts[0], match))
    return match.game.name, match.version


def test_other_processes_play_on(tmp_path: Path):
    """Also a game from a file, which they load again."""
    file = tmp_path / "coin.py"
    file.write_text(
        "import turnwright as tw\n"
        "def flip(c):\n"
        "    if c.roll('1d6') == 6:\n"
        "        c.win(c.seat)\n"
        "    c.end_turn()\n"
        "game = tw.Game('coin', moves={'flip': flip})\n"
    )
    matches = [tictactoe.start(seed=1), find_game(str(file)).start(seed=2)]
    expected = [play_out(match.clone()) for match in matches]
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        assert list(pool.map(play_out, matches)) == expected


def test_a_copy_of_a_game_is_a_game_of_its_own():
    other = copy.copy(asking)
    other.name = "other"
    assert asking.name == "asking"
    assert again(asking) is asking
