"""HTTP answers: JSON, and refusals with the status of their code."""

from __future__ import annotations

import gzip
from typing import Any

import orjson
from starlette.responses import Response

from quatrefoil.core.errors import QuatrefoilError, ReasonedError, UnknownGameError
from quatrefoil.match import RefusedError
from quatrefoil.match.errors import CODES
from quatrefoil.play.answers import unavailable
from quatrefoil.play.contracts import OvertakenError

#: Bytes from which on answers are compressed, and how hard it is tried.
PACKED_FROM, PACK_LEVEL = 1000, 6


class Json(Response):
    """JSON that no cache stores."""

    media_type = "application/json"

    def __init__(self, content: Any, status_code: int = 200, **more: Any) -> None:
        super().__init__(content, status_code, **more)
        self.headers.setdefault("Cache-Control", "no-store")

    def render(self, content: Any) -> bytes:
        """Return the body."""
        return orjson.dumps(content, option=orjson.OPT_NON_STR_KEYS)


def pack(answer: Response, accepted: str) -> None:
    """Compress a large answer, if the client takes that; for a thread, as it takes a while."""
    if "gzip" in accepted and len(answer.body) > PACKED_FROM:
        answer.body = gzip.compress(bytes(answer.body), PACK_LEVEL, mtime=0)
        answer.headers["Content-Encoding"] = "gzip"
        answer.headers["Content-Length"] = str(len(answer.body))
        answer.headers.add_vary_header("Accept-Encoding")


def refusal(problem: QuatrefoilError) -> Json:
    """Return the answer to a request that was refused."""
    more: dict[str, Any] = {}
    if isinstance(problem, ReasonedError) and problem.reason:
        more = {"reason": problem.reason, "values": problem.values}
    if isinstance(problem, UnknownGameError):
        problem = RefusedError("not-found", str(problem))
    elif isinstance(problem, OvertakenError):
        problem = unavailable()
    elif not isinstance(problem, RefusedError):
        problem = RefusedError("bad-request", str(problem))
    if problem.retry_after is not None:
        more["retry_after"] = problem.retry_after
    return answered({"ok": False, "code": problem.code, "message": problem.message, **more})


def answered(answer: dict[str, Any]) -> Json:
    """Return the answer that a socket would get, with the fitting status."""
    if answer["ok"]:
        return Json(answer)
    headers = {"Retry-After": str(answer["retry_after"])} if "retry_after" in answer else {}
    return Json(answer, CODES[answer["code"]].status, headers=headers)
