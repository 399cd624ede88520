"""A server of another shape than ours: whatever it answers, the client says a sentence."""

import asyncio
import random

import pytest
from strange_server import spoiling
from terminal_tools import in_match, run, spoil
from test_terminal_online import ask, make, play

from quatrefoil.core.errors import QuatrefoilError
from quatrefoil.terminal.links import Link
from quatrefoil.terminal.remote import RemoteMatch
from quatrefoil.terminal.screens.dialogs import Help


async def _finished(server):
    """Return a match of a few moves that is over."""
    link, made = make(server)
    joined = await asyncio.to_thread(server.ask, f"/api/matches/{made['id']}/join", {})
    for turn in range(4):
        await play(server, {**made, "secret": (made, joined)[turn % 2]["secret"]})
    await ask(server, made, do="resign")
    return f"{link}#{made['secret']}"


def _through(link, port):
    """Return a client that goes by way of another port."""
    parsed = Link.parse(link)
    return RemoteMatch(Link(f"http://127.0.0.1:{port}", parsed.match, parsed.secret))


@run
async def test_whatever_is_spoilt_in_an_answer_there_is_a_sentence(server):
    """Fixed seeds; each question is asked until it was refused often."""
    rng = random.Random(31)
    at = ["nothing"]

    def spoil_some(path, said):
        if path.endswith(at[0]):
            box = [said]
            spoil(box, rng)
            return box[0]
        return said

    link = await _finished(server)
    open_link, _ = make(server)
    async with spoiling(server, spoil_some) as port:
        client = _through(link, port)
        await client.open()
        questions = {
            "/steps": lambda: client.steps(0, 4),
            "/record": client.record,
            "/review": client.review,
            Link.parse(open_link).match: lambda: _through(open_link, port)._take_open_seat(),
        }
        for path, question in questions.items():
            at[0] = path
            sentences = []
            for _ in range(40):
                try:
                    await question()
                except QuatrefoilError as problem:
                    sentences.append(str(problem))
            assert len(sentences) > 3, path
            assert all(sentence.isprintable() for sentence in sentences)
        await client.close()


@run
async def test_spoilt_news_and_answers_end_nothing(server):
    """On the socket: whatever is believed or not, the screen goes on."""
    rng = random.Random(5)
    spoilt = [0]
    mad = [False]

    def spoil_some(path, said):
        if mad[0] and path.endswith("/socket") and rng.random() < 0.5:
            number = said.pop("re", None)
            spoil(said, rng)
            spoilt[0] += 1
            if number is not None:
                said["re"] = number  # or nobody would know what was answered
        return said

    link, made = make(server)
    async with spoiling(server, spoil_some) as port:
        client = _through(link, port)
        async with in_match(client) as player:
            mad[0] = True
            await play(server, made)
            for _ in range(6):
                await ask(server, made, do="say", phrase="oops")
                for key in ("w", "enter", "enter", "p", "1", "pageup", "end", "o", "n"):
                    await player.pilot.press(key)
                    await asyncio.sleep(0.02)
                await player.pilot.press("escape")
            assert spoilt[0] > 5
            mad[0] = False
            await player.pilot.press("question_mark")
            await player.until(lambda: isinstance(player.app.screen, Help))
            assert player.app.is_running


@pytest.mark.parametrize(
    "refusal",
    [{"ok": False}, {"ok": False, "code": []}, {"ok": 1, "code": {}, "message": [1]}, {"ok": None}],
    ids=str,
)
@run
async def test_a_refusal_of_any_shape_is_a_sentence(server, refusal):
    def spoil_answers(_, said):
        return {"re": said["re"], **refusal} if "re" in said else said

    link, _ = make(server)
    async with (
        spoiling(server, spoil_answers) as port,
        in_match(_through(link, port)) as player,
    ):
        await player.press("w")
        assert player.status
        assert player.app.is_running
