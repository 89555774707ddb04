"""The examples of the README run as printed."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

README = Path(__file__).parent.parent / "README.md"


def blocks(language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", README.read_text(), re.DOTALL)


def test_the_examples_of_the_readme_run_as_printed():
    space: dict[str, object] = {"__name__": "readme"}
    for code in blocks("python"):
        exec(compile(code, "README.md", "exec", dont_inherit=True), space)
    session = doctest.DocTestParser().get_doctest(blocks("pycon")[0], space, "README", None, 0)
    failures: list[str] = []
    doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(session, out=failures.append)
    assert not failures, "".join(failures)
