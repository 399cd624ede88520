"""Random numbers: equal in both forms, uniform, seeded."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quatrefoil import Rng
from quatrefoil.core.rng import scramble, zobrist

MASK = 2**64 - 1


def reference(seed):
    """Vigna's xorshift64*, written down once more."""
    state = scramble(seed) or 1
    while True:
        state ^= state >> 12
        state = (state ^ (state << 25)) & MASK
        state ^= state >> 27
        yield (state * 0x2545F4914F6CDD1D) & MASK


def reference_below(stream, count):
    """Lemire's method in the words of its paper."""
    while True:
        product = (next(stream) >> 32) * count
        if product % 2**32 >= 2**32 % count:
            return product >> 32


def test_scramble_is_splitmix64():
    # The first two outputs of the published splitmix64 with seed 0 are scramble of 0 and of its
    # increment.
    assert scramble(0) == 0xE220A8397B1DCDAF
    assert scramble(0x9E3779B97F4A7C15) == 0x6E789E6AA1B965F4


@given(st.integers(), st.integers(1, 2**32 - 1))
def test_draw_is_the_reference(seed, count):
    rng, stream = Rng(seed), reference(seed)
    for _ in range(20):
        assert rng.draw(count) == reference_below(stream, count)


def test_known_values():
    rng = Rng(7)
    assert [rng.draw(100) for _ in range(8)] == [8, 25, 35, 55, 65, 60, 41, 62]


def test_draws_are_uniform():
    rng = Rng(3)
    drawn = Counter(rng.draw(6) for _ in range(6000))
    assert set(drawn) == set(range(6))
    # Chi-square with 5 degrees of freedom: 20.5 is passed once in a thousand.
    assert sum((n - 1000) ** 2 / 1000 for n in drawn.values()) < 20.5


@pytest.mark.parametrize("count", [0, -1, 2**32])
def test_draw_refuses_impossible_counts(count):
    with pytest.raises(ValueError, match="from 1 to 4294967295"):
        Rng(1).draw(count)


def test_zobrist_tables_do_not_overlap():
    numbers = zobrist(5000, salt=1) + zobrist(5000, salt=2)
    assert len(set(numbers)) == 10_000
    assert all(0 < number <= MASK for number in numbers)
