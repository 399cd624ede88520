"""The pictures in the documents: the position that stands for each game on the home page.

`python -m tests.doc_pictures` draws them anew, after an intended change of how a game looks.
"""

import json
from importlib import resources
from pathlib import Path

import quatrefoil

FOLDER = Path(__file__).parent.parent / "docs" / "pictures"
SIZE = 320


def drawn(game):
    """Return the picture of a game."""
    folder = resources.files(game.rules_type.__module__.rpartition(".")[0])
    lessons = json.loads(folder.joinpath("learn.json").read_text(encoding="utf-8"))
    return quatrefoil.position(lessons["showcase"]).to_svg(size=SIZE)


def path_of(game):
    """Return where the picture of a game stands."""
    return FOLDER / f"{game.name}.svg"


if __name__ == "__main__":
    for each in quatrefoil.all_games():
        path_of(each).write_text(drawn(each), encoding="utf-8")
