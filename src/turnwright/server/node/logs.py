"""Structured logs: one JSON object per line. Hidden information is never logged."""

from __future__ import annotations

import logging
import time
from typing import Any

import msgspec

logger = logging.getLogger("turnwright.server")


def log_event(event: str, **facts: Any) -> None:
    """Log an event with its facts."""
    if logger.isEnabledFor(logging.INFO):
        line = {"at": round(time.time(), 3), "event": event, **facts}
        logger.info(msgspec.json.encode(line).decode())
