"""Connections that idle, break and come back, over real sockets."""

import asyncio
import json
from contextlib import asynccontextmanager

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from tests.bridges.jinteki.codec.sente_frames import FROM_CLIENT
from tests.bridges.jinteki.random_commands import (
    possible_commands,
    room_of,
    run_socket_test,
    user,
)
from tests.bridges.jinteki.socket_games import QUICK, endpoint, wait_for_start
from turnwright.bridges.jinteki.client.client import Client, names_of
from turnwright.bridges.jinteki.client.login import JintekiError, LoginPages
from turnwright.bridges.jinteki.codec.sente import Event, encode_ping
from turnwright.bridges.jinteki.server.endpoint import Endpoint, running
from turnwright.bridges.jinteki.server.lobby import Lobby
from turnwright.bridges.jinteki.server.timing import LobbyTiming, SocketTiming


def test_a_client_rejoins_after_losing_the_socket():
    async def play():
        server = endpoint()
        async with running(server) as url, user(url, "ada") as corp, user(url, "bob") as runner:
            seats = await wait_for_start(corp, runner)
            await seats[0].send("keep")
            await seats[1].send("keep")
            connections, cursor = runner.connections, seats[1].cursor
            runner.drop_connection()
            await seats[0].send("start-turn")  # meanwhile the game goes on
            await seats[0].send("credit")
            assert await seats[1].wait(cursor, 15)
            while seats[1].state != json.loads(json.dumps(room_of(server).state("runner"))):
                assert await seats[1].wait(seats[1].cursor, 15)
            assert runner.connections == connections + 1
            assert seats[1].resyncs == 1
            assert seats[1].state["corp"]["credit"] == 6
            assert await seats[1].send("indicate-action") is None
            assert seats[1].log[-1]["text"] == "[!] Please pause, Runner is acting."

    run_socket_test(play())


def test_a_command_lost_with_the_socket_is_reported():
    async def play():
        server = endpoint()
        async with running(server) as url, user(url, "ada") as corp, user(url, "bob") as runner:
            seats = await wait_for_start(corp, runner)
            corp.drop_connection()
            lost = await seats[0].send("keep")
            if lost is None:  # it was quicker than the cut
                assert seats[0].log[-1]["text"] == "ada keeps their hand."
            else:
                assert lost.code == "lost"
                assert await seats[0].send("keep") is None
            assert await seats[1].send("keep") is None

    run_socket_test(play())


def test_a_second_client_of_a_user_takes_the_seat_over():
    async def play():
        server = endpoint()
        async with running(server) as url, user(url, "ada") as corp, user(url, "bob") as runner:
            await wait_for_start(corp, runner)
            await runner.close()
            async with Client(url, "bob", "bob's password") as again:
                seat = await again.rejoin()
                assert seat.side == "runner"
                assert seat.state["runner"]["hand"]
                assert not seat.state["corp"]["hand"]

    run_socket_test(play())


def test_a_gap_in_the_sequence_causes_a_resync():
    async def play():
        server = endpoint()
        async with running(server) as url, user(url, "ada") as corp, user(url, "bob") as runner:
            seats = await wait_for_start(corp, runner)
            room = room_of(server)
            (bob_connection,) = server.connections.users["bob"].values()
            wire, bob_connection.wire = bob_connection.wire, None  # messages are lost
            await seats[0].send("keep")
            bob_connection.wire = wire
            cursor = seats[1].cursor
            await seats[0].send("indicate-action")
            assert await seats[1].wait(cursor, 10)
            assert seats[1].resyncs == 1
            assert seats[1].state == json.loads(json.dumps(room.state("runner")))

    run_socket_test(play())


def test_a_server_error_causes_a_resync():
    async def play():
        server = endpoint()
        async with running(server) as url, user(url, "ada") as corp, user(url, "bob") as runner:
            seats = await wait_for_start(corp, runner)
            server.lobby.send("bob", Event("game/error"))
            while not seats[1].resyncs:
                await runner.next_change()
            assert (seats[1].errors, seats[1].resyncs) == (1, 1)
            assert seats[1].state == json.loads(json.dumps(room_of(server).state("runner")))

    run_socket_test(play())


def test_an_idle_connection_is_kept_alive_by_pings_alone():
    async def play():
        server = endpoint(timing=SocketTiming(push_delay=0.0, keep_alive=0.05, ping_timeout=4.0))
        async with running(server) as url, user(url, "ada") as corp, user(url, "bob") as runner:
            seats = await wait_for_start(corp, runner)
            while runner.pings < 2:  # the second one follows only if the first was answered
                await runner.next_change()
            assert (runner.connections, corp.connections) == (1, 1)
            assert await seats[0].send("keep") is None
            assert await seats[1].send("keep") is None

    run_socket_test(play())


