"""The tags of a record: short texts that the rules do not read.

red, black, orange …    the name of each player
dice.…                  what `match.dice_tags` writes, so that dice can be checked

Other tags are free. Everything that writes or reads players' names does it here.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from quatrefoil.core.errors import RecordError, shortened
from quatrefoil.core.game import Rules

MAX_TAGS = 32
_MAX_NAME = 100
MAX_TEXT = 1000


def read_tags(tags: dict[str, Any]) -> dict[str, str]:
    """Return the tags of a record, or refuse them if they are not a few short texts."""
    if len(tags) > MAX_TAGS:
        raise RecordError(f"a record has at most {MAX_TAGS} tags, not {len(tags)}")
    for name, value in tags.items():
        if not isinstance(value, str) or len(name) > _MAX_NAME or len(value) > MAX_TEXT:
            raise RecordError(f"tag {shortened(name)} is not a short text")
    return tags


# ---- players -------------------------------------------------------------------------------------


def player_tags(rules: Rules, names: Sequence[str]) -> dict[str, str]:
    """Return the tags that hold the players' names; none for those who have no name."""
    return {
        _player_tag(player): name
        for player, name in zip(rules.player_names, names, strict=True)
        if name
    }


def player_names(rules: Rules, tags: Mapping[str, str]) -> list[str]:
    """Return the players' names as `player_tags` wrote them; "" for each that has none.

    `player1` or `player 1` is read too: people write it by hand, and older records number players.
    """
    return [
        next((tags[tag] for tag in _tags_read(player, number) if tag in tags), "")
        for number, player in enumerate(rules.player_names, 1)
    ]


def _tags_read(player: str, number: int) -> tuple[str, ...]:
    return (_player_tag(player), player.lower(), f"player{number}", f"player {number}")


def _player_tag(player: str) -> str:
    return player.lower().replace(" ", "")
