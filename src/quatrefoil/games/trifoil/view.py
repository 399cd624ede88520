"""Trifoil's board as data: Blinks to click, links on their faces, handles to spin by.

A link is placed or pushed by a click on its Blink and one on the Blink that it looks at (there is
never a choice: an empty face can be placed on, one's own link pushed). A shape is spun by a click
on its handle and one on an arrow. A click on the face itself is both clicks at once. How it all
looks is in art.py.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property, lru_cache
from typing import Any

from quatrefoil.games.trifoil import art
from quatrefoil.games.trifoil.board import Board as Blinks
from quatrefoil.games.trifoil.position import CHAIN, END, PUSH, SPIN
from quatrefoil.games.trifoil.tables import listed
from quatrefoil.view.data import Board, Change, Fact, Mark, Path, Phrase, Piece, Scene, Shape

Values = dict[str, str | int | float]

PLAYERS = (0, 1)
SYMBOLS = ("red", "blue")
#: Shapes that have a name in every language; others are called as their maker did.
_KNOWN = ("delta", "omega", "theta", "beta")
#: With more links than that, a player's chain is measured but not shown: it takes too long.
_MOST_SHOWN = 60


# ---- the seven questions ------------------------------------------------------------------------


def board(rules: Any) -> Board:
    """Return the Blinks, their faces, and a handle with arrows for every shape."""
    drawing = _layout(rules).drawing
    return Board(
        width=drawing.width,
        height=drawing.height,
        backdrop=tuple(drawing.backdrop()),
        places=tuple(drawing.places()),
        labels=tuple(drawing.labels()),
        symbols=art.links(),
        buttons=("end",),
        bar=(("end",),),
        turns="draft",
    )


def scene(position: Any) -> Scene:
    """Return the links, the longest chains, who may spin what, and how each player stands."""
    layout = _layout(position.rules)
    links = position.links_of(0), position.links_of(1)
    pieces = tuple(
        [layout.pieces[player][bit] for player in PLAYERS for bit in listed(links[player])]
    )
    chains = _chains(position, links)
    lengths = tuple(
        chain.bit_count() if chain else position.longest_chain_of(player)
        for player, chain in enumerate(chains)
    )
    marks = (*_chain_marks(position, layout, chains), *_shape_marks(position, layout))
    return Scene(pieces, marks, tuple(_facts(position, links, lengths)))


def paths(position: Any) -> list[Path]:
    """Return each move as two clicks, and the end of a turn as a button."""
    known = _layout(position.rules).paths
    return [known[move] for move in position.legal_moves()]


def changes(before: Any, move: int) -> list[Change]:
    """Return how the links go: one appears, a run of them slides, a shape turns with all of its."""
    layout = _layout(before.rules)
    if move == END:
        return []
    if move < PUSH:
        return [_placed(layout, move)]
    if move < SPIN:
        # The farthest first: each goes where the one before it has just been.
        run = before.run_from(move - PUSH)
        return [_pushed(layout, start, end) for start, end in reversed(run)]
    number = move - SPIN
    links = before.links_of(0) | before.links_of(1)
    shape = layout.blinks.spins[number].shape
    return [_spun(layout, number, bit) for bit in listed(links & layout.blinks.shape_masks[shape])]


def say(position: Any, move: int) -> Phrase:
    """Return a move in words."""
    layout = _layout(position.rules)
    pushed = len(position.run_from(move - PUSH)) if PUSH <= move < SPIN else 0
    return _said(layout, move, position.turn, pushed)


def describe(position: Any) -> list[Phrase]:
    """Return whose turn it is or who won, the chains, the links, and who may spin what."""
    layout = _layout(position.rules)
    needed = position.rules.options["chain"]
    phrases = [_headline(position)]
    for player in PLAYERS:
        bits = position.links_of(player)
        values = {"player": f"@player.{player}", "needed": needed}
        if not bits:
            phrases.append(Phrase("describe.none", values))
            continue
        length = position.longest_chain_of(player)
        faces = sorted(layout.blinks.faces[bit] for bit in listed(bits))
        names = ", ".join(layout.blinks.face_name(face) for face in faces)
        phrases.append(Phrase("describe.links", {**values, "links": names, "count": length}))
    return phrases + [_shape_words(layout, *held) for held in _held(position)]


def explain(position: Any, place: str) -> list[Phrase]:
    """Return who may spin a shape and why, or what can be done with a link or an empty face."""
    layout = _layout(position.rules)
    if place in layout.handles:
        return [_shape_words(layout, *list(_held(position))[layout.handles[place]])]
    if place not in layout.bits or position.is_over:
        return []
    bit = layout.bits[place]
    blink, other = layout.facing[bit]
    values: Values = {"blink": blink, "other": other, "player": f"@player.{position.turn}"}
    return [Phrase(f"explain.{_why(position, bit)}", values)]


def _why(position: Any, bit: int) -> str:
    """Return in a word what the player to move can do with a face, or what forbids it."""
    legal = set(position.legal_moves())
    holders = [player for player in PLAYERS if position.links_of(player) >> bit & 1]
    if not holders:
        if bit in legal:
            return "place"
        return "outside" if bit >= _layout(position.rules).blinks.inner else "no-links"
    if holders[0] != position.turn:
        return "theirs"
    return "push" if PUSH + bit in legal else "stuck"


# ---- what never changes --------------------------------------------------------------------------


class _Layout:
    """What a board's positions have in common: its drawing, and everything that can be on it."""

    def __init__(self, rules: Any) -> None:
        self.tokens: dict[int, str] = rules.tokens
        self.blinks: Blinks = rules.board
        blinks = self.blinks
        self.drawing = art.Drawing(blinks)
        self.names = [blinks.face_name(face) for face in blinks.faces]
        self.pieces = [
            [Piece(SYMBOLS[player], name, player) for name in self.names] for player in PLAYERS
        ]

        self.handles = {art.handle(shape.name): n for n, shape in enumerate(blinks.shapes)}
        self.bits = {name: bit for bit, name in enumerate(self.names)}
        #: By the bit of a face: its Blink, and the one that it looks at or its own name again.
        self.facing = [
            (blinks.names[blink], blinks.names[other] if other is not None else name)
            for (blink, face), name in zip(blinks.faces, self.names, strict=True)
            for other in (blinks.across[blink][face],)
        ]

    @cached_property
    def paths(self) -> dict[int, Path]:
        """Every move that can ever be legal, as clicks."""
        blinks = self.blinks
        clicks: dict[int, tuple[str, ...]] = {END: ("end",)}
        for bit in range(blinks.inner):
            blink, face = blinks.faces[bit]
            other = blinks.across[blink][face]
            assert other is not None
            clicks[bit] = clicks[PUSH + bit] = (blinks.names[blink], blinks.names[other])
        for number, spin in enumerate(blinks.spins):
            clicks[SPIN + number] = (art.handle(blinks.shapes[spin.shape].name), spin.token)
        return {move: Path(self.tokens[move], places) for move, places in clicks.items()}


