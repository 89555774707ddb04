"""Processes that are ended together with everything that they have started.

On POSIX such a process leads a group, which gets the signals. Windows has no groups to kill; there
`taskkill` follows the tree of parents.
"""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
from typing import Any

if sys.platform == "win32":
    OWN_GROUP: dict[str, Any] = {"creationflags": subprocess.CREATE_NEW_PROCESS_GROUP}
    """Arguments of `Popen` for a process that is ended with its children. Ctrl-C does not reach it."""

    def kill_tree(process: subprocess.Popen[bytes]) -> None:
        """Kill a process and all that it has started. Does nothing if it has ended."""
        command = ["taskkill", "/F", "/T", "/PID", str(process.pid)]
        with contextlib.suppress(OSError):
            subprocess.run(command, capture_output=True, check=False)
        process.kill()

    def terminate_tree(process: subprocess.Popen[bytes]) -> None:
        """Ask a process and all that it has started to end."""
        with contextlib.suppress(OSError):
            process.send_signal(signal.CTRL_BREAK_EVENT)

else:
    OWN_GROUP: dict[str, Any] = {"process_group": 0}
    """Arguments of `Popen` for a process that is ended with its children. Ctrl-C does not reach it."""

    def kill_tree(process: subprocess.Popen[bytes]) -> None:
        """Kill a process and all that it has started, also if it has ended itself."""
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)

    def terminate_tree(process: subprocess.Popen[bytes]) -> None:
        """Ask a process and all that it has started to end."""
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGTERM)
