"""The matches of the playground, which runs the same session by Python in the browser."""

from __future__ import annotations

import ast
import sys
import zipfile

import pytest

from docs.site.playground import __main__ as builder
from docs.site.playground.session import Session


def play(session: Session, shown: dict) -> dict:
    """Answer with the first options until the match is over."""
    for _ in range(2000):
        if shown["prompt"] is None:
            return shown
        prompt = shown["prompt"]
        shown = session.answer([option for option, _ in prompt["options"][: max(1, prompt["min"])]])
        assert "error" not in shown
    raise AssertionError("the match does not end")


@pytest.mark.parametrize("name", builder.samples())
def test_the_games_of_the_editor_are_played_to_the_end(name, tmp_path):
    session = Session(str(tmp_path))
    shown = session.start(builder.samples()[name], "1")
    assert shown["prompt"]["options"]
    assert play(session, shown)["result"].startswith("The game is over.")


def test_a_shipped_game_is_started_by_its_name(tmp_path):
    shown = Session(str(tmp_path)).start("leduc", "3")
    assert shown["title"] == "Leduc hold'em"
    assert shown["rules"]


def test_an_input_is_taken_back(tmp_path):
    session = Session(str(tmp_path))
    before = session.start(builder.samples()["Tic-tac-toe"], "1")
    session.answer([before["prompt"]["options"][0][0]])
    assert "error" not in session.undo()


def test_mistakes_are_told_with_their_line(tmp_path):
    session = Session(str(tmp_path))
    pig = builder.samples()["Pig"]
    assert (
        "has no attribute 'Gmae'" in session.start(pig.replace("tw.Game", "tw.Gmae"), "1")["error"]
    )
    shown = session.start(pig.replace("c.roll(", "c.rol("), "1")
    failed = session.answer([shown["prompt"]["options"][0][0]])
    assert "rolled back" in failed["error"]
    assert "'rol'" in failed["error"]
    assert failed["prompt"] == shown["prompt"]


def test_a_match_imports_nothing_that_the_page_has_not(tmp_path):
    """Browsers have Python's own modules, msgspec, and what is in the archive."""
    builder.write_engine(tmp_path / "engine.zip")
    with zipfile.ZipFile(tmp_path / "engine.zip") as archive:
        names = set(archive.namelist())
        modules = [name for name in names if name.endswith(".py") and "/llm" not in name]
        wanted = {module for name in modules for module in imported(archive.read(name))}
    packages = {module.partition(".")[0] for module in wanted}
    assert packages - sys.stdlib_module_names == {"msgspec", "turnwright"}
    ours = [module.replace(".", "/") for module in wanted if module.startswith("turnwright.")]
    assert [path for path in ours if not {f"{path}.py", f"{path}/__init__.py"} & names] == []


def imported(source: bytes) -> set[str]:
    """The modules that a file imports when it is imported itself."""
    found: set[str] = set()
    for node in ast.parse(source).body:
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.level == 0:
            found.add(str(node.module))
    return found
