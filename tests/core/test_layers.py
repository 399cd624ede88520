"""Layers use only what is below them: what they import, wherever in a file, and what they read."""

import ast
import re
import sys
import textwrap
from pathlib import Path

import pytest

import quatrefoil

ROOT = Path(quatrefoil.__file__).parent
FILES = sorted([*ROOT.glob("**/*.py"), *ROOT.glob("**/*.pxd")])

#: Each layer with those that it may use, besides itself; the lowest first. Nobody uses `games`:
#: the registry loads them by name.
BELOW_STUDY = ["core", "view", "draw", "search", "arena"]
BELOW_PLAY = [*BELOW_STUDY, "study", "match"]
BELOW_LAB = [*BELOW_PLAY, "play", "server"]
LAYERS = {
    "core": [],
    "view": ["core"],
    "draw": ["core", "view"],
    "search": ["core"],
    "arena": ["core", "search"],
    "games": ["core"],
    "study": BELOW_STUDY,
    "match": ["core"],
    "play": BELOW_PLAY,
    "web": [],
    "server": [*BELOW_PLAY, "play", "web"],
    "adapters": BELOW_LAB,
    "lab": [*BELOW_LAB, "adapters"],
    "terminal": [*BELOW_LAB, "lab", "web"],
    "cli": [*BELOW_LAB, "lab", "terminal", "adapters"],
}
#: The contracts of higher layers that a game may fulfil.
CONTRACTS = {
    "games": {
        "view.data",
        "view.editing",
        "draw.print.nets",
        "draw.print.sheet",
        "search.endgame.domain",
    },
}
#: The package itself shows what is in core, and registers what draws. Those who are allowed all
#: that it uses may import it; `__main__` starts the command.
FACADE = ["core", "draw"]
#: The one list of the games.
REGISTRY = ROOT / "core" / "registry.py"
#: What is not ours and may be imported, by layer.
FOREIGN = {
    "adapters": {"gymnasium", "numpy", "open_spiel", "pettingzoo", "pyspiel"},
    "arena": {"ray"},
    "lab": {"numpy", "open_spiel", "orjson", "pettingzoo", "pyspiel", "uvloop", "websockets"},
    "view": {"markdown_it"},
    "draw": {"PIL", "cssselect2", "markdown_it", "tinycss2", "typst"},
    "play": {"orjson"},
    "server": {
        *(
            "alembic",
            "asyncpg",
            "cryptography",
            "h11",
            "orjson",
            "prometheus_client",
            "segno",
            "sqlalchemy",
        ),
        *("starlette", "py_vapid", "pywebpush", "uvicorn", "websockets"),
    },
    "terminal": {"orjson", "rich", "textual", "websockets"},
}

_CIMPORT = re.compile(r"^\s*from\s+([\w.]+)\s+cimport|^\s*cimport\s+([\w.]+)", re.MULTILINE)
_MODULE = re.compile(r"quatrefoil(\.\w+)+")


# ---- what a file uses -------------------------------------------------------------------------


def imported(source):
    """Yield the full name of everything that Python source imports, wherever in it."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "an import is relative"
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def cimported(source):
    """Yield the full name of every module whose C types a .pxd uses."""
    return ("".join(found) for found in _CIMPORT.findall(source))


def named(source):
    """Yield every module of ours that a literal names, to be imported or to be read in."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            # The beginning of an f-string may end with a dot.
            text = node.value.rstrip(".")
            if _MODULE.fullmatch(text) and is_layer(text.split(".")[1]):
                yield text


def opened(source):
    """Yield every layer whose folder is opened, in a file that knows where the package lies."""
    nodes = list(ast.walk(ast.parse(source)))
    if any(map(_is_place_of_package, nodes)):
        for node in nodes:
            for part in _joined(node):
                if is_layer(part.split("/")[0]):
                    yield f"quatrefoil.{part.replace('/', '.')}"


def _is_place_of_package(node):
    if isinstance(node, ast.Call) and node.args:
        first = node.args[0]
        name = node.func.attr if isinstance(node.func, ast.Attribute) else node.func
        is_files = name == "files" or (isinstance(name, ast.Name) and name.id == "files")
        return is_files and isinstance(first, ast.Constant) and first.value == "quatrefoil"
    return isinstance(node, ast.Name | ast.Attribute) and "__file__" in ast.unparse(node)


def _joined(node):
    """Return the literals that a node joins to a path."""
    parts = []
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Div):
        parts = [node.right]
    elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
        parts = node.args if node.func.attr == "joinpath" else []
    return [p.value for p in parts if isinstance(p, ast.Constant) and isinstance(p.value, str)]


def uses(path):
    """Yield the full name of everything that a file imports, names or opens."""
    source = read(path)
    if path.suffix == ".pxd":
        yield from cimported(source)
    else:
        yield from imported(source)
        yield from opened(source)
        if path != REGISTRY:
            yield from named(source)


