"""Journeys through the page by keyboard and screen reader: what is done in each."""

from __future__ import annotations

import json
import urllib.request
from collections.abc import Callable
from pathlib import Path

from driver import make_match
from listening import Reader
from running import Server

#: Who sits down: a reader with a page of their own, by name where there are several.
Sit = Callable[..., Reader]
Journey = Callable[[Sit, Server], None]

RECORD = Path(__file__).parents[2] / "examples" / "match.json"
COMPUTER = [{"kind": "me"}, {"kind": "computer", "level": 1}]
ALONE = [{"kind": "me"}, {"kind": "me"}]

#: All journeys by name, with the languages in which they are compared, and whether always.
JOURNEYS: dict[str, tuple[Journey, tuple[str, ...], bool]] = {}


def journey(*languages: str, quick: bool = True) -> Callable[[Journey], Journey]:
    """Note a journey; if it is not `quick`, it is only made where there is time."""

    def note(made: Journey) -> Journey:
        JOURNEYS[made.__name__] = (made, languages, quick)
        return made

    return note


def moves(count: int) -> str:
    """The list has so many moves, and it is the reader's turn."""
    return f".match:has([data-move='{count}']):has(.board.active)"


@journey("en", "fi")
def first_visit(sit, server):
    """From the door to a match against the computer, a move on the board, and giving up."""
    me = sit()
    me.opens(server.url, ".card .board")
    me.tab_to("button", f"{me.text('home.computer')}: Blinq")
    me.press("Enter", sees=".board.active")
    me.reads("aside")
    me.tab_to_board()
    me.press("ArrowUp")
    me.press("ArrowRight")
    me.press("Enter")
    me.press("ArrowRight")
    me.press("Escape")
    me.press("Enter")
    me.press("Enter", sees=moves(2))
    me.tab_to("button", "match.describe")
    me.press("Enter", sees="dialog")
    me.press("Escape")
    me.tab_to("button", "match.rules")
    me.press("Enter", sees=".drawer h1")
    me.press("Escape")
    me.tab_to("button", "match.resign", back=True)
    me.press("Enter", sees="dialog")
    me.press("Enter", sees=".board.over")


@journey("en", quick=False)
def help_and_going_back(sit, server):
    """A hint, taking back, undoing to a move, playing on from another, a coach."""
    me = sit()
    made = make_match(server.url, {"game": "blinq", "options": {"size": 4}, "seats": COMPUTER})
    me.opens(made["take_along"], ".board.active")
    me.plays("1a1N", sees=moves(2))
    me.tab_to("button", "match.hint")
    me.press("Enter", hears="on c1, red to the west")
    me.tab_to("button", "match.takeback.computer")
    me.press("Enter", hears="match.takenback")
    me.plays("1a1N", sees=moves(2))
    me.plays("1d4N", sees=moves(4))
    me.tab_to("button", "match.back", back=True)
    me.press("Enter", hears="You are looking at")
    me.press("Enter", hears="You are looking at")
    me.tab_to("button", "match.undo-here")
    me.press("Enter", hears="match.takenback")
    me.tab_to("button", "match.onward")
    me.press("Enter", sees="dialog")
    me.reads("dialog")
    me.tab_to("button", "match.onward.play")
    me.press("Enter", sees="main:focus .board.active")
    me.tab_to("combobox", "match.coach")
    me.press("ArrowDown")


@journey("en", quick=False)
def coach(sit, server):
    """A coach is chosen, speaks up before a turn that gives the win away, and is overruled."""
    me = sit()
    made = make_match(server.url, {"game": "blinq", "options": {"size": 3}, "seats": COMPUTER})
    me.opens(made["take_along"], ".board.active")
    me.tab_to("combobox", "match.coach")
    me.press("ArrowDown")
    me.plays("1a1W", sees="dialog")
    me.press("Enter", sees=".board.active")
    me.plays("1a1W", sees="dialog")
    me.tab_to("button", "match.coach.anyway")
    me.press("Enter", sees=moves(2))


