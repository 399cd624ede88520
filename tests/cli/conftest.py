import pytest

from quatrefoil.cli import main


@pytest.fixture
def run(capsys):
    """Run a command; return its exit code, output and error output."""

    def run(*argv):
        try:
            code = main(argv)
        except SystemExit as stop:  # argparse: help, version and wrong usage
            code = stop.code
        return (code, *capsys.readouterr())

    return run
