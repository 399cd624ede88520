"""Notebooks as pages: run by this very program, their outputs below each cell.

Outputs are text, SVG or nothing, so a converter of our own is shorter than the settings of one that
is made for everything.
"""

from __future__ import annotations

import json
import os
import re
import sys
from pathlib import Path
from typing import Any

import nbformat
from nbclient import NotebookClient


def page_of(path: Path, pictures: Path, run: bool) -> str:
    """Return a notebook as Markdown; its pictures go into a folder beside the page."""
    notebook = nbformat.read(path, as_version=4)
    if run:
        _run(notebook, pictures)
    parts = []
    for number, cell in enumerate(notebook.cells):
        if cell.cell_type == "markdown":
            parts.append(cell.source)
            continue
        parts.append(f"```python\n{cell.source}\n```")
        for at, output in enumerate(cell.get("outputs", [])):
            parts.append(_shown(output, f"{path.stem}-{number}-{at}.svg", pictures))
    return "\n\n".join(part for part in parts if part) + "\n"


def _run(notebook: Any, folder: Path) -> None:
    """Run all cells; the kernel is this interpreter, whatever else is installed."""
    kernels = folder.parent / "kernels"
    spec = kernels / "kernels" / "python3" / "kernel.json"
    spec.parent.mkdir(parents=True, exist_ok=True)
    options = ["-f", "{connection_file}", "--log-level=40"]
    command = [sys.executable, "-m", "ipykernel_launcher", *options]
    spec.write_text(
        json.dumps({"argv": command, "display_name": "Python 3", "language": "python"}),
        encoding="utf-8",
    )
    os.environ |= {"JUPYTER_PATH": str(kernels), "IPYTHONDIR": str(kernels / "ipython")}
    resources = {"metadata": {"path": str(kernels)}}
    NotebookClient(notebook, timeout=300, kernel_name="python3", resources=resources).execute()


def _shown(output: Any, name: str, pictures: Path) -> str:
    """Return one output as Markdown."""
    if output.output_type == "stream":
        return _text(output.text)
    if output.output_type == "error":
        raise RuntimeError(f"a notebook failed: {output.evalue}")
    data = output.get("data", {})
    if "image/svg+xml" in data:
        (pictures / name).write_text(data["image/svg+xml"], encoding="utf-8")
        words = re.search(r"<desc>(.*?)</desc>", data["image/svg+xml"], re.DOTALL)
        alt = " ".join(words[1].split()) if words else "a picture"
        return f":::{{container}} output\n![{alt}](../pictures/{name})\n:::"
    return _text(data.get("text/plain", ""))


def _text(text: str) -> str:
    plain = re.sub(r"\x1b\[[0-9;]*m", "", text).rstrip("\n")
    return f":::{{container}} output\n```text\n{plain}\n```\n:::" if plain else ""
