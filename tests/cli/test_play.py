"""Playing in the terminal, with a text in the place of somebody who types."""

import io
import signal
import subprocess
import sys

import pytest

import quatrefoil
from quatrefoil.cli import main

SMALL = "blinq(size=3)"


@pytest.fixture
def play(monkeypatch, capsys):
    """Play with these typed lines; return everything that was printed."""

    def play(*argv, lines):
        monkeypatch.setattr(sys, "stdin", io.StringIO("".join(f"{line}\n" for line in lines)))
        assert main(["play", *argv]) == 0
        out, err = capsys.readouterr()
        assert err == ""
        assert out.endswith("Goodbye.\n")
        return out

    return play


def test_menus_lead_to_a_game(play):
    out = play(lines=["", "2", "1", "quit"])
    for game in quatrefoil.all_games():
        assert f"{game.title}: {game.summary}"[:40] in out
    assert "Which variant?" in out
    assert "Who plays?" in out
    assert f"{quatrefoil.all_games()[0].title}: " in out


def test_menus_ask_again(play):
    out = play(SMALL, lines=["x", "0", "9", "1" * 5000, "1", "quit"])
    assert out.count("Please type a number from 1 to 4.") == 4


def test_two_people(play):
    out = play(SMALL, "--computer", lines=["1a1N", "1a2E", "quit"])
    position = quatrefoil.rules(SMALL).start()
    for token in ("1a1N", "1a2E"):
        assert str(position) in out
        position.play(token)
    assert str(position) in out
    assert out.count("Red> ") == 2
    assert out.count("Black> ") == 1


def test_several_moves_at_once(play):
    out = play(SMALL, "--computer", lines=["1a1N 1a2E", "1a3N 1a3N", "quit"])
    position = quatrefoil.rules(SMALL).start()
    for token in ("1a1N", "1a2E"):
        position.play(token)
    assert str(position) in out
    assert "'1a3N' is not legal here" in out
    position.play("1a3N")
    assert str(position) in out


def test_help_lists_the_legal_moves(play):
    for word in ("?", "help", "HELP"):
        out = play(SMALL, "--computer", lines=[word, "quit"])
        assert "32 legal moves: 1a1E 1a1N 1a1S" in out
        assert "take your latest move back" in out


def test_the_rules_are_at_hand(play):
    assert quatrefoil.game("blinq").page().rstrip("\n") in play(
        SMALL, "--computer", lines=["rules", "quit"]
    )


def test_mistakes_are_explained_and_change_nothing(play):
    out = play(SMALL, "--computer", lines=["", "nonsense", "1z1N", "!3", "quit"])
    assert out.count("Red> ") == 5
    assert out.count(str(quatrefoil.rules(SMALL).start())) == 1


def test_undo(play):
    out = play(SMALL, "--computer", lines=["undo", "1a1N", "undo", "board", "quit"])
    assert "There is no move of yours to take back." in out
    assert out.count(str(quatrefoil.rules(SMALL).start())) == 3


def test_undo_takes_the_computer_back_as_well(play):
    out = play(SMALL, "--computer", "2", "--seed", "1", lines=["1a1N", "undo", "quit"])
    assert out.count("\nBlack: 1") == 1
    assert out.count(str(quatrefoil.rules(SMALL).start())) == 2


def test_undo_goes_back_move_by_move_within_a_turn(play):
    """And then by whole turns: the first turn of Trifoil has one action, the second two."""
    lines = ["a1-b1", "b1-a1", "undo", "undo", "undo", "quit"]
    out = play("trifoil", "--computer", lines=lines)
    start = quatrefoil.rules("trifoil").start()
    assert out.count(str(start)) == 2
    start.play("a1-b1")
    assert out.count(str(start)) == 2
    start.play("b1-a1")
    assert out.count(str(start)) == 1
    assert "There is no move of yours to take back." in out


def test_undo_never_crosses_a_roll(play):
    out = play("triotrio", "--computer", "--seed", "1", lines=["keep roll", "undo", "quit"])
    assert "what was played before a roll stands" in out


def test_against_the_computer_to_the_end(play):
    """Type every token there is: the legal ones are played, and the game ends."""
    every = quatrefoil.rules(SMALL).start().legal_tokens()
    upper = [
        f"{level}{cell}{side}"
        for level in "23"
        for cell in ("a1", "b1", "a2", "b2")
        for side in "NE"
    ]
    out = play(SMALL, "--computer", "1", "--seed", "3", lines=[*every, *upper, "undo", "quit"])
    assert " wins, " in out or "A draw" in out
    assert "over> " in out


def test_dice_are_not_typed(play):
    out = play("triotrio", "--computer", "--seed", "1", lines=["keep roll", "!6", "quit"])
    assert "Chance: !" in out
    assert "Chance> " not in out


@pytest.mark.parametrize("name", quatrefoil.names())
def test_watching_the_computer(play, name):
    seats = [str(player + 1) for player in range(quatrefoil.rules(name).players)]
    out = play(name, "--computer", *seats, "--seed", "1", lines=["1a1N", "quit"])
    assert "(save FILE or quit)" in out
    assert "The game is over: 1a1N was not played." in out


