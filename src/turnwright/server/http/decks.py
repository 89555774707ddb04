"""Reading decks over HTTP, for pages that let a player build them."""

from __future__ import annotations

import asyncio
from importlib import import_module

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from turnwright.core.errors import UnusableError
from turnwright.server.node.node import Node

from .checked_texts import read_text_body
from .messages import DeckRequest
from .responses import json_response, with_error_responses


class DeckRoutes:
    """The routes about decks. Nothing is stored: a deck belongs to its player."""

    def __init__(self, node: Node) -> None:
        self.node = node

    def routes(self) -> list[Route]:
        """Return the routes for the application."""
        return [Route("/api/games/{game}/decks", self.describe, methods=["POST"])]

    @with_error_responses
    async def describe(self, request: Request) -> Response:
        """Check a deck, given as a list in `text` or as data in `deck`. The answer has both forms, the
        sums that the rules limit, and everything that is wrong with it in sentences. `deck` is null if
        the list cannot be read."""
        game = await self.node.load_game(request.path_params["game"])
        module = self.node.settings.decks.get(game.name)
        if module is None:
            raise UnusableError("no_decks", f"There are no decks to build for {game.title} here.")
        body = await read_text_body(request, DeckRequest, self.node)
        describe = (await asyncio.to_thread(import_module, module)).describe_deck
        return json_response(describe(body.text if body.deck is None else body.deck))
