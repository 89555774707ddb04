"""The guides are run: what they say works."""

from __future__ import annotations

import re
from pathlib import Path

from turnwright.core.lint import check

HOWTO = Path(__file__).parent.parent / "docs" / "howto"


def test_the_game_of_the_guide_is_played_checked_and_conforms():
    space: dict[str, object] = {"__name__": "scuffle"}
    for code in re.findall(
        r"```python\n(.*?)```", (HOWTO / "write-a-game.md").read_text(), re.DOTALL
    ):
        exec(compile(code, "write-a-game.md", "exec", dont_inherit=True), space)
    assert [problem for problem in check(space["game"]) if problem.severity != "note"] == []
    assert space["match"].result is not None
