"""The documentation site builds without warnings, works offline, and says what the code says."""

from __future__ import annotations

import argparse
import json
import os
import re
import shlex
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path

import jsonschema
import msgspec
import pytest

import turnwright as tw
from docs.site import encounter_reference, flow_reference, python_reference, source_tree
from docs.site.settings_reference import note_of
from turnwright.cli import main, make_parser
from turnwright.cli.serve_config import FIELDS, LAB_FIELDS, ServeSettings
from turnwright.server.lab.settings import LabSettings
from turnwright.skirmish.model.parsed_document import load

ROOT = Path(__file__).parents[1]
RUN_HERE = ["docs/index.md", *(f"docs/explanation/{name}.md" for name in (
    "determinism", "secrecy", "durability", "testing",
))]  # fmt: skip
NOT_RUN = {
    "try-rules-in-the-browser": "fetches Python for browsers; tests/test_playground.py plays",
    "run-public-spire-bots": "fetches programs of others; its own commands are parsed",
    "skirmish-words": "tests/skirmish compare it with what its command writes",
}


def text_of(file: str) -> str:
    return (ROOT / file).read_text("utf-8")


def blocks(file: str, language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```", text_of(file), re.DOTALL | re.MULTILINE)


# --- the site -----------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def site(tmp_path_factory) -> Path:
    """The whole site. A warning, such as a link to a missing page or section, is an error."""
    folder = tmp_path_factory.mktemp("site")
    ran = subprocess.run(
        [sys.executable, "-m", "docs.site", str(folder)], cwd=ROOT, capture_output=True, text=True
    )
    assert ran.returncode == 0, ran.stdout + ran.stderr
    return folder / "html"


class Loaded(HTMLParser):
    """What a page loads by itself, and where its links inside the site lead."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.loads: set[str] = set()
        self.links: set[str] = set()
        self.anchors: set[str] = set()
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = {name: value or "" for name, value in attrs}
        self.anchors |= {found["id"]} if "id" in found else set()
        if tag in ("script", "img", "iframe", "source") and "src" in found:
            self.loads.add(found["src"])
        elif tag == "link" and found.get("rel") not in ("next", "prev", "canonical"):
            self.loads.add(found.get("href", ""))
        elif tag == "a" and "href" in found:
            self.links.add(found["href"])


def test_the_site_has_no_dead_link_and_loads_nothing_from_elsewhere(site):
    pages = {path: Loaded(path.read_text("utf-8")) for path in site.rglob("*.html")}
    assert len(pages) > 80
    for path, page in pages.items():
        assert not [url for url in page.loads if url.startswith(("http", "//"))], path
        for link in page.links:
            if re.match(r"\w+:", link):
                continue
            name, _, anchor = link.partition("#")
            target = Path(os.path.normpath(path.parent / name)) if name else path
            assert target.exists(), f"{path}: {link}"
            if anchor and target in pages:
                assert anchor in pages[target].anchors, f"{path}: {link}"
    styles = "".join(path.read_text("utf-8") for path in site.rglob("*.css"))
    assert "@import" not in styles
    assert not re.search(r"url\([\"']?(https?:)?//", styles)


def test_what_people_look_for_is_in_the_search_index(site):
    text = (site / "_static" / "sections.js").read_text("utf-8")
    sections = json.loads(text[text.index("[") : text.rindex("]") + 1])
    titles = {section["title"]: section["url"] for section in sections}
    assert titles["Manegarm Skunkworks"].startswith("games/netrunner-cards.html#")
    assert titles["Fireball"].startswith("games/skirmish-actions.html#")
    assert any("does not stack" in section["text"] for section in sections)
    assert any(
        "end_if" in section["text"] and "flow-keys" in section["url"] for section in sections
    )


# --- the reference says everything --------------------------------------------------------------------


def test_every_public_name_of_the_engine_is_on_a_page():
    shown = [
        name for page in python_reference.PAGES if page.module == "turnwright"
        for names in page.groups.values() for name in names
    ]  # fmt: skip
    assert sorted(shown) == sorted(tw.__all__)


def test_every_key_of_a_flow_has_a_meaning():
    keys = [(level, field.name) for level in flow_reference.LEVELS
            for field in msgspec.structs.fields(level)]  # fmt: skip
    assert [(level.__name__, name) for level, name in keys
            if not flow_reference.meaning(level, name)] == []  # fmt: skip


def test_every_setting_of_the_server_has_a_meaning():
    named = [(ServeSettings, name) for name in FIELDS] + [
        (LabSettings, name) for name in LAB_FIELDS
    ]
    assert [name for kind, name in named if not note_of(kind, name)] == []


def test_every_field_of_encounter_files_has_an_example_that_is_valid():
    assert encounter_reference.missing_examples() == []  # add them to docs/site/field-examples.yaml
    types = encounter_reference.definitions()
    for (name, field), example in encounter_reference.examples().items():
        value = load(example)[0][field]
        schema = {**types[name]["properties"][field], "$defs": types}
        jsonschema.Draft202012Validator(schema).validate(value)


# --- no code that is not run --------------------------------------------------------------------------


@pytest.mark.parametrize("file", RUN_HERE)
def test_the_code_of_a_page_runs(file, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    space: dict[str, object] = {"__name__": "page"}
    for code in blocks(file, "python"):
        exec(compile(code, file, "exec", dont_inherit=True), space)
    for line in "".join(blocks(file, "console")).splitlines():
        assert main(shlex.split(line)[2:]) == 0, (line, capsys.readouterr().err)


def test_no_page_has_code_that_no_test_runs():
    tests = "".join(path.read_text("utf-8") for path in (ROOT / "tests").rglob("test_*.py"))
    for file in source_tree.committed():
        has_code = any(blocks(file, language) for language in ("python", "py", "pycon", "console"))
        name = Path(file).stem
        is_run = file in RUN_HERE or name in NOT_RUN or "tutorial/" in file
        assert not has_code or is_run or f"{name}.md" in tests, file


def test_all_commands_in_the_documents_exist():
    """Also those that no test runs, because they wait for people or other programs."""
    parser = make_parser()
    readmes = [str(path.relative_to(ROOT)) for path in (ROOT / "src").rglob("games/**/README.md")]
    lines = [
        line for file in (*source_tree.committed(), *readmes)
        for line in "".join(blocks(file, "console")).splitlines()
        if line.startswith("$ turnwright ")
    ]  # fmt: skip
    assert len(lines) > 50
    for line in lines:
        words = shlex.split(
            re.split(r" [|>] | && |\\$", line.removeprefix("$ turnwright "))[0], comments=True
        )
        try:
            assert isinstance(parser.parse_args(words), argparse.Namespace)
        except SystemExit:
            pytest.fail(f"there is no such command: {line}")
