"""A game is complete only with everything around it. This fails where something is missing."""

import re
from importlib import resources
from pathlib import Path

import pytest
from tests.conformance import playthrough, test_vectors

import quatrefoil
from quatrefoil import CHANCE, Line, MissingPartError, OptionError, Rng
from quatrefoil.core.constants import MAX_PLAYERS
from quatrefoil.core.manifest import PARTS, RESOURCES
from quatrefoil.core.registry import BUILT_IN

TESTS = Path(__file__).parent.parent
FOLDERS = Path(quatrefoil.__file__).parent / "games"


@pytest.fixture(params=quatrefoil.names())
def game(request):
    return quatrefoil.game(request.param)


# ---- the games of this repository -------------------------------------------------------------


def test_every_folder_is_a_registered_game():
    folders = {path.name for path in FOLDERS.iterdir() if (path / "__init__.py").exists()}
    assert folders == set(BUILT_IN)


@pytest.mark.parametrize("name", BUILT_IN)
def test_our_games_have_everything_that_players_may_look_for(name):
    assert quatrefoil.game(name).manifest.missing == ()
    assert (FOLDERS / name / "position.pxd").exists()


@pytest.mark.parametrize("name", BUILT_IN)
def test_our_games_have_tests(name):
    assert list((TESTS / "games" / name).glob("test_*.py"))


@pytest.mark.parametrize("name", BUILT_IN)
def test_our_games_have_vectors(name):
    for vectors in (test_vectors.PERFTS, test_vectors.GAMES):
        assert any(vector["game"] == name for vector in vectors)


@pytest.mark.parametrize("name", BUILT_IN)
def test_our_games_have_a_playthrough(name):
    assert (playthrough.FOLDER / f"{name}.txt").exists()


# ---- every game -------------------------------------------------------------------------------


def test_the_manifest_is_true(game):
    """What it lists is there, and what is there is listed."""
    folder = resources.files(game.package)
    for name in PARTS:
        assert folder.joinpath(f"{name}.py").is_file() == game.has(name), name
        if game.has(name):
            assert game.part(name).__name__ == f"{game.package}.{name}"
    for pattern in RESOURCES:
        name = pattern.replace("*", game.name)
        file = folder.joinpath(*name.split("/"))
        assert (file.is_file() or file.is_dir()) == game.has(name), name
        if game.has(name):
            assert game.resource(name) == file


def test_what_a_game_lacks_is_said_in_a_sentence(game):
    absent = [name for name in PARTS if not game.has(name)]
    for name in absent:
        with pytest.raises(MissingPartError, match=rf"^{game.name} has no .* \({name}\)$"):
            game.part(name)
    with pytest.raises(MissingPartError, match=rf"^{game.name} has no .* \(odd\.json\)$"):
        game.resource("odd.json")


def test_the_game_introduces_itself(game):
    assert game.title
    assert game.authors
    assert game.summary.endswith(".")
    assert game.rules_version >= 1
    assert quatrefoil.game(game.name) is game


def test_the_page_of_rules_credits_the_designer_and_explains_every_option(game):
    page = page_of(game)
    assert page.startswith("# ")
    for author in re.split(r",| and |;|\(|\)", game.authors):
        # "art Heikki Sillanpää": the words in capitals are the name.
        name = " ".join(word for word in author.split() if word[0].isupper())
        assert name in page
    for option in game.options:
        assert f"`{option.name}" in page, option.name


def test_decided_readings_are_marked(game):
    assert "Our reading" in page_of(game)


def page_of(game):
    if not game.has("rules.md"):
        pytest.skip("it has no rules page")
    return game.page()


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
    assert 2 <= rules.players <= MAX_PLAYERS


def test_unknown_options_and_wrong_types_are_refused(game):
    with pytest.raises(quatrefoil.OptionError, match=f"{game.name} has no option 'odd'; it has "):
        game.rules({"odd": 1})
    for option in game.options:
        for value in (None, 1.5, "\0", [], {}):
            with pytest.raises(quatrefoil.OptionError, match=option.name):
                game.rules({option.name: value})


def test_dice_are_declared(rules):
    """A game with dice rolls them in a random game; a game without never does."""
    rolls = 0
    for seed in range(3):
        line, rng = Line(rules.start()), Rng(seed)
        while not line.position.is_over and len(line.moves) < 60:
            rolls += line.position.turn == CHANCE
            line.push(line.position.random_move(rng))
    assert (rolls > 0) == rules.has_dice


def test_who_begins_can_be_chosen_where_an_option_says_so(rules):
    for player in range(rules.players):
        options = rules.options_to_begin(player)
        if options is not None:
            assert rules.game.rules({**rules.changed, **options}).start().turn == player
