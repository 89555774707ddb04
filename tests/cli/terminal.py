"""Running the command line in a separate process."""

import os
import subprocess
import sys


def turnwright(*arguments, typed="", cwd=None):
    """Run a command; `typed` is its standard input, as text or bytes."""
    command = [sys.executable, "-m", "turnwright", *map(str, arguments)]
    env = os.environ | {"COLUMNS": "200", "PYTHONIOENCODING": "utf-8"}
    typed = typed.encode() if isinstance(typed, str) else typed
    done = subprocess.run(command, input=typed, capture_output=True, env=env, cwd=cwd, check=False)
    done.stdout, done.stderr = done.stdout.decode(), done.stderr.decode()
    return done


def output(*arguments, typed=""):
    """The standard output of a command that must succeed."""
    done = turnwright(*arguments, typed=typed)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


def error(*arguments, typed="", cwd=None):
    """The error message of a command that must fail with one line and exit code 2."""
    done = turnwright(*arguments, typed=typed, cwd=cwd)
    assert "Traceback" not in done.stderr
    assert done.returncode == 2, done.stdout + done.stderr
    assert len(done.stderr.splitlines()) == 1, done.stderr
    return done.stderr.strip()
