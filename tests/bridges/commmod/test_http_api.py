"""The HTTP API on a real port; the test plays the parts of the game and of the client."""

from __future__ import annotations

import asyncio
import json
import os
import re
import subprocess
import sys
from contextlib import asynccontextmanager
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.bridges.commmod.messages import (  # fmt: skip
    DECK,
    MENU,
    combat,
    event,
    game_over,
    grid,
    map_screen,
    shop,
)
from tests.bridges.commmod.scripted_mod import run_scenario, running_coordinator
from turnwright.bridges.commmod.agent.actions import ACTIONS
from turnwright.bridges.commmod.agent.document_state import document
from turnwright.bridges.commmod.agent.http_api import StateBody, openapi, running
from turnwright.bridges.commmod.recordings.file import load
from turnwright.cli import main


class HttpClient:
    """A client of the HTTP API."""

    def __init__(self, url: str) -> None:
        self.url = url

    def call(self, path: str, body: Any = None, **headers: str) -> tuple[int, Any]:
        data = (
            None if body is None else body if isinstance(body, bytes) else json.dumps(body).encode()
        )
        request = Request(self.url + path, data, headers)
        try:
            with urlopen(request, timeout=10) as answer:
                status, text = answer.status, answer.read()
        except HTTPError as error:
            with error:
                status, text = error.code, error.read()
        return status, json.loads(text)

    async def get(self, path: str) -> Any:
        status, reply = await asyncio.to_thread(self.call, path)
        assert status == 200, reply
        return reply

    async def post(self, body: Any, path: str = "/action", **headers: str) -> tuple[int, Any]:
        return await asyncio.to_thread(self.call, path, body, **headers)


@asynccontextmanager
async def served(*first: dict[str, Any], **how: Any):
    async with (
        running_coordinator(*first) as (mod, coordinator),
        running(coordinator, **how) as (url, _),
    ):
        yield mod, coordinator, HttpClient(url)


def test_there_is_no_state_before_the_first_message():
    async def scenario():
        async with served() as (_, _, client):
            health = await client.get("/health")
            assert health == {
                "status": "ready", "in_game": False, "game_ready": False, "has_state": False,
                "queue_size": 0, "last_error": None,
            }  # fmt: skip
            state = await client.get("/state")
            assert (state["in_game"], state["game_state"]) == (False, None)
            assert await client.get("/actions") == {"screen": "OUT_OF_GAME", "actions": []}

    run_scenario(scenario())


def test_a_card_can_be_played_over_http():
    async def scenario():
        async with served(combat()) as (mod, _, client):
            state = await client.get("/state")
            assert state["screen"] == "COMBAT"
            assert state["play_available"]
            assert not state["choice_available"]
            assert state["game_state"]["combat_state"]["monsters"][0]["monster_index"] == 0
            offered = (await client.get("/actions"))["actions"]
            assert {"type": "play_card", "card_index": 0, "target_index": 0} in offered
            pending = asyncio.create_task(client.post(offered[0], "/action?wait=5"))
            assert await mod.receives() == "play 1 0"
            mod.sends(combat())
            status, reply = await pending
            assert (status, reply["status"], reply["commands"]) == (200, "done", ["play 1 0"])

    run_scenario(scenario())


def test_queued_actions_are_listed_and_cleared():
    async def scenario():
        async with served(combat()) as (mod, _, client):
            for number in (1, 2, 3):
                status, reply = await client.post({"type": "end_turn"})
                assert (status, reply["status"], reply["action"]) == (200, "queued", "end_turn")
                assert (reply["id"], reply["queue_size"]) == (number, number - 1)
            assert await mod.receives() == "end"
            queue = await client.get("/queue")
            assert queue["running"]["action"] == {"type": "end_turn"}
            assert [one["id"] for one in queue["waiting"]] == [2, 3]
            assert (await client.get("/health"))["game_ready"] is False
            assert await client.get("/clear") == {
                "status": "cleared", "queue_size": 0, "cleared": 2,
            }  # fmt: skip
            assert (await client.post(b"", "/clear"))[1]["cleared"] == 0

    run_scenario(scenario())


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        (b"{", 400, "bad_json"),
        (b"", 400, "bad_json"),
        ([], 400, "bad_action"),
        ({"type": "dance"}, 400, "unknown_type"),
        ({"type": "play_card"}, 400, "missing_parameter"),
        ({"type": "play_card", "card_index": "first"}, 400, "bad_parameter"),
        ({"type": "play_card", "card_index": 7}, 409, "bad_index"),
        ({"type": "open_chest"}, 409, "wrong_screen"),
        (b" " * 70_000, 413, "too_large"),
    ],
)
def test_refusals_have_a_status_a_code_and_a_message(body, status, code):
    async def scenario():
        async with served(combat()) as (mod, _, client):
            got, reply = await client.post(body)
            assert (got, reply["error"]["code"]) == (status, code)
            assert reply["error"]["message"]
            assert await mod.receives_nothing()

    run_scenario(scenario())


