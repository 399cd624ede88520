"""The Markdown of a print sheet's rules as plain data for the typesetter.

Known are `#` and `##` headings, paragraphs, lists with `-`, tables, `**bold**`, `*italic*`,
`` `code` ``, and diagrams (`view/markdown.py`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from quatrefoil.view.markdown import diagram_of, read, read_inline

if TYPE_CHECKING:
    from markdown_it.token import Token

Block = dict[str, Any]

#: What the typesetter calls a paragraph, by the block that it stands in.
_KINDS = {"h1": "title", "h2": "heading", "li": "item"}
_STYLES = {"strong": "bold", "em": "italic", "code": "code"}


def parse(text: str) -> list[Block]:
    """Return the blocks of a page in their order."""
    return list(_blocks(iter(read(text))))


def _blocks(tokens: Iterator[Token]) -> Iterator[Block]:
    kind = "text"
    for token in tokens:
        if token.type == "table_open":
            yield {"kind": "table", "rows": _rows(tokens)}
        elif diagram := diagram_of(token):
            yield {
                "kind": "position",
                "position": diagram.position,
                "arrows": diagram.arrows,
                "runs": runs(diagram.caption),
            }
        elif token.type == "inline":
            yield {"kind": kind, "runs": _runs(token.children or [])}
            kind = "text"
        elif token.nesting == 1:
            kind = _KINDS.get(token.tag, kind)


def _rows(tokens: Iterator[Token]) -> list[list[Any]]:
    """Return the cells of a table, row by row, its head first."""
    rows: list[list[Any]] = []
    for token in tokens:
        if token.type == "table_close":
            break
        if token.type == "tr_open":
            rows.append([])
        elif token.type == "inline":
            rows[-1].append(_runs(token.children or []))
    return rows


def runs(text: str) -> list[dict[str, str]]:
    """Return a paragraph in pieces of one style each."""
    return _runs(read_inline(text))


def _runs(pieces: Sequence[Token]) -> list[dict[str, str]]:
    """Return pieces as the typesetter takes them; from–to numbers stay on one line."""
    found: list[dict[str, str]] = []
    styles = ["plain"]
    for piece in pieces:
        style = _STYLES.get(piece.tag, styles[-1])
        if piece.nesting > 0:
            styles.append(style)
        elif piece.nesting < 0:
            styles.pop()
        if piece.nesting:
            continue
        text = " " if piece.type == "softbreak" else piece.content
        text = re.sub(r"(?<=\d)–(?=\d)", "–\N{WORD JOINER}", text)
        if found and found[-1]["style"] == style:
            found[-1]["text"] += text
        elif text:
            found.append({"style": style, "text": text})
    return found
