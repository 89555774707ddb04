"""What axe-core finds on a page, for all tests of accessibility."""

from __future__ import annotations

from typing import Any

from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import Page

# axe-core runs this rule only when it is asked to.
WITH_LABELS = {"rules": {"label-content-name-mismatch": {"enabled": True}}}


def axe_findings(page: Page, part: str | dict[str, Any] | None = None) -> list[str]:
    """What axe-core finds on a page or in a part of it (a selector), one line per element."""
    found = Axe().run(page, part, WITH_LABELS).response["violations"]
    return [
        f"{rule['id']}: {' '.join(map(str, node['target']))}: "
        f"{node['failureSummary'].splitlines()[-1].strip()}"
        for rule in found
        for node in rule["nodes"]
    ]
