"""Every call of the client ends: with a result, a refusal, or `Disconnected`.

The connection is lost, or the server refuses, stops or hangs, while a call is waiting.
"""

from __future__ import annotations

import asyncio
import itertools
import signal
from collections.abc import Coroutine, Iterator
from typing import Any

import pytest
from websockets.asyncio.server import ServerConnection, serve
from websockets.http11 import Request, Response

from tests.client.test_client import HAND, free_port, mover, seated, serving
from tests.server.server_process import Server
from turnwright.client import Client, Disconnected, Lobby, Refused, by_agent, connect, run_bot, sync


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("waiting")) as running:
        yield running


@pytest.fixture
def url(server: Server) -> str:
    return f"http://127.0.0.1:{server.port}"


def run_with_limit(story: Coroutine[Any, Any, None]) -> None:
    """Run a coroutine with a time limit."""
    asyncio.run(asyncio.wait_for(story, 120))


def card_of(client: Client) -> int:
    """Return a card with legal moves."""
    return next(o.payload["card"] for o in client.options if o.action_type in HAND)


# --- lost connections -----------------------------------------------------------------------------


def test_a_click_is_resent_after_a_reconnect(url):
    async def story():
        async with seated(url, "duel") as (ann, ben):
            client = await mover(ann, ben)
            await asyncio.gather(client.reconnect(), client.click(card_of(client)))
            assert client.prompt.kind == "card_action_menu"
            await client.answer()
            await asyncio.gather(client.click(card_of(client)), client.reconnect())
            assert client.prompt.kind == "card_action_menu"
            with pytest.raises(Refused, match="Respond to prompt first"):
                await client.click(card_of(client))
            await client.answer()
            assert client.prompt.is_move

    run_with_limit(story())


def test_a_click_is_resent_to_a_restarted_server(tmp_path):
    port = free_port()

    async def story():
        with serving(tmp_path, port) as process:
            async with seated(f"http://127.0.0.1:{port}", "duel") as (ann, ben):
                client = await mover(ann, ben)
                process.kill()
                process.wait()
                click = asyncio.create_task(client.click(card_of(client)))
                await asyncio.sleep(0)
                with serving(tmp_path, port):
                    await click
                    assert client.prompt.kind == "card_action_menu"

    run_with_limit(story())


def test_ready_chat_and_rematch_are_resent_and_applied_once(url):
    async def story():
        place = await Lobby(url).create("tictactoe", "Ann", bots=["passive"])
        async with (
            connect(url, place.room_id, token=place.token) as ann,
            connect(url, place.room_id, spectate=True) as eve,
        ):
            await asyncio.gather(ann.reconnect(), ann.ready())
            assert ann.status == "playing"
            for number in range(5):
                await asyncio.gather(ann.send_chat(f"before {number}"), ann.reconnect())
                await asyncio.gather(ann.reconnect(), ann.send_chat(f"after {number}"))
            said = [f"{word} {number}" for number in range(5) for word in ("before", "after")]
            await asyncio.gather(eve.reconnect(), eve.send_chat("Bye!"))
            assert [line["text"] for line in eve.chat] == [*said, "Bye!"]
            await ann.resign()
            await asyncio.gather(ann.reconnect(), ann.rematch())
            await ann.until(lambda client: client.status == "playing")

    run_with_limit(story())


def test_leaving_survives_a_lost_connection(url):
    async def story():
        lobby = Lobby(url)
        for cut_first in (True, False):
            place = await lobby.create("counter", "Ann")
            async with connect(url, place.room_id, token=place.token) as ann:
                cut, leave = asyncio.ensure_future(ann.reconnect()), ann.leave()
                if cut_first:
                    await asyncio.sleep(0)
                await asyncio.gather(leave, cut, return_exceptions=True)
                with pytest.raises(Disconnected, match="was closed"):
                    await ann.ready()
            assert (await lobby.join(place.room_id, "Ben")).seat == "p1"

    run_with_limit(story())


