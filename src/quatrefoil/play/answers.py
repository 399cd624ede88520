"""Answers to requests: given once they are stored, and what is said if they are not."""

from __future__ import annotations

from quatrefoil.core.errors import FormatError, QuatrefoilError
from quatrefoil.match import RefusedError
from quatrefoil.play.contracts import Answer, OvertakenError, Reply


def naming(reply: Reply, number: str | None) -> Reply:
    """Return a reply that names its request."""
    return reply if number is None else lambda answer: reply({"re": number, **answer})


def unavailable() -> RefusedError:
    """Return the refusal of what could not be stored."""
    return RefusedError("unavailable", "the server could not store it: try again", 1)


def not_stored(problem: Exception) -> QuatrefoilError:
    """Return what is said of something that could not be stored: why, if it can never be."""
    return problem if isinstance(problem, FormatError) else unavailable()


def refusal(problem: QuatrefoilError) -> Answer:
    """Return the answer to what was refused."""
    if isinstance(problem, OvertakenError):
        problem = unavailable()
    elif not isinstance(problem, RefusedError):
        problem = RefusedError("bad-request", str(problem))
    answer: Answer = {"ok": False, "code": problem.code, "message": problem.message}
    if problem.retry_after is not None:
        answer["retry_after"] = problem.retry_after
    return answer
