"""The disk of the database is lost: backups give back everything that was acknowledged."""

from tests.postgres_tools import QUICK, postgres_or_skip

from quatrefoil.lab.recovery import rehearse


def test_nothing_acknowledged_is_lost_with_the_disk():
    postgres_or_skip().close()
    done = rehearse(matches=2, turns=4, settings=QUICK)
    assert done.before >= 2 * 8
    assert done.acknowledged > done.before
    assert (done.lost, done.lost_before, done.after) == (0, 0, 0)