def test_an_invalid_token_ends_all_waiting(tmp_path):
    async def story(url):
        async with connect(url, "hall", game="counter") as ann:
            waiting = asyncio.create_task(ann.until(lambda client: False))
            for call in (
                ann.reconnect(),
                waiting,
                ann.ready(),
                ann.send_chat("Hello?"),
                ann.resign(),
            ):
                with pytest.raises(Refused, match="This token has expired") as refused:
                    await call
                assert refused.value.code == "bad_token"

    with Server(tmp_path, token_lifetime=-60.0) as server:
        run_with_limit(story(server.url))


# --- refusals -------------------------------------------------------------------------------------


def test_a_failing_setup_refuses_ready(url):
    async def story():
        place = await Lobby(url).create("stillborn", "Ann", bots=["random"])
        async with connect(url, place.room_id, token=place.token) as ann:
            for _ in range(2):
                with pytest.raises(Refused, match="could not be started") as refused:
                    await ann.ready()
                assert refused.value.data["hint"] == "rules_error"
            assert ann.status == "waiting"

    run_with_limit(story())
    with pytest.raises(Refused, match="could not be started"):
        run_bot(url, by_agent("random"), game="stillborn", against="random")
    place = sync.Lobby(url).create("stillborn", "Ann", bots=["random"])
    with (
        sync.connect(url, place.room_id, token=place.token) as ann,
        pytest.raises(Refused, match="could not be started"),
    ):
        ann.ready()


def test_a_spectator_is_refused_player_actions(url):
    async def story():
        place = await Lobby(url).create("tictactoe", "Ann", bots=["passive"])
        async with (
            connect(url, place.room_id, token=place.token) as ann,
            connect(url, place.room_id, spectate=True) as eve,
        ):
            for call in (eve.ready(), eve.click(1), eve.resign(), eve.act("MARK", cell=0)):
                with pytest.raises(Refused, match="You have no seat"):
                    await call
            await ann.ready()
            await ann.resign()
            await eve.until(lambda client: client.result)
            with pytest.raises(Refused, match="You have no seat"):
                await eve.rematch()
            await eve.send_chat("Well played!")
            assert ann.chat[-1]["text"] == "Well played!"
            await eve.leave()

    run_with_limit(story())


def test_a_refusal_is_raised_by_its_own_call(url):
    async def story():
        async with seated(url, "counter") as (ann, ben):
            for order in itertools.permutations(range(4)):
                client = await mover(ann, ben)
                calls = [
                    client.send_chat("   "),
                    client.act("INC"),
                    client.send_chat("Mine!"),
                    client.click(1),
                ]
                at_once = [calls[number] for number in order]
                came = await asyncio.gather(*at_once, return_exceptions=True)
                empty, move, line, click = (came[order.index(number)] for number in range(4))
                assert str(empty) == "A chat message must not be empty."
                assert (move, line) == (None, None)
                assert isinstance(click, Refused)
            assert client.state.table == {"count": 24}

    run_with_limit(story())


def test_a_late_refusal_is_ignored(url):
    async def story():
        async with seated(url, "counter") as (ann, ben):
            for _ in range(10):
                client = await mover(ann, ben)
                talk = asyncio.create_task(client.send_chat("   "))
                await asyncio.sleep(0)
                talk.cancel()
                await client.act("INC")
                await client.send_chat("Mine!")
            assert client.state.table == {"count": 10}

    run_with_limit(story())


def test_leaving_a_running_match_is_refused(url):
    async def story():
        async with seated(url, "counter") as (ann, ben):
            client = await mover(ann, ben)
            with pytest.raises(Refused, match="Resign to leave"):
                await client.leave()
            await client.act("INC")

    run_with_limit(story())


