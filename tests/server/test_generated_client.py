"""A client that is generated from the AsyncAPI document alone plays matches.

Its types are made from the document's schemas. Every frame must fit them, and what the client sends is
made from them, too.
"""

from __future__ import annotations

import random
from typing import Any, Literal, Union

import jsonschema
import msgspec
import pytest

from tests.server.room_harness import RoomHarness
from turnwright.server.http.api_docs import asyncapi
from turnwright.server.http.app import HostedGames
from turnwright.server.views import protocol as wire

DOCUMENT = asyncapi()
SCHEMAS = DOCUMENT["components"]["schemas"]
PLAIN = {"string": str, "integer": int, "number": float, "boolean": bool, "null": None}


class GeneratedTypes:
    """Types made from schemas, by name."""

    def __init__(self) -> None:
        self.made: dict[str, Any] = {}

    def named(self, reference: str) -> Any:
        name = reference.rpartition("/")[2]
        if name not in self.made:
            self.made[name] = self._struct(name, SCHEMAS[name])
        return self.made[name]

    def _struct(self, name: str, schema: dict[str, Any]) -> Any:
        fields: list[Any] = []
        how: dict[str, Any] = {"rename": {}}
        for key, found in schema["properties"].items():
            if key == "type":
                how["tag"], how["tag_field"] = found["const"], "type"
                continue
            field = f"{key}_" if key in ("from", "self") else key
            how["rename"][field] = key
            is_required = key in schema.get("required", [])
            kind = self.type_of(found)
            fields.append(
                (field, kind) if is_required else (field, kind | msgspec.UnsetType, msgspec.UNSET)
            )
        is_closed = schema.get("additionalProperties") is False
        return msgspec.defstruct(name, fields, kw_only=True, forbid_unknown_fields=is_closed, **how)

    def type_of(self, schema: dict[str, Any]) -> Any:
        if "$ref" in schema:
            return self.named(schema["$ref"])
        if "anyOf" in schema:
            return Union[tuple(self.type_of(one) for one in schema["anyOf"])]  # noqa: UP007
        if "enum" in schema:
            return Literal[tuple(schema["enum"])]
        if "prefixItems" in schema:
            return tuple[tuple(self.type_of(one) for one in schema["prefixItems"])]  # type: ignore[misc]
        if schema.get("type") == "array":
            return list[self.type_of(schema.get("items", {}))]  # type: ignore[misc]
        if schema.get("type") == "object":
            more = schema.get("additionalProperties", {})
            return dict[str, self.type_of(more) if isinstance(more, dict) else Any]  # type: ignore[misc]
        return PLAIN.get(schema.get("type", ""), Any)


TYPES = GeneratedTypes()
FROM_SERVER = [
    TYPES.named(one["$ref"]) for one in DOCUMENT["operations"]["send"]["messages"]
]  # the names of messages are those of their schemas
decode = msgspec.json.Decoder(Union[tuple(FROM_SERVER)]).decode  # noqa: UP007


class GeneratedClient:
    """A player who knows only the generated types. Moves are made with a click where possible."""

    def __init__(self, harness: RoomHarness, seat: int, rng: random.Random) -> None:
        self.harness, self.seat, self.rng = harness, seat, rng
        self.prompt: Any = None
        self.state: Any = None
        self.read = 0
        self.seen: set[str] = set()

    def receive(self) -> None:
        frames = self.harness.bytes[self.seat]
        for frame in frames[self.read :]:
            message = decode(frame)
            kind = type(message).__name__
            self.seen.add(kind)
            if kind == "StateUpdate":
                self.state = message.state
            elif kind == "PromptRequest":
                self.prompt = message.prompt
                self.seen.add(type(message.prompt).__name__)
            elif kind == "PromptClosed" and self.prompt is not None:
                self.prompt = None if message.promptId == self.prompt.promptId else self.prompt
        self.read = len(frames)

    def send(self, name: str, **fields: Any) -> None:
        data = msgspec.json.encode(TYPES.named(name)(**fields))
        slot = self.harness.room.seating.index(self.seat)
        reply = self.harness.handler.handle(slot, wire.decode(data), self.harness.clock)
        self.harness._deliver(reply, self.seat)

    def act(self) -> None:
        self.receive()
        if self.prompt is not None:
            self.answer(self.prompt)
            return
        options = [o for o in self.state.options if o.actionType != "CONCEDE"]
        option = self.rng.choice(options)
        cards = option.cards if isinstance(option.cards, list) else []
        if cards and self.rng.random() < 0.5:
            self.send("IntentCardClick", card=cards[0])
            self.receive()
        if self.prompt is None:
            self.send("Action", actionType=option.actionType, payload=option.payload)

    def answer(self, prompt: Any) -> None:
        kind = type(prompt).__name__
        if kind == "CardActionMenu":
            choice = self.rng.choice(prompt.options).id
        elif kind == "TargetSelect":
            choice = self.rng.choice(prompt.targets).id
        else:
            asked = prompt.requirement
            count = self.rng.randint(asked.min, asked.max)
            picked = self.rng.sample(asked.candidates, min(count, len(asked.candidates)))
            choice = [TYPES.named("CandidateReference")(key=one.key) for one in picked]
            if self.rng.random() < 0.1:
                choice = "cancel"
        self.send("PromptResponse", promptId=prompt.promptId, choice=choice)


@pytest.mark.parametrize("name", ["duel", "netrunner", "lorcana"])
def test_a_generated_client_plays(name):
    seen: set[str] = set()
    for seed in range(3):
        rng = random.Random(f"{name} {seed}")
        harness = RoomHarness(HostedGames()(name), str(seed))
        players = [GeneratedClient(harness, seat, rng) for seat in (0, 1)]
        for _ in range(120):
            if harness.room.status == "over":
                break
            players[rng.choice(harness.match.acting)].act()
        players[0].send("OfferDraw")
        if harness.room.status == "playing":
            players[1].send("AnswerDraw", accept=True)
        for player in players:
            player.receive()
            seen |= player.seen
    assert {"MatchStart", "StateUpdate", "PromptRequest", "PromptClosed", "GameOver"} <= seen
    assert {"CardActionMenu", "SelectionContract"} <= seen
    if name == "duel":
        assert {"TargetSelect", "CardSelect"} <= seen


def test_prompts_are_typed_in_json_schema():
    """A validator of JSON Schema tells the four kinds of prompts and finds undeclared fields."""
    harness = RoomHarness(HostedGames()("duel"), "schema")
    harness.send(0, "intent_card_click", zone="hand", index=0)
    found = next(m for m in harness.received[0] if m["type"] == "prompt_request")
    schema = {"$ref": "#/components/schemas/PromptRequest", "components": DOCUMENT["components"]}
    validator = jsonschema.Draft202012Validator(schema)
    assert validator.is_valid(found)
    prompt = found["prompt"]
    for wrong in (
        {"type": "another"}, {"type": "target_select"}, {"options": None}, {"promptId": 7},
        {"undeclared": 1}, {"options": [{"id": "x", "label": "X"}]},
    ):  # fmt: skip
        assert not validator.is_valid({**found, "prompt": {**prompt, **wrong}}), wrong
