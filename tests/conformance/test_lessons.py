"""Lessons: each can be solved and missed, has words in both languages, and says what is true.

A lesson whose text claims more than that its solution is legal says so in `claim`, and the claim is
searched here:

    only-defence   after every other turn the opponent wins at once
    win-next       whatever the opponent replies, the next turn wins; no other turn does as much
    best           no other move has as good an end, by proof
    solved-win     the shipped solution wins after these turns, and after no other
    safest         the next roll captures something less often than after any other move: what a
                   capture is only the game knows, so its own tests look at this one
    odds           the chances of a win in one's next turn, as the text has them: see there, too
"""

import json

import pytest

import quatrefoil
from quatrefoil import Line
from quatrefoil.search.knowledge import Knowledge
from quatrefoil.search.proof.dfpn import Prover
from quatrefoil.search.proof.turns import Turns
from quatrefoil.search.proof.wins import WinFinder

LESSONS = (12, 13)
CHAPTERS = ["moves", "tricks", "plans"]
#: Positions that a proof may look at; the hardest lesson takes a tenth of them.
EVALUATIONS = 60_000


@pytest.fixture(params=quatrefoil.all_games(), ids=lambda game: game.name)
def game(request):
    return request.param


def course(game):
    if not game.has("learn.json"):
        pytest.skip("it has no lessons")
    return json.loads(game.resource("learn.json").read_text(encoding="utf-8"))


def words(game, language):
    return json.loads(game.resource(f"learn.{language}.json").read_text(encoding="utf-8"))


def start_of(lesson):
    return quatrefoil.position(lesson["position"])


def played(position, tokens):
    after = position.copy()
    for token in tokens:
        after.play(token)
    return after


def whole_turns(position):
    return Turns(position.rules).listed(position)


def won_by(position, player):
    outcome = position.outcome()
    return outcome is not None and outcome.winners == (player,)


# ---- every lesson ------------------------------------------------------------------------------


def test_a_course_has_chapters(game):
    lessons = course(game)["lessons"]
    assert len(lessons) in LESSONS
    chapters = [lesson["chapter"] for lesson in lessons]
    assert sorted(set(chapters), key=chapters.index) == CHAPTERS
    assert chapters == sorted(chapters, key=CHAPTERS.index), "chapters follow each other"


def test_a_showcase_is_played_on(game):
    found = course(game)
    assert len(found["line"]) > 5
    played(quatrefoil.position(found["showcase"]), found["line"])


def test_every_lesson_has_words_in_both_languages(game):
    lessons = course(game)["lessons"]
    wanted = [
        f"learn.{number}.{part}"
        for number in range(1, len(lessons) + 1)
        for part in ("title", "text", "wrong", "done")
    ]
    for language in ("en", "fi"):
        assert list(words(game, language)) == wanted


def test_a_lesson_can_be_solved_and_missed(game):
    for lesson in course(game)["lessons"]:
        position = start_of(lesson)
        if lesson["accept"] == "win":
            assert wins(position, position.turn), "no turn wins"
            continue
        for tokens in lesson["accept"]:
            played(position, tokens)
        first = {tokens[0] for tokens in lesson["accept"]}
        assert first != set(position.legal_tokens()), "what cannot be missed teaches nothing"


def wins(position, player, depth=2):
    for token in position.legal_tokens():
        after = played(position, [token])
        if won_by(after, player):
            return True
        if depth > 1 and after.turn == player and wins(after, player, depth - 1):
            return True
    return False


# ---- claims ------------------------------------------------------------------------------------


def claims(game):
    if not quatrefoil.compiled():
        pytest.skip("searches take the compiled form")
    return [lesson for lesson in course(game)["lessons"] if "claim" in lesson]


def test_claims_hold(game):
    for lesson in claims(game):
        if lesson["claim"] not in CLAIMS:
            continue
        position = start_of(lesson)
        accepted = {played(position, tokens).key for tokens in lesson["accept"]}
        assert CLAIMS[lesson["claim"]](position) == accepted, lesson["claim"]


def defences(position):
    """Return the ends of turns after which the opponent does not win at once."""
    finder = WinFinder(position.rules)
    return {
        after.key
        for _, after in whole_turns(position)
        if not won_by(after, 1 - position.turn) and not finder.winning_moves(Line(after))
    }


def unstoppable(position):
    """Return the ends of turns after which every reply leaves a win."""
    finder, player = WinFinder(position.rules), position.turn

    def stays_won(reply):
        return won_by(reply, player) or bool(finder.winning_moves(Line(reply)))

    return {
        after.key
        for _, after in whole_turns(position)
        if not finder.winning_moves(Line(after))
        and all(stays_won(reply) for _, reply in whole_turns(after))
    }


def best_by_proof(position):
    """Return the ends of the turns with the best proven value; every turn must be proven."""
    values = {after.key: proven(after, position.turn) for _, after in whole_turns(position)}
    best = max(values.values())
    return {key for key, value in values.items() if value == best}


def proven(position, player):
    """Return what a player gets from here: 1, a half or 0."""
    outcome = position.outcome()
    if outcome is not None:
        return outcome.shares[player]
    rules, other = position.rules, 1 - player

    def sure(seeker, draw_suffices):
        return Prover(rules, seeker, draw_suffices, megabytes=16).prove(position, EVALUATIONS)

    if sure(player, False):
        return 1.0
    if sure(other, False):
        return 0.0
    assert sure(player, True), "neither won nor lost, and no draw either"
    assert sure(other, True), "neither won nor lost, and no draw either"
    return 0.5


def solved_wins(position):
    """Return the ends of turns that win by the solution that comes with the game."""
    known, player = Knowledge(position.rules), position.turn
    lost = set()
    for _, after in whole_turns(position):
        found = known.bounds(after)
        if found and found[0] > 0:  # the opponent is sure of something
            lost.add(after.key)
    found = known.bounds(position)
    assert found == (1.0, 1.0), "the position itself is proven to be won"
    assert player == 1
    return {after.key for _, after in whole_turns(position)} - lost


CLAIMS = {
    "only-defence": defences,
    "win-next": unstoppable,
    "best": best_by_proof,
    "solved-win": solved_wins,
}