@journey("en", "fi")
def two_people(sit, server):
    """Ada invites Bob: a seat is taken, offers, phrases, a planned answer."""
    ada, bob = sit("Ada"), sit("Bob")
    ada.opens(f"{server.url}/new/trickle?with=friend", "h1")
    ada.tab_to("textbox", "new.name")
    ada.type("Ada")
    ada.tab_to("button", "new.go.friend")
    ada.press("Enter", sees=".curtain .qr img")
    ada.reads(".curtain")
    bob.opens(ada.page.url, ".curtain form")
    bob.reads(".curtain")
    bob.tab_to("textbox", "new.name")
    bob.type("Bob")
    bob.press("Enter", sees=".plan button", quiet=True)
    bob.reads(".status")
    ada.waits(sees=".board.active")
    ada.tab_to("button", "match.draw")
    ada.press("Enter", sees=".notes button")
    bob.waits(sees=".notes button")
    ada.tab_to("button", "match.withdraw", back=True)
    ada.press("Enter")
    bob.waits(hears=bob.text("match.withdrawn", player="Ada"))
    bob.tab_to("summary", "talk.title")
    bob.press("Enter")
    bob.tab_to("button", "phrase.good-luck")
    bob.press("Enter", sees=".said li")
    ada.waits(hears="phrase.good-luck")
    bob.tab_to("checkbox", "talk.chat")
    bob.press(" ", sees=".talk .soft:not([hidden])")
    bob.tab_to("button", "plan.begin", back=True)
    bob.press("Enter", sees=".plan .row")
    bob.press("ArrowUp", "ArrowUp", "ArrowUp")
    bob.press("Enter")
    bob.press("ArrowUp")
    bob.press("Enter", hears="plan.mine")
    bob.press("ArrowDown", "ArrowDown", "ArrowDown")
    bob.press("Enter")
    bob.press("ArrowDown")
    bob.press("Enter", hears=bob.text("plan.theirs", player="Ada"))
    bob.tab_to("button", "plan.save")
    bob.press("Enter", hears="plan.saved")
    bob.reads(".plan")


@journey("en", "fi")
def dice(sit, server):
    """A turn of TrioTrio on one screen: pieces are kept, the die rolls, a piece walks."""
    me = sit()
    made = make_match(server.url, {"game": "triotrio", "seats": ALONE})
    me.opens(made["take_along"], ".board.active", quiet=True)
    me.reads(".status")
    me.tab_to("button", "Keep all pieces" if me.language == "en" else "Pidä kaikki")
    me.press("Enter", sees="[data-click=roll]:enabled")
    me.tab_to("button", "Roll to move" if me.language == "en" else "Heitä ja siirrä")
    me.press("Enter", sees=moves(4))
    me.reads(".stage")
    me.tab_to_board()
    me.press("ArrowUp")
    me.press("Enter")
    me.press("ArrowDown")
    me.press("Enter", sees=moves(5))


@journey("en", quick=False)
def review(sit, server):
    """A record is reviewed: how it went, a turning point, another try."""
    me = sit()
    me.opens(f"{server.url}/m/{_opened(server)}", ".board.over")
    me.tab_to("button", "match.review")
    me.press("Enter", hears="How the match went", quiet=True)
    me.reads(".review")
    me.tab_to("button", "Retry the 2 mistakes", back=True)
    me.press("Enter", sees=".turning")
    me.tab_to("button", "review.show")
    me.press("Enter", sees=".turning :text('1a1E')")
    me.reads(".turning")
    me.press("Escape")


def _opened(server: Server) -> str:
    headers = {"Content-Type": "application/json"}
    request = urllib.request.Request(f"{server.url}/api/records", RECORD.read_bytes(), headers)
    with urllib.request.urlopen(request) as answer:
        made: dict[str, str] = json.load(answer)
    return made["id"]


@journey("en", "fi", quick=False)
def puzzle(sit, server):
    """A puzzle: what is wanted, a hint, a wrong answer, another try, the solution."""
    me = sit()
    me.opens(f"{server.url}/puzzles/blinq/3zg8jjj", ".board.active")
    me.press("h")
    me.tab_to_board()
    me.press("ArrowUp")
    me.press("Enter")
    me.press("Enter", sees=".verdict[data-state=wrong]")
    me.tab_to("button", "puzzle.again")
    me.press("Enter", sees=".board.active")
    me.tab_to("button", "puzzle.solution")
    me.press("Enter", sees=".board.over")


