"""An unknown name of the package is a type error, although some names are imported on first use."""

from __future__ import annotations

from pathlib import Path

import mypy.api

ROOT = Path(__file__).parents[2]

SCRIPT = """
import turnwright as tw

game = tw.Game("counter")
match: tw.Match = game.start()
broken = tw.Gmae("counter")
"""


def test_the_type_checker_finds_a_misspelled_name_of_the_package(tmp_path, monkeypatch):
    monkeypatch.chdir(ROOT)
    file = tmp_path / "misspelled_name.py"
    file.write_text(SCRIPT)
    output, _, status = mypy.api.run(["--strict", "--cache-dir", str(tmp_path), str(file)])
    assert status == 1
    assert 'Module has no attribute "Gmae"' in output
    assert output.count("error:") == 1
