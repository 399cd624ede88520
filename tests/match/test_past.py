"""Playing on from an earlier position: taken back in the same match, or as a new match."""

import pytest
from match_tools import ADA, BOB, Game, refused

import quatrefoil
from quatrefoil import Line, Record, RecordError, Rng
from quatrefoil.core.errors import QuatrefoilError
from quatrefoil.match.setup import rematch_of
from quatrefoil.match.verify import verify_dice
from quatrefoil.play import present

ALONE = [{"kind": "me"}, {"kind": "me"}]
COMPUTER = [{"kind": "me"}, {"kind": "computer", "level": 1}]


def some_moves(rules, count, seed=4):
    line, rng = Line(rules.start()), Rng(seed)
    for _ in range(count):
        line.push(line.position.random_move(rng))
    return list(line.tokens)


# ---- back in the same match ---------------------------------------------------------------


def test_alone_one_goes_back_to_the_end_of_any_turn():
    game = Game(seats=ALONE)
    for _ in range(5):
        game.play_any(ADA)
    tokens = list(game.match.line.tokens)
    assert [event.type for event in game.do(ADA, "ask-takeback", moves=2)] == ["takenback"]
    assert game.match.line.tokens == tokens[:2]
    assert game.match.turn == 0
    assert game.rebuilt().line == game.match.line
    game.do(ADA, "ask-takeback", moves=0)
    assert game.match.line.tokens == []
    with refused("nothing-to-take-back"):
        game.do(ADA, "ask-takeback", moves=0)


def test_back_to_the_middle_of_a_turn_there_is_no_way():
    game = Game(game="trifoil", seats=ALONE)
    game.play_any(ADA)
    game.play(ADA, "a2-b1", "a2-b2")
    with refused("not-allowed"):
        game.do(ADA, "ask-takeback", moves=2)
    game.do(ADA, "ask-takeback", moves=1)
    assert len(game.match.line) == 1


def test_between_people_one_asks_for_one_turn(duel):
    duel.play(ADA, "f8-f9")
    with refused("not-allowed"):
        duel.do(ADA, "ask-takeback", moves=0)


def test_no_roll_is_taken_back():
    game = Game(game="triotrio", options={"first": "yellow"}, seats=COMPUTER)
    game.play(ADA, "keep", "roll")
    with refused("roll-stands"):
        game.do(ADA, "ask-takeback", moves=0)


# ---- on in another match ---------------------------------------------------------------


@pytest.mark.parametrize("name", ["trifoil", "trickle", "blinq", "triotrio"])
def test_a_match_goes_on_after_moves_that_were_made_before(name):
    rules = quatrefoil.rules(name)
    moves = some_moves(rules, 9)
    game = Game(game=name, seats=ALONE, moves=moves)
    match = game.match
    assert match.line.tokens[:9] == moves
    assert match.past == 9
    assert [token for turn in match.history for token in turn.tokens] == match.line.tokens
    assert game.rebuilt().line == match.line
    before = len(match.line)
    game.play_any(ADA)
    assert len(match.line) > before
    assert list(match.record().moves) == match.line.tokens  # and the record has all of it
    assert not match.practice


def test_what_was_before_the_match_stands():
    game = Game(seats=ALONE, moves=some_moves(quatrefoil.rules("trickle"), 4))
    for wish in ({}, {"moves": 2}):
        with refused("nothing-to-take-back"):
            game.do(ADA, "ask-takeback", **wish)
    game.play_any(ADA)
    game.play_any(ADA)
    game.do(ADA, "ask-takeback", moves=4)
    assert len(game.match.line) == 4


def test_moves_that_cannot_be_are_refused():
    over = Line(quatrefoil.rules("blinq(size=3)").start())
    rng = Rng(1)
    while not over.position.is_over:
        over.push(over.position.random_move(rng))
    for wish in (
        {"moves": ["f8-f9", "nonsense"]},
        {"moves": ["f8-f9"], "first": "roll"},
        {"game": "blinq", "options": {"size": 3}, "moves": list(over.tokens)},
        {"moves": "f8-f9"},
    ):
        with pytest.raises(QuatrefoilError):
            Game(seats=ALONE, **wish)


def test_a_match_may_go_on_from_a_position_and_moves():
    rules = quatrefoil.rules("trickle")
    start = Line(rules.start(), some_moves(rules, 3)).position
    token = start.legal_tokens()[0]
    game = Game(game=None, seats=ALONE, position=start.to_json(), moves=[token])
    assert game.match.line.tokens == [token]
    shown = present.snapshot(game.match, ADA, game.now, b"[]")
    assert (shown["start"], shown["past"]) == (start.to_json(), 1)


def test_a_rematch_goes_on_from_there_too():
    moves = some_moves(quatrefoil.rules("trickle"), 4)
    game = Game(seats=ALONE, moves=moves)
    game.play_any(ADA)
    game.do(ADA, "resign")
    game.do(ADA, "rematch")
    assert rematch_of(game.match).moves == tuple(moves)


def test_only_the_rolls_of_the_match_itself_are_checked():
    rules = quatrefoil.rules("triotrio", {"first": "yellow"})
    moves = some_moves(rules, 9)
    game = Game(game="triotrio", options={"first": "yellow"}, seats=ALONE, moves=moves)
    for _ in range(3):
        game.play_any(ADA)
    game.do(ADA, "resign")
    record = present.record(game.match)
    said = verify_dice(Record.loads(record.dumps()))
    assert "9 moves were made before the match" in said
    assert "all as committed" in said
    for past in ("0", "x", "1 2", "99999"):
        tags = {**record.tags, "dice.past": past}
        with pytest.raises(RecordError):
            verify_dice(Record(record.rules, record.moves, record.ending, tags))


def test_bob_may_join_it():
    moves = some_moves(quatrefoil.rules("trickle"), 4)
    game = Game(moves=moves)
    game.do(BOB, "join", name="Bob")
    assert game.match.phase == "playing"
    assert game.match.turn == 0
