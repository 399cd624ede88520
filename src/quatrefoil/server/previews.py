"""What a page is about, in words: for link previews, and for those who read no JavaScript.

Of a match a preview tells what anybody with its link sees: game, variant, clock, names, how far it
is. Never a draft, a secret or a hash.
"""

from __future__ import annotations

from functools import cache, lru_cache, reduce

from quatrefoil.core.game import Game, Rules
from quatrefoil.core.registry import game as game_of
from quatrefoil.match import Match
from quatrefoil.match.clock import DAY, TimeControl
from quatrefoil.match.seats import COMPUTER, OPEN, Seat
from quatrefoil.view.words import LANGUAGES, Words, level_name, words_of


@lru_cache(maxsize=len(LANGUAGES))
def own_words(language: str) -> Words:
    """Return the server's own words."""
    return Words("quatrefoil.server", language)


def spoken_language(accepted: str) -> str:
    """Return which of our languages a browser likes best, by its Accept-Language.

    >>> spoken_language("fi-FI,fi;q=0.9,en;q=0.8")
    'fi'
    >>> spoken_language("de, *;q=0.5")
    'en'
    """
    wishes = []
    for place, part in enumerate(accepted.split(",")[:20]):
        tag, _, weight = part.strip().partition(";q=")
        try:
            liking = float(weight or 1)
        except ValueError:
            liking = 0.0
        wishes.append((-liking, place, tag[:2].lower()))
    return next((tag for _, _, tag in sorted(wishes) if tag in LANGUAGES), LANGUAGES[0])


def game_title(game: Game, language: str) -> str:
    """Return what a game is called."""
    return words_of(game.name, language)("title")


def seat_name(rules: Rules, seats: list[Seat], number: int, language: str) -> str:
    """Return what the player on a seat goes by: a name, a level of the computer, or a colour."""
    seat = seats[number]
    if seat.name:
        return seat.name
    if seat.kind == COMPUTER and seat.level is not None:
        return level_name(seat.level, language)
    return words_of(rules.game.name, language)(f"player.{number}")


def match_title(match: Match, language: str) -> str:
    """Return a match in a line: who invites, who plays, or who has won."""
    words, game = own_words(language), game_title(match.rules.game, language)
    seats = list(match.seats)
    names = [seat_name(match.rules, seats, number, language) for number in range(len(seats))]
    if match.over:
        winners = match.over.winners
        if len(winners) == 1:
            return words("won", player=names[winners[0]], game=game)
        drawn = len(winners) == len(seats)
        return words("drawn" if drawn else "ended", players=_listed(names, words), game=game)
    if any(seat.kind == OPEN for seat in seats):
        host = next((seat.name for seat in seats if seat.name and seat.kind != COMPUTER), "")
        return words("invited" if host else "invited.nobody", player=host, game=game)
    return words("playing", players=_listed(names, words), game=game)


def match_about(match: Match, variant: str, language: str, at: int) -> str:
    """Return more of a match in a sentence: its variant, its clock, how far it is."""
    words, moves = own_words(language), len(match.line)
    parts = [variant, clock_name(match.control, language)]
    if at < moves:
        parts.append(words("moves.at", count=at))
    elif moves:
        parts.append(words("moves.over" if match.over else "moves", count=moves))
    summary = words_of(match.rules.game.name, language)("summary")
    return f"{' · '.join(filter(None, parts))}. {summary}"


def variant_name(rules: Rules, language: str) -> str:
    """Return what the rules are called among the presets of their game, or nothing."""
    name = _presets(rules.game.name).get(str(rules))
    return words_of(rules.game.name, language)(f"preset.{name}") if name else ""


@cache
def _presets(name: str) -> dict[str, str]:
    """Return the names of a game's presets by their rules; to make those takes a while."""
    game = game_of(name)
    return {str(game.rules(preset.options)): preset.name for preset in game.presets}


def clock_name(control: TimeControl | None, language: str) -> str:
    """Return a time control in words."""
    words = own_words(language)
    if control is None:
        return words("clock.none")
    if control.kind == "correspondence":
        return words("clock.correspondence", count=control.base // DAY)
    if control.kind == "move":
        return words("clock.move", seconds=control.base // 1000)
    minutes, seconds = control.base / 60_000, control.increment // 1000
    return words("clock.realtime", minutes=minutes, seconds=seconds)


def _listed(names: list[str], words: Words) -> str:
    """Return the players: two against each other, or all in a row."""
    key = "against" if len(names) == 2 else "several"
    return reduce(lambda one, other: words(key, one=one, other=other), names)
