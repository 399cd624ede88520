"""Books of openings: what was played where, whichever way round the board lies."""

import json
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import quatrefoil
from quatrefoil.arena.processes import ProcessPool
from quatrefoil.core.constants import CHANCE
from quatrefoil.core.line import Line
from quatrefoil.study.book_games import (
    BookGame,
    Finish,
    GameFile,
    Plan,
    count_game,
    make_book,
    play_game,
    play_games,
)
from quatrefoil.study.books import Book, book_of, books_of, levels_of, read_books, write_books
from quatrefoil.study.openings import (
    Counts,
    Entry,
    identity,
    image_tokens,
    look_up,
    steps,
)

RULES = ["trifoil", "trickle", "trickle(players=3)", "blinq(size=4)", "triotrio(size=7)"]


def played(text, seed, moves):
    """Return a line of random moves."""
    rng = quatrefoil.Rng(seed)
    line = quatrefoil.Line(quatrefoil.rules(text).start())
    for _ in range(moves):
        if line.position.is_over:
            break
        line.push(line.position.random_move(rng))
    return line


def image_of(line, symmetry):
    """Return a line as it is seen through a symmetry."""
    start = line.before(0) if len(line) else line.position
    return quatrefoil.Line(start.image(symmetry), image_tokens(start, line.moves, symmetry))


def counted(*lines_and_shares):
    counts = Counts()
    for line, shares in lines_and_shares:
        for step in steps(line):
            counts.add(step.key, step.after, step.entry(shares, step.player != CHANCE))
    return {key: list(found.values()) for key, found in counts.positions.items()}


def is_own_mirror(position):
    """Whether somebody else could as well be the first player: before a roll for who begins."""
    return any(
        way.players[0] and position.image(number).key == position.key
        for number, way in enumerate(position.rules.symmetries)
    )


@pytest.mark.parametrize("text", RULES)
@settings(max_examples=25)
@given(seed=st.integers(0, 10**6), moves=st.integers(1, 14), which=st.integers(0, 11))
def test_an_image_of_a_game_counts_as_the_same_game(text, seed, moves, which):
    """Seen from any side a game adds to the same entries, and everybody keeps what they got."""
    line = played(text, seed, moves)
    symmetries = line.position.rules.symmetries
    symmetry = which % len(symmetries)
    players = symmetries[symmetry].players
    shares = tuple(float(player == 1) for player in range(len(players)))
    seen = tuple(float(player == players[1]) for player in range(len(players)))
    book = counted((line, shares), (image_of(line, symmetry), seen))
    for step in steps(line):
        before = line.copy_before(step.ply)
        if is_own_mirror(before.position):
            continue
        after = before.copy()
        for token in line.tokens[step.ply : step.ply + len(step.tokens)]:
            after.play(token)
        found = look_up(before, book)
        ends = {}
        for entry in found.entries:
            end = quatrefoil.Line(before.position.copy(), entry.tokens).position
            ends[identity(end)] = entry
        assert len(ends) == len(found.entries), "one end, one entry"
        entry = ends[identity(after.position)]
        assert entry.games % 2 == 0
        assert entry.points[1] == entry.games


def test_two_orders_of_a_turn_are_one_entry():
    first = quatrefoil.Line(quatrefoil.rules("trifoil").start(), ["a1-b1", "b1-a1", "a2-a3"])
    second = quatrefoil.Line(quatrefoil.rules("trifoil").start(), ["a1-b1", "a2-a3", "b1-a1"])
    found = look_up(
        quatrefoil.Line(quatrefoil.rules("trifoil").start(), ["a1-b1"]),
        counted((first, (1.0, 0.0)), (second, (0.0, 1.0))),
    )
    assert [(entry.tokens, entry.games) for entry in found.entries] == [(("a2-a3", "b1-a1"), 2)]
    assert found.entries[0].points == (1.0, 1.0)
    assert found.entries[0].share(0) == 0.5


def test_within_a_turn_the_rest_of_it_is_shown():
    rules = quatrefoil.rules("trifoil")
    game = quatrefoil.Line(rules.start(), ["a1-b1", "b1-a1", "a2-a3"])
    book = counted((game, (1.0, 0.0)))
    for made, rest in (("b1-a1", "a2-a3"), ("a2-a3", "b1-a1")):
        found = look_up(quatrefoil.Line(rules.start(), ["a1-b1", made]), book)
        assert [entry.tokens for entry in found.entries] == [(rest,)]
        assert found.under_way == 1
    assert look_up(quatrefoil.Line(rules.start(), ["a1-b1", "b1-c1"]), book).entries == ()


def test_the_first_turn_may_be_begun_at_any_of_its_images():
    """The empty board has twelve sides: the book shows one turn, and knows the others."""
    rules = quatrefoil.rules("trickle")
    start = rules.start()
    token = start.legal_tokens()[0]
    book = counted((quatrefoil.Line(rules.start(), [token]), (1.0, 0.0)))
    (entry,) = look_up(quatrefoil.Line(rules.start()), book).entries
    assert entry.tokens[0] in start.legal_tokens()
    after = start.copy()
    after.play(entry.tokens[0])
    played_one = start.copy()
    played_one.play(token)
    assert identity(after) == identity(played_one)


