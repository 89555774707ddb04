"""The command `arena`."""

import json

import pytest

from tests.agents.chat_endpoint import chat_endpoint
from tests.cli.terminal import error, output, turnwright


def test_an_arena_plays_every_pair_with_sides_swapped():
    printed = json.loads(
        output("arena", "tictactoe", "random", "mcts:5", "auto", "--games", 4, "--json")
    )
    games = printed["games"]
    assert {one["agent"] for one in printed["ratings"]} == {"random", "mcts:5", "auto"}
    assert len(games) == 3 * 4
    assert [one["agents"] for one in games[:2]] == [["random", "mcts:5"], ["mcts:5", "random"]]
    assert games[0]["seed"] == games[1]["seed"] != games[2]["seed"]
    assert {tuple(sorted(one["agents"])) for one in games} == {
        ("mcts:5", "random"), ("auto", "random"), ("auto", "mcts:5"),
    }  # fmt: skip


def test_an_arena_prints_wins_with_intervals():
    shown = output("arena", "tictactoe", "random", "mcts:60", "--games", 10)
    head, first, second = shown.splitlines()[:3]
    assert head.split() == ["agent", "random", "mcts:60", "all"]
    assert first.startswith("random")
    assert "% (" in second


def test_an_arena_rates_the_agents():
    shown = output("arena", "random", "mcts:60", "--game", "tictactoe", "--games", 10)
    head, best, worst = shown.splitlines()[-3:]
    assert head.split() == ["agent", "Elo", "95", "%", "games"]
    assert best.split()[0] == "mcts:60"
    assert int(best.split()[1]) > 1500 > int(worst.split()[1])


def test_the_number_of_processes_does_not_change_the_games():
    command = ("arena", "kuhn", "random", "passive", "--games", 8, "--json")
    assert output(*command, "--workers", 2, "--backend", "pool") == output(*command)


def test_a_language_model_takes_part(tmp_path):
    transcript = tmp_path / "transcript.jsonl"
    with chat_endpoint("ANSWER: 1") as endpoint:
        done = turnwright(
            "arena", "kuhn", "llm:small", "random", "--games", 4, "--llm-url", endpoint.url,
            "--llm-transcript", transcript,
        )  # fmt: skip
    assert "llm:small" in done.stdout
    assert f"llm:small: {len(endpoint.requests)} requests" in done.stderr
    assert len(transcript.read_text().splitlines()) == len(endpoint.requests) > 0


def test_the_same_seed_gives_the_same_games():
    command = ("arena", "duel40", "random", "auto", "--games", 2, "--json", "--seed")
    assert output(*command, "a") == output(*command, "a")
    assert output(*command, "a") != output(*command, "b")


def test_bots_of_a_game_take_part_with_its_options():
    decks = '{"decks": "intermediate"}'
    shown = output("arena", "netrunner", "heuristic", "goldfish", "--games", 2, "--options", decks)
    assert "100 %" in shown


def test_agents_play_alone_in_a_game_for_one_player(tmp_path):
    path = tmp_path / "luck.py"
    path.write_text(
        "import turnwright as tw\n"
        "game = tw.Game('luck', seats=1)\n"
        "game.move(lambda c: c.win(0), name='win')\n"
        "game.move(lambda c: c.draw(), name='stop')\n"
    )
    shown = output("arena", path, "random", "passive", "--games", 3)
    assert "random" in shown
    assert "3 drawn" in shown or "100 %" in shown


def test_agents_that_play_alone_are_rated_on_the_same_deals():
    scene = {"encounter": "Gremlin Nob", "floor": 6, "hp": 40}
    options = json.dumps({"ends": "fight", "scene": scene})
    command = ("arena", "random", "rules", "--game", "spire", "--games", 8, "--options", options)
    printed = json.loads(output(*command, "--json"))
    assert [one["agent"] for one in printed["ratings"]] == ["rules", "random"]
    lost = [one for one in printed["games"] if one["winner"] is None]
    assert lost
    assert all(one["losers"] == [0] for one in lost)
    shown = output(*command)
    assert "drawn" not in shown
    assert shown.splitlines()[-2].split()[0] == "rules"


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("tictactoe", "random"), "at least two different agents"),
        (("tictactoe", "random", "gredy"), "did you mean 'greedy'"),
        (("tictactoe", "random", "auto", "--games", "0"), "--games must be from 1"),
        (("netrunner", "random", "auto", "--options", "[]"), "--options must be a JSON object"),
        (("chess", "random", "auto"), "There is no game 'chess'"),
        (("duel", "random", "auto", "--options", '{"deks": 1}'), "did you mean 'decks'?"),
    ],
)
def test_wrong_usage_is_refused_before_the_first_game(arguments, sentence):
    assert sentence in error("arena", *arguments)
