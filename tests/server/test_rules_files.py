"""Which files belong to the rules of a game, and importing two versions of them side by side."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from turnwright.games import GAMES
from turnwright.games.isolated_import import IsolatedModules
from turnwright.games.rules_files import RulesSource
from turnwright.server.rules.hosted_games import PACKAGES, HostedGames

LIMITS = "from pathlib import Path\nLIMIT = Path(__file__).with_name('limit.txt').read_text()\n"


def write(folder: Path, **files: str) -> RulesSource:
    """Write a game in a single file with others beside it: `cards_json` becomes `cards.json`."""
    folder.mkdir(exist_ok=True)
    for name, text in files.items():
        stem, _, suffix = name.rpartition("_")
        (folder / f"{stem}.{suffix}").write_text(text)
    return RulesSource(folder, "mygame", folder / "mygame.py")


def test_a_single_file_and_what_it_imports_and_names(tmp_path: Path) -> None:
    source = write(
        tmp_path / "a",
        mygame_py="import json, helper\nCARDS = json.load(open('cards.json'))\n",
        helper_py="def late():\n    import more\n",
        more_py="",
        cards_json="{}",
        other_py="",
        other_json="{}",
        notes_md="mygame",
    )
    assert sorted(source.files()) == ["", "cards.json", "helper.py", "more.py"]
    before = source.hash()
    write(tmp_path / "a", other_py="1", other_json="[]", notes_md="2", new_py="", rooms_sqlite="x")
    assert source.hash() == before
    for name, text in {
        "cards_json": "[]",
        "more_py": "x = 1",
        "mygame_py": "import helper",
    }.items():
        write(tmp_path / "a", **{name: text})
        assert source.hash() != before
        before = source.hash()


def test_the_place_and_the_name_of_a_file_do_not_matter(tmp_path: Path) -> None:
    first = write(tmp_path / "a", mygame_py="import helper", helper_py="x = 1")
    shutil.copytree(tmp_path / "a", tmp_path / "b")
    renamed = (tmp_path / "b" / "mygame.py").rename(tmp_path / "b" / "mygame-1.0.py")
    assert RulesSource(tmp_path / "b", "mygame-1.0", renamed).hash() == first.hash()
    (tmp_path / "b" / "helper.py").write_bytes(b"x = 1\r\n")
    (tmp_path / "a" / "helper.py").write_bytes(b"x = 1\n")
    assert RulesSource(tmp_path / "b", "mygame-1.0", renamed).hash() == first.hash()


@pytest.mark.parametrize(
    ("file", "affected"),
    [
        ("games/duel/cards/ember.py", {"duel"}),
        ("games/duel/README.md", set()),
        ("games/netrunner/data/system-gateway.tsv", {"netrunner"}),
        ("games/netrunner/packs/classics/classics.tsv", {"netrunner"}),
        ("games/netrunner/bots/runner.py", set()),
        ("games/tcg/lorcana/game.py", {"lorcana"}),
        (
            "games/tcg/common/context.py",
            {"alpha-clash", "lorcana", "gundam", "riftbound", "grand-archive"},
        ),
        ("games/spire/data/cards.tsv", {"spire"}),
        ("skirmish/game/game.py", {"skirmish"}),
        ("skirmish/engine/turns.py", {"skirmish"}),
        ("skirmish/data/encounters/lich.yaml", {"skirmish"}),
        ("skirmish/kernel/kernel.py", set()),
    ],
)
def test_a_changed_file_changes_the_rules_of_its_games_only(file: str, affected: set[str]) -> None:
    path = PACKAGES / "turnwright" / file
    assert path.is_file()
    sources = HostedGames().sources
    assert {name for name in GAMES if path in sources[name].files().values()} == affected


def test_two_versions_of_a_package_are_kept_apart(tmp_path: Path) -> None:
    """Also modules that are imported later, in a function, and data files."""
    found = []
    for limit in ("3", "5"):
        package = tmp_path / limit / "heap"
        package.mkdir(parents=True)
        (package / "__init__.py").write_text("")
        (package / "limits.py").write_text(LIMITS)
        (package / "limit.txt").write_text(limit)
        text = "def late():\n    from heap.limits import LIMIT\n    import heap.limits\n"
        text += "    from . import limits\n    return LIMIT, heap.limits.LIMIT, limits.LIMIT\n"
        (package / "rules.py").write_text(text)
        found.append(IsolatedModules(tmp_path / limit).import_module("heap.rules"))
    assert [module.late() for module in found] == [("3",) * 3, ("5",) * 3]


def test_a_file_is_read_again_even_within_the_same_second(tmp_path: Path) -> None:
    """Python's cached files are judged by time and size, which may be equal for two versions."""
    path = tmp_path / "mygame.py"
    for number in (1, 2, 3):
        path.write_text(f"VALUE = {number}\n")
        assert number == IsolatedModules(tmp_path).import_file(path).VALUE
