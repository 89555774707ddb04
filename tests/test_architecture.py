"""The architecture page names every folder and only what exists; what is public has a docstring."""

import ast
import importlib
import inspect
import re
from functools import reduce
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "src" / "turnwright"
PAGE = (ROOT / "docs" / "ARCHITECTURE.md").read_text("utf-8")
TREE = re.search(r"```text\n(.*?)```", PAGE, re.DOTALL)
REFERENCES = sorted(set(re.findall(r"`([a-z_][\w./]*):([A-Za-z_][\w.]*)`", PAGE)))
MODULES = sorted(path for path in PACKAGE.rglob("*.py"))


def folders_on_the_page() -> set[str]:
    """Read the folders of the tree, which is indented by two blanks a level."""
    assert TREE is not None
    found: set[str] = set()
    path: list[str] = []
    for line in TREE[1].splitlines()[1:]:
        depth = (len(line) - len(line.lstrip())) // 2 - 1
        name = line.split()[0]
        if name.endswith("/"):
            path = [*path[:depth], name.rstrip("/")]
            found.add("/".join(path))
    return found


def test_the_tree_has_every_folder_and_no_other():
    folders = {
        str(path.relative_to(PACKAGE))
        for path in PACKAGE.rglob("*")
        if path.is_dir() and "__pycache__" not in path.parts and any(path.iterdir())
    }
    listed = folders_on_the_page()
    assert listed - folders == set()
    # Folders of data, vendored files and single boards are described with the folder they are in.
    inner = {name for name in folders - listed if not any(PACKAGE.joinpath(name).glob("*.py"))}
    assert folders - listed - inner == set()
    assert all(any(name.startswith(f"{known}/") for known in listed) for name in inner)


def test_there_are_five_walks():
    walks = re.findall(r"^### (.*)$", PAGE.partition("## Five walks")[2], re.MULTILINE)
    assert len(walks) == 5


@pytest.mark.parametrize(("module", "name"), REFERENCES)
def test_what_the_walks_name_exists(module: str, name: str):
    if module.endswith(".js"):
        text = (PACKAGE / module).read_text("utf-8")
        assert re.search(rf"\b(function|const|class) {name}\b", text)
    else:
        found = importlib.import_module(f"turnwright.{module}")
        reduce(getattr, name.split("."), found)


# --- docstrings ---------------------------------------------------------------------------------------


def is_public(node: ast.AST) -> bool:
    kinds = (ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
    return isinstance(node, kinds) and not node.name.startswith("_")


def is_plain(node: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    """Setters and overloads are documented where the name is."""
    marks = {ast.unparse(each).rpartition(".")[2] for each in node.decorator_list}
    return marks.isdisjoint({"setter", "overload"})


def undocumented(path: Path) -> list[str]:
    """Public names of a module without a docstring; a method may inherit that of a base class."""
    missing: list[str] = []
    parts = path.relative_to(PACKAGE.parent).with_suffix("").parts
    module = ".".join(part for part in parts if part != "__init__")
    for node in ast.parse(path.read_text("utf-8")).body:
        if not is_public(node) or (not isinstance(node, ast.ClassDef) and not is_plain(node)):
            continue
        if ast.get_docstring(node) is None:
            missing.append(f"{module}:{node.name}")
        if isinstance(node, ast.ClassDef):
            for each in node.body:
                if not is_public(each) or isinstance(each, ast.ClassDef) or not is_plain(each):
                    continue
                if ast.get_docstring(each) is None and not inherits(module, node.name, each.name):
                    missing.append(f"{module}:{node.name}.{each.name}")
    return missing


def inherits(module: str, owner: str, name: str) -> bool:
    cls = getattr(importlib.import_module(module), owner)
    found = inspect.getattr_static(cls, name)
    return inspect.getdoc(found) is not None or any(
        inspect.getdoc(vars(base)[name]) is not None
        for base in cls.__mro__[1:]
        if name in vars(base)
    )


def test_what_is_public_has_a_docstring():
    assert [name for path in MODULES for name in undocumented(path)] == []
