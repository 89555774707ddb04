"""The Python client with real servers: playing, reconnecting, the lobby and bots."""

from __future__ import annotations

import asyncio
import os
import random
import re
import resource
import socket
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from pathlib import Path
from typing import Any

import jwt
import pytest

from tests.server.server_process import Server
from turnwright.agents import RandomAgent
from turnwright.client import (
    Client,
    Disconnected,
    Lobby,
    Refused,
    by_agent,
    connect,
    play,
    run_bot,
    sync,
)
from turnwright.core.errors import UnusableError
from turnwright.server.views import protocol as wire

ROOT = Path(__file__).parent.parent.parent


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    running = Server(tmp_path_factory.mktemp("client"))
    yield running
    running.stop()


@pytest.fixture
def url(server: Server) -> str:
    return f"http://127.0.0.1:{server.port}"


def free_port() -> int:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return int(listener.getsockname()[1])


@contextmanager
def serving(folder: Path, port: int) -> Iterator[subprocess.Popen[bytes]]:
    """Run a server from the command line; it is killed at the end."""
    command = [sys.executable, "-m", "turnwright", "serve", "--port", str(port), "--bot-delay", "0"]
    command.append("--lab-on-demand")
    with (folder / "log").open("ab") as log:
        process = subprocess.Popen([*command, "--db", folder / "db"], stdout=log, stderr=log)
    try:
        while True:
            assert process.poll() is None, (folder / "log").read_text()
            with suppress(ConnectionRefusedError), socket.create_connection(("127.0.0.1", port)):
                break
            time.sleep(0.02)
        yield process
    finally:
        process.kill()
        process.wait()


@asynccontextmanager
async def seated(url: str, game: str, **settings: Any) -> AsyncIterator[tuple[Client, Client]]:
    """Yield two clients of one room in a match."""
    lobby = Lobby(url)
    first = await lobby.create(game, "Ann")
    second = await lobby.join(first.room_id, "Ben")
    async with (
        connect(url, first.room_id, token=first.token, **settings) as ann,
        connect(url, second.room_id, token=second.token, **settings) as ben,
    ):
        await asyncio.gather(ann.ready(), ben.ready())
        for client in (ann, ben):
            await client.until(lambda client: client.state)
        yield ann, ben


async def mover(*clients: Client) -> Client:
    """Return the client that must act."""
    newest = max(client.state.state_version for client in clients if client.state)
    for client in clients:
        await client.until(lambda client: client.state.state_version >= newest)
    return next(client for client in clients if client.prompt)


# --- a failing database ----------------------------------------------------------------------------


def test_a_client_returns_when_the_database_can_write_again(tmp_path):
    async def run(server: Server) -> None:
        url, kind = f"http://127.0.0.1:{server.port}", resource.RLIMIT_FSIZE
        async with seated(url, "counter") as (ann, ben):
            first = await mover(ann, ben)
            before = resource.prlimit(server.process.pid, kind)
            resource.prlimit(server.process.pid, kind, (0, before[1]))  # as if the disk were full
            refusals = [message async for message in until_refused(first)]
            assert refusals[-1].code == "store_failed"
            assert not first.is_connected
            resource.prlimit(server.process.pid, kind, before)
            for client in (ann, ben):
                await client.until(lambda client: client.is_connected)
            await (await mover(ann, ben)).act("inc")

    async def until_refused(client: Client) -> AsyncIterator[wire.Error]:
        """Make a move, which drops the room, and yield errors until the client cannot join."""
        sent = asyncio.ensure_future(client.act("inc"))
        try:
            async for message in client:
                if isinstance(message, wire.Error):
                    yield message
                    if message.code == "store_failed" and not client.is_connected:
                        return
        finally:
            sent.cancel()

    with Server(tmp_path) as server:
        asyncio.run(run(server))


# --- playing --------------------------------------------------------------------------------------