# ---- what it may use --------------------------------------------------------------------------


def is_layer(name):
    return name in LAYERS or (ROOT / name / "__init__.py").exists()


def allowed_layers(path):
    """Return the layer that a file is of, and all that it may use."""
    parts = path.relative_to(ROOT).parts
    if len(parts) > 1:
        return parts[0], {parts[0], *LAYERS[parts[0]]}
    return None, {*LAYERS["cli"], "cli"} if parts[0] == "__main__.py" else {*FACADE}


def is_allowed(module, layer, allowed):
    """Whether a file of a layer may use something."""
    parts = module.removeprefix("cython.cimports.").split(".")
    if parts[0] != "quatrefoil":
        return parts[0] in sys.stdlib_module_names | {"cpython", "cython", "libc"} | FOREIGN.get(
            layer, set()
        )
    if len(parts) == 1 or not is_layer(parts[1]):
        # A name of the package's own.
        return allowed >= {*FACADE}
    inside = ".".join(parts[1:])
    contracts = CONTRACTS.get(layer, set())
    return parts[1] in allowed or any(f"{inside}.".startswith(f"{each}.") for each in contracts)


def test_every_package_is_a_layer():
    packages = {path.name for path in ROOT.iterdir() if (path / "__init__.py").exists()}
    assert packages <= set(LAYERS)


def test_layers_use_those_before_them():
    order = list(LAYERS)
    for layer, below in LAYERS.items():
        for each in below:
            assert order.index(each) < order.index(layer)


def test_the_readme_lists_the_layers_in_this_order():
    readme = read(Path(__file__).parent.parent.parent / "README.md")
    assert re.findall(r"^\| \[src/quatrefoil/(\w+)\]", readme, re.MULTILINE) == list(LAYERS)


@pytest.mark.parametrize("layer", [each for each in LAYERS if each != "web"])
def test_a_package_says_what_its_modules_are(layer):
    """Those of the games are siblings: one list serves all of them."""
    folder = ROOT / layer
    words = set(re.findall(r"\w+", ast.get_docstring(ast.parse(read(folder / "__init__.py")))))
    inside = folder.glob("*/*.py") if layer == "games" else folder.iterdir()
    modules = {path.stem for path in inside if is_module(path)} - {"__init__", "__main__"}
    assert modules <= words


def is_module(path):
    return path.suffix == ".py" or (path / "__init__.py").exists()


def read(path):
    return path.read_text(encoding="utf-8")


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(ROOT)))
def test_a_file_uses_only_what_is_below_it(path):
    layer, allowed = allowed_layers(path)
    for module in uses(path):
        assert is_allowed(module, layer, allowed), f"{path} uses {module}"


@pytest.mark.parametrize("path", [p for p in FILES if p.parent.parent.name == "games"], ids=str)
def test_games_do_not_know_each_other(path):
    for module in uses(path):
        if module.startswith("quatrefoil.games."):
            assert module.split(".")[2] == path.parent.name, f"{path} uses {module}"


@pytest.mark.parametrize(
    "source",
    [
        "from quatrefoil.draw import Look",
        "def picture():\n    from quatrefoil.draw.look import Look",
        "if TYPE_CHECKING:\n    import quatrefoil.draw",
        "importlib.import_module('quatrefoil.draw.look')",
        "importlib.import_module(f'quatrefoil.draw.{name}')",
        "resources.files('quatrefoil.draw')",
        "resources.files('quatrefoil') / 'draw' / 'sheet.typ'",
        "resources.files('quatrefoil').joinpath('draw', 'sheet.typ')",
        "root = files('quatrefoil')\nroot / 'draw/print'",
        "Path(__file__).parent.parent / 'draw'",
        "Path(quatrefoil.__file__).parent.joinpath('draw')",
    ],
)
def test_every_way_to_use_a_layer_is_seen(source, tmp_path):
    path = tmp_path / "module.py"
    path.write_text(textwrap.dedent(source), encoding="utf-8")
    ours = [module for module in uses(path) if module.startswith("quatrefoil.draw")]
    assert ours
    assert not any(is_allowed(module, "core", {"core"}) for module in ours)
    assert all(is_allowed(module, "cli", {"cli", *LAYERS["cli"]}) for module in ours)


def test_types_of_c_are_seen(tmp_path):
    path = tmp_path / "module.pxd"
    path.write_text(
        "from quatrefoil.search.shares cimport winners\ncimport quatrefoil.draw\n", encoding="utf-8"
    )
    assert list(uses(path)) == ["quatrefoil.search.shares", "quatrefoil.draw"]


def test_games_use_contracts_alone():
    assert is_allowed("quatrefoil.view.data.Shape", "games", {"games", "core"})
    assert not is_allowed("quatrefoil.view.words", "games", {"games", "core"})
    assert not is_allowed("quatrefoil.view.database", "games", {"games", "core"})
