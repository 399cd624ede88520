"""A PostgreSQL of our own knows itself from another one."""

import pytest
from tests.postgres_tools import postgres_or_skip

from quatrefoil.lab import postgres_process
from quatrefoil.lab.server_process import free_port


def test_another_postgresql_at_its_port_is_not_taken_for_it(postgres, monkeypatch):
    monkeypatch.setattr(postgres_process, "_START_SECONDS", 2)
    late = postgres_or_skip()
    late.port = postgres.port
    try:
        late.make()
        with pytest.raises(RuntimeError, match="did not start"):
            late.start()
    finally:
        late.close()


def test_a_port_is_none_that_the_system_gives_away():
    assert {free_port() < 32_768 for _ in range(50)} == {True}
