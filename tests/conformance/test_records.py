"""Records: the whole truth about a match, and nothing but."""

import json

import pytest
from tests.conformance.variants import snapshot, walk

from quatrefoil import Ending, Line, Record, RecordError, Rng, UnknownGameError
from quatrefoil.core.record import ENDINGS


def line_of(rules, moves):
    """Return a line of this many random moves, or fewer if the game ends."""
    *_, line = walk(rules, seed=8, moves=moves)
    return line


@pytest.fixture
def unfinished(rules):
    return Record.of(line_of(rules, 3), red="Ada", event="½ café")


@pytest.mark.parametrize("moves", [0, 1, 10, 100_000])
def test_records_come_back(rules, moves, tmp_path):
    line = line_of(rules, moves)
    record = Record.of(line, red="Ada")
    again = Record.loads(record.dumps())
    assert again == record
    assert again.tags == {"red": "Ada"}
    assert snapshot(again.replay().position) == snapshot(line.position)
    assert again.outcome() == line.position.outcome()
    record.save(tmp_path / "game.json")
    assert Record.load(tmp_path / "game.json") == record


def test_lines_show_every_position(rules):
    record = Record.of(line_of(rules, 20))
    seen = [(snapshot(line.position), len(line.moves)) for line in record.lines()]
    straight = [(snapshot(line.position), len(line.moves)) for line in walk(rules, 8, 20)]
    assert seen == straight


@pytest.mark.parametrize("how", ENDINGS)
def test_matches_may_end_before_the_rules_end_them(unfinished, how):
    players = unfinished.rules.players
    loser = None if how == "agreement" else players - 1
    scores = tuple(0.5 if loser is None else float(player != loser) for player in range(players))
    record = Record(unfinished.rules, unfinished.moves, Ending(how, scores, loser))
    again = Record.loads(record.dumps())
    assert again == record
    assert again.outcome().scores == scores
    assert again.outcome().reason == how


def test_a_match_ends_in_known_ways():
    with pytest.raises(RecordError, match="resignation, time, agreement, abandonment, not 'mate'"):
        Ending("mate", (1.0, 0.0))


def changed(record, **changes):
    return record.to_json() | changes


def test_what_a_record_must_be(unfinished):
    players = unfinished.rules.players
    for changes, message in [
        ({"format": "pgn"}, "'format' of a record is one of quatrefoil-record, not 'pgn'"),
        ({"version": 2}, "'version' of a record is a whole number from 1 to 1, not 2"),
        ({"rules_version": 999}, "the record is of version 999 of .* rules; this program plays"),
        ({"options": {"odd": 1}}, "the options of the record: .* has no option 'odd'"),
        ({"options": 3}, "'options' of a record is an object, not 3"),
        ({"moves": "a1"}, "'moves' of a record is a list"),
        ({"moves": [1]}, "'moves' of a record is a list of strings"),
        ({"moves": ["nonsense"]}, "move 1 of the record: "),
        ({"moves": [*unfinished.moves, "~"]}, f"move {len(unfinished.moves) + 1} of the record: "),
        ({"result": [1, 0]}, "the moves give the result None, but the record says"),
        ({"end": {"how": "mate"}}, "'how' of 'end' of a record is one of resignation"),
        ({"end": {"how": "time", "player": players}}, "null or a player from 0 to"),
        ({"end": {"how": "time", "player": True}}, "null or a player from 0 to"),
        ({"end": {"how": "time", "player": 0}}, f"has a 'result' of {players} numbers, not null"),
        ({"end": {"how": "time"}, "result": [1]}, f"has a 'result' of {players} numbers"),
        ({"end": {"how": "time"}, "result": [True] * players}, "has a 'result' of"),
        ({"end": {"how": "time"}, "result": [10**400] * players}, "has a 'result' of"),
        ({"end": {"how": "time"}, "result": [float("inf")] * players}, "has a 'result' of"),
        ({"end": {"how": "time", "odd": 1}}, "'end' of a record has no key 'odd'"),
        ({"tags": {"red": 1}}, "tag 'red' is not a short text"),
        ({"tags": {"red": "x" * 2000}}, "tag 'red' is not a short text"),
        ({"tags": {str(n): "" for n in range(99)}}, "at most 32 tags, not 99"),
        ({"odd": 1}, "a record has no key 'odd'"),
    ]:
        with pytest.raises(RecordError, match=message):
            Record.from_json(changed(unfinished, **changes))
    with pytest.raises(UnknownGameError, match="no game is called 'chess'"):
        Record.from_json(changed(unfinished, game="chess"))
    with pytest.raises(RecordError, match="a record is a JSON object"):
        Record.loads("[]")
    with pytest.raises(RecordError, match="not JSON"):
        Record.loads("{")
    with pytest.raises(RecordError, match="a record has no 'moves'"):
        Record.from_json({k: v for k, v in unfinished.to_json().items() if k != "moves"})


def test_a_finished_game_has_one_result(rules):
    record = Record.of(line_of(rules, 100_000))
    data = record.to_json()
    assert data["result"] == [
        int(score) if score == int(score) else score for score in record.outcome().scores
    ]
    for wrong in (None, [True, False], [score + 1 for score in data["result"]], "1-0"):
        with pytest.raises(RecordError, match=r"the moves give the result \[.*, but"):
            Record.from_json(data | {"result": wrong})
    with pytest.raises(RecordError, match="by the rules and by its 'end' at once"):
        Record.from_json(data | {"end": {"how": "time", "player": 0}})
    with pytest.raises(RecordError, match=f"move {len(record.moves) + 1} of the record: .* over"):
        Record.from_json(data | {"moves": [*data["moves"], data["moves"][0]]})


def test_records_are_readable_json(unfinished):
    data = json.loads(unfinished.dumps())
    assert list(data) == str.split(
        "format version game rules_version options moves end result tags"
    )
    assert data["options"] == unfinished.rules.changed


def test_one_move_wrong_anywhere_is_found(rules):
    line = line_of(rules, 30)
    tokens, rng = list(line.tokens), Rng(4)
    for _ in range(5):
        index = rng.draw(len(tokens))
        broken = Record(rules, (*tokens[:index], "?", *tokens[index + 1 :]))
        with pytest.raises(RecordError, match=f"move {index + 1} of the record: "):
            broken.replay()


def test_the_line_that_a_record_is_of_keeps_its_own_moves(rules):
    line = Line(rules.start())
    record = Record.of(line)
    line.push(line.position.legal_moves()[0])
    assert record.moves == ()
