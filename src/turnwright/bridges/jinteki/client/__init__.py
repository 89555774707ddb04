"""A client for a jinteki.net server."""

from turnwright.optional_packages import require

require(__name__, "client")
