"""Reading plans over HTTP, for pages that let a player write them."""

from __future__ import annotations

from importlib import import_module

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from turnwright.agents.plans import DescribePlan
from turnwright.core.errors import UnusableError
from turnwright.server.node.node import Node

from .checked_texts import read_text_body
from .messages import PlanRequest
from .responses import json_response, with_error_responses


class PlanRoutes:
    """The routes about plans. Nothing is stored: a plan belongs to its player."""

    def __init__(self, node: Node) -> None:
        self.node = node

    def routes(self) -> list[Route]:
        """Return the routes for the application."""
        return [Route("/api/games/{game}/plans", self.describe, methods=["POST"])]

    @with_error_responses
    async def describe(self, request: Request) -> Response:
        """Check a plan, given as `text` or as data in `plan`. The answer has both forms, sentences that
        say what the plan does, and everything that is wrong with it. A plan with errors is not usable,
        and `plan` is null."""
        game = await self.node.load_game(request.path_params["game"])
        module = self.node.settings.plans.get(game.name)
        if module is None:
            raise UnusableError("no_plans", f"There are no plans for {game.title} here.")
        body = await read_text_body(request, PlanRequest, self.node)
        describe: DescribePlan = import_module(module).describe_plan
        return json_response(describe(body.text if body.plan is None else body.plan))
