"""Numbers on the command line, with their bounds: what is wrong is refused in one sentence."""

from __future__ import annotations

import argparse


def whole(text: str, low: int, high: int) -> int:
    """Return a whole number between two bounds."""
    if not (text.isascii() and text.isdecimal()) or not low <= int(text[:20]) <= high:
        raise argparse.ArgumentTypeError(f"a whole number from {low} to {high}, not {text!r}")
    return int(text)


def count(text: str) -> int:
    """Return how many, from one on."""
    return whole(text, 1, 10**12)


def seconds(text: str) -> float:
    """Return a time of up to a day."""
    try:
        value = float(text)
    except ValueError:
        value = 0.0
    if not 0 < value <= 86_400:
        raise argparse.ArgumentTypeError(f"seconds above 0 and up to a day, not {text!r}")
    return value


def points(text: str) -> float:
    """Return how many points of a hundred."""
    try:
        value = float(text)
    except ValueError:
        value = 0.0
    if not 0.1 <= value <= 50:
        raise argparse.ArgumentTypeError(f"points from 0.1 to 50, not {text!r}")
    return value
