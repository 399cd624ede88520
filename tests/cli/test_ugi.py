"""The machine interface: every line of its table, and every line that is not in it."""

import io
import json
import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

import quatrefoil
from quatrefoil.cli import ugi
from quatrefoil.core.outcome import plain

QUERIES = ["legal", "turn", "result", "json", "key", "show", "perft 1"]
COMMANDS = (
    *("ugi", "isready", "setoption", "new", "position", "play", "undo", "legal", "turn", "result"),
    *("perft", "json", "show", "key", "go", "stop", "quit"),
)


def talk(*lines):
    """Return the answers of a new session, each as one text."""
    session = ugi.Session()
    return ["\n".join(session.ask(line)) for line in lines]


def serve(data):
    """Return what the program writes for what it reads."""
    sink = io.BytesIO()
    ugi.serve(io.BytesIO(data), sink)
    return sink.getvalue().decode()


# ---- the table --------------------------------------------------------------------------------


def test_it_introduces_itself():
    lines = talk("ugi")[0].split("\n")
    assert lines[0] == f"id name Quatrefoil {quatrefoil.__version__}"
    assert lines[-1] == "ugiok"
    options = [line for line in lines if line.startswith("option game ")]
    assert len(options) == sum(len(game.options) for game in quatrefoil.all_games())
    assert "option game blinq name size default 5 takes a whole number from 3 to 8" in options


def test_a_game_from_start_to_end():
    vector = [
        *("new blinq", "turn", "play 1a1E 1b1W", "turn", "undo", "turn", "play 1a2E", "undo 2"),
        *("turn", "undo", "result", "perft 2", "quit"),
    ]
    assert talk(*vector) == [
        *("ok", "turn 1", "ok", "turn 1", "ok", "turn 2", "ok", "ok"),
        *("turn 1", "error there are 0 moves to take back, not 1", "result none", "perft 8832"),
        "bye",
    ]


def test_new_takes_options():
    assert talk("new blinq", "perft 1", 'new blinq {"size": 4}', "perft 1") == [
        *("ok", "perft 96", "ok", "perft 64"),
    ]
    assert talk("new blinq {}", "new\tblinq  {} ") == ["ok", "ok"]


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("new", "error new takes a game and perhaps its options"),
        (
            "new chess",
            "error no game is called 'chess'; there are trifoil, trickle, ",
        ),
        ("new blinq {", "error not JSON: "),
        ("new blinq []", "error options are a JSON object, not []"),
        ("new blinq null", "error options are a JSON object, not null"),
        ('new blinq {"size": 99}', "error option size takes a whole number from 3 to 8, not 99"),
        ('new blinq {"width": 3}', "error blinq has no option 'width'; it has size, neutral"),
        ("position", "error position is followed by startpos or json {…}"),
        ("position here", "error position is followed by startpos or json {…}"),
        ("position startpos then 1a1N", "error moves T1 T2 … may follow a position, not 'then'"),
        ("position startpos moves 1a1N 1a1N", "error token 2: '1a1N' is not legal here; 92 tokens"),
        ("position json", "error not JSON: "),
        ('position json {"game":"blinq"}', "error a position has no 'blocks'"),
        ("play", "error play takes at least one token"),
        ("play 1b1N x", "error token 2: "),
        ("undo x", "error undo takes a whole number from 1 to 100000, not 'x'"),
        ("undo 0", "error undo takes a whole number from 1 to 100000, not '0'"),
        ("undo 2", "error there are 1 moves to take back, not 2"),
        ("undo 1 1", "error undo takes a whole number"),
        ("perft", "error perft takes a whole number from 0 to 100, not ''"),
        ("perft -1", "error perft takes a whole number from 0 to 100, not '-1'"),
        ("perft 101", "error perft takes a whole number from 0 to 100, not '101'"),
        ("perft " + "9" * 5000, "error perft takes a whole number from 0 to 100, not '999"),
        ("perft ١", "error perft takes a whole number from 0 to 100, not '١'"),
        ("legal 3", "error nothing follows that command, but here does '3'"),
        ("go depth 0", "error go takes exactly one of movetime 1…86400000"),
        ("go", "error go takes exactly one of movetime 1…86400000"),
        ("stop", "error no search is running"),
        ("", "error unknown command ''; there are ugi isready"),
        ("LEGAL", "error unknown command 'LEGAL'; there are ugi isready"),
    ],
    ids=lambda text: text[:40],
)
def test_errors_say_what_is_wrong_and_change_nothing(line, message):
    session = ugi.Session()
    session.ask("new blinq")
    session.ask("play 1a1E")
    before = [session.ask(query) for query in QUERIES]
    answer = session.ask(line)
    assert len(answer) == 1
    assert answer[0].startswith(message)
    assert [session.ask(query) for query in QUERIES] == before


