"""What is not installed: every hint names the right extra, and the lists of extras agree."""

from __future__ import annotations

import ast
import re
import sys
import tomllib
from functools import cache
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest
from packaging.requirements import Requirement

import turnwright as tw
from tests.installed_extras import ROOT, canonical, distributions, requirements, run_with_extras
from turnwright.optional_packages import BASE, EXTRAS, MissingPackage, install_command

SOURCE = ROOT / "src" / "turnwright"
NOT_AT_RUN_TIME = {"typing_extensions"}
OF_A_CHECKOUT = {"spirecomm", "rs"}
"""Packages of bots that are run from a folder of their own."""
NOWHERE = "http://127.0.0.1:9"
NEEDS = {
    "serve --port 99999": ["server"],
    "serve --db postgresql://127.0.0.1:9/games --port 0 --lab-workers 0": ["server", "postgres"],
    "dev no-such-game.py --no-browser": ["server"],
    "upgrade --check --db nothing.sqlite": ["server"],
    "db check --db nothing.sqlite": ["server"],
    "db backup out.zip --db postgresql://127.0.0.1:9/games": ["server", "postgres"],
    f"load {NOWHERE}": ["client"],
    f"admin --url {NOWHERE} rooms": ["server"],
    f"drain --url {NOWHERE}": [],
    f"mcp --url {NOWHERE} --room none": ["mcp"],
    f"netrunner send --url {NOWHERE} corp list": ["client"],
    "netrunner serve --port 99999": ["server"],
    "spire serve --simulator --host 203.0.113.1": ["server"],
    "torture --list": [] if sys.platform == "win32" else ["server"],
    "skirmish run goblin-ambush --runs 3": [],
    "skirmish list": [],
    "check tictactoe --matches 1": [],
    "arena tictactoe random random --games 2": [],
    "netrunner bots random random --games 1": [],
    "spire fight cultist --runs 1": [],
    "py import turnwright.client": ["client"],
    "py import turnwright.bridges.jinteki.client.client": ["client"],
    "py import turnwright.bridges.jinteki.server.endpoint": ["server"],
    "py import turnwright.bridges.commmod.agent.http_api": ["server"],
    "py import turnwright.workbench.app": ["server"],
    "py import turnwright.torture.run": ["server"],
    "py import turnwright.envs.llm.mcp_server": ["mcp"],
    "py import turnwright.skirmish.kernel.kernel": ["sim"],
    "py import turnwright.envs.baselines": ["baselines"],
    "py from turnwright.envs import aec; aec('tictactoe')": ["rl"],
    "py from turnwright.envs import single; single('tictactoe')": ["rl"],
    "py from turnwright.envs import vector; vector('tictactoe', 1)": ["rl"],
    "py from turnwright.envs import spiel; spiel('tictactoe')": ["spiel"],
    "py from turnwright.sim.ray_backend import _import_ray; _import_ray()": ["ray"],
    "py from turnwright.server.node.ratings import rating_model; rating_model()": ["server"],
}
"""Commands and imports, and the extras that one has to install, one after another."""


def test_following_the_hints_leads_to_a_command_that_works(tmp_path, monkeypatch):
    """Install what the sentence says, as often as it says something, and never the same twice."""
    monkeypatch.setenv("TURNWRIGHT_ADMIN_TOKEN", "a-token")
    open_ones = {command: [] for command in NEEDS}
    found = {}
    while open_ones:
        installed = next(iter(open_ones.values()))
        group = [command for command, extras in open_ones.items() if extras == installed]
        words = [
            command.split(" ", 1) if command.startswith("py ") else command.split()
            for command in group
        ]
        for command, (_, errors) in zip(
            group, run_with_extras(installed, words, tmp_path), strict=True
        ):
            del open_ones[command]
            assert "Traceback" not in errors, (command, errors)
            assert "No module named" not in errors, (command, errors)
            hint = re.search(r'pip install "turnwright\[(\w+)\]"', errors)
            if hint is None:
                found[command] = installed
                continue
            assert hint[1] not in installed, (command, errors)
            open_ones[command] = [*installed, hint[1]]
    assert found == NEEDS


