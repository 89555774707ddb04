"""A server that speaks the jinteki.net protocol, with games on our engine."""

from turnwright.optional_packages import require

require(__name__, "server", "starlette", "uvicorn", "websockets", "msgpack")
