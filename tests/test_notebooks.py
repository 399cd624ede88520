"""The example notebooks run, and are kept without what they printed somewhere else."""

import json
import sys
from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient

import quatrefoil

FOLDER = Path(__file__).parent.parent / "examples" / "notebooks"
NOTEBOOKS = sorted(FOLDER.glob("*.ipynb"))


@pytest.fixture
def kernel(tmp_path, monkeypatch):
    """The kernel `python3` is this interpreter with this package, whatever else is installed."""
    folder = tmp_path / "kernels" / "python3"
    folder.mkdir(parents=True)
    command = [sys.executable, "-m", "ipykernel_launcher", "-f", "{connection_file}"]
    spec = {"argv": command, "display_name": "Python 3", "language": "python"}
    (folder / "kernel.json").write_text(json.dumps(spec), encoding="utf-8")
    monkeypatch.setenv("JUPYTER_PATH", str(tmp_path))
    monkeypatch.setenv("PYTHONPATH", str(Path(quatrefoil.__file__).parent.parent))
    monkeypatch.setenv("IPYTHONDIR", str(tmp_path / "ipython"))
    return "python3"


def read(path):
    return nbformat.read(path, as_version=4)


def pictures(notebook):
    return [
        output["data"]["image/svg+xml"]
        for cell in notebook.cells
        for output in cell.get("outputs", [])
        if "image/svg+xml" in output.get("data", {})
    ]


def test_there_are_notebooks():
    assert len(NOTEBOOKS) >= 3


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_notebooks_run(path, kernel, tmp_path):
    notebook = read(path)
    client = NotebookClient(
        notebook, timeout=120, kernel_name=kernel, resources={"metadata": {"path": str(tmp_path)}}
    )
    client.execute()
    assert pictures(notebook), "a notebook of ours shows something"


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_notebooks_are_kept_without_outputs(path):
    for cell in read(path).cells:
        assert not cell.get("outputs")
        assert cell.get("execution_count") is None
