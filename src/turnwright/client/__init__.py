"""Play on a Turnwright server from Python: scripts, notebooks, bots and tests.

    async with connect("http://127.0.0.1:8000", room, token=token) as table:
        await table.ready()
        await table.until(lambda table: table.prompt)
        await table.act(table.prompt.options[0])

`Lobby` finds and makes rooms, `run_bot` plays whole matches with one function, and `client.sync` has
the same without `await`. It speaks the messages of `server.protocol`; neither the rules of a game nor
the server's own packages are needed.
"""

from turnwright.core.errors import Refused
from turnwright.server.http.messages import GameSummary, RoomSummary, Seated

from .bots import by_agent, play, run_bot
from .client import Table, connect
from .lobby import Lobby
from .prompts import Option, Prompt
from .reconnecting_socket import Disconnected

__all__ = [
    "Disconnected",
    "GameSummary",
    "Lobby",
    "Option",
    "Prompt",
    "Refused",
    "RoomSummary",
    "Seated",
    "Table",
    "by_agent",
    "connect",
    "play",
    "run_bot",
]
