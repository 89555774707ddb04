"""From login to the end of a game, over real sockets."""

import asyncio
import json
from random import Random
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from tests.bridges.jinteki.random_commands import (
    play_game,
    possible_commands,
    room_of,
    run_socket_test,
    user,
)
from turnwright.agents import RandomAgent
from turnwright.bridges.jinteki.client.client import Client
from turnwright.bridges.jinteki.client.login import JintekiError, LoginPages
from turnwright.bridges.jinteki.codec.sente import Event
from turnwright.bridges.jinteki.seat import Seat
from turnwright.bridges.jinteki.server.endpoint import Endpoint, running
from turnwright.bridges.jinteki.server.lobby import Lobby


def endpoint(seed=7, **how):
    return Endpoint(Lobby(seed=lambda: seed), **how)


async def wait_for_start(corp: Client, runner: Client) -> list[Seat]:
    """Let both join a game and start it."""
    gameid = await corp.create("A game", "Corp")
    assert gameid in [str(one["gameid"]) for one in await runner.lobbies()]
    await runner.join(gameid, "Runner")
    await corp.start()
    return [await corp.wait_for_start(), await runner.wait_for_start()]


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
                ("bob", "good luck"),
            ]
            assert texts[3][1].startswith("ada started their turn 1")
            assert all(line["timestamp"].endswith("Z") for line in log)
            assert seats[0].state["corp"]["keep"] == "keep"
            assert seats[0].state["runner"]["keep"] == "mulligan"

    run_socket_test(play())


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
            bob_user = server.lobby.people["bob"]
            send, bob_user.send = bob_user.send, lambda event: None  # a message that is lost
            await seats[0].send("keep")
            bob_user.send = send
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
            cursor = seats[1].cursor
            server.lobby.people["bob"].send(Event("game/error"))
            assert await seats[1].wait(cursor, 10)
            assert (seats[1].errors, seats[1].resyncs) == (1, 1)
            assert seats[1].state == json.loads(json.dumps(room_of(server).state("runner")))

    run_socket_test(play())


def test_refused_commands_come_back_with_a_reason_and_change_nothing():
    async def play():
        server = endpoint()
        async with running(server) as url, user(url, "ada") as corp, user(url, "bob") as runner:
            corp_table, runner_table = await wait_for_start(corp, runner)
            before = room_of(server).match.save()
            for command, args, code in [
                ("make-me-rich", {}, "unknown_command"),
                ("credit", {}, "question_open"),
                ("choice", {"choice": {"uuid": "no such"}}, "unknown_choice"),
                ("choice", {"choice": 0, "eid": {"eid": 999}}, "stale_prompt"),
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
            eve.lobby = {"gameid": seats[0].gameid}
            await eve.send_event("lobby/watch", {"gameid": seats[0].gameid})
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
        server = Endpoint(Lobby(seed=lambda: 3, bot=RandomAgent("bot"), bot_side="Corp"))
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


def test_a_client_may_connect_for_a_single_command():
    """A client that connects for one command, as the command line does, keeps its seat meanwhile."""

    async def play():
        server = Endpoint(Lobby(seed=lambda: 7), is_open=True)
        async with running(server) as url:

            def come(name):
                return Client(url, name, name)

            async with come("ada") as ada:
                gameid = await ada.create("A game", "Corp")
            async with come("bob") as bob:
                (listed,) = await bob.lobbies()
                assert str(listed["gameid"]) == gameid
                assert not listed["started"]
                await bob.join(listed["gameid"])
            async with come("ada") as ada:
                seat = await ada.start()
                assert await seat.send("keep") is None
                cursor = seat.cursor
            async with come("bob") as bob:
                seat = await bob.rejoin(gameid)
                assert seat.cursor == cursor == room_of(server).cursor
                assert await seat.send("keep") is None
            with pytest.raises(JintekiError) as refused:
                async with Client(url, "ada", "not ada"):
                    pass
            assert refused.value.code == "login_refused"
            async with come("eve") as eve:
                with pytest.raises(JintekiError) as refused:
                    await eve.start()
                assert refused.value.code == "no_game"

    run_socket_test(play())


# --- bad input ----------------------------------------------------------------------------------------


def test_a_wrong_password_and_a_name_that_is_taken():
    async def play():
        async with running(endpoint()) as url, user(url, "ada"):
            with pytest.raises(JintekiError) as refused:
                async with Client(url, "ada", "wrong"):
                    pass
            assert refused.value.code == "login_refused"
            with pytest.raises(JintekiError) as refused:
                async with Client(url, "Ada", "other", register=True):
                    pass
            assert refused.value.code == "username_taken"
        with pytest.raises(JintekiError) as refused:
            async with Client(url, "ada", "ada's password"):
                pass
        assert refused.value.code == "no_server"

    run_socket_test(play())


def test_the_token_is_required():
    async def play():
        async with running(endpoint()) as url, user(url, "ada"):
            pages = LoginPages(url)
            await asyncio.to_thread(pages.fetch_token)
            right, pages.token = pages.token, "forged"
            with pytest.raises(JintekiError) as refused:
                await asyncio.to_thread(pages.log_in, "ada", "ada's password")
            assert refused.value.code == "login_refused"
            for address in (pages.socket_url("x"), pages.socket_url("").replace("forged", right)):
                with pytest.raises(InvalidStatus) as status:
                    await connect(address, additional_headers={"Cookie": pages.cookies})
                assert status.value.response.status_code == 403
            pages.token = right
            with pytest.raises(InvalidStatus):  # the token alone is not enough
                await connect(pages.socket_url("x"))

            def post():
                with urlopen(Request(f"{url}/login", b"username=ada", method="POST")):
                    pass

            with pytest.raises(HTTPError) as error:
                await asyncio.to_thread(post)
            with error.value:
                assert error.value.code == 403

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
                assert await socket.recv() == "[[:lobby/list []]]"
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
                await socket.send("[[:chsk/ws-ping]]")
                assert await socket.recv() == "[[:chsk/ws-pong]]"
                await socket.send('[[:lobby/create {:title "mine"}]]')
                await socket.send("[[:lobby/list]]")
                assert await socket.recv() == "[[:lobby/list []]]"
            assert not server.lobby.games

    run_socket_test(play())
