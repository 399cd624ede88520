"""The handbook as a site: its pages are whole, and nothing in them comes from elsewhere."""

import json
import os
import re
import subprocess
import sys
from html.parser import HTMLParser
from importlib.util import find_spec
from pathlib import Path
from urllib.parse import unquote, urldefrag

import jsonschema
import pytest

import quatrefoil

ROOT = Path(__file__).parents[2]
THOROUGH = os.environ.get("QUATREFOIL_TESTS") == "thorough"

pytestmark = pytest.mark.skipif(
    not quatrefoil.compiled(), reason="the site is made by the compiled form"
)


def make(folder, *options):
    command = [sys.executable, str(ROOT / "tools" / "docs"), "--to", str(folder), *options]
    done = subprocess.run(command, capture_output=True, text=True, timeout=1800, check=False)
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]


# ---- as pages for Sphinx -------------------------------------------------------------------------


def test_the_pages_are_put_together_and_lead_to_each_other(tmp_path):
    make(tmp_path, "--pages", "--quick")
    for language in ("en", "fi"):
        source = tmp_path / "source" / language
        pages = sorted(source.rglob("*.md"))
        assert len(pages) >= (10 if language == "fi" else 45)
        for page in pages:
            text = re.sub(r"^ *(`{3,}).*?^ *\1$", "", page.read_text(), flags=re.M | re.S)
            for link in re.findall(r"\]\((?!https?:|#|mailto:)([^)#\s]+)", text):
                assert (page.parent / link).exists(), (page, link)
        listed = (source / "index.md").read_text()
        for page in source.glob("*.md"):
            assert page.stem == "index" or f"\n{page.stem}\n" in listed, f"{page} is in no list"


# ---- as it is served -----------------------------------------------------------------------------


#: Attributes of tags by which a browser loads something by itself.
LOADS = {
    *(("img", "src"), ("script", "src"), ("link", "href"), ("source", "srcset")),
    *(("iframe", "src"), ("object", "data"), ("video", "src"), ("use", "href")),
}


class Page(HTMLParser):
    """What a page loads, where it leads, and the anchors that it has."""

    def __init__(self, text):
        super().__init__()
        self.loads, self.links, self.anchors, self.language = [], [], set(), ""
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        for name, value in attributes:
            if (tag, name) in LOADS:
                self.loads.append(value)
            elif (tag, name) == ("a", "href"):
                self.links.append(value)
            elif name == "id":
                self.anchors.add(value)
            elif (tag, name) == ("html", "lang"):
                self.language = value


@pytest.fixture(scope="session")
def site(tmp_path_factory):
    if not THOROUGH:
        pytest.skip("the whole site is built by make proof-docs")
    if find_spec("sphinx") is None:
        assert not os.environ.get("CI"), "Sphinx is not installed: make docs does it"
        pytest.skip("Sphinx is not installed: make docs does it")
    folder = tmp_path_factory.mktemp("site")
    make(folder)
    return folder / "html"


@pytest.fixture(scope="session")
def pages(site):
    return {path: Page(path.read_text(encoding="utf-8")) for path in sorted(site.rglob("*.html"))}


def is_outside(address):
    return bool(re.match(r"(?:[a-z]+:)?//", address)) or address.startswith("http")


def test_nothing_is_loaded_from_elsewhere(site, pages):
    for path, page in pages.items():
        for address in page.loads:
            assert not is_outside(address), (path, address)
            if not address.startswith("data:"):
                target = path.parent / unquote(re.split(r"[?#]", address)[0])
                assert target.exists(), (path, address)
    for path in [*site.rglob("*.css"), *site.rglob("*.svg")]:
        text = path.read_text(encoding="utf-8")
        for address in re.findall(r"url\(\s*['\"]?([^)'\"]+)", text):
            assert not is_outside(address), (path, address)
        assert "@import" not in text
    for path in site.rglob("*.js"):
        text = path.read_text(encoding="utf-8")
        assert not re.search(r"(?:fetch|import)\(\s*['\"]https?:", text), path


def test_every_link_of_the_site_leads_somewhere(site, pages):
    for path, page in pages.items():
        for link in page.links:
            if is_outside(link) or link.startswith("mailto:"):
                continue
            address, anchor = urldefrag(link)
            target = (path.parent / unquote(address)).resolve() if address else path
            assert target.exists(), (path, link)
            if anchor and target in pages:
                assert unquote(anchor) in pages[target].anchors, (path, link)


def test_both_languages_are_there(site, pages):
    assert pages[site / "index.html"].language == "en"
    assert pages[site / "fi" / "index.html"].language == "fi"
    for game in quatrefoil.all_games():
        exact = (site / "rules" / f"{game.name}.html").read_text(encoding="utf-8")
        finnish = (site / "fi" / "games" / f"{game.name}.html").read_text(encoding="utf-8")
        assert exact.count("only-dark") >= 4, "every rules page has drawn positions"
        assert finnish.count("only-dark") >= 4
        assert "Tarkat säännöt" in finnish
        assert "Takaisin alkuun" in finnish, "the theme speaks Finnish too"
        assert "Back to top" not in finnish


def test_pictures_move_and_notebooks_have_outputs(site):
    films = list(site.rglob("*.film.svg"))
    assert len(films) >= 2 * len(quatrefoil.names())
    assert all("<animate" in path.read_text(encoding="utf-8") for path in films)
    for path in (ROOT / "examples" / "notebooks").glob("*.ipynb"):
        page = (site / "notebooks" / f"{path.stem}.html").read_text(encoding="utf-8")
        assert 'class="output docutils' in page
        assert ".svg" in page


def test_the_reference_has_the_public_names(site):
    text = "".join(path.read_text() for path in (site / "reference").glob("*.html"))
    for name in quatrefoil.__all__:
        if name not in ("CHANCE", "OVER"):
            assert f'id="quatrefoil.{name}"' in text, name
    assert 'id="quatrefoil.Position.push"' in text
    # What only the uncompiled form shows is the inside of the core.
    assert 'id="quatrefoil.Position.fill_moves"' not in text


def test_it_can_be_searched_and_serves_the_schemas(site):
    for folder in (site, site / "fi"):
        index = (folder / "searchindex.js").read_text(encoding="utf-8")
        assert "blinq" in index.lower()
    for name in ("record", "tree", "report", *quatrefoil.names()):
        text = (site / "schemas" / f"{name}.schema.json").read_text(encoding="utf-8")
        jsonschema.Draft202012Validator.check_schema(json.loads(text))
