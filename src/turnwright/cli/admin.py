"""Moderate a running server: bans, mutes, kicks, reports, rooms.

The administrator's token is read from the environment variable TURNWRIGHT_ADMIN_TOKEN, which the server
must have as well. A PERSON is a seat such as p2, or a spectator by number: 3. Durations are written as
90s, 30m, 2h or 7d.
"""

from __future__ import annotations

import argparse
import os
import re
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import msgspec
from rich.console import Console
from rich.table import Table

import turnwright as tw
from turnwright.optional_packages import import_part

from .output import print_json

if TYPE_CHECKING:
    from turnwright.client.administration import Administration

TOKEN = "TURNWRIGHT_ADMIN_TOKEN"
UNITS = {"": 1, "s": 1, "m": 60, "h": 3600, "d": 86400}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `turnwright admin`."""
    parser.add_argument(
        "--url", default="http://127.0.0.1:8000", help="the server (http://127.0.0.1:8000)"
    )
    parser.add_argument("--json", action="store_true", help="print JSON")
    everywhere = argparse.ArgumentParser(add_help=False, argument_default=argparse.SUPPRESS)
    everywhere.add_argument("--url", help="the server (http://127.0.0.1:8000)")
    everywhere.add_argument("--json", action="store_true", help="print JSON")
    group = parser.add_subparsers(metavar="ACTION", required=True, dest="action")

    def add(name: str, text: str, *words: str, reason: bool = True, seconds: bool = False) -> Any:
        action = group.add_parser(
            name, help=text, description=f"{text.capitalize()}.", parents=[everywhere]
        )
        for word in words:
            action.add_argument(word.strip("?"), nargs="?" if word.endswith("?") else None)
        if reason:
            action.add_argument("--reason", default="", help="told to the people concerned")
        if seconds:
            action.add_argument("--for", dest="duration", default="", help="how long, such as 2h")
        return action

    add("rooms", "list the newest rooms", reason=False)
    add("room", "show the people, prompts and chat of a room", "room", reason=False)
    add("end", "end the match of a room", "room")
    add("delete", "delete a room with its log, chat and replays", "room")
    for name in ("mute", "kick"):
        add(name, f"{name} somebody in a room", "room", "person", seconds=True)
    add("unmute", "let somebody chat in a room again", "room", "person")
    add("chat-off", "switch chat off, in a room or on the whole server", "room?", seconds=True)
    add("chat-on", "switch chat on again", "room?")
    ban = add("ban", "keep an address or an identity out", seconds=True)
    ban.add_argument(
        "--room", default="", help="only out of this room; players keep their seats, see kick"
    )
    who = ban.add_mutually_exclusive_group(required=True)
    who.add_argument(
        "--address", default="", help="an IPv4 address, or an IPv6 address with its /64"
    )
    who.add_argument("--subject", default="", help="a subject of the identity provider")
    add("lift", "lift a ban or mute", "id", reason=False)
    add("restrictions", "list bans and mutes", reason=False)
    add("reports", "list what players have reported", reason=False)


def run(arguments: argparse.Namespace) -> int:
    """Carry out one action."""
    token = os.environ.get(TOKEN, "")
    if not token:
        raise tw.UnusableError("no_token", f"Set {TOKEN} to the token of the administrator.")
    client = import_part("turnwright.client.administration", "admin", "server")
    server = client.Administration(arguments.url, token=token)
    result = ACTIONS[arguments.action](server, arguments)
    if arguments.json:
        print_json(result)
    elif isinstance(result, list):
        _print_table(msgspec.to_builtins(result))
    elif arguments.action == "room":
        print(msgspec.json.format(msgspec.json.encode(result), indent=2).decode())
    else:
        print(_sentence(arguments, result))
    return 0


def _moderate(server: Administration, arguments: argparse.Namespace) -> Any:
    from turnwright.server.node.moderation import ModerationRequest

    person = getattr(arguments, "person", "")
    return server.moderate(
        arguments.room,
        ModerationRequest(
            arguments.action.replace("-", "_"),
            seat="" if person.isdecimal() else person,
            spectator=int(person) if person.isdecimal() else 0,
            seconds=_seconds(getattr(arguments, "duration", "")),
            reason=arguments.reason,
        ),
    )


def _chat_off(server: Administration, arguments: argparse.Namespace) -> Any:
    from turnwright.server.http.messages import RestrictionRequest

    if arguments.room:
        return _moderate(server, arguments)
    seconds = _seconds(arguments.duration)
    return server.restrict(RestrictionRequest("mute", seconds=seconds, reason=arguments.reason))


def _chat_on(server: Administration, arguments: argparse.Namespace) -> Any:
    if arguments.room:
        return _moderate(server, arguments)
    found = [
        one for one in server.restrictions() if (one.kind, one.room, one.who) == ("mute", "", "")
    ]
    if not found:
        raise tw.UnusableError("no_restriction", "Chat is not switched off on this server.")
    return server.lift(found[0].id)


def _ban(server: Administration, arguments: argparse.Namespace) -> Any:
    from turnwright.server.http.messages import RestrictionRequest

    return server.restrict(
        RestrictionRequest(
            "ban", arguments.address, arguments.subject, arguments.room,
            _seconds(arguments.duration), arguments.reason,
        )
    )  # fmt: skip


ACTIONS: dict[str, Callable[[Any, argparse.Namespace], Any]] = {
    "rooms": lambda server, arguments: server.all_rooms(),
    "room": lambda server, arguments: server.inspect(arguments.room),
    "end": lambda server, arguments: server.end(
        arguments.room, arguments.reason or "ended by an administrator"
    ),
    "delete": lambda server, arguments: server.delete(arguments.room, arguments.reason),
    "mute": _moderate,
    "unmute": _moderate,
    "kick": _moderate,
    "chat-off": _chat_off,
    "chat-on": _chat_on,
    "ban": _ban,
    "lift": lambda server, arguments: server.lift(arguments.id),
    "restrictions": lambda server, arguments: server.restrictions(),
    "reports": lambda server, arguments: server.reports(),
}


def _seconds(text: str) -> float | None:
    """Read a duration such as 2h; None if none is given."""
    if not text:
        return None
    found = re.fullmatch(r"(\d+(?:\.\d+)?)([smhd]?)", text)
    if found is None:
        raise tw.UnusableError(
            "bad_duration", f"{text!r} is not a duration such as 90s, 30m or 2h."
        )
    return float(found[1]) * UNITS[found[2]]


def _sentence(arguments: argparse.Namespace, result: Any) -> str:
    """Say what was done."""
    place = f"room {arguments.room}" if getattr(arguments, "room", "") else "the whole server"
    match arguments.action:
        case "ban":
            return f"Banned {result.who} from {place} (lift it with: lift {result.id})."
        case "lift":
            return f"Lifted the {result.kind} of {result.who or 'everybody'}."
        case "chat-off" | "chat-on":
            return f"Chat is {arguments.action[5:]} in {place}."
        case "mute" | "unmute" | "kick":
            done = {"mute": "Muted {} in", "unmute": "Unmuted {} in", "kick": "Removed {} from"}
            return f"{done[arguments.action].format(arguments.person)} {place}."
        case "delete":
            return f"Deleted {place}."
    return f"Ended the match in {place}."


TIMES = ("created", "updated", "until", "at")
HIDDEN = ("code", "epoch", "node", "lease_until", "head", "deadline", "is_private", "result")
"""Columns of rooms that only `--json` shows."""
HEADINGS = {"imposedBy": "imposed by"}


def _print_table(rows: list[dict[str, Any]]) -> None:
    """Print rows as a table, with times in words."""
    if not rows:
        print("There are none.")
        return
    table = Table()
    columns = [name for name in rows[0] if name not in HIDDEN]
    for name in columns:
        table.add_column(HEADINGS.get(name, name), overflow="fold")
    for row in rows:
        table.add_row(*[_cell(name, row[name]) for name in columns])
    Console(highlight=False, markup=False).print(table)


def _cell(name: str, value: Any) -> str:
    if name in TIMES:
        return "for ever" if value is None else time.strftime("%Y-%m-%d %H:%M", time.gmtime(value))
    return ", ".join(value) if isinstance(value, list) else str(value)