@lru_cache(maxsize=256)
def _layout(rules: Any) -> _Layout:
    return _Layout(rules)


@lru_cache(maxsize=4096)
def _placed(layout: _Layout, bit: int) -> Change:
    return Change("appears", end=layout.names[bit])


@lru_cache(maxsize=4096)
def _pushed(layout: _Layout, start: int, end: int) -> Change:
    return Change("slides", layout.names[start], layout.names[end])


@lru_cache(maxsize=4096)
def _spun(layout: _Layout, number: int, bit: int) -> Change:
    spin = layout.blinks.spins[number]
    x, y = layout.drawing.centres[spin.shape]
    return Change(
        "turns",
        layout.names[bit],
        layout.names[spin.to[bit]],
        about=(round(x, 3), round(y, 3)),
        angle=_degrees(spin.sixths),
    )


def _degrees(sixths: int) -> int:
    """Return the shorter way round, clockwise."""
    return 60 * sixths if sixths <= 3 else 60 * sixths - 360


# ---- marks ---------------------------------------------------------------------------------------


def _chains(position: Any, links: tuple[int, int]) -> list[int]:
    """Return the links of each player's longest chain; none where there are too many to look at."""
    return [
        position.longest_chain_links_of(player) if links[player].bit_count() <= _MOST_SHOWN else 0
        for player in PLAYERS
    ]


def _chain_marks(position: Any, layout: _Layout, chains: list[int]) -> Iterator[Mark]:
    """Yield the chains of two links and more; the one that won (TF-11) as such, with words."""
    outcome = position.outcome()
    winner = outcome.winners[0] if outcome and len(outcome.winners) == 1 else None
    for player, chain in enumerate(chains):
        if player == winner and chain:
            reached = position.reason == CHAIN
            yield _winning(layout, player, chain, "mark.chain" if reached else "mark.longest")
        elif chain & (chain - 1):
            yield _chain(layout, player, chain)


@lru_cache(maxsize=8192)
def _chain(layout: _Layout, player: int, chain: int) -> Mark:
    return Mark("chain", _places(layout, chain), player, _thread(layout, chain))


