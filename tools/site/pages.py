"""The pages of the site, from the documents of the repository: which there are, and their links.

A document links to others by their paths in the repository, so that it can be read there. On the
site it has another address; what is not on the site is offered as a file, or is text alone.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator
from pathlib import Path, PurePosixPath

ROOT = Path(__file__).resolve().parents[2]

#: Documents by their path in the repository, with their path on the site.
DOCUMENTS = {
    **{
        f"docs/{path.name}": path.name.replace(".fi.md", ".md")
        for path in sorted((ROOT / "docs").glob("*.md"))
    },
    **{f"docs/games/{p.name}": f"games/{p.name}" for p in sorted(ROOT.glob("docs/games/*.md"))},
    **{
        f"examples/notebooks/{path.name}": f"notebooks/{path.stem}.md"
        for path in sorted(ROOT.glob("examples/notebooks/*.ipynb"))
    },
    "CONTRIBUTING.md": "contributing.md",
    "CHANGELOG.md": "changes.md",
    "SECURITY.md": "security.md",
    "CODE_OF_CONDUCT.md": "conduct.md",
    "docs/README.md": "index.md",
    "README.md": "index.md",
}
#: Sections of the README that are pages of their own, with their titles there.
SECTIONS = {
    "Two commands": ("commands.md", "Commands"),
    "How fast": ("speed.md", "How fast it is"),
    "What is where, from the lowest level to the highest": ("map.md", "A map of the source"),
}
#: Languages of fenced blocks that the highlighter has no word for.
UNKNOWN_LANGUAGES = ("caddy", "ugi")

_LINK = re.compile(r"\[((?:[^\[\]]|\[[^\]]*\])*)\]\((?!https?:|mailto:)([^)#\s]*)(#[^)\s]*)?\)")
_FENCE = re.compile(r"^( *)(`{3,})(\w*)\n(.*?)^ *\2$", re.MULTILINE | re.DOTALL)


def section(text: str, title: str, shown: str) -> str:
    r"""Return a section of a document as a page: under another title, its headings up by one.

    >>> section("# A\n\n## B\nb\n\n### C\nc\n\n## D\n", "B", "The second")
    '# The second\nb\n\n## C\nc\n'
    """
    found = re.search(rf"^## {re.escape(title)}\n.*?(?=^## |\Z)", text, re.MULTILINE | re.DOTALL)
    if not found:
        raise ValueError(f"there is no section {title!r}")
    inside = re.sub(r"^#(#+ )", r"\1", found[0], flags=re.MULTILINE).rstrip("\n")
    return f"# {shown}\n{inside.partition(chr(10))[2]}\n"


def slug(title: str) -> str:
    """Return the anchor of a heading, as GitHub and MyST make it.

    >>> slug("What is where, from the lowest level")
    'what-is-where-from-the-lowest-level'
    """
    return re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-")


def around_fences(text: str, change: Callable[[str], str], block: Callable[..., str]) -> str:
    """Return a document with its text and its fenced blocks changed, each by its function."""
    return "".join(
        block(*piece) if isinstance(piece, tuple) else change(piece) for piece in _pieces(text)
    )


def _pieces(text: str) -> Iterator[str | tuple[str, str, str]]:
    """Yield what is between fenced blocks, and each block as indent, language and content."""
    at = 0
    for fence in _FENCE.finditer(text):
        yield text[at : fence.start()]
        # A fence of four holds one of three: it is a block that shows a block.
        yield (fence[1], fence[3] if len(fence[2]) == 3 else "markdown", fence[4])
        at = fence.end()
    yield text[at:]


def language_of(source: str) -> str:
    """Return the language of a document, by its name."""
    return "fi" if source.endswith(".fi.md") else "en"


class Links:
    """Turns links between files of the repository into links of the site, of one language."""

    def __init__(self, offer: Callable[[str], str], language: str) -> None:
        #: Puts a file of the repository on the site and returns its path there.
        self._offer = offer
        self._language = language

    def rewrite(self, text: str, source: str, page: str) -> str:
        """Return a text of a document of the repository, as a page of the site."""
        return _LINK.sub(lambda link: self._changed(link, source, page), text)

    def _changed(self, link: re.Match[str], source: str, page: str) -> str:
        words, target, fragment = link[1], link[2], link[3] or ""
        # A page of our own already links as the site does.
        if not target or source.startswith("tools/"):
            return link[0]
        path = os.path.normpath(PurePosixPath(source).parent / target)
        folder = PurePosixPath(page).parent
        if path in DOCUMENTS:
            to, fragment = self._page(path, fragment)
            if language_of(path) == self._language or to == "index.md":
                # A link that shows a file's name shows the title of its page.
                shown = "" if words.endswith(".md") else words
                return f"[{shown}]({os.path.relpath(to, folder)}{fragment})"
            other = f"../{to}" if self._language == "fi" else f"fi/{to}"
            address = os.path.relpath(other, folder).removesuffix(".md")
            return f'<a href="{address}.html{fragment}">{words}</a>'
        if (ROOT / path).is_dir():
            return words
        if not (ROOT / path).is_file():
            raise FileNotFoundError(f"{source} links to {path}, which is not there")
        return f"[{words}]({os.path.relpath(self._offer(path), folder)})"

    def _page(self, path: str, fragment: str) -> tuple[str, str]:
        """Return the page of a document, and the place on it."""
        for title, (page, _) in SECTIONS.items():
            if path == "README.md" and fragment == f"#{slug(title)}":
                return page, ""
        page = DOCUMENTS[path]
        return page, "" if page == "index.md" else fragment
