"""The code and the commands of the guides in docs/howto work."""

from __future__ import annotations

import asyncio
import io
import json
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

from tests.type_checking import type_errors
from turnwright.cli import main
from turnwright.core.analysis.lint import check

HOWTO = Path(__file__).parent.parent / "docs" / "howto"


def test_write_a_game(tmp_path):
    space: dict[str, object] = {"__name__": "scuffle"}
    text = (HOWTO / "write-a-game.md").read_text()
    typed, untyped = blocks(text, "python"), blocks(text, "py")
    assert type_errors("\n".join(typed), tmp_path) == []
    for code in [*typed, *untyped]:
        exec(compile(code, "write-a-game.md", "exec", dont_inherit=True), space)
    assert [problem for problem in check(space["game"]) if problem.severity != "note"] == []
    assert space["match"].result is not None


def test_from_an_idea_to_the_browser(tmp_path, monkeypatch, capsys):
    """Follow the guide block by block: files are written, commands are run."""
    from tests.installed_packages import install_folder

    text = (HOWTO / "from-an-idea-to-the-browser.md").read_text()
    site, folder = tmp_path / "site", tmp_path / "coup"
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(site), *sys.path]))
    monkeypatch.chdir(tmp_path)
    name, done = "", []
    for language, code in re.findall(r"```(\w+)\n(.*?)```", text, re.DOTALL):
        if language != "console":
            if found := re.match(r"(?:#|//|/\*) (\S+\.\w+)", code):
                name = found[1]
                assert (folder / name).is_file()  # `new` has made a place for it
                (folder / name).write_text("")
            with (folder / name).open("a") as file:
                file.write(f"{code}\n\n")
            continue
        for line in code.splitlines():
            command, *words = shlex.split(line)[1:]
            done.append(words[0])
            if command == "cd":
                monkeypatch.chdir(folder)
            elif command == "pip":
                install_folder(site, folder)
            elif command == "turnwright" and words[0] != "arena":
                assert main(words) == 0, (line, capsys.readouterr())
            else:  # imports the game
                module = words[1:] if command == "python" else [command, *words]
                ran = subprocess.run(
                    [sys.executable, "-m", *module], capture_output=True, text=True
                )
                assert ran.returncode == 0, ran.stdout + ran.stderr
    assert " ".join(done) == "new coup check -m check exhaust diagram -m install arena"
    assert "12 used, 0 never used, 0 failures" in capsys.readouterr().out
    strict = ["mypy", "--strict", "--cache-dir", str(tmp_path), "coup", "tests"]
    ran = subprocess.run([sys.executable, "-m", *strict], capture_output=True, text=True)
    assert ran.returncode == 0, ran.stdout


def test_train_an_agent():
    space: dict[str, object] = {"__name__": "training"}
    for code in blocks((HOWTO / "train-an-agent.md").read_text(), "python"):
        exec(compile(code, "train-an-agent.md", "exec", dont_inherit=True), space)
    assert space["env"].agents == []  # the match of Leduc is over


def test_let_a_language_model_play(tmp_path, monkeypatch, capsys):
    """The code and the arena of the page, with an endpoint on a port of its own."""
    from tests.agents.chat_endpoint import chat_endpoint

    monkeypatch.chdir(tmp_path)
    text = (HOWTO / "let-a-language-model-play.md").read_text()
    with chat_endpoint("ANSWER: 1") as endpoint:
        text = text.replace("http://127.0.0.1:11434/v1", endpoint.url)
        space: dict[str, object] = {"__name__": "models"}
        for code in blocks(text, "python"):
            exec(compile(code, "let-a-language-model-play.md", "exec", dont_inherit=True), space)
        _, arena = blocks(text, "console")
        assert main(shlex.split(arena)[2:]) == 0
    printed = capsys.readouterr()
    assert "Gain 9 credits." in printed.out
    assert "llm:small" in printed.out
    assert (tmp_path / "games.jsonl").read_text().count('"answer"') > 2
    for block in blocks(text, "json"):
        (server,) = json.loads(block)["mcpServers"].values()
        assert server["args"][0] == "mcp"


