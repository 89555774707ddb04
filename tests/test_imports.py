"""The public package: fast to import, all names documented, all shipped games described."""

import ast
import inspect
import subprocess
import sys
from importlib import import_module
from itertools import pairwise

import pytest

import turnwright as tw
from turnwright.core.definition import state
from turnwright.games import GAMES

HEAVY = [
    "argparse",
    "asyncio",
    "concurrent.futures",
    "copy",
    "email",
    "http",
    "hypothesis",
    "json",
    "logging",
    "multiprocessing",
    "numpy",
    "pickle",
    "pytest",
    "random",
    "rich",
    "secrets",
    "socket",
    "sqlite3",
    "statistics",
    "subprocess",
    "tempfile",
    "threading",
    "unittest",
    "urllib.request",
]


def python(*arguments):
    done = subprocess.run([sys.executable, *arguments], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done


def test_importing_the_package_imports_no_heavy_modules():
    """Imported without site-packages hooks, so that only the package's own imports count."""
    code = "import sys; before = set(sys.modules); import turnwright; print(*set(sys.modules) - before)"
    loaded = set(
        python("-S", "-c", f"import sys; sys.path[:0] = {sys.path!r}; {code}").stdout.split()
    )
    assert "turnwright.core.definition.game" in loaded
    assert not loaded & set(HEAVY)
    assert not {name for name in loaded if name.startswith(("turnwright.games", "turnwright.cli"))}


@pytest.mark.parametrize("name", tw.__all__)
def test_every_public_name_exists_and_is_documented(name):
    value = getattr(tw, name)
    if name in alias_docs():
        doc = alias_docs()[name]
    elif inspect.isclass(value) or inspect.isfunction(value):
        doc = value.__doc__
    else:
        doc = type(value).__doc__
    assert doc
    assert doc.strip()


def alias_docs():
    """The docstrings of assignments: `Public = ...` followed by a string."""
    statements = ast.parse(inspect.getsource(state)).body
    return {
        made.targets[0].id: text.value.value
        for made, text in pairwise(statements)
        if isinstance(made, ast.Assign)
        and isinstance(text, ast.Expr)
        and isinstance(text.value, ast.Constant)
    }


def test_field_visibility_aliases_are_documented():
    assert {"Public", "Own", "Counted"} <= set(alias_docs())


def test_public_names_are_sorted_and_unique():
    assert list(tw.__all__) == sorted(set(tw.__all__))


@pytest.mark.parametrize("name", GAMES)
def test_every_shipped_game_has_a_description(name):
    module = import_module(GAMES[name])
    assert isinstance(module.game, tw.Game)
    assert module.game.name == name
    assert module.game.about.endswith(".")
    assert module.__doc__
