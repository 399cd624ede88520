"""The style that page and pictures share is whole: it needs nothing of the page's own style."""

import re

import pytest

import quatrefoil
from quatrefoil.view.style import shared_styles, style_of


@pytest.mark.parametrize("game", quatrefoil.names())
def test_every_variable_of_a_board_is_declared(game):
    found = quatrefoil.game(game)
    own = found.resource("print.css").read_text("utf-8") if found.has("print.css") else ""
    text = "".join((*shared_styles(), style_of(found), own))
    declared = set(re.findall(r"(--[\w-]+):", text))
    # --level is the page's: it says how high each piece stands.
    used = set(re.findall(r"var\((--[\w-]+)\)", text)) - {"--level"}
    assert used
    assert used <= declared


@pytest.mark.parametrize("game", quatrefoil.names())
def test_a_game_styles_its_own_board_only(game):
    text = re.sub(r"/\*.*?\*/", "", style_of(quatrefoil.game(game)), flags=re.DOTALL)
    text = re.sub(r"@keyframes.*?\n}\n", "", text, flags=re.DOTALL)
    selectors = re.findall(r"([^{};]+)\{", text)
    for selector in selectors:
        assert f".game-{game}" in selector or selector.strip().startswith("@media"), selector