def test_two_clients_play_a_match_and_a_rematch(url):
    async def run():
        async with seated(url, "tictactoe") as (ann, ben):
            for cell in (0, 3, 1, 4):
                await (await mover(ann, ben)).act("MARK", cell=cell)
            winner = await mover(ann, ben)
            loser = ben if winner is ann else ann
            assert winner.prompt.is_move
            assert "mark:2" in [option.id for option in winner.options]
            await winner.answer("mark:2")
            await loser.until(lambda client: client.result and client.state.result)
            assert (winner.result.result, loser.result.result) == ("victory", "defeat")
            assert winner.status == "over"
            assert winner.prompt is None
            assert loser.log[-1]["text"].startswith(winner.state.players["self"]["name"])
            first = winner.seat
            await asyncio.gather(ann.rematch(), ben.rematch())
            await winner.until(lambda client: client.status == "playing")
            assert winner.result is None
            assert winner.seat != first
            await winner.resign()
            assert winner.result.result == "defeat"

    asyncio.run(run())


def test_a_refusal_is_raised_and_changes_nothing(url):
    async def run():
        async with seated(url, "tictactoe") as (ann, ben):
            first = await mover(ann, ben)
            other = ben if first is ann else ann
            await first.act(first.options[4])
            await other.until(lambda client: client.prompt)
            before = other.state
            with pytest.raises(Refused, match="cell"):
                await other.act("MARK", cell=4)
            with pytest.raises(Refused) as refused:
                await first.act("MARK", cell=0)
            assert refused.value.code == "action_rejected"
            with pytest.raises(Refused, match="There is no action FLY in this game"):
                await other.act("FLY")
            with pytest.raises(Refused, match="You have no open prompt"):
                await first.answer("mark:0")
            with pytest.raises(Refused, match="is not an option"):
                await other.answer("mark:4")
            with pytest.raises(Refused, match="A message may have"):
                await other.act("MARK", cell="x" * 20_000)
            deep: list[Any] = []
            for _ in range(40):
                deep = [deep]
            with pytest.raises(Refused, match="nested too deeply"):
                await other.act("MARK", cell=deep)
            with pytest.raises(Refused, match="Pick one move, not 2"):
                await other.answer("mark:0", "mark:1")
            assert other.state.state_version == before.state_version
            assert other.options == [o for o in other.options if o.id != "mark:4"]

    asyncio.run(run())


def test_iteration_starts_now_and_ends_when_the_client_closes(url):
    async def run():
        async with seated(url, "counter") as (ann, ben):
            received = []

            async def follow():
                async for change in ben:
                    received.append(change)

            following = asyncio.create_task(follow())
            first = await mover(ann, ben)
            await first.act("INC")
            await ann.send_chat("Good luck!")
            await ben.until(lambda client: client.chat)
            await ben.close()
            await following
            assert any(isinstance(change, wire.StateUpdate) for change in received)
            assert received[-1] == wire.ChatLine(sender=ann.seat, name="Ann", text="Good luck!")
            with pytest.raises(Disconnected):
                await ben.act("INC")

    asyncio.run(run())


def test_a_spectator_sees_the_match_but_cannot_act(url):
    async def run():
        async with (
            seated(url, "tictactoe") as (ann, ben),
            connect(url, ann.room, spectate=True) as eve,
        ):
            assert eve.seat is None
            assert eve.state.players["self"]["id"] == "p1"
            assert eve.prompt is None
            with pytest.raises(Refused, match="no seat"):
                await eve.act("MARK", cell=0)
            lines = len(eve.log)
            await (await mover(ann, ben)).act("MARK", cell=0)
            await eve.until(lambda client: len(client.log) > lines)

    asyncio.run(run())


def test_a_click_opens_a_menu(url):
    async def run():
        async with seated(url, "duel") as (ann, ben):
            client = await mover(ann, ben)
            option = next(o for o in client.options if o.action_type in HAND)
            card = option.payload["card"]
            await client.click(card)
            assert client.prompt.kind == "card_action_menu"
            with pytest.raises(Refused) as refused:
                await client.act("END_TURN")
            assert refused.value.code == "input_locked"
            await client.answer()
            assert client.prompt.is_move
            with pytest.raises(Refused):
                await client.click(-5)
            await client.click(card)
            version = client.state.state_version
            await client.answer(client.prompt.find(option.id.partition(":")[0]))
            assert client.state.state_version > version

    asyncio.run(run())


