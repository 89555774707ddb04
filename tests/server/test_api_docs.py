"""The API documents match the server: routes, messages, and every frame of real matches."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import Any, get_args

import pytest
from starlette.routing import Route

from tests.server.server_process import Player, Server, play_on, start_match
from tests.server.skirmish_game import SAFE
from turnwright.server.http.api_docs import asyncapi, openapi
from turnwright.server.http.app import HostedGames, make_app
from turnwright.server.node.node import Node
from turnwright.server.storage.sqlite import SqliteStore
from turnwright.server.views import protocol as wire


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    running = Server(tmp_path_factory.mktemp("describe"), lab={"compiles": False})
    yield running
    running.stop()


# --- a checker for the JSON Schema features that the documents use --------------------------------

TYPES: dict[str, Any] = {
    "object": dict, "array": list, "string": str, "integer": int, "number": (int, float),
    "boolean": bool, "null": type(None),
}  # fmt: skip
KNOWN = {
    "$ref", "anyOf", "enum", "const", "type", "properties", "required", "items", "additionalProperties",
    "title", "description", "default", "discriminator", "minimum", "maximum", "maxLength",
    "prefixItems", "minItems", "maxItems",
}  # fmt: skip


def problems(
    value: Any, schema: dict[str, Any], document: dict[str, Any], at: str = ""
) -> list[str]:
    """Return what is wrong with a value."""
    assert set(schema) <= KNOWN, f"{at}: this reader does not know {set(schema) - KNOWN}"
    if "$ref" in schema:
        return problems(value, find(document, schema["$ref"]), document, at)
    if "anyOf" in schema:
        tried = [problems(value, one, document, at) for one in schema["anyOf"]]
        return [] if [] in tried else [f"{at}: none of {len(tried)} fits: {min(tried, key=len)}"]
    if "const" in schema:
        return [] if value == schema["const"] else [f"{at}: {value!r} is not {schema['const']}"]
    if "enum" in schema:
        return [] if value in schema["enum"] else [f"{at}: {value!r} is not in {schema['enum']}"]
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        low, high = schema.get("minimum", value), schema.get("maximum", value)
        if not low <= value <= high:
            return [f"{at}: {value} is not from {low} to {high}"]
    if isinstance(value, str) and len(value) > schema.get("maxLength", len(value)):
        return [f"{at}: this text is too long"]
    kind = schema.get("type")
    if kind is not None:
        is_right = isinstance(value, TYPES[kind])
        if isinstance(value, bool) and kind != "boolean":
            is_right = False
        if not is_right:
            return [f"{at}: {value!r} is no {kind}"]
    found = []
    if isinstance(value, dict):
        shapes = schema.get("properties", {})
        missing = [name for name in schema.get("required", []) if name not in value]
        found += [f"{at}: {name} is missing" for name in missing]
        others = schema.get("additionalProperties", True)
        for name, item in value.items():
            if name in shapes:
                found += problems(item, shapes[name], document, f"{at}.{name}")
            elif others is False:
                found.append(f"{at}: {name} is not known")
            elif isinstance(others, dict):
                found += problems(item, others, document, f"{at}.{name}")
    if isinstance(value, list):
        fixed = schema.get("prefixItems", [])
        if not schema.get("minItems", 0) <= len(value) <= schema.get("maxItems", len(value)):
            found.append(f"{at}: {len(value)} items")
        for index, item in enumerate(value):
            one = fixed[index] if index < len(fixed) else schema.get("items", {})
            found += problems(item, one, document, f"{at}[{index}]")
    return found


def find(document: dict[str, Any], reference: str) -> Any:
    found: Any = document
    for word in reference.removeprefix("#/").split("/"):
        found = found[word]
    return found


def references(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        if isinstance(value.get("$ref"), str):
            yield value["$ref"]
        for item in value.values():
            yield from references(item)
    elif isinstance(value, list):
        for item in value:
            yield from references(item)


def test_the_schema_checker_finds_errors():
    document = asyncapi()
    schema = document["components"]["messages"]["Ack"]["payload"]
    good = {"type": "ack", "actionId": "a", "stateVersion": 3}
    assert problems(good, schema, document) == []
    for wrong in ({"type": "pong"}, {"stateVersion": "3"}, {"stateVersion": True}, {"actionId": 0}):
        assert problems({**good, **wrong}, schema, document)
    assert problems({"type": "ack", "actionId": "a"}, schema, document)


# --- the documents ----------------------------------------------------------------------------------


@pytest.mark.parametrize("document", [openapi(), asyncapi()], ids=["openapi", "asyncapi"])
def test_a_document_has_no_dangling_references(document):
    assert document.get("openapi", document.get("asyncapi")).startswith("3.1.")
    assert document["info"]["title"]
    assert document["info"]["version"]
    found = list(references(document))
    assert found
    for reference in found:
        assert find(document, reference)


def test_the_described_routes_are_the_real_ones(tmp_path: Path):
    games = HostedGames()
    app = make_app(Node(SqliteStore(tmp_path / "db"), games), games)
    routes = {
        (route.path, (route.methods or {"GET"}).difference({"HEAD"}).pop().lower())
        for route in app.app.app.routes  # type: ignore[attr-defined]
        if isinstance(route, Route) and route.path != "/"
    }
    described = {
        (path, method) for path, operations in openapi()["paths"].items() for method in operations
    }
    assert described == routes


def test_every_operation_is_complete():
    ids = []
    for path, operations in openapi()["paths"].items():
        for operation in operations.values():
            ids.append(operation["operationId"])
            assert operation["summary"]
            named = {p["name"] for p in operation.get("parameters", []) if p["in"] == "path"}
            assert named == set(re.findall(r"\{(\w+)\}", path))
            assert any(status.startswith("2") for status in operation["responses"])
            assert ("security" in operation) == path.startswith("/admin")
    assert len(ids) == len(set(ids))


def test_every_message_is_described():
    document = asyncapi()
    messages = document["components"]["messages"]
    for verb, union in (("receive", wire.ClientMessage), ("send", wire.ServerMessage)):
        names = {kind.__name__ for kind in get_args(union)}
        said = document["operations"][verb]["messages"]
        assert {reference["$ref"].rpartition("/")[2] for reference in said} == names
        for name in names:
            assert messages[name]["summary"]
            payload = find(document, messages[name]["payload"]["$ref"])
            const = {"type": "string", "const": messages[name]["name"]}
            assert payload["properties"]["type"] == const, "an enumeration is no discriminator"


# --- real messages --------------------------------------------------------------------------------


def schema_of(frame: dict[str, Any]) -> dict[str, Any]:
    """Return the schema of a server frame."""
    document = asyncapi()
    names = [ref["$ref"].rpartition("/")[2] for ref in document["operations"]["send"]["messages"]]
    tags = {document["components"]["messages"][name]["name"]: name for name in names}
    return {"$ref": f"#/components/schemas/{tags[frame['type']]}"}


def check(players: list[Player]) -> set[str]:
    """Validate everything received; return the types of messages and prompts."""
    document, seen = asyncapi(), set()
    for player in players:
        for frame in player.received:
            assert problems(frame, schema_of(frame), document, frame["type"]) == []
            seen |= {frame["type"], frame.get("prompt", frame)["type"]}
    return seen


@pytest.mark.parametrize("game", ["duel", "skirmish", "lorcana"])
def test_every_frame_of_a_match_fits_its_schema(server: Server, game: str):
    rng = random.Random(game)
    people = start_match(server, game)
    with people[0] as ann, people[1] as ben, server.player() as eve:
        eve.join(ann.room, spectate=True)
        play_on([ann, ben], rng, 400, SAFE if game == "skirmish" else None)
        if ann.state["result"] is None:
            ann.ask("resign")
        for player in (ann, ben):
            player.ask("chat", text="Once more?")
        ann.ask("rematch_request")
        ben.ask("rematch_request")
        for player in (ann, ben, eve):
            player.drain()
        again = server.player().join(ann.room, token=ann.token)
        again.close()
        ann.closed()
        seen = check([ann, ben, eve, again])
    assert {"match_start", "state_update", "ack", "info", "chat", "game_over"} <= seen
    assert seen & {"selection_contract", "card_select"}
    assert {"prompt_request", "prompt_closed", "rematch_status", "pong"} <= seen


def test_menus_and_errors_fit_their_schemas(server: Server):
    ann, ben = start_match(server, "skirmish")
    with ann, ben:
        mover, other = (ann, ben) if ann.state["options"] else (ben, ann)
        other.ask("action", actionType="END_TURN")
        card = next(o for o in mover.state["options"] if o["id"].startswith("attack"))
        mover.send("intent_card_click", card=next(iter(card["payload"].values())))
        mover.receive("prompt_request")
        mover.send("prompt_response", promptId=mover.prompt["promptId"], choice="attack")
        mover.drain()
        seen = check([ann, ben])
    assert {"error", "card_action_menu", "target_select"} <= seen


def test_http_responses_fit_their_schemas(server: Server):
    ann, ben = start_match(server, "tictactoe")
    with ann, ben:
        ann.ask("resign")
        names = {"room": ann.room, "game": "duel"}
        document = openapi()
        for path, operations in document["paths"].items():
            if "get" in operations and not path.startswith("/admin"):
                status, headers, data = server.ask(path.format(**names), token=ann.token)
                answer = operations["get"]["responses"][str(status)]["content"]
                ((kind, found),) = answer.items()
                assert headers["content-type"].startswith(kind)
                if kind == "application/json":
                    assert problems(json.loads(data), found["schema"], document, path) == []
        answer = server.post("/api/rooms", {"game": "duel"})
        post = document["paths"]["/api/rooms"]["post"]["responses"]["201"]["content"]
        assert problems(answer, post["application/json"]["schema"], document) == []
        status, _, data = server.ask("/api/rooms/nowhere")
        refused = document["paths"]["/api/rooms/{room}"]["get"]["responses"]["4XX"]["content"]
        assert status == 404
        assert problems(json.loads(data), refused["application/json"]["schema"], document) == []


class Page(HTMLParser):
    """The links and anchors of a page, and what a strict security policy forbids."""

    def __init__(self) -> None:
        super().__init__()
        self.links: list[str] = []
        self.places: set[str] = set()
        self.forbidden: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if tag == "script" or any(name.startswith("on") for name in given):
            self.forbidden.append(tag)
        if "id" in given:
            self.places.add(given["id"] or "")
        self.links += [given[name] or "" for name in ("href", "src") if name in given]


def test_the_page_is_complete_and_self_contained(server: Server):
    status, headers, data = server.ask("/docs")
    text = data.decode()
    page = Page()
    page.feed(text)
    assert status == 200
    assert headers["content-type"].startswith("text/html")
    assert page.forbidden == []
    own = ("/openapi.json", "/asyncapi.json", "/web/favicon.svg")
    for link in page.links:
        assert link in own or link[1:] in page.places, link
    for path in openapi()["paths"]:
        assert path in text
    for message in asyncapi()["components"]["messages"].values():
        assert message["name"] in text
