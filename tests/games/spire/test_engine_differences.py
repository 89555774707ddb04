"""Every rule of the recording engine that differs from the game's says how that is known."""

from __future__ import annotations

import ast
import inspect
import re
from types import ModuleType

import pytest

from turnwright.games.spire.recordings.engine_differences import (
    content,
    fight_rules,
    monsters,
    run_rules,
)

EVIDENCE = re.compile(r"\b(Seen in|Tagged|Read in)\s+\S+")
SEE = re.compile(r"\bSee `(\w+)`")
REPLACES = re.compile(r"_change\w*\(|(del )?ENGINE_HOOKS\.")
"""How a statement starts that replaces a rule."""


def functions(module: ModuleType) -> dict[str, ast.FunctionDef]:
    """The functions and methods of a module."""
    nodes = ast.walk(ast.parse(inspect.getsource(module)))
    return {node.name: node for node in nodes if isinstance(node, ast.FunctionDef)}


def replacing(module: ModuleType) -> list[str]:
    """The functions that replace a rule: methods of the fight and decorated ones."""
    fight = set(vars(fight_rules.RecordingEngineFight))
    return [
        name
        for name, node in functions(module).items()
        if node.decorator_list or (module is fight_rules and name in fight)
    ]


def has_evidence(module: ModuleType, name: str) -> bool:
    """Does a docstring give evidence, or refer to one that does?"""
    found = functions(module).get(name)
    text = (ast.get_docstring(found) if found else None) or ""
    return bool(EVIDENCE.search(text)) or any(
        has_evidence(module, other) for other in SEE.findall(text) if other != name
    )


def names_in(block: str) -> set[str]:
    """The names that statements use, without their comments and strings."""
    return {node.id for node in ast.walk(ast.parse(block)) if isinstance(node, ast.Name)}


def replacing_blocks(module: ModuleType) -> list[str]:
    """The statements that replace a rule, each with the lines next to it: its comment is there."""
    lines = inspect.getsource(module).splitlines()
    blocks = []
    for node in ast.parse("\n".join(lines)).body:
        first, last = node.lineno - 1, node.end_lineno or node.lineno
        if REPLACES.match(lines[first]):
            while lines[first - 1].strip():
                first -= 1
            blocks.append("\n".join(lines[first:last]))
    return blocks


@pytest.mark.parametrize("module", [content, fight_rules, run_rules])
def test_every_replacing_function_gives_its_evidence(module):
    names = replacing(module)
    assert names
    assert [name for name in names if not has_evidence(module, name)] == []


@pytest.mark.parametrize("module", [content, monsters])
def test_every_replacing_statement_gives_its_evidence(module):
    """In its comment, or in the docstring of a function that it registers."""
    blocks = replacing_blocks(module)
    assert blocks
    assert [
        block
        for block in blocks
        if not EVIDENCE.search(block)
        and not any(has_evidence(module, name) for name in names_in(block))
    ] == []
