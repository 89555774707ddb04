"""Limits of rooms and bots: many requests at once, bots that take over, rooms that are loaded again,
and the speed of bots."""

import threading
from concurrent.futures import ThreadPoolExecutor

from tests.server.server_process import Server, start_match

AT_ONCE = 12


def at_once(server, body):
    """Send the same request many times at once; return how many rooms were created."""
    barrier = threading.Barrier(AT_ONCE)

    def create(_):
        barrier.wait()
        return server.ask("/api/rooms", body)[0]

    with ThreadPoolExecutor(AT_ONCE) as pool:
        return list(pool.map(create, range(AT_ONCE))).count(201)


def test_requests_that_come_together_do_not_pass_the_limits(tmp_path):
    with Server(tmp_path, max_waiting_rooms=3, max_bots_per_address=4) as server:
        assert at_once(server, {"game": "tictactoe", "bots": ["random", "random"]}) == 2
        assert at_once(server, {"game": "skirmish"}) == 3
        refused = server.refusal("/api/rooms", {"game": "tictactoe", "bots": ["random"]})
        assert refused == (429, "too_many_bots")


def test_a_bot_has_no_endless_name(tmp_path):
    """Everybody who enters the room is sent it."""
    bot = "priority:" + "a" * 50_000
    with Server(tmp_path) as server:
        for how in ({"bots": [bot]}, {"takeover": bot}):
            assert server.refusal("/api/rooms", {"game": "skirmish", **how}) == (400, "bad_bot")


def replaced(player):
    """Return whether a player is told that a simple bot plays in the place of another one."""
    return any(one.get("code") == "bot_replaced" for one in player.received)


def test_a_bot_that_takes_over_counts(tmp_path):
    with Server(tmp_path, max_bots_per_address=1) as server:
        people = []
        for _ in range(2):
            ann, ben = start_match(server, "tictactoe", takeover="mcts:20")
            ann.send("leave")
            while "p2" not in ben.state["acting"]:
                ben.receive("state_update")
            people.append(ben)
        assert [replaced(ben) for ben in people] == [False, True]
        body = {"game": "tictactoe", "bots": ["random"]}
        assert server.refusal("/api/rooms", body) == (429, "too_many_bots")


def test_bots_of_rooms_that_are_loaded_again_count(tmp_path):
    with Server(tmp_path, max_bots_per_address=1, proxies=["127.0.0.1"]) as server:
        body = {"game": "tictactoe", "bots": ["mcts:20"], "seat": "p2"}
        made = [server.post("/api/rooms", body, X_Forwarded_For=f"203.0.113.{n}") for n in (1, 2)]
        server.restart()
        people = [server.player().join(one["roomId"], token=one["token"]) for one in made]
        for player in people:
            player.send("ready")
            player.receive("state_update")
            while player.seat not in player.state["acting"]:
                player.receive("state_update")
        assert [replaced(player) for player in people] == [False, True]


def test_people_who_change_the_speed_of_bots_all_the_time_are_refused(tmp_path):
    with Server(tmp_path) as server:
        made = server.post("/api/rooms", {"game": "skirmish", "bots": ["passive", "passive"]})
        people = [server.player().join(made["roomId"], spectate=True) for _ in range(3)]
        for number in range(60):
            for player in people:
                player.send("set_speed", seconds=5, isPaused=bool(number % 2))
        for player in people:
            player.drain()
        told = [one.get("code") for one in people[0].received if one.get("code") == "speed"]
        assert len(told) < 60, "of 180"
        refused = [one.get("code") for one in people[0].received if one["type"] == "error"]
        assert set(refused) == {"rate_limited"}


def test_a_chosen_speed_survives(address, tmp_path):
    with Server(tmp_path, address) as server:
        bots = {"game": "tictactoe", "bots": ["random", "random"], "botSeconds": 7.5}
        made = server.post("/api/rooms", bots)
        server.restart()
        watcher = server.player().join(made["roomId"], spectate=True)
        assert watcher.received[0]["settings"]["botSeconds"] == 7.5
