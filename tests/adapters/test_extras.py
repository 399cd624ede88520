"""Without its extra, a module says in one sentence what to install."""

import importlib
import sys

import pytest

import quatrefoil
from quatrefoil.adapters.extras import MissingExtraError


@pytest.mark.parametrize(
    ("module", "foreign", "extra"),
    [("pettingzoo", "gymnasium", "pettingzoo"), ("openspiel", "pyspiel", "openspiel")],
)
def test_what_is_missing_is_named(module, foreign, extra, monkeypatch):
    monkeypatch.delitem(sys.modules, f"quatrefoil.adapters.{module}", raising=False)
    monkeypatch.setitem(sys.modules, foreign, None)
    with pytest.raises(MissingExtraError) as problem:
        importlib.import_module(f"quatrefoil.adapters.{module}")
    assert isinstance(problem.value, quatrefoil.QuatrefoilError)
    assert f"pip install 'quatrefoil[{extra}]'" in str(problem.value)
    assert foreign in str(problem.value)
