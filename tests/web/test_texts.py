"""What the page says: in a native speaker's words, and about the pointer that is there."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

import quatrefoil
from quatrefoil.match.messages import PHRASES

ROOT = Path(quatrefoil.__file__).parent
TEXTS = sorted([*ROOT.glob("**/texts/*.json"), *ROOT.glob("games/*/learn.??.json")])
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({}, "click c1, then b2"),
        (PHONE, "tap c1, then b2"),
        ({"locale": "fi-FI"}, "napsauta c1"),
        ({"locale": "fi-FI", **PHONE}, "napauta c1"),
    ],
    ids=["mouse", "finger", "hiiri", "sormi"],
)
def test_fingers_tap_and_mice_click(visit, options, said):
    page = visit("/learn/trifoil/3", **options)
    page.locator(".task").get_by_text(said).wait_for()


_WRITTEN_OUT = r"(?<!\{)\b(?:click(?:s|ed|ing)?|tap(?:s|ped)?|napsauta|napauta)\b"


@pytest.mark.parametrize("path", TEXTS, ids=lambda path: "/".join(path.parts[-4:]))
def test_a_click_is_never_written_out(path):
    """Except where there is always a mouse: in the terminal."""
    if "terminal" in path.parts:
        return
    texts = json.loads(path.read_text(encoding="utf-8"))
    for key, text in texts.items():
        if not key.startswith("pointer."):
            assert not re.search(_WRITTEN_OUT, str(text), re.I), key


#: What our first English was: not wrong, and not what anybody says.
_FOREIGN = re.compile(
    r"exactly so far|on the cloth|hang(s)? together|a link of yours|is refused only|half round"
    r"|threefold|go together: |that is proposed|Better was",
    re.I,
)


@pytest.mark.parametrize("path", [path for path in TEXTS if path.stem.endswith("en")], ids=str)
def test_no_text_sounds_translated(path):
    texts = json.loads(path.read_text(encoding="utf-8"))
    found = {key: text for key, text in texts.items() if _FOREIGN.search(str(text))}
    assert not found


@pytest.mark.parametrize("language", ["en", "fi"])
def test_every_phrase_of_the_protocol_has_words(language):
    texts = json.loads((ROOT / "web" / "texts" / f"{language}.json").read_text(encoding="utf-8"))
    named = [key.removeprefix("phrase.") for key in texts if key.startswith("phrase.")]
    assert tuple(named) == PHRASES
