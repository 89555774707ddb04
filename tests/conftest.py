"""The order of the tests, and which of them get a second try."""

from pathlib import Path

import pytest

SECOND_TRY = {"cli", "client", "server", "torture", "web", "workbench"}
"""Folders whose tests start browsers, servers and other processes."""
HERE = Path(__file__).parent


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Start with the test that takes longest, so that no worker runs it alone at the end.

    Tests that start processes are tried up to twice more if they fail: on a busy machine a process can
    be slower than any wait in a test. A test that the summary lists again and again has a race to fix.
    """
    items.sort(key=lambda item: item.path.name != "test_native.py")
    for item in items:
        if item.path.relative_to(HERE).parts[0] in SECOND_TRY:
            item.add_marker(pytest.mark.flaky(reruns=2))
