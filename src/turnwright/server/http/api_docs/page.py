"""The page /docs: both documents as HTML, without scripts or external resources."""

from __future__ import annotations

import re
from functools import cache
from html import escape
from typing import Any

from .asyncapi import asyncapi
from .openapi import openapi
from .schemas import Json

STYLE = """
:root { color-scheme: light dark; --line: color-mix(in srgb, currentColor 22%, transparent) }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 62rem; margin: 0 auto; padding: 1rem }
h1 { font-size: 1.6rem } h2 { margin-top: 2.5rem; border-bottom: 1px solid var(--line) }
h3 { margin: 1.6rem 0 .2rem; font: 600 1rem/1.4 ui-monospace, monospace; overflow-wrap: anywhere }
p { margin: .2rem 0 } code, td:first-child { font-family: ui-monospace, monospace; font-size: .9em }
table { border-collapse: collapse; margin: .4rem 0 } .wide { overflow-x: auto }
td { padding: .15rem .8rem .15rem 0; border-top: 1px solid var(--line); vertical-align: top }
small { font-weight: 400; opacity: .75 }
"""


@cache
def page() -> str:
    """Return the page about the server."""
    lead = (
        'HTTP for the lobby and the combat lab (<a href="/openapi.json">openapi.json</a>), a '
        'WebSocket for playing (<a href="/asyncapi.json">asyncapi.json</a>). Everything is JSON.'
    )
    return page_of("Turnwright server API", lead, openapi(), asyncapi())


def page_of(title: str, lead: str, http: Json, socket: Json | None = None) -> str:
    """Return a page about an OpenAPI document and, if there is a socket, an AsyncAPI document."""
    schemas = {**http["components"]["schemas"]}
    parts = [f"<h1>{escape(title)}</h1>", f"<p>{lead}</p>", "<h2>HTTP</h2>"]
    for path, operations in http["paths"].items():
        for method, operation in operations.items():
            parts += _operation(method, path, operation)
    shown_as_messages: set[str] = set()
    if socket is not None:
        schemas |= socket["components"]["schemas"]
        parts += _messages(socket, schemas)
        shown_as_messages = set(socket["components"]["messages"])
    parts.append("<h2>Types</h2>")
    for name, schema in schemas.items():
        if name not in shown_as_messages:
            parts.append(_heading(name, name, ""))
            parts += [_text(schema.get("description", "")), _fields(schema)]
    return (
        f'<!doctype html><html lang="en"><meta charset="utf-8"><title>{escape(title)}</title>'
        '<meta name="viewport" content="width=device-width">'
        '<link rel="icon" href="/web/favicon.svg" type="image/svg+xml">'
        f"<style>{STYLE}</style><body><main>{''.join(parts)}</main></body></html>"
    )


def _messages(socket: Json, schemas: Json) -> list[str]:
    parts = ["<h2>The socket: <code>/socket</code></h2>"]
    parts.append(_text(socket["channels"]["socket"]["description"]))
    for verb, title in (("receive", "Messages from clients"), ("send", "Messages from the server")):
        parts.append(f"<h2>{title}</h2>")
        for reference in socket["operations"][verb]["messages"]:
            message = socket["components"]["messages"][_name(reference)]
            parts.append(_heading(_name(reference), message["name"], ""))
            parts.append(_text(f"{message['summary']}\n\n{message.get('description', '')}"))
            parts.append(_fields(schemas[_name(reference)]))
    return parts


def _operation(method: str, path: str, operation: Json) -> list[str]:
    parts = [_heading("", f"{method.upper()} {path}", operation["summary"])]
    parts.append(_text(operation.get("description", "")))
    if "security" in operation:
        parts.append(_text("Requires the administrator's token: `Authorization: Bearer ...`."))
    asked = [
        (p["name"], f"{_type(p['schema'])}, in the {p['in']}")
        for p in operation.get("parameters", [])
    ]
    if "requestBody" in operation:
        asked.append(
            ("body", _type(operation["requestBody"]["content"]["application/json"]["schema"]))
        )
    for status, answer in operation["responses"].items():
        if status != "4XX":
            (schema,) = [found["schema"] for found in answer["content"].values()]
            asked.append((status, _type(schema)))
    parts.append(_table([(escape(name), kind) for name, kind in asked]))
    return parts


def _heading(anchor: str, title: str, more: str) -> str:
    at = f' id="{escape(anchor)}"' if anchor else ""
    return f"<h3{at}>{escape(title)} <small>{escape(more)}</small></h3>"


def _text(text: str) -> str:
    """Return text as HTML paragraphs; `code` stands in backquotes."""
    found = [escape(" ".join(part.split())) for part in text.split("\n\n") if part.strip()]
    marked = [re.sub("`([^`]*)`", r"<code>\1</code>", part) for part in found]
    return "".join(f"<p>{part}</p>" for part in marked)


def _fields(schema: Json) -> str:
    rows = []
    required = schema.get("required", [])
    for name, field in schema.get("properties", {}).items():
        kind = _type(field)
        if name not in required and field.get("default") not in (None, "", [], {}):
            kind += f" = {escape(str(field['default']))}"
        rows.append((f"{escape(name)}{'' if name in required else '?'}", kind))
    return _table(rows)


def _table(rows: list[tuple[str, str]]) -> str:
    lines = "".join(f"<tr><td>{name}</td><td>{kind}</td></tr>" for name, kind in rows)
    return f'<div class="wide"><table>{lines}</table></div>' if rows else ""


def _name(reference: Json) -> str:
    return str(reference["$ref"].rpartition("/")[2])


def _type(schema: Any) -> str:
    """Return a short description of a schema."""
    if "$ref" in schema:
        name = escape(_name(schema))
        return f'<a href="#{name}">{name}</a>'
    if "anyOf" in schema:
        return " or ".join(_type(one) for one in schema["anyOf"])
    if "const" in schema:
        return f"<code>{escape(schema['const'])}</code>"
    if "enum" in schema:
        return " or ".join(f"<code>{escape(str(word))}</code>" for word in schema["enum"])
    if "prefixItems" in schema:
        return f"[{', '.join(_type(one) for one in schema['prefixItems'])}]"
    if schema.get("type") == "array":
        return f"list of {_type(schema.get('items', {}))}"
    return escape(schema.get("type", "anything"))
