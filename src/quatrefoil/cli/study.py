"""`quatrefoil study`: studies of a server from here: fetched, kept there, edited."""

from __future__ import annotations

import argparse
import json
import re
import sys
import urllib.error
import urllib.request
from http.client import HTTPException
from typing import Any
from urllib.parse import SplitResult, urlsplit

import quatrefoil
from quatrefoil.cli.common import Commands, read_subject, write_file
from quatrefoil.cli.progress import Progress
from quatrefoil.core.fields import Fields, read_json
from quatrefoil.core.record import Record
from quatrefoil.core.text import on_one_line
from quatrefoil.core.tree import Tree

#: What a study can be fetched as, and where the server has it.
KINDS = {
    "tree": "tree",
    "record": "record",
    "svg": "picture.svg",
    "gif": "film.gif",
    "pdf": "positions.pdf",
}
#: Those that are printed for people to read.
_PRINTED = ("tree", "record")
_MOST_VERSIONS = 10**9
_ANSWER = "the server's answer"
#: Seconds for an answer, and bytes of it: a GIF may take a while, and is the largest.
_SECONDS, _MOST = 120, 50_000_000


class StudyError(quatrefoil.QuatrefoilError):
    """A study that cannot be reached or was refused."""


def add_commands(commands: Commands) -> None:
    """Add the command of this module."""
    parser = commands.add(
        "study",
        _study,
        "Fetch a study of a server, keep a tree there, or edit one that is there.",
        """
        quatrefoil study https://play.example.org/s/ID > tree.json
        quatrefoil study https://play.example.org/s/ID --kind pdf --output study.pdf
        quatrefoil study https://play.example.org --keep tree.json --title "The north gate"
        quatrefoil study 'https://play.example.org/s/ID#SECRET' --push tree.json --base old.json
        """,
    )
    parser.add_argument("link", metavar="LINK", help="of a study; with --keep, of a server")
    parser.add_argument("--kind", choices=KINDS, help="what to fetch it as (default tree)")
    parser.add_argument("--output", metavar="FILE", help="default standard output")
    parser.add_argument("--keep", metavar="FILE", help="keep a tree or a record as a new study")
    parser.add_argument("--push", metavar="FILE", help="edit: LINK is the one to edit")
    parser.add_argument(
        "--base",
        metavar="FILE",
        help="the tree that was edited: what others did since stays (default: what is there now)",
    )
    parser.add_argument("--title", help="with --keep and --push: what it is called")


def _study(arguments: argparse.Namespace) -> int:
    if arguments.keep and arguments.push:
        raise StudyError("--keep makes a study and --push edits one: choose")
    if arguments.keep:
        return _keep(arguments)
    server, study, secret = _read_link(arguments.link)
    address = f"{server}/api/studies/{study}"
    if arguments.push:
        return _push(arguments, address, secret)
    kind = arguments.kind or "tree"
    found = _ask(f"{address}/{KINDS[kind]}")
    if arguments.output and arguments.output != "-":
        write_file(arguments.output, found)
    elif sys.stdout.isatty():
        # What a stranger's server sends could command the terminal: only what was read is printed.
        if kind not in _PRINTED:
            raise StudyError(f"a {kind} is for a file: --output FILE")
        print(json.dumps(_read(found), indent=2))
    else:
        sys.stdout.buffer.write(found)
    return 0


def _keep(arguments: argparse.Namespace) -> int:
    sent = {"tree": _tree(arguments.keep), "title": arguments.title or ""}
    made = Fields(_read(_ask(f"{_server(arguments.link)}/api/studies", sent)), _ANSWER, StudyError)
    for what, link in ("to read", made.string("link")), ("to edit", made.string("edit_link")):
        print(f"{what}  {on_one_line(link)}")
    return 0


def _push(arguments: argparse.Namespace, address: str, secret: str) -> int:
    if not secret:
        raise StudyError("to edit a study takes the link that ends with # and its secret")
    sent: dict[str, Any] = {"tree": _tree(arguments.push)}
    if arguments.title is not None:
        sent["title"] = arguments.title
    if arguments.base:
        sent["base"] = _tree(arguments.base)
    else:
        sent["version"] = _version(_ask(address))
    print(f"version {_version(_ask(address, sent, secret))}")
    return 0


def _tree(name: str) -> dict[str, Any]:
    """Return the tree in a file; a record is a tree of one line."""
    found = read_subject(name)
    if isinstance(found, Record):
        found = Tree.of(found)
    if not isinstance(found, Tree):
        found = Tree(found.rules, found)
    return found.to_json()


def _version(answer: bytes) -> int:
    return Fields(_read(answer), _ANSWER, StudyError).whole("version", 1, _MOST_VERSIONS)


def _read(answer: bytes) -> Any:
    """Return what a server answered: it may be no server of ours."""
    try:
        return read_json(answer.decode())
    except (UnicodeDecodeError, quatrefoil.FormatError):
        raise StudyError(f"{_ANSWER} makes no sense") from None


def _split(link: str) -> SplitResult:
    try:
        return urlsplit(link)
    except ValueError as problem:  # such as http://[
        raise StudyError(f"{link[:80]!r} is no link: {problem}") from None


def _server(link: str) -> str:
    parts = _split(link)
    if parts.scheme not in ("http", "https") or not parts.netloc:
        raise StudyError(f"a link begins with http:// or https://, not {link[:80]!r}")
    return f"{parts.scheme}://{parts.netloc}"


def _read_link(link: str) -> tuple[str, str, str]:
    """Return the server, the id and the secret that a link to a study has."""
    parts = _split(link)
    found = re.fullmatch(r"/(?:embed/)?s/([\w-]+)", parts.path)
    if not found:
        raise StudyError(f"a link to a study is SERVER/s/ID, not {link[:80]!r}")
    return _server(link), found[1], parts.fragment


def _ask(address: str, data: Any = None, secret: str = "") -> bytes:
    headers = {"Authorization": f"Bearer {secret}"} if secret else {}
    body = None
    if data is not None:
        body, headers["Content-Type"] = json.dumps(data).encode(), "application/json"
    request = urllib.request.Request(address, body, headers)
    try:
        with (
            Progress("waiting for the server"),
            urllib.request.urlopen(request, timeout=_SECONDS) as answer,
        ):
            found: bytes = answer.read(_MOST + 1)
    except urllib.error.HTTPError as problem:
        raise StudyError(_why(problem)) from None
    except (OSError, HTTPException, ValueError) as problem:
        # The words of an error of urllib are those of the error that it wraps.
        reason = getattr(problem, "reason", problem)
        why = getattr(reason, "strerror", None) or reason
        raise StudyError(f"{_server(address)} does not answer: {why}") from None
    if len(found) > _MOST:
        raise StudyError(f"the answer has more than {_MOST} bytes")
    return found


def _why(problem: urllib.error.HTTPError) -> str:
    try:
        said = _read(problem.read(100_000))["message"]
    except (StudyError, KeyError, TypeError):
        said = f"status {problem.code}"
    return f"the server refuses: {on_one_line(str(said))}"