@pytest.mark.parametrize("line", [*QUERIES, "play 1a1N", "undo", "position startpos"])
def test_without_a_game_there_is_nothing_to_ask(line):
    assert talk(line) == ["error there is no game yet: begin with new GAME or position json {…}"]


@pytest.mark.parametrize("game", quatrefoil.names())
def test_positions_travel_as_json(game):
    session = ugi.Session()
    session.ask(f"new {game}")
    for _ in range(3):
        session.ask("play " + session.ask("legal")[0].split()[-1])
    (written,) = session.ask("json")
    assert written.startswith("json {")
    other = ugi.Session()
    assert other.ask(f"position {written}") == ["ok"]
    assert [other.ask(query) for query in QUERIES] == [session.ask(query) for query in QUERIES]
    token = session.ask("legal")[0].split()[1]
    assert other.ask(f"position {written} moves {token}") == ["ok"]
    session.ask(f"play {token}")
    assert other.ask("key") == session.ask("key")
    assert other.ask("undo") == ["ok"]
    assert other.ask("undo") == ["error there are 0 moves to take back, not 1"]
    assert other.ask("position startpos moves") == ["ok"]
    assert other.ask("json")[0] == f"json {json.dumps(quatrefoil.rules(game).start().to_json())}"


def test_chance_and_the_end_have_turns_of_their_own():
    assert talk("new triotrio", "turn", "legal", "play !blue", "turn") == [
        *("ok", "turn chance", "legal !blue !yellow", "ok", "turn 2"),
    ]
    session = ugi.Session()
    session.ask('new blinq {"size": 3}')
    while session.ask("turn") != ["turn over"]:
        session.ask("play " + session.ask("legal")[0].split()[1])
    assert session.ask("legal") == ["legal"]
    assert session.ask("result")[0] in ("result [1, 0]", "result [0, 1]", "result [0.5, 0.5]")
    assert session.ask("perft 1") == ["perft 0"]


def test_show_ends_with_a_dot():
    (_, shown) = talk("new blinq", "show")
    assert shown == f"{quatrefoil.rules('blinq').start()}\n."


def test_the_key_is_sixteen_digits():
    assert talk("new blinq", "key")[1] == f"key {quatrefoil.rules('blinq').start().key:016x}"


# ---- reading and writing ----------------------------------------------------------------------


def test_it_answers_until_quit():
    assert serve(b"isready\r\n\nisready\nquit\nisready\n").split("\n")[0:4:2] == ["readyok"] * 2
    assert serve(b"isready\nquit\nisready\n") == "readyok\nbye\n"


