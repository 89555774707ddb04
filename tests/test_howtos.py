"""The code and the commands of the guides in docs/howto work."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from pathlib import Path

from turnwright.cli import main
from turnwright.core.analysis.lint import check

HOWTO = Path(__file__).parent.parent / "docs" / "howto"


def test_write_a_game():
    space: dict[str, object] = {"__name__": "scuffle"}
    for code in re.findall(
        r"```python\n(.*?)```", (HOWTO / "write-a-game.md").read_text(), re.DOTALL
    ):
        exec(compile(code, "write-a-game.md", "exec", dont_inherit=True), space)
    assert [problem for problem in check(space["game"]) if problem.severity != "note"] == []
    assert space["match"].result is not None


def test_simulate_an_encounter(tmp_path, monkeypatch, capsys):
    """The files are written and the commands run, except imports, whose files the reader provides."""
    text = (HOWTO / "simulate-an-encounter.md").read_text()
    monkeypatch.chdir(tmp_path)
    for body in re.findall(r"```yaml\n(.*?)```", text, re.DOTALL):
        name = re.match(r"# (\S+)", body)[1]
        (tmp_path / name).write_text(body)
    commands = [
        line.partition("#")[0].split()[2:]
        for block in re.findall(r"```console\n(.*?)```", text, re.DOTALL)
        for line in block.splitlines()
        if line.startswith("$ turnwright")
    ]
    assert commands
    for words in commands:
        if words[1] != "import":
            assert main(words) == 0, (words, capsys.readouterr().err)
    space: dict[str, object] = {"__name__": "encounter"}
    for code in re.findall(r"```python\n(.*?)```", text, re.DOTALL):
        exec(compile(code, "simulate-an-encounter.md", "exec", dont_inherit=True), space)
    conflict = "Potential Conflict: Actions require 2 Level 1 Slots, but only 1 is available."
    assert conflict in capsys.readouterr().out
    assert "AI Actions Available: [" in str(space["explanation"].decisions[0])
    assert 0 < space["report"].win.value < 1


def test_automate_runs(capsys):
    """The code of the guide plays the run, and all commands that it mentions exist."""
    from turnwright.bridges.jinteki.automation.command_line import COMMANDS
    from turnwright.cli.netrunner.send import LOBBY_COMMANDS

    text = (HOWTO / "automate-runs.md").read_text()
    space: dict[str, object] = {"__name__": "runs"}
    for code in re.findall(r"```python\n(.*?)```", text, re.DOTALL):
        exec(compile(code, "automate-runs.md", "exec", dont_inherit=True), space)
    printed = capsys.readouterr().out
    assert printed.startswith("success/run: Runner spends [Click] to make a run on HQ.\n")
    assert "runner-full-break: action-taken/ability-used: Unity breaks Whitespace for 2" in printed
    assert "position 0: Whitespace (strength 0, 2 subroutines): Unity breaks it for 2" in printed
    assert space["played"].result.status == "run-complete"
    known = {*COMMANDS, *LOBBY_COMMANDS}
    sent = re.findall(r"netrunner send (?:corp|runner) (\S+)", text)
    table = text.partition("| command |")[2].partition("\n\n")[0]
    mentioned = re.findall(r"`([a-z][a-z-]+)", table.partition("|---|---|")[2])
    assert {*sent, *mentioned} <= known
    assert mentioned


def blocks(text: str, language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", text, re.DOTALL)


def test_write_a_spire_bot(tmp_path, monkeypatch, capsys):
    text = (HOWTO / "write-a-spire-bot.md").read_text()
    monkeypatch.chdir(tmp_path)
    space: dict[str, object] = {"__name__": "bot"}
    for code in blocks(text, "python"):
        if name := re.match(r"# (\S+\.py)\n", code):
            (tmp_path / name[1]).write_text(code)
        exec(compile(code, "write-a-spire-bot.md", "exec", dont_inherit=True), space)
    assert len(space["results"]) == 3
    commands = [
        line.removeprefix("$ turnwright ").replace("python", sys.executable)
        for block in blocks(text, "console")
        for line in block.splitlines()
    ]
    assert commands
    for command in commands:
        assert main(shlex.split(command)) == 0, (command, capsys.readouterr().err)
    printed = capsys.readouterr().out
    assert "3 runs: " in printed
    assert "agree: 1 of 1" in printed


def test_drive_the_real_spire(tmp_path, monkeypatch, capsys):
    text = (HOWTO / "drive-the-real-spire.md").read_text()
    for command in (line for block in blocks(text, "console") for line in block.splitlines()):
        assert main(command.split()[2:]) == 0
        assert capsys.readouterr().out.startswith("command=")
    serve = [sys.executable, "-m", "turnwright", "spire", "serve", "--simulator", "--port", "0"]
    with subprocess.Popen(serve, stderr=subprocess.PIPE, text=True) as server:
        try:
            address = re.search(r"http://[\d.:]+", server.stderr.readline())[0]
            (code,) = blocks(text, "python")
            code = code.replace("http://127.0.0.1:8080", address)
            exec(compile(code, "drive-the-real-spire.md", "exec", dont_inherit=True), {})
            assert capsys.readouterr().out == "['Jaw Worm']\n"
        finally:
            server.terminate()
