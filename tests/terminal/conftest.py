import pytest

from quatrefoil.lab.load import Server


@pytest.fixture(autouse=True)
def colours(monkeypatch):
    """Pictures are in colour, whatever the terminal that the tests run in likes."""
    monkeypatch.delenv("NO_COLOR", raising=False)


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    """A real server process that the tests of a module share."""
    found = Server(tmp_path_factory.mktemp("online") / "live.db")
    found.start()
    yield found
    found.stop()
