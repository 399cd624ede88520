"""What a server says, looked through before it is believed: it may be anybody's.

Whatever is not of the shape that docs/protocol.md tells becomes one sentence, never a traceback.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from typing import Any

from quatrefoil.core.errors import QuatrefoilError
from quatrefoil.core.game import Rules
from quatrefoil.core.text import on_one_line
from quatrefoil.match import RefusedError
from quatrefoil.terminal.sentences import Sentences
from quatrefoil.terminal.state import MatchState, Message, phrase_from, scene_from
from quatrefoil.terminal.words import own_words
from quatrefoil.view.data import Board, Scene, view_of
from quatrefoil.view.words import LANGUAGES, words_of

#: What reading data of another shape raises.
_NONSENSE = (ArithmeticError, AttributeError, LookupError, TypeError, ValueError, QuatrefoilError)
#: Characters of the reason that is quoted.
_QUOTED = 120


@contextmanager
def understood() -> Iterator[None]:
    """Turn what is not as the protocol has it into a RefusedError with a sentence."""
    try:
        yield
    except RefusedError:
        raise
    except _NONSENSE as problem:
        reason = on_one_line(f"{type(problem).__name__}: {problem}")[:_QUOTED]
        raise RefusedError(
            "bad-type", f"the server said something that makes no sense here ({reason})"
        ) from None


def text_of(value: Any) -> str:
    """Return a text, or raise."""
    if not isinstance(value, str):
        raise TypeError("a text was expected")
    return value


def number_of(value: Any) -> int:
    """Return a whole number, or raise."""
    if not isinstance(value, int):
        raise TypeError("a whole number was expected")
    return value


def look_through(match: MatchState) -> None:
    """Raise unless a match can be shown as it is told: say and read everything once."""
    assert match.rules
    rules = match.rules
    seats = match.state["seats"]
    if len(seats) != rules.players:
        raise ValueError(f"{len(seats)} seats for {rules.players} players")
    number_of(match.last)
    [seats[number_of(seat)] for seat in match.mine]
    _look_through_scene(rules, match.scene)
    for path in match.paths:
        text_of(path.token)
        "".join(path.clicks)
    sentences = Sentences(match, own_words(LANGUAGES[0]), words_of(rules.game.name, LANGUAGES[0]))
    for seat in range(len(seats)):
        sentences.who(seat)
        sentences.is_away(seat)
        int(match.time_left(seat) or 0)
    for said in match.moves:
        sentences.game.say(said.words)
        text_of(said.token)
    for remark in match.remarks:
        number_of(remark.event), text_of(remark.phrase), text_of(remark.text)
        sentences.remark(remark)
    sentences.status()
    sentences.offer()
    "".join(match.draft)
    if match.state["over"]:
        [seats[winner] for winner in match.state["over"]["winners"]]
        sentences.result()
        sentences.reason()
        sentences.scores()


def look_through_step(rules: Rules, step: Message) -> None:
    """Raise unless a moment of the past can be shown."""
    number_of(step["moves"])
    for change in step.get("changes", ()):
        change.get("start")
    _look_through_scene(rules, scene_from(step["scene"]))


def look_through_answer(rules: Rules, do: str, answer: Message) -> None:
    """Raise unless an answer has what its question asked for."""
    words = words_of(rules.game.name, LANGUAGES[0])
    if do == "hint":
        text_of(answer["token"])
        words.say(phrase_from(answer["say"]))
    elif do == "describe":
        for phrase in answer["words"]:
            words.say(phrase_from(phrase))
    number_of(answer.get("event") or 0)


def look_through_review(line: Message) -> None:
    """Raise unless a line of a review can be shown."""
    if line["type"] != "turn":
        return
    number_of(line["index"])
    if text_of(line["mark"]):
        number_of(line["number"])
        [text_of(token) for token in line["worst"]["best"]["tokens"]]
        number_of(line["worst"]["start"]), len(line["worst"]["played"]["tokens"])


def _look_through_scene(rules: Rules, scene: Scene) -> None:
    board = _board(rules)
    places = {place.id for place in board.places}
    words = words_of(rules.game.name, LANGUAGES[0])
    for piece in scene.pieces:
        board.symbols[piece.symbol]
        text_of(piece.text or "")
    named = [piece.place for piece in scene.pieces]
    named += [place for mark in scene.marks for place in mark.places]
    if strange := set(named) - places:
        raise KeyError(f"no such place: {sorted(strange)[0]}")
    for mark in scene.marks:
        for shape in mark.shapes:
            if shape.tag == "line":
                [float(shape.attributes[end]) for end in ("x1", "y1", "x2", "y2")]
    for phrase in [mark.words for mark in scene.marks] + [fact.words for fact in scene.facts]:
        if phrase:
            words.say(phrase)


@lru_cache(maxsize=8)
def _board(rules: Rules) -> Board:
    return view_of(rules).board(rules)
