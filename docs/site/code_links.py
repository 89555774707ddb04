"""Links from inline code to the reference: `tw.Phase` and `c.draw_card` lead to their entries."""

from __future__ import annotations

import re
from typing import Any

from docutils import nodes
from pygments.lexers.special import TextLexer
from sphinx.addnodes import pending_xref
from sphinx.application import Sphinx
from sphinx.domains.python import PythonDomain
from sphinx.transforms.post_transforms import SphinxPostTransform

NAME = re.compile(r"(?:tw\.|turnwright\.)?([A-Za-z_][\w.]*)(?:\(\))?")


class CodeLinks(SphinxPostTransform):
    """Put a link around inline code that is the name of something in the reference."""

    default_priority = 8  # before references are resolved

    def run(self, **kwargs: Any) -> None:
        """Look at every inline code of a page."""
        known = self.env.domaindata["py"]["objects"]
        for node in list(self.document.findall(nodes.literal)):
            target = target_of(node.astext(), known)
            if target is None or _is_linked(node):
                continue
            link = pending_xref(
                "", node.deepcopy(), refdomain="py", reftype="obj", reftarget=target,
                refexplicit=True, refwarn=False, refdoc=self.env.docname,
            )  # fmt: skip
            node.replace_self(link)


def _is_linked(node: nodes.Node) -> bool:
    parent = node.parent
    while parent is not None:
        if isinstance(parent, nodes.reference | nodes.title | pending_xref | nodes.title_reference):
            return True
        parent = parent.parent
    return False


def target_of(text: str, known: dict[str, Any]) -> str | None:
    """Return the full name that inline code stands for, if the reference has it."""
    found = NAME.fullmatch(text)
    if not found:
        return None
    name = found[1]
    if text.startswith("c.") and "." not in name[2:]:
        name = f"Context.{name[2:]}"
    elif not (text.startswith(("tw.", "turnwright.")) or name[:1].isupper()):
        return None
    for candidate in (f"turnwright.{name}", name):
        if candidate in known:
            return candidate
    return None


class OneMeaning(PythonDomain):
    """Python names of which the engine's meaning counts, if several packages have one."""

    def find_obj(self, *arguments: Any, **settings: Any) -> list[tuple[str, Any]]:
        """Return at most one entry of the reference for a name."""
        found = super().find_obj(*arguments, **settings)
        if len(found) > 1:
            found = [each for each in found if re.fullmatch(r"turnwright\.\w+", each[0])]
        return found[:1]


def setup(app: Sphinx) -> None:
    """Register the transform, the domain, and a language of code blocks."""
    app.add_post_transform(CodeLinks)
    app.add_domain(OneMeaning, override=True)
    app.add_lexer("tsv", TextLexer)
