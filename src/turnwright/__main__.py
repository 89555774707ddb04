"""`python -m turnwright` is the command line."""

import sys

from turnwright.cli import main

sys.exit(main())
