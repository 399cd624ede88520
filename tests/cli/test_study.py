"""`quatrefoil study` against a real server."""

import http.server
import json
import sys
import threading

import pytest

import quatrefoil
from quatrefoil.cli import main
from quatrefoil.core.tree import ROOT, Note, Tree
from quatrefoil.lab.server_process import ServerProcess, free_port


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


class _Stranger(http.server.BaseHTTPRequestHandler):
    """A server that answers everything with one text."""

    answer, status = b"", 200

    def do_GET(self):
        self.rfile.read(int(self.headers.get("Content-Length") or 0))
        self.send_response(self.status)
        self.send_header("Content-Length", str(len(self.answer)))
        self.end_headers()
        self.wfile.write(self.answer)

    def do_POST(self):
        self.do_GET()

    def log_message(self, *given):
        pass


@pytest.fixture(scope="module")
def stranger():
    site = http.server.ThreadingHTTPServer(("127.0.0.1", 0), _Stranger)
    threading.Thread(target=site.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{site.server_address[1]}"
    site.shutdown()
    site.server_close()


ODD = [
    *(b"", b"[]", b"{}", b'"x"', b"\x1b[2J\x9b", b"\xff\xfe", b"[" * 100_000, b"nan"),
    *(b'{"link":"x"}', b'{"link":1,"edit_link":2}', b'{"version":"x"}', b'{"version":1e999}'),
    b'{"message":"\x1b[2J"}',
    b'{"message":"\\u001b[2J"}',
]


@pytest.mark.parametrize("status", [200, 400])
def test_what_a_strangers_server_answers_is_refused_in_a_sentence(
    stranger, status, tmp_path, capsys, monkeypatch
):
    file = tmp_path / "tree.json"
    file.write_text(Tree(quatrefoil.rules("blinq(size=3)")).dumps())
    link = f"{stranger}/s/AAAAAAAAAAAAAAAA#secret-secret"
    push = ["study", link, "--push", str(file)]
    monkeypatch.setattr(_Stranger, "status", status)
    for answer in ODD:
        monkeypatch.setattr(_Stranger, "answer", answer)
        for command in (
            push,
            [*push, "--base", str(file)],
            ["study", stranger, "--keep", str(file)],
        ):
            assert main(command) == 1, answer
            said = capsys.readouterr()
            assert said.out == ""
            assert said.err.startswith("quatrefoil: ")
            assert said.err.strip().isprintable()


def test_what_a_strangers_server_sends_commands_no_terminal(stranger, capsys, monkeypatch):
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    link = f"{stranger}/s/AAAAAAAAAAAAAAAA"
    tree = {"notes": {"0": {"comment": "\x1b[2J\x9b"}}}
    monkeypatch.setattr(_Stranger, "answer", json.dumps(tree, ensure_ascii=False).encode())
    assert main(["study", link]) == 0
    said = capsys.readouterr().out
    assert json.loads(said) == tree
    assert said.replace("\n", "").isprintable()
    for kind in ("svg", "gif", "pdf"):
        assert main(["study", link, "--kind", kind]) == 1
        said = capsys.readouterr()
        assert said.out == ""
        assert "--output FILE" in said.err
    assert main(["study", "http://[/s/AAAAAAAAAAAAAAAA"]) == 1
    assert "is no link" in capsys.readouterr().err


def test_a_server_that_is_not_there_is_told_in_plain_words(capsys):
    address = f"http://127.0.0.1:{free_port()}"
    assert main(["study", f"{address}/s/x"]) == 1
    assert capsys.readouterr().err == f"quatrefoil: {address} does not answer: Connection refused\n"
