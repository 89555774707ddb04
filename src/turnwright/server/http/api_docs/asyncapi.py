"""AsyncAPI: the messages of the socket."""

from __future__ import annotations

from functools import cache
from typing import get_args

from turnwright.server.views import protocol as wire

from .schemas import REF, Json, info, schemas, sentences
from .shapes import DETAILS

TEXTS = {  # of those whose type has none
    "Chat": "Say something to all at the table.",
    "ChatLine": "Somebody said something.",
    "Ping": "Are you there? Answered by a `pong` with the same `t`.",
    "Pong": "The answer to a `ping`: its `t`, and the server's clock in seconds since 1970.",
}


@cache
def asyncapi() -> Json:
    """The messages of the socket. `send` and `receive` are what the server does."""
    spoken = {"receive": get_args(wire.ClientMessage), "send": get_args(wire.ServerMessage)}
    types = [kind for kinds in spoken.values() for kind in kinds]
    _, components = schemas(types)
    for name, fields in DETAILS.items():
        shown, more = schemas(list(fields.values()))
        for field, schema in zip(fields, shown, strict=True):
            schema.pop("discriminator", None)  # AsyncAPI has another form; `type` tells them apart
            components[name]["properties"][field] = schema
        components.update(more)
    messages, channel = {}, "#/channels/table"
    for kind in types:
        name = kind.__name__
        summary, _, rest = (sentences(kind) or TEXTS[name]).partition("\n\n")
        messages[name] = {
            "name": kind.__struct_config__.tag,
            "title": name,
            "summary": " ".join(summary.split()),
            "contentType": "application/json",
            "payload": {"$ref": REF.format(name=name)},
        }
        if rest:
            messages[name]["description"] = rest
    return {
        "asyncapi": "3.1.0",
        "info": info("Turnwright: the table"),
        "defaultContentType": "application/json",
        "channels": {
            "table": {
                "address": "/socket",
                "description": sentences(wire),
                "messages": {n: {"$ref": f"#/components/messages/{n}"} for n in messages},
                "bindings": {"ws": {"method": "GET"}},
            }
        },
        "operations": {
            verb: {
                "action": verb,
                "channel": {"$ref": channel},
                "messages": [{"$ref": f"{channel}/messages/{kind.__name__}"} for kind in kinds],
            }
            for verb, kinds in spoken.items()
        },
        "components": {"messages": messages, "schemas": components},
    }
