import pytest
from server_tools import app_client
from tests.postgres_tools import new_database


@pytest.fixture(scope="module")
def client(tmp_path_factory):
    """A server that all tests of a module share."""
    with app_client(tmp_path_factory.mktemp("server")) as found:
        yield found


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request, tmp_path):
    """A database of either kind; PostgreSQL's is one for all tests, and may not be empty."""
    return tmp_path / "x.db" if request.param == "sqlite" else request.getfixturevalue("shared")


@pytest.fixture(scope="session")
def shared(postgres):
    """The address of a PostgreSQL database."""
    return new_database(postgres)
