"""Trifoil's view: clicks, chains that are shown, and changes that lead to the next scene.

What every view owes to every front end is tested for all games in tests/conformance.
"""

import json
import random
from importlib import resources
from math import cos, hypot, pi, sin

import pytest
from tests.games.game_tools import scaled
from trifoil_reference import joined
from trifoil_tools import FLOWER, OPTION_SETS, PAIR, endless_flower, position, random_links

import quatrefoil
from quatrefoil.games.trifoil import view
from quatrefoil.view.data import json_text, plain_data

FOLDER = resources.files("quatrefoil.games.trifoil")
LANGUAGES = ("en", "fi")
TEXTS = {
    language: json.loads(FOLDER.joinpath(f"texts/{language}.json").read_text(encoding="utf-8"))
    for language in LANGUAGES
}
LESSONS = json.loads(FOLDER.joinpath("learn.json").read_text(encoding="utf-8"))["lessons"]


def matches(options, count=scaled(3, 1), most=120):
    """Yield every position of random matches with the move that is made there."""
    for seed in range(count):
        rng = random.Random(seed)
        play = quatrefoil.rules("trifoil", options).start()
        for _ in range(most):
            if play.is_over:
                break
            move = rng.choice(play.legal_moves())
            yield play.copy(), move
            play.push(move)


def links_by_place(play):
    return {piece.place: piece.symbol for piece in view.scene(play).pieces}


def marks(play, kind):
    return {mark.player: mark for mark in view.scene(play).marks if mark.kind == kind}


# ---- clicks -------------------------------------------------------------------------------------


@pytest.mark.parametrize("options", OPTION_SETS, ids=str)
def test_every_move_has_one_path_and_none_begins_another(options):
    for play, _ in matches(options):
        found = view.paths(play)
        assert sorted(path.token for path in found) == play.legal_tokens()
        clicks = {path.clicks for path in found}
        assert len(clicks) == len(found)
        assert not any(way[:1] in clicks for way in clicks if len(way) == 2)


def test_a_link_is_placed_or_pushed_by_the_same_two_clicks():
    paths = {path.token: path.clicks for path in view.paths(position(red="a1.SE", blue="b1.NW"))}
    assert paths["a1>b1"] == ("a1", "b1")
    assert "a1-b1" not in paths
    assert paths["a1-a2"] == ("a1", "a2")


def test_a_shape_is_spun_by_its_handle_and_an_arrow():
    play = position(blue="a1.SE a1.S")
    paths = {path.token: path.clicks for path in view.paths(play)}
    assert paths["delta+"] == ("spin:delta", "delta+")
    assert paths["delta-"] == ("spin:delta", "delta-")


def test_the_end_of_a_turn_is_a_button():
    play = position(red="a1.SE", acted=True)
    assert ("end",) in [path.clicks for path in view.paths(play)]
    assert view.board(play.rules).buttons == ("end",)
    assert view.board(play.rules).turns == "draft"


# ---- the board ----------------------------------------------------------------------------------


@pytest.mark.parametrize("options", OPTION_SETS, ids=str)
def test_places_have_names_of_their_own_and_are_inside(options):
    rules = quatrefoil.rules("trifoil", options)
    board = view.board(rules)
    ids = [place.id for place in board.places]
    assert len(set(ids)) == len(ids)
    assert all(0 < place.x < board.width and 0 < place.y < board.height for place in board.places)
    assert json.loads(json_text(board)) == plain_data(board)
    faces = {place.id: place for place in board.places if place.parent}
    assert set(faces) == set(rules.face_bits)
    assert all(name.startswith(f"{place.parent}.") for name, place in faces.items())


def test_handles_do_not_lie_on_each_other():
    rules = quatrefoil.rules("trifoil", {"board": FLOWER})
    at = [(p.x, p.y) for p in view.board(rules).places if p.id.startswith("spin:")]
    assert len(at) == 4
    pairs = [(one, other) for one in at for other in at if one < other]
    assert all(hypot(one[0] - other[0], one[1] - other[1]) > 30 for one, other in pairs)


def test_a_shape_may_be_called_like_a_blink():
    board = {**PAIR, "spins": {"a1": ["a1", "a2"]}}
    ids = [place.id for place in view.board(quatrefoil.rules("trifoil", {"board": board})).places]
    assert len(set(ids)) == len(ids)


def test_touching_faces_are_nearer_to_each_other_than_to_any_other_face():
    rules = quatrefoil.rules("trifoil", {})
    places = {place.id: place for place in view.board(rules).places if place.parent}
    for one, other in rules.board.edges:
        here = places[rules.board.face_name(one)]
        nearest = min(
            (place for place in places.values() if place is not here),
            key=lambda place: hypot(place.x - here.x, place.y - here.y),
        )
        assert nearest.id == rules.board.face_name(other)


