"""What the documents show is what happens."""

import doctest
import importlib
import pkgutil
import re
from pathlib import Path

import pytest

import quatrefoil

ROOT = Path(__file__).parent.parent
DOCUMENTS = ["README.md", "CONTRIBUTING.md"]
MODULES = [
    module.name
    for module in pkgutil.walk_packages(quatrefoil.__path__, "quatrefoil.")
    if not module.name.endswith("__main__")
]


@pytest.mark.parametrize("name", ["quatrefoil", *MODULES])
def test_examples_in_docstrings(name):
    assert doctest.testmod(importlib.import_module(name)).failed == 0


@pytest.mark.parametrize("name", DOCUMENTS)
def test_examples_in_documents(name):
    options = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
    result = doctest.testfile(str(ROOT / name), module_relative=False, optionflags=options)
    assert result.failed == 0


def test_there_are_examples_in_the_readme():
    assert ">>> " in (ROOT / "README.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", DOCUMENTS)
def test_files_and_targets_that_documents_name_exist(name):
    text = (ROOT / name).read_text(encoding="utf-8")
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    for target in re.findall(r"`make ([a-z-]+)`", text):
        assert re.search(rf"^{target}:", makefile, re.MULTILINE), target
    for link in re.findall(r"\]\((?!https?:|#)([^)#]+)", text):
        assert (ROOT / link).exists(), link
