"""Style sheets worked out: the cascade, selectors and colours that ours are written in."""

import subprocess
import sys

import pytest

import quatrefoil
from quatrefoil.core.errors import MissingExtraError
from quatrefoil.draw.cascade import Styler
from quatrefoil.draw.styles import blur_of, difference, written
from quatrefoil.draw.stylesheets import Stylesheets
from quatrefoil.draw.values import Colour, parse_colour, substitute

BLACK = Colour(0, 0, 0)
RED = Colour(255, 0, 0)


# ---- selectors -----------------------------------------------------------------------------------

HTML = (("html", ""),)
BOARD = (*HTML, ("div", "board game-x turn-p0"))
PIECE = (*BOARD, ("g", "piece sym-blue-rock p1 level-2"))
INK = (*PIECE, ("path", "ink"))


@pytest.mark.parametrize(
    ("selector", "branch", "matches"),
    [
        ("*", INK, True),
        ("path", INK, True),
        ("text", INK, False),
        (".ink", INK, True),
        (".piece.p1", PIECE, True),
        (".piece.p0", PIECE, False),
        (".board .ink", INK, True),
        (".board > .ink", INK, False),
        (".piece > .ink", INK, True),
        (".board > .piece > *", INK, True),
        (".game-x.turn-p0 .ink", INK, True),
        (".game-x.turn-p1 .ink", INK, False),
        (":root", HTML, True),
        (":root", BOARD, False),
        (':root[data-theme="dark"]', HTML, False),
        ('[class*="sym-blue-"] .ink', INK, True),
        ('[class*="sym-red-"] .ink', INK, False),
        ('[class^="piece"]', PIECE, True),
        ('[class^="sym"]', PIECE, False),
        (".piece:not(.level-0)", PIECE, True),
        (".piece:not(.level-2, .level-3)", PIECE, False),
        (".game-x :is(.level-1, .level-2) .ink", INK, True),
        (".piece:is(.p0, .p2)", PIECE, False),
        (".ink:hover", INK, False),
        (".ink::before", INK, False),
        (".x + .ink", INK, False),
        (".board ~ .ink", INK, False),
    ],
)
def test_what_a_selector_is_about(selector, branch, matches):
    found = Stylesheets([f"{selector} {{ fill: #fff }}"]).declared(branch)
    assert found == ({"fill": "#fff"} if matches else {})


@pytest.mark.parametrize(
    ("heavier", "lighter"),
    [
        (".a", "path"),
        (".a.b", ".a"),
        (".a .b", ".a path"),
        (".a:not(.c)", ".a"),
        (".a:is(.c, path)", "path.a"),
        ('.a[class^="a"]', ".a"),
        ("g path", "path"),
    ],
)
def test_what_a_selector_weighs(heavier, lighter):
    sheet = f"{heavier} {{ fill: #010101 }} {lighter} {{ fill: #020202 }}"
    assert styled(sheet, "g.a", "path.a.b").attributes["fill"] == "#010101"


# ---- style sheets -------------------------------------------------------------------------------


def styled(sheet, *path, theme="light"):
    """Return the look of the innermost of some elements, each given as tag.class.class."""
    styler = Styler(Stylesheets([sheet]), theme)
    found = styler.root
    for step in path:
        tag, *classes = step.split(".")
        found = styler.style(found, tag, " ".join(classes))
    return found


def test_the_heavier_rule_wins_then_the_later_one():
    sheet = ".a.b { fill: #010101 } .a { fill: #020202; stroke: #030303 } .b { stroke: #040404 }"
    found = styled(sheet, "path.a.b").attributes
    assert found["fill"] == "#010101"
    assert found["stroke"] == "#040404"


def test_important_wins_over_all():
    sheet = ".a { fill: none !important } .a.b { fill: red }"
    assert styled(sheet.replace("red", "#ff0000"), "path.a.b").attributes["fill"] == "none"


def test_several_selectors_share_a_rule_and_comments_are_none():
    sheet = "/* .a { fill: #fff } */ .a, .b { fill: #010101; cursor: pointer; }"
    for name in ("a", "b"):
        found = styled(sheet, f"path.{name}")
        assert found.attributes["fill"] == "#010101"
        assert "cursor" not in found.said


def test_what_depends_on_the_screen_is_left_out():
    sheet = """
    @media (prefers-reduced-motion: no-preference) { .a { fill: #fff } }
    @keyframes x { from { opacity: 0 } to { opacity: 1 } }
    .a { stroke: #010101 }
    """
    found = styled(sheet, "path.a").attributes
    assert found["stroke"] == "#010101"
    assert "fill" not in found


def test_variables_are_inherited_and_can_be_said_anew():
    sheet = """
    :root { --own: #010101; --far: var(--own) }
    .p1 { --own: #020202 }
    path { fill: var(--own); stroke: var(--far) }
    """
    assert styled(sheet, "g", "path").attributes["fill"] == "#010101"
    found = styled(sheet, "g.p1", "path").attributes
    assert found["fill"] == "#020202"
    assert found["stroke"] == "#010101", "a variable is worked out where it is said"


def test_some_properties_are_inherited_and_some_are_not():
    found = styled("g { fill: #010101; opacity: 0.5 }", "g", "path")
    assert found.attributes["fill"] == "#010101"
    assert "opacity" not in found.attributes


