"""Stop a server without surprising its players.

The server opens no new rooms and tells everybody when it stops. It stops once no match with connected
players is running, at the latest after --seconds. Matches are stored, and clients reconnect. The
administrator's token is read from TURNWRIGHT_ADMIN_TOKEN.
"""

from __future__ import annotations

import argparse
import json
import os
import time
import urllib.error
import urllib.request
from typing import Any

from rich.console import Console

import turnwright as tw

URL = "http://127.0.0.1:8000"
POLL_SECONDS = 0.5


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `turnwright drain`."""
    parser.add_argument("--url", default=URL, help=f"address of the server ({URL})")
    parser.add_argument(
        "--seconds", type=float, default=600.0, metavar="S", help="stop after this time (600)"
    )
    parser.add_argument(
        "--text", default="", help="what players are told (that their match is saved)"
    )
    parser.add_argument("--wait", action="store_true", help="return when the server has stopped")
    parser.add_argument("--cancel", action="store_true", help="go on as before")


def run(arguments: argparse.Namespace) -> int:
    """Drain a server, or cancel it."""
    token = os.environ.get("TURNWRIGHT_ADMIN_TOKEN", "")
    if not token:
        sentence = "Set TURNWRIGHT_ADMIN_TOKEN to the token that the server was started with."
        raise tw.UnusableError("no_token", sentence)
    address = f"{arguments.url.rstrip('/')}/admin/drain"
    if arguments.cancel:
        _ask(address, token, "DELETE")
        print("The server goes on as before.")
        return 0
    status = _ask(address, token, "POST", {"seconds": arguments.seconds, "text": arguments.text})
    when = time.strftime("%H:%M:%S", time.localtime(status["until"] / 1000))
    print(f"The server stops at {when}, or earlier: {_waits_for(status)}.", flush=True)
    if arguments.wait:
        _wait(address, token)
        print("The server has stopped.")
    return 0


def _waits_for(status: dict[str, Any]) -> str:
    number = status["matches"]
    return "no match is running" if not number else f"{number} running match{'es' * (number > 1)}"


def _wait(address: str, token: str) -> None:
    """Wait until the server does not answer any more."""
    with Console(stderr=True).status("waiting") as line:
        while True:
            try:
                status = _ask(address, token, "GET")
            except Unreachable:
                return
            if not status["isDraining"]:
                raise tw.UnusableError("cancelled", "The drain was cancelled.")
            line.update(_waits_for(status))
            time.sleep(POLL_SECONDS)


class Unreachable(tw.UnusableError):
    """The server does not answer."""


def _ask(address: str, token: str, method: str, body: dict[str, Any] | None = None) -> Any:
    data = None if body is None else json.dumps(body).encode()
    headers = {"Authorization": f"Bearer {token}"}
    try:
        request = urllib.request.Request(address, data, headers, method=method)
        with urllib.request.urlopen(request, timeout=30) as answer:
            return json.loads(answer.read())
    except urllib.error.HTTPError as error:
        try:
            sentence = json.loads(error.read())["error"]["message"]
        except (ValueError, KeyError, TypeError):
            sentence = f"{address} answered with status {error.code}."
        raise tw.UnusableError("refused", sentence) from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "reason", None) or error
        raise Unreachable("unreachable", f"Cannot reach {address}: {reason}.") from None
