"""Logs: one JSON object a line, or one readable line where a person is watching."""

from __future__ import annotations

import json
import logging
import sys
from typing import Any


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
        return json.dumps(entry, ensure_ascii=False)


class Plain(logging.Formatter):
    """Writes each entry as a short line."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the line."""
        line = f"{self.formatTime(record, '%H:%M:%S')} {record.levelname.lower():7} "
        line += record.getMessage()
        if extra := getattr(record, "data", None):
            line += " " + " ".join(f"{name}={value}" for name, value in extra.items())
        return f"{line}\n{self.formatException(record.exc_info)}" if record.exc_info else line


class _NoSocketChatter(logging.Filter):
    """Drops uvicorn's three lines for every socket: the metrics count them."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Return whether an entry is written."""
        return not str(record.msg).startswith(("connection ", '%s - "WebSocket '))


def log_config(level: str) -> dict[str, Any]:
    """Return the set-up of Python's logging."""
    form = Plain if sys.stderr.isatty() else JsonLines
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {"line": {"()": form}},
        "filters": {"quiet": {"()": _NoSocketChatter}},
        "handlers": {
            "stderr": {
                "class": "logging.StreamHandler",
                "formatter": "line",
                "filters": ["quiet"],
                "stream": "ext://sys.stderr",
            }
        },
        "loggers": {
            "uvicorn": {"level": level.upper(), "handlers": ["stderr"], "propagate": False},
            "quatrefoil": {"level": level.upper(), "handlers": ["stderr"], "propagate": False},
            # Every migration that did nothing would be news otherwise.
            "alembic": {"level": "WARNING", "handlers": ["stderr"], "propagate": False},
        },
    }
