import pytest
from server_tools import app_client


@pytest.fixture(scope="module")
def client(tmp_path_factory):
    """A server that all tests of a module share."""
    with app_client(tmp_path_factory.mktemp("server")) as found:
        yield found
