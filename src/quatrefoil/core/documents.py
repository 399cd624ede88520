"""What a file of ours can hold: a position, a record or a tree. Its `format` says which."""

from __future__ import annotations

from typing import Any

from quatrefoil.core import record, tree
from quatrefoil.core.fields import read_json
from quatrefoil.core.position import Position
from quatrefoil.core.record import Record
from quatrefoil.core.registry import position_from_json
from quatrefoil.core.tree import Tree

Document = Position | Record | Tree


def read_document(text: str) -> Document:
    """Read JSON text of any kind of ours; what names no format is a position."""
    return document_from_json(read_json(text))


def document_from_json(data: Any) -> Document:
    """Return what plain data describes."""
    kind = data.get("format") if isinstance(data, dict) else None
    if kind == tree.FORMAT:
        return Tree.from_json(data)
    # A record whose format was lost is told what it lacks, not that it is no position.
    if kind == record.FORMAT or (isinstance(data, dict) and "moves" in data):
        return Record.from_json(data)
    return position_from_json(data)
