"""What people say to each other, proposals that are withdrawn, and clocks that count each turn."""

import pytest
from match_tools import ADA, BOB, CY, Game, refused

from quatrefoil.core.errors import FormatError
from quatrefoil.match.clock import TimeControl
from quatrefoil.match.messages import MAX_TEXT, PHRASES
from quatrefoil.match.talk import KEPT, MAX_SAID


def test_an_offer_is_withdrawn_by_who_made_it_alone(duel):
    duel.do(ADA, "offer-draw")
    with refused("no-offer"):
        duel.do(BOB, "withdraw", what="draw")
    (event,) = duel.do(ADA, "withdraw", what="draw")
    assert (event.type, event.data) == ("withdrawn", {"seat": 0, "what": "draw"})
    assert not duel.match.offers
    with refused("no-offer"):
        duel.do(BOB, "accept-draw")
    duel.do(ADA, "offer-draw")
    with refused("not-allowed"):
        duel.do(ADA, "decline-draw")
    assert duel.rebuilt().offers == duel.match.offers


def test_a_rematch_is_withdrawn_after_the_match(duel):
    duel.do(ADA, "resign")
    duel.do(BOB, "rematch")
    duel.do(BOB, "withdraw", what="rematch")
    assert not duel.match.offers


def test_phrases_are_names_of_a_list(duel):
    (event,) = duel.do(BOB, "say", phrase=PHRASES[0])
    assert event.data == {"seat": 1, "phrase": PHRASES[0]}
    with pytest.raises(Exception, match="'phrase' of a message is one of"):
        duel.do(BOB, "say", phrase="<script>")
    with refused("bad-request"):
        duel.do(BOB, "say")
    with refused("not-your-seat"):
        duel.do(CY, "say", phrase=PHRASES[0])


def test_free_text_needs_the_wish_of_both(duel):
    duel.do(ADA, "chat", on=1)
    with refused("not-allowed"):
        duel.do(ADA, "say", text="hello")
    duel.do(BOB, "chat", on=1)
    (event,) = duel.do(ADA, "say", text="hel\u202elo\n\x1b[31m  you" + "!" * 400)
    assert event.data["text"].startswith("hel lo [31m you!!!")
    assert len(event.data["text"]) == MAX_TEXT
    assert not duel.do(BOB, "chat", on=1)  # nothing new
    duel.do(BOB, "chat", on=0)
    with refused("not-allowed"):
        duel.do(ADA, "say", text="hello?")
    assert duel.rebuilt().chat == duel.match.chat == {0}


def test_what_was_said_is_limited_and_the_latest_is_kept(duel):
    for number in range(MAX_SAID):
        duel.do(ADA, "say", phrase=PHRASES[number % len(PHRASES)])
    with refused("not-allowed"):
        duel.do(ADA, "say", phrase=PHRASES[0])
    duel.do(BOB, "say", phrase=PHRASES[0])
    assert len(duel.match.said) == KEPT
    assert duel.rebuilt().said == duel.match.said
    duel.play_any(ADA)  # talk makes no move out of date


def test_nobody_talks_before_it_is_settled_who_sits_where():
    with refused("not-begun"):
        Game().do(ADA, "say", phrase=PHRASES[0])


def test_a_clock_for_each_turn():
    game = Game(clock={"kind": "move", "seconds": 30})
    game.do(BOB, "join")
    assert TimeControl.from_json(game.match.control.to_json()) == game.match.control
    game.now += 20_000
    game.play_any(ADA)
    assert game.match.clock.left == (30_000, 30_000)
    game.now += 29_000
    game.play_any(BOB)
    game.now += 31_500
    session_events = game.do(BOB, "say", phrase=PHRASES[0]) if game.match.over else None
    assert session_events is None
    with refused("over"):
        game.play_any(ADA)
    assert game.match.over.how == "time"


@pytest.mark.parametrize("text", ["5+3", "0+10", "30s", "3d"])
def test_a_clock_as_people_write_it(text):
    assert str(TimeControl.parse(text)) == text


@pytest.mark.parametrize("text", ["", "5", "5+", "0+0", "90d", "0s", "3 d", "99999+0"])
def test_what_is_no_clock_is_refused(text):
    with pytest.raises(FormatError):
        TimeControl.parse(text)