def test_a_too_large_message_is_refused_locally(url):
    async def story():
        async with seated(url, "counter") as (ann, ben):
            with pytest.raises(Refused, match="A message may have"):
                await ann.send_chat("x" * 20_000)
            await ann.send_chat("x" * 2_000)
            await ben.until(lambda client: client.chat)

    run_with_limit(story())


def test_a_failing_view_is_raised_in_all_waiters(url):
    async def story():
        async with seated(url, "blind") as (ann, ben):
            client = await mover(ann, ben)
            other = ben if client is ann else ann
            waiting = asyncio.create_task(other.until(lambda client: client.prompt))
            for call in (client.act("END_TURN"), waiting):
                with pytest.raises(Refused, match="could not show its state"):
                    await call
            with pytest.raises(Refused, match="could not show its state"):
                await connect(url, client.room, token=client.token).__aenter__()

    run_with_limit(story())


def test_a_throttled_join_fails_with_its_reason(tmp_path):
    async def story(url):
        async with connect(url, "one", game="counter"):
            with pytest.raises(Refused, match="Too many requests"):
                await connect(url, "two", game="counter", timeout=1.0).__aenter__()

    with Server(tmp_path, create_rate=0.001, create_burst=1.0) as server:
        run_with_limit(story(server.url))


def test_a_client_waits_for_a_server_that_refuses_its_socket_for_now(tmp_path):
    async def story(url):
        async with connect(url, "one", game="counter"), connect(url, "two", game="counter") as two:
            assert two.room == "two", "after HTTP 429 it has tried again"

    with Server(tmp_path, request_rate=2.0, request_burst=1.0) as server:
        run_with_limit(story(server.url))


# --- stopped and hanging servers ------------------------------------------------------------------


def test_calls_survive_a_server_restart(tmp_path):
    port = free_port()

    async def story():
        with serving(tmp_path, port) as process:
            async with seated(f"http://127.0.0.1:{port}", "counter") as (ann, ben):
                client = await mover(ann, ben)
                process.send_signal(signal.SIGTERM)
                process.wait()
                calls = asyncio.gather(client.act("INC"), client.send_chat("Still here"))
                await asyncio.sleep(0)
                with serving(tmp_path, port):
                    await calls
                    assert client.state.table == {"count": 1}
                    assert [line["text"] for line in client.chat] == ["Still here"]

    run_with_limit(story())


def test_a_client_gives_up_on_a_hanging_server(tmp_path):
    port = free_port()
    url = f"http://127.0.0.1:{port}"

    async def story():
        with serving(tmp_path, port) as process:
            async with seated(url, "counter", timeout=5.0) as (ann, ben):
                client = await mover(ann, ben)
                process.send_signal(signal.SIGSTOP)
                calls = [
                    client.act("INC"),
                    client.send_chat("Hello?"),
                    client.click(1),
                    client.leave(),
                ]
                came = await asyncio.gather(*calls, return_exceptions=True)
                assert all(isinstance(error, Disconnected) for error in came)
                assert "no answer for 5 s" in str(came[0])
                with pytest.raises(Disconnected, match="no answer"):
                    await connect(url, "new", timeout=1.0).__aenter__()

    run_with_limit(story())


def test_another_protocol_is_rejected_clearly():
    async def answer(socket: ServerConnection) -> None:
        await socket.recv()
        await socket.send('{"type": "welcome"}')
        await socket.wait_closed()

    def show_page(socket: ServerConnection, request: Request) -> Response | None:
        return socket.respond(200, "<html>") if request.path.startswith("/api") else None

    async def story():
        async with serve(answer, "127.0.0.1", 0, process_request=show_page) as other:
            url = f"http://127.0.0.1:{other.sockets[0].getsockname()[1]}"
            with pytest.raises(Disconnected, match="is not a Turnwright server"):
                await connect(url, "x").__aenter__()
            with pytest.raises(Disconnected, match="is not a Turnwright server"):
                await Lobby(url).games()

    run_with_limit(story())
