"""The Markdown of a rules sheet as plain data for the typesetter.

Known are `#` and `##` headings, paragraphs, lists with `-`, tables, `**bold**`, `*italic*`,
`` `code` ``, and fenced blocks with a position and its caption, as in `rules.md`. Beside what a
position has, `arrows` may list pairs of places.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

Block = dict[str, Any]

_RUN = re.compile(r"\*\*(?P<bold>.+?)\*\*|\*(?P<italic>.+?)\*|`(?P<code>.+?)`|(?P<plain>[^*`]+|.)")
_BREAK = re.compile(r"\n{2,}|\n(?=- |#|\||```)")


def parse(text: str) -> list[Block]:
    """Return the blocks of a page in their order."""
    blocks: list[Block] = []
    for outside, fenced in re.findall(r"(.*?)(?:```position\n(.*?)\n```|\Z)", text, re.DOTALL):
        blocks += _parse_outside(outside)
        if fenced:
            blocks.append(_position(*fenced.split("\n", 1)))
    return blocks


def _position(data: str, caption: str) -> Block:
    position = json.loads(data)
    arrows = position.pop("arrows", [])
    return {"kind": "position", "position": position, "arrows": arrows, "runs": runs(caption)}


def _parse_outside(text: str) -> Iterator[Block]:
    table: list[str] = []
    for part in filter(None, (part.strip() for part in _BREAK.split(text))):
        if part.startswith("|"):
            table.append(part)
            continue
        if table:
            yield _table(table)
            table = []
        yield _paragraph(" ".join(part.split()))
    if table:
        yield _table(table)


def _paragraph(text: str) -> Block:
    for mark, kind in (("# ", "title"), ("## ", "heading"), ("- ", "item")):
        if text.startswith(mark):
            return {"kind": kind, "runs": runs(text.removeprefix(mark))}
    return {"kind": "text", "runs": runs(text)}


def _table(lines: list[str]) -> Block:
    """Return the cells of a table, without the line below its head."""
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]
    kept = [row for row in rows if not all(re.fullmatch(r":?-+:?", cell) for cell in row)]
    return {"kind": "table", "rows": [[runs(cell) for cell in row] for row in kept]}


def runs(text: str) -> list[dict[str, str]]:
    """Return a text in pieces of one style each; from–to numbers stay on one line."""
    text = re.sub(r"(?<=\d)–(?=\d)", "–\N{WORD JOINER}", text)
    return [
        {"style": str(found.lastgroup), "text": found[str(found.lastgroup)]}
        for found in _RUN.finditer(text)
    ]
