"""The requests about studies: each is let in before anything is done, and done beside the loop."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import orjson
from starlette.requests import Request
from starlette.responses import Response

from quatrefoil.core.errors import FormatError
from quatrefoil.core.tree import FORMAT, Tree
from quatrefoil.match import RefusedError
from quatrefoil.server import blocking, pictures
from quatrefoil.server.answers import Json
from quatrefoil.server.api import Api, counted, read_query, secret_of, while_wanted
from quatrefoil.server.lobby import holder_of, new_id, new_secret
from quatrefoil.server.picture_api import PictureApi
from quatrefoil.server.store.studies import StudyRow
from quatrefoil.server.studies import exports
from quatrefoil.server.studies.shelf import clean_title, written
from quatrefoil.server.studies.study_forms import (
    EDIT_STUDY,
    NEW_STUDY,
    STUDY_CARD,
    STUDY_FILM,
    STUDY_PICTURE,
    STUDY_SHEET,
)

#: Bytes of a request besides its trees.
_BESIDES = 5_000


class StudyApi:
    """The requests."""

    def __init__(self, api: Api, drawing: PictureApi) -> None:
        self.api = api
        self.lobby = api.lobby
        self.shelf = api.lobby.shelf
        self.pictures = drawing

    # ---- making and showing -------------------------------------------------------------------

    async def make_study(self, request: Request) -> Response:
        """Keep a tree as a study."""
        client = counted(request)
        self.shelf.admit(client)
        body = await self.api.body(request, self._limits.study + _BESIDES)
        most = self._limits.study_moves
        reading = self.lobby.workers.in_pieces(client, lambda: _new(body, most))
        title, tree, text = await while_wanted(request, reading)
        self.shelf.must_fit(text, len(tree.nodes))
        return await self._made(request, title, tree.rules.game.name, text)

    async def clone_study(self, request: Request) -> Response:
        """Make a study of one's own from another."""
        self.shelf.admit(counted(request))
        row = await self._find(request)
        return await self._made(request, row.title, row.game, row.tree)

    async def _made(self, request: Request, title: str, game: str, text: str) -> Response:
        secret = new_secret()
        row = await self.shelf.make(new_id(), holder_of(secret), title, game, text)
        link = f"{self.api.public_url(request)}/s/{row.id}"
        return Json(
            {
                "id": row.id,
                "secret": secret,
                "version": row.version,
                "link": link,
                "edit_link": f"{link}#{secret}",
            },
            201,
        )

    async def study(self, request: Request) -> Response:
        """Show a study."""
        row = await self._find(request)
        mine = self._holds(request, row)
        movers = await while_wanted(request, self.shelf.movers(row, counted(request)))
        return await self.api.answer(request, lambda: _shown(row, movers, mine))

    async def delete_study(self, request: Request) -> Response:
        """Delete a study."""
        self.shelf.admit_edit(counted(request))
        row = await self.shelf.find_even_damaged(request.path_params["study"])
        self._must_hold(request, row)
        await self.shelf.delete(row)
        return Json({"ok": True})

    # ---- editing ------------------------------------------------------------------------------

    async def edit_study(self, request: Request) -> Response:
        """Edit a study; what others did meanwhile is merged with it."""
        client = counted(request)
        self.shelf.admit_edit(client)
        row = await self._find(request)
        self._must_hold(request, row)
        body = await self.api.body(request, 2 * self._limits.study + _BESIDES)
        most = self._limits.study_moves
        reading = self.lobby.workers.in_pieces(client, lambda: _edit(body, most))
        title, mine, base = await while_wanted(request, reading)
        if mine is None:
            mine = base = await self.shelf.tree(row, client)
        assert base is not None
        # From here on it is done, whether or not somebody waits for the answer.
        stored = await self.shelf.edit(row.id, client, mine, base, title)
        movers = await self.shelf.movers(stored, client)
        return await self.api.answer(request, lambda: _edited(stored, movers))

    # ---- as something else --------------------------------------------------------------------

    async def study_record(self, request: Request) -> Response:
        """Show the main line as a record."""
        self.pictures.drawing.enter(counted(request))
        row = await self._find(request)
        answer = await self.api.answer(request, lambda: exports.record(row.tree))
        return _named(answer, row, "record.json")

    async def study_tree(self, request: Request) -> Response:
        """Show the tree alone."""
        row = await self._find(request)
        answer = await self.api.answer(request, lambda: orjson.Fragment(row.tree))
        return _named(answer, row, "tree.json")

    async def study_picture(self, request: Request) -> Response:
        """Draw a position of a study."""
        self.pictures.drawing.enter(counted(request))
        asked = read_query(request, STUDY_PICTURE)
        row = await self._find(request, asked["version"])
        node, dark, flipped = asked["node"], bool(asked["dark"]), bool(asked["flipped"])
        what = ("study svg", row.id, row.version, node, dark, flipped)
        make = lambda: exports.picture(row.tree, node, dark, flipped)
        answer = await self.pictures.answer(request, what, make, "image/svg+xml")
        return _named(answer, row, "svg")

    async def study_film(self, request: Request) -> Response:
        """Draw a line of a study as a picture that moves."""
        pictures.must_draw()
        self.pictures.drawing.enter(counted(request))
        asked = read_query(request, STUDY_FILM)
        row = await self._find(request, asked["version"])
        node, first, dark = asked["node"], asked["from"], bool(asked["dark"])
        what = ("study film", row.id, row.version, node, first, dark)
        make = lambda: exports.film(row.tree, node, first, dark)
        answer = await self.pictures.answer_in_pieces(request, what, make, "image/gif")
        return _named(answer, row, "gif")

    async def study_sheet(self, request: Request) -> Response:
        """Print the positions that something is said about."""
        pictures.must_draw()
        self.pictures.drawing.enter(counted(request))
        asked = read_query(request, STUDY_SHEET)
        row = await self._find(request)
        paper, language = asked["paper"], asked["language"]
        what = ("study sheet", row.id, row.version, row.title, paper, language)
        make = lambda: exports.sheet(row, paper, language)
        answer = await self.pictures.answer_in_pieces(request, what, make, "application/pdf")
        return _named(answer, row, "pdf")

    async def study_card(self, request: Request) -> Response:
        """Draw a study as a card for link previews."""
        pictures.must_draw()
        self.pictures.drawing.enter(counted(request))
        language = read_query(request, STUDY_CARD)["language"]
        row = await self._find(request)
        what = ("study card", row.id, row.version, row.title, language)
        make = lambda: exports.study_card(row, language)
        return await self.pictures.answer(request, what, make, "image/png")

    # ---- helpers ------------------------------------------------------------------------------

    @property
    def _limits(self) -> Any:
        return self.lobby.settings.limits

    async def _find(self, request: Request, version: int | None = None) -> StudyRow:
        row = await self.shelf.find(request.path_params["study"])
        self.shelf.look(row)
        if version is not None and version != row.version:
            raise RefusedError("out-of-date", f"the study has version {row.version} by now")
        return row

    def _holds(self, request: Request, row: StudyRow) -> bool:
        return holds(secret_of(request), row)

    def _must_hold(self, request: Request, row: StudyRow) -> None:
        if not self._holds(request, row):
            raise RefusedError("not-allowed", "only who has the link to edit may change a study")


