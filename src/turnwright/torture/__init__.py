"""Torture a server: cause faults while players play, and check that no acknowledged move is lost.

`run` plays the scenarios of `scenarios` one after another, each with a server of its own or against a
running one. It only uses the loopback interface, ends within a given time, and ends everything that
it has started.
"""

import sys

from turnwright.core.errors import UnusableError
from turnwright.optional_packages import require

if sys.platform == "win32":
    sentence = "torture pauses and stops processes with signals, which Windows does not have."
    raise UnusableError("no_signals", sentence)
require(__name__, "server", "starlette", "uvicorn", "picows", "websockets")
