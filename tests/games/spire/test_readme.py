"""The example in the README of the game runs."""

from __future__ import annotations

import re
from importlib.resources import files

README = files("turnwright.games.spire").joinpath("README.md")


def test_the_example_of_the_readme_plays(capsys):
    code = re.search(r"```python\n(.*?)```", README.read_text(), re.DOTALL)
    assert code is not None
    exec(compile(code[1], "README.md", "exec", dont_inherit=True), {"__name__": "readme"})
    floor_and_result, scores = capsys.readouterr().out.splitlines()
    assert int(floor_and_result.split()[0]) > 0
    assert len(eval(scores)) == 1
