"""Objects that were made in odd ways, or whose insides were handed out, do not crash or change."""

import dataclasses
import subprocess
import sys

import pytest

import quatrefoil
from quatrefoil import Line, Rng
from quatrefoil.core import rng as random_numbers
from quatrefoil.core.game import Rules

compiled_only = pytest.mark.skipif(
    not quatrefoil.compiled(), reason="uncompiled, such an object lacks its attributes"
)

#: Calls every public method of an object that `__init__` never saw.
_BARE = """
import sys
import quatrefoil
from quatrefoil import Line, Rng

kind = type(quatrefoil.rules(sys.argv[1]).start())
line = Line(quatrefoil.rules("trickle").start())
bare = kind.__new__(kind)
trusting = {"set_up", "arrange", "push_unchecked", "make_image", "map_move"}
assert bare.is_over and bare.legal_moves() == []
for name in sorted(set(dir(kind)) - trusting):
    if name.startswith("_") or not callable(getattr(kind, name)):
        continue
    for given in ((), (0,), (1,), (Rng(1),), (line,), (line.position,), (0, 0)):
        print(name, given, flush=True)
        try:
            getattr(bare, name)(*given)
        except Exception as problem:
            pass
for reads in (lambda: bare.key, lambda: hash(bare), bare.scores, bare.copy, lambda: Line(bare)):
    try:
        reads()
    except (TypeError, AttributeError):
        continue
    raise AssertionError("a position without rules was read")
"""


@compiled_only
@pytest.mark.parametrize("name", quatrefoil.names())
def test_a_position_that_was_never_made_is_over(name):
    run = [sys.executable, "-c", _BARE, name]
    ran = subprocess.run(run, capture_output=True, text=True, check=False, timeout=60)
    assert ran.returncode == 0, ran.stdout[-200:] + ran.stderr


@compiled_only
def test_a_line_is_never_without_a_position():
    for given in ((), (None,), (5,)):
        with pytest.raises(TypeError):
            Line.__new__(Line, *given)


@compiled_only
def test_a_position_keeps_its_rules():
    position = quatrefoil.rules("trickle").start()
    before = position.copy()
    with pytest.raises(TypeError, match="made once"):
        position.__init__(quatrefoil.rules("trickle(rings=3)"))
    assert position == before


def test_lists_of_a_line_are_the_callers_own():
    line = Line(quatrefoil.rules("trickle").start(), ["f8-f9"])
    moves, tokens = line.moves, line.tokens
    moves.clear()
    tokens.append("nonsense")
    assert (line.tokens, len(line)) == (["f8-f9"], 1)
    seen = []
    for token in line:
        seen.append(token)
        line.push(line.position.legal_moves()[0])
    assert seen == ["f8-f9"]
    line.pop()
    line.pop()
    assert line == Line(quatrefoil.rules("trickle").start())


def test_random_numbers_that_were_tampered_with_go_on():
    """From the state 0 only 0 follows, and a draw would wait for another number for ever."""
    rng = random_numbers._resumed(0)
    assert len({rng.draw(1000) for _ in range(20)}) > 1
    assert isinstance(rng, Rng)


def test_rules_belong_to_one_game():
    game = quatrefoil.game("trickle")
    with pytest.raises(ValueError, match="TrickleRules are rules of trickle already"):
        dataclasses.replace(game, name="tricky", resources=("texts/en.json",))
    assert quatrefoil.rules("trickle").game is game


@pytest.mark.parametrize(
    ("name", "value"),
    [("players", 7), ("players", 1), ("max_moves", 0), ("max_moves", 10**30), ("repetition", -1)],
)
def test_rules_fit_into_the_arrays_that_positions_use(name, value):
    class Made(Rules):
        game = quatrefoil.game("blinq")
        players, max_moves = 2, 5

        def prepare(self):
            setattr(self, name, value)

    with pytest.raises(ValueError, match="is an integer from"):
        Made({})
