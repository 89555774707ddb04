"""The pictures of the guide to Coup are made by a script from the real pages, which still works."""

from __future__ import annotations

import importlib.util
import re
from pathlib import Path
from types import ModuleType

import pytest
from playwright.sync_api import Browser, expect

DOCS = Path(__file__).parent.parent.parent / "docs"
MOST_BYTES = 150_000


@pytest.fixture
def script(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    monkeypatch.syspath_prepend(str(DOCS / "pictures"))
    path = DOCS / "pictures" / "make_coup_pictures.py"
    spec = importlib.util.spec_from_file_location("make_coup_pictures", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_pictures_of_the_guide_can_be_made(
    script: ModuleType, browser: Browser, tmp_path: Path
) -> None:
    shown = re.findall(r"\]\(\.\./pictures/coup/([\w-]+)\.png\)", script.GUIDE.read_text("utf-8"))
    assert sorted(shown) == sorted(script.PICTURES)
    for name in shown:
        assert (DOCS / "pictures" / "coup" / f"{name}.png").stat().st_size < MOST_BYTES, name
    page = browser.new_page(viewport=script.VIEW, color_scheme="light")
    for name, png in script.pictures(page, tmp_path):
        assert png.startswith(b"\x89PNG"), name
        assert len(png) < MOST_BYTES, name
        if name == "error":
            expect(page.get_by_test_id("failure-error")).to_have_text("KeyError: 'tax'")
            expect(page.get_by_test_id("failure-hint")).to_contain_text("'taxes'")
            expect(page.get_by_test_id("failure-when")).to_have_text("when Cleo played allow")
        if name == "table":
            claim = page.get_by_test_id("claim")
            expect(claim).to_have_text("Ben claims the Captain, to steal from you.")
    page.close()