def test_publish_a_game(tmp_path, monkeypatch, capsys):
    """The command makes the entry points of the page, and the board of a file is hosted."""
    from turnwright.server.rules.hosted_games import load_hosted_games

    text = (HOWTO / "publish-a-game.md").read_text()
    monkeypatch.chdir(tmp_path)
    (command,) = blocks(text, "console")
    assert main(shlex.split(command)[2:]) == 0
    (declared,) = blocks(text, "toml")
    folder = tmp_path / "high-card"
    assert declared.strip() in (folder / "pyproject.toml").read_text()
    board, scene = blocks(text, "js")
    path = folder / re.match(r"// (\S+)", board)[1]
    assert path.is_file()
    hosted = load_hosted_games([str(folder / "high_card" / "game.py")], [])
    assert hosted.boards["high-card"] == [path.parent]
    before = hosted.rules_of("high-card")
    path.write_text(board)
    assert re.match(r"// (\S+)", scene)[1] == re.match(r"// (\S+)", board)[1]
    again = load_hosted_games([str(folder / "high_card" / "game.py")], [])
    assert again.rules_of("high-card") == before  # a new board does not change the rules


def test_use_the_workbench():
    """The trace of the guide shows what it says."""
    text = (HOWTO / "use-the-workbench.md").read_text()
    for code in re.findall(r"```python\n(.*?)```", text, re.DOTALL):
        exec(
            compile(code, "use-the-workbench.md", "exec", dont_inherit=True), {"__name__": "guide"}
        )


def test_play_a_fight_by_hand(monkeypatch, capsys):
    """The commands are answered with the first option until the fights are over."""
    text = (HOWTO / "play-a-fight-by-hand.md").read_text()
    commands = [shlex.split(line)[2:] for line in blocks(text, "console")[0].splitlines()]
    assert len(commands) == 3
    for words in commands:
        typed = io.TextIOWrapper(io.BytesIO(b"1\n" * 200), encoding="utf-8")
        monkeypatch.setattr("sys.stdin", typed)
        assert main(words) == 0, (words, capsys.readouterr().err)
        assert "Seat 0" in capsys.readouterr().out.splitlines()[-1]
    space: dict[str, object] = {"__name__": "fight"}
    for code in blocks(text, "python"):
        exec(compile(code, "play-a-fight-by-hand.md", "exec", dont_inherit=True), space)
    assert space["match"].result is not None
    assert space["lists"].count(0) > space["spread"].count(0)


