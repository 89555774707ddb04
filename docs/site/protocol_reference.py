"""The references of the server's protocols, from its OpenAPI and AsyncAPI documents."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from turnwright.server.http.api_docs.asyncapi import asyncapi
from turnwright.server.http.api_docs.openapi import openapi

from .markdown import cell, code, page, table

Json = Mapping[str, Any]
SECTIONS = (
    ("/api/lab", "The combat lab"),
    ("/api/", "The lobby"),
    ("/admin/", "Administration"),
    ("/", "The node"),
)


def pages() -> Iterator[tuple[str, str]]:
    """Write both pages: path and text."""
    yield "reference/http.md", _http(openapi())
    yield "reference/socket.md", _socket(asyncapi())


# --- HTTP -----------------------------------------------------------------------------------------


def _http(document: Json) -> str:
    parts = [
        "The routes of a server. Bodies and answers are JSON. An error has a status from 400 on and a "
        "body with `code` and `message`; it has changed nothing. A running server has this document at "
        "`/openapi.json` and `/docs`. [The socket](socket.md) is for playing.",
    ]
    left = dict(document["paths"])
    for prefix, heading in SECTIONS:
        found = {path: left.pop(path) for path in list(left) if path.startswith(prefix)}
        if found:
            parts.append(f"## {heading}\n")
        for path, operations in found.items():
            parts += [_operation(verb, path, each) for verb, each in operations.items()]
    parts.append("## Types\n")
    schemas = document["components"]["schemas"]
    parts += [_type("http", name, schema) for name, schema in schemas.items()]
    return page("HTTP", *parts)


def _operation(verb: str, path: str, operation: Json) -> str:
    rows = []
    for each in operation.get("parameters", []):
        rows.append((code(each["name"]), f"in the {each['in']}", kind_of("http", each["schema"])))
    if "requestBody" in operation:
        schema = operation["requestBody"]["content"]["application/json"]["schema"]
        rows.append(("", "body", kind_of("http", schema)))
    for status, answer in operation["responses"].items():
        if status != "4XX":
            (schema,) = [found["schema"] for found in answer["content"].values()]
            rows.append(("", f"answer ({status})", kind_of("http", schema)))
    guard = "Requires the administrator's token: `Authorization: Bearer ...`.\n"
    parts = [
        f"### {verb.upper()} {path}\n",
        f"{operation['summary']}.\n",
        operation.get("description", "") + "\n",
        guard if "security" in operation else "",
        table(("name", "where", "type"), rows),
    ]
    return "\n".join(part for part in parts if part.strip())


# --- the socket -----------------------------------------------------------------------------------


def _socket(document: Json) -> str:
    channel = document["channels"]["socket"]
    schemas = document["components"]["schemas"]
    messages = document["components"]["messages"]
    parts = [
        channel["description"],
        f"The address is `{channel['address']}`. A running server has this document at "
        "`/asyncapi.json`. [HTTP](http.md) is for the lobby, and `turnwright.client` speaks both.",
    ]
    for verb, heading in (("receive", "From clients"), ("send", "From the server")):
        parts.append(f"## {heading}\n")
        for reference in document["operations"][verb]["messages"]:
            name = _name(reference)
            found = messages[name]
            parts.append(f"(socket-{name.lower()})=\n### {found['name']}\n")
            parts += [found["summary"], found.get("description", "")]
            parts.append(_fields("socket", schemas[name]))
    parts.append("## Types\n")
    inner = {name: schema for name, schema in schemas.items() if name not in messages}
    parts += [_type("socket", name, schema) for name, schema in inner.items()]
    return page("The socket", *parts)


# --- types ----------------------------------------------------------------------------------------


def _type(where: str, name: str, schema: Json) -> str:
    text = schema.get("description", "")
    return f"({where}-{name.lower()})=\n### {name}\n\n{text}\n\n{_fields(where, schema)}"


def _fields(where: str, schema: Json) -> str:
    required = schema.get("required", [])
    rows = []
    for name, field in schema.get("properties", {}).items():
        default = field.get("default")
        shown = code(json.dumps(default)) if default not in (None, "", [], {}) else ""
        rows.append(
            (code(name), kind_of(where, field), "" if name in required else "no", shown,
             field.get("description", ""))
        )  # fmt: skip
    head = ("field", "type", "required", "default", "meaning")
    if not any(row[4] for row in rows):
        head, rows = head[:4], [row[:4] for row in rows]
    rows = [(row[0], row[1], row[2] or "yes", *row[3:]) for row in rows]
    return table(head, rows)


def _name(reference: Json) -> str:
    return str(reference["$ref"].rpartition("/")[2])


def kind_of(where: str, schema: Json) -> str:
    """Return a short description of a schema, with links to the types of the page."""
    if "$ref" in schema:
        return f"[{_name(schema)}](#{where}-{_name(schema).lower()})"
    if "anyOf" in schema:
        return " or ".join(dict.fromkeys(kind_of(where, one) for one in schema["anyOf"]))
    if "enum" in schema:
        return " or ".join(code(cell(word)) for word in schema["enum"])
    if "prefixItems" in schema:
        return f"[{', '.join(kind_of(where, one) for one in schema['prefixItems'])}]"
    if schema.get("type") == "array":
        return f"list of {kind_of(where, schema.get('items', {}))}"
    kind = schema.get("type", "anything")
    return " or ".join(kind) if isinstance(kind, list) else str(kind)
