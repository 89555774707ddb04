"""The reference of the public packages, from their docstrings.

Each page has the names that its package exports, in the groups below or in alphabetical order. The
docstrings are Markdown; fields and constants may have one as the string below them.
"""

from __future__ import annotations

import ast
import importlib
import inspect
import textwrap
from collections.abc import Iterator, Mapping, Sequence
from functools import cache, cached_property
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

import msgspec
from sphinx.pycode import ModuleAnalyzer

from .markdown import directive, first_sentence, page, prose

FOLDER = "reference/python"
WIDTH = 60
"""A default value that is longer is left out of a signature."""


class ApiPage(NamedTuple):
    """A page about names of one module. Without groups it has all names that the module exports."""

    file: str
    title: str
    module: str
    lead: str = ""
    groups: Mapping[str, Sequence[str]] = {}


PAGES = (
    ApiPage("game", "Games and moves", "turnwright", "What an author writes first.", {
        "The game": ["Game", "Rulebook", "Result"],
        "Moves": ["move", "Move", "arg", "card_arg", "seat_arg", "Option"],
        "Ready-made moves and conditions": [
            "end_turn", "end_phase", "end_step", "end_stage", "concede", "undo", "one_left", "always",
        ],
    }),
    ApiPage("flow", "Flow", "turnwright",
            "The levels of a flow as classes. [The keys of a flow](../flow-keys.md) has all keys "
            "in one table, also as they are written in dicts.",
            {"": ["Flow", "Segment", "Turn", "Phase", "Step", "Stage", "Window"]}),
    ApiPage("state", "State, zones and cards", "turnwright",
            "The data of a match: the game's own state `G`, and the engine's state `ctx`.", {
        "The state of a game": ["State", "default", "Public", "Own", "Counted"],
        "Zones and cards": ["Zone", "Card"],
        "The state of the engine": ["Ctx"],
    }),
    ApiPage("context", "The context of rules", "turnwright",
            "`c` in moves, hooks, conditions and domains: what rules read and do.",
            {"": ["Context", "Stream", "Asking"]}),
    ApiPage("match", "Matches", "turnwright", "A match asks prompts, takes answers and keeps a record.",
            {"": ["Match", "Prompt", "Question", "Answer", "Record", "debuggers"]}),
    ApiPage("rules", "The rules library", "turnwright",
            "Actions with a cost, a timing and requirements; events and who reacts to them.", {
        "Actions and timing": ["Action", "Main", "Free", "Reaction", "Setup"],
        "Costs": ["Cost", "Variable", "quote", "pay", "refund", "Payment", "Shortfall", "Ledger",
                  "Pool"],
        "Events": ["Event", "Watcher", "WatcherRegistry"],
    }),
    ApiPage("errors", "Errors", "turnwright", "All errors, and when they are raised.", {"": [
        "TurnwrightError", "DefinitionError", "Refused", "Refusal", "RulesError", "FlowLoop",
        "ReplayDivergence", "UnusableError",
    ]}),
    ApiPage("agents", "Agents", "turnwright.agents"),
    ApiPage("testing", "Testing games", "turnwright.testing"),
    ApiPage("sim-batches", "Batches of runs", "turnwright.sim.batches"),
    ApiPage("sim-backends", "Backends for batches", "turnwright.sim.backends"),
    ApiPage("sim-intervals", "Confidence intervals", "turnwright.sim.intervals"),
    ApiPage("envs", "Environments for learners", "turnwright.envs"),
    ApiPage("llm", "Games for language models", "turnwright.envs.llm"),
    ApiPage("client", "The client", "turnwright.client"),
    ApiPage("skirmish", "The combat simulator", "turnwright.skirmish.api"),
    ApiPage("commmod", "Communication Mod: the agent's side", "turnwright.bridges.commmod"),
    ApiPage("commmod-host", "Communication Mod: the mod's side", "turnwright.bridges.commmod.host"),
    ApiPage("jinteki-automation", "Automated Netrunner runs", "turnwright.bridges.jinteki.automation"),
    ApiPage("encounter-files", "Importing encounter files",
            "turnwright.bridges.encounter_files.importer"),
)  # fmt: skip


def pages() -> Iterator[tuple[str, str]]:
    """Write the pages: path and text of each."""
    for each in PAGES:
        yield f"{FOLDER}/{each.file}.md", _page(each)


def _page(wanted: ApiPage) -> str:
    module = importlib.import_module(wanted.module)
    groups = wanted.groups or {"": exported(module)}
    lead = wanted.lead or prose(module.__doc__)
    parts = [f"```{{py:currentmodule}} {wanted.module}\n```\n", lead]
    start = (
        "import turnwright as tw" if wanted.module == "turnwright" else f"import {wanted.module}"
    )
    parts.append(f"```python\n{start}\n```\n")
    for heading, names in groups.items():
        if heading:
            parts.append(f"## {heading}\n")
        parts += [description(module, name) for name in names]
    return page(wanted.title, *parts)


