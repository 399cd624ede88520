"""The page's files: read once, compressed once, sent with ETags.

/static/…         the folder `web`
/style/…          the style that the page shares with pictures
/games/GAME/…     the resources of that game: texts, lessons, rules (as HTML, too) and its style
everything else   the page itself, which knows its own addresses
"""

from __future__ import annotations

import gzip
import hashlib
import mimetypes
import re
from dataclasses import dataclass
from importlib import resources
from importlib.resources.abc import Traversable

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from quatrefoil.core.game import Game
from quatrefoil.core.registry import all_games
from quatrefoil.match import RefusedError
from quatrefoil.server.answers import refusal
from quatrefoil.view.markdown import to_html
from quatrefoil.view.style import style_folder, style_of
from quatrefoil.view.words import LANGUAGES

_TEXTS = ("text/", "application/json", "application/javascript", "image/svg+xml")
#: Types that Python's own list lacks or that differ between systems.
_TYPES = {
    ".js": "text/javascript",
    ".mjs": "text/javascript",
    ".css": "text/css",
    ".json": "application/json",
    ".svg": "image/svg+xml",
    ".md": "text/markdown",
    ".woff2": "font/woff2",
    ".webmanifest": "application/manifest+json",
    ".html": "text/html",
}
#: What the page may ask for of a game's resources: texts, lessons and rules, besides its style.
_SERVED = (".json", ".md")
#: Rules pages, in any language, are also offered as HTML.
_RULES = re.compile(r"((?:glance|rules)(?:\.\w+)?)\.md")


@dataclass(frozen=True)
class File:
    """A file in memory. `packed` is the same by gzip, where that is smaller."""

    body: bytes
    packed: bytes | None
    kind: str
    tag: str

    @classmethod
    def of(cls, name: str, body: bytes) -> File:
        """Prepare a file to be sent."""
        suffix = "." + name.rpartition(".")[2]
        kind = _TYPES.get(suffix) or mimetypes.guess_type(name)[0] or "application/octet-stream"
        packed = gzip.compress(body, 9, mtime=0) if kind.startswith(_TEXTS) else b""
        tag = hashlib.sha256(body).hexdigest()[:16]
        return cls(body, packed if packed and len(packed) < len(body) else None, kind, tag)

    def answer(self, request: Request, status: int = 200) -> Response:
        """Return the file, or only the news that it has not changed."""
        packed = self.packed is not None and "gzip" in request.headers.get("accept-encoding", "")
        etag = f'"{self.tag}{"-gz" if packed else ""}"'
        headers = {"ETag": etag, "Cache-Control": "no-cache", "Vary": "Accept-Encoding"}
        if status == 200 and etag in request.headers.get("if-none-match", ""):
            return Response(status_code=304, headers=headers)
        if packed:
            headers["Content-Encoding"] = "gzip"
        body = self.packed if packed else self.body
        return Response(body, status, headers, self.kind)


class Files:
    """All files of the page."""

    def __init__(self) -> None:
        self.files: dict[str, File] = {}
        self._read("static", resources.files("quatrefoil") / "web")
        self._read("style", style_folder())
        for game in all_games():
            self._read_game(game)

    async def serve(self, request: Request) -> Response:
        """Send a file, or the page for an address without a file."""
        path = request.path_params["path"]
        if found := self.files.get(path):
            return found.answer(request)
        if path.startswith("api/"):
            return refusal(RefusedError("not-found", f"there is no /{path[:100]}"))
        page = self.files.get("static/index.html")
        if page is None or path.startswith(("static/", "style/", "games/")):
            return PlainTextResponse("There is no such file.\n", 404)
        return page.answer(request)

    def _read_game(self, found: Game) -> None:
        files = {
            resource: found.resource(resource).read_bytes()
            for resource in found.resources
            if resource.endswith(_SERVED)
        }
        for language in LANGUAGES:
            # A language that the game lacks is English.
            files.setdefault(f"texts/{language}.json", files["texts/en.json"])
        files[found.manifest.style] = style_of(found).encode()
        for resource, body in list(files.items()):
            if rules := _RULES.fullmatch(resource):
                files[f"{rules[1]}.html"] = to_html(body.decode()).encode()
        for resource, body in files.items():
            self.files[f"games/{found.name}/{resource}"] = File.of(resource, body)

    def _read(self, prefix: str, folder: Traversable) -> None:
        if not folder.is_dir():
            return
        for entry in folder.iterdir():
            name = f"{prefix}/{entry.name}"
            if entry.is_dir():
                self._read(name, entry)
            elif not entry.name.startswith((".", "__")) and not entry.name.endswith(".py"):
                self.files[name] = File.of(entry.name, entry.read_bytes())
