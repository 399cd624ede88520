"""What `make release` says: the quick checks hold, and at its end stands what is missing."""

import re
from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_loader
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
QUICK = ("files", "versions", "version", "home", "committed")
SLOW = ("types", "sdist", "wheel", "installed", "site")
in_clone = pytest.mark.skipif(
    not (ROOT / ".github").exists(), reason="a source distribution has no .github"
)


@pytest.fixture
def release():
    loader = SourceFileLoader("release_tool", str(ROOT / "tools" / "release"))
    module = module_from_spec(spec_from_loader("release_tool", loader))
    loader.exec_module(module)
    return module


def nothing(folder):
    """Nothing is missing"""
    return iter(())


@in_clone
def test_the_files_are_there(release, tmp_path):
    assert list(release.files(tmp_path)) == []


def test_versions_agree(release, tmp_path):
    assert list(release.versions(tmp_path)) == []


@in_clone
def test_workflows_name_what_they_run_by_its_hash():
    """A tag can be moved to another commit by whoever has the other repository, a hash cannot."""
    workflows = [path.read_text("utf-8") for path in (ROOT / ".github/workflows").glob("*.yml")]
    used = [name for text in workflows for name in re.findall(r"\buses: (.+)", text)]
    assert len(used) > 8
    for name in used:
        assert re.fullmatch(r"[\w/-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+", name), name


def test_what_is_missing_is_listed_by_who_can_do_it(release, monkeypatch, capsys):
    for name in (*QUICK, *SLOW):
        monkeypatch.setattr(release, name, nothing)
    assert release.main() == 0
    assert "Nothing is missing. What is left is the tag: git tag v" in capsys.readouterr().out
    monkeypatch.setattr(release, "wheel", lambda folder: iter(["the wheel is not compiled"]))
    monkeypatch.setattr(release, "home", lambda folder: iter(["there is no origin"]))
    assert release.main() == 1
    said = capsys.readouterr().out
    assert "To be mended before a release:\n  - the wheel is not compiled\n" in said
    assert "For whoever releases it to decide and do:\n  - there is no origin\n" in said
    assert re.search(r"Then `make release` again, and the tag: git tag v", said)


@pytest.mark.parametrize(
    ("origin", "fits"),
    [
        ("https://example.org/some/thing.git", True),
        ("git@example.org:some/thing.git", True),
        ("ssh://git@example.org/some/thing", True),
        ("https://example.org/other/thing", False),
        ("", False),
    ],
)
def test_the_address_of_wheels_is_that_of_git(release, monkeypatch, tmp_path, origin, fits):
    (tmp_path / "setup.py").write_text('HOME = "https://example.org/some/thing"\n')
    monkeypatch.setattr(release, "ROOT", tmp_path)
    told = type("Told", (), {"stdout": origin + "\n", "returncode": 0})
    monkeypatch.setattr(release, "run", lambda *command: told)
    assert (list(release.home(tmp_path)) == []) is fits


def test_a_test_that_fails_twice_is_told_once(release, monkeypatch, tmp_path):
    said = "FAILED tests/a.py::test_b - first\nFAILED tests/a.py::test_b\nERROR tests/c.py\n"
    told = type("Told", (), {"stdout": said, "stderr": "", "returncode": 1})
    monkeypatch.setattr(release, "ROOT", tmp_path)
    monkeypatch.setattr(release, "LOGS", tmp_path)
    monkeypatch.setattr(release.subprocess, "run", lambda *command, **options: told)
    assert list(release.failures("some", "tests")) == [
        *("FAILED tests/a.py::test_b", "ERROR tests/c.py", "the tests say more in some.log"),
    ]
