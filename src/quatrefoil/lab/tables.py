"""Tables of a document in Markdown, written and read again.

Comments say where they are: `<!-- levels -->` before the table of that name, and after it
`<!-- end of levels -->`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from quatrefoil.core.errors import QuatrefoilError, shortened


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return a table in Markdown."""
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def read_table(text: str) -> list[list[str]]:
    """Return the cells of a table in Markdown, its head first."""
    lines = [line.strip() for line in text.splitlines() if line.strip().startswith("|")]
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]
    for row in rows:
        if len(row) != len(rows[0]):
            raise QuatrefoilError(
                f"a row of a table has {len(row)} cells and its head {len(rows[0])}:"
                f" {shortened(' | '.join(row))}"
            )
    return rows[:1] + rows[2:]


def fill(text: str, tables: Mapping[str, str]) -> str:
    """Return a document with tables in their places; those without a place are left out."""
    for name, content in tables.items():
        begin, end = _marks(name)
        before, found, rest = text.partition(begin)
        _, ended, after = rest.partition(end)
        if found and not ended:
            raise QuatrefoilError(f"the document has {begin}, but no {end} after it")
        if found:
            text = f"{before}{begin}\n\n{content}\n\n{end}{after}"
    return text


def find(text: str, name: str) -> str:
    """Return what stands in a table's place."""
    begin, end = _marks(name)
    return text.partition(begin)[2].partition(end)[0]


def _marks(name: str) -> tuple[str, str]:
    return f"<!-- {name} -->", f"<!-- end of {name} -->"
