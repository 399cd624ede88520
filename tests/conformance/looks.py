"""Planes as tests can read them."""

from array import array

from quatrefoil import Line
from quatrefoil.core.encode import encoder_of


def planes_of(position, viewer=0):
    """Return {plane: {(row, column): number}}, without what is 0."""
    encoder = encoder_of(position.rules)
    out = array("f", bytes(4 * encoder.size))
    encoder.write_planes(Line(position), viewer, out)
    area = encoder.rows * encoder.columns
    return {
        name: {
            divmod(at, encoder.columns): round(value, 3)
            for at, value in enumerate(out[number * area : (number + 1) * area])
            if value
        }
        for number, name in enumerate(encoder.planes)
    }


def everywhere(plane):
    """Return the one number that fills a plane; 0 where it is empty."""
    values = set(plane.values()) or {0}
    assert len(values) == 1
    return values.pop()
