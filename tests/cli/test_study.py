"""`quatrefoil study` against a real server."""

import json

import pytest

import quatrefoil
from quatrefoil.cli import main
from quatrefoil.core.tree import ROOT, Note, Tree
from quatrefoil.lab.server_process import ServerProcess


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    folder = tmp_path_factory.mktemp("server")
    running = ServerProcess(folder / "x.db", log=folder / "log")
    running.start()
    yield running
    running.stop()


def test_a_tree_goes_there_and_comes_back(server, tmp_path, capsysbinary):
    base = Tree(quatrefoil.rules("blinq(size=3)")).add(ROOT, ["1a1W", "1a2N"])[0]
    files = [tmp_path / name for name in ("base.json", "mine.json", "other.json")]
    trees = [base, base.annotate(2, Note("mine")), base.add(1, ["1c1N"])[0]]
    for file, tree in zip(files, trees, strict=True):
        file.write_text(tree.dumps())
    address = f"http://127.0.0.1:{server.port}"
    assert main(["study", address, "--keep", str(files[0]), "--title", "From here"]) == 0
    to_read, to_edit = capsysbinary.readouterr().out.decode().split("\n")[:2]
    to_read, to_edit = to_read.split()[-1], to_edit.split()[-1]
    for file in files[1:]:
        assert main(["study", to_edit, "--push", str(file), "--base", str(files[0])]) == 0
    capsysbinary.readouterr()
    assert main(["study", to_read]) == 0
    found = Tree.from_json(json.loads(capsysbinary.readouterr().out))
    assert found.nodes[2].note.comment == "mine"
    assert len(found.nodes[1].children) == 2, "both edits are there"
    picture = tmp_path / "x.svg"
    assert main(["study", to_read, "--kind", "svg", "--output", str(picture)]) == 0
    assert picture.read_text().startswith("<svg")
    assert main(["study", to_read, "--push", str(files[0])]) == 1
    assert main(["study", f"{to_read}#made-up-secret", "--push", str(files[0])]) == 1
    assert main(["study", f"{address}/s/nobody-knows-this"]) == 1
    assert main(["study", f"{address}/m/x"]) == 1
    assert b"there is no study" in capsysbinary.readouterr().err
