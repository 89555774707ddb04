"""The AsyncAPI document of the socket's messages."""

from __future__ import annotations

from functools import cache
from typing import get_args

from turnwright.server.views import protocol as wire
from turnwright.server.views.message_parts import FIELD_TYPES

from .schemas import REF, Json, info, schemas, sentences


@cache
def asyncapi() -> Json:
    """Return the AsyncAPI document. `send` and `receive` are from the server's point of view."""
    directions = {"receive": get_args(wire.ClientMessage), "send": get_args(wire.ServerMessage)}
    types = [kind for kinds in directions.values() for kind in kinds]
    _, components = schemas(types)
    for name, fields in FIELD_TYPES.items():
        shown, more = schemas(list(fields.values()))
        for field, schema in zip(fields, shown, strict=True):
            if "discriminator" in schema:  # in AsyncAPI it is the name of the field
                schema["discriminator"] = schema["discriminator"]["propertyName"]
            components[name]["properties"][field] = schema
        components.update(more)
    messages, channel = {}, "#/channels/socket"
    for kind in types:
        name = kind.__name__
        summary, _, rest = sentences(kind).partition("\n\n")
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
        "info": info("Turnwright: the socket"),
        "defaultContentType": "application/json",
        "channels": {
            "socket": {
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
            for verb, kinds in directions.items()
        },
        "components": {"messages": messages, "schemas": components},
    }
