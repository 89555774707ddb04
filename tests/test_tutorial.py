"""The tutorial works when it is followed: files are written, commands and Python sessions are run."""

from __future__ import annotations

import doctest
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from turnwright.cli import main

DOCS = Path(__file__).parents[1] / "docs"
PAGES = re.findall(r"^([\w-]+)$", (DOCS / "tutorial" / "index.md").read_text("utf-8"), re.MULTILINE)
BLOCK = re.compile(r"```(\w+)\n(.*?)```", re.DOTALL)
LEFT_OUT = {"play", "serve", "dev"}
"""Commands that wait for people. That their options exist is checked by parsing them."""


def test_every_page_is_listed():
    assert sorted(PAGES) == sorted(
        path.stem for path in (DOCS / "tutorial").glob("*.md") if path.stem != "index"
    )


def test_the_tutorial(tmp_path, monkeypatch, capsys):
    """Follow all pages in their order, in one folder."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(tmp_path), *sys.path]))
    reader = Reader(tmp_path, capsys)
    for name in PAGES:
        for language, code in BLOCK.findall((DOCS / "tutorial" / f"{name}.md").read_text("utf-8")):
            reader.follow(name, language, code)
    assert {"pig.py", "charms.py", "bots.py", "test_charms.py", "charms.svg"} <= {
        path.name for path in tmp_path.iterdir()
    }
    assert reader.ran == {"play", "check", "diagram", "arena", "pytest", "serve"}


class Reader:
    """Does what the pages say. A file is the list of its blocks, so that the last can be replaced."""

    def __init__(self, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
        self.folder = folder
        self.capsys = capsys
        self.files: dict[str, list[str]] = {}
        self.ran: set[str] = set()
        self.sessions: dict[str, dict[str, object]] = {}

    def follow(self, page: str, language: str, code: str) -> None:
        if language == "python":
            self.write(code)
        elif language == "console":
            for line in code.splitlines():
                self.run(shlex.split(line.removeprefix("$ ")))
        elif language == "pycon":
            self.type(page, code)

    def write(self, code: str) -> None:
        name, how = re.match(r"# (\S+\.py)(?:, instead of the (game|last line))?\n", code).groups()
        parts = self.files.setdefault(name, [])
        if how is not None:
            text = "\n\n".join(parts)
            start = re.compile(
                r"^(def draw|game = )" if how == "game" else r"^game = ", re.MULTILINE
            )
            parts[:] = [text[: start.search(text).start()]]
        parts.append(code)
        (self.folder / name).write_text("\n\n".join(parts), "utf-8")

    def run(self, words: list[str]) -> None:
        if words[0] == "python":
            ran = subprocess.run([sys.executable, *words[1:]], capture_output=True, text=True)
            assert ran.returncode == 0, ran.stdout + ran.stderr
            self.ran.add(words[2])
            return
        assert words[0] == "turnwright"
        self.ran.add(words[1])
        if words[1] not in LEFT_OUT:
            assert main(words[1:]) == 0, (words, self.capsys.readouterr())
        assert all((self.folder / word).exists() for word in words if word.endswith(".py"))

    def type(self, page: str, code: str) -> None:
        """A page has one session. It sees the files as they are when it begins."""
        if page not in self.sessions:
            self.sessions[page] = {}
            for name in self.files:
                sys.modules.pop(name.removesuffix(".py"), None)
        session = doctest.DocTestParser().get_doctest(code, {}, page, None, 0)
        session.globs = self.sessions[page]
        shown: list[str] = []
        doctest.DocTestRunner(verbose=False).run(session, out=shown.append, clear_globs=False)
        assert shown == []
