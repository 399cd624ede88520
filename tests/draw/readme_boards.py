"""The pictures of the README: for each game the position that stands for it.

python -m tests.draw.readme_boards      writes them anew, after boards were meant to look different
"""

from pathlib import Path

import quatrefoil
from quatrefoil.draw import Look, draw
from quatrefoil.view.showcase import showcase_of

FOLDER = Path(__file__).parents[2] / "docs" / "boards"


def boards():
    """Return the picture of every game, by the name of its file."""
    found = {}
    for game in quatrefoil.all_games():
        position, _ = showcase_of(game)
        look = Look(size=160, coordinates=False)
        found[f"{game.name}.svg"] = draw(quatrefoil.position(position), look)
    return found


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for name, picture in boards().items():
        (FOLDER / name).write_text(picture, encoding="utf-8")
