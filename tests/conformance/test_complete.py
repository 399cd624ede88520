"""A game is complete only with everything around it. This fails where something is missing."""

import re
from pathlib import Path

import pytest
from tests.conformance import playthrough, test_vectors

import quatrefoil
from quatrefoil import OptionError

TESTS = Path(__file__).parent.parent
FOLDERS = Path(quatrefoil.__file__).parent / "games"


@pytest.fixture(params=quatrefoil.names())
def game(request):
    return quatrefoil.game(request.param)


def test_every_folder_is_a_registered_game():
    folders = {path.name for path in FOLDERS.iterdir() if (path / "__init__.py").exists()}
    assert folders == set(quatrefoil.names())


def test_the_folder_has_the_files_that_all_games_have(game):
    names = ("rules.py", "position.py", "position.pxd", "notation.py", "encode.py", "rules.md")
    for name in names:
        assert (FOLDERS / game.name / name).exists(), name


def test_the_game_can_be_printed(game):
    for name in ("sheet.py", "sheet.md", "sheet.fi.md", "print.css"):
        assert (FOLDERS / game.name / name).exists(), name


def test_the_game_has_tests(game):
    assert list((TESTS / "games" / game.name).glob("test_*.py"))


def test_the_game_has_vectors(game):
    for vectors in (test_vectors.PERFTS, test_vectors.GAMES):
        assert any(vector["game"] == game.name for vector in vectors)


def test_the_game_has_a_playthrough(game):
    assert (playthrough.FOLDER / f"{game.name}.txt").exists()


def test_the_game_introduces_itself(game):
    assert game.title
    assert game.authors
    assert game.summary.endswith(".")
    assert game.rules_version >= 1
    assert quatrefoil.game(game.name) is game


def test_the_page_of_rules_credits_the_designer_and_explains_every_option(game):
    page = game.page()
    assert page.startswith("# ")
    for author in re.split(r",| and |;|\(|\)", game.authors):
        # "art Heikki Sillanpää": the words in capitals are the name.
        name = " ".join(word for word in author.split() if word[0].isupper())
        assert name in page
    for option in game.options:
        assert f"`{option.name}" in page, option.name


def test_decided_readings_are_marked(game):
    assert "Our reading" in game.page()


def test_presets_are_named_described_and_different(game):
    names = [preset.name for preset in game.presets]
    assert len(set(names)) == len(names) > 0
    assert len({str(game.preset(name)) for name in names}) == len(names)
    for preset in game.presets:
        assert re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", preset.name)
        assert preset.help
        assert "\n" not in preset.help
    with pytest.raises(OptionError, match="has no preset 'no such preset'; it has"):
        game.preset("no such preset")


def test_the_first_preset_is_the_game_as_it_is(game):
    assert game.preset(game.presets[0].name) == game.rules()


def test_options_say_what_they_are(game):
    for option in game.options:
        assert option.help
        assert option.allowed
        assert option.describe_default()
        assert re.fullmatch(r"[a-z]+(_[a-z]+)*", option.name)


def test_players_have_names(rules):
    assert len(rules.player_names) == len(set(rules.player_names)) == rules.players
    assert 2 <= rules.players <= 6


def test_unknown_options_and_wrong_types_are_refused(game):
    with pytest.raises(quatrefoil.OptionError, match=f"{game.name} has no option 'odd'; it has "):
        game.rules({"odd": 1})
    for option in game.options:
        for value in (None, 1.5, "\0", [], {}):
            with pytest.raises(quatrefoil.OptionError, match=option.name):
                game.rules({option.name: value})
