"""The order of the tests."""

import pytest


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Start with the test that takes longest, so that no worker runs it alone at the end."""
    items.sort(key=lambda item: item.path.name != "test_native.py")
