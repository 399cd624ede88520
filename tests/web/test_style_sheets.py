"""The style sheets: one that a page loads later on changes nothing of other pages."""

import re
from collections import defaultdict
from pathlib import Path

import quatrefoil

ROOT = Path(quatrefoil.__file__).parent
ALWAYS_THERE = re.findall(r'/style/(\w+)\.css"', (ROOT / "web/index.html").read_text())
SHEETS = {path.stem: path for path in (*ROOT.glob("web/style/*.css"), *ROOT.glob("view/css/*.css"))}
#: They stay once a page has asked for them. The first is for every page of the study.
LATER = sorted(SHEETS.keys() - {*ALWAYS_THERE, "embed", "plain", "study"})


def rules(sheet: str) -> list[str]:
    """Return the selectors of a sheet, one for each comma outside brackets."""
    text = re.sub(r"/\*.*?\*/", "", SHEETS[sheet].read_text(encoding="utf-8"), flags=re.DOTALL)
    found = re.findall(r"([^{};]+)\{", text)
    return [
        each.strip()
        for selector in found
        if not selector.strip().startswith("@")
        for each in re.split(r",(?![^(\[]*[)\]])", selector)
    ]


def test_a_class_that_two_sheets_style_is_styled_within_its_part_of_the_page():
    """Who came from the editor had another verdict of the engine than who did not."""
    assert {"analysis", "edit", "puzzles", "review"} <= set(LATER)
    styled = defaultdict(set)
    for sheet in (*LATER, "board"):
        for selector in rules(sheet):
            if re.fullmatch(r"\.[\w-]+", selector):
                styled[selector].add(sheet)
    assert len(styled) > 50
    assert {name: sheets for name, sheets in styled.items() if len(sheets) > 1} == {}


def test_every_colour_that_is_asked_for_has_a_name():
    text = "".join(path.read_text(encoding="utf-8") for path in SHEETS.values())
    text += "".join(path.read_text(encoding="utf-8") for path in ROOT.glob("games/*/web/*.css"))
    scripts = "".join(path.read_text(encoding="utf-8") for path in ROOT.glob("web/js/**/*.js"))
    scripts += "".join(path.read_text(encoding="utf-8") for path in ROOT.glob("**/*.py"))
    asked = set(re.findall(r"var\((--[\w-]+)", text))
    given = set(re.findall(r"(--[\w-]+)\s*:", text)) | set(re.findall(r"--[\w-]+", scripts))
    assert asked - given == set()
