"""A test that fails among the others is run once more, alone: `pytest -p tests.second_try`.

Some tests start servers, databases and browsers, and a machine that is busy with other tests may
spoil one of them. What passes alone is *unsteady*: it is shown at the end, and does not fail the
run. What fails again fails it. Where more than `LIMIT` tests fail that is no accident: none of them
is run again.
"""

from __future__ import annotations

import subprocess
import sys

import pytest

LIMIT = 20
#: How long a second try may take, in seconds.
PATIENCE = 300


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session: pytest.Session) -> None:
    """Run again what failed; of what passes, say so, and count it apart."""
    config = session.config
    reporter = config.pluginmanager.get_plugin("terminalreporter")
    if session.exitstatus != pytest.ExitCode.TESTS_FAILED or reporter is None:
        return  # no test failed, or something else did; or this is a worker: the first one reports
    stats = reporter.stats
    failed = {report.nodeid for kind in ("failed", "error") for report in stats.get(kind, [])}
    if len(failed) > LIMIT:
        return
    unsteady = {test for test in sorted(failed) if _passes_alone(test, config, reporter)}
    for kind in ("failed", "error"):
        reports = stats.pop(kind, [])
        if again := [report for report in reports if report.nodeid not in unsteady]:
            stats[kind] = again
        if once := [report for report in reports if report.nodeid in unsteady]:
            stats.setdefault("unsteady", []).extend(once)
    if unsteady == failed:
        session.exitstatus = pytest.ExitCode.OK


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Show how unsteady tests failed the first time."""
    reports = terminalreporter.stats.get("unsteady", [])
    if not reports:
        return
    terminalreporter.section("UNSTEADY: failed among the others, passed alone", red=True, bold=True)
    for report in reports:
        terminalreporter.section(report.nodeid, "_")
        report.toterminal(terminalreporter._tw)
    for test in sorted({report.nodeid for report in reports}):
        terminalreporter.line(f"UNSTEADY {test}", red=True, bold=True)


def _passes_alone(test: str, config: pytest.Config, reporter: pytest.TerminalReporter) -> bool:
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "--no-header", test]
    reporter.ensure_newline()
    reporter.write(f"Once more, alone: {test} ... ")
    try:
        tried = subprocess.run(
            command, cwd=config.rootpath, capture_output=True, text=True, timeout=PATIENCE
        )
    except subprocess.TimeoutExpired:
        reporter.line(f"not done after {PATIENCE} s", red=True)
        return False
    passed = tried.returncode == 0
    reporter.line("passed" if passed else "FAILED AGAIN", red=not passed)
    if not passed:
        reporter.line(tried.stdout + tried.stderr)
    return passed
