"""The Markdown of rules pages and print sheets, read by markdown-it-py.

The page shows it as HTML (`to_html`); print sheets are set from its tokens (`read`). A fenced block
`position` is a diagram: a position as JSON, which may list `arrows`, and below it a caption.

HTML in the text is shown as text, never passed on, so the result is safe whatever was written.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.token import Token

#: How our own readings of the rules begin, where the rulebook leaves a gap; the page marks them.
_READING = re.compile(r"(Our reading|Tulkintamme)\b")


@dataclass(frozen=True)
class Diagram:
    """A position to be drawn, arrows on it from place to place, and its caption in Markdown."""

    position: dict[str, Any]
    arrows: tuple[tuple[str, str], ...]
    caption: str


def diagram_of(block: Token) -> Diagram | None:
    """Return the diagram that a block is, or None."""
    if block.type != "fence" or block.info.strip() != "position":
        return None
    position, end = json.JSONDecoder().raw_decode(block.content)
    arrows = tuple((start, end) for start, end in position.pop("arrows", ()))
    return Diagram(position, arrows, block.content[end:].strip())


def read(text: str) -> list[Token]:
    """Return the blocks of a page, as markdown-it-py names them."""
    return _reader().parse(text)


def read_inline(text: str) -> list[Token]:
    """Return the pieces of one paragraph."""
    (paragraph,) = _reader().parseInline(text)
    return paragraph.children or []


def to_html(text: str) -> str:
    """Return a page as HTML, without its title, which the page shows by itself."""
    tokens = read(text)
    if tokens and tokens[0].tag == "h1":
        tokens = tokens[3:]
    for at, token in enumerate(tokens):
        if token.type in ("heading_open", "heading_close") and token.tag > "h3":
            token.tag = "h3"
        elif token.type == "list_item_open" and tokens[at + 1].type == "paragraph_open":
            # The first paragraph of an item needs no element.
            tokens[at + 1].hidden = tokens[at + 3].hidden = True
        elif token.type == "th_open" and not tokens[at + 1].content:
            # An empty cell heads nothing.
            token.tag = tokens[at + 2].tag = "td"
        elif token.children:
            _finish_inline(token.children)
    return _rendered(tokens)


def _finish_inline(pieces: Sequence[Token]) -> None:
    for at, piece in enumerate(pieces):
        if piece.type == "strong_open" and _READING.match(pieces[at + 1].content):
            piece.attrSet("class", "reading")
        elif piece.type == "link_open":
            address = str(piece.attrGet("href"))
            if address.startswith(("http://", "https://")):
                piece.attrs |= {"target": "_blank", "rel": "noopener noreferrer"}
            elif not address.startswith("/"):
                piece.attrSet("href", "#")


def _figure(_renderer: Any, tokens: Sequence[Token], at: int, *_: Any) -> str:
    """Return a diagram as a figure that the page draws; other fenced blocks as they are."""
    from markdown_it.common.utils import escapeHtml

    block = tokens[at]
    diagram = diagram_of(block)
    if diagram is None:
        return f"<pre><code>{escapeHtml(block.content.rstrip())}</code></pre>\n"
    data = escapeHtml(json.dumps(diagram.position, ensure_ascii=False))
    arrows = " ".join(f"{start}>{end}" for start, end in diagram.arrows)
    pointing = f' data-arrows="{escapeHtml(arrows)}"' if arrows else ""
    pieces = read_inline(diagram.caption) if diagram.caption else []
    _finish_inline(pieces)
    caption = f"<figcaption>{_rendered(pieces)}</figcaption>" if pieces else ""
    return f'<figure data-position="{data}"{pointing}>{caption}</figure>\n'


def _rendered(tokens: Sequence[Token]) -> str:
    reader = _reader()
    return str(reader.renderer.render(tokens, reader.options, {}))


@cache
def _reader() -> MarkdownIt:
    """Return the reader; the library is imported when the first page is read."""
    from markdown_it import MarkdownIt

    reader = MarkdownIt("commonmark", {"html": False}).enable("table").disable("image")
    reader.add_render_rule("fence", _figure)
    return reader
