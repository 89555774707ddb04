"""A language model at a hosted table: against a bot of the server, and against a person."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator

import pytest

from tests.server.server_process import Server
from turnwright.client import Lobby, connect
from turnwright.client.room_table import RoomTable
from turnwright.core.errors import UnusableError
from turnwright.envs.llm import Conversation


@pytest.fixture(scope="module")
def url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    running = Server(tmp_path_factory.mktemp("table"))
    yield f"http://127.0.0.1:{running.port}"
    running.stop()


def test_a_model_plays_a_bot_of_the_server(url: str) -> None:
    async def play() -> None:
        room = await Lobby(url).create("tictactoe", "Host", bots=["passive"])
        conversation = Conversation(RoomTable(f"{url}/#/table/{room.room_id}", token=room.token))
        text = await conversation.new()
        for _ in range(9):
            assert "1. Mark" in text
            text = await conversation.act("1")
            if "The game is over" in text:
                break
        assert "The game is over. You " in text
        assert "three in a row" in text
        assert "Three of your marks in a row" in conversation.table.rules
        assert "1. Mark" in await conversation.new()  # a rematch
        await conversation.table.close()

    asyncio.run(asyncio.wait_for(play(), 60))


def test_a_model_takes_a_seat_opposite_a_person(url: str) -> None:
    async def play() -> None:
        room = await Lobby(url).create("duel", "Ann")
        table = RoomTable(url, room=room.room_id, name="Model", patience=1)
        conversation = Conversation(table)
        async with connect(url, room.room_id, token=room.token) as ann:
            await ann.ready()
            text = await conversation.new()
            assert table.client.seat is not None
            for _ in range(12):
                if ann.prompt is not None:
                    await ann.answer(ann.prompt.options[-1])
                text = await conversation.observe()
                if "You are not asked" not in text:
                    break
            assert "your hand" in text
            assert "1. " in text
            refused = await conversation.act("everything")
            assert refused.startswith("Refused: 'everything' is not one of the options. Legal: 1. ")
            assert "tribute" in await conversation.observe("tribute")
        await table.close()

    asyncio.run(asyncio.wait_for(play(), 60))


def test_a_room_must_be_named(url: str) -> None:
    with pytest.raises(UnusableError, match="Name the room"):
        RoomTable(url)


def test_a_room_that_does_not_exist_is_refused_in_a_sentence(url: str) -> None:
    conversation = Conversation(RoomTable(url, room="nowhere"))
    text = asyncio.run(conversation.new())
    assert text.startswith("No game was started.")


def test_what_a_seat_reads_is_what_it_sees(url: str) -> None:
    async def play() -> None:
        room = await Lobby(url).create("duel", "Ann", bots=["auto"])
        async with connect(url, room.room_id, token=room.token) as ann:
            await ann.ready()
            await ann.until(lambda client: client.state)
            told = await ann.describe()
            held = [card["name"] for card in ann.state.players["self"]["hand"]]  # type: ignore[union-attr]
            assert all(name in told for name in held)
            async with connect(url, room.room_id, spectate=True) as watcher:
                await watcher.until(lambda client: client.state)
                shown = await watcher.describe()
                assert not [name for name in held if f"  {name}," in shown]

    asyncio.run(asyncio.wait_for(play(), 60))