# ---- chains -------------------------------------------------------------------------------------


@pytest.mark.parametrize("per_blink", [2, 3, 4, 5, 6])
def test_the_chain_that_is_shown_is_a_longest_one(per_blink):
    rng = random.Random(per_blink)
    rules = endless_flower(per_blink)
    play = rules.start()
    for _ in range(scaled(100, 10)):
        links = random_links(rules, rng, 0.35)
        play.arrange((links, 0), None, 1, 2, False)
        chain = play.longest_chain_links_of(0)
        assert chain & ~links == 0
        assert chain.bit_count() == play.longest_chain_of(0)
        assert is_chain(rules.board, chain, per_blink)


def is_chain(board, links, per_blink):
    """Whether links hang together, no more of them on a Blink than may count (TF-10)."""
    names = ["N", "NE", "SE", "S", "SW", "NW"]
    chain = [
        (board.places[blink], names[face])
        for bit, (blink, face) in enumerate(board.faces)
        if links >> bit & 1
    ]
    for place, _ in chain:
        if sum(place == other for other, _ in chain) > per_blink:
            return False
    reached, left = chain[:1], chain[1:]
    for link in reached:
        near = [other for other in left if joined(link, other)]
        reached += near
        left = [other for other in left if other not in near]
    return not left


def test_no_links_no_chain():
    assert position().longest_chain_links_of(0) == 0


def test_chains_of_two_and_more_are_marked():
    play = position(red="a1.SE b1.NW b1.S", blue="a3.N c1.SW")
    found = marks(play, "chain")
    assert set(found) == {0}
    assert set(found[0].places) == {"a1.SE", "b1.NW", "b1.S"}
    assert found[0].shapes


def test_the_chain_that_won_is_marked_with_words():
    play = position(red="c1.SW b2.NE b2.N b1.S b1.NE", blue="a1.S a2.N", turn="blue")
    won = marks(play, "winning")[0]
    assert set(won.places) == {"c1.SW", "b2.NE", "b2.N", "b1.S", "b1.NE"}
    assert won.words.key == "mark.chain"
    assert won.words.values["count"] == 5
    assert set(marks(play, "chain")) == {1}


def test_the_longest_chain_that_won_is_marked_so():
    play = position(red="a1.S a2.N c1.NW", blue="a1.SE", links=3, turn="blue")
    assert marks(play, "winning")[0].words.key == "mark.longest"


def test_a_draw_has_no_winning_chain():
    play = position(red="a1.S a2.N c1.NW", blue="b1.S b2.N", links=3, turn="blue")
    assert play.is_over
    assert not marks(play, "winning")


# ---- the minority rule, and facts ---------------------------------------------------------------


def test_who_may_spin_is_there_for_the_asking():
    play = position(red="a1.SE", blue="a1.S a2.N")
    delta = next(mark for mark in view.scene(play).marks if mark.kind == "minority")
    assert delta.on_demand
    assert delta.words.key == "shape.minority"
    assert delta.words.values["player"] == "@player.0"
    assert (delta.words.values["red"], delta.words.values["blue"]) == (1, 2)


def facts(play):
    return [
        (fact.player, fact.words.key, fact.words.values["count"]) for fact in view.scene(play).facts
    ]


def test_facts_are_supply_chain_and_actions():
    assert facts(position(red="a1.SE b1.NW", blue="a3.N")) == [
        (0, "fact.left", 7),
        (0, "fact.chain", 2),
        (1, "fact.left", 8),
        (1, "fact.chain", 1),
        (None, "fact.actions", 2),
    ]
    assert facts(position(red="a1.SE", links=0))[0] == (0, "fact.placed", 1)


# ---- changes ------------------------------------------------------------------------------------


@pytest.mark.parametrize("options", OPTION_SETS, ids=str)
def test_changes_replayed_give_the_next_scene(options):
    for play, move in matches(options):
        before = links_by_place(play)
        after = dict(before)
        found = view.changes(play, move)
        for change in found:
            after.pop(change.start, None)
        for change in found:
            after[change.end] = before.get(change.start, view.SYMBOLS[play.turn])
        play.push(move)
        assert after == links_by_place(play)


