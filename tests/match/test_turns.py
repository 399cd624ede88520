"""Turns, drafts and takebacks."""

from match_tools import ADA, BOB, Game, refused

from quatrefoil.match.requests import Session, set_draft


def test_a_match_waits_for_its_seats():
    game = Game()
    assert game.match.phase == "waiting"
    with refused("not-begun"):
        game.play(ADA, "f8-f9")
    game.do(BOB, "join", name="Bob")
    assert game.match.phase == "playing"
    assert game.match.turn == 0


def test_a_turn_is_one_event(duel):
    (event,) = duel.play(ADA, "f8-f9")
    assert (event.type, event.data["seat"], event.data["tokens"]) == ("turn", 0, ["f8-f9"])
    assert duel.match.turn == 1


def test_guests_and_others_cannot_play(duel):
    with refused("not-your-seat"):
        duel.play("", "f8-f9")
    with refused("not-your-turn"):
        duel.play(BOB, "f8-f9")
    with refused("not-your-seat"):
        duel.do(BOB, "play", seat=0, tokens=["f8-f9"], at=duel.match.last)


def test_an_illegal_turn_changes_nothing(duel):
    key = duel.match.position.key
    for tokens in (["f8-f8"], ["nonsense"], ["f8-f9", "f9-f10"]):
        with refused("illegal-move"):
            duel.play(ADA, *tokens)
    assert duel.match.position.key == key
    assert duel.match.line.tokens == []


def test_a_turn_for_an_earlier_state_is_refused(duel):
    with refused("out-of-date"):
        duel.do(ADA, "play", tokens=["f8-f9"], at=duel.match.last - 1)


def test_talk_makes_no_turn_out_of_date(duel):
    seen = duel.match.last
    duel.do(BOB, "name", name="Rob")
    duel.do(BOB, "offer-draw")
    duel.do(BOB, "withdraw", what="draw")
    assert duel.match.moved == seen < duel.match.last
    duel.do(ADA, "play", tokens=["f8-f9"], at=seen)
    assert duel.match.moved == duel.match.last == duel.rebuilt().moved
    with refused("out-of-date"):
        duel.do(BOB, "play", tokens=["f8-f9"], at=duel.match.last + 1)


def test_a_turn_is_out_of_date_after_a_takeback(duel):
    duel.play(ADA, "f8-f9")
    seen = duel.match.last
    duel.do(ADA, "ask-takeback")
    duel.do(BOB, "accept-takeback")
    with refused("out-of-date"):
        duel.do(ADA, "play", tokens=["f8-f9"], at=seen)


def test_a_turn_of_several_moves_is_confirmed_as_a_whole():
    game = Game(game="trifoil")
    game.do(BOB, "join")
    game.play(ADA, "a1-b1")
    with refused("unfinished-turn"):
        game.play(BOB, "b1-a1")
    assert game.match.line.tokens == ["a1-b1"]
    game.draft(BOB, "b1-a1")
    assert game.match.draft == ("b1-a1",)
    (event,) = game.play(BOB, "b1-a1", "end")
    assert event.data["tokens"] == ["b1-a1", "end"]
    assert game.match.draft == ()


def test_a_draft_is_checked_and_only_for_the_player_to_move(duel):
    with refused("illegal-move"):
        duel.draft(ADA, "a1-a1")
    with refused("not-your-turn"):
        set_draft(Session(duel.match, duel.now, BOB), 1, ["f8-f9"])


def test_takeback_needs_the_other(duel):
    duel.play(ADA, "f8-f9")
    assert [event.type for event in duel.do(ADA, "ask-takeback")] == ["offered"]
    with refused("not-allowed"):
        duel.do(ADA, "accept-takeback")
    assert [event.type for event in duel.do(BOB, "accept-takeback")] == ["agreed", "takenback"]
    assert duel.match.line.tokens == []
    assert duel.match.turn == 0


def test_takeback_takes_back_what_came_after(duel):
    duel.play(ADA, "f8-f9")
    duel.play_any(BOB)
    duel.do(ADA, "ask-takeback")
    duel.do(BOB, "accept-takeback")
    assert duel.match.line.tokens == []


def test_a_declined_or_overtaken_takeback_is_gone(duel):
    duel.play(ADA, "f8-f9")
    duel.do(ADA, "ask-takeback")
    duel.do(BOB, "decline-takeback")
    with refused("no-offer"):
        duel.do(BOB, "accept-takeback")
    duel.do(ADA, "ask-takeback")
    duel.play_any(BOB)
    with refused("no-offer"):
        duel.do(BOB, "accept-takeback")


def test_the_computer_agrees_to_a_takeback_at_once():
    game = Game(seats=[{"kind": "me"}, {"kind": "computer", "level": 1}])
    game.play(ADA, "f8-f9")
    assert [event.type for event in game.do(ADA, "ask-takeback")] == ["offered", "takenback"]
    assert game.match.turn == 0


def test_there_must_be_a_turn_to_take_back(duel):
    with refused("nothing-to-take-back"):
        duel.do(ADA, "ask-takeback")


def test_nothing_is_taken_back_past_a_roll():
    game = Game(game="triotrio", options={"first": "yellow"}, seats=[{"kind": "me"}] * 2)
    events = game.play(ADA, "keep", "roll")
    assert [event.type for event in events] == ["turn", "rolled"]
    with refused("roll-stands"):
        game.do(ADA, "ask-takeback", seat=0)


def test_on_one_screen_one_secret_plays_every_seat():
    game = Game(seats=[{"kind": "me"}, {"kind": "me"}])
    game.play(ADA, "f8-f9")
    game.play_any(ADA)
    assert game.match.turn == 0
    assert [event.type for event in game.do(ADA, "ask-takeback")] == ["offered", "takenback"]


def test_the_same_request_is_known_again(duel):
    duel.do(ADA, "play", "r1", tokens=["f8-f9"], at=duel.match.last)
    assert list(duel.match.answered.values()) == [duel.match.last]
    assert duel.rebuilt().answered == duel.match.answered
