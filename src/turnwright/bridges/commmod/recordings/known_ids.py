"""Refusing ids of a message that the rules do not know."""

from __future__ import annotations

from collections.abc import Container

from turnwright.core.errors import UnusableError


def known_id(what: str, id: str, known: Container[str]) -> str:
    """Return an id if it is known; else refuse it with a sentence."""
    if id not in known:
        raise UnusableError(f"unknown_{what}", f"There is no {what} with the id {id!r}.")
    return id