def test_game_errors_are_reported_in_the_reply_and_in_health():
    async def scenario():
        async with served(event("Banana", "Donut")) as (mod, _, client):
            action = {"type": "event_option", "choice_index": 1}
            pending = asyncio.create_task(client.post(action, "/action?wait=5"))
            assert await mod.receives() == "choose 1"
            mod.refuses("The choice command is not implemented on this screen.")
            status, reply = await pending
            assert (status, reply["error"]["code"]) == (409, "game_error")
            assert reply["error"]["data"] == {"command": "choose 1"}
            health = await client.get("/health")
            assert health["last_error"]["message"].startswith("The choice command")

    run_scenario(scenario())


def test_a_run_is_abandoned_by_request_and_never_by_picking_a_valid_action():
    async def scenario():
        async with served(event("Banana", "Donut")) as (mod, _, client):
            listed = (await client.get("/actions"))["actions"]
            assert "abandon" not in {action["type"] for action in listed}
            pending = asyncio.create_task(client.post({"type": "abandon"}, "/action?wait=5"))
            assert await mod.receives() == "abandon"
            mod.sends(game_over())
            status, reply = await pending
            assert (status, reply["status"]) == (200, "done")
            status, reply = await client.post({"type": "abandon"})
            assert (status, reply["error"]["code"]) == (409, "wrong_screen")

    run_scenario(scenario())


def test_the_real_game_refuses_to_abandon_a_run():
    async def scenario():
        async with served(event("Banana", "Donut")) as (mod, _, client):
            pending = asyncio.create_task(client.post({"type": "abandon"}, "/action?wait=5"))
            assert await mod.receives() == "abandon"
            mod.refuses("Invalid command: abandon. Possible commands: [choose, state]")
            status, reply = await pending
            assert (status, reply["error"]["code"]) == (409, "game_error")

    run_scenario(scenario())


def test_an_action_may_send_several_commands():
    async def scenario():
        async with served(shop()) as (mod, _, client):
            action = {"type": "buy_purge", "card_name": "Bash"}
            pending = asyncio.create_task(client.post(action, "/action?wait=5"))
            assert await mod.receives() == "choose purge"
            mod.sends(grid(DECK, purpose="for_purge"))
            assert await mod.receives() == "choose 4"
            mod.sends(grid(DECK, selected=1, confirm=True, purpose="for_purge"))
            assert await mod.receives() == "proceed"
            mod.sends(shop(24, purge=False))
            _, reply = await pending
            assert reply["commands"] == ["choose purge", "choose 4", "proceed"]

    run_scenario(scenario())


def test_waiting_for_an_action_times_out():
    async def scenario():
        async with served(combat()) as (_, _, client):
            status, reply = await client.post({"type": "end_turn"}, "/action?wait=0.5")
            assert (status, reply["status"]) == (202, "queued")
            for seconds in ("soon", "-1", "1e3", "nan"):
                status, reply = await client.post({"type": "end_turn"}, f"/action?wait={seconds}")
                assert (status, reply["error"]["code"]) == (400, "bad_request")

    run_scenario(scenario())


def test_events_are_streamed_as_they_happen():
    async def scenario():
        async with served(combat()) as (mod, coordinator, client):
            host, port = client.url.removeprefix("http://").split(":")
            reader, writer = await asyncio.open_connection(host, int(port))
            writer.write(b"GET /events HTTP/1.1\r\nHost: here\r\n\r\n")

            async def event_named(name: str) -> Any:
                while True:
                    line = (await asyncio.wait_for(reader.readline(), 5)).decode().strip()
                    if line == f"event: {name}":
                        data = (await reader.readline()).decode().strip()
                        return json.loads(data.removeprefix("data: "))

            assert (await event_named("state"))["screen"] == "COMBAT"
            await client.post({"type": "end_turn"})
            assert await mod.receives() == "end"
            mod.sends(map_screen((1, 2, "M")))
            assert (await event_named("state"))["screen"] == "MAP"
            assert (await event_named("done"))["commands"] == ["end"]
            mod.refuses("No.")
            assert (await event_named("error"))["error"]["message"] == "No."
            mod.closes()
            await event_named("end")
            writer.close()
            await writer.wait_closed()
            assert coordinator.is_closed
            assert (await client.get("/health"))["status"] == "closed"
            status, reply = await client.post({"type": "end_turn"})
            assert (status, reply["error"]["code"]) == (503, "game_closed")

    run_scenario(scenario())


def test_the_state_has_a_document_view_and_a_mod_view():
    async def scenario():
        message = game_over(victory=True)
        async with served(message) as (mod, coordinator, client):
            assert await client.get("/state?view=mod") == message
            shown = await client.get("/state")
            assert shown["game_state"]["screen"]["victory"] is True
            assert "screen_state" not in shown["game_state"]
            mod.sends(MENU)
            while coordinator.state.in_game:
                await asyncio.sleep(0.01)
            assert await client.get("/state?view=mod") == MENU
            assert (await client.get("/state"))["game_state"] is None, "the old state is discarded"

    run_scenario(scenario())


