"""The log is the truth: whatever happens, applying it again gives the same match."""

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule
from match_tools import ADA, BOB, CY, Game, value_of

import quatrefoil
from quatrefoil import QuatrefoilError, Record
from quatrefoil.match import Match
from quatrefoil.match.dice import hash_of

PEOPLE = st.sampled_from([ADA, BOB, CY, ""])


def essence(match):
    """Return everything that two equal matches have in common."""
    return {
        **{name: getattr(match, name) for name in Match.__slots__ if name not in ("line", "draft")},
        "position": match.position.to_json(),
        "tokens": match.line.tokens,
    }


class AnyMatch(RuleBasedStateMachine):
    """People who try everything, at any time, in any order."""

    @initialize(
        game=st.sampled_from(quatrefoil.names()),
        first=st.sampled_from(["rules", "roll", "rps"]),
        clock=st.sampled_from(
            [
                None,
                {"kind": "realtime", "base": 30, "increment": 5},
                {"kind": "correspondence", "days": 1},
            ]
        ),
        other=st.sampled_from(["open", "computer", "me"]),
        sharing=st.booleans(),
    )
    def begin(self, game, first, clock, other, sharing):
        seats = [{"kind": "me", "name": "Ada"}, {"kind": other}]
        self.game = Game(game=game, first=first, clock=clock, seats=seats, sharing=sharing)

    def attempt(self, act):
        before = essence(self.game.match)
        logged = len(self.game.log)
        try:
            act()
        except QuatrefoilError:
            if len(self.game.log) == logged:
                assert essence(self.game.match) == before, "a refusal changed something"

    @rule(who=PEOPLE)
    def join(self, who):
        if who:
            self.attempt(lambda: self.game.do(who, "join", name=who[:3]))

    @rule(who=PEOPLE, number=st.integers(0, 10**6))
    def play(self, who, number):
        line = self.game.match.line.copy()
        seat, tokens = line.position.turn, []
        while line.position.turn == seat and not line.position.is_over and seat >= 0:
            legal = line.position.legal_tokens()
            tokens.append(legal[number % len(legal)])
            line.play(tokens[-1])
        self.attempt(lambda: self.game.play(who, *tokens))

    @rule(who=PEOPLE, tokens=st.lists(st.text(max_size=6), max_size=3), late=st.integers(0, 2))
    def play_nonsense(self, who, tokens, late):
        at = self.game.match.last - late
        self.attempt(lambda: self.game.do(who, "play", tokens=tokens, at=at))

    @rule(
        who=PEOPLE,
        verb=st.sampled_from(
            [
                *("offer-draw", "accept-draw", "decline-draw", "rematch"),
                *("ask-takeback", "accept-takeback", "decline-takeback"),
            ]
        ),
    )
    def offer(self, who, verb):
        self.attempt(lambda: self.game.do(who, verb))

    @rule(who=PEOPLE, sign=st.sampled_from(["rock", "paper", "scissors"]))
    def throw(self, who, sign):
        self.attempt(lambda: self.game.do(who, "throw", sign=sign))

    @rule(who=PEOPLE, text=st.text(max_size=5))
    def rename(self, who, text):
        self.attempt(lambda: self.game.do(who, "name", name=text))

    @rule(who=PEOPLE, whose=st.sampled_from([ADA, BOB, CY]), number=st.integers(0, 3))
    def share(self, who, whose, number):
        value = value_of(whose, number)
        self.attempt(lambda: self.game.do(who, "reveal", value=value))
        self.attempt(lambda: self.game.do(who, "commit", hash=hash_of(value)))

    @rule(who=PEOPLE, verb=st.sampled_from(["resign", "leave"]), sure=st.integers(0, 5))
    def give_up(self, who, verb, sure):
        if not sure:
            self.attempt(lambda: self.game.do(who, verb))

    @rule(seconds=st.integers(0, 20))
    def wait(self, seconds):
        self.game.now += seconds * 1000

    @invariant()
    def the_log_gives_the_same_match(self):
        if hasattr(self, "game"):
            assert essence(self.game.rebuilt()) == essence(self.game.match)

    @invariant()
    def events_are_numbered_without_gaps(self):
        if hasattr(self, "game"):
            numbers = [event.number for event in self.game.log]
            assert numbers == list(range(1, len(numbers) + 1))

    @invariant()
    def the_record_holds(self):
        if hasattr(self, "game"):
            record = self.game.match.record()
            assert Record.from_json(record.to_json()).moves == record.moves


TestAnyMatch = AnyMatch.TestCase
TestAnyMatch.settings = settings(max_examples=80, stateful_step_count=30)


@pytest.mark.parametrize("game", quatrefoil.names())
def test_a_whole_match_is_the_same_again(game):
    played = Game(game=game, seats=[{"kind": "me"}] * 2)
    while played.match.phase == "playing":
        played.play_any(ADA)
        if len(played.match.line.tokens) > 150:
            played.do(ADA, "resign")
    assert essence(played.rebuilt()) == essence(played.match)
    assert Record.from_json(played.match.record().to_json()).moves == tuple(
        played.match.line.tokens
    )
