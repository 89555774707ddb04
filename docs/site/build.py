"""Building the site: write its sources, then run Sphinx with warnings as errors."""

from __future__ import annotations

import sys
from pathlib import Path

from sphinx.cmd.build import build_main

from . import source_tree

ROOT = source_tree.ROOT
CONFIGURATION = Path(__file__).parent


def build(folder: Path) -> int:
    """Write `folder/source` and `folder/html`. Returns 0, or another number if there are warnings."""
    source = folder / "source"
    source_tree.write(source)
    if str(ROOT) not in sys.path:
        sys.path.insert(0, str(ROOT))  # conf.py imports this package
    options = ["-q", "-W", "--keep-going", "-b", "html", "-c", str(CONFIGURATION)]
    return build_main([*options, "-d", str(folder / "doctrees"), str(source), str(folder / "html")])
