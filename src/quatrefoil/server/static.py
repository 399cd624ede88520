"""The page's files: read once at the start, compressed once, sent with ETags.

/static/…         the folder `web`, and its sign as icons in PNG
/style/…          the style that the page shares with pictures
/games/GAME/…     the resources of that game: texts, lessons, rules (as HTML, too) and its style
/worker.js        the service worker, with the list of all these files
/robots.txt …     what is looked for at the root: ROOT says which files of `web`
"""

from __future__ import annotations

import gzip
import hashlib
import json
import mimetypes
import re
from collections.abc import Callable
from functools import cached_property, partial
from importlib import resources
from importlib.resources.abc import Traversable

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from quatrefoil import __version__
from quatrefoil.core.game import Game
from quatrefoil.core.registry import all_games
from quatrefoil.draw.icon import icon
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
_RULES = re.compile(r"(?:glance|rules)(?:\.\w+)?\.md")


class File:
    """A file in memory. What takes a while is made when it is first asked for, and kept."""

    def __init__(self, name: str, make: Callable[[], bytes]) -> None:
        suffix = "." + name.rpartition(".")[2]
        guessed = _TYPES.get(suffix) or mimetypes.guess_type(name)[0]
        self.kind = guessed or "application/octet-stream"
        self._make = make

    @classmethod
    def of(cls, name: str, body: bytes) -> File:
        """Return a file that needs not be made."""
        return cls(name, lambda: body)

    @cached_property
    def body(self) -> bytes:
        """What is in it."""
        return self._make()

    @cached_property
    def packed(self) -> bytes | None:
        """The same by gzip, where that is smaller."""
        if not self.kind.startswith(_TEXTS):
            return None
        packed = gzip.compress(self.body, 9, mtime=0)
        return packed if len(packed) < len(self.body) else None

    @cached_property
    def tag(self) -> str:
        """What changes when the file does."""
        return hashlib.sha256(self.body).hexdigest()[:16]

    def answer(self, request: Request, status: int = 200) -> Response:
        """Return the file, or only the news that it has not changed."""
        packed = "gzip" in request.headers.get("accept-encoding", "") and self.packed is not None
        etag = f'"{self.tag}{"-gz" if packed else ""}"'
        headers = {"ETag": etag, "Cache-Control": "no-cache", "Vary": "Accept-Encoding"}
        if status == 200 and etag in request.headers.get("if-none-match", ""):
            return Response(status_code=304, headers=headers)
        if packed:
            headers["Content-Encoding"] = "gzip"
        body = self.packed if packed else self.body
        return Response(body, status, headers, self.kind)


#: Icons in PNG: their size in pixels, how much of it the sign takes, and the colour around it.
#: Phones cut maskable ones to any shape, and paint what is clear black.
_PAPER = "#f6f2ea"
ICONS = {
    "icon-192.png": (192, 1.0, None),
    "icon-512.png": (512, 1.0, None),
    "icon-maskable.png": (512, 0.62, _PAPER),
    "apple-touch-icon.png": (180, 0.8, _PAPER),
}
#: What a game's lessons and rules ask, with the answers: made when it is first asked for.
OFFLINE = "offline.json"
#: Files that are looked for at the root, and where they are.
ROOT = {
    "robots.txt": "static/robots.txt",
    "manifest.webmanifest": "static/manifest.webmanifest",
    "favicon.ico": "static/icon-192.png",
    "apple-touch-icon.png": "static/apple-touch-icon.png",
}


class Files:
    """All files of the page."""

    def __init__(self) -> None:
        self.files: dict[str, File] = {}
        self._read("static", resources.files("quatrefoil") / "web")
        sign = self.files["static/icon.svg"].body.decode()
        for name, how in ICONS.items():
            self.files[f"static/{name}"] = File(name, partial(icon, sign, *how))
        self._read("style", style_folder())
        for game in all_games():
            self._read_game(game)
        self.files["worker.js"] = File("worker.js", partial(self._worker, sorted(self.files)))
        for name, file in ROOT.items():
            self.files[name] = self.files[file]

    def answer(self, request: Request) -> Response | None:
        """Return the file at an address; nothing where only pages are."""
        path = request.path_params["path"]
        if found := self.files.get(path):
            return found.answer(request)
        if path.startswith("api/"):
            return refusal(RefusedError("not-found", f"there is no /{path[:100]}"))
        if path.startswith(("static/", "style/", "games/")):
            return PlainTextResponse("There is no such file.\n", 404)
        return None

    def _worker(self, names: list[str]) -> bytes:
        """Return the service worker, with the files that it keeps and their version.

        The version follows from what is in the files: any change makes another worker, which keeps
        all of its files before it takes over, so that a page never mixes two versions. Icons are
        left out: they are made from a file that is among them.
        """
        left_out = (".md", ".png", ".txt", "/index.html", "/embed.html", "/worker.js")
        kept = [name for name in names if not name.endswith(left_out)]
        tags = "".join(self.files[name].tag for name in names if not name.endswith(".png"))
        version = hashlib.sha256(f"{__version__} {tags}".encode()).hexdigest()[:16]
        answers = [f"/games/{game.name}/{OFFLINE}" for game in all_games()]
        # The page itself is at every address; what it asks first comes with the answers.
        addresses = ["/", *(f"/{name}" for name in kept), "/api/games", *answers]
        prelude = (
            f"const VERSION = {json.dumps(version)};\nconst FILES = {json.dumps(addresses)};\n"
        )
        return prelude.encode() + self.files["static/worker.js"].body

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
        for resource, body in files.items():
            path = f"games/{found.name}/{resource}"
            self.files[path] = File.of(resource, body)
            if _RULES.fullmatch(resource):
                path = path.removesuffix(".md") + ".html"
                self.files[path] = File(path, partial(_in_html, body))

    def _read(self, prefix: str, folder: Traversable) -> None:
        if not folder.is_dir():
            return
        for entry in folder.iterdir():
            name = f"{prefix}/{entry.name}"
            if entry.is_dir():
                self._read(name, entry)
            elif not entry.name.startswith((".", "__")) and not entry.name.endswith(".py"):
                self.files[name] = File.of(entry.name, entry.read_bytes())


def _in_html(markdown: bytes) -> bytes:
    return to_html(markdown.decode()).encode()
