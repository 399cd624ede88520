"""One source, two forms: the one that runs is the one that was asked for."""

import importlib
import os
import re
from pathlib import Path

import pytest

import quatrefoil
from quatrefoil.core import constants, position

SOURCE = Path(quatrefoil.__file__).parent
HOT = sorted(
    ".".join(["quatrefoil", *path.relative_to(SOURCE).with_suffix("").parts])
    for path in SOURCE.glob("**/*.pxd")
    if path.with_suffix(".py").exists()
)
#: `compiled` or `uncompiled`; `make test` says which it means.
WANTED = os.environ.get("QUATREFOIL_FORM") or (
    "compiled" if quatrefoil.compiled() else "uncompiled"
)


def test_the_hot_core_is_where_we_look_for_it():
    assert "quatrefoil.core.position" in HOT
    assert "quatrefoil.core.line" in HOT


@pytest.mark.parametrize("name", HOT)
def test_every_hot_module_runs_in_the_form_that_was_asked_for(name):
    suffix = Path(importlib.import_module(name).__file__).suffix
    assert suffix == {"compiled": ".so", "uncompiled": ".py"}[WANTED]


def test_compiled_says_which_form_runs():
    assert quatrefoil.compiled() == (WANTED == "compiled")


def test_require_compiled_refuses_the_slow_form(monkeypatch):
    if quatrefoil.compiled():
        quatrefoil.require_compiled()
    monkeypatch.setattr("quatrefoil.core.COMPILED", False)
    with pytest.raises(quatrefoil.NotCompiledError, match="make install"):
        quatrefoil.require_compiled()
    assert (WANTED == "compiled") == position.COMPILED


def test_compiled_and_uncompiled_code_have_the_same_constants():
    enums = (SOURCE / "core/enums.pxd").read_text(encoding="utf-8")
    declared = re.findall(r"^    (\w+) = (-?\d+)$", enums, re.M)
    assert {name: int(value) for name, value in declared} == {
        name: value for name, value in vars(constants).items() if name.isupper()
    }
