"""`quatrefoil serve`: play in the browser; `quatrefoil verify-dice`: check what was rolled."""

from __future__ import annotations

import argparse
import re
from pathlib import Path

import quatrefoil
from quatrefoil.cli.common import Commands, read_subject, read_text
from quatrefoil.core.errors import shortened

_LOG_LEVELS = ("debug", "info", "warning", "error")


def add_commands(commands: Commands) -> None:
    """Add the commands of this module."""
    serve = commands.add(
        "serve",
        _serve,
        "Play in the browser: alone, on one screen, or with friends by link.",
        """
        quatrefoil serve --open                      on this machine, in your browser
        quatrefoil serve --lan                       for everybody in your network
        quatrefoil serve --public-url https://play.example.org --trusted-proxies 127.0.0.1
        quatrefoil serve --database postgresql://quatrefoil@localhost/quatrefoil
        """,
    )
    serve.add_argument("--host", metavar="ADDRESS", help="where to listen (default 127.0.0.1)")
    serve.add_argument("--lan", action="store_true", help="listen in the whole local network")
    serve.add_argument(
        "--port", type=_port, metavar="N", help="default 8080, or the next that is free"
    )
    serve.add_argument(
        "--database",
        metavar="FILE|URL",
        help="a file (default: in your data folder), or postgresql://… for several processes",
    )
    serve.add_argument(
        "--public-url",
        default="",
        metavar="URL",
        help="the address that people see, where a proxy stands in front",
    )
    serve.add_argument(
        "--trusted-proxies",
        default="",
        metavar="ADDRESSES",
        help="addresses or networks of proxies whose X-Forwarded headers are believed, with commas"
        " between; * believes whoever asks directly",
    )
    serve.add_argument(
        "--expire-unjoined",
        type=_length,
        metavar="HOURS",
        help="end matches that nobody joined (default 24; 0 is never)",
    )
    serve.add_argument(
        "--expire-unplayed",
        type=_length,
        metavar="DAYS",
        help="end matches without a clock that nobody plays on (default 30; 0 is never)",
    )
    serve.add_argument(
        "--expire-studies",
        type=_length,
        metavar="DAYS",
        help="delete studies that nobody looks at (default 365; 0 is never)",
    )
    serve.add_argument("--thinkers", type=_count, metavar="N", help="threads for the computer")
    serve.add_argument(
        "--search-memory",
        type=_megabytes,
        metavar="MB",
        help="megabytes that one of its searches may take (default 256)",
    )
    serve.add_argument(
        "--storing-seconds",
        type=_count,
        metavar="N",
        help="how long a locked or full disk is waited for, before requests fail (default 30)",
    )
    serve.add_argument(
        "--push-keys",
        type=Path,
        metavar="FILE",
        help="tell people of their turns by Web Push, with the keys of quatrefoil push-keys",
    )
    serve.add_argument(
        "--push-contact",
        default="",
        metavar="ADDRESS",
        help="whom push services may write to: mailto:you@example.org, or an https address",
    )
    serve.add_argument(
        "--push-networks",
        default="",
        metavar="NETWORKS",
        help="networks of your own that have a push service, with commas between; else only public"
        " addresses are written to",
    )
    serve.add_argument(
        "--unlimited", action="store_true", help="no limits on what one client may ask, for tests"
    )
    serve.add_argument("--log-level", choices=_LOG_LEVELS, default="warning")
    serve.add_argument(
        "--open",
        nargs="?",
        const="/",
        metavar="PATH",
        help="open the page, or PATH of it, in the browser",
    )

    dice = commands.add(
        "verify-dice",
        _verify_dice,
        "Check that nobody chose what was rolled in a finished match.",
        """
        quatrefoil verify-dice record.json
        quatrefoil verify-dice record.json --seen HASH --seen HASH
        quatrefoil verify-dice record.json --seen hashes.txt
        """,
    )
    dice.add_argument("file", metavar="FILE", help="the record of a match; - is standard input")
    dice.add_argument(
        "--seen",
        action="append",
        default=[],
        metavar="HASH",
        help="a hash that the match showed before its first roll, or a file with such hashes",
    )


def _serve(arguments: argparse.Namespace) -> int:
    from quatrefoil.server.serve import serve
    from quatrefoil.server.settings import UNLIMITED, Settings
    from quatrefoil.server.store.opening import database_named

    given = {
        "host": arguments.host or ("0.0.0.0" if arguments.lan else None),
        "port": arguments.port,
        "database": arguments.database and database_named(arguments.database),
        "public_url": arguments.public_url.rstrip("/"),
        "trusted_proxies": arguments.trusted_proxies,
        "expire_unjoined": arguments.expire_unjoined,
        "expire_unplayed": arguments.expire_unplayed,
        "expire_studies": arguments.expire_studies,
        "thinkers": arguments.thinkers,
        "search_memory": arguments.search_memory,
        "storing_seconds": arguments.storing_seconds,
        "limits": UNLIMITED if arguments.unlimited else None,
        "push_keys": arguments.push_keys,
        "push_contact": arguments.push_contact,
        "push_networks": arguments.push_networks,
        "log_level": arguments.log_level,
    }
    settings = Settings(**{name: value for name, value in given.items() if value is not None})
    serve(settings, arguments.open, spare_ports=arguments.port is None)
    return 0


def _verify_dice(arguments: argparse.Namespace) -> int:
    from quatrefoil.match.verify import verify_dice

    record = read_subject(arguments.file)
    if not isinstance(record, quatrefoil.Record):
        raise quatrefoil.RecordError("what was rolled stands in the record of a match: give that")
    print(verify_dice(record, [one for given in arguments.seen for one in _seen_hashes(given)]))
    return 0


def _seen_hashes(given: str) -> list[str]:
    """Return the hash that was given, or those of a file."""
    hashes = [given] if _is_hash(given) else read_text(given).lower().split()
    for one in hashes:
        if not _is_hash(one):
            raise quatrefoil.RecordError(
                f"a hash has 64 digits, 0 to 9 and a to f; {shortened(one)} is none"
            )
    return [one.lower() for one in hashes]


def _is_hash(text: str) -> bool:
    return re.fullmatch("[0-9a-fA-F]{64}", text) is not None


def _port(text: str) -> int:
    if not text.isdecimal() or int(text) > 65535:
        raise argparse.ArgumentTypeError(f"a port is a number from 0 to 65535, not {text!r}")
    return int(text)


def _megabytes(text: str) -> int:
    if not text.isdecimal() or not 4 <= int(text) <= 65536:
        raise argparse.ArgumentTypeError(f"a number of megabytes from 4 to 65536, not {text!r}")
    return int(text)


def _count(text: str) -> int:
    if not text.isdecimal() or not 1 <= int(text) <= 256:
        raise argparse.ArgumentTypeError(f"a number from 1 to 256, not {text!r}")
    return int(text)


def _length(text: str) -> float:
    try:
        found = float(text)
    except ValueError:
        found = -1.0
    if not 0 <= found <= 1e6:
        raise argparse.ArgumentTypeError(f"a number from 0 to a million, not {text!r}")
    return found