def holds(secret: str, row: StudyRow) -> bool:
    """Whether a secret is the one to edit a study: hashes are compared, so time tells nothing."""
    return bool(secret) and holder_of(secret) == row.holder


def _shown(row: StudyRow, movers: list[int | None], mine: bool) -> dict[str, Any]:
    return {
        "id": row.id,
        "game": row.game,
        "created": row.created,
        "changed": row.changed,
        "mine": mine,
        **_edited(row, movers),
    }


def _edited(row: StudyRow, movers: list[int | None]) -> dict[str, Any]:
    tree = orjson.Fragment(row.tree)
    return {"version": row.version, "title": row.title, "tree": tree, "movers": movers}


def _new(body: bytes, most: int) -> Iterator[tuple[str, Tree, str] | None]:
    """Read a new study in pieces."""
    given = NEW_STUDY.read(blocking.read_body(body))
    for tree in _reading(given["tree"], most):
        yield (clean_title(given["title"]), tree, written(tree)) if tree else None


def _edit(body: bytes, most: int) -> Iterator[tuple[str | None, Tree | None, Tree | int] | None]:
    """Read an edit in pieces: the title, the tree, and the tree or the version it began with."""
    given = EDIT_STUDY.read(blocking.read_body(body))
    title = None if given["title"] is None else clean_title(given["title"])
    if given["tree"] is None:
        if title is None:
            raise RefusedError("bad-request", "an edit has a `tree`, or a `title`, or both")
        yield title, None, 0
        return
    if (given["base"] is None) == (given["version"] is None):
        raise RefusedError("bad-request", "an edit says what was edited: a `version` or a `base`")
    base: Tree | int = given["version"] or 0
    if given["base"] is not None:
        for read in _reading(given["base"], most):
            yield None
            base = read or base
    for mine in _reading(given["tree"], most):
        yield (title, mine, base) if mine else None


def _reading(data: dict[str, Any], most: int) -> Iterator[Tree | None]:
    """Read a tree in pieces; one with too many moves is refused before any of them is played."""
    if data.get("format") != FORMAT:
        raise FormatError(f"a study holds a tree: its `format` is {FORMAT}")
    if sum(map(_length, _entries(data.get("lines")))) > most:
        raise RefusedError("too-large", f"a study has at most {most} moves")
    return Tree.reading(data)


def _entries(data: Any) -> list[Any]:
    return data if isinstance(data, list) else []


def _length(line: Any) -> int:
    """Return how many moves a line has; what is no line is refused when it is read."""
    return len(_entries(line.get("moves"))) if isinstance(line, dict) else 0


def _named(answer: Response, row: StudyRow, ending: str) -> Response:
    """Say what a file is called when it is saved."""
    name = f"{row.game}-{row.id}.{ending}"
    answer.headers["Content-Disposition"] = f'inline; filename="{name}"'
    return answer
