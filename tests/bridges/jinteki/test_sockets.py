"""From the lobby to the end of a game, over real sockets."""

import asyncio
import json
from random import Random

import pytest
from websockets.asyncio.client import connect

from tests.bridges.jinteki.random_commands import (
    play_game,
    possible_commands,
    room_of,
    run_socket_test,
    user,
)
from tests.bridges.jinteki.socket_games import QUICK, endpoint, wait_for_start
from turnwright.agents import RandomAgent
from turnwright.bridges.jinteki.client.login import LoginPages
from turnwright.bridges.jinteki.server.endpoint import Endpoint, running
from turnwright.bridges.jinteki.server.lobby import Lobby


@pytest.mark.parametrize("packer", ["edn", "msgpack"])
def test_two_clients_play_a_whole_game(packer):
    async def play():
        server = endpoint(packer=packer)
        async with running(server) as url, user(url, "ada") as corp, user(url, "bob") as runner:
            assert corp.pages.packer == packer
            seats = await wait_for_start(corp, runner)
            assert [seat.side for seat in seats] == ["corp", "runner"]
            room = room_of(server)

            def same():
                for seat in seats:
                    assert seat.state == json.loads(json.dumps(room.state(seat.side)))

            same()
            count = await play_game(seats, Random(packer), same)
            assert count > 50
            final = seats[0].state
            assert final["winning-user"] in ("ada", "bob")
            assert final["reason"] in ("Agenda", "Flatline", "Decked")
            assert all(seat.resyncs == 0 for seat in seats), "diffs alone must do"

    run_socket_test(play())


def test_the_log_has_user_names_times_and_chat():
    async def play():
        server = endpoint()
        async with running(server) as url, user(url, "ada") as corp, user(url, "bob") as runner:
            seats = await wait_for_start(corp, runner)
            await seats[0].send("keep")
            await seats[1].send("mulligan")
            since = seats[0].cursor
            await runner.say("good luck")
            assert await seats[0].wait(since, 10)
            await seats[0].send("start-turn")
            log = seats[0].state["log"]
            texts = [(line["user"], line["text"]) for line in log]
            assert texts[:3] == [
                ("__system__", "ada keeps their hand."),
                ("__system__", "bob takes a mulligan."),
                ({"username": "bob"}, "good luck"),
            ]
            assert texts[3][1].startswith("ada started their turn 1")
            assert all(line["timestamp"].endswith("Z") for line in log)
            assert seats[0].state["corp"]["keep"] == "keep"
            assert seats[0].state["runner"]["keep"] == "mulligan"

    run_socket_test(play())


def test_refused_commands_come_back_with_a_reason_and_change_nothing():
    async def play():
        server = endpoint()
        async with running(server) as url, user(url, "ada") as corp, user(url, "bob") as runner:
            corp_table, runner_table = await wait_for_start(corp, runner)
            before = room_of(server).match.save()
            for command, args, code in [
                ("make-me-rich", {}, "unknown_command"),
                ("install", {}, "unknown_command"),
                ("credit", {}, "question_open"),
                ("choice", {"choice": {"uuid": "no such"}}, "unknown_choice"),
                ("choice", {"choice": {"uuid": "0"}, "eid": {"eid": 999}}, "stale_prompt"),
                ("play", {"card": {"cid": 123456789}}, "unknown_card"),
                ("run", {"server": "R&D"}, "question_open"),
                ("change", {"key": "credit", "delta": 99}, "not_by_hand"),
            ]:
                refusal = await corp_table.send(command, args)
                assert refusal is not None
                assert refusal.code == code
                assert refusal.sentence
            assert (await runner_table.send("keep")).code == "no_prompt"
            assert room_of(server).match.save() == before
            assert "toast" not in runner_table.state["corp"], "notices are private"

    run_socket_test(play())


