"""One sentence that says why a turn was bad, made of the game's own facts, and proven to be true.

A game proposes claims (its part `facts`, see core/claims.py); those that every game shares are
here: a win that was missed or given. Whatever they state is checked by playing moves and by
searching, and the first claim that holds is the sentence. What cannot be shown to be true is not
said.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace

from quatrefoil.core.claims import Case, Claim, Nowhere, Reaches, Sound, Statement, Tokens, Wins
from quatrefoil.core.errors import MoveError
from quatrefoil.core.line import Line
from quatrefoil.search.limits import Limit
from quatrefoil.study.accuracy import weighed
from quatrefoil.study.worth import Appraiser
from quatrefoil.view.data import Phrase
from quatrefoil.view.words import shared_words, words_of

#: By how much a turn that is called sound may be worse than the best, and how many times as many
#: nodes as found it are spent on that: what a search likes, it hardly ever refutes by itself.
_SOUND, _SECOND_LOOK = 0.04, 4
#: How many positions of a turn are looked at before a statement about all of them is given up.
_MOST_POSITIONS = 20_000


@dataclass(frozen=True)
class Sentence:
    """Why a turn was bad: a text of the game itself, or one that all games share."""

    key: str
    values: Mapping[str, str | int | float] = field(default_factory=dict)
    #: Whether it is a text of the game itself.
    own: bool = True


def second_look(limit: Limit) -> Limit:
    """Return what a search may take that checks what one with this limit liked."""
    return replace(limit, nodes=_SECOND_LOOK * limit.nodes) if limit.nodes else limit


def said(game: str, sentence: Sentence, language: str = "en") -> str:
    """Return a sentence in words."""
    own = words_of(game, language)
    if sentence.own:
        return own.say(Phrase(sentence.key, sentence.values))
    # Values of shared sentences are players: keys of the game's texts.
    values = {name: own(str(key).removeprefix("@")) for name, key in sentence.values.items()}
    return shared_words(language)(f"sentence.{sentence.key}", **values)


def explain(
    before: Line,
    played: Tokens,
    better: Tokens,
    refutation: Tokens,
    appraiser: Appraiser,
    limit: Limit,
) -> Sentence | None:
    """Return the first claim about a turn that holds, or None if none does.

    The appraiser has the memory that a second look takes.
    """
    case = case_of(before, played, better, refutation)
    # Nothing is asked twice: a search that goes on from another may say otherwise.
    known: dict[Statement, bool] = {}

    def is_true(statement: Statement) -> bool:
        if statement not in known:
            known[statement] = holds(case.before, statement, appraiser, limit)
        return known[statement]

    for claim, own in claims_of(case):
        if all(map(is_true, claim.statements)):
            return Sentence(claim.key, claim.values, own)
    return None


def case_of(before: Line, played: Tokens, better: Tokens, refutation: Tokens) -> Case:
    """Return what a game is asked about: of what follows, the next player's turn counts."""
    return Case(before.copy(), played, better, next_turn(before, played, refutation))


def claims_of(case: Case) -> Iterator[tuple[Claim, bool]]:
    """Yield claims, and whether each is the game's own.

    Those that every game shares come after what a game has to say, but before its minor claims.
    """
    game = case.before.position.rules.game
    minor = []
    if game.has("facts"):
        for claim in game.part("facts").claims(case):
            if claim.minor:
                minor.append(claim)
            else:
                yield claim, True
    yield Claim("missed", (Wins(case.better, case.mover),), _player(case.mover)), False
    for player in range(case.before.position.rules.players):
        if player != case.mover:
            yield Claim("wins", (Wins(case.played, player),), _player(player)), False
    for claim in minor:
        yield claim, True


def _player(player: int) -> dict[str, str | int | float]:
    return {"player": f"@player.{player}"}


def next_turn(before: Line, turn: Tokens, variation: Tokens) -> Tokens:
    """Return the whole turn that a variation goes on with after a turn; nothing if it has none."""
    line = before.copy()
    for token in turn:
        line.play(token)
    mover = line.position.turn
    if mover < 0:
        return ()
    for number, token in enumerate(variation, start=1):
        line.play(token)
        if line.position.turn != mover:
            return tuple(variation[:number])
    return ()


def holds(before: Line, statement: Statement, appraiser: Appraiser, limit: Limit) -> bool:
    """Whether a statement is true, as far as it can be shown."""
    line = before.copy()
    try:
        for token in statement.moves:
            line.play(token)
    except MoveError:
        return False
    match statement:
        case Reaches():
            return statement.measure(line.position) == statement.value
        case Nowhere():
            return _stays_below(line, statement)
        case Wins():
            return _is_won(line, statement.player, appraiser, limit)
        case Sound():
            return _is_sound(line, statement.reply, appraiser, limit)


def _stays_below(line: Line, statement: Nowhere) -> bool:
    """Whether no turn from here brings a measure up to a value; every turn is tried."""
    mover = line.position.turn
    if mover < 0:
        return statement.measure(line.position) < statement.value
    seen, open_lines = {line.position.key}, [line.position]
    while open_lines:
        position = open_lines.pop()
        for move in position.legal_moves():
            after = position.copy()
            after.push_unchecked(move)
            if statement.measure(after) >= statement.value:
                return False
            if after.turn == mover and after.key not in seen:
                seen.add(after.key)
                open_lines.append(after)
                if len(seen) > _MOST_POSITIONS:
                    return False
    return True


def _is_won(line: Line, player: int, appraiser: Appraiser, limit: Limit) -> bool:
    outcome = line.position.outcome()
    if outcome:
        return outcome.winners == (player,)
    found = appraiser.search(line, limit)
    return found.proven and found.values[player] == 1


def _is_sound(line: Line, reply: Tokens, appraiser: Appraiser, limit: Limit) -> bool:
    mover = line.position.turn
    if mover < 0:
        return False
    limit = second_look(limit)
    best = appraiser.worth(line, limit)
    after = line.copy()
    try:
        for token in reply:
            after.play(token)
    except MoveError:
        return False
    loss = 0.0
    if after.position.key != best.best_key:
        loss = best.after_best[mover] - appraiser.after(after, limit)[mover]
    if not best.proven:
        # A search likes what it looked at most. Others may be better once each is searched alone.
        loss = max(loss, -appraiser.margin(line, after.position.key, limit))
    return weighed(loss, line.position.rules.players) <= _SOUND
