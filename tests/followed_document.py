"""A document followed literally: its files are written, and its commands run, one after another.

- A fenced block whose first line is a comment with a file name is that file; later ones add to it.
  A table has no comments: it is the file with which the paragraph before it begins (`cards.tsv`).
- `$ ...` in a console block, an indented command, and `pip install ...` in the text are commands.
- Commands that serve go on in the background until a command that does not talk to them.
"""

from __future__ import annotations

import os
import re
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import IO, NamedTuple

from turnwright.process_tree import OWN_GROUP, kill_tree, terminate_tree

COMMAND = re.compile(r"(turnwright|pip|python|curl|export|mkdir|cp|cd|make|docker|systemctl|git) ")
FILE = re.compile(r"(?:#|//|/\*) ?(\S+\.\w+)(?: \*/)?$")
SERVES = re.compile(r"turnwright (serve|dev|netrunner serve|spire serve --simulator)\b(?!.*--help)")
TALKS = re.compile(r"turnwright (admin|drain|load|netrunner send|mcp)\b|curl|export|turnwright db")
PORT = re.compile(r"(?<=127\.0\.0\.1:)\d+|(?<=localhost:)\d+|(?<=--port )\d+")
TABLE = re.compile(r"^`(\S+\.tsv)`: (?:.|\n(?!\n))*\n\n\Z", re.MULTILINE)
SECONDS = 300


class Step(NamedTuple):
    """A command, or a block of a language with its text."""

    kind: str
    text: str
    file: str = ""


def steps_of(text: str) -> Iterator[Step]:
    """Read a document."""
    parts = re.split(r"^( *)```(\w*)\n(.*?)^ *```$", text, flags=re.MULTILINE | re.DOTALL)
    for at in range(0, len(parts), 4):
        for line in re.sub(r"\\\n +", "", parts[at]).splitlines():
            if line.startswith("    ") and COMMAND.match(line.strip()):
                yield Step("command", line.strip())
            for inline in re.findall(r"`(pip install [^`]+)`", line):
                yield Step("command", inline)
        if at + 3 < len(parts):
            _, language, body = parts[at + 1 : at + 4]
            if language == "console":
                for line in body.splitlines():
                    if line.strip().startswith("$ "):
                        yield Step("command", line.strip()[2:])
            else:
                named = TABLE.search(parts[at]) if language == "tsv" else None
                found = FILE.match(body.partition("\n")[0].strip())
                yield Step(language, body, named[1] if named else found[1] if found else "")


def free_port() -> int:
    """A port that nobody listens on."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        return int(server.getsockname()[1])


class Follower:
    """Follows documents in a folder, with the programs of an environment."""

    def __init__(self, environment: Path, folder: Path, *, skip: str = r"(?!)") -> None:
        self.environment, self.folder, self.skip = environment, folder, re.compile(skip)
        self.scripts = environment / ("Scripts" if sys.platform == "win32" else "bin")
        clean = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
        self.env = clean | {
            "PATH": os.pathsep.join([str(self.scripts), os.environ["PATH"]]),
            "VIRTUAL_ENV": str(environment), "XDG_STATE_HOME": str(folder / "state"),
            "XDG_CONFIG_HOME": str(folder / "config"), "PIP_DISABLE_PIP_VERSION_CHECK": "1",
        }  # fmt: skip
        self.ports: dict[str, int] = {}
        self.written: set[Path] = set()
        self.servers: list[subprocess.Popen[bytes]] = []
        self.drains: list[threading.Thread] = []
        self.ran: list[str] = []

    def program(self, name: str) -> Path:
        """The path of a program of the environment."""
        return self.scripts / (f"{name}.exe" if sys.platform == "win32" else name)

    def follow(self, text: str, *, fills_files: bool = False) -> None:
        """Follow a document from its beginning to its end. If it `fills_files`, a block without a name
        goes on with the file of the block before."""
        begun, before = self.folder, ""
        try:
            for kind, body, file in steps_of(text):
                if kind == "command":
                    self.run(body)
                    continue
                before = file or (before if fills_files else "")
                if before:
                    self.write(before, body)
        finally:
            self.stop()
            self.folder = begun

    def write(self, name: str, body: str) -> None:
        """Write a file, or continue one."""
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("a" if path in self.written else "w", encoding="utf-8") as file:
            file.write(f"{body}\n\n")
        self.written.add(path)

    def run(self, command: str) -> None:
        """Run a command; fail if it fails."""
        if self.skip.search(command):
            return
        self.ran.append(command)
        if found := re.match(r"cd (\S+)$", command):
            self.folder = self.folder / found[1]
            return
        if found := re.match(r"export (\w+)=(\S+)$", command):
            self.env[found[1]] = found[2]
            return
        if SERVES.match(command):
            self.serve(command)
            return
        if not TALKS.match(command):
            self.stop()
        done = subprocess.run(
            ["bash", "-c", self.with_ports(command)], cwd=self.folder, env=self.env,
            stdin=subprocess.DEVNULL, capture_output=True, text=True, encoding="utf-8",
            timeout=SECONDS, check=False,
        )  # fmt: skip
        assert done.returncode == 0, f"$ {command}\n{done.stdout[-2000:]}{done.stderr[-3000:]}"
        assert "Traceback" not in done.stderr, f"$ {command}\n{done.stderr[-3000:]}"

    def with_ports(self, command: str) -> str:
        """The command with free ports instead of the usual ones."""
        return PORT.sub(lambda found: str(self.ports.setdefault(found[0], free_port())), command)

    def serve(self, command: str) -> None:
        """Start a server and wait until it says where it is."""
        self.stop()
        usual = {"serve": "8000", "dev": "8070", "netrunner": "1042", "spire": "8080"}
        port = usual[command.split()[1]]
        if "--port" not in command:
            command += f" --port {port}"
        command += " --no-browser" * (command.split()[1] == "dev")
        words = ["bash", "-c", f"exec {self.with_ports(command)}"]
        server = subprocess.Popen(
            words, cwd=self.folder, env=self.env, stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, **OWN_GROUP,
        )  # fmt: skip
        self.servers.append(server)
        assert server.stdout is not None
        said = b""
        while b"http://" not in said:
            line = server.stdout.readline()
            said += line
            assert line, f"$ {command}\n{said.decode()}"
        drain = threading.Thread(target=_drain, args=(server.stdout,), daemon=True)
        drain.start()
        self.drains.append(drain)

    def stop(self) -> None:
        """Stop what serves."""
        for server in self.servers:
            terminate_tree(server)
            try:
                server.wait(30)
            except subprocess.TimeoutExpired:
                kill_tree(server)
                server.wait()
        for drain in self.drains:
            drain.join()
        self.servers.clear()
        self.drains.clear()


def _drain(pipe: IO[bytes]) -> None:
    """Read a pipe to its end, so that whoever writes to it is not held up."""
    with pipe:
        pipe.read()
