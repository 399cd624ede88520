"""A fifth game in a package of its own, compiled and installed as CONTRIBUTING.md says.

The tests in `inside` are for a process in which it is registered; `test_fifth.py` starts that.
"""

import hashlib
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import quatrefoil

HERE = Path(__file__).parent
ROOT = HERE.parent.parent
PROJECT = HERE / "project"
SOURCE = Path(quatrefoil.__file__).parent

collect_ignore = ["project"] + ([] if "dash" in quatrefoil.names() else ["inside"])


@pytest.fixture(scope="session")
def fifth(tmp_path_factory):
    """Return the folder in which the game is installed; made anew when what it is made of changes.

    Where several processes make it at once, the first one counts.
    """
    target = ROOT / "build" / f"fifth-{_digest()}"
    if not target.exists():
        work = tmp_path_factory.mktemp("fifth")
        shutil.copytree(PROJECT, work / "project")
        install(work / "project", work / "target")
        shutil.copytree(work / "target", target.with_suffix(f".{os.getpid()}"))
        try:
            target.with_suffix(f".{os.getpid()}").rename(target)
        except OSError:
            shutil.rmtree(target.with_suffix(f".{os.getpid()}"))
    return target


def install(project, target):
    """Compile and install a package into a folder, without a network."""
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    alone = ["--no-deps", "--no-index", "--no-build-isolation", "--target", str(target)]
    ran = subprocess.run([*pip, *alone, "."], cwd=project, capture_output=True, text=True)
    assert ran.returncode == 0, ran.stderr


def _digest():
    """Return a name for what the game is compiled from: its files and the types of ours."""
    files = [
        path for path in PROJECT.rglob("*") if path.suffix in (".py", ".pxd", ".toml", ".json")
    ]
    found = hashlib.sha256(sys.version.encode())
    for path in sorted([*files, *SOURCE.glob("core/*.pxd"), *SOURCE.glob("search/**/*.pxd")]):
        found.update(path.read_bytes())
    return found.hexdigest()[:16]
