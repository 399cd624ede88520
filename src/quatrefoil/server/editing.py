"""The requests of the editors: positions and boards that are being put together.

The work is done by plain functions, beside the event loop: boards that somebody makes up can be
large, and their rules take a while to make.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from quatrefoil.core.errors import FormatError, ReasonedError
from quatrefoil.core.registry import game as game_of
from quatrefoil.core.registry import rules as rules_of
from quatrefoil.play import present
from quatrefoil.server.api import Api
from quatrefoil.server.blocking import read_body
from quatrefoil.server.forms import DESIGN, EDIT
from quatrefoil.study import designing, editing
from quatrefoil.study.designing import Designed
from quatrefoil.study.editing import Examined
from quatrefoil.view.data import plain_data, view_of


class EditingApi:
    """The requests."""

    def __init__(self, api: Api) -> None:
        self.api = api

    async def edit(self, request: Request) -> Response:
        """Say what is wrong with a position that is being put together, and show it."""
        body = await self.api.body(request)
        return await self.api.answer(request, lambda: edit(body))

    async def design(self, request: Request) -> Response:
        """Say what is wrong with a board that is being drawn, and show it."""
        body = await self.api.body(request)
        return await self.api.answer(request, lambda: design(body))


def edit(body: bytes) -> dict[str, Any]:
    """Return a draft with all that can be said about it; its tools too where it is a new one."""
    given = EDIT.read(read_body(body))
    position, draft, begin = given["position"], given["draft"], given["begin"]
    if sum(each is not None for each in (position, draft, begin)) != 1:
        raise FormatError("an edit is of a 'position', of a 'draft', or begins by 'begin'")
    if draft is not None:
        found = editing.judge(*editing.read_draft(draft))
    elif position is not None:
        found = editing.examine(position)
    else:
        rules = rules_of(game_of(str(given["game"])).name, given["options"])
        editing.edit_of(rules.game)
        found = editing.empty(rules) if begin == "empty" else editing.examine(_first(rules))
    if given["image"]:
        found = editing.image(found, given["image"])
    return _examined(found) | (_tools(found) if draft is None else {})


def _first(rules: Any) -> dict[str, Any]:
    start: dict[str, Any] = rules.start().to_json()
    return start


def _examined(found: Examined) -> dict[str, Any]:
    position, view = found.position, view_of(found.rules)
    outcome = position and position.outcome()
    return {
        "position": found.to_json(),
        "draft": found.draft.to_json(),
        "scene": present.drawn(found.scene()),
        "faults": _told(found.faults),
        "doubts": _told(found.doubts),
        "possible": position is not None,
        "over": bool(outcome),
        "turn": position.turn if position is not None and position.turn >= 0 else None,
        "words": [] if position is None else present.drawn(view.describe(position)),
    }


def _tools(found: Examined) -> dict[str, Any]:
    return {
        "options": dict(found.rules.changed),
        "tools": plain_data(editing.tools_of(found.rules)),
        "images": editing.images(found.rules),
    }


def _told(problems: Iterable[ReasonedError]) -> list[dict[str, Any]]:
    return [{"message": str(p), "reason": p.reason, "values": dict(p.values)} for p in problems]


def design(body: bytes) -> dict[str, Any]:
    """Return a drawing of a board with all that can be said about it."""
    given = DESIGN.read(read_body(body))
    game = game_of(given["game"])
    part = designing.design_of(game)
    if given["draft"] is not None:
        draft = designing.read_drawing(game, given["draft"])
        return _designed(designing.judge(game, given["options"], draft))
    found = designing.open_design(rules_of(game.name, given["options"]))
    tools = plain_data(part.TOOLS)
    tools.pop("places")  # those of the canvas are what can be clicked
    return _designed(found) | {"tools": tools}


def _designed(found: Designed) -> dict[str, Any]:
    return {
        "option": found.option,
        "value": found.value,
        "draft": found.draft.to_json(),
        "board": present.drawn(found.canvas.board),
        "scene": present.drawn(found.canvas.scene),
        "facts": present.drawn(found.canvas.facts),
        "faults": _told(found.faults),
    }
