"""Constants of the games stand in a .pxd for compiled code and beside it for the other form."""

import ast
import re
from pathlib import Path

import pytest

import quatrefoil

FOLDER = Path(quatrefoil.__file__).parent / "games"
PXDS = sorted(path for path in FOLDER.glob("*/*.pxd") if "enum:" in path.read_text("utf-8"))


def compiled_constants(path):
    """Return the constants of the enums of a .pxd file."""
    blocks = re.findall(r"^(?:cp?def) enum:\n((?:(?:    .*)?\n)+)", path.read_text("utf-8"), re.M)
    lines = "\n".join(blocks)
    return {name: int(value) for name, value in re.findall(r"^    (\w+) = (-?\d+)", lines, re.M)}


def uncompiled_constants(path):
    """Return what a module assigns where it is not compiled: integers in capitals."""
    found = {}
    for node in ast.parse(path.read_text("utf-8")).body:
        if isinstance(node, ast.If) and "cython.compiled" in ast.unparse(node.test):
            branch = node.orelse if ast.unparse(node.test) == "cython.compiled" else node.body
            for statement in branch:
                if isinstance(statement, ast.Assign):
                    space = {}
                    exec(ast.unparse(statement), {"range": range}, space)
                    found |= {name: value for name, value in space.items() if name.isupper()}
    return found


def test_there_are_such_files():
    assert len(PXDS) > 8


@pytest.mark.parametrize("path", PXDS, ids=lambda path: "/".join(path.parts[-2:]))
def test_both_forms_have_the_same_constants(path):
    assert compiled_constants(path) == uncompiled_constants(path.with_suffix(".py"))
