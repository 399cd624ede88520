"""What a package index shows of us: links that lead somewhere from there, and pictures."""

import email.parser
import re
import subprocess
import sys
from pathlib import Path

import pytest
from tests.draw.readme_boards import FOLDER, boards

import quatrefoil

ROOT = Path(__file__).parents[2]
TAG = f"v{quatrefoil.__version__}"
LINK = re.compile(r"\]\(([^)\s]+)\)")


@pytest.fixture(scope="session")
def about(tmp_path_factory):
    """The metadata that every wheel and source distribution carries."""
    folder = tmp_path_factory.mktemp("about")
    egg_info = ("setup.py", "-q", "egg_info", "--egg-base", folder)
    subprocess.run([sys.executable, *egg_info], cwd=ROOT, check=True, capture_output=True)
    (file,) = folder.glob("*/PKG-INFO")
    return email.parser.Parser().parsestr(file.read_text(encoding="utf-8"))


@pytest.fixture
def text(about):
    assert about["Description-Content-Type"] == "text/markdown"
    return re.sub(r"^```.*?^```$", "", about.get_payload(), flags=re.M | re.S)


@pytest.fixture
def home(about):
    return addresses(about)["Source"]


def addresses(about):
    return dict(line.split(", ", 1) for line in about.get_all("Project-URL"))


def test_every_link_is_a_whole_address_of_a_file_of_this_release(text, home):
    ours = [link for link in LINK.findall(text) if link.startswith(home)]
    assert len(ours) > 40
    for link in LINK.findall(text):
        assert link.startswith(("https://", "#")), link
    for link in ours:
        kind, tag, path = link.removeprefix(f"{home}/").split("/", 2)
        target = ROOT / path.partition("#")[0]
        assert tag == TAG
        assert {"tree": target.is_dir(), "blob": target.is_file(), "raw": target.is_file()}[kind]
        assert (kind == "raw") == (target.suffix == ".svg"), link


def test_there_is_a_picture_of_every_game(text, home):
    for name in quatrefoil.names():
        assert f"]({home}/raw/{TAG}/docs/boards/{name}.svg)" in text


def test_the_pictures_are_what_we_draw():
    """After an intended change `python -m tests.draw.readme_boards` writes them anew."""
    drawn = boards()
    assert sorted(path.name for path in FOLDER.iterdir()) == sorted(drawn)
    for name, picture in drawn.items():
        assert (FOLDER / name).read_text(encoding="utf-8") == picture, name


def test_all_addresses_follow_from_one(about, home):
    assert sorted(addresses(about)) == ["Changes", "Documentation", "Issues", "Source"]
    assert all(address.startswith(home) for address in addresses(about).values())
    tracked = [*ROOT.glob("*"), *ROOT.glob(".github/**/*"), *ROOT.glob("docs/**/*.md")]
    naming = {p.name for p in tracked if p.is_file() and home in p.read_text(errors="replace")}
    # A source distribution also has what is made of setup.py.
    assert sorted(naming - {"PKG-INFO"}) == ["CITATION.cff", "setup.py"]
    citation = (ROOT / "CITATION.cff").read_text(encoding="utf-8")
    assert f"\nrepository-code: {home}\n" in citation  # a file that nothing can fill in
