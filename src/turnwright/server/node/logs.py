"""Structured logs: one JSON object per line, or plain text in a terminal. Hidden information is never
logged."""

from __future__ import annotations

import logging
import sys
import time
from typing import Any

import msgspec

logger = logging.getLogger("turnwright.server")


def log_event(event: str, **facts: Any) -> None:
    """Log an event with its facts."""
    if logger.isEnabledFor(logging.INFO):
        line = {"at": round(time.time(), 3), "event": event, **facts}
        logger.info(msgspec.json.encode(line).decode())


class JsonLines(logging.Formatter):
    """Writes the lines of other libraries as JSON, too."""

    def format(self, record: logging.LogRecord) -> str:
        """Return one line."""
        if record.name == logger.name:
            return record.getMessage()
        line = {
            "at": round(record.created, 3),
            "event": "log",
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
        }
        if record.exc_info:
            line["traceback"] = self.formatException(record.exc_info)
        return msgspec.json.encode(line).decode()


class TerminalLines(logging.Formatter):
    """Writes the same for people: `12:30:05 node_started node=477dd9a84982`."""

    def format(self, record: logging.LogRecord) -> str:
        """Return one line, and a traceback if there is one."""
        if record.name != logger.name:
            return f"{self.formatTime(record, '%H:%M:%S')} {super().format(record)}"
        facts = msgspec.json.decode(record.getMessage())
        at = time.strftime("%H:%M:%S", time.localtime(facts.pop("at")))
        return " ".join([at, facts.pop("event"), *(f"{name}={facts[name]}" for name in facts)])


def log_to_stderr() -> None:
    """Send everything that is logged to the standard error, one JSON object per line. People who look
    at a terminal get plain text."""
    handler = logging.StreamHandler()
    handler.setFormatter(TerminalLines() if sys.stderr.isatty() else JsonLines())
    logging.basicConfig(level=logging.INFO, handlers=[handler])
    logging.captureWarnings(True)
