"""`python -m quatrefoil` is `quatrefoil`."""

import sys

from quatrefoil.cli import main

sys.exit(main())
