"""The guides are run: what they say works."""

from __future__ import annotations

import re
from pathlib import Path

from turnwright.cli import main
from turnwright.core.lint import check

HOWTO = Path(__file__).parent.parent / "docs" / "howto"


def test_the_game_of_the_guide_is_played_checked_and_conforms():
    space: dict[str, object] = {"__name__": "scuffle"}
    for code in re.findall(
        r"```python\n(.*?)```", (HOWTO / "write-a-game.md").read_text(), re.DOTALL
    ):
        exec(compile(code, "write-a-game.md", "exec", dont_inherit=True), space)
    assert [problem for problem in check(space["game"]) if problem.severity != "note"] == []
    assert space["match"].result is not None


def test_the_encounters_of_the_guide_are_simulated(tmp_path, monkeypatch, capsys):
    """Files are written, commands are run (imports apart: their files are the reader's own)."""
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
    assert len(commands) == 9
    for words in commands:
        if words[1] != "import":
            assert main(words) == 0, (words, capsys.readouterr().err)
    space: dict[str, object] = {"__name__": "encounter"}
    for code in re.findall(r"```python\n(.*?)```", text, re.DOTALL):
        exec(compile(code, "simulate-an-encounter.md", "exec", dont_inherit=True), space)
    conflict = "Potential Conflict: Actions require 2 Level 1 Slots, but only 1 is available."
    assert conflict in capsys.readouterr().out
    assert "AI Actions Available: [" in str(space["told"].decisions[0])
    assert 0 < space["report"].win.value < 1


def test_the_runs_of_the_guide_are_automated(capsys):
    """Both sides play the run of the guide to its end, and its commands are ones that there are."""
    from turnwright.bridges.jinteki.automation.words import COMMANDS
    from turnwright.cli.netrunner_remote import LOBBY

    text = (HOWTO / "automate-runs.md").read_text()
    space: dict[str, object] = {"__name__": "runs"}
    for code in re.findall(r"```python\n(.*?)```", text, re.DOTALL):
        exec(compile(code, "automate-runs.md", "exec", dont_inherit=True), space)
    printed = capsys.readouterr().out
    assert printed.startswith("success/run: Runner spends [Click] to make a run on HQ.\n")
    assert "runner-full-break: action-taken/ability-used: Unity breaks Whitespace for 2" in printed
    assert "position 0: Whitespace (strength 0, 2 subroutines): Unity breaks it for 2" in printed
    assert space["played"].result.status == "run-complete"
    known = {*COMMANDS, *LOBBY}
    sent = re.findall(r"netrunner send (?:corp|runner) (\S+)", text)
    table = text.partition("| command |")[2].partition("\n\n")[0]
    told = re.findall(r"`([a-z][a-z-]+)", table.partition("|---|---|")[2])
    assert {*sent, *told} <= known
    assert len(told) > 20
