"""Saying something to the other end, in each reader's language."""

import pytest
from terminal_tools import in_match, local, run
from test_terminal_online import ask, make

from quatrefoil.match.messages import PHRASES
from quatrefoil.terminal.links import Link
from quatrefoil.terminal.remote import RemoteMatch
from quatrefoil.terminal.screens.dialogs import Phrases
from quatrefoil.terminal.screens.panels import Remarks
from quatrefoil.terminal.words import phrase_text


def said(player):
    return str(player.screen.query_one(Remarks).content).splitlines()


def notes(player):
    return [note.message for note in player.app._notifications]


@pytest.mark.parametrize("language", ["en", "fi"])
def test_there_are_words_for_every_phrase(language):
    words = [phrase_text(phrase, language) for phrase in PHRASES]
    assert len(set(words)) == len(PHRASES)
    assert not set(words) & set(PHRASES), "names are not words"
    assert phrase_text("of-tomorrow", language) == "of-tomorrow"


@run
async def test_phrases_go_both_ways(server):
    link, made = make(server)
    async with in_match(RemoteMatch(Link.parse(link), "Bob"), language="fi") as player:
        assert not player.screen.query_one(Remarks).display
        await ask(server, made, do="say", phrase="good-luck")
        await player.until(lambda: said(player) == ["Ada: Onnea peliin!"])
        assert notes(player) == ["Ada: Onnea peliin!"], "it is seen at once"
        assert "Ada" in player.status, "and hides nothing: whose turn it is stays there"
        # A digit says it at once, and so does Enter.
        await player.press("p")
        assert isinstance(player.app.screen, Phrases)
        await player.press("1")
        await player.until(lambda: said(player)[-1] == "Bob: Hei!")
        await player.press("p", "down", "down", "enter")
        await player.until(lambda: said(player)[-1] == "Bob: Hyvin pelattu!")
        await player.press("p", "0")
        await player.until(lambda: said(player)[-1].startswith("Bob: Pitää mennä"))
        assert len(said(player)) == 3, "the latest have room"
        assert notes(player) == ["Ada: Onnea peliin!"], "of oneself one needs no news"
        await player.press("p", "escape")
        assert player.app.screen is player.screen
        snapshot = server.ask(f"/api/matches/{made['id']}", None, made["secret"])
        assert [one["phrase"] for one in snapshot["said"]] == [
            *("good-luck", "hello", "well-played", "bye")
        ]
    # Who comes back sees what was said, and hears no old news.
    async with in_match(RemoteMatch(Link.parse(made["take_along"]))) as player:
        assert said(player)[0] == "Bob: Hello!"
        assert not notes(player)


@run
async def test_what_others_say_can_be_hidden(server):
    link, made = make(server)
    async with in_match(RemoteMatch(Link.parse(link), "Bob")) as player:
        await player.press("p", "m")
        await ask(server, made, do="say", phrase="oops")
        await player.until(lambda: player.match.remarks)
        await player.press("p", "3")
        await player.until(lambda: said(player) == ["Bob: Well played!"])
        assert not notes(player)
        await player.press("p", "up", "enter")  # the last of the list
        await player.until(lambda: said(player) == ["Ada: Oops!", "Bob: Well played!"])


@run
async def test_where_nobody_is_elsewhere_there_is_nobody_to_talk_to():
    async with in_match(local("trickle(rings=3)")) as player:
        await player.press("p")
        assert "nobody elsewhere" in player.status
