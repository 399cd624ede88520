"""TK-5 to TK-9: steps and jumps, outwards or along a ring, and what is forbidden."""

import random

import pytest
from tests.games.game_tools import scaled
from trickle_reference import HOPS, Reference
from trickle_tools import OPTION_SETS, position, random_game, rules, start, tokens_from

from quatrefoil import IllegalMoveError, Line


def test_tk5_player_1_begins_and_turns_go_round():
    line = Line(start(players=3))
    turns = []
    for token in ("f8-f9", "f4-f3", "h4-h3", "d4-d3"):
        turns.append(line.position.turn)
        line.play(token)
    assert turns == [0, 1, 2, 0]


def test_tk5_steps_to_every_empty_neighbour():
    assert tokens_from(position("f6"), "f6") == "f6-e5 f6-e6 f6-f5 f6-f7 f6-g5 f6-g6"


def test_tk5_jumps_over_one_bead_to_the_empty_cell_behind():
    assert tokens_from(position("f6 f7"), "f6") == "f6-e5 f6-e6 f6-f5 f6-f8 f6-g5 f6-g6"


def test_tk5_jumps_over_two_beads_are_none():
    assert tokens_from(position("f6 f7 f8"), "f6") == "f6-e5 f6-e6 f6-f5 f6-g5 f6-g6"


def test_tk5_jumped_beads_stay():
    now = position("f6 f7")
    now.play("f6-f8")
    assert set(now.to_json()["beads"]) == {"f7", "f8"}


def test_tk5_no_jump_off_the_board():
    assert tokens_from(position("f10 f11"), "f10") == "f10-e10 f10-e9 f10-g10 f10-g9"


def test_tk6_no_bead_moves_inwards():
    assert tokens_from(position("f8"), "f8") == "f8-e7 f8-e8 f8-f9 f8-g7 f8-g8"
    assert tokens_from(position("g8"), "g8") == "g8-f9 g8-g9 g8-h7 g8-h8"


def test_tk6_no_bead_jumps_inwards():
    assert "f9-f7" not in position("f8 f9").legal_tokens()
    assert "h6-f8" in position("h6 g7").legal_tokens(), "along ring 2"


def test_tk6_a_jump_over_the_centre_stays_on_ring_1():
    assert tokens_from(position("f5 f6"), "f5") == "f5-e4 f5-e5 f5-f4 f5-f7 f5-g4 f5-g5"


def test_tk7_beads_on_the_rim_rest():
    now = position("k3 f1 f8")
    assert {token.split("-")[0] for token in now.legal_tokens()} == {"f8"}


@pytest.mark.parametrize(
    ("beads", "move", "back"),
    [("f9 d4", "f9-g8", "g8-f9"), ("h6 g7 d4", "h6-f8", "f8-h6")],
    ids=["step", "jump"],
)
def test_tk8_the_latest_move_may_not_be_undone(beads, move, back):
    line = Line(position(beads))
    line.play(move)
    assert back not in line.position.legal_tokens()
    line.play("d4-c4")
    assert back in line.position.legal_tokens()


def test_tk8_the_bead_may_go_elsewhere_and_others_may_go_there():
    line = Line(position("f9 e8"))
    line.play("f9-g8")
    assert tokens_from(line.position, "g8") == "g8-g9 g8-h7 g8-h8"
    assert "e8-f9" in line.position.legal_tokens()


def test_tk9_pass_is_not_legal_where_a_bead_can_move():
    with pytest.raises(IllegalMoveError, match="'pass' is not legal here; 60 tokens are"):
        start().play("pass")


def ways_back(now):
    """The values of `last` that would forbid one of the moves inside the rim."""
    board = now.rules.board
    for token in now.legal_tokens():
        first, *_, last = (board.cells_by_name.get(name, -1) for name in token.split("-"))
        if board.ring[first] == board.ring[last] < board.rings:
            yield [board.names[last], board.names[first]]


@pytest.mark.parametrize("options", OPTION_SETS)
def test_tk9_there_always_is_a_move(options):
    """A few beads behind a crowded rim, and TK-8 aimed at each of their moves in turn."""
    board, values = rules(**options).board, list(rules(**options).first_beads.values())
    rim = [cell for cell, ring in enumerate(board.ring) if ring == board.rings]
    inside = [cell for cell, ring in enumerate(board.ring) if ring < board.rings]
    dice = random.Random(9)
    for _ in range(scaled(60, 3)):
        few = dice.randint(1, 4)
        cells = dice.sample(inside, few) + dice.sample(rim, min(len(rim), len(values) - few))
        beads = {board.names[cell]: value for cell, value in zip(cells, values, strict=False)}
        for last in [None, *ways_back(position(beads, **options))]:
            assert position(beads, last=last, **options).legal_moves()


def test_tk9_even_on_a_ring_with_a_single_gap():
    """The hard case of the proof: all neighbours are taken, but for the forbidden way back."""
    board = rules(rings=4).board
    ring = [name for name, r in zip(board.names, board.ring, strict=True) if r == 3]
    assert len(ring) == 18
    for gap in ring:
        beads = " ".join(cell for cell in ring if cell != gap)
        for last in ways_back(position(beads, rings=4)):
            assert position(beads, last=last, rings=4).legal_moves()
        neighbours = [t for t in position(beads, rings=4).legal_tokens() if t.endswith(f"-{gap}")]
        assert len(neighbours) >= 2


def test_the_start_has_sixty_moves_of_all_beads_but_the_centre():
    now = start()
    assert len(now.legal_tokens()) == len(set(now.legal_tokens())) == 60
    assert {t.split("-")[0] for t in now.legal_tokens()} == now.to_json()["beads"].keys() - {"f6"}


@pytest.mark.parametrize("options", OPTION_SETS)
def test_tk5_the_position_says_which_moves_are_jumps(options):
    points = Reference(options, start(**options).to_json()).points
    for now in random_game(options, seed=6):
        for move in now.legal_moves():
            first, second = now.token(move).split("-")[:2]
            if second not in points:
                assert not now.is_jump(move)  # it leaves the board
                continue
            (x, y), (end_x, end_y) = points[first], points[second]
            assert now.is_jump(move) == ((end_x - x, end_y - y) not in HOPS)


def test_what_is_no_move_is_no_jump():
    assert not any(start().is_jump(move) for move in (-1, 0, 255, 7 << 8, 216 | 7 << 8, 2**62))
