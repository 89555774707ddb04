"""The search index: the text of every section, function and card, with the address of each.

Sphinx's own index knows only in which pages a word is, and needs a server to show excerpts. This one
is a script, so that search works in pages that are opened as files, and leads to sections.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from docutils import nodes
from sphinx import addnodes
from sphinx.application import Sphinx

FILE = "sections.js"


def sections(app: Sphinx) -> Iterator[dict[str, str]]:
    """Return the sections of all pages."""
    for name in sorted(app.env.found_docs):
        document = app.env.get_doctree(name)
        page = app.env.titles[name].astext()
        address = app.builder.get_target_uri(name)
        for title, anchor, text in _parts(document):
            is_whole = title == page
            yield {
                "title": title,
                "page": "" if is_whole else page,
                "url": address if is_whole else f"{address}#{anchor}",
                "text": " ".join(text.split()),
            }
        if name.startswith(("reference/", "games/skirmish", "games/combat-simulator")):
            for title, anchor, heading, text in _rows(document):
                yield {
                    "title": title,
                    "page": heading if heading == page else f"{heading}, {page}",
                    "url": f"{address}#{anchor}",
                    "text": " ".join(text.split()),
                }


def _parts(document: nodes.document) -> Iterator[tuple[str, str, str]]:
    for section in document.findall(nodes.section):
        title = section.next_node(nodes.title)
        yield from _with_rubrics(title.astext() if title else "", section)
    for entry in document.findall(addnodes.desc):
        signature = entry.next_node(addnodes.desc_signature)
        if signature is not None and signature.get("ids"):
            name = str(signature.get("fullname") or signature["ids"][0])
            yield name, signature["ids"][0], f"{_signature(signature)} {' '.join(_own_text(entry))}"


def _rows(document: nodes.document) -> Iterator[tuple[str, str, str, str]]:
    """The rows of tables that begin with code: keys, fields, settings and options."""
    for row in document.findall(nodes.row):
        first = row.children[0] if row.children else None
        words = list(first.findall(nodes.literal)) if first is not None else []
        section = row.parent
        while not isinstance(section, nodes.section):
            section = section.parent
        if words and words[0].astext() == (
            first.astext() if len(words) == 1 else words[0].astext()
        ):
            heading = section.next_node(nodes.title).astext()
            cells = " ".join(text for cell in row.children[1:] for text in _own_text(cell))
            yield words[0].astext(), section["ids"][0], heading, cells


def _with_rubrics(title: str, section: nodes.section) -> Iterator[tuple[str, str, str]]:
    """A section, cut at its rubrics: each entry of a list of cards is a part of its own."""
    anchor, texts = section["ids"][0], []
    for child in section.children:
        if isinstance(child, nodes.rubric) and child.get("ids"):
            yield title, anchor, " ".join(texts)
            title, anchor, texts = child.astext(), child["ids"][0], []
        elif not isinstance(child, nodes.title | nodes.section | addnodes.desc):
            texts += _own_text(child)
    yield title, anchor, " ".join(texts)


def _own_text(node: nodes.Node) -> Iterator[str]:
    """The text of a node without that of sections and descriptions in it."""
    if isinstance(node, nodes.Text | nodes.literal_block):
        yield node.astext()
    elif not isinstance(node, nodes.raw):
        for child in node.children:
            if not isinstance(child, nodes.section | addnodes.desc | addnodes.desc_signature):
                yield from _own_text(child)


def _signature(node: addnodes.desc_signature) -> str:
    """The text of a signature. A type in it has alternatives, of which pages show one."""
    copied = node.deepcopy()
    for each in list(copied.findall(addnodes.pending_xref_condition)):
        if each.get("condition") == "*":
            each.parent.remove(each)
    return copied.astext()


def write(app: Sphinx, error: Exception | None) -> None:
    """Write the script when the site has been built."""
    if error is None and app.builder.name == "html":
        text = json.dumps(list(sections(app)), ensure_ascii=False, separators=(",", ":"))
        file = Path(app.outdir) / "_static" / FILE
        file.write_text(f"window.SECTIONS={text};\n", "utf-8")


def setup(app: Sphinx) -> dict[str, Any]:
    """Write the index at the end of every build."""
    app.connect("build-finished", write)
    return {"parallel_read_safe": True}
