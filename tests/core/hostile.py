"""Hands integers to everything public in the core, for `test_hostile_core`.

    python -m tests.core.hostile GAME PLACE

It writes each call to the file PLACE before it makes it: the last one there is what crashed or
hung. What may come back is a value, or an error that says what is wrong.
"""

import inspect
import os
import sys
from importlib import import_module
from pathlib import Path

from hypothesis import Phase, given, seed, settings
from hypothesis import strategies as st

import quatrefoil
from quatrefoil import Line, Position, QuatrefoilError, Record, Rng
from quatrefoil.core.encode import encoder_of
from quatrefoil.core.errors import shortened
from quatrefoil.core.evaluate import evaluator_of
from quatrefoil.core.fields import Fields

CORE = Path(import_module("quatrefoil.core").__file__).parent
EXAMPLES = 100 if os.environ.get("QUATREFOIL_TESTS") == "thorough" else 25

#: These trust their caller, as their names or docstrings say.
TRUSTING = {
    *("push_unchecked", "make_image", "map_move", "find_features", "find_unsettled"),
    # How the games make positions, of data that was checked.
    *("set_up", "arrange"),
}
#: A depth that perft counts can still be too deep to wait for.
ENDLESS = {"perft"}

FAIR = (QuatrefoilError, TypeError, ValueError)
#: Methods that games add to their positions are closer to C.
FAIR_IN_GAMES = (*FAIR, IndexError, OverflowError)

INTEGERS = st.one_of(
    st.integers(-3, 300),
    st.integers(0, 1 << 20),
    st.integers(-(1 << 66), 1 << 66),
    st.sampled_from([sign * (1 << bits) + n for sign in (1, -1) for bits in (15, 31, 32, 63, 64)
                     for n in (-1, 0, 1)]),
    st.sampled_from([10**9, 10**30, -(10**30), 10**5000]),
)  # fmt: skip


# ---- what there is ----------------------------------------------------------------------------


def core_modules():
    """Return every module of the core, also those that are added later."""
    paths = sorted(path.relative_to(CORE.parent.parent) for path in CORE.glob("**/*.py"))
    names = [".".join(path.with_suffix("").parts) for path in paths]
    return [import_module(name.removesuffix(".__init__")) for name in names]


def functions():
    """Yield every public function of the core."""
    for module in core_modules():
        for name, value in sorted(vars(module).items()):
            ours = getattr(value, "__module__", None) == module.__name__
            if ours and callable(value) and not name.startswith("_"):
                yield f"{module.__name__}.{name}", value


def methods(thing):
    """Return the names of the public methods of an object."""
    return [
        name
        for name in dir(type(thing))
        if not name.startswith("_") and name not in TRUSTING and callable(getattr(thing, name))
    ]


