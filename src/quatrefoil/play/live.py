"""Live analysis: a position is thought about in slices, and each says what is known so far.

Others have their turn between the slices (play/crew.py). Who is alone gets long ones, four a
second; where others wait they are short, so that everybody soon sees first values. What is said is
written as JSON in the thread that thinks.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from time import monotonic
from typing import Any

from quatrefoil.core.game import Rules
from quatrefoil.core.line import Line
from quatrefoil.play.analyses import presented, presented_threats
from quatrefoil.play.crew import Job
from quatrefoil.play.present import encode
from quatrefoil.play.switching import quick_switches
from quatrefoil.play.thinkers import Kind, Thinkers
from quatrefoil.search import Limit
from quatrefoil.study.threats import ThreatAnalyst

#: Seconds of a slice: the very first, those of who is alone, and those of others.
_FIRST, _ALONE, _SHARED = 0.06, 0.22, 0.06
#: Seconds between two updates of one client at least, where slices are short. Who is alone is told
#: after each: one that ends a little early must not wait until the next one has ended, too.
_BETWEEN = 0.2
#: Megabytes of one analysis: what it knows is kept as long as somebody may ask for more.
MEMORY = 32

#: What becomes of an analysis: it goes on, its time is over, there is nothing more to find out.
THINKING, RESTING, DONE = "thinking", "resting", "done"

#: Takes an update, on the event loop: as JSON, and the state that it tells.
Tell = Callable[[bytes, str], None]


class LiveAnalysis:
    """One position that somebody looks at; what was found is kept until they look elsewhere."""

    def __init__(
        self, line: Line, lines: int, threats: bool, name: str | None, memory: float = MEMORY
    ) -> None:
        self._line = line
        self._lines = lines
        self._threats = threats
        #: The client's own name for it.
        self.name = name
        self._memory = min(MEMORY, memory)
        self._analyst: ThreatAnalyst | None = None
        #: A slice that was given up may still run in its thread while the next one begins.
        self._lock = threading.Lock()
        self._told_at = 0.0
        #: The latest that was told, but for its state.
        self.latest: dict[str, Any] | None = None

    @property
    def rules(self) -> Rules:
        """The rules of the position."""
        rules: Rules = self._line.position.rules
        return rules

    async def think(self, thinkers: Thinkers, seconds: float, tell: Tell, client: str) -> None:
        """Think for some seconds; whoever gives this up (by cancelling) can call it again."""
        left = [seconds]

        def slice_of(job: Job[bool]) -> bool | None:
            # Between two searches much is done in Python, and people's moves must not wait for it.
            with self._lock, quick_switches():
                state = self._think(job, left, thinkers.waiting(Kind.STUDY), tell)
            return None if state == THINKING else True

        await thinkers.study(slice_of, client)

    def again(self, state: str) -> bytes | None:
        """Return the latest update with another state, as JSON."""
        return encode({**self.latest, "state": state}) if self.latest else None

    def _think(self, job: Job[bool], left: list[float], waiting: int, tell: Tell) -> str:
        started = monotonic()
        is_first = self._analyst is None
        if self._analyst is None:
            self._analyst = ThreatAnalyst(
                self._line, self._lines, self._memory, passing=self._threats
            )
        job.running = self._analyst
        time = min(_FIRST if is_first else _SHARED if waiting else _ALONE, max(left[0], 0.01))
        # What is proven may have to be read first: that is for the second slice.
        found = self._analyst.go_on(Limit(time=time), job.halt, sure=not is_first)
        if job.halt.is_set():
            return RESTING
        now = monotonic()
        # Reading what is proven is nobody's fault.
        left[0] -= min(now - started, 2 * time)
        state = DONE if found.finished and not is_first else THINKING if left[0] > 0 else RESTING
        if state != THINKING or not waiting or now - self._told_at >= _BETWEEN:
            self._told_at = now
            self.latest = {
                "type": "analysis",
                "re": self.name,
                "state": state,
                **presented(self._analyst.line.position, found),
                "threats": presented_threats(self._analyst),
                "no_threats": self._analyst.why_not if self._threats else None,
            }
            job.loop.call_soon_threadsafe(tell, encode(self.latest), state)
        return state
