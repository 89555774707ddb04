"""Slay the Spire as text: what a language model reads, and what it can do."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from turnwright.bridges.commmod.agent.api_table import SpireApiTable
from turnwright.bridges.commmod.agent.coordinator import Coordinator
from turnwright.bridges.commmod.agent.http_api import running
from turnwright.bridges.commmod.host import Mod
from turnwright.bridges.commmod.line_streams import InProcessConnection
from turnwright.envs.llm import Conversation


@asynccontextmanager
async def spire() -> AsyncIterator[Conversation]:
    """A conversation with the simulator behind the HTTP API."""
    coordinator = Coordinator(InProcessConnection(Mod()))
    async with running(coordinator, "127.0.0.1", 0) as (address, _):
        game = asyncio.create_task(coordinator.run())
        yield Conversation(SpireApiTable(address))
        game.cancel()
        await asyncio.wait([game])


def option(text: str, word: str) -> str:
    """The number of the option that contains a word."""
    rows = [
        line for line in text.splitlines() if word in line and line.partition(". ")[0].isdigit()
    ]
    assert rows, f"{word!r} is not an option of:\n{text}"
    return rows[0].partition(".")[0]


def test_a_model_begins_a_run_and_fights() -> None:
    async def play() -> None:
        async with spire() as game:
            text = await game.new({"character": "IRONCLAD", "seed": "TEXT"})
            assert "Ironclad · ascension 0 · act 1, floor 0" in text
            assert "10. " not in text
            for _ in range(6):
                if "Go to monster" in text:
                    break
                text = await game.act("1")
            text = await game.act(option(text, "Go to monster"))
            assert "Monster 0: " in text
            assert "intends: " in text
            text = await game.act(option(text, "Play Strike"))
            assert "2 energy" in text
            assert "Strike" in await game.observe("Strike")
            refused = await game.act("Play Apotheosis")
            assert refused.startswith("Refused: 'Play Apotheosis' is not one of the options.")
            text = await game.act("End turn")
            assert "Turn 2" in text

    asyncio.run(asyncio.wait_for(play(), 60))


def test_random_choices_lead_through_every_screen_with_distinct_labels() -> None:
    async def play() -> None:
        async with spire() as game:
            await game.new({"character": "SILENT", "seed": "MANY"})
            for number in range(250):
                situation = await game.table.situation()
                if situation.prompt is None or "GAME_OVER" in situation.text:
                    break
                labels = list(situation.prompt.labels)
                assert len(set(labels)) == len(labels)
                count = len(labels)
                await game.table.act([(number * 7) % count])

    asyncio.run(asyncio.wait_for(play(), 120))


def test_an_api_that_does_not_run_is_named() -> None:
    conversation = Conversation(SpireApiTable("127.0.0.1:1"))
    text = asyncio.run(conversation.new())
    assert "Start `turnwright spire serve` first." in text