@pytest.mark.parametrize("packer", ["edn", "msgpack"])
def test_a_client_answers_a_ping_with_the_frame_of_sente(packer):
    (pong,) = [frame for frame in FROM_CLIENT if frame.name == "pong"]

    async def play():
        server = endpoint(packer=packer, timing=SocketTiming(keep_alive=0.05, ping_timeout=30.0))
        frames, receive = [], server.connections.receive

        def note(connection, frame):
            frames.append(frame)
            return receive(connection, frame)

        server.connections.receive = note
        async with running(server) as url, user(url, "ada"):
            while (pong.edn if packer == "edn" else pong.msgpack) not in frames:
                await asyncio.sleep(0.005)

    run_socket_test(play())


@pytest.mark.parametrize("loses", ["the session", "the login"])
def test_a_client_logs_in_again_if_the_server_has_forgotten_it(loses):
    """A real server takes sockets without a login, under the id of the client."""

    async def play():
        server = endpoint()
        async with running(server) as url, user(url, "ada") as corp, user(url, "bob") as runner:
            one, _ = await wait_for_start(corp, runner)
            if loses == "the session":
                server.accounts.sessions.clear()
            else:
                for session in server.accounts.sessions.values():
                    session.username = ""
            server.lobby.send("ada", Event("system/force-disconnect"))
            while not one.resyncs:
                await corp.next_change()
            assert corp.connections == 2
            assert await one.send("keep") is None

    run_socket_test(play())


@pytest.mark.parametrize("packer", ["edn", "msgpack"])
def test_a_client_that_does_not_answer_a_ping_is_disconnected(packer):
    async def play():
        timing = SocketTiming(keep_alive=0.05, ping_timeout=0.1, reconnect_window=0.0)
        server = endpoint(packer=packer, timing=timing)
        async with running(server) as url:
            pages = LoginPages(url)
            await asyncio.to_thread(pages.fetch_token)
            headers = {"Cookie": pages.cookies}
            async with connect(pages.socket_url("x"), additional_headers=headers) as socket:
                assert "handshake" in str(await socket.recv())
                assert await socket.recv() == encode_ping(packer)
                with pytest.raises(ConnectionClosed):
                    await socket.recv()
            await vacated(server, "__guest__x")

    run_socket_test(play())


def test_a_client_pings_a_silent_server_and_opens_a_dead_connection_again():
    async def play():
        server = endpoint(timing=SocketTiming(push_delay=0.0, keep_alive=3600.0))
        async with running(server) as url:
            client = user(url, "ada", keep_alive=0.05, ping_timeout=5.0)
            async with client:
                answered, reply = [], server.connections.reply

                def answer(connection, given):
                    answered.append(given.data)
                    reply(connection, given)

                server.connections.reply = answer
                while len(answered) < 3:
                    await client.next_change()
                assert answered[:3] == ["pong"] * 3
                assert client.connections == 1
                server.connections.reply = lambda connection, given: None  # it does not answer
                client.ping_timeout = 0.1
                while client.connections == 1:
                    await client.next_change()
                server.connections.reply = reply
                client.ping_timeout = 5.0
                assert await client.lobbies() == []

    run_socket_test(play())


async def run_into_an_access(corp, runner):
    """Play until the Runner has accessed a card and is asked about it."""
    for seat in (corp, runner):
        assert await seat.send("keep") is None
    await corp.send("start-turn")
    for _ in range(3):
        await corp.send("credit")
    await corp.send("end-turn")
    while corp.state["corp"].get("prompt-state"):
        assert await corp.send(*possible_commands(corp.state, "corp")[0]) is None
    await runner.send("start-turn")
    assert await runner.send("run", {"server": "HQ"}) is None
    while (runner.state.get("run") or {}).get("phase") != "success":
        await runner.send("continue")
        await corp.send("continue")


def is_asked_about_access(seat):
    return seat.state["runner"]["prompt-state"]["msg"].startswith("You accessed")


def test_a_client_that_vanishes_in_mid_run_comes_back_by_rejoining_with_its_prompt():
    async def play():
        server = endpoint()
        async with running(server) as url, user(url, "ada") as corp, user(url, "bob") as runner:
            one, two = await wait_for_start(corp, runner)
            await run_into_an_access(one, two)
            assert is_asked_about_access(two)
            prompt, run = two.state["runner"]["prompt-state"], two.state["run"]
            runner.drop_connection()
            server.connections.users.pop("bob")  # as if it came back after the window
            server.lobby.depart("bob")
            (game,) = server.lobby.games.values()
            assert [player.username for player in game.players] == ["ada"]
            while two.log[-1]["text"] != "bob rejoined the game.":
                await runner.next_change()
            assert [player.username for player in game.players] == ["ada", "bob"]
            assert (runner.connections, two.resyncs) == (2, 1)
            assert (two.state["runner"]["prompt-state"], two.state["run"]) == (prompt, run)
            answer = {"choice": {"uuid": prompt["choices"][0]["uuid"]}, "eid": prompt["eid"]}
            assert await two.send("choice", answer) is None
            assert two.state.get("run") is None
            assert one.state["runner"]["user"] == {"username": "bob"}

    run_socket_test(play())


