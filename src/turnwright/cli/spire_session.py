"""Slay the Spire on the wire: HTTP, recordings, and what can be done on which screen."""

from __future__ import annotations

import argparse
import asyncio
import os
import shlex
import sys
from importlib import import_module
from pathlib import Path
from typing import Any

import msgspec
from rich.console import Console
from rich.markup import escape
from rich.table import Table

import turnwright as tw


def add_parts(part: Any) -> None:
    serve = part(
        "serve", _serve, "offer the game over HTTP, as its child process or with a simulator"
    )
    serve.add_argument("--host", default="127.0.0.1", help="address to listen on (127.0.0.1)")
    serve.add_argument("--port", type=int, default=8080, help="port to listen on (8080)")
    serve.add_argument(
        "--origin", action="append", default=[], metavar="URL", help="a page that may play (or *)"
    )
    serve.add_argument(
        "--simulator", action="store_true", help="our own game instead of the real one"
    )
    serve.add_argument("--record", default="", metavar="FILE", help="write the session there")
    serve.add_argument(
        "--patience", type=float, default=20.0, metavar="S",
        help="seconds until a silent game is asked for its state (20; 0: never)",
    )  # fmt: skip

    record = part("record", _record, "run a bot on the game and write down what both say")
    record.add_argument("file", metavar="FILE", help=".jsonl or .jsonl.gz")
    record.add_argument(
        "bot", nargs=argparse.REMAINDER, metavar="COMMAND ...", help="python bot.py"
    )

    rehearse = part("rehearse", _rehearse, "play a recorded session to a bot and name what differs")
    rehearse.add_argument("file", type=Path, metavar="FILE", help="a recorded session")
    rehearse.add_argument("--agent", required=True, metavar="COMMAND", help='"python bot.py"')

    replay = part(
        "replay", _replay, "play a recorded session on our own game and name what differs"
    )
    replay.add_argument("files", nargs="+", metavar="FILE", help="sessions that begin at the menu")

    config = part("config", _config, "print the mod's settings for a part of this command")
    config.add_argument(
        "words", nargs=argparse.REMAINDER, metavar="PART ...", help="serve --port 8080"
    )

    actions = part("actions", _actions, "list what can be done on which screen, or in a message")
    actions.add_argument("file", nargs="?", metavar="FILE", help="a message of the game (-: stdin)")
    actions.add_argument("--json", action="store_true", help="print JSON")

    screens = part("screens", _screens, "draw the screens and what leads from one to another")
    screens.add_argument("--format", choices=["mermaid", "dot", "svg"], default="mermaid")
    screens.add_argument(
        "--coverage", type=Path, nargs="+", default=[], metavar="FILE",
        help="grey out what these recorded sessions never visited",
    )  # fmt: skip
    screens.add_argument("-o", "--output", type=Path, metavar="FILE", help="instead of the screen")


# --- on the game ----------------------------------------------------------------------------------


def _serve(chosen: argparse.Namespace) -> int:
    from turnwright.bridges.commmod.line_streams import (
        Connection,
        InProcessConnection,
        StdioConnection,
    )

    api = _bridge("agent.http_api")
    wire: Connection
    if chosen.simulator:
        from turnwright.bridges.commmod.host import Mod

        wire = InProcessConnection(Mod())
    else:
        _need_game("serve")
        wire = StdioConnection()
    asyncio.run(
        api.serve(wire, chosen.host, chosen.port, chosen.origin, chosen.record, chosen.patience)
    )
    return 0


def _record(chosen: argparse.Namespace) -> int:
    from turnwright.bridges.commmod.line_streams import StdioConnection
    from turnwright.bridges.commmod.recordings.file import Recorder
    from turnwright.bridges.commmod.recordings.relay import relay

    command = chosen.bot[1:] if chosen.bot[:1] == ["--"] else chosen.bot
    if not command:
        raise tw.UnusableError(
            "no_agent", "Say which bot to run, as in `record FILE python bot.py`."
        )
    _need_game("record FILE COMMAND")
    return asyncio.run(relay(StdioConnection(), command, Recorder(chosen.file)))


def _config(chosen: argparse.Namespace) -> int:
    """The mod cuts its command at blanks and knows no quotes."""
    words = [sys.executable, "-m", "turnwright", "spire", *(chosen.words or ["serve"])]
    cut = [word for word in words if len(word.split()) != 1]
    if cut:
        sentence = f"The mod cannot start a command with a blank in one of its words: {cut[0]!r}."
        raise tw.UnusableError("has_blank", sentence)
    command = " ".join(words).replace("\\", "\\\\").replace(":", "\\:").replace("=", "\\=")
    print(f"command={command}")
    print("runAtGameStart=true")
    return 0