def test_a_colour_is_split_from_its_opacity():
    found = styled("path { fill: rgb(1 2 3 / 40%); fill-opacity: 0.5 }", "path").attributes
    assert found["fill"] == "#010203"
    assert found["fill-opacity"] == "0.2"


def test_current_colour_is_the_one_around():
    sheet = "g { color: #010203 } path { fill: currentcolor }"
    assert styled(sheet, "g", "path").attributes["fill"] == "#010203"


@pytest.mark.parametrize(
    ("sheet", "seen"),
    [
        ("path { stroke: #000 }", True),
        ("path { fill: none }", False),
        ("path { fill: none; stroke: #000 }", True),
        ("path { fill: transparent }", False),
        ("path { fill: #fff; fill-opacity: 0 }", False),
        ("path { fill: #fff; opacity: 0 }", False),
    ],
)
def test_what_does_not_show_is_known(sheet, seen):
    assert styled(sheet, "path").is_seen() == seen


def test_only_what_differs_is_written():
    around = {"fill": "#010101", "opacity": "0.5"}
    assert difference({"fill": "#010101", "opacity": "0.5"}, around) == {"opacity": "0.5"}
    assert difference({"fill": "#000000"}, {}) == {}, "black is what SVG fills with anyway"
    assert difference({"fill": "#000000"}, around) == {"fill": "#000000"}


def test_blurs_are_found():
    assert blur_of(styled("path { filter: blur(2.5px) }", "path")) == 2.5
    assert blur_of(styled("path { filter: brightness(0.7) }", "path")) == 0


@pytest.mark.parametrize(
    ("number", "text"), [(1, "1"), (0.5, "0.5"), (-0.0001, "-0"), (1281.0905, "1281.09")]
)
def test_numbers_are_short(number, text):
    assert float(written(number)) == float(text)
    assert len(written(number)) <= len(text)


# ---- values --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "colour"),
    [
        ("#f00", RED),
        ("#FF0000", RED),
        ("#ff000080", Colour(255, 0, 0, 128 / 255)),
        ("rgb(255 0 0)", RED),
        ("rgb(255, 0, 0)", RED),
        ("rgb(255 0 0 / 25%)", Colour(255, 0, 0, 0.25)),
        ("rgba(255, 0, 0, 0.25)", Colour(255, 0, 0, 0.25)),
        ("red", RED),
        ("hsl(0 100% 50%)", RED),
        ("transparent", Colour(0, 0, 0, 0)),
        ("none", None),
        ("currentcolor", Colour(1, 2, 3)),
        ("light-dark(#f00, #000)", RED),
        ("light-dark(rgb(255 0 0 / 100%), #000)", RED),
        ("color-mix(in srgb, #f00 25%, #000)", Colour(63.75, 0, 0)),
        ("color-mix(in srgb, #f00, #000)", Colour(127.5, 0, 0)),
        # Half of it opaque: the colour stays, the opacity is halved.
        ("color-mix(in srgb, #f00 50%, transparent)", Colour(255, 0, 0, 0.5)),
        ("color-mix(in srgb, light-dark(#f00, #fff) 50%, transparent)", Colour(255, 0, 0, 0.5)),
        ("color-mix(in srgb, transparent, transparent)", Colour(0, 0, 0, 0)),
    ],
)
def test_colours(text, colour):
    assert parse_colour(text, "light", Colour(1, 2, 3)) == colour


def test_the_dark_theme_takes_the_other_colour():
    assert parse_colour("light-dark(#000, #f00)", "dark", BLACK) == RED


@pytest.mark.parametrize(
    "text",
    [
        *("", "no-colour", "#12", "#f00 #000", "rgb(1)", "lab(50 0 0)"),
        "color-mix(in oklab, #f00, #000)",
    ],
)
def test_what_is_no_colour_of_ours_is_an_error(text):
    with pytest.raises(ValueError, match=r"pictures know|in srgb"):
        parse_colour(text, "light", BLACK)


VARIABLES = {"--a": "1", "--b": "2 var(--a)", "--d": "var(--e)", "--e": "var(--d)"}


@pytest.mark.parametrize(
    ("text", "result"),
    [
        ("var(--a)", "1"),
        ("var(--a) var(--b)", "1 2 1"),
        ("var(--c, 3)", "3"),
        ("var(--c, var(--a))", "1"),
        ("f(var(--a), g(var(--a)))", "f(1, g(1))"),
        ("var(--c)", ""),
        # Round and round: neither has a value.
        ("var(--d)", ""),
    ],
)
def test_variables_are_put_in(text, result):
    assert substitute(text, VARIABLES) == result


def test_the_libraries_are_loaded_by_the_first_picture():
    program = """
import sys
import quatrefoil, quatrefoil.draw, quatrefoil.draw.film
libraries = {"cssselect2", "tinycss2"}
assert not libraries & set(sys.modules)
quatrefoil.rules("blinq").start().to_svg()
assert libraries <= set(sys.modules)
"""
    subprocess.run([sys.executable, "-c", program], check=True)


def test_a_missing_library_is_said_in_one_sentence(monkeypatch):
    monkeypatch.delitem(sys.modules, "quatrefoil.draw.cascade")
    monkeypatch.delattr(quatrefoil.draw, "cascade")
    monkeypatch.setitem(sys.modules, "quatrefoil.draw.stylesheets", None)
    with pytest.raises(MissingExtraError, match="is not installed: pip install quatrefoil"):
        quatrefoil.rules("blinq").start().to_svg()
