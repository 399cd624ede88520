"""Trifoil's positions as they are put together: links, the actions left, and the board before."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from quatrefoil.core.errors import FormatError
from quatrefoil.games.trifoil.notation import (
    COLOURS,
    PREVIOUS,
    Links,
    end_faults,
    face_bit,
    faults_of,
    format_links,
    most_actions,
    twice,
)
from quatrefoil.games.trifoil.position import BLUE, RED, TrifoilPosition
from quatrefoil.view.editing import Brush, Control, Draft, Rough, Tools

#: The board before the latest action, as a layer.
BEFORE = "previous"


def tools(rules: Any) -> Tools:
    """Return a link of each colour, faces to put them on, and what a turn needs."""
    return Tools(
        brushes=tuple(Brush(colour, colour, player) for player, colour in enumerate(COLOURS)),
        places=tuple(rules.board.face_names),
        controls=(
            Control("turn", "player", choices=COLOURS),
            Control("actions_left", "whole", high=most_actions(rules)),
            Control("acted", "flag"),
        ),
        layers=(BEFORE,),
    )


def read(rules: Any, rough: Rough) -> Draft:
    """Return the links that have a face, now and before the latest action."""
    fields = rough.fields
    links = _read_links(rules, rough)
    before = fields.take(BEFORE, None)
    layer = None
    if before is not None:
        inside = Rough(before, PREVIOUS)
        layer = _read_links(rules, inside)
        inside.finish()
        rough.noted += inside.noted
    start = rules.options["actions"]
    values = {
        "turn": rough.attempt("turn", fields.choice, "turn", COLOURS, otherwise=COLOURS[RED]),
        "actions_left": rough.attempt(
            "actions_left", fields.whole, "actions_left", 0, most_actions(rules), otherwise=start
        ),
        "acted": rough.attempt("acted", fields.flag, "acted", otherwise=False),
    }
    return Draft(links, values, {BEFORE: layer})


def _read_links(rules: Any, rough: Rough) -> dict[str, str]:
    links: dict[str, str] = {}

    def read_entry(colour: str, name: Any) -> None:
        face_bit(rules, rough.fields, colour, name)
        if name in links:
            raise twice(rough.fields, name)
        links[name] = colour

    for colour in COLOURS:
        for name in rough.entries(colour, list):
            rough.attempt(colour, read_entry, colour, name)
    return links


def write(rules: Any, draft: Draft) -> dict[str, Any]:
    """Return the links Blink by Blink, as a position does."""
    before = draft.layers.get(BEFORE)
    return {
        **format_links(rules, _bits(rules, draft.pieces)),
        BEFORE: None if before is None else format_links(rules, _bits(rules, before)),
        **{name: draft.values[name] for name in ("turn", "actions_left", "acted")},
    }


def faults(rules: Any, draft: Draft) -> Iterator[FormatError]:
    """Yield why links or actions cannot be what they are."""
    found = list(faults_of(rules, *_state(rules, draft)))
    yield from found
    if not found:
        yield from end_faults(_set_up(rules, draft), draft.values["actions_left"])


def doubts(rules: Any, draft: Draft) -> Iterator[FormatError]:
    """Yield that Blue has links before Red, who begins, and a board before that does not fit."""
    red, blue = _bits(rules, draft.pieces)
    if blue and not red:
        yield FormatError("Blue has links and Red, who begins, has none", "odd-first")
    before = draft.layers.get(BEFORE)
    if before is None:
        return
    if not _can_become(rules, _bits(rules, before), (red, blue)):
        message = "no single action leads from the board before to this one"
        yield FormatError(message, "odd-previous")


def _can_become(rules: Any, before: Links, now: Links) -> bool:
    """Whether some action of either player leads from one board to another."""
    most = rules.options["actions"]
    for player in (RED, BLUE):
        position = TrifoilPosition(rules)
        position.arrange(before, None, player, most, False)
        for move in position.legal_moves():
            after = TrifoilPosition(rules)
            after.copy_from(position)
            after.push(move)
            if (after.links_of(RED), after.links_of(BLUE)) == now:
                return True
    return False


def _bits(rules: Any, links: Mapping[str, str]) -> Links:
    bits = [0, 0]
    for face, colour in links.items():
        bits[COLOURS.index(colour)] |= 1 << rules.face_bits[face]
    return bits[RED], bits[BLUE]


def _state(rules: Any, draft: Draft) -> tuple[Links, Links | None, bool, int]:
    before = draft.layers.get(BEFORE)
    previous = None if before is None else _bits(rules, before)
    links = _bits(rules, draft.pieces)
    return links, previous, draft.values["acted"], draft.values["actions_left"]


def _set_up(rules: Any, draft: Draft) -> TrifoilPosition:
    links, previous, acted, left = _state(rules, draft)
    position = TrifoilPosition(rules)
    position.arrange(links, previous, COLOURS.index(draft.values["turn"]), left, acted)
    return position
