"""Play on a Turnwright server from Python: for scripts, notebooks, bots and tests.

    async with connect("http://127.0.0.1:8000", room, token=token) as client:
        await client.ready()
        await client.until(lambda client: client.prompt)
        await client.act(client.prompt.options[0])

`Lobby` lists and creates rooms, `run_bot` plays whole matches with one function, and `client.sync`
offers the same without `await`. The client speaks the messages of `server.views.protocol`; it needs
neither the rules of a game nor the packages of the server.
"""

from turnwright.core.errors import Refused
from turnwright.optional_packages import needed_by

with needed_by(__name__, "client"):
    from turnwright.server.http.messages import GameSummary, RoomSummary, Seated

    from .bots import by_agent, play, run_bot
    from .client import Client, connect
    from .lobby import Lobby
    from .prompts import Option, Prompt
    from .reconnecting_socket import Disconnected

__all__ = [
    "Client",
    "Disconnected",
    "GameSummary",
    "Lobby",
    "Option",
    "Prompt",
    "Refused",
    "RoomSummary",
    "Seated",
    "by_agent",
    "connect",
    "play",
    "run_bot",
]
