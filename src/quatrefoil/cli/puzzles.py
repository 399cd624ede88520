"""Puzzles: `quatrefoil puzzles` shows and asks them, makes new ones and proves them again."""

from __future__ import annotations

import argparse
import time
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import quatrefoil
from quatrefoil.cli.arguments import count, whole
from quatrefoil.cli.common import GAME_HELP, Commands, last_line, mover, read_subject, wrapped
from quatrefoil.cli.progress import Progress
from quatrefoil.cli.report import add_json, print_report
from quatrefoil.cli.workers import add_workers, say_losses, workers

if TYPE_CHECKING:
    from quatrefoil.study.puzzles.puzzle import Puzzle

#: What is asked, by the goal of a puzzle.
_GOALS = {
    "hold": "one turn does not lose.",
    "gain": "get the most out of the next two rounds.",
    "odds": "choose what gives the best odds by the end of the opponent's next turn.",
}


def add_commands(commands: Commands) -> None:
    """Add the commands of this module."""
    puzzles = commands.add(
        "puzzles",
        _nothing,
        "Solve puzzles, prove them again, or make new ones.",
        """
        quatrefoil puzzles list blinq --theme bridge
        quatrefoil puzzles solve blinq
        quatrefoil puzzles find position.json
        quatrefoil puzzles check
        quatrefoil puzzles make blinq --count 50 --output blinq.json
        """,
    )
    actions = puzzles.add_subparsers(title="actions", metavar="ACTION", required=True)
    _add_reading(actions)
    make = actions.add_parser("make", help="mine new ones from games of the computer with itself")
    make.set_defaults(run=_make)
    make.add_argument(
        "rules", nargs="+", metavar="RULES", help="a game, or several of its variants"
    )
    make.add_argument(
        "--count", type=count, default=320, metavar="N", help="how many (default 320)"
    )
    make.add_argument(
        "--seed",
        type=_seed,
        default=1,
        metavar="N",
        help="the number of the first game (default 1)",
    )
    make.add_argument(
        "--output",
        type=Path,
        metavar="FILE",
        help="where to write them; beside it stands a journal, from which a later run goes on",
    )
    add_workers(make)
    add_json(make)
    check = actions.add_parser("check", help="prove every claim again, by an independent solver")
    check.set_defaults(run=_check)
    check.add_argument("game", nargs="?", metavar="GAME", help=GAME_HELP)
    check.add_argument("--file", type=Path, metavar="FILE", help="puzzles that `make` wrote")
    add_json(check)


def _add_reading(actions: Any) -> None:
    """Add what shows and asks puzzles."""
    listing = actions.add_parser("list", help="list those of a game, or of all")
    listing.set_defaults(run=_list)
    listing.add_argument("game", nargs="?", metavar="GAME", help=GAME_HELP)
    _add_filters(listing)
    add_json(listing)
    show = actions.add_parser("show", help="show one")
    show.set_defaults(run=_show)
    show.add_argument("id", metavar="ID", help="as `list` and the page name it")
    show.add_argument("--solution", action="store_true", help="with its solution")
    add_json(show)
    solve = actions.add_parser("solve", help="be asked one: your turn is answered or accepted")
    solve.set_defaults(run=_solve)
    solve.add_argument("what", nargs="?", metavar="ID|GAME", help="this one, or any of a game")
    _add_filters(solve)
    solve.add_argument("--seed", type=_seed, metavar="N", help="choose the same one again")
    find = actions.add_parser("find", help="say whether a position is one, and how hard")
    find.set_defaults(run=_find)
    find.add_argument("file", metavar="FILE", help="a position, a record (its end) or a tree")
    add_json(find)


