"""The administrator's right, shown by a bearer token."""

from __future__ import annotations

import hmac

from starlette.requests import Request

from turnwright.core.errors import UnusableError
from turnwright.server.node.settings import Settings

from .limits import bearer_token


def check_admin(request: Request, settings: Settings) -> None:
    """Raise `forbidden` unless the request has the administrator's token."""
    wanted = settings.admin_token
    given = bearer_token(request.headers.get("authorization", ""))
    if not wanted or not hmac.compare_digest(given.encode(), wanted.encode()):
        raise UnusableError("forbidden", "The administrator's token is required.")