def test_answers_come_at_once():
    """A program that waits for an answer before it asks on is not kept waiting."""
    command = [sys.executable, "-m", "quatrefoil", "ugi"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        for line, answer in [(b"isready", b"readyok"), (b"new blinq", b"ok"), (b"quit", b"bye")]:
            process.stdin.write(line + b"\n")
            process.stdin.flush()
            assert process.stdout.readline() == answer + b"\n"
    assert process.returncode == 0


def test_the_end_of_input_is_the_end():
    assert serve(b"") == ""
    assert serve(b"isready") == "readyok\n"


def test_what_is_too_long_or_no_text_is_refused_and_forgotten():
    refusal = "error the line is too long or not UTF-8\n"
    assert serve(b"\xff\xfe\nisready\n") == refusal + "readyok\n"
    assert serve(b"x" * 3_500_000 + b"\nisready\n") == refusal + "readyok\n"
    assert serve(b"x" * 3_500_000) == refusal
    assert serve(b"isready" + b" " * 900_000 + b"\n") == "readyok\n"


def test_moves_are_bounded(monkeypatch):
    monkeypatch.setattr(ugi, "MOST_MOVES", 3)
    assert talk("new blinq", "play 1a1N 1b1N", "play 1a2N 1a3N", "play 1a2N", "play 1a3N") == [
        *("ok", "ok", "error a game has at most 3 moves here", "ok"),
        "error a game has at most 3 moves here",
    ]


@given(st.lists(st.binary(max_size=60)))
def test_any_bytes_get_one_answer_a_line(lines):
    clean = [line.replace(b"\n", b"") for line in lines]
    clean = [line for line in clean if line.split()[:1] not in ([b"ugi"], [b"show"], [b"quit"])]
    answers = serve(b"".join(line + b"\n" for line in clean)).splitlines()
    assert len(answers) == len(clean)


# ---- any conversation -------------------------------------------------------------------------


class Conversation(RuleBasedStateMachine):
    """Talks to a session, keeps a line beside it, and compares after every step."""

    def __init__(self):
        super().__init__()
        self.session = ugi.Session()
        self.line = None

    def ask(self, text):
        answer = self.session.ask(text)
        assert len(answer) >= 1
        assert all("\n" not in line for line in answer)
        if text.split()[:1] not in (["ugi"], ["show"]):
            assert len(answer) == 1
        return answer

    @rule(game=st.sampled_from(quatrefoil.names()))
    def new(self, game):
        assert self.ask(f"new {game}") == ["ok"]
        self.line = quatrefoil.Line(quatrefoil.rules(game).start())

    @rule(line=st.text(max_size=80))
    def garbage(self, line):
        if line.split()[:1] and line.split()[0] in COMMANDS:
            return
        assert self.ask(line)[0].startswith("error unknown command")

    @rule(command=st.sampled_from(COMMANDS), rest=st.text(min_size=1, max_size=40))
    def command_and_garbage(self, command, rest):
        if not rest.strip() or rest.split()[0].isdigit():
            return
        assert self.ask(f"{command} {rest}")[0].startswith("error ")

    @precondition(lambda self: self.line and not self.line.position.is_over)
    @rule(picks=st.lists(st.integers(0, 10**6), min_size=1, max_size=4), wrong=st.booleans())
    def play(self, picks, wrong):
        line, tokens = self.line.copy(), []
        for pick in picks:
            legal = line.position.legal_tokens()
            if legal:
                tokens.append(legal[pick % len(legal)])
                line.play(tokens[-1])
        if wrong:
            assert self.ask(f"play {' '.join(tokens)} nonsense")[0].startswith("error token ")
            return
        assert self.ask(f"play {' '.join(tokens)}") == ["ok"]
        for token in tokens:
            self.line.play(token)

    @precondition(lambda self: self.line)
    @rule(count=st.integers(1, 6))
    def undo(self, count):
        answer = self.ask(f"undo {count}")
        if count > len(self.line.moves):
            assert answer[0].startswith("error there are ")
        else:
            assert answer == ["ok"]
            for _ in range(count):
                self.line.pop()

    @precondition(lambda self: self.line)
    @rule()
    def read_json(self):
        position = self.line.position
        if position.is_over:
            return  # an end by repetition is not written down
        assert self.ask(f"position json {json.dumps(position.to_json())}") == ["ok"]
        self.line = quatrefoil.Line(position)

    @precondition(lambda self: self.line)
    @rule()
    def start_again(self):
        assert self.ask("position startpos") == ["ok"]
        self.line = quatrefoil.Line(self.line.position.rules.start())

    @invariant()
    def both_agree(self):
        if self.line is None:
            assert self.ask("legal")[0].startswith("error there is no game yet")
            return
        position = self.line.position
        assert self.ask("legal") == [" ".join(["legal", *position.legal_tokens()])]
        assert self.ask("json") == [f"json {json.dumps(position.to_json())}"]
        assert self.ask("key") == [f"key {position.key:016x}"]
        assert self.ask("show") == [*str(position).split("\n"), "."]
        assert self.ask("perft 1") == [f"perft {len(position.legal_moves())}"]
        outcome = position.outcome()
        scores = json.dumps(plain(outcome.scores)) if outcome else "none"
        assert self.ask("result") == [f"result {scores}"]


TestConversation = Conversation.TestCase