def test_commands_of_one_seat_are_sent_one_after_the_other():
    async def play():
        server = endpoint()
        async with running(server) as url, user(url, "ada") as corp, user(url, "bob") as runner:
            one, two = await wait_for_start(corp, runner)
            await one.send("keep")
            await two.send("keep")
            answers = await asyncio.gather(
                one.send("start-turn"), *(one.send("credit") for _ in range(4))
            )
            assert [answer is None for answer in answers] == [True, True, True, True, False]
            assert one.state["corp"]["credit"] == 8

    run_socket_test(play())


def test_the_end_of_an_inactive_game_is_announced_and_reported():
    async def play():
        lobby = Lobby(seed=lambda: 7, timing=LobbyTiming(inactive=3600.0))
        server = Endpoint(lobby, timing=QUICK)
        async with running(server) as url, user(url, "ada") as corp, user(url, "bob") as runner:
            one, _ = await wait_for_start(corp, runner)
            (game,) = lobby.games.values()
            game.last_update -= 3590
            lobby.close_inactive_games()
            while not corp.toasts:
                await corp.next_change()
            assert "closed soon" in corp.toasts[-1]["message"]
            game.last_update -= 20
            lobby.close_inactive_games()
            while not one.closed_because:
                await corp.next_change()
            assert "nobody has acted" in one.closed_because
            assert (await one.send("keep")).code == "game_closed"

    run_socket_test(play())


def test_a_game_that_was_closed_meanwhile_is_reported():
    async def play():
        server = endpoint()
        async with running(server) as url, user(url, "ada") as corp, user(url, "bob") as runner:
            one, _ = await wait_for_start(corp, runner)
            server.lobby.games.clear()
            corp.drop_connection()
            while not one.closed_because:
                await corp.next_change()
            refusal = await one.send("keep")
            assert refusal.code == "game_closed"
            assert not await one.wait(one.cursor, 30)

    run_socket_test(play())


async def vacated(server, name):
    """Wait until the server has noticed that a user is gone."""
    while name in server.connections.users:
        await asyncio.sleep(0.005)


@pytest.mark.parametrize("window", [0.0, 60.0])
def test_a_client_may_connect_for_a_single_command(window):
    """As the command line does. Without a window the seat is vacated each time, and rejoined."""

    async def play():
        lobby = Lobby(seed=lambda: 7, keeps_empty_games=True)
        timing = SocketTiming(push_delay=0.0, reconnect_window=window)
        server = Endpoint(lobby, is_open=True, timing=timing)
        async with running(server) as url:

            @asynccontextmanager
            async def come(name):
                async with Client(url, name, name) as client:
                    yield client
                if not window:
                    await vacated(server, name)

            async with come("ada") as ada:
                gameid = await ada.create("A game", "Corp")
            async with come("bob") as bob:
                (listed,) = await bob.lobbies()
                assert str(listed["gameid"]) == gameid
                assert not listed.get("started")
                await bob.join(listed["gameid"])
            async with come("ada") as ada:
                seat = await ada.start()
                assert await seat.send("keep") is None
                cursor = seat.cursor
            async with come("bob") as bob:
                (listed,) = await bob.lobbies()
                assert names_of(listed, "original-players") == ["ada", "bob"]
                # Bob lost the connection before the game began, which does not cost the seat.
                assert names_of(listed, "players") == (["ada", "bob"] if window else ["bob"])
                seat = await bob.rejoin(gameid)
                assert seat.side == "runner"
                assert seat.cursor == cursor == room_of(server).cursor
                assert await seat.send("keep") is None
            async with come("ada") as ada:
                (listed,) = await ada.lobbies()
                assert names_of(listed, "players") == (["ada", "bob"] if window else [])
                seat = await ada.rejoin()
                assert seat.side == "corp"
                assert await seat.send("start-turn") is None
            with pytest.raises(JintekiError) as refused:
                async with Client(url, "ada", "not ada"):
                    pass
            assert refused.value.code == "login_refused"
            async with come("eve") as eve:
                with pytest.raises(JintekiError) as refused:
                    await eve.start()
                assert refused.value.code == "no_game"

    run_socket_test(play())
