"""Bots that search think in processes of their own, within a budget of CPU time."""

import asyncio
import os
import signal
import time
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from tests.server.server_process import Server
from turnwright.core.runtime.match import Match
from turnwright.games.duel.game import game as duel
from turnwright.games.lookup import find_game
from turnwright.games.tictactoe.game import game as tictactoe
from turnwright.server.bots.bot_processes import BotProcesses, Undecided
from turnwright.server.bots.messages import DecisionRequest
from turnwright.server.node.settings import Settings

LOOP = '''
import turnwright as tw

game = tw.Game("endless", seats=2)


@game.move
def wait(c):
    """Never ends in a simulation, whatever is raised."""
    while True:
        try:
            while True:
                pass
        except BaseException:
            pass


@game.move
def stop(c):
    c.end_turn()
'''


def question(match: Match, bot: str, seat: int = 0, seconds: float = 60.0):
    """Return the question to a bot about a position."""
    data = match.save("msgpack")
    return DecisionRequest(match.game.name, bot, "a seed", seat, data, seconds)


@asynccontextmanager
async def processes(**settings):
    bots = BotProcesses(Settings(bot_processes=1, **settings))
    try:
        yield bots
    finally:
        await bots.close()


def run(work):
    """Run a coroutine that must come to an end."""
    return asyncio.run(asyncio.wait_for(work, 120))


async def until(condition):
    async with asyncio.timeout(60):
        while not condition():
            await asyncio.sleep(0.01)


def test_a_process_decides_as_the_bot_would_decide_here():
    from turnwright.agents.registry import find_agent

    match = tictactoe.start(3)
    match.play(0, "mark", 0)
    match.play(1, "mark", 8)
    expected = find_agent("mcts:50", "a seed").decide(match.prompt(0), match.clone())

    async def decide():
        async with processes() as bots:
            answer = await bots.decide("room", question(match, "mcts:50"))
            assert bots.stats.decisions == {"decided": 1}
            assert bots.stats.cpu_seconds > 0
            return answer

    answer = run(decide())
    assert (answer.move, answer.args) == (expected.move, expected.args)
    assert match.submit(answer) is None


def test_a_process_plays_a_game_that_is_given_as_a_file(tmp_path: Path):
    file = tmp_path / "mine.py"
    file.write_text("""
import turnwright as tw

game = tw.Game("mine", seats=2)


@game.move
def go(c, far: tuple[int, int] = tw.arg(lambda c: [(1, 2), (3, 4)])):
    c.end_turn()
""")
    match = find_game(str(file)).start(1)

    async def decide():
        async with processes(game_sources=(str(file),)) as bots:
            return await bots.decide("room", question(match, "greedy"))

    answer = run(decide())
    assert answer.args in [((1, 2),), ((3, 4),)]
    assert match.submit(answer) is None


def test_a_decision_ends_when_its_cpu_time_is_used_up():
    async def decide():
        async with processes() as bots:
            with pytest.raises(Undecided, match="over_budget"):
                await bots.decide("room", question(duel.start(1), "mcts:2000", 0, 0.2))
            (worker,) = bots.workers
            assert worker.pending is None
            assert 0.1 < bots.stats.cpu_seconds < 1.2
            # The process lives on and decides the next question.
            answer = await bots.decide("room", question(tictactoe.start(1), "mcts:5"))
            assert answer.move == "mark"
            assert bots.workers == [worker]

    run(decide())


def test_a_room_that_has_used_up_its_minute_gets_no_more_decisions():
    async def decide():
        async with processes(bot_seconds_per_minute=0.001) as bots:
            await bots.decide("one", question(tictactoe.start(1), "mcts:20"))
            with pytest.raises(Undecided, match="over_budget"):
                await bots.decide("one", question(tictactoe.start(1), "mcts:20"))
            await bots.decide("another", question(tictactoe.start(1), "mcts:20"))
            assert bots.stats.decisions == {"decided": 2, "over_budget": 1}

    run(decide())


def test_a_process_that_cannot_be_stopped_dies_and_is_replaced(tmp_path: Path):
    """The rules of the game catch even the exception that ends a decision."""
    file = tmp_path / "endless.py"
    file.write_text(LOOP)
    match = find_game(str(file)).start(1)

    async def decide():
        async with processes(game_sources=(str(file),)) as bots:
            with pytest.raises(Undecided, match="failed"):
                await bots.decide("room", question(match, "greedy", 0, 0.2))
            assert bots.stats.decisions == {"process_lost": 1, "failed": 1}
            answer = await bots.decide("room", question(tictactoe.start(1), "mcts:5"))
            assert answer.move == "mark"

    run(decide())


