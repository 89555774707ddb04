"""The HTTP application of the workbench: the page, a stream of what it shows, and its commands.

It is for one author on one machine. It shows hidden information and imports files when they change, so
it is a server of its own and no part of `turnwright serve`. Requests of other origins or under other
host names are refused.

- `GET /workbench/events` is a stream: the whole session once, and again after every change.
- `POST /workbench/commands` carries out one command; see `COMMANDS`.
- A task compares the files with the last load several times per second.
"""

from __future__ import annotations

import asyncio
import contextlib
import socket as sockets
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import msgspec
import uvicorn
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.trustedhost import TrustedHostMiddleware
from starlette.requests import Request
from starlette.responses import FileResponse, JSONResponse, Response, StreamingResponse
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp

from turnwright.core.analysis.graph import graph_of
from turnwright.core.analysis.option_names import check_options
from turnwright.core.definition.game import Game
from turnwright.core.errors import TurnwrightError
from turnwright.games.boards import add_board, board_beside, installed_boards
from turnwright.server.http.app import WEB, SecurityHeaders
from turnwright.server.http.boards import board_files
from turnwright.server.views.game_description import describe_game
from turnwright.server.views.protocol import BadMessage, decode, encode

from .game_file import GameFile
from .panels import snapshot
from .rule_failure import RuleFailure
from .session import Session

POLL_SECONDS = 0.25
HOSTS = ("127.0.0.1", "localhost", "[::1]")
AUTO = "auto"  # the viewer is whoever must act
ONLOOKER = "onlooker"

DrawFlow = Callable[[Any], str]


class Workbench:
    """A session, the file it is made from, and the pages that show it."""

    def __init__(self, file: GameFile, draw_flow: DrawFlow, **settings: Any) -> None:
        self.file, self.draw_flow, self.settings = file, draw_flow, settings
        self.session: Session | None = None
        self.load_failure: RuleFailure | None = None
        self.viewer = AUTO
        self.replies: list[bytes] = []  # to the page that sent the last message
        self.changed = asyncio.Event()
        self.number = 0  # of changes so far
        self.is_closed = False
        self._flow = ""
        self.load()

    def close(self) -> None:
        """End the streams, which a server waits for when it stops."""
        self.is_closed = True
        self._tell()

    # --- files -------------------------------------------------------------------------------------

    @property
    def boards(self) -> dict[str, list[Path]]:
        """The folders with boards: that beside the file of the game, and those of packages."""
        boards = installed_boards(lambda sentence: None)
        folder = board_beside(self.file.path)
        if folder is not None and self.session is not None:
            add_board(boards, self.session.game.name, folder, replaces=True)
        return boards

    def load(self) -> None:
        """Load the file again. If it fails, the session stays and shows the error."""
        found = self.file.load()
        if isinstance(found, RuleFailure):
            self.load_failure = found
        else:
            self.load_failure = None
            self._use(found)
        self._tell()

    def _use(self, game: Game) -> None:
        if self.session is None:
            self.session = Session(game, self.file.folder, **self.settings)
        else:
            self.session.reload(game)
        try:
            self._flow = self.draw_flow(graph_of(game))
        except TurnwrightError:  # a name that cannot be part of a path
            self._flow = ""

    async def watch(self) -> None:
        """Load the file whenever it, or a file beside it, was saved."""
        while not self.is_closed:
            await asyncio.sleep(POLL_SECONDS)
            if self.file.has_changed():
                self.load()

    # --- what pages are sent -----------------------------------------------------------------------

    def _tell(self) -> None:
        self.number += 1
        self.changed.set()
        self.changed = asyncio.Event()

    @property
    def seat(self) -> int | None:
        """The seat whose table is shown; None for an onlooker."""
        session = self.session
        if session is None or self.viewer == ONLOOKER:
            return None
        if self.viewer != AUTO:
            return min(int(self.viewer), session.seats - 1)
        match = session.match
        if match is None:
            return 0
        return match.acting[0] if match.acting else match.ctx.turn_player

    def data(self) -> bytes:
        """Return all that a page shows, as JSON."""
        session, seat = self.session, self.seat
        shown: dict[str, Any] = {
            "number": self.number,
            "file": self.file.title,
            "viewer": self.viewer,
            "seat": seat,
            "loadFailure": msgspec.to_builtins(self.load_failure),
        }
        if session is not None:
            # The table first: what fails while it is drawn is shown by the panels.
            frames = [msgspec.Raw(frame) for frame in session.table_frames(seat)]
            replies = [msgspec.Raw(reply) for reply in self.replies]
            panels = snapshot(session, seat)
            about = describe_game(session.game, with_library=True)
            shown |= {"frames": frames, "replies": replies, "panels": panels}
            shown |= {"game": about, "flow": self._flow}
        return encode(shown)

    async def events(self) -> AsyncIterator[bytes]:
        """Yield the session as server-sent events, now and after every change."""
        while not self.is_closed:
            changed = self.changed
            yield b"data: " + self.data() + b"\n\n"
            await changed.wait()

    # --- commands ----------------------------------------------------------------------------------

    def run(self, command: dict[str, Any]) -> str:
        """Carry out a command of the page; return why it was refused."""
        name = command.get("do")
        handle = COMMANDS.get(name) if isinstance(name, str) else None
        if handle is None:
            return f"There is no command {name!r}."
        self.replies = []
        if self.session is None:
            return "The game is not loaded yet."
        why = handle(self, self.session, command)
        self._tell()
        return why or ""

    def _message(self, session: Session, command: dict[str, Any]) -> str:
        try:
            message = decode(msgspec.json.encode(command.get("message")))
        except BadMessage as error:
            return str(error)
        seat = self.seat
        if seat is not None:
            self.replies = session.send(seat, message)
        return ""

    def _see_as(self, session: Session, command: dict[str, Any]) -> None:
        viewer = str(command.get("viewer", AUTO))
        if viewer in (AUTO, ONLOOKER) or viewer.isdigit():
            self.viewer = viewer

    def _restart(self, session: Session, command: dict[str, Any]) -> str:
        seats, options = command.get("seats"), command.get("options")
        if seats is not None and seats not in session.game.seats:
            return f"{session.game.title} has no {seats} seats."
        seed = command.get("seed")
        try:
            check_options(session.game, options if type(options) is dict else {})
        except TurnwrightError as error:
            return str(error)
        session.restart(
            None if seed is None else str(seed), seats, options if type(options) is dict else None
        )
        return ""

    def _go_to(self, session: Session, command: dict[str, Any]) -> None:
        session.go_to(int(command.get("position", 0)), command.get("line"))