def test_simulate_an_encounter(tmp_path, monkeypatch, capsys):
    """The files are written and the commands run, except imports, whose files the reader provides."""
    text = (HOWTO / "simulate-an-encounter.md").read_text()
    monkeypatch.chdir(tmp_path)
    for body in re.findall(r"```yaml\n(.*?)```", text, re.DOTALL):
        name = re.match(r"# (\S+)", body)[1]
        (tmp_path / name).write_text(body)
    commands = [
        shlex.split(line.partition("#")[0])[2:]
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


def test_automate_runs(tmp_path, monkeypatch, capsys):
    """The code of the guide plays the run, its plans are valid, and all commands exist."""
    from turnwright.bridges.jinteki.automation.command_line import COMMANDS
    from turnwright.cli.netrunner.send import LOBBY_COMMANDS

    text = (HOWTO / "automate-runs.md").read_text()
    space: dict[str, object] = {"__name__": "runs"}
    for code in re.findall(r"```python\n(.*?)```", text, re.DOTALL):
        exec(compile(code, "automate-runs.md", "exec", dont_inherit=True), space)
    printed = capsys.readouterr().out
    assert "line 3, runner.full-brake: There is no option 'full-brake'; did you mean" in printed
    assert "played continue" in printed
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
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    for plan in blocks(text, "toml"):
        (tmp_path / re.match(r"# (\S+)", plan)[1]).write_text(plan, "utf-8")
    commands = re.findall(r"^\$ turnwright (netrunner plan .*)", text, re.MULTILINE)
    for command in commands:
        assert main(shlex.split(command)) == 0, command
    printed = capsys.readouterr().out
    assert "careful.toml: Careful, no problems" in printed
    assert "quick: for Runner and Corp." in printed


def test_the_example_plans_have_no_problems():
    from turnwright.bridges.jinteki.automation import load_plan

    plans = [load_plan(path) for path in sorted((HOWTO.parents[1] / "examples/plans").iterdir())]
    assert plans
    assert not [plan for plan in plans if plan.warnings]


def blocks(text: str, language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", text, re.DOTALL)


def test_add_a_netrunner_card(tmp_path, monkeypatch, capsys):
    """The pack of the guide is loaded and played, and its commands work."""
    from turnwright.games.netrunner.card_packs import unload_pack

    text = (HOWTO / "add-a-netrunner-card.md").read_text()
    monkeypatch.chdir(tmp_path)
    (table,) = blocks(text, "tsv")
    (tmp_path / "street.tsv").write_text(table)
    module, trial = blocks(text, "python")
    (tmp_path / "street.py").write_text(module)
    try:
        exec(compile(trial, "add-a-netrunner-card.md", "exec", dont_inherit=True), {})
        for line in "".join(blocks(text, "console")).splitlines():
            assert main(shlex.split(line)[2:]) == 0, (line, capsys.readouterr().err)
    finally:
        unload_pack("street")


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


def test_torture_a_server(tmp_path, monkeypatch, capsys):
    """The commands work, and the page describes every scenario as the command does."""
    from turnwright.torture.scenarios import SCENARIOS

    text = (HOWTO / "torture-a-server.md").read_text()
    for scenario in SCENARIOS:
        mark = "*" if scenario.from_outside else ""
        assert f"| {scenario.name}{mark} | {scenario.fault} | {scenario.guarantee} |" in text
    monkeypatch.chdir(tmp_path)
    commands = [line for block in blocks(text, "console") for line in block.splitlines()]
    assert commands
    for line in commands:
        assert main(shlex.split(line)[2:]) == 0, (line, capsys.readouterr())
    assert '"verdict": "passed"' in (tmp_path / "report.json").read_text()


def test_moderate_a_server(tmp_path, monkeypatch, capsys):
    """The settings exist and have these defaults, and the commands moderate a real room."""
    from tests.server.server_process import Server, start_match
    from turnwright.cli.serve_config import ServeSettings, read_settings

    text = (HOWTO / "moderate-a-server.md").read_text()
    limits, identity = blocks(text, "toml")
    file = tmp_path / "server.toml"
    for number, body in enumerate((limits, identity)):
        file.write_text(body)
        settings = read_settings({}, {}, str(file))
        for name in re.findall(r"^(\w+) =", body, re.MULTILINE):
            is_default = getattr(settings, name) == getattr(ServeSettings(), name)
            assert is_default or number == 1, name
    token = re.search(r"TURNWRIGHT_ADMIN_TOKEN=(\S+)", text)[1]
    monkeypatch.setenv("TURNWRIGHT_ADMIN_TOKEN", token)
    with Server(tmp_path, admin_token=token) as server:
        room, url = start_match(server)[0].room, f"http://127.0.0.1:{server.port}"
        lines = [line for block in blocks(text, "console") for line in block.splitlines()]
        start = "$ turnwright "
        commands = [line.removeprefix(start) for line in lines if line.startswith(start)]
        for command in commands:
            words = [room if word == "ROOM" else word for word in shlex.split(command)]
            if "ID" in words:
                banned = server.get("/admin/restrictions", token=token)[0]["id"]
                words[words.index("ID")] = banned
            words[1:1] = ["--url", url]
            assert main(words) == 0, (words, capsys.readouterr().err)
        printed = capsys.readouterr().out
        assert server.refusal(f"/api/rooms/{room}") == (404, "no_room")
    assert "Banned address:203.0.113.9 from the whole server" in printed
    assert "Lifted the ban of subject:auth0|4711." in printed
    assert printed.endswith(f"Deleted room {room}.\n")


def test_run_in_production(tmp_path, monkeypatch, capsys):
    """The file of the guide is valid, and its commands work on the database of a real server."""
    text = (HOWTO / "run-in-production.md").read_text()
    monkeypatch.chdir(tmp_path)
    (settings,) = blocks(text, "toml")
    (tmp_path / "server.toml").write_text(settings)
    serve = [sys.executable, "-m", "turnwright", "serve", "--config", "server.toml", "--port", "0"]
    with subprocess.Popen(
        [*serve, "--lab-workers", "0"], stdout=-1, stderr=-3, text=True
    ) as server:
        try:
            assert server.stdout.readline().startswith("Turnwright is running at")
            commands = [line for block in blocks(text, "console") for line in block.splitlines()]
            assert len(commands) == 7
            for command in commands:
                if "--yes" in command:
                    server.terminate()
                    server.wait(timeout=60)
                assert main(shlex.split(command)[2:]) == 0, (command, capsys.readouterr().err)
        finally:
            server.terminate()
    assert "No problems found." in capsys.readouterr().out
    mentioned = set(re.findall(r"turnwright_\w+_(?:seconds|inputs|waiting)", text))
    board = (HOWTO.parents[1] / "deploy" / "grafana-dashboard.json").read_text()
    assert mentioned
    assert all(name in board for name in mentioned)


def test_change_the_rules(tmp_path, monkeypatch, capsys):
    """Play two matches with the first version, and follow the guide to the second."""
    text = (HOWTO / "change-the-rules.md").read_text()
    monkeypatch.chdir(tmp_path)
    first, second = blocks(text, "python")
    Path("tally.py").write_text(first, encoding="utf-8")
    asyncio.run(_play_tally())
    (promise,) = blocks(text, "text")
    copy, check, check_both, serve, move = re.findall(r"^ *\$ (.*)", text, re.MULTILINE)
    subprocess.run(copy, shell=True, check=True)
    Path("tally.py").write_text(second, encoding="utf-8")
    assert main(shlex.split(check)[1:]) == 1
    printed = capsys.readouterr().out
    assert printed.startswith(promise)
    assert "input 6 of 6 gives another state" in printed
    assert main(shlex.split(check_both)[1:]) == 0
    with subprocess.Popen(
        [sys.executable, "-m", *shlex.split(serve), "--port", "0", "--lab-workers", "0"],
        stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
    ) as server:  # fmt: skip
        assert "is running at" in server.stdout.readline()
        server.terminate()
        assert server.stdout.read() == ""  # no room lacks its rules
    assert main(shlex.split(move)[1:]) == 0
    assert "Stored 2 replays." in capsys.readouterr().out


async def _play_tally() -> None:
    """A match that is over, and one that is not."""
    from turnwright.server.http.app import open_store
    from turnwright.server.node.node import Node
    from turnwright.server.rooms import inputs
    from turnwright.server.rules.hosted_games import load_hosted_games

    node = Node(open_store("rooms.sqlite"), load_hosted_games(["tally.py"], []))
    await node.open()
    for count in (5, 1):
        owned = await node.create(node.find_game("tally"), coin_flip=False)
        handler, now = owned.handler, node.clock.now()
        for slot, name in enumerate(("Ann", "Ben")):
            node.deliver(owned, None, handler.join(name, "", now)[1])
            node.deliver(owned, None, handler.commit(inputs.SetReady(slot), now, "ready"))
        for turn in range(count):
            given = inputs.Move(turn % 2, "add", (2,))
            node.deliver(owned, None, handler.commit(given, now, "move"))
        await node.wait_until_durable(owned)
    await node.close()
