"""Input from a person at the keyboard, or from a file in their place."""

from __future__ import annotations

import sys

from quatrefoil.core.text import on_one_line

#: What is longer is no answer; it is read in pieces of this size.
_LONGEST = 10_000


def ask(prompt: str) -> str:
    """Return one line; raise EOFError where no more come."""
    if sys.stdin.isatty():
        return input(prompt)
    print(prompt, end="", flush=True)
    line = sys.stdin.readline(_LONGEST)
    if not line:
        raise EOFError
    # Nobody typed this, so the transcript would lack it.
    print(on_one_line(line.rstrip("\n")))
    return line
