"""`quatrefoil print` as somebody types it."""

import json
import sys

import pypdf
import pytest


def test_it_writes_a_pdf_and_says_what_to_print_it_on(run, tmp_path):
    file = tmp_path / "trickle.pdf"
    code, out, err = run("print", "trickle", "--output", str(file))
    assert (code, err) == (0, "")
    first, boards, pieces, rules, scale = out.splitlines()
    assert first == f"{file}: 6 pages"
    assert boards.startswith("  Boards, pages 1 to 4: card")
    assert boards.endswith("on both sides, flipped on the long edge")
    assert pieces.startswith("  Pieces, page 5: heavy paper")
    assert rules == "  Rules, page 6: any paper"
    assert "100%" in scale
    assert len(pypdf.PdfReader(file).pages) == 6


def test_it_speaks_finnish(run, tmp_path):
    code, out, _ = run(
        *("print", "triotrio", "--language", "fi", "--paper", "letter"),
        *("--output", str(tmp_path / "x.pdf")),
    )
    assert code == 0
    assert "Säännöt, sivu 3: mikä tahansa paperi" in out


def test_the_file_has_a_name_by_default(run, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    code, out, _ = run("print", "blinq", "--only", "boards", "--paper", "letter")
    assert code == 0
    assert out.startswith("blinq-letter-en.pdf: 2 pages\n")
    assert [file.name for file in tmp_path.iterdir()] == ["blinq-letter-en.pdf"]


def test_one_board_comes_with_its_own_pieces(run, tmp_path):
    file = tmp_path / "x.pdf"
    code, _, _ = run("print", "trifoil", "--board", "8", "--output", str(file))
    assert code == 0
    text = "".join(page.extract_text() for page in pypdf.PdfReader(file).pages)
    assert "Board with 8 Blinks" in text
    assert "Board with 6 Blinks" not in text
    assert "11 for each player" in text
    code, _, err = run("print", "trifoil", "--board", "7", "--output", str(file))
    assert (code, err) == (
        *(1, "quatrefoil: the board to print is one of 6, 8, 9, 10, 12, not '7'\n"),
    )
    code, _, err = run("print", "trifoil(board=8)", "--board", "8")
    assert code == 1
    assert "a variant has one" in err


def test_a_file_is_printed_by_its_rules(run, tmp_path):
    _, record, _ = run("show", "blinq(size=3)", "--json")
    (tmp_path / "p.json").write_text(json.dumps(json.loads(record)["position"]))
    file = tmp_path / "x.pdf"
    assert run("print", str(tmp_path / "p.json"), "--only", "boards", "--output", str(file))[0] == 0
    assert "Mat 3×3" in pypdf.PdfReader(file).pages[0].extract_text()


@pytest.mark.parametrize("game", ["trifoil", "trickle", "blinq", "triotrio"])
def test_the_economy_edition_is_one_page_and_the_rules(run, tmp_path, game):
    file = tmp_path / "x.pdf"
    code, out, _ = run("print", game, "--edition", "economy", "--output", str(file))
    assert code == 0
    assert [line.split(":")[0].strip() for line in out.splitlines()[1:3]] == [
        *("Board and pieces, page 1", "Rules, page 2"),
    ]
    assert len(pypdf.PdfReader(file).pages) == 2


def test_what_is_larger_than_a_page_is_printed_in_tiles(run, tmp_path):
    file = tmp_path / "x.pdf"
    code, _, _ = run(
        *("print", "trifoil", "--board", "8", "--edition", "large", "--only", "boards"),
        *("--output", str(file)),
    )
    assert code == 0
    pages = [page.extract_text() for page in pypdf.PdfReader(file).pages]
    assert len(pages) == 2
    first, last = (" ".join(text.split()) for text in pages)
    assert "Tile 1 of 2. Glue the next tile over its right edge, up to the dashed line." in first
    assert "Tile 2 of 2." in last
    assert "Glue" not in last


def test_a_board_on_which_nothing_spins_has_no_blinks_to_spin(run, tmp_path):
    board = {"blinks": [[0, 0], [0, 2], [1, 1]], "chain": 3, "links": 4}
    rules = f"trifoil(board={json.dumps(board, separators=(',', ':'))})"
    file = tmp_path / "x.pdf"
    assert run("print", rules, "--output", str(file))[0] == 0
    board_page, pieces, _ = (page.extract_text() for page in pypdf.PdfReader(file).pages)
    assert "Each player has 4 links" in board_page
    assert "spin" not in board_page + pieces


def test_who_sees_little_gets_large_rules(run, tmp_path):
    file = tmp_path / "x.pdf"
    code, out, _ = run(
        *("print", "triotrio", "--edition", "touch", "--only", "rules", "--output", str(file))
    )
    assert code == 0
    assert "Rules, pages 1 to " in out


def test_an_unknown_game_is_refused(run):
    code, out, err = run("print", "chess")
    assert (code, out) == (1, "")
    assert err.startswith("quatrefoil: no game is called 'chess'; there are ")


def test_a_file_that_cannot_be_written_is_refused(run, tmp_path):
    file = tmp_path / "nowhere" / "x.pdf"
    code, out, err = run("print", "triotrio", "--only", "boards", "--output", str(file))
    assert (code, out) == (1, "")
    assert err == f"quatrefoil: cannot write {file}: No such file or directory\n"


def test_without_the_extra_it_says_how_to_get_it(run, monkeypatch):
    for name in ("document", "typeset"):
        monkeypatch.delitem(sys.modules, f"quatrefoil.draw.print.{name}", raising=False)
    monkeypatch.setitem(sys.modules, "typst", None)
    code, out, err = run("print", "blinq")
    assert (code, out) == (1, "")
    assert err == (
        "quatrefoil: typst is not installed: pip install 'quatrefoil[pictures]' brings it\n"
    )


@pytest.mark.parametrize("wrong", [("--paper", "a3"), ("--language", "sv"), ("--only", "die")])
def test_wrong_usage(run, wrong):
    code, _, err = run("print", "blinq", *wrong)
    assert code == 2
    assert "invalid choice" in err
