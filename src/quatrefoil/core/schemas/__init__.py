"""The formats as JSON Schemas, for programs that are not ours: records, trees, reports, positions.

Our own readers (`record`, `tree`, the games' `notation`) check more than a schema can say; a test
holds that whatever they write fits, and that what does not fit is refused by them too.
"""

from __future__ import annotations

from importlib import resources

from quatrefoil.core.errors import QuatrefoilError
from quatrefoil.core.registry import game, names

#: The formats that all games share; each game has one of its positions besides.
SCHEMAS = ("record", "tree", "report")


def schema_text(name: str) -> str:
    """Return the schema of a format, or of the positions of a game."""
    if name in SCHEMAS:
        path = resources.files(__name__).joinpath(f"{name}.schema.json")
    elif name in names():
        path = game(name).resource("position.schema.json")
    else:
        known = ", ".join((*SCHEMAS, *names()))
        raise QuatrefoilError(f"there is no schema {name!r}; there are {known}")
    return path.read_text(encoding="utf-8")
