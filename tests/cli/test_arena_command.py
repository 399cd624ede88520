"""`quatrefoil arena`: what it tells, and whom it refuses."""

from quatrefoil.cli import main


def test_arena_tells_the_score(tmp_path, capsys):
    arguments = ["arena", "best:50n", "random", "blinq(size=3)", "--games", "4", "--cores", "1"]
    assert main([*arguments, "--records", str(tmp_path)]) == 0
    assert "4 games" in capsys.readouterr().out
    assert len(list(tmp_path.iterdir())) == 4


def test_arena_refuses_who_it_does_not_know(capsys):
    assert main(["arena", "nobody", "random", "blinq"]) == 1
    assert "a player is" in capsys.readouterr().err


def test_a_folder_that_cannot_be_made_is_a_sentence(tmp_path, capsys):
    (tmp_path / "file").write_text("", encoding="utf-8")
    inside = tmp_path / "file" / "records"
    code = main(
        ["arena", "random", "random", "blinq(size=3)", "--games", "1", "--records", str(inside)]
    )
    assert code == 1
    assert capsys.readouterr().err.strip().endswith(f"quatrefoil: {inside}: Not a directory")
