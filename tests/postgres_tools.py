"""A real PostgreSQL for tests: one for all tests of a worker, a database for each test."""

import itertools
import os

import pytest

from quatrefoil.lab.postgres_process import NoPostgresError, PostgresProcess

#: Nobody pulls the plug of a machine that runs tests: it need not wait for the disk.
QUICK = {"fsync": "off", "full_page_writes": "off", "max_connections": "100"}

_names = itertools.count(1)


def postgres_or_skip(settings=QUICK):
    """Return a PostgreSQL, not started; skip the test where there is none, and fail under CI."""
    try:
        return PostgresProcess(settings)
    except NoPostgresError as problem:
        if os.environ.get("CI"):
            pytest.fail(f"these tests need PostgreSQL: {problem}")
        pytest.skip(str(problem))


def new_database(postgres):
    """Make an empty database; return its address."""
    return postgres.create(f"test{next(_names)}")


def name_of(address):
    """Return the name of the database that an address leads to."""
    return address.rpartition("/")[2]