@lru_cache(maxsize=1024)
def _winning(layout: _Layout, player: int, chain: int, key: str) -> Mark:
    words = Phrase(key, {"player": f"@player.{player}", "count": chain.bit_count()})
    return Mark("winning", _places(layout, chain), player, _thread(layout, chain), words)


def _places(layout: _Layout, chain: int) -> tuple[str, ...]:
    return tuple(layout.names[bit] for bit in listed(chain))


def _thread(layout: _Layout, chain: int) -> tuple[Shape, ...]:
    drawn = layout.drawing.chain(chain)
    return tuple(Shape("path", {"class": name, "d": drawn}) for name in ("casing", "thread"))


def _held(position: Any) -> Iterator[tuple[int, tuple[int, int], int | None]]:
    """Yield for each shape how many links each player has on it, and who may spin it (TF-8)."""
    held = zip(position.links_on_shapes(), position.minorities(), strict=True)
    for number, (counts, minority) in enumerate(held):
        yield number, counts, minority


def _shape_marks(position: Any, layout: _Layout) -> list[Mark]:
    """Return the counts that decide who may spin, for those who ask."""
    if position.is_over:
        return []
    return [_minority(layout, *held) for held in _held(position)]


@lru_cache(maxsize=4096)
def _minority(layout: _Layout, number: int, counts: tuple[int, int], player: int | None) -> Mark:
    words = _shape_words(layout, number, counts, player)
    return Mark("minority", (), None, layout.drawing.counts(number, counts), words, on_demand=True)


# ---- facts ---------------------------------------------------------------------------------------


def _facts(position: Any, links: tuple[int, int], lengths: tuple[int, ...]) -> Iterator[Fact]:
    """Yield what each player has left and how far they have got, and the actions of this turn."""
    options = position.rules.options
    supply = options["links"]
    for player in PLAYERS:
        placed = links[player].bit_count()
        if supply:
            yield _fact("fact.left", supply - placed, player)
        else:
            yield _fact("fact.placed", placed, player)
        yield _chain_fact(lengths[player], options["chain"], player)
    if not position.is_over:
        yield _fact("fact.actions", position.actions_left, None)


@lru_cache(maxsize=2048)
def _fact(key: str, count: int, player: int | None) -> Fact:
    return Fact(Phrase(key, {"count": count}), player)


@lru_cache(maxsize=2048)
def _chain_fact(length: int, needed: int, player: int) -> Fact:
    return Fact(Phrase("fact.chain", {"count": length, "needed": needed}), player)


# ---- words ---------------------------------------------------------------------------------------


def _headline(position: Any) -> Phrase:
    outcome = position.outcome()
    if outcome is None:
        values = {"player": f"@player.{position.turn}", "count": position.actions_left}
        return Phrase("describe.turn", values)
    if len(outcome.winners) > 1:
        return Phrase("describe.draw")
    return Phrase("describe.won", {"player": f"@player.{outcome.winners[0]}"})


def _shape_name(layout: _Layout, number: int) -> str:
    name = layout.blinks.shapes[number].name
    return f"@shape.{name}" if name in _KNOWN else name


def _shape_words(
    layout: _Layout, number: int, counts: tuple[int, int], player: int | None
) -> Phrase:
    """Return who has how many links on a shape, and who may therefore spin it."""
    shape = layout.blinks.shapes[number]
    values: Values = {
        "shape": _shape_name(layout, number),
        "blinks": ", ".join(layout.blinks.names[blink] for blink in shape.blinks),
        "red": counts[0],
        "blue": counts[1],
    }
    if player is None:
        return Phrase("shape.nobody", values)
    return Phrase("shape.minority", {**values, "player": f"@player.{player}"})


@lru_cache(maxsize=8192)
def _said(layout: _Layout, move: int, turn: int, pushed: int) -> Phrase:
    player = f"@player.{turn}"
    if move == END:
        return Phrase("say.end", {"player": player})
    if move >= SPIN:
        return _say_spin(layout, move - SPIN, player)
    blink, other = layout.paths[move].clicks
    values = {"player": player, "blink": blink, "other": other}
    if move < PUSH:
        return Phrase("say.place", values)
    return Phrase("say.push", {**values, "count": pushed})


def _say_spin(layout: _Layout, number: int, player: str) -> Phrase:
    spin = layout.blinks.spins[number]
    angle = _degrees(spin.sixths)
    values: Values = {
        "player": player,
        "shape": _shape_name(layout, spin.shape),
        "angle": abs(angle),
    }
    if abs(angle) == 180:
        return Phrase("say.spin.half", values)
    return Phrase("say.spin.clockwise" if angle > 0 else "say.spin.anticlockwise", values)