def test_a_roll_is_a_part_of_its_own():
    line = played("triotrio(size=7)", 3, 9)
    movers = [step.player for step in steps(line)]
    assert CHANCE in movers
    for step in steps(line):
        assert len(step.tokens) == 1 or step.player != CHANCE


def test_points_follow_the_players_through_a_swap():
    entry = Entry(("x",), 4, 2, 1, (3.0, 1.0))
    assert entry.seen_by((1, 0)).points == (1.0, 3.0)


# ---- books ------------------------------------------------------------------------------------


def test_a_book_depends_on_its_seed_alone():
    plan = Plan("blinq(size=3)", 1, seed=5)
    games = list(play_games(plan, range(12), ProcessPool(1)))
    assert games == [play_game(plan, number) for number in range(12)]
    shuffled = random.Random(1).sample(games, len(games))
    assert make_book(plan, games) == make_book(plan, shuffled)
    other = Plan("blinq(size=3)", 1, seed=6)
    assert games != list(play_games(other, range(12), ProcessPool(1)))


def test_a_book_survives_its_file(tmp_path):
    game = quatrefoil.game("blinq")
    plan = Plan("blinq(size=3)", 1)
    book = make_book(plan, (play_game(plan, number) for number in range(8)))
    assert len(book)
    stronger = make_book(Plan("blinq(size=3)", 2), (play_game(plan, number) for number in range(3)))
    write_books(game, [book, stronger], tmp_path / "book.json")
    text = (tmp_path / "book.json").read_text(encoding="utf-8")
    assert read_books(game, text) == {("blinq(size=3)", 1): book, ("blinq(size=3)", 2): stronger}
    assert all(book[key] for key in book)
    with pytest.raises(quatrefoil.FormatError, match="of"):
        read_books(quatrefoil.game("trickle"), text)
    with pytest.raises(quatrefoil.FormatError):
        read_books(game, json.dumps({"format": "else"}))


def test_games_are_kept_and_gone_on_with(tmp_path):
    plan = Plan("blinq(size=3)", 1)
    kept = GameFile(plan, tmp_path / "games")
    assert kept.games() == {}
    game = play_game(plan, 3)
    kept.add(game)
    with (tmp_path / "games").open("a", encoding="utf-8") as file:
        file.write('[4, 0, "1a')  # a run that was killed in the middle of a line
    assert kept.games() == {3: game}
    assert isinstance(game, BookGame)
    with pytest.raises(quatrefoil.FormatError, match="another plan"):
        GameFile(Plan("blinq(size=3)", 2), tmp_path / "games").games()


def test_single_games_are_no_statistics():
    rules = quatrefoil.rules("blinq(size=3)")
    plan = Plan("blinq(size=3)", 1)
    book = make_book(plan, [play_game(plan, 0)])
    assert isinstance(book, Book)
    assert len(book) == 0
    assert book.rules == str(rules)


@pytest.mark.parametrize("game", quatrefoil.all_games(), ids=lambda game: game.name)
def test_packaged_books_can_be_played(game):
    """Every book opens at the start, and each of its entries there is legal."""
    for (text, level), book in books_of(game).items():
        rules = quatrefoil.rules(text)
        assert str(rules) == text
        assert book_of(rules, level) is book
        assert level in levels_of(rules)
        line = quatrefoil.Line(rules.start())
        for _ in range(3):
            found = look_up(line, book)
            if not found.entries:
                break
            for entry in found.entries:
                assert sum(entry.points) == pytest.approx(entry.games, abs=0.01)
                quatrefoil.Line(line.position.copy(), entry.tokens)
            for token in found.entries[0].tokens:
                line.play(token)
        assert len(line), f"the book of {text} is empty"


def test_a_quick_level_may_finish_what_a_high_one_opens():
    whole, opened = Plan("blinq(size=3)", 2), Plan("blinq(size=3)", 2, finish=Finish(1, 6))
    for number in range(6):
        game, shorter = play_game(whole, number), play_game(opened, number)
        assert game.opening == len(game.tokens)
        assert shorter.opening == 6  # a part of Blinq is one move
        assert shorter.tokens[:6] == game.tokens[:6]
        position = Line(quatrefoil.rules("blinq(size=3)").start(), shorter.tokens).position
        assert position.outcome().shares == shorter.shares
    games = [play_game(opened, number) for number in range(12)]
    book = make_book(opened, games)
    assert book.made["finished_by"] == 1
    assert book.made["opening_parts"] == 6
    # Nothing that the quick level plays is counted.
    counts = Counts()
    for game in games:
        count_game(counts, quatrefoil.rules("blinq(size=3)"), game)
    assert sum(entry.games for found in counts.positions.values() for entry in found.values()) == 72
    assert make_book(opened, reversed(games)) == book
