"""Playthroughs are compared, letter by letter. See `playthrough.py` for how to write them anew."""

import pytest
from tests.conformance import playthrough


@pytest.mark.parametrize("file", playthrough.files(), ids=lambda file: file.stem)
def test_playthrough(file):
    text = file.read_text(encoding="utf-8")
    assert text.startswith(f"rules: {file.stem}")
    assert playthrough.generate(text) == text