def test_a_run_of_links_slides_the_farthest_first():
    play = position(red="c1.SW", blue="b2.NE b2.SW")
    found = view.changes(play, play.parse("c1>b2"))
    assert [(change.how, change.start, change.end) for change in found] == [
        ("slides", "b2.SW", "a3.NE"),
        ("slides", "b2.NE", "b2.SW"),
        ("slides", "c1.SW", "b2.NE"),
    ]


@pytest.mark.parametrize("options", [{}, {"board": "8"}, {"board": FLOWER}, {"board": PAIR}])
def test_a_spin_turns_every_link_about_the_middle_of_the_shape(options):
    rules = quatrefoil.rules("trifoil", options)
    places = {place.id: place for place in view.board(rules).places}
    play = rules.start()
    everywhere = (1 << len(rules.board.faces)) - 1
    play.arrange((0, everywhere), None, 0, 2, False)
    for number in range(len(rules.board.spins)):
        for change in view.changes(play, view.SPIN + number):
            start, end = places[change.start], places[change.end]
            x, y = turned(start, change)
            assert hypot(x - end.x, y - end.y) < 0.01
            assert (start.turn + change.angle - end.turn) % 180 == 0


def turned(place, change):
    angle = change.angle * pi / 180
    x, y = place.x - change.about[0], place.y - change.about[1]
    return (
        change.about[0] + x * cos(angle) - y * sin(angle),
        change.about[1] + x * sin(angle) + y * cos(angle),
    )


def test_the_end_of_a_turn_changes_nothing():
    play = position(red="a1.SE", acted=True)
    assert view.changes(play, play.parse("end")) == []


# ---- words --------------------------------------------------------------------------------------


@pytest.mark.parametrize("options", OPTION_SETS, ids=str)
def test_all_that_is_said_has_words(options):
    for play, move in matches(options):
        said = [view.say(play, move), *view.describe(play)]
        said += [fact.words for fact in view.scene(play).facts]
        said += [mark.words for mark in view.scene(play).marks if mark.words]
        for phrase in said:
            for texts in TEXTS.values():
                forms = texts[phrase.key]
                for form in forms.values() if isinstance(forms, dict) else [forms]:
                    form.format(**phrase.values)
                keys = [str(value)[1:] for value in phrase.values.values() if str(value)[:1] == "@"]
                assert all(key in texts for key in keys)


@pytest.mark.parametrize(
    ("token", "key"),
    [
        ("a1-b1", "say.place"),
        ("c1>b2", "say.push"),
        ("omega+", "say.spin.clockwise"),
        ("omega-", "say.spin.anticlockwise"),
    ],
)
def test_moves_in_words(token, key):
    play = position(red="c1.SW", blue="b2.NE b2.SW")
    assert view.say(play, play.parse(token)).key == key


def test_a_push_tells_how_many_links_go():
    play = position(red="c1.SW", blue="b2.NE b2.SW")
    assert view.say(play, play.parse("c1>b2")).values["count"] == 3


def test_a_half_turn_has_no_direction():
    play = position(blue="a1.S", board=PAIR)
    assert view.say(play, play.parse("x+")).key == "say.spin.half"


@pytest.mark.parametrize("board", ["6", "8", "9", "10", "12"])
def test_handles_and_arrows_have_names_for_a_screen_reader(board):
    rules = quatrefoil.rules("trifoil", {"board": board})
    blinks = set(rules.board.names)
    for place in view.board(rules).places:
        if not place.parent and place.id not in blinks:
            assert all(f"place.{place.id}" in texts for texts in TEXTS.values())


# ---- lessons ------------------------------------------------------------------------------------


def winning_tokens(play):
    found = []
    for move in play.legal_moves():
        after = play.copy()
        after.push(move)
        outcome = after.outcome()
        if outcome and outcome.winners == (play.turn,):
            found.append(play.token(move))
    return found


@pytest.mark.parametrize(
    ("number", "tokens"),
    [
        (0, ["a1-b1", "a3-b2"]),  # a link at either end
        (1, ["a2-b1", "c1-b2"]),  # a third Blink
        (2, ["c1>b2"]),  # only the push
        (3, ["theta-"]),  # only the spin
        (4, []),  # no single action
    ],
)
def test_a_lesson_is_won_just_as_its_text_says(number, tokens):
    play = quatrefoil.position(LESSONS[number]["position"])
    assert winning_tokens(play) == tokens


def test_the_last_lesson_accepts_all_pairs_of_actions_that_win():
    play = quatrefoil.position(LESSONS[4]["position"])
    pairs = []
    for token in play.legal_tokens():
        after = play.copy()
        after.play(token)
        pairs += [[token, second] for second in winning_tokens(after) if after.turn == play.turn]
    assert LESSONS[4]["accept"] == sorted(pairs)
