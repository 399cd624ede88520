import json

import pytest

import quatrefoil
from quatrefoil.cli import main
from quatrefoil.core.schemas import schema_text

jsonschema = pytest.importorskip("jsonschema")


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


@pytest.fixture
def report(run):
    """Run a command with --json; return what it printed, which fits the one schema."""

    def report(*argv):
        code, out, err = run(*argv, "--json")
        assert (code, err) == (0, "")
        return read_report(out, argv[0])

    return report


SCHEMA = json.loads(schema_text("report"))


def read_report(text, command):
    """Return a report of a command: the schema has it, and knows all its keys."""
    found = json.loads(text)
    jsonschema.validate(found, SCHEMA)
    assert (found["command"], found["quatrefoil"]) == (command, quatrefoil.__version__)
    assert not set(found) - known_keys(SCHEMA["$defs"][f"report_of_{command}"])
    return found


def known_keys(part):
    """Return the keys that the schema describes for a command, and those of every report."""
    forms = [part, *part.get("anyOf", []), *part.get("oneOf", [])]
    return {key for each in [SCHEMA, *forms] for key in each.get("properties", {})}
