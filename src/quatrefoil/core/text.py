"""Text that somebody else wrote: what is taken, and how it is shown.

Taken is what every store, socket and file can hold: no half of a surrogate pair, which UTF-8 cannot
write, and no null character, which databases refuse. Shown is what has a look: whatever would
command a terminal, break a line or turn the direction of writing is replaced.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

#: What stands for a character that is not shown.
STAND_IN = "�"


def fault_of(text: str) -> str:
    """Return what is wrong with a text, to follow "…, which holds"; nothing if it can be taken."""
    if not text.isascii():
        try:
            text.encode()
        except UnicodeEncodeError:
            return "half of a surrogate pair"
    return "a null character" if "\0" in text else ""


def fault_in(data: Any) -> str:
    """Return what is wrong with the first faulty text in plain data, keys included."""
    waiting = [data]
    while waiting:
        found = waiting.pop()
        if isinstance(found, str):
            if fault := fault_of(found):
                return fault
        elif isinstance(found, Mapping):
            waiting += [*found.keys(), *found.values()]
        elif isinstance(found, list | tuple):
            waiting += found
    return ""


def shown(data: Any) -> Any:
    """Return plain data with every text, keys too, on one line: what a strange server sent."""
    if isinstance(data, str):
        return on_one_line(data)
    if isinstance(data, dict):
        return {shown(key): shown(value) for key, value in data.items()}
    return [shown(each) for each in data] if isinstance(data, list) else data


def on_one_line(text: str, instead: str = STAND_IN) -> str:
    """Return text that may go to a terminal or a log: one line in which everything can be seen.

    Replaced are control characters (C0, DEL, C1), line and paragraph separators, signs that turn
    the direction of writing or have no width, surrogates, and what Unicode has not assigned.
    """
    if text.isprintable():
        return text
    return "".join(char if char.isprintable() else instead for char in text)
