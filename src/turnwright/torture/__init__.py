"""Torture a server: cause faults while players play, and check that no acknowledged move is lost.

`run` plays the scenarios of `scenarios` one after another, each with a server of its own or against a
running one. It only uses the loopback interface, ends within a given time, and ends everything that
it has started.
"""

from turnwright.optional_packages import require

require(__name__, "server", "starlette", "uvicorn", "picows", "websockets")