def _need_game(part: str) -> None:
    """A person who types this in a terminal is told how it is meant."""
    if os.isatty(0):
        sentence = (
            f"The game talks on standard input, and this is a terminal: let the game start "
            f"`turnwright spire {part}` (command= in the mod's config.properties), or our own: "
            f"`turnwright spire host --agent ...`, `turnwright spire serve --simulator`."
        )
        raise tw.UnusableError("no_game", sentence)


# --- recorded sessions ----------------------------------------------------------------------------


def _rehearse(chosen: argparse.Namespace) -> int:
    from turnwright.bridges.commmod.recordings.file import load
    from turnwright.bridges.commmod.recordings.replay_to_bot import replay_to_bot

    entries = load(chosen.file)
    try:
        command = shlex.split(chosen.agent)
    except ValueError as error:
        raise tw.UnusableError("bad_agent", f"--agent cannot be read: {error}.") from None
    if not command:
        raise tw.UnusableError("no_agent", "--agent is empty.")
    difference = asyncio.run(replay_to_bot(entries, command))
    commands = sum(entry.agent is not None for entry in entries)
    print(f"ok: {commands} commands" if difference is None else difference)
    return 0 if difference is None else 1


def _replay(chosen: argparse.Namespace) -> int:
    from turnwright.bridges.commmod.recordings.file import first_divergence, load
    from turnwright.bridges.commmod.recordings.replay_to_engine import replay

    agree = 0
    for path in chosen.files:
        entries = load(path)
        difference = first_divergence(entries, replay)
        agree += difference is None
        after = ""
        if difference is not None:
            said = [entry.agent for entry in entries[: difference.step] if entry.agent is not None]
            after = f" (after {said[-1]!r})" if said else ""
        print(f"{path} {'ok' if difference is None else difference}{after}")
    print(f"agree: {agree} of {len(chosen.files)}")
    return 0 if agree == len(chosen.files) else 1


# --- the screens ----------------------------------------------------------------------------------


def _actions(chosen: argparse.Namespace) -> int:
    from turnwright.bridges.commmod.agent.actions import write_action
    from turnwright.bridges.commmod.agent.game_state import GameState
    from turnwright.bridges.commmod.agent.screens import SCREENS, steps, valid_actions

    table = Table(box=None, padding=(0, 2, 0, 0))
    if chosen.file:
        data = sys.stdin.buffer.read() if chosen.file == "-" else Path(chosen.file).read_bytes()
        state = GameState.of(data)
        valid = valid_actions(state)
        if chosen.json:
            return _print_json([write_action(action) for action in valid])
        table.add_column(f"on {state.screen}")
        table.add_column("says first")
        for action in valid:
            told = msgspec.json.encode(write_action(action)).decode()
            table.add_row(escape(told), escape(next(steps(action, state))))
    else:
        rows = [
            (
                screen,
                way.action.kind(),
                ", ".join(way.says) or way.action.says,
                way.to,
                way.undocumented,
            )
            for screen, ways in SCREENS.items()
            for way in ways
        ]
        if chosen.json:
            keys = ("screen", "action", "says", "to", "undocumented")
            return _print_json([dict(zip(keys, row, strict=True)) for row in rows])
        for name in ("screen", "action", "says", "leads to"):
            table.add_column(name)
        last = ""
        for screen, kind, says, to, undocumented in rows:
            name = f"{kind} *" if undocumented else kind
            table.add_row(screen if screen != last else "", name, escape(says), " ".join(to))
            last = screen
    console = Console(highlight=False, soft_wrap=True)
    console.print(table)
    if not chosen.file:
        console.print("* the game has it, the document of the screens does not list it")
    return 0


def _screens(chosen: argparse.Namespace) -> int:
    from turnwright.bridges.commmod.agent.screens import graph
    from turnwright.bridges.commmod.recordings.file import load
    from turnwright.bridges.commmod.recordings.replay_to_bot import visited

    from .diagram.render import render

    seen = visited(map(load, chosen.coverage)) if chosen.coverage else None
    picture = render(graph(), chosen.format, visited=seen, title="Slay the Spire: screens")
    if chosen.output:
        chosen.output.write_text(picture)
        print(f"Wrote {chosen.output}.", file=sys.stderr)
    else:
        print(picture)
    return 0


def _print_json(data: Any) -> int:
    sys.stdout.write(msgspec.json.encode(data).decode() + "\n")
    return 0


def _bridge(name: str) -> Any:
    try:
        return import_module(f"turnwright.bridges.commmod.{name}")
    except ModuleNotFoundError as error:
        if (error.name or "").startswith("turnwright"):
            raise
        sentence = f"This needs {error.name}: pip install 'turnwright[server]'."
        raise tw.UnusableError("missing_package", sentence) from None