HAND = ("NORMAL_SUMMON", "SET_MONSTER", "SET_SPELLTRAP")


def test_a_menu_choice_may_open_another_menu(url):
    async def run():
        async with seated(url, "skirmish") as (ann, ben):
            client = await mover(ann, ben)
            attack = next(o for o in client.options if o.action_type == "ATTACK")
            await client.click(next(iter(attack.payload.values())))
            await client.answer("attack")
            assert client.prompt.kind == "target_select"
            await client.answer()
            assert client.prompt.is_move

    asyncio.run(run())


# --- bad networks -----------------------------------------------------------------------------------


def test_an_input_is_applied_once_across_reconnects(url):
    async def run():
        async with seated(url, "counter") as (ann, ben):
            for _ in range(20):
                client = await mover(ann, ben)
                await asyncio.gather(client.act("INC"), client.reconnect())
            last = await mover(ann, ben)
            assert last.state.table == {"count": 20}

    asyncio.run(run())


def test_an_open_question_returns_after_a_reconnect(url):
    async def run():
        rng = random.Random(5)
        seen = 0
        for _ in range(5):
            async with seated(url, "duel") as (ann, ben):
                while not (ann.result or ben.result) and seen < 3:
                    client = await mover(ann, ben)
                    prompt = client.prompt
                    if not prompt.is_move:
                        seen += 1
                        await client.reconnect()
                        again = client.prompt
                        assert (again.id, again.options) == (prompt.id, prompt.options)
                    with suppress(Refused):  # not a valid combination of picks
                        await client.answer(*rng.sample(prompt.options, prompt.min))
        assert seen

    asyncio.run(run())


def test_a_match_continues_after_a_server_restart(tmp_path):
    port = free_port()
    url = f"http://127.0.0.1:{port}"

    async def run():
        with serving(tmp_path, port) as process:
            async with seated(url, "counter") as (ann, ben):
                for _ in range(5):
                    await (await mover(ann, ben)).act("INC")
                client = await mover(ann, ben)
                process.kill()
                process.wait()
                moving = asyncio.create_task(client.act("INC"))  # no server is running
                await asyncio.sleep(0)
                with serving(tmp_path, port):
                    await moving
                    assert client.state.table == {"count": 6}

    asyncio.run(run())


def test_a_client_gives_up_on_a_dead_server(tmp_path):
    port = free_port()

    async def run():
        with serving(tmp_path, port) as process:
            async with seated(f"http://127.0.0.1:{port}", "counter", timeout=5.0) as (ann, ben):
                client = await mover(ann, ben)
                process.kill()
                with pytest.raises(Disconnected, match="was lost"):
                    await client.act("INC")
                with pytest.raises(Disconnected):
                    async for _ in client:
                        pass

    asyncio.run(run())


def test_connecting_to_nothing_fails_clearly(url):
    async def run():
        nowhere = f"http://127.0.0.1:{free_port()}"
        with pytest.raises(Disconnected, match="Cannot connect"):
            await connect(nowhere, "x").__aenter__()
        with pytest.raises(Disconnected, match="Cannot connect"):
            await Lobby(nowhere).games()
        with pytest.raises(Disconnected, match="HTTP 404"):
            await connect(f"{url}/elsewhere", "x").__aenter__()
        for settings, code in (({"token": "x"}, "bad_token"), ({"game": "go"}, "unknown_game")):
            with pytest.raises(Refused) as refused:
                await connect(url, "nowhere", **settings).__aenter__()
            assert refused.value.code == code

    asyncio.run(run())


def test_a_replaced_client_is_disconnected(url):
    async def run():
        async with (
            seated(url, "counter") as (ann, _),
            connect(url, ann.room, token=ann.token) as again,
        ):
            assert again.seat == ann.seat
            with pytest.raises(Disconnected, match="elsewhere"):
                await ann.until(lambda client: False)

    asyncio.run(run())


