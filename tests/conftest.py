"""Settings for every test: repeatable examples, and which form of the hot core is meant."""

import os
import signal
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

import quatrefoil

# What a shell starts in the background ignores Ctrl-C, and so would every program that tests start.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

_WITH_BROWSER = Path(__file__).parent / "web"

_COMMON = {
    "deadline": None,
    "print_blob": True,
    "suppress_health_check": [HealthCheck.too_slow],
}

# The same examples every time, fewer where each takes longer.
settings.register_profile(
    "repeatable", derandomize=True, max_examples=100 if quatrefoil.compiled() else 25, **_COMMON
)
# `make proof`: new examples every time; a failure prints how to repeat it.
settings.register_profile("thorough", max_examples=1000, **_COMMON)
settings.load_profile(os.environ.get("QUATREFOIL_TESTS", "repeatable"))


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Put the tests with a browser last.

    Playwright's event loop then runs in this thread until the end, and no other loop can.
    """
    items.sort(key=lambda item: item.path.is_relative_to(_WITH_BROWSER))


@pytest.fixture(scope="session")
def postgres():
    """A PostgreSQL that runs. Who kills or stops it starts it again."""
    # Imported here: tests of rules and search also run where there is no POSIX.
    from tests.postgres_tools import postgres_or_skip

    with postgres_or_skip() as found:
        yield found
