"""The server and the browser of the page's tests."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2] / "web"))

from tests.web.conftest import browser, launch, server, visit

__all__ = ["browser", "launch", "server", "visit"]
