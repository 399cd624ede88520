import pytest

from quatrefoil.lab.server_process import ServerProcess


@pytest.fixture(autouse=True)
def colours(monkeypatch):
    """Pictures are in colour, whatever the terminal that the tests run in likes."""
    monkeypatch.delenv("NO_COLOR", raising=False)


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    """A real server process that the tests of a module share."""
    found = ServerProcess(tmp_path_factory.mktemp("online") / "live.db")
    found.start()
    yield found
    found.stop()
