"""The requests about studies, declared: what they carry, what they answer."""

from __future__ import annotations

from quatrefoil.match.messages import MAX_EVENT, MAX_SECRET
from quatrefoil.match.schema import Field, Form, Object, Text, Whole
from quatrefoil.server.endpoint import Endpoint
from quatrefoil.server.forms import DARK, FLIPPED, LANGUAGE, MAX_FRAMES, PAPER

#: Characters of a title as it is kept, and as it is sent: spaces around it are cut.
MAX_TITLE, _MAX_TITLE_SENT = 120, 400
_MAX_VERSION = 10**9

#: How many positions a PDF shows.
MAX_POSITIONS = 40

_TREE = Object()
_TITLE = f"what it is called, at most {MAX_TITLE} characters"

NEW_STUDY = Form(
    "the request",
    (
        Field("tree", _TREE, help="a tree, as `docs/study.md` has it"),
        Field("title", Text(_MAX_TITLE_SENT), "", help=_TITLE),
    ),
)
EDIT_STUDY = Form(
    "the request",
    (
        Field(
            "tree", _TREE, None, help="what was made of it; left out where only the title changes"
        ),
        Field("version", Whole(1, _MAX_VERSION), None, help="the version that was edited"),
        Field(
            "base",
            _TREE,
            None,
            help="or the tree that was edited, where no version is like it or it is not known"
            " any more",
        ),
        Field("title", Text(_MAX_TITLE_SENT), None, help=_TITLE),
    ),
)
LOOK_AT_STUDY = Form(
    "a hello",
    (
        Field("version", Whole(0, _MAX_VERSION), 0, help="the version that is already known"),
        Field("secret", Text(MAX_SECRET), None, help="of who edits: there is room for them"),
    ),
    ignores_others=True,
)

_NODE = Field(
    "node", Whole(0, MAX_EVENT), None, help="a node of the tree; the end of its main line"
)
_VERSION = Field(
    "version", Whole(1, _MAX_VERSION), None, help="refused unless the study has this version"
)
STUDY_PICTURE = Form("the query", (_NODE, _VERSION, DARK, FLIPPED), ignores_others=True)
STUDY_FILM = Form(
    "the query",
    (
        _NODE,
        _VERSION,
        Field(
            "from",
            Whole(0, MAX_EVENT),
            0,
            help=f"after how many moves it begins; at most {MAX_FRAMES} positions",
        ),
        DARK,
    ),
    ignores_others=True,
)
STUDY_SHEET = Form("the query", (PAPER, LANGUAGE), ignores_others=True)
STUDY_CARD = Form("the query", (LANGUAGE,), ignores_others=True)

_STUDY = "/api/studies/{study}"
_MADE = ("id", "secret", "version", "link", "edit_link")
_SHOWN = ("id", "game", "title", "version", "created", "changed", "mine", "tree", "movers")

STUDY_ENDPOINTS = (
    Endpoint(
        "POST",
        "/api/studies",
        "make_study",
        "Keep a tree here as a study",
        _MADE,
        NEW_STUDY,
        status=201,
        refusals=("not-found",),
    ),
    Endpoint("GET", _STUDY, "study", "Show a study", _SHOWN, secret=True, refusals=("unreadable",)),
    Endpoint(
        "POST",
        _STUDY,
        "edit_study",
        "Edit a study: what others did meanwhile is merged with it",
        ("version", "title", "tree", "movers"),
        EDIT_STUDY,
        secret=True,
        refusals=("not-found", "out-of-date", "unreadable"),
    ),
    Endpoint("DELETE", _STUDY, "delete_study", "Delete a study", ("ok",), secret=True),
    Endpoint(
        "POST",
        f"{_STUDY}/clone",
        "clone_study",
        "Make a study of one's own from another",
        _MADE,
        status=201,
        refusals=("unreadable",),
    ),
    Endpoint(
        "GET",
        f"{_STUDY}/record",
        "study_record",
        "Show the main line as a record",
        ("format", "version", "game", "options", "moves", "result"),
        refusals=("unreadable",),
    ),
    Endpoint(
        "GET",
        f"{_STUDY}/tree",
        "study_tree",
        "Show the tree alone, as files hold it",
        ("format", "version", "game", "options", "lines", "notes", "tags"),
        refusals=("unreadable",),
    ),
    Endpoint(
        "GET",
        f"{_STUDY}/picture.svg",
        "study_picture",
        "Draw a position of a study",
        (),
        query=STUDY_PICTURE,
        kind="image/svg+xml",
        refusals=("out-of-date", "unreadable"),
    ),
    Endpoint(
        "GET",
        f"{_STUDY}/film.gif",
        "study_film",
        "Draw a line of a study as a picture that moves",
        (),
        query=STUDY_FILM,
        kind="image/gif",
        refusals=("out-of-date", "unreadable"),
    ),
    Endpoint(
        "GET",
        f"{_STUDY}/positions.pdf",
        "study_sheet",
        "Print the positions that something is said about",
        (),
        query=STUDY_SHEET,
        kind="application/pdf",
        refusals=("unreadable",),
    ),
    Endpoint(
        "GET",
        f"{_STUDY}/card.png",
        "study_card",
        "Draw a study as a card for link previews",
        (),
        query=STUDY_CARD,
        kind="image/png",
        for_anyone=True,
        refusals=("unreadable",),
    ),
)
