"""Drafts that come from a store: a row can be wrong in more ways than one can list."""

from __future__ import annotations

import logging
from typing import Any

from quatrefoil.match import Match

log = logging.getLogger(__name__)


def playable(match: Match, draft: Any) -> tuple[str, ...]:
    """Return the tokens of a draft; none if they cannot be played: nobody has confirmed them."""
    try:
        match.line_with_draft(draft)
        return tuple(draft)
    except Exception:
        log.warning("a draft is damaged", extra={"data": {"match": match.id}})
        return ()
