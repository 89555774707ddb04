"""The reference of the server's settings, from the classes that hold them."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from turnwright.cli.serve_config import FIELDS, LAB_FIELDS, ServeSettings
from turnwright.server.lab.settings import LabSettings

from .markdown import code, page, table
from .python_reference import source

FILE = "reference/server-settings.md"


def pages() -> Iterator[tuple[str, str]]:
    """Write the page: its path and text."""
    parts = [
        "The settings of `turnwright serve`. They come from the command line, from the environment "
        "(`TURNWRIGHT_MAX_SOCKETS=500`) or from a TOML file (`--config server.toml`, "
        "`max_sockets = 500`); the command line counts before the environment, and that before the "
        "file. [How to host a game](../howto/host-a-game.md) explains the most important ones, "
        "[How to run a server in production](../howto/run-in-production.md) the limits.",
        "## Node\n",
        _settings(ServeSettings, FIELDS, "TURNWRIGHT_"),
        "## Combat lab\n\nIn a file these are in the table `[lab]`.\n",
        _settings(LabSettings, LAB_FIELDS, "TURNWRIGHT_LAB_"),
    ]
    yield FILE, page("Server settings", *parts)


def note_of(kind: type[msgspec.Struct], name: str) -> str:
    """Return what a setting means: the string below it in its class."""
    for each in kind.__mro__:
        if each.__module__.startswith("turnwright"):
            note = source(each.__module__).notes.get((each.__qualname__, name))
            if note:
                return note
    return ""


def _settings(kind: type[msgspec.Struct], names: frozenset[str], prefix: str) -> str:
    rows = []
    for field in sorted(msgspec.structs.fields(kind), key=lambda field: field.name):
        if field.name in names:
            default = field.default
            if default is msgspec.NODEFAULT:
                made = field.default_factory
                default = "" if made is msgspec.NODEFAULT else made()
            empty = default in ("", (), None, {}, [])
            rows.append((code(field.name), "" if empty else code(default), note_of(kind, field.name),
                         code(f"{prefix}{field.name.upper()}")))  # fmt: skip
    return table(("setting", "default", "meaning", "in the environment"), rows)
