"""What only some systems have is used in few places, behind a check of the system."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

SOURCE = Path(__file__).parents[1] / "src" / "turnwright"
POSIX_MODULES = {
    "fcntl",
    "grp",
    "posix",
    "pty",
    "pwd",
    "resource",
    "select",
    "selectors",
    "termios",
    "tty",
}
POSIX_NAMES = {
    "add_signal_handler", "create_unix_connection", "create_unix_server", "connect_read_pipe",
    "connect_write_pipe", "getegid", "geteuid", "getgid", "getpgid", "getuid", "killpg",
    "mkfifo", "nice", "pthread_kill", "sched_setaffinity", "sched_setscheduler", "set_blocking",
    "setitimer", "setrlimit", "setsid", "SIGALRM", "SIGCONT", "SIGKILL", "SIGPROF", "SIGSTOP",
    "SIGUSR1", "SIGUSR2", "SIGVTALRM",
}  # fmt: skip
POSIX_ARGUMENTS = {"pass_fds", "preexec_fn", "process_group", "start_new_session"}
CHECK = re.compile(r"sys\.platform|hasattr\(os, ")
ONLY_POSIX = {"torture/", "cli/torture.py", "server/bots/worker.py"}
"""Where a sentence says that it needs POSIX, and what is not started elsewhere."""


@cache
def modules() -> dict[str, tuple[str, ast.Module]]:
    """The text and the tree of every module, by its path."""
    texts = {
        path.relative_to(SOURCE).as_posix(): path.read_text("utf-8")
        for path in SOURCE.rglob("*.py")
    }
    return {where: (text, ast.parse(text)) for where, text in texts.items()}


def posix_only(tree: ast.AST) -> set[str]:
    """The modules, names and arguments in a module that not every system has."""
    found = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names} & POSIX_MODULES
        elif isinstance(node, ast.ImportFrom) and not node.level:
            found |= {node.module} & POSIX_MODULES
        elif isinstance(node, ast.Attribute):
            found |= {node.attr} & POSIX_NAMES
        elif isinstance(node, ast.Call):
            found |= {one.arg for one in node.keywords} & POSIX_ARGUMENTS
    return found


def test_what_windows_does_not_have_is_used_behind_a_check_of_the_system():
    unchecked = {}
    for where, (text, tree) in modules().items():
        if where.startswith(tuple(ONLY_POSIX)):
            continue
        found = posix_only(tree)
        if found and not CHECK.search(text):
            unchecked[where] = found
    assert unchecked == {}


def test_such_uses_would_be_found():
    code = "import fcntl\nos.killpg(0, signal.SIGKILL)\nPopen(a, start_new_session=True)\n"
    assert posix_only(ast.parse(code)) == {"fcntl", "killpg", "SIGKILL", "start_new_session"}


def test_text_is_read_and_written_with_an_encoding():
    """`make check` asks ruff; this finds what ruff cannot infer: methods of any path."""
    missing = []
    for where, (_, tree) in modules().items():
        for node in ast.walk(tree):
            if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute):
                continue
            named = {one.arg for one in node.keywords}
            given = len(node.args)
            is_text = (node.func.attr == "read_text" and not given) or (
                node.func.attr == "write_text" and given < 2
            )
            if is_text and "encoding" not in named:
                missing.append(f"{where}:{node.lineno}")
    assert missing == []