def test_a_throttled_client_resends(tmp_path):
    slow = Server(tmp_path, message_rate=20.0, message_burst=4.0, create_rate=4.0, create_burst=1.0)
    try:

        async def run():
            for room in ("one", "two"):
                async with connect(slow.url, room, game="counter") as client:
                    assert client.seat == "p1"
            await asyncio.sleep(0.3)  # until a room may be created again
            async with seated(f"http://127.0.0.1:{slow.port}", "counter") as (ann, ben):
                for _ in range(16):
                    await (await mover(ann, ben)).act("INC")
                assert (await mover(ann, ben)).state.table == {"count": 16}

        asyncio.run(run())
    finally:
        slow.stop()


def test_a_client_can_leave_before_the_match(url):
    async def run():
        lobby = Lobby(url)
        place = await lobby.create("counter", "Ann")
        async with connect(url, place.room_id, token=place.token) as ann:
            await ann.ready()
            assert ann.is_ready
            await ann.leave()
        assert (await lobby.join(place.room_id, "Ben")).seat == "p1"

    asyncio.run(run())


# --- the lobby --------------------------------------------------------------------------------------


def test_the_lobby_creates_and_lists_rooms(url):
    async def run():
        lobby = Lobby(url)
        assert "duel" in [game.name for game in await lobby.games()]
        assert (await lobby.game("duel"))["library"]
        secret = await lobby.create("tictactoe", "Ann", private=True)
        with pytest.raises(Refused) as refused:
            await lobby.join(secret.room_id, "Ben")
        assert (refused.value.code, refused.value.data["status"]) == ("no_room", 404)
        found = await lobby.join(code=secret.code, name="Ben")
        assert (found.room_id, found.seat) == (secret.room_id, "p2")
        open_room = await lobby.create("tictactoe", "Ann", bots=["random"])
        assert open_room.room_id in [room.room_id for room in await lobby.rooms("tictactoe")]
        assert secret.room_id not in [room.room_id for room in await lobby.rooms()]
        results = await play(url, by_agent("random"), room=open_room.room_id, token=open_room.token)
        assert (await lobby.room(open_room.room_id)).status == "over"
        (line,) = [r for r in await lobby.history(200) if r.room_id == open_room.room_id]
        assert line.names == ["Ann", "Random bot"]
        record = await lobby.replay(open_room.room_id, open_room.token)
        frames = await lobby.frames(open_room.room_id, "p1", count=200, token=open_room.token)
        assert frames.total == len(record.entries) + 1 == len(frames.frames)
        shown = frames.frames[-1]["state"]["result"]["winners"]
        assert shown == results[0].winners
        for token, code in (("", "no_room"), (secret.token, "still_running")):
            with pytest.raises(Refused) as refused:
                await lobby.replay(secret.room_id, token)
            assert refused.value.code == code

    asyncio.run(run())


# --- bots -------------------------------------------------------------------------------------------


def test_a_function_plays_whole_duels_against_a_bot_of_the_server(url):
    rng = random.Random(1)
    kinds = set()

    def decide(view, prompt):
        assert view.players["self"]["hand"] is not None
        kinds.add(prompt.kind)
        picks = rng.sample(prompt.options, prompt.min)
        return picks[0] if len(picks) == 1 else picks or None

    results = run_bot(url, decide, game="duel", against="random", matches=2)
    assert [result.result in ("victory", "defeat", "draw") for result in results] == [True, True]
    assert "move" in kinds
    assert len(kinds) > 1


def test_prompt_only_agents_can_play_over_the_network(url):
    async def run():
        place = await Lobby(url).create("duel", "Host")
        one = play(url, by_agent("random", 7), room=place.room_id, token=place.token)
        two = play(url, by_agent(RandomAgent(8)), room=place.room_id)
        first, second = await asyncio.gather(one, two)
        assert first[0].winners == second[0].winners

    asyncio.run(run())


