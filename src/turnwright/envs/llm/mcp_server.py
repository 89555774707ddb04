"""A game over the Model Context Protocol: three tools, and the rules as resources.

The descriptions are short on purpose: a model pays for them in every conversation.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from urllib.parse import unquote

import turnwright as tw
from turnwright.core.suggestions import joined
from turnwright.optional_packages import needed_by

with needed_by(__name__, "mcp"):
    import mcp.types as types
    from mcp.server.context import ServerRequestContext
    from mcp.server.lowlevel import Server
    from mcp.server.stdio import stdio_server

from .conversation import Conversation
from .table import Table

RULES = "turnwright://rules"
CARD = "turnwright://cards/"

TOOLS = [
    types.Tool(
        name="new",
        description="Start a game.",
        input_schema={
            "type": "object",
            "properties": {
                "settings": {"type": "object", "description": "e.g. game, options, seed, opponent"}
            },
        },
    ),
    types.Tool(
        name="observe",
        description="The whole situation and your numbered options; or the rules of a card or word.",
        input_schema={"type": "object", "properties": {"about": {"type": "string"}}},
    ),
    types.Tool(
        name="act",
        description="Answer with the number of an option, several numbers, or none. Returns changes.",
        input_schema={
            "type": "object",
            "properties": {"answer": {"type": "string"}},
            "required": ["answer"],
        },
    ),
]


def make_server(table: Table) -> Server[Any]:
    """Return an MCP server through which one client plays at a table."""
    conversation = Conversation(table)

    async def list_tools(context: Any, request: Any) -> types.ListToolsResult:
        return types.ListToolsResult(tools=TOOLS)

    async def call_tool(
        context: ServerRequestContext[Any], request: types.CallToolRequestParams
    ) -> types.CallToolResult:
        text = await _call(conversation, request.name, request.arguments or {})
        return types.CallToolResult(content=[types.TextContent(type="text", text=text)])

    async def list_resources(context: Any, request: Any) -> types.ListResourcesResult:
        rules = types.Resource(uri=RULES, name="rules", mime_type="text/plain")
        return types.ListResourcesResult(resources=[rules])

    async def list_templates(context: Any, request: Any) -> types.ListResourceTemplatesResult:
        card = types.ResourceTemplate(
            uri_template=f"{CARD}{{name}}", name="card", mime_type="text/plain"
        )
        return types.ListResourceTemplatesResult(resource_templates=[card])

    async def read_resource(
        context: Any, request: types.ReadResourceRequestParams
    ) -> types.ReadResourceResult:
        text = await _resource(table, str(request.uri))
        content = types.TextResourceContents(uri=request.uri, mime_type="text/plain", text=text)
        return types.ReadResourceResult(contents=[content])

    return Server(
        "turnwright",
        version=tw.__version__,
        instructions=f"{table.title} Call new, then act until the game is over.",
        on_list_tools=list_tools,
        on_call_tool=call_tool,
        on_list_resources=list_resources,
        on_list_resource_templates=list_templates,
        on_read_resource=read_resource,
    )


async def serve_stdio(table: Table) -> None:
    """Serve one client over standard input and output until it goes."""
    server = make_server(table)
    try:
        async with stdio_server() as (reader, writer):
            await server.run(reader, writer, server.create_initialization_options())
    finally:
        await table.close()


async def _call(conversation: Conversation, name: str, given: Mapping[str, Any]) -> str:
    tool = next((one for one in TOOLS if one.name == name), None)
    known = list(tool.input_schema["properties"]) if tool is not None else []
    unknown = [key for key in given if key not in known]
    if tool is not None and unknown:
        return f"Refused: {name} takes {joined(map(repr, known))}, not {unknown[0]!r}."
    if name == "new":
        settings = given.get("settings") or {}
        if not isinstance(settings, Mapping):
            return "No game was started. `settings` must be an object."
        return await conversation.new(settings)
    if name == "observe":
        return await conversation.observe(str(given.get("about") or ""))
    if name == "act":
        return await conversation.act(str(given.get("answer", "")))
    return f"There is no tool {name!r}. The tools are new, observe and act."


async def _resource(table: Table, uri: str) -> str:
    if uri == RULES:
        return table.rules
    if uri.startswith(CARD):
        return await table.explain(unquote(uri.removeprefix(CARD)))
    return f"There is no resource {uri}."