def test_the_reasons_for_slower_runs_name_the_extra(tmp_path):
    run = "skirmish run goblin-ambush --runs 3"
    kernel, ray = run_with_extras(
        [], [f"{run} --executor kernel".split(), f"{run} --backend ray".split()], tmp_path
    )
    assert kernel[0] == ray[0] == 2
    assert "numpy is not installed" in kernel[1]
    assert 'pip install "turnwright[sim]"' in kernel[1]
    assert 'pip install "turnwright[ray]"' in ray[1]


def test_every_command_has_its_help_without_extras(tmp_path):
    from turnwright.cli import COMMANDS

    words = [[name, "--help"] for name in COMMANDS]
    for word in ("netrunner", "spire", "skirmish", "db"):
        text = (SOURCE / "cli" / word / "__init__.py").read_text("utf-8")
        names = re.findall(r'^    "([a-z-]+)": ', text, re.MULTILINE)
        assert names
        words += [[word, name, "--help"] for name in names]
    results = run_with_extras([], words, tmp_path)
    assert [word for word, result in zip(words, results, strict=True) if result != [0, ""]] == []


@cache
def imported_packages() -> set[str]:
    """The packages that our modules import, whether at the top, in a function or by name."""
    found = set()
    for path in SOURCE.rglob("*.py"):
        if "template" in path.parts:
            continue
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Import):
                found |= {alias.name for alias in node.names}
            elif isinstance(node, ast.ImportFrom) and not node.level:
                found.add(node.module or "")
            elif (
                isinstance(node, ast.Call)
                and isinstance(node.func, ast.Name)
                and node.func.id in ("import_module", "import_part")
                and isinstance(node.args[0], ast.Constant)
            ):
                found.add(node.args[0].value)
    tops = {name.partition(".")[0] for name in found} - {""}
    return tops - set(sys.stdlib_module_names) - {"turnwright"} - OF_A_CHECKOUT - NOT_AT_RUN_TIME


def test_the_table_has_every_package_that_is_imported():
    known = {*BASE, *(name for packages in EXTRAS.values() for name in packages)}
    assert imported_packages() - known == set()
    not_named = {"cryptography", "httptools", "uvloop"}  # pyjwt and uvicorn import them
    assert known - imported_packages() - not_named == set()


@pytest.mark.parametrize("extra", ["", *EXTRAS])
def test_the_table_and_the_project_file_agree(extra):
    by_package = packages_distributions()
    packages = EXTRAS[extra] if extra else BASE
    names = {canonical(by_package[one][0]) for one in packages if one in by_package}
    assert names
    assert names <= distributions("", extra)
    named = {canonical(Requirement(line).name) for line in requirements(extra)}
    only_elsewhere = {"uvloop"} if sys.platform == "win32" else set()
    assert named - names - only_elsewhere == set()


def test_all_is_every_part_of_turnwright():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    assert set(EXTRAS) | {"all", "dev", "docs"} == set(project["optional-dependencies"])
    parts = {name for extra in EXTRAS if extra != "baselines" for name in requirements(extra)}
    assert requirements("all") == parts


def test_a_missing_package_is_an_import_error_and_one_of_ours():
    error = MissingPackage("serve", "uvicorn", "server")
    assert isinstance(error, tw.UnusableError)
    assert isinstance(error, ModuleNotFoundError)
    assert (error.name, error.code) == ("uvicorn", "missing_package")
    assert str(error).endswith('pip install "turnwright[server]"')


def test_the_command_names_the_interpreter_if_pip_alone_would_be_another(monkeypatch):
    monkeypatch.setattr(sys, "prefix", "/somewhere/env")
    monkeypatch.setattr(sys, "executable", str(Path.cwd() / ".venv" / "bin" / "python"))
    monkeypatch.delenv("VIRTUAL_ENV", raising=False)
    relative = Path(".venv", "bin", "python")
    assert install_command("sim") == f'{relative} -m pip install "turnwright[sim]"'
    monkeypatch.setenv("VIRTUAL_ENV", "/somewhere/env")
    assert install_command("sim") == 'pip install "turnwright[sim]"'
    assert install_command("") == "pip install turnwright"