def test_other_origins_are_refused_unless_allowed():
    async def scenario():
        evil = {"origin": "http://evil.example"}
        async with served(combat()) as (mod, _, client):
            status, reply = await client.post({"type": "end_turn"}, **evil)
            assert (status, reply["error"]["code"]) == (403, "forbidden")
            assert await mod.receives_nothing()
            own = {"origin": client.url}
            assert (await client.post({"type": "end_turn"}, **own))[0] == 200
        async with served(combat(), origins=["http://evil.example"]) as (_, _, client):
            assert (await client.post({"type": "end_turn"}, **evil))[0] == 200

    run_scenario(scenario())


def test_not_found_errors_are_json():
    async def scenario():
        async with served() as (_, _, client):
            for path, status in (("/nowhere", 404), ("/action", 405)):
                got, reply = await asyncio.to_thread(client.call, path)
                assert (got, reply["error"]["code"]) == (status, "not_found")

    run_scenario(scenario())


def test_the_openapi_schema_has_every_action_and_every_field():
    schema = openapi()
    assert set(schema["paths"]) >= {"/health", "/state", "/action", "/queue", "/clear", "/events"}
    body = schema["paths"]["/action"]["post"]["requestBody"]["content"]["application/json"][
        "schema"
    ]
    assert set(body["discriminator"]["mapping"]) == set(ACTIONS)
    assert list(document_fields()) == list(StateBody.__struct_fields__)

    async def scenario():
        async with served() as (_, _, client):
            assert (await client.get("/openapi.json"))["openapi"].startswith("3.1")
            page = await asyncio.to_thread(urlopen, client.url + "/docs")
            with page:
                assert b"play_card" in page.read() or b"PlayCard" in page.read()

    run_scenario(scenario())


def document_fields() -> list[str]:
    from tests.bridges.commmod.messages import state

    return list(document(state(combat())))


# --- as the child process of a game ---------------------------------------------------------------


class ServeProcess:
    """`turnwright spire serve`, run as the mod runs it."""

    def __init__(self, *arguments: str) -> None:
        pipe = subprocess.PIPE
        command = [sys.executable, "-m", "turnwright", "spire", "serve", "--port", "0", *arguments]
        self.process = subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe)
        assert self.process.stdout.readline() == b"ready\n"
        address = re.search(rb"http://[\d.:]+", self.process.stderr.readline())
        self.client = HttpClient(address[0].decode())

    def sends(self, message: Any) -> None:
        self.process.stdin.write(json.dumps(message).encode() + b"\r\n")
        self.process.stdin.flush()

    def receives(self) -> str:
        return self.process.stdout.readline().decode().strip()

    def ends(self) -> int:
        self.process.stdin.close()
        code = self.process.wait(10)
        assert self.process.stdout.read() == b"", "stdout holds only commands"
        self.process.stdout.close()
        self.process.stderr.close()
        return code


def test_serve_runs_as_a_child_of_the_game_and_exits_with_it(tmp_path):
    file = tmp_path / "session.jsonl.gz"
    game = ServeProcess("--record", str(file))
    game.sends(combat())
    while not game.client.call("/health")[1]["game_ready"]:
        pass
    assert game.client.call("/action", {"type": "end_turn"})[0] == 200
    assert game.receives() == "end"
    game.sends(game_over())
    assert game.ends() == 0
    entries = load(file)
    assert [entry.agent for entry in entries if entry.agent] == ["ready", "end"]
    assert [bool(entry.game) for entry in entries] == [False, True, False, True]


def test_a_used_port_is_reported_before_ready_is_sent():
    game = ServeProcess()
    port = game.client.url.rpartition(":")[2]
    command = [sys.executable, "-m", "turnwright", "spire", "serve", "--port", port]
    done = subprocess.run(command, capture_output=True, stdin=subprocess.DEVNULL, check=False)
    assert (done.returncode, done.stdout) == (2, b"")
    assert b"Address already in use" in done.stderr
    assert game.ends() == 0


@pytest.mark.skipif(os.name == "nt", reason="needs a POSIX terminal")
def test_serve_in_a_terminal_explains_its_use():
    import pty

    ours, theirs = pty.openpty()
    command = [sys.executable, "-m", "turnwright", "spire", "serve", "--port", "0"]
    done = subprocess.run(command, stdin=theirs, capture_output=True, check=False)
    os.close(ours)
    os.close(theirs)
    assert done.returncode == 2
    assert b"config.properties" in done.stderr


def test_the_config_of_the_mod_is_escaped_for_java(capsys):
    assert main(["spire", "config", "record", r"C:\runs\one.jsonl", "bot=1"]) == 0
    output = capsys.readouterr().out
    assert output.startswith("command=")
    assert r"C\:\\runs\\one.jsonl bot\=1" in output
    assert main(["spire", "config", "record", "my runs.jsonl", "bot"]) == 2
    assert "spaces" in capsys.readouterr().err


@given(body=st.binary(max_size=200))
@settings(
    max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
def test_any_bytes_get_a_reply_with_a_code(body, shared_game):
    status, reply = shared_game.client.call("/action", body)
    assert status == 400
    assert reply["error"]["code"]


@pytest.fixture(scope="module")
def shared_game():
    game = ServeProcess()
    game.sends(combat())
    yield game
    game.ends()
