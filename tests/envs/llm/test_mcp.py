"""Games over the Model Context Protocol, with the client of the official SDK."""

import json
import os
import re
import sys

import anyio
import pytest
from mcp import ClientSession, StdioServerParameters
from mcp.client.client import Client
from mcp.client.stdio import stdio_client

from turnwright.envs.llm import LocalTable
from turnwright.envs.llm.mcp_server import make_server
from turnwright.games import GAMES


def talk(table, *calls):
    """The texts that an MCP client gets for these calls."""

    async def run():
        async with Client(make_server(table)) as client:
            return [await call(client, name, given) for name, given in calls]

    return anyio.run(run)


async def call(client, name, given):
    result = await client.call_tool(name, given)
    return result.content[0].text


def act(answer):
    return "act", {"answer": str(answer)}


NEW, LOOK = ("new", {}), ("observe", {})


def test_the_schema_of_the_three_tools_is_small():
    async def schema():
        async with Client(make_server(LocalTable("duel"))) as client:
            return (await client.list_tools()).tools

    tools = anyio.run(schema)
    assert [tool.name for tool in tools] == ["new", "observe", "act"]
    found = json.dumps([tool.model_dump(by_alias=True, exclude_none=True) for tool in tools])
    assert len(found) < 1000


def test_a_game_of_tic_tac_toe():
    table = LocalTable("tictactoe", opponent="passive", seed=1)
    first, *_, last = talk(table, NEW, act("Mark cell 8"), act("Mark cell 7"), act("Mark cell 6"))
    assert first.startswith("Tic-tac-toe")
    assert "1. Mark cell 0" in first
    assert last.endswith("The game is over. You won: three in a row.")


def test_the_command_serves_a_client_over_standard_input_and_output():
    async def play():
        command = ["-m", "turnwright", "mcp", "tictactoe", "--opponent", "passive", "--seed", "1"]
        server = StdioServerParameters(command=sys.executable, args=command, env=dict(os.environ))
        async with (
            stdio_client(server) as (reader, writer),
            ClientSession(reader, writer) as session,
        ):
            await session.initialize()
            first = await call(session, "new", {})
            refused = await call(session, "act", {"answer": "castle"})
            return first, refused, await call(session, "act", {"answer": "5"})

    first, refused, then = anyio.run(play)
    assert "9. Mark cell 8" in first
    assert refused.startswith("Refused: 'castle' is not one of the options.")
    assert "X" in then


def test_after_the_first_look_only_changes_are_told():
    table = LocalTable("netrunner", seat=1, opponent="heuristic", seed=3)
    first, whole, changes = talk(table, NEW, act("Keep"), act("Begin the turn"))
    assert "Keep hand?" in first
    assert len(changes) < 0.8 * len(whole)
    assert changes.startswith("- Runner")
    assert "grip 5" in talk(table, LOOK)[0]


@pytest.mark.parametrize("answer", ["99", "castle", "", "1 2"])
def test_a_refusal_says_what_is_legal_and_changes_nothing(answer):
    table = LocalTable("tictactoe", opponent="passive", seed=1)
    before, refused, after = talk(table, NEW, act(answer), LOOK)
    assert re.match(r"Refused: .* Legal: 1\. Mark cell 0; ", refused)
    assert before.partition("\n\n")[2] == after


def test_an_argument_that_a_tool_does_not_have_is_named():
    """Otherwise the answer would seem to be empty, and the settings to be accepted."""
    table = LocalTable("tictactoe", opponent="passive", seed=1)
    wrong, unset = talk(table, ("act", {"action": "1"}), ("new", {"seed": 4}))
    assert wrong == "Refused: act takes 'answer', not 'action'."
    assert unset == "Refused: new takes 'settings', not 'seed'."


def test_cards_and_words_are_explained():
    explained, unknown = talk(
        LocalTable("netrunner"),
        ("observe", {"about": "Sure Gamble"}),
        ("observe", {"about": "Sure"}),
    )
    assert "Gain 9 credits." in explained
    assert unknown


def test_rules_and_cards_are_resources():
    async def read(uri):
        async with Client(make_server(LocalTable("netrunner"))) as client:
            return (await client.read_resource(uri)).contents[0].text

    assert "Archives" in anyio.run(read, "turnwright://rules")
    assert "Gain 9 credits." in anyio.run(read, "turnwright://cards/Sure%20Gamble")


@pytest.mark.parametrize(
    ("settings", "sentence"),
    [
        ({"game": "chess"}, "There is no game 'chess'"),
        ({"seat": 4}, "`seat` must be from 0 to 1"),
        ({"opponent": "kasparov"}, "There is no agent 'kasparov'"),
        ({"colour": "red"}, "There is no setting 'colour'"),
        ({"options": []}, "`options` must be an object"),
    ],
)
def test_a_game_that_cannot_be_started_says_why(settings, sentence):
    refused, look = talk(LocalTable("duel"), ("new", {"settings": settings}), LOOK)
    assert refused.startswith("No game was started.")
    assert sentence in refused
    assert look == "There is no game yet. Call new."


@pytest.mark.parametrize("name", GAMES)
def test_every_game_can_be_played_by_number(name):
    table = LocalTable(name, opponent="random", seed=5)
    texts = talk(table, NEW, *[act(1)] * 12)
    assert not [text for text in texts if not text.strip()]
    assert all("Traceback" not in text for text in texts)


def test_another_game_can_be_chosen():
    table = LocalTable("duel", opponent="passive")
    text, again = talk(
        table, ("new", {"settings": {"game": "kuhn", "seed": 2, "seat": 1}}), ("new", {})
    )
    assert "Kuhn poker" in text
    assert "You are seat 1" in again
