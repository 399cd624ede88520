"""How many files the process may have open: each connection is one."""

from __future__ import annotations

import logging
import sys
from dataclasses import replace

from quatrefoil.server.settings import Limits

log = logging.getLogger(__name__)

#: Files for everything that is no connection: the database, logs, the event loop, threads.
_RESERVE = 200
#: More than anybody needs; some systems allow a thousand million.
_MOST = 1 << 20


def fit_to_open_files(limits: Limits) -> Limits:
    """Allow as many open files as the limits need; return limits that fit what the system allows.

    A quarter of what is scarce is for connections, the rest for sockets: for people who play.
    """
    allowed = raise_open_files(limits.sockets + limits.connections + _RESERVE)
    room = max(allowed - _RESERVE, allowed // 2)
    if limits.sockets + limits.connections <= room:
        return limits
    connections = min(limits.connections, room // 4)
    sockets = min(limits.sockets, room - connections)
    if limits.sockets <= Limits.sockets:  # who has no limits knows
        # No warning: it is plenty for most, and would be the first thing that a newcomer reads.
        log.info(
            "the system allows %d open files: there is room for %d sockets and %d connections",
            *(allowed, sockets, connections),
        )
    guests = min(limits.guests, sockets * 3 // 4)
    return replace(limits, sockets=sockets, guests=guests, connections=connections)


def raise_open_files(wanted: int) -> int:
    """Raise the number of files that may be open, as far as that is allowed; return it."""
    if sys.platform == "win32":
        return _MOST
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = _MOST if hard == resource.RLIM_INFINITY else min(hard, _MOST)
    if soft == resource.RLIM_INFINITY or soft >= min(wanted, most):
        return _MOST if soft == resource.RLIM_INFINITY else soft
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(wanted, most), hard))
    return min(wanted, most)
