"""Boards of games: `/boards/index.js` tells the page which games have one, and where.

The boards that Turnwright ships are among the files of the page, below `/web/`. Those of other packages
and of authors are `/boards/GAME/...`. They are under the same content security policy as the page:
they run only code of this server.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from urllib.parse import quote

import msgspec
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from turnwright.games.boards import MODULE, PAGE

SERVED = (
    ".js", ".css", ".json", ".svg", ".png", ".jpg", ".jpeg", ".webp", ".avif", ".gif", ".woff2",
    ".ogg", ".mp3", ".txt",
)  # fmt: skip
"""Endings of the files that are sent; others in the folder, such as Python files, are not."""


def board_files(boards: Mapping[str, Sequence[Path]]) -> Mount:
    """Return the route to the boards in these folders, by the names of their games. The page falls
    back on the second board of a game, which is Turnwright's, if the first one fails."""
    folders: dict[str, StaticFiles] = {}
    addresses: dict[str, list[str]] = {}  # relative to the page, which may be below a proxy's path
    for game, found in boards.items():
        for folder in found:
            if folder.is_relative_to(PAGE):
                address = f"web/{folder.relative_to(PAGE).as_posix()}/{MODULE}"
            else:
                folders[game] = StaticFiles(directory=folder)
                address = f"boards/{quote(game, safe='')}/{MODULE}"
            addresses.setdefault(game, []).append(address)
    index = b"export const INSTALLED_BOARDS = " + msgspec.json.encode(addresses) + b";\n"

    async def list_boards(request: Request) -> Response:
        headers = {"cache-control": "no-cache"}
        return Response(index, media_type="text/javascript", headers=headers)

    async def file(request: Request) -> Response:
        path = request.path_params["path"]
        files = folders.get(request.path_params["game"])
        if files is None or Path(path).suffix.lower() not in SERVED:
            raise HTTPException(404)
        response = await files.get_response(path, request.scope)
        response.headers["cache-control"] = "no-cache"  # an author changes it
        return response

    routes = [Route("/index.js", list_boards), Route("/{game}/{path:path}", file)]
    return Mount("/boards", routes=routes)