def test_quick_match_pairs_two_bots(url):
    async def run():
        bots = [play(url, by_agent("passive"), game="tictactoe", name=n) for n in "ab"]
        first = asyncio.create_task(bots[0])
        while not any(r.names[0] == "a" for r in await Lobby(url).rooms("tictactoe")):
            await asyncio.sleep(0.01)
        results = await asyncio.gather(first, _quick_until_found(url, bots[1]))
        assert results[0][0].winners == results[1][0].winners

    asyncio.run(run())


async def _quick_until_found(url, bot):
    """Wait until the first player is connected: only then quick match finds the room."""
    metrics = Lobby(url).sync.metrics
    while "turnwright_sockets 1.0" not in await asyncio.to_thread(metrics):
        await asyncio.sleep(0.01)
    return await bot


def test_agents_that_need_the_match_are_refused():
    with pytest.raises(UnusableError, match="only has a view"):
        by_agent("greedy")


def test_a_bot_with_invalid_answers_is_stopped(url):
    with pytest.raises(Refused, match="is not an option"):
        run_bot(url, lambda view, prompt: "nonsense", game="tictactoe", against="random")


def test_the_example_bot_plays_a_duel(url):
    done = subprocess.run(
        [sys.executable, "examples/bot.py", url, "random"],
        cwd=ROOT, capture_output=True, text=True, timeout=120, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert done.stdout.partition(":")[0] in ("victory", "defeat", "draw")


# --- without await ----------------------------------------------------------------------------------


def claims(token: str) -> dict[str, Any]:
    """Return the claims of a token without checking its signature."""
    said: dict[str, Any] = jwt.decode(token, options={"verify_signature": False})
    return said


def test_the_synchronous_client_plays_a_match(url):
    lobby = sync.Lobby(url)
    place = lobby.create("tictactoe", "Ann")
    with sync.connect(url, place.room_id, token=place.token) as ann:
        assert (ann.status, ann.room) == ("waiting", place.room_id)
        old, new = (claims(token) for token in (place.token, ann.token))
        assert new.pop("exp") >= old.pop("exp"), "who comes gets a fresh token"
        assert new == old, "for the same seat"
        with sync.connect(url, ann.room, name="Ben") as ben:
            assert [seat["name"] for seat in ben.seats] == ["Ann", "Ben"]
            ann.ready()
            ben.ready()
            for client in (ann, ben):
                client.until(lambda client: client.state)
            first, other = (ann, ben) if ann.prompt else (ben, ann)
            first.answer(first.options[0])
            with pytest.raises(Refused):
                first.act("MARK", cell=0)
            other.until(lambda client: client.options)
            other.act("MARK", cell=5)
            changes = iter(other)
            first.send_chat("Well")
            for change in changes:
                if isinstance(change, wire.ChatLine):
                    break
            assert other.chat[-1]["text"] == "Well"
            other.resign()
            assert other.result.result == "defeat"
            assert other.log
    with pytest.raises(Disconnected):
        ann.ready()


def test_a_failed_synchronous_connect_leaves_no_thread():
    with (
        pytest.raises(Disconnected),
        sync.connect(f"http://127.0.0.1:{free_port()}", "x"),
    ):
        pass


def test_the_client_imports_no_server_packages():
    code = "import sys, turnwright.client; print(*sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, env=os.environ
    )
    loaded = set(done.stdout.split())
    assert not loaded & {"starlette", "uvicorn", "prometheus_client", "jwt", "sqlite3", "picows"}
    assert not {name for name in loaded if name.startswith("turnwright.games.")}


def test_the_bot_guide_runs(url):
    text = (ROOT / "docs" / "howto" / "write-a-bot.md").read_text()
    space: dict[str, object] = {"__name__": "guide"}
    for code in re.findall(r"```python\n(.*?)```", text, re.DOTALL):
        here = code.replace("http://127.0.0.1:8000", url)
        exec(compile(here, "write-a-bot.md", "exec", dont_inherit=True), space)
    assert space["results"][0].result in ("victory", "defeat", "draw")
    assert space["record"].entries