def positions(rules):
    """Return positions from the first to the last of a game."""
    line, rng, found = Line(rules.start()), Rng(1), []
    while not line.position.is_over and len(line) < 2000:
        found.append(line.position.copy())
        line.push(line.position.random_move(rng))
    return [*found[:: max(1, len(found) // 12)], line.position]


# ---- calling it -------------------------------------------------------------------------------


class Caller:
    """Calls things with integers, and with what else their parameters ask for."""

    def __init__(self, rules, place):
        self.rules = rules
        self._place = os.open(place, os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
        self._points = positions(rules)

    def call(self, name, function, data, fair=FAIR):
        """Call a function once; what it raises must be fair."""
        try:
            parameters = inspect.signature(function).parameters.values()
        except ValueError:  # a class of C without a signature: one number will do
            parameters = [inspect.Parameter("value", inspect.Parameter.POSITIONAL_ONLY)]
        values = [self._value(each, name, data) for each in parameters if self._is_given(each)]
        keywords = {
            each.name: self._value(each, name, data)
            for each in parameters
            if each.kind is each.KEYWORD_ONLY
        }
        shown = [shortened(value, 400) for value in [*values, *keywords.values()]]
        self._note(f"{name} of {self.rules} with {', '.join(shown)}")
        try:
            return function(*values, **keywords)
        except fair:
            return None
        except Exception:
            # A text or a table that is a number is no fair call: only a crash counts.
            if all(map(_takes_number, parameters)):
                raise
            return None

    @staticmethod
    def _is_given(parameter):
        return parameter.kind in (
            parameter.POSITIONAL_ONLY,
            parameter.POSITIONAL_OR_KEYWORD,
            parameter.VAR_POSITIONAL,
        )

    def _value(self, parameter, name, data):
        wanted = parameter.annotation
        if wanted in ("Position", Position):
            return self.position(data)
        if wanted in ("Line", Line):
            return self.line(data)
        if wanted in ("Rng", Rng):
            return Rng(1)
        if wanted == "Rules":
            return self.rules
        if wanted == "cython.longlong" or (parameter.name == "depth" and self._endless(name)):
            return -1
        return data.draw(INTEGERS)

    @staticmethod
    def _endless(name):
        return name.rpartition(".")[2] in ENDLESS

    def _note(self, text):
        os.ftruncate(self._place, 0)
        os.pwrite(self._place, text[:2000].encode(), 0)

    def position(self, data):
        return data.draw(st.sampled_from(self._points)).copy()

    def line(self, data):
        """Return a line with a few moves, or none."""
        line, rng = Line(self.position(data)), Rng(1)
        for _ in range(data.draw(st.integers(0, 2))):
            if not line.position.is_over:
                line.push(line.position.random_move(rng))
        return line


def _takes_number(parameter):
    """Whether a parameter is one that gets what it asks for."""
    wanted = str(parameter.annotation)
    ours = wanted in ("Position", "Line", "Rng", "Rules")
    return ours or "int" in wanted or "SupportsIndex" in wanted


def targets(caller):
    """Yield everything to be called: its name, how to get it anew, and what it may raise."""
    for name, function in functions():
        yield name, lambda data, function=function: (function, None), FAIR
    rules = caller.rules
    things = [Rng(2), encoder_of(rules), evaluator_of(rules), rules, rules.game]
    for thing in [*things, Record(rules), Fields({"a": 1}, "a thing")]:
        fair = FAIR_IN_GAMES if thing is rules else FAIR
        for name in methods(thing):
            yield _named(thing, name), lambda data, t=thing, n=name: (getattr(t, n), None), fair
    first = Line(rules.start())
    for name in methods(first):
        yield f"Line.{name}", lambda data, n=name: _method(caller.line(data), n), FAIR
    for name in methods(first.position):
        fair = FAIR if hasattr(Position, name) else FAIR_IN_GAMES
        yield (
            _named(first.position, name),
            lambda data, n=name: _method(caller.position(data), n),
            fair,
        )


def _named(thing, name):
    return f"{type(thing).__name__}.{name}"


def _method(thing, name):
    return getattr(thing, name), thing


def attack(caller, target, data):
    """Call one thing once. Whatever it says, a position is what it was, or one that follows."""
    name, get, fair = target
    function, thing = get(data)
    before = thing.copy() if isinstance(thing, Position) else None
    caller.call(name, function, data, fair)
    if isinstance(thing, Line):
        thing.position.legal_moves()
    elif before is not None:
        told = function.__name__ == "copy_from"
        assert told or thing == before or thing in successors(before), name


def successors(position):
    for move in position.legal_moves():
        after = position.copy()
        after.push(move)
        yield after


def main(game, place):
    """Attack one game in all ways."""
    caller = Caller(quatrefoil.rules(game), place)
    for target in targets(caller):
        _attack_often(caller, target)


def _attack_often(caller, target):
    @seed(11)
    @settings(max_examples=EXAMPLES, deadline=None, database=None, phases=[Phase.generate])
    @given(st.data())
    def attacked(data):
        attack(caller, target, data)

    attacked()


if __name__ == "__main__":
    main(*sys.argv[1:])
