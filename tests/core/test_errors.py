import pytest

import quatrefoil
from quatrefoil.core import errors
from quatrefoil.core.errors import shortened


def test_every_error_is_a_quatrefoil_error_and_drawn_in_the_docstring():
    classes = [each for each in vars(errors).values() if isinstance(each, type)]
    assert len(classes) > 5
    for each in classes:
        assert issubclass(each, quatrefoil.QuatrefoilError)
        assert each.__name__ in errors.__doc__
        assert getattr(quatrefoil, each.__name__) is each


def test_shortened_keeps_messages_readable():
    assert shortened("a\nb") == r"'a\nb'"
    assert shortened("x" * 1000) == "'" + "x" * 58 + "…"
    assert len(shortened(list(range(1000)), limit=20)) == 20


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        (True, "true"),
        (None, "null"),
        (2.5, "2.5"),
        (["f6", False], '["f6", false]'),
        ({"ä": None}, '{"ä": null}'),
        ({1}, "{1}"),
    ],
)
def test_input_is_shown_as_json_has_it(value, shown):
    assert shortened(value) == shown
