"""Logs: one JSON object a line, or one readable line where a person is watching.

Neither has a control character, whatever a stranger sent; neither has a secret, at any level; and
no stranger can fill a disk with them.
"""

from __future__ import annotations

import json
import logging
import sys
from typing import Any

from quatrefoil.core.text import on_one_line


class JsonLines(logging.Formatter):
    """Writes each entry as one JSON object."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the line."""
        entry: dict[str, Any] = {
            "time": self.formatTime(record, "%Y-%m-%dT%H:%M:%S%z"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
        }
        if extra := getattr(record, "data", None):
            entry |= extra
        if record.exc_info:
            entry["error"] = self.formatException(record.exc_info)
        # In ASCII: everything that a terminal would obey is written as an escape.
        return json.dumps(entry, default=str)


class Plain(logging.Formatter):
    """Writes each entry as a short line."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the line."""
        line = f"{self.formatTime(record, '%H:%M:%S')} {record.levelname.lower():7} "
        line += record.getMessage()
        if extra := getattr(record, "data", None):
            line += " " + " ".join(f"{name}={value}" for name, value in extra.items())
        lines = [line]
        if record.exc_info:
            lines += self.formatException(record.exc_info).split("\n")
        return "\n".join(map(on_one_line, lines))


#: How uvicorn's lines begin that any stranger can cause, as often as they like: three for every
#: socket, one for what is no HTTP, one for a socket that was refused with an answer of ours.
_CHATTER = (
    "connection ",
    '%s - "WebSocket ',
    "Invalid HTTP request received.",
    "Unsupported upgrade request.",
    "No supported WebSocket library detected.",
    "HTTP response sent ",
    "Invalid UTF-8 sequence received from client.",
    "ASGI callable returned without completing handshake.",
)


class _NoChatter(logging.Filter):
    """Drops what tells of strangers and not of us: the metrics count them."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Return whether an entry is written."""
        return not str(record.msg).startswith(_CHATTER)


def log_config(level: str) -> dict[str, Any]:
    """Return the set-up of Python's logging."""
    form = Plain if sys.stderr.isatty() else JsonLines
    ours = {"level": level.upper(), "handlers": ["stderr"], "propagate": False}
    # At the level debug libraries write headers and frames, which hold the secrets of seats.
    theirs = ours | {"level": "INFO" if level == "debug" else level.upper()}
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {"line": {"()": form}},
        "filters": {"quiet": {"()": _NoChatter}},
        "handlers": {
            "stderr": {
                "class": "logging.StreamHandler",
                "formatter": "line",
                "filters": ["quiet"],
                "stream": "ext://sys.stderr",
            }
        },
        "loggers": {
            "uvicorn": theirs,
            "quatrefoil": ours,
            # Every migration that did nothing would be news otherwise.
            "alembic": ours | {"level": "WARNING"},
        },
        # asyncio's complaints, and those of every other library.
        "root": {"level": "WARNING", "handlers": ["stderr"]},
    }