def exported(module: ModuleType) -> list[str]:
    """Return the public names of a module: those that it exports, or else those that it defines."""
    if hasattr(module, "__all__"):
        return list(module.__all__)
    own = source(module.__name__)
    documented = {name for where, name in own.notes if not where}
    return [
        name for name in sorted(own.order, key=own.order.__getitem__)
        if "." not in name and not name.startswith("_")
        and (name in documented or getattr(vars(module).get(name), "__module__", "") == module.__name__)
    ]  # fmt: skip


# --- where a name is defined, and what stands below it --------------------------------------------


class Source:
    """The source of a module: its imports, the docstrings of its names, and their order."""

    def __init__(self, name: str) -> None:
        module = importlib.import_module(name)
        self.path = Path(inspect.getfile(module))
        self.package = name if self.path.name == "__init__.py" else name.rpartition(".")[0]
        self.analyzer = ModuleAnalyzer.for_module(name)

    @cached_property
    def imports(self) -> dict[str, str]:
        """The modules from which names are imported."""
        found = {}
        for node in ast.walk(ast.parse(self.path.read_text("utf-8"))):
            if isinstance(node, ast.ImportFrom):
                base = self.package.split(".")
                above = ".".join(base[: len(base) - node.level + 1]) if node.level else ""
                origin = ".".join(part for part in (above, node.module) if part)
                found |= {alias.asname or alias.name: origin for alias in node.names}
        return found

    @cached_property
    def notes(self) -> dict[tuple[str, str], str]:
        """The docstrings of fields and constants, by class and name."""
        return {key: "\n".join(lines) for key, lines in self.analyzer.find_attr_docs().items()}

    @cached_property
    def order(self) -> dict[str, int]:
        """The positions of names such as `Game.start`."""
        self.analyzer.analyze()
        return self.analyzer.tagorder


@cache
def source(module: str) -> Source:
    """Return the source of a module, which is read once."""
    return Source(module)


def origin(module: ModuleType, name: str) -> str:
    """Return the module that defines a name of a module."""
    value = getattr(module, name)
    if isinstance(value, type) or inspect.isfunction(value):
        return str(value.__module__)
    where = source(module.__name__).imports.get(name)
    return where if where and where.startswith("turnwright") else module.__name__


# --- one name -------------------------------------------------------------------------------------


def description(module: ModuleType, name: str) -> str:
    """Describe a public name of a module."""
    value = inspect.getattr_static(module, name, None)
    value = getattr(module, name) if value is None else value
    if isinstance(value, type):
        return _class(module, name, value)
    if callable(value) and inspect.isroutine(value):
        return directive("py:function", f"{name}{signature(value)}", prose(value.__doc__))
    notes = source(origin(module, name)).notes.get(("", name), "")
    doc = notes or prose(getattr(getattr(value, "fn", None), "__doc__", "") or "")
    return directive("py:data", name, doc or _value_doc(value))


def _value_doc(value: object) -> str:
    doc = inspect.getdoc(value)
    return "" if doc is None or doc == inspect.getdoc(type(value)) else doc


def _class(module: ModuleType, name: str, cls: type) -> str:
    kind = "py:exception" if issubclass(cls, Exception) else "py:class"
    bases = [base.__name__ for base in cls.__bases__ if _is_public_base(base)]
    parts = [f"Bases: {', '.join(f'`{base}`' for base in bases)}\n" if bases else ""]
    parts += [prose(vars(cls).get("__doc__")), "\n"]
    for owner in _owners(cls):
        members = [_member(owner, each) for each in _names(owner)]
        shown = [member for member in members if member]
        if shown and owner is not cls and not owner.__name__.startswith("_"):
            words = first_sentence(prose(owner.__doc__)).rstrip(".")
            parts.append(f"```{{rubric}} {words or owner.__name__}\n```\n")
        parts += shown
    return directive(
        kind, f"{name}{_class_signature(cls)}", "\n".join(part for part in parts if part)
    )


def _is_public_base(base: type) -> bool:
    return base.__module__.startswith("turnwright") and not base.__name__.startswith("_")


def _owners(cls: type) -> list[type]:
    """The classes whose members a class shows: itself, and bases that have no entry of their own."""
    named = {id(getattr(importlib.import_module(each.module), name, None))
             for each in PAGES for names in each.groups.values() for name in names}  # fmt: skip
    return [
        each for each in cls.__mro__
        if each is cls or (each.__module__.startswith("turnwright") and id(each) not in named)
    ]  # fmt: skip


def _names(owner: type) -> list[str]:
    """The public members of a class, in the order of the source."""
    found = source(owner.__module__)
    inner = owner.__qualname__
    documented = {name for where, name in found.notes if where == inner}
    names = {name for name in (*vars(owner), *documented) if not name.startswith("_")}
    return sorted(names, key=lambda name: (found.order.get(f"{inner}.{name}", 10**9), name))


