"""The script that makes the pictures of the guide still finds everything on the page."""

from __future__ import annotations

import importlib.util
import re
from pathlib import Path
from types import ModuleType

import pytest
from playwright.sync_api import Browser

from tests.web.server_process import Server

DOCS = Path(__file__).parent.parent.parent / "docs"
GUIDE = DOCS / "howto" / "use-the-lab.md"
MOST_BYTES = 150_000


@pytest.fixture(scope="module")
def script() -> ModuleType:
    path = DOCS / "pictures" / "make_lab_pictures.py"
    spec = importlib.util.spec_from_file_location("make_lab_pictures", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_guide_shows_every_picture(script: ModuleType) -> None:
    shown = re.findall(r"\]\(\.\./pictures/lab/([\w-]+)\.png\)", GUIDE.read_text())
    assert sorted(shown) == sorted(script.PICTURES)
    for name in shown:
        size = (DOCS / "pictures" / "lab" / f"{name}.png").stat().st_size
        assert 1000 < size < MOST_BYTES, name


def test_the_pictures_can_be_made(script: ModuleType, browser: Browser, server: Server) -> None:
    page = browser.new_page(viewport=script.VIEW, color_scheme="light")
    for name, png in script.pictures(page, server.url):
        assert png.startswith(b"\x89PNG"), name
        assert len(png) < MOST_BYTES, name
    page.close()