def test_the_seed_repeats_everything(play):
    first, second = (
        play("triotrio", "--computer", "1", "2", "--seed", "5", lines=["quit"]) for _ in range(2)
    )
    assert first == second


def test_resigning_ends_the_game(play):
    out = play(SMALL, "--computer", lines=["1a1N", "resign", "resign", "1a2N", "undo", "quit"])
    assert "Red wins, 1 : 0 (resignation)." in out
    assert out.count("The game is over.") == 2
    assert "The game is over: 1a2N was not played." in out
    assert out.count("Black> ") == 1


def test_the_computer_plays_on_for_one_of_three(play, tmp_path):
    """As everywhere. `undo` takes back the last move of a person, here of Orange."""
    file = tmp_path / "three.json"
    lines = ["f8-f9", "resign", "undo", "resign", f"save {file}", "quit"]
    out = play("trickle(players=3)", "--computer", "--seed", "1", lines=lines)
    assert "Blue resigns: the computer plays on." in out
    assert out.count("\nBlue: ") == 1
    assert "Green wins, 0 : 0 : 1 (resignation)." in out
    assert quatrefoil.Record.load(file).ending == quatrefoil.Ending(
        "resignation", (0.0, 0.0, 1.0), 0
    )


def test_saving(play, tmp_path):
    file = tmp_path / "game.json"
    lines = ["1a1N", f"save {file}", f"save {file}", f"save {tmp_path}/no/where.json", "quit"]
    out = play(SMALL, "--computer", lines=lines)
    assert f"Saved: quatrefoil replay {file}" in out
    assert f"{file} exists already" in out
    assert "Cannot write" in out
    assert quatrefoil.Record.load(file).moves == ("1a1N",)


def test_saving_a_resigned_game_under_its_own_name(play, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    play(SMALL, "--computer", lines=["resign", "save", "quit"])
    record = quatrefoil.Record.load("blinq.json")
    assert record.ending == quatrefoil.Ending("resignation", (0.0, 1.0), 0)


def test_saving_with_names_and_dice_that_can_be_checked(play, tmp_path, capsys):
    file = tmp_path / "game.json"
    lines = ["resign", f"save {file}", "quit"]
    play("triotrio(first=yellow)", "--computer", "2", "--seed", "1", lines=["keep roll", *lines])
    assert main(["verify-dice", str(file)]) == 0
    tags = quatrefoil.Record.load(file).tags
    assert tags["blue"].startswith("computer, level")
    assert "yellow" not in tags


def test_the_end_of_input_is_a_goodbye(play):
    assert play(lines=[]).startswith("\nWhich game?")
    play(SMALL, lines=[])
    play(SMALL, "--computer", lines=["1a1N"])


def test_ctrl_c_is_a_goodbye(play, monkeypatch, capsys):
    def interrupted(prompt):
        raise KeyboardInterrupt

    monkeypatch.setattr("quatrefoil.cli.console_match.ask", interrupted)
    play(SMALL, "--computer", lines=[])


def test_ctrl_c_while_a_question_waits():
    """A signal, not a pretended one: the event loop must not keep it from the question."""
    command = [sys.executable, "-m", "quatrefoil", "play", SMALL, "--computer"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        heard = b""
        while not heard.endswith(b"Red> "):
            heard += process.stdout.read(1) or pytest.fail("it ended before it asked")
        process.send_signal(signal.SIGINT)
        out, _ = process.communicate(timeout=60)
        assert (process.returncode, out) == (0, b"\nGoodbye.\n")


def test_players_out_of_range_are_refused(capsys):
    assert main(["play", SMALL, "--computer", "3"]) == 1
    assert "--computer takes players from 1 to 2, not 3" in capsys.readouterr().err


def test_bytes_that_are_no_text_and_endless_lines():
    result = subprocess.run(
        [sys.executable, "-m", "quatrefoil", "play", SMALL, "--computer"],
        input=b"\xff\xfe\n" + b"x" * 100_000 + b"\n1a1N\nquit\n",
        capture_output=True,
    )
    assert (result.returncode, result.stderr) == (0, b"")
    assert b"Black> " in result.stdout


def test_a_coach_looks_at_turns_first(play):
    """On 3×3 Red wins by 1a1E, and by 1a1W only draws."""
    lines = ["1a1W", "", "coach strict", "coach harsh", "1a1W", "y", "quit"]
    against = ("--computer", "2", "--level", "1", "--seed", "1")
    out = play(SMALL, *against, "--coach", "gentle", lines=lines)
    warning = "The coach: this turn lowers your chance of winning by 50%. Red could have"
    assert out.count(warning) == 2
    assert out.count("Play it anyway?") == 2
    assert "Coach: strict." in out
    assert "A coach is gentle, strict or off; now it is strict." in out
    assert out.count("Black: ") == 1, "the first was not played, the second was"
    assert "The coach" not in play(SMALL, *against, "--coach", "gentle", lines=["1a1E", "quit"])
    alone = play(SMALL, "--computer", "--coach", "strict", lines=["1a1W", "coach strict", "quit"])
    assert "The coach: " not in alone
    assert "A coach is for matches against the computer." in alone
