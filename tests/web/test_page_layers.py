"""What the page's modules may use: the board knows no page, a match no study room."""

import re
from pathlib import Path

import pytest

import quatrefoil

JS = Path(quatrefoil.__file__).parent / "web/js"
#: Folders, each with those whose modules it must not import as it is loaded. `import()` is another
#: matter: a match loads its review when somebody asks for it.
FORBIDDEN = {
    "board": ("match", "pages", "study"),
    "match": ("study",),
    ".": ("match", "pages", "study"),
}
#: The frame of the page shows all of them.
EVERYWHERE = {"main.js"}


@pytest.mark.parametrize("folder", FORBIDDEN)
def test_imports_point_down(folder):
    found = []
    for path in sorted((JS / folder).glob("*.js")):
        if path.name in EVERYWHERE:
            continue
        for target in re.findall(r'^(?:import|export) [^"]*"([^"]+)";', path.read_text(), re.M):
            used = (path.parent / target).resolve().relative_to(JS)
            if used.parts[0] in FORBIDDEN[folder]:
                found.append(f"{path.relative_to(JS)} uses {used}")
    assert found == []
