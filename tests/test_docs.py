"""What the documents show is what happens."""

import doctest
import importlib
import pkgutil
import re
import shlex
from pathlib import Path

import pytest

import quatrefoil
from quatrefoil.cli import main

ROOT = Path(__file__).parent.parent
DOCUMENTS = ["README.md", "CONTRIBUTING.md", "docs/pictures.md"]
MODULES = [
    module.name
    for module in pkgutil.walk_packages(quatrefoil.__path__, "quatrefoil.")
    # What runs when it is imported has no examples to try: the program, and Alembic's scripts.
    if not module.name.endswith("__main__") and ".migrations." not in module.name
]


@pytest.mark.parametrize("name", ["quatrefoil", *MODULES])
def test_examples_in_docstrings(name):
    assert doctest.testmod(importlib.import_module(name)).failed == 0


@pytest.mark.parametrize("name", DOCUMENTS)
def test_examples_in_documents(name):
    options = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
    result = doctest.testfile(str(ROOT / name), module_relative=False, optionflags=options)
    assert result.failed == 0


@pytest.mark.parametrize("name", DOCUMENTS)
def test_sessions_in_documents(name, capsys):
    """A block of console begins with a command, and the rest is what that prints."""
    text = (ROOT / name).read_text(encoding="utf-8")
    for command, shown in re.findall(r"```console\n\$ quatrefoil (.*)\n([^`]*)```", text):
        assert main(shlex.split(command)) == 0
        assert capsys.readouterr().out == shown


def test_there_are_examples_in_the_readme():
    assert ">>> " in (ROOT / "README.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", DOCUMENTS)
def test_files_and_targets_that_documents_name_exist(name):
    text = (ROOT / name).read_text(encoding="utf-8")
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    for target in re.findall(r"`make ([a-z-]+)`", text):
        assert re.search(rf"^{target}:", makefile, re.MULTILINE), target
    for link in re.findall(r"\]\((?!https?:|#)([^)#]+)", text):
        assert (ROOT / name).parent.joinpath(link).exists(), link