@journey("en", "fi")
def lesson(sit, server):
    """A lesson: its position, a wrong move, the right one, the next lesson."""
    me = sit()
    me.opens(f"{server.url}/learn/trickle/1", ".board.active")
    me.reads(".lesson .task")
    me.tab_to_board()
    me.press("ArrowUp")
    me.press("Enter")
    me.press("ArrowUp")
    me.press("Enter", sees=".lesson .note")
    me.tab_to("button", "learn.again")
    me.press("Enter", sees=".board.active")
    me.press("ArrowUp", "ArrowUp", "ArrowUp")
    me.press("Enter")
    me.press("ArrowUp")
    me.press("Enter", sees=".lesson .note.good")
    me.press("Enter", sees="#main:focus")


@journey("en", quick=False)
def analysis(sit, server):
    """The analysis board: a comment, a mark, going back, a variation, the list of keys."""
    me = sit()
    me.opens(f"{server.url}/analysis/trickle#moves=f8-f9", ".board.active")
    me.press("c")
    me.type("Outwards.")
    me.press("Escape")
    me.press("2")
    me.tab_to("button", "analysis.walk.back")
    me.press("Enter")
    me.tab_to_board()
    me.press("ArrowUp", "ArrowUp", "ArrowUp")
    me.press("Enter")
    me.press("ArrowUp")
    me.press("Enter", sees=".tree [data-node='2']")
    me.reads(".tree")
    me.tab_to("button", "analysis.help", back=True)
    me.press("Enter", sees="dialog")


@journey("en")
def study(sit, server):
    """A study on the server: saved, renamed, commented, shared, read by another, cloned."""
    ada, bob = sit("Ada"), sit("Bob")
    ada.opens(f"{server.url}/analysis/trickle#moves=f8-f9+f4-f3", ".board.active")
    ada.tab_to("button", "study.kept.keep")
    ada.press("Enter", sees="dialog")
    ada.type("The north gate")
    ada.press("Enter", sees="main:focus .kept", quiet=True)
    ada.reads(".kept")
    ada.tab_to("textbox", "study.kept.name")
    ada.press("End")
    ada.type("s")
    ada.press("Enter", hears="study.kept.saved")
    ada.tab_to_board()
    ada.press("c")
    ada.type("South.", hears="study.kept.saved", quiet=True)
    ada.press("Escape")
    ada.tab_to("button", "study.kept.share")
    ada.press("Enter", sees="dialog")
    ada.reads("dialog")
    ada.press("Escape")
    bob.opens(ada.page.url, ".kept", quiet=True)
    bob.reads(".kept")
    bob.tab_to("button", "study.kept.clone")
    bob.press("Enter", sees=".kept input.study-title", quiet=True)
    ada.tab_to("button", "study.kept.share")
    ada.press("Enter", sees="dialog")
    ada.tab_to("summary", "study.kept.delete")
    ada.press("Enter")
    ada.tab_to("button", "study.kept.delete.sure")
    ada.press("Enter", sees=".kept [role=alert]")


@journey("en", quick=False)
def editor(sit, server):
    """A position is put together: a bead is taken away, and it is said what is wrong."""
    me = sit()
    me.opens(f"{server.url}/edit/trickle", ".verdict strong")
    me.tab_to_board()
    me.press("0")
    me.press("ArrowRight")
    me.press("Enter", sees=".verdict li")
    me.press("1")
    me.press("Enter", sees=".verdict:not(:has(li))")


@journey("en", "fi")
def dead_line(sit, server):
    """The line breaks: the own move waits, and goes when it is back."""
    me = sit()
    made = make_match(server.url, {"game": "blinq", "options": {"size": 4}, "seats": COMPUTER})
    me.opens(made["take_along"], ".board.active")
    me.page.context.set_offline(True)
    me.waits(hears="match.offline.device")
    me.plays("1a1N", hears="match.sending")
    me.reads(".status")
    me.page.context.set_offline(False)
    me.waits(sees=moves(2))


@journey("en", quick=False)
def offline(sit, server):
    """Without a line the front page says what can be done."""
    me = sit()
    me.opens(server.url, ".card .board")
    me.page.context.set_offline(True)
    me.waits(hears="app.offline")
    me.page.context.set_offline(False)
    me.waits(hears="app.online")