def _add_filters(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--theme", metavar="THEME", help="only those about this")
    parser.add_argument("--grade", type=_grade, metavar="N", help="only those of grade 1 to 9")


def _seed(text: str) -> int:
    return whole(text, 0, 10**9)


def _grade(text: str) -> int:
    return whole(text, 1, 9)


def _nothing(arguments: argparse.Namespace) -> int:
    raise quatrefoil.QuatrefoilError("say what to do with puzzles: list, show, solve, …")


# ---- showing and asking -----------------------------------------------------------------------


def described(puzzle: Puzzle) -> dict[str, Any]:
    """Return a puzzle as `--json` prints it."""
    return {
        "id": puzzle.id,
        "rules": str(puzzle.start().rules),
        "position": puzzle.position_json(),
        "goal": puzzle.goal,
        "turns": puzzle.turns,
        "settled": puzzle.settled,
        "solution": list(puzzle.solution),
        "key": list(puzzle.key),
        "grade": puzzle.grade,
        "themes": list(puzzle.themes),
        "value": puzzle.value,
    }


def goal_text(puzzle: Puzzle) -> str:
    """Return who is to move and what is asked, in a sentence."""
    asked = _GOALS.get(puzzle.goal)
    if asked is None:
        turns = (puzzle.turns + 1) // 2
        asked = (
            "one turn wins."
            if puzzle.settled
            else "win this turn."
            if turns == 1
            else f"win in {turns} turns, whatever the answer."
        )
    return f"{mover(puzzle.start())} to move: {asked}"


def print_puzzle(puzzle: Puzzle, themes: bool = True) -> None:
    """Print the position, and what is asked."""
    about = f"{puzzle.game} {puzzle.id}, grade {puzzle.grade}"
    if themes:
        about += f": {', '.join(puzzle.themes)}"
    print(f"{about}\n\n{puzzle.start()}\n\n{wrapped(goal_text(puzzle))}")


def _list(arguments: argparse.Namespace) -> int:
    found = _wanted(arguments, _of(arguments.game))
    if arguments.json:
        print_report("puzzles", action="list", puzzles=[described(puzzle) for puzzle in found])
        return 0
    for puzzle in found:
        print(f"{puzzle.id}  {puzzle.game:9} grade {puzzle.grade}  {', '.join(puzzle.themes)}")
    print(f"{len(found)} puzzles.")
    return 0


def _show(arguments: argparse.Namespace) -> int:
    puzzle = _named(arguments.id)
    if arguments.json:
        print_report("puzzles", action="show", puzzle=described(puzzle))
        return 0
    print_puzzle(puzzle)
    if arguments.solution:
        print(f"Solution: {' '.join(puzzle.solution)}")
    return 0


def _solve(arguments: argparse.Namespace) -> int:
    from quatrefoil.cli.solving import solve

    games = [game.name for game in quatrefoil.all_games()]
    if arguments.what and arguments.what not in games:
        return solve(_named(arguments.what))
    found = _wanted(arguments, _of(arguments.what))
    if not found:
        raise quatrefoil.QuatrefoilError("there is no puzzle of that kind: see `puzzles list`")
    seed = arguments.seed if arguments.seed is not None else time.time_ns()
    return solve(found[quatrefoil.Rng(seed).draw(len(found))])


def _find(arguments: argparse.Namespace) -> int:
    from quatrefoil.study.puzzles.grade import grade
    from quatrefoil.study.puzzles.here import examine

    position = last_line(read_subject(arguments.file)).position
    with Progress("proving"):
        examined = next(step for step in examine(position) if step)
        puzzle = examined.puzzle
        if puzzle and not puzzle.grade:
            puzzle = replace(puzzle, grade=grade(puzzle))
    if arguments.json:
        data = described(puzzle) if puzzle else None
        why = {"why": examined.why, "message": examined.reason}
        print_report("puzzles", action="find", puzzle=data, **why)
    elif puzzle:
        print_puzzle(puzzle)
        print(f"Solution: {' '.join(puzzle.solution)}")
    else:
        print(f"This is no puzzle. {examined.reason}")
    return 0


def _of(game: str | None) -> list[Puzzle]:
    """Return the puzzles of a game, or of all."""
    from quatrefoil.study.puzzles.puzzle import RESOURCE, puzzles_of

    games = [quatrefoil.game(game)] if game else list(quatrefoil.all_games())
    if game:
        games[0].manifest.require(RESOURCE)
    return [puzzle for each in games for puzzle in puzzles_of(each.name)]


def _wanted(arguments: argparse.Namespace, puzzles: list[Puzzle]) -> list[Puzzle]:
    return [
        puzzle
        for puzzle in puzzles
        if arguments.theme in (None, *puzzle.themes) and arguments.grade in (None, puzzle.grade)
    ]


def _named(wanted: str) -> Puzzle:
    from quatrefoil.study.puzzles.puzzle import puzzles_by_id

    for game in quatrefoil.all_games():
        if found := puzzles_by_id(game.name).get(wanted):
            return found
    raise quatrefoil.QuatrefoilError(f"there is no puzzle {wanted!r}: see `puzzles list`")


# ---- making and proving -----------------------------------------------------------------------


def _make(arguments: argparse.Namespace) -> int:
    from quatrefoil.study.puzzles.mine import gathered
    from quatrefoil.study.puzzles.puzzle import write_puzzles

    rules = [quatrefoil.rules(text) for text in arguments.rules]
    game = rules[0].game
    if any(each.game is not game for each in rules):
        raise quatrefoil.QuatrefoilError("a collection is of one game: give variants of it alone")
    output: Path = arguments.output or Path(f"{game.name}-puzzles.json")
    pool = workers(arguments)
    with Progress(f"0 of {arguments.count} puzzles") as progress:
        found = gathered(
            rules,
            arguments.count,
            arguments.seed,
            output.with_suffix(".journal"),
            pool,
            lambda games, puzzles: progress.show(
                f"{puzzles} of {arguments.count} puzzles from {games} games"
            ),
        )
    say_losses(pool)
    output.write_text(write_puzzles(found), encoding="utf-8")
    grades = [puzzle.grade for puzzle in found]
    counts = {grade: grades.count(grade) for grade in sorted(set(grades))}
    if arguments.json:
        print_report("puzzles", action="make", output=str(output), count=len(found), grades=counts)
        return 0
    shown = ", ".join(f"{number} of grade {grade}" for grade, number in counts.items())
    print(wrapped(f"{len(found)} puzzles written to {output}: {shown}."))
    return 0


def _check(arguments: argparse.Namespace) -> int:
    from quatrefoil.study.puzzles.check import check

    slowest, puzzles = 0.0, _to_check(arguments)
    with Progress("proving") as progress:
        for number, puzzle in enumerate(puzzles):
            progress.show(f"{number} of {len(puzzles)} puzzles hold")
            started = time.process_time()
            check(puzzle)
            slowest = max(slowest, time.process_time() - started)
    if arguments.json:
        print_report("puzzles", action="check", count=len(puzzles), slowest=round(slowest, 3))
        return 0
    print(f"{len(puzzles)} puzzles hold; the slowest took {slowest:.2f} s.")
    return 0


def _to_check(arguments: argparse.Namespace) -> list[Puzzle]:
    from quatrefoil.study.puzzles.puzzle import read_puzzles

    if not arguments.file:
        return _of(arguments.game)
    if not arguments.game:
        raise quatrefoil.QuatrefoilError("say which game the file is of")
    text = arguments.file.read_text(encoding="utf-8")
    return list(read_puzzles(quatrefoil.game(arguments.game).name, text))
