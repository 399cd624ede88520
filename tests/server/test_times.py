"""What is counted of times: the same as Prometheus' own histogram would say, without its locks."""

from hypothesis import given
from hypothesis import strategies as st
from prometheus_client import Histogram, generate_latest

from quatrefoil.server.metrics import SECONDS, Times


class Collected:
    """A registry of one metric."""

    def __init__(self, times):
        self.times = times

    def collect(self):
        """Yield the metric."""
        yield self.times.collect()


@given(st.lists(st.one_of(st.floats(0, 5), st.sampled_from(SECONDS))))
def test_times_are_told_as_prometheus_tells_them(seconds):
    ours = Times("something_seconds", "How long it took.")
    theirs = Histogram("something_seconds", "How long it took.", buckets=SECONDS, registry=None)
    for each in seconds:
        ours.observe(each)
        theirs.observe(each)
    wanted = [line for line in generate_latest(theirs).splitlines() if b"_created" not in line]
    assert generate_latest(Collected(ours)).splitlines() == wanted
