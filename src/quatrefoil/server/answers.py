"""HTTP answers: JSON, and refusals with the fitting status."""

from __future__ import annotations

from typing import Any

import orjson
from starlette.responses import Response

from quatrefoil.core.errors import OptionError, QuatrefoilError, UnknownGameError
from quatrefoil.match import RefusedError

STATUS = {
    "bad-request": 400,
    "not-found": 404,
    "not-your-seat": 403,
    "not-your-turn": 409,
    "illegal-move": 422,
    "unfinished-turn": 422,
    "out-of-date": 409,
    "not-begun": 409,
    "over": 409,
    "no-offer": 409,
    "not-allowed": 403,
    "roll-stands": 403,
    "nothing-to-take-back": 403,
    "offered-already": 403,
    "too-many": 429,
    "too-large": 413,
    "taken": 409,
    "unavailable": 503,
}


class Json(Response):
    """JSON that nobody keeps."""

    media_type = "application/json"

    def __init__(self, content: Any, status_code: int = 200, **more: Any) -> None:
        super().__init__(content, status_code, **more)
        self.headers.setdefault("Cache-Control", "no-store")

    def render(self, content: Any) -> bytes:
        """Return the body."""
        return orjson.dumps(content, option=orjson.OPT_NON_STR_KEYS)


def refusal(problem: QuatrefoilError) -> Json:
    """Return the answer to a request that was refused."""
    more: dict[str, Any] = {}
    if isinstance(problem, OptionError) and problem.reason:
        more = {"reason": problem.reason, "values": problem.values}
    if isinstance(problem, UnknownGameError):
        problem = RefusedError("not-found", str(problem))
    elif not isinstance(problem, RefusedError):
        problem = RefusedError("bad-request", str(problem))
    body: dict[str, Any] = {"ok": False, "code": problem.code, "message": problem.message} | more
    headers = {}
    if problem.retry_after is not None:
        body["retry_after"] = problem.retry_after
        headers["Retry-After"] = str(problem.retry_after)
    return Json(body, STATUS[problem.code], headers=headers)


def answered(answer: dict[str, Any]) -> Json:
    """Return the answer that a socket would get, with the fitting status."""
    if answer["ok"]:
        return Json(answer)
    headers = {"Retry-After": str(answer["retry_after"])} if "retry_after" in answer else {}
    return Json(answer, STATUS[answer["code"]], headers=headers)