def test_a_killed_process_is_replaced_and_the_queue_goes_on():
    async def decide():
        async with processes() as bots:
            slow = asyncio.create_task(bots.decide("one", question(duel.start(1), "mcts:2000")))
            next_one = asyncio.create_task(bots.decide("two", question(tictactoe.start(1), "mcts")))
            await until(lambda: bots.workers and bots.workers[0].is_ready)
            (worker,) = bots.workers
            os.kill(worker.pid, signal.SIGKILL)
            with pytest.raises(Undecided, match="failed"):
                await slow
            assert (await next_one).move == "mark"
            assert bots.workers != [worker]
            assert bots.stats.decisions["process_lost"] == 1

    run(decide())


def test_a_bot_whose_answer_nobody_needs_stops_thinking():
    async def decide():
        async with processes() as bots:
            await bots.decide("room", question(tictactoe.start(1), "mcts:5"))
            (worker,) = bots.workers
            thinking = asyncio.create_task(bots.decide("one", question(duel.start(1), "mcts:2000")))
            waiting = asyncio.create_task(bots.decide("two", question(duel.start(1), "mcts:2000")))
            await until(lambda: len(bots.queue) == 1)
            waiting.cancel()
            await until(lambda: not bots.queue)
            thinking.cancel()
            await until(lambda: worker.pending is None)
            assert bots.stats.decisions["cancelled"] == 2

    run(decide())


def test_a_position_with_an_open_question_travels():
    match = duel.start(1, public_windows=True)
    for _ in range(400):
        if match.asked:
            break
        prompt = match.prompts[0]
        match.submit(prompt.answer(prompt.options[-1]))
    (seat, *_) = match.asked

    async def decide():
        async with processes() as bots:
            return await bots.decide("room", question(match, "greedy", seat))

    assert match.submit(run(decide())) is None


def test_bots_that_cannot_be_asked_do_not_stop_the_others():
    async def decide():
        async with processes() as bots:
            with pytest.raises(Undecided, match="failed"):
                await bots.decide("room", DecisionRequest("nothing", "mcts", "", 0, b"", 1.0))
            assert (await bots.decide("r", question(tictactoe.start(1), "mcts:5"))).move == "mark"

    run(decide())


# --- over the wire ----------------------------------------------------------------------------------


def test_a_player_plays_against_a_bot_that_thinks_elsewhere(tmp_path: Path):
    with Server(tmp_path, bot_processes=1) as server:
        place = server.post("/api/rooms", {"game": "tictactoe", "name": "Ann", "bots": ["mcts:30"]})
        player = server.player().join(place["roomId"], token=place["token"])
        player.send("ready")
        while not player.state or player.state["result"] is None:
            player.receive("state_update")
            player.drain()
            if player.state["result"] is None and player.state["options"]:
                option = player.state["options"][0]
                player.act("mark", payload=option["payload"])
        assert server.metric("turnwright_bot_decisions_total") >= 2
        assert server.metric("turnwright_bot_processes") == 1


def test_a_bot_without_time_is_replaced_by_a_quick_one(tmp_path: Path):
    with Server(tmp_path, bot_processes=1, bot_seconds=0.01) as server:
        ask = {"game": "tictactoe", "name": "Ann", "bots": ["mcts:2000"], "coinFlip": False}
        place = server.post("/api/rooms", ask)
        player = server.player().join(place["roomId"], token=place["token"])
        player.send("ready")
        player.receive("state_update")
        player.act("mark", payload=player.state["options"][0]["payload"])
        while len(player.state["options"]) != 7:  # the bot has made its mark
            player.receive("state_update")
        found = 'turnwright_bot_decisions_total{outcome="over_budget"}'
        assert server.metric(found) == 1


def test_a_bot_rests_when_the_last_player_leaves(tmp_path: Path):
    with Server(tmp_path, bot_processes=1, bot_seconds=60.0) as server:
        place = server.post(
            "/api/rooms", {"game": "duel", "name": "Ann", "bots": ["mcts:2000"], "coinFlip": False}
        )
        player = server.player().join(place["roomId"], token=place["token"])
        player.send("ready")
        player.receive("state_update")
        player.act("end_turn")
        until_true(lambda: server.metric("turnwright_bot_processes") == 1)
        player.close()
        found = 'turnwright_bot_decisions_total{outcome="cancelled"}'
        until_true(lambda: server.metric(found) == 1)


def until_true(condition):
    end = time.monotonic() + 60
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.02)


def test_one_address_cannot_fill_the_server_with_bots(tmp_path: Path):
    with Server(tmp_path, max_bots_per_address=2, max_bots=1) as server:
        ask = {"game": "tictactoe", "name": "Ann", "bots": ["mcts:2000"]}
        server.post("/api/rooms", ask)
        server.post("/api/rooms", ask)
        assert server.refusal("/api/rooms", ask) == (429, "too_many_bots")
        server.post("/api/rooms", {"game": "tictactoe", "name": "Ann"})
        many = {"game": "netrunner", "name": "Ann", "bots": ["random", "random"]}
        assert server.refusal("/api/rooms", many)[1] == "too_many_bots"
