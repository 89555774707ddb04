"""The workbench for authors: one match with its state, its flow and its record laid open."""

from turnwright.optional_packages import require

require(__name__, "server", "starlette", "uvicorn")
