"""What a game consists of is declared: nothing else is found, and what is missing is said."""

import subprocess
import sys
from importlib.metadata import EntryPoint
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
        found = {name: tuple(given.split()) for name, given in modules.items()}
        monkeypatch.setattr(registry, "_added", lambda: found)

    return add


def test_a_game_that_cannot_be_loaded_is_named(added):
    added(chess="no_such_package_at_all", other="json", renamed="quatrefoil.games.blinq")
    assert quatrefoil.names()[-3:] == ("chess", "other", "renamed")
    with pytest.raises(UnknownGameError, match="chess cannot be loaded: No module named"):
        quatrefoil.game("chess")
    for name, module in (("other", "json"), ("renamed", "quatrefoil.games.blinq")):
        with pytest.raises(UnknownGameError, match=f"^{module} has no GAME of the name {name}$"):
            quatrefoil.game(name)


# ---- games of other packages that are wrong in some way ---------------------------------------


_GAME = """
from quatrefoil.core.game import Game, Rules

class {name}Rules(Rules):
    players, max_moves, player_names, reasons = 2, 5, ("A", "B"), ("end",)

    def prepare(self):
        {prepare}

GAME = Game(
    name="{name}", title="", authors="", summary="", rules_version=1, rules_type={name}Rules,
    options=(), presets=(), package=__name__, parts={parts}, resources=("texts/en.json",),
)
"""


@pytest.fixture
def package(tmp_path, monkeypatch):
    """Write packages with games, right or wrong."""
    monkeypatch.syspath_prepend(tmp_path)

    def write(name, source="", *, parts=("view",), prepare="pass", files=()):
        folder = tmp_path / name
        (folder / "texts").mkdir(parents=True)
        code = source or _GAME.format(name=name, parts=parts, prepare=prepare)
        (folder / "__init__.py").write_text(code, encoding="utf-8")
        for file in files:
            (folder / file).write_text("{}", encoding="utf-8")

    return write


WHOLE = ("view.py", "texts/en.json")


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"source": "1 / 0"}, "ZeroDivisionError"),
        ({"source": "def"}, "SyntaxError"),
        ({"source": "import sys; sys.exit(3)"}, "SystemExit"),
        ({"files": WHOLE[:1]}, "lists texts/en.json, and odd.* has no such file"),
        ({"files": WHOLE[1:]}, "lists view, and odd.* has no such module"),
        ({"files": WHOLE, "parts": ("view", "veiw")}, "lists 'veiw'"),
        ({"files": WHOLE, "prepare": "self.players = 7"}, "number of players"),
        ({"files": WHOLE, "prepare": "raise KeyError('x')"}, "KeyError"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_a_wrong_game_is_one_sentence_and_the_others_go_on(wrong, said, package, added, caplog):
    name = "odd" + "".join(filter(str.isalpha, said)).lower()
    package(name, **wrong)
    added(**{name: name})
    with pytest.raises(
        UnknownGameError, match=f"^the game {name} cannot be loaded: .*{said}"
    ) as no:
        quatrefoil.game(name)
    assert "\n" not in str(no.value)
    assert quatrefoil.all_games() == quatrefoil.all_games() == registry.built_in_games()
    assert caplog.messages == [str(no.value)]


def test_a_right_game_of_another_package_is_there(package, added):
    package("oddright", files=WHOLE)
    added(oddright="oddright")
    assert quatrefoil.game("oddright") is quatrefoil.all_games()[-1]


def test_two_packages_with_the_same_game(added, caplog):
    added(chess="one_chess another_chess")
    with pytest.raises(UnknownGameError, match="called chess: one_chess, another_chess; keep one"):
        quatrefoil.game("chess")
    assert quatrefoil.all_games() == registry.built_in_games()
    assert len(caplog.messages) == 1


def test_entry_points_that_are_found_twice_count_once(monkeypatch):
    points = [
        EntryPoint(name, module, "quatrefoil.games")
        for name, module in [("a", "x"), ("b", "y"), ("a", "x"), ("b", "z"), ("blinq", "mine")]
    ]
    monkeypatch.setattr("importlib.metadata.entry_points", lambda group: points)
    assert registry._added.__wrapped__() == {"a": ("x",), "b": ("y", "z")}