COMMANDS: dict[str, Callable[[Workbench, Session, dict[str, Any]], str | None]] = {
    "message": Workbench._message,
    "see_as": Workbench._see_as,
    "restart": Workbench._restart,
    "go_to": Workbench._go_to,
    "branch": lambda bench, session, command: session.branch_here(),
    "bot_step": lambda bench, session, command: session.bot_step(str(command.get("bot"))),
    "bot_plays_on": lambda bench, session, command: session.bot_plays_on(str(command.get("bot"))),
    "close_failure": lambda bench, session, command: session.close_failure(),
    "reload": lambda bench, session, command: bench.load(),
}
"""The commands of the page by name."""


class WorkbenchServer(uvicorn.Server):
    """A uvicorn server that ends the streams of the workbench before it stops."""

    def __init__(self, bench: Workbench) -> None:
        settings: dict[str, Any] = {"access_log": False, "server_header": False, "ws": "none"}
        super().__init__(uvicorn.Config(make_app(bench), log_level="warning", **settings))
        self.bench = bench

    async def shutdown(self, sockets: list[sockets.socket] | None = None) -> None:
        """End everything."""
        self.bench.close()
        await super().shutdown(sockets)


def make_app(bench: Workbench) -> ASGIApp:
    """Return the application of a workbench."""

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        task = asyncio.create_task(bench.watch())
        yield
        bench.close()
        task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await task

    async def home(request: Request) -> Response:
        return FileResponse(WEB / "workbench" / "workbench.html")

    async def events(request: Request) -> Response:
        headers = {"cache-control": "no-store"}
        return StreamingResponse(bench.events(), media_type="text/event-stream", headers=headers)

    async def command(request: Request) -> Response:
        origin = request.headers.get("origin")
        if origin is not None and origin.partition("://")[2] != request.headers.get("host"):
            return JSONResponse({"why": "Pages of other origins have no access."}, 403)
        try:
            given = msgspec.json.decode(await request.body(), type=dict[str, Any])
        except msgspec.DecodeError as error:
            return JSONResponse({"why": f"Invalid command: {error}."}, 400)
        return JSONResponse({"why": bench.run(given)})

    async def record(request: Request) -> Response:
        match = None if bench.session is None else bench.session.match
        if match is None:
            return JSONResponse({"why": "There is no match."}, 404)
        name = f'attachment; filename="{match.game.name}-record.json"'
        headers = {"content-disposition": name}
        return Response(match.record.to_json(), media_type="application/json", headers=headers)

    app = Starlette(
        routes=[
            Route("/", home),
            Route("/workbench/events", events),
            Route("/workbench/commands", command, methods=["POST"]),
            Route("/workbench/record", record),
            board_files(bench.boards),
            Mount("/web", StaticFiles(directory=WEB)),
        ],
        middleware=[Middleware(TrustedHostMiddleware, allowed_hosts=[*HOSTS])],
        lifespan=lifespan,
    )
    return SecurityHeaders(app)
