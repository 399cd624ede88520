"""What a game consists of is declared: nothing else is found, and what is missing is said."""

import subprocess
import sys
from types import ModuleType

import pytest

import quatrefoil
from quatrefoil import MissingPartError, UnknownGameError
from quatrefoil.core import registry
from quatrefoil.core.manifest import Manifest

MINIMAL = {"parts": ("view",), "resources": ("texts/en.json",)}


def manifest(**changes):
    return Manifest("blinq", "quatrefoil.games.blinq", **(MINIMAL | changes))


def test_only_what_is_declared_is_there():
    """The folder has an evaluation and lessons, but this manifest does not list them."""
    found = manifest()
    assert found.has("view")
    assert not found.has("evaluate")
    with pytest.raises(MissingPartError, match=r"^blinq has no evaluation \(evaluate\)$"):
        found.part("evaluate")
    with pytest.raises(MissingPartError, match=r"^blinq has no lessons \(learn\.json\)$"):
        found.resource("learn.json")
    assert found.missing[:2] == ("lessons", "rules page")


def test_parts_are_modules_and_resources_files():
    found = manifest(resources=("texts/en.json", "rules.md", "rules.fi.md"))
    assert isinstance(found.part("view"), ModuleType)
    assert found.resource("rules.md").read_text(encoding="utf-8").startswith("# ")
    assert found.localized("rules.md", "fi") == "rules.fi.md"
    assert found.localized("rules.md", "sv") == "rules.md"
    assert found.languages == ("en",)


@pytest.mark.parametrize(("what", "name"), [("parts", "view"), ("resources", "texts/en.json")])
def test_nobody_can_play_without_a_view_and_words(what, name):
    with pytest.raises(MissingPartError, match=name):
        manifest(**{what: ()}).check()
    manifest().check()


@pytest.mark.parametrize(("what", "name"), [("parts", "views"), ("resources", "web/trickle.css")])
def test_unknown_names_are_refused(what, name):
    with pytest.raises(ValueError, match=f"blinq lists '{name}'; known are "):
        manifest(**{what: (*MINIMAL[what], name)}).check()


def test_importing_looks_for_no_other_packages():
    code = "import sys, quatrefoil; quatrefoil.game('blinq'); print(*sys.modules)"
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert "importlib.metadata" not in ran.stdout.split()


@pytest.fixture
def added(monkeypatch):
    """Register games as other packages do."""

    def add(**modules):
        monkeypatch.setattr(registry, "_added", lambda: modules)

    return add


def test_a_game_that_cannot_be_loaded_is_named(added):
    added(chess="no_such_package_at_all", other="json", renamed="quatrefoil.games.blinq")
    assert quatrefoil.names()[-3:] == ("chess", "other", "renamed")
    with pytest.raises(UnknownGameError, match="chess cannot be loaded: No module named"):
        quatrefoil.game("chess")
    for name, module in (("other", "json"), ("renamed", "quatrefoil.games.blinq")):
        with pytest.raises(UnknownGameError, match=f"^{module} has no GAME of the name {name}$"):
            quatrefoil.game(name)
