"""Importing modules whose packages may not be installed."""

from __future__ import annotations

from importlib import import_module
from typing import Any

import turnwright as tw


def import_optional(module: str, extra: str) -> Any:
    """Import a module of turnwright; if a package is missing, say which extra installs it."""
    try:
        return import_module(module)
    except ModuleNotFoundError as error:
        if (error.name or "").startswith("turnwright"):
            raise
        sentence = (
            f"This command needs the package {error.name}. "
            f"Install it with: pip install 'turnwright[{extra}]'."
        )
        raise tw.UnusableError("missing_package", sentence) from None