def _member(owner: type, name: str) -> str:
    value = vars(owner).get(name)
    note = source(owner.__module__).notes.get((owner.__qualname__, name))
    if isinstance(value, property | cached_property):
        getter = value.fget if isinstance(value, property) else value.func
        options = _type_option(getattr(getter, "__annotations__", {}).get("return"))
        return directive("py:property", name, _doc(owner, name, value), options)
    if isinstance(value, classmethod):
        head = f"{name}{signature(value.__func__, skip=1)}"
        return directive("py:method", head, _doc(owner, name, value), [":classmethod:"])
    if isinstance(value, staticmethod):
        head = f"{name}{signature(value.__func__)}"
        return directive("py:method", head, _doc(owner, name, value), [":staticmethod:"])
    if inspect.isfunction(value):
        options = [":async:"] if inspect.iscoroutinefunction(value) else []
        return directive("py:method", f"{name}{signature(value, skip=1)}",
                         _doc(owner, name, value), options)  # fmt: skip
    if note is None:
        return ""
    annotation = getattr(owner, "__annotations__", {}).get(name)
    return directive("py:attribute", name, note, _type_option(annotation))


def _type_option(annotation: object) -> list[str]:
    return [f":type: {_annotation(annotation)}"] if annotation is not None else []


def _doc(owner: type, name: str, value: object) -> str:
    doc = getattr(value, "__doc__", None) or inspect.getdoc(getattr(owner, name, None))
    return prose(doc)


# --- signatures -----------------------------------------------------------------------------------


def _annotation(value: object) -> str:
    if isinstance(value, str):
        return " ".join(value.split())
    if value is None or value is type(None):
        return "None"
    return value.__name__ if isinstance(value, type) else str(value).replace("typing.", "")


def _default(value: object) -> str:
    shown = repr(value)
    return "..." if len(shown) > WIDTH or "<" in shown or "\n" in shown else shown


def signature(function: Any, skip: int = 0) -> str:
    """Return the signature of a function as it is written, without the first `skip` parameters."""
    try:
        found = inspect.signature(function)
    except (TypeError, ValueError):
        return "()"
    parameters = list(found.parameters.values())[skip:]
    result = found.return_annotation
    arrow = "" if result is inspect.Signature.empty else f" -> {_annotation(result)}"
    return f"({', '.join(_parameters(parameters))}){arrow}"


def _parameters(parameters: Sequence[inspect.Parameter]) -> Iterator[str]:
    last: Any = None
    for each in parameters:
        if last == inspect.Parameter.POSITIONAL_ONLY and each.kind != last:
            yield "/"
        if each.kind == inspect.Parameter.KEYWORD_ONLY and last not in (
            inspect.Parameter.KEYWORD_ONLY, inspect.Parameter.VAR_POSITIONAL,
        ):  # fmt: skip
            yield "*"
        last = each.kind
        name = {inspect.Parameter.VAR_POSITIONAL: "*", inspect.Parameter.VAR_KEYWORD: "**"}.get(
            each.kind, ""
        ) + each.name
        typed = each.annotation is not inspect.Parameter.empty
        text = f"{name}: {_annotation(each.annotation)}" if typed else name
        if each.default is not inspect.Parameter.empty:
            text += f" = {_default(each.default)}" if typed else f"={_default(each.default)}"
        yield text


def _class_signature(cls: type) -> str:
    if issubclass(cls, msgspec.Struct):
        return f"({', '.join(_fields(cls))})"
    if "__init__" not in vars(cls) and issubclass(cls, Exception):
        return ""
    if "__init__" in dir(cls) and inspect.isfunction(cls.__init__):
        return signature(cls.__init__, skip=1).removesuffix(" -> None")
    return ""


def _fields(cls: type[msgspec.Struct]) -> Iterator[str]:
    types: dict[str, str] = {}
    for base in reversed(cls.__mro__):
        types |= {
            name: _annotation(each) for name, each in vars(base).get("__annotations__", {}).items()
        }
    if cls.__struct_config__.kw_only if hasattr(cls.__struct_config__, "kw_only") else False:
        yield "*"
    fields = msgspec.structs.fields(cls)
    for field in fields:
        text = f"{field.name}: {types.get(field.name, 'Any')}"
        if field.default is not msgspec.NODEFAULT:
            text += f" = {_default(field.default)}"
        elif field.default_factory is not msgspec.NODEFAULT:
            made = field.default_factory
            text += f" = {made()!r}" if made in (list, dict, set, tuple) else " = ..."
        yield text


def index() -> str:
    """Return the page that lists the pages."""
    core = [each for each in PAGES if each.module == "turnwright"]
    other = [each for each in PAGES if each.module != "turnwright"]
    lead = textwrap.dedent("""\
        Every public name of the packages, from their docstrings. What is not here is internal and may
        change without notice.
        """)
    parts = [lead]
    for heading, group in (("The engine: `turnwright`", core), ("Other packages", other)):
        parts.append(f"## {heading}\n")
        listed = "\n".join(each.file for each in group)
        parts.append(f"```{{toctree}}\n:maxdepth: 1\n\n{listed}\n```\n")
    return page("Python API", *parts)
