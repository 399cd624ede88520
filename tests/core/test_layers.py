"""Imports only point down: from what is built on to what it is built upon."""

import ast
import sys
from pathlib import Path

import pytest

import quatrefoil

ROOT = Path(quatrefoil.__file__).parent
FILES = sorted(ROOT.glob("**/*.py"))

#: Each layer with those that it may import, besides itself; the lowest first.
LAYERS = {
    "core": [],
    "view": ["core"],
    "draw": ["core", "view"],
    "search": ["core"],
    "arena": ["core", "search"],
    "games": ["core", "view", "draw", "search"],
    "match": ["core"],
    "play": ["core", "view", "search", "match"],
    "server": ["core", "view", "search", "match", "play"],
    "adapters": ["core", "search"],
    "lab": ["core", "search", "arena", "match", "adapters"],
    "terminal": ["core", "view", "search", "match", "play", "server"],
    "cli": [
        *("core", "view", "draw", "search", "arena", "match", "play"),
        *("server", "lab", "terminal", "adapters"),
    ],
}
#: The package itself shows what is in core; what is above core may import it by that name.
FACADE = "core"
#: What is not ours and may be imported, by layer.
FOREIGN = {
    "adapters": {"gymnasium", "numpy", "open_spiel", "pettingzoo", "pyspiel"},
    "lab": {"numpy", "open_spiel", "orjson", "pettingzoo", "pyspiel", "uvloop", "websockets"},
    "view": {"markdown_it"},
    "draw": {"PIL", "cssselect2", "markdown_it", "tinycss2", "typst"},
    "play": {"orjson"},
    "server": {
        *("alembic", "orjson", "prometheus_client", "segno", "sqlalchemy", "starlette"),
        *("uvicorn", "websockets"),
    },
    "terminal": {"orjson", "rich", "textual", "websockets"},
}


def imported(path):
    """Yield the full name of every module that a file imports, wherever in it."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path} imports relatively"
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def layer_of(module):
    """Return the layer of one of our modules."""
    parts = module.split(".")
    return parts[1] if len(parts) > 1 and (ROOT / parts[1]).is_dir() else FACADE


def test_every_package_is_a_layer():
    packages = {path.name for path in ROOT.iterdir() if (path / "__init__.py").exists()}
    assert packages <= set(LAYERS)


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(ROOT)))
def test_imports_point_down(path):
    parts = path.relative_to(ROOT).parts
    layer = parts[0] if len(parts) > 1 else "cli" if parts[0] == "__main__.py" else FACADE
    allowed = {layer, *LAYERS[layer]}
    for module in imported(path):
        if module.split(".")[0] == "quatrefoil":
            assert layer_of(module) in allowed, f"{path} imports {module}"
        else:
            known = sys.stdlib_module_names | {"cython"} | FOREIGN.get(layer, set())
            assert module.split(".")[0] in known, f"{path} imports {module}"


@pytest.mark.parametrize("path", [p for p in FILES if p.parent.parent.name == "games"], ids=str)
def test_games_do_not_know_each_other(path):
    for module in imported(path):
        if module.startswith("quatrefoil.games."):
            assert module.split(".")[2] == path.parent.name, f"{path} imports {module}"