def test_a_spectator_sees_neither_hand():
    async def play():
        server = endpoint()
        async with (
            running(server) as url,
            user(url, "ada") as corp,
            user(url, "bob") as runner,
            user(url, "eve") as eve,
        ):
            seats = await wait_for_start(corp, runner)
            await eve.watch(seats[0].gameid)
            seat = await eve.wait_for_start()
            assert seat.side == "spectator"
            assert not seat.state["corp"]["hand"]
            assert not seat.state["runner"]["hand"]
            assert "prompt-state" not in seat.state["corp"]
            assert (await seat.send("keep")).code == "spectator"
            since = seat.cursor
            await seats[0].send("keep")
            assert await seat.wait(since, 10)

    run_socket_test(play())


def test_a_bot_of_the_endpoint_plays_the_other_side():
    async def play():
        lobby = Lobby(seed=lambda: 3, bot=RandomAgent("bot"), bot_side="Corp")
        server = Endpoint(lobby, timing=QUICK)
        async with running(server) as url, user(url, "bob") as runner:
            await runner.create()
            seat = await runner.start()
            assert seat.side == "runner"
            rng, count = Random(3), 0
            while "winner" not in seat.state and count < 2000:
                options = possible_commands(seat.state, "runner")
                since = seat.cursor
                if options:
                    await seat.send(*rng.choice(options))
                else:
                    assert await seat.wait(since, 10), "the bot does nothing"
                count += 1
            assert "winner" in seat.state

    run_socket_test(play())


def test_a_guest_cannot_listen_to_a_user():
    async def play():
        server = endpoint()
        async with running(server) as url, user(url, "ada"):
            pages = LoginPages(url)
            await asyncio.to_thread(pages.fetch_token)
            headers = {"Cookie": pages.cookies}
            async with connect(pages.socket_url("ada"), additional_headers=headers) as socket:
                assert "__guest__ada" in await socket.recv()
                assert len(server.connections.users["ada"]) == 1

    run_socket_test(play())


def test_malformed_frames_are_ignored_and_too_many_close_the_socket():
    async def play():
        async with running(endpoint()) as url, user(url, "ada") as ada:
            headers = {"Cookie": ada.pages.cookies}
            async with connect(ada.pages.socket_url("x"), additional_headers=headers) as socket:
                assert "chsk/handshake" in await socket.recv()
                for frame in [
                    "",
                    "[",
                    "[[]]",
                    "[[1 2]]",
                    "nil",
                    "[[:a/b 1 2]]",
                    "\x00",
                    b"\xff\xfe",
                ]:
                    await socket.send(frame)
                await socket.send("[[:lobby/list]]")
                assert await socket.recv() == "[[[:lobby/list []] [:lobby/state]] nil]"
                for _ in range(30):
                    await socket.send("[")
                await socket.wait_closed()
                assert socket.close_code == 1007

    run_socket_test(play())


def test_invalid_events_are_ignored():
    async def play():
        async with running(endpoint()) as url, user(url, "ada") as ada:
            for event in ("game/action", "lobby/join", "game/start", "game/rejoin", "no/such"):
                for data in (None, 1, "x", {"gameid": None}, {"gameid": "x"}, [[]]):
                    await ada.send_event(event, data)
            assert await ada.request("lobby/deck", {"gameid": "nonsense", "deck-id": 1}) is False
            assert await ada.lobbies() == []

    run_socket_test(play())


def test_without_login_one_may_list_games_but_not_play():
    async def play():
        server = endpoint()
        async with running(server) as url:
            pages = LoginPages(url)
            await asyncio.to_thread(pages.fetch_token)
            headers = {"Cookie": pages.cookies}
            async with connect(pages.socket_url("guest"), additional_headers=headers) as socket:
                assert "chsk/handshake" in await socket.recv()
                await socket.send('[[:chsk/ws-ping] "abc123"]')
                assert await socket.recv() == '["pong" "abc123"]'
                await socket.send('[[:lobby/create {:title "mine"}] nil]')
                await socket.send("[[:lobby/list] nil]")
                assert await socket.recv() == "[[[:lobby/list []] [:lobby/state]] nil]"
            assert not server.lobby.games

    run_socket_test(play())
