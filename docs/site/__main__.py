"""Build the documentation: python -m docs.site [FOLDER]

The site is written to build/docs/html, and its sources to build/docs/source. It is plain files: open
index.html, or serve the folder with any server. Warnings are errors.
"""

from __future__ import annotations

import sys
from pathlib import Path

from . import build


def main() -> int:
    """Build the site and say where it is."""
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else build.ROOT / "build" / "docs"
    if build.build(folder) != 0:
        return 1
    print(f"The documentation is at {folder / 'html' / 'index.html'}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
