"""What the documents show is what happens: every block of code in them is run or checked."""

import configparser
import doctest
import importlib
import json
import pkgutil
import re
import shlex
import tomllib
from pathlib import Path

import pytest

import quatrefoil
from quatrefoil.cli import app, main
from quatrefoil.cli.ugi import Session
from quatrefoil.core import manifest

ROOT = Path(__file__).parent.parent
DOCUMENTS = [
    "README.md",
    "CONTRIBUTING.md",
    "SECURITY.md",
    *(str(path.relative_to(ROOT)) for path in sorted(ROOT.glob("docs/**/*.md"))),
]
#: Its sessions need the game that it makes: tests/fifth/inside runs them.
TUTORIAL = "docs/tutorial.md"
GAME_PAGES = [name for name in DOCUMENTS if name.startswith("docs/games/")]
MODULES = [
    module.name
    for module in pkgutil.walk_packages(quatrefoil.__path__, "quatrefoil.")
    # What runs when it is imported has no examples to try: the program, and Alembic's scripts.
    if not module.name.endswith("__main__") and ".migrations." not in module.name
]
OPTIONS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE

#: Programs that a block of shell may call besides ours; what they are given is theirs to check.
FOREIGN = {
    *("cp", "docker", "pip", "printf", "python", "python3", "sqlite3", "systemctl"),
    *("createdb", "createuser", "pg_basebackup", "pg_receivewal", "psql", "touch"),
}


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    """Examples run in a folder of their own, with ours beside it: what they write is no litter."""
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    monkeypatch.chdir(tmp_path)


def read(name):
    return (ROOT / name).read_text(encoding="utf-8")


def blocks(name, language):
    """Return the fenced blocks of a language in a document."""
    return [code for found, code in fenced(read(name)) if found == language]


def fenced(text):
    """Yield every fenced block with its language, also those of lists; a fence of four holds three.

    >>> list(fenced("```sh\\nmake\\n```\\n"))
    [('sh', 'make\\n')]
    """
    pattern = r"^( *)(`{3,})(\w*)\n(.*?)^ *\2$"
    for match in re.finditer(pattern, text, re.MULTILINE | re.DOTALL):
        yield match[3], match[4]


def command_lines(code):
    """Yield the commands of a block of shell, each as its words."""
    for line in code.replace("\\\n", " ").splitlines():
        for part in re.split(r"&&|\|", line):
            words = shlex.split(part, comments=True)
            if words:
                yield words


# ---- each language ----------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["quatrefoil", *MODULES])
def test_examples_in_docstrings(name):
    assert doctest.testmod(importlib.import_module(name)).failed == 0


@pytest.mark.parametrize("name", sorted({*DOCUMENTS} - {TUTORIAL}))
def test_python(name):
    check_python(name)


def check_python(name):
    result = doctest.testfile(str(ROOT / name), module_relative=False, optionflags=OPTIONS)
    assert result.failed == 0
    for code in blocks(name, "python"):
        assert code.startswith(">>> "), "only a session can be checked"


@pytest.mark.parametrize("name", sorted({*DOCUMENTS} - {TUTORIAL}))
def test_console(name, capsys):
    check_console(name, capsys)


def check_console(name, capsys):
    """A block of console is a command and what it prints, `...` standing for anything."""
    checker = doctest.OutputChecker()
    for code in blocks(name, "console"):
        command, _, shown = code.partition("\n")
        program, *arguments = shlex.split(command.removeprefix("$ "))
        assert program == "quatrefoil"
        assert main(arguments) == 0
        printed = capsys.readouterr().out
        assert checker.check_output(shown, printed, doctest.ELLIPSIS), printed


@pytest.mark.parametrize("name", DOCUMENTS)
def test_shell(name):
    """Our commands accept what they are given; `make` has the target; other programs are known."""
    for code in blocks(name, "sh"):
        for program, *arguments in command_lines(code):
            known = Path(program).name
            if known == "quatrefoil":
                app.parser().parse_args(arguments)
            elif known == "make":
                for target in arguments:
                    assert_target(target)
            else:
                assert known in FOREIGN, program
            if known == "pip":
                assert_extras(arguments)
            if known in ("python", "python3") and arguments[0].endswith(".py"):
                assert (ROOT / arguments[0]).exists()


@pytest.mark.parametrize("name", DOCUMENTS)
def test_ugi(name):
    """A block of UGI is a talk: what is sent after `>`, and the answers, `...` for anything."""
    for code in blocks(name, "ugi"):
        later = []
        session = Session(later.extend)
        for sent, shown in re.findall(r"^> (.*)\n((?:(?!> ).*\n)*)", code, re.MULTILINE):
            answer = session.ask(sent)
            session.finish()
            said = "\n".join([*answer, *later]) + "\n"
            later.clear()
            assert doctest.OutputChecker().check_output(shown, said, doctest.ELLIPSIS), (sent, said)


@pytest.mark.parametrize("name", DOCUMENTS)
def test_data(name):
    for code in blocks(name, "json"):
        json.loads(code)
    for code in blocks(name, "ini"):
        configparser.ConfigParser(strict=False).read_string(code.replace("\\\n", " "))
    for language in ("nginx", "caddy"):
        for code in blocks(name, language):
            assert code.count("{") == code.count("}")
            assert "127.0.0.1:8080" in code, "where our examples start the server"


def test_all_that_a_game_may_have_is_told():
    _, _, told = read("CONTRIBUTING.md").partition("## Adding a game")
    told, _, _ = told.partition("**In this repository**")
    named = re.findall(r"`([^`]+)`", told)
    for name in (*manifest.PARTS, *manifest.RESOURCES):
        assert name.replace("*", "<game>") in named or f"{name}.py" in named, name


def test_the_recipe_for_a_game_in_a_package_is_the_one_that_is_tested():
    project = ROOT / "tests" / "fifth" / "project"
    (settings,) = blocks("CONTRIBUTING.md", "toml")
    (script,) = blocks("CONTRIBUTING.md", "text")
    tested = tomllib.loads((project / "pyproject.toml").read_text(encoding="utf-8"))
    assert within(tomllib.loads(settings), tested)
    assert (project / "setup.py").read_text(encoding="utf-8").endswith(script)


def test_the_tutorial_is_the_game_that_is_tested():
    project = ROOT / "tests" / "fifth" / "project"
    heading = r"^\*\*`(\S+)`\*\*(?:, next)?\n\n"
    pieces = re.findall(heading + r"```\w+\n(.*?)^```$", read(TUTORIAL), re.M | re.S)
    told = {file: "" for file, _ in pieces}
    for file, code in pieces:
        told[file] += code
    files = [
        path for path in project.rglob("*") if path.suffix in (".py", ".pxd", ".json", ".toml")
    ]
    # The domain is for tests of the endgame solver, and no part of the game.
    whole = {str(path.relative_to(project)): path for path in files if path.stem != "domain"}
    assert sorted(told) == sorted(whole)
    for file, path in whole.items():
        written = path.read_text(encoding="utf-8")
        assert lines_of(told[file]) == lines_of(written), file


def lines_of(code):
    """Return the lines of a file, without empty ones: they are lost where it is told in pieces."""
    return [line for line in code.splitlines() if line]


def within(part, whole):
    """Whether one piece of plain data is a part of another."""
    if isinstance(part, dict):
        return all(key in whole and within(value, whole[key]) for key, value in part.items())
    return part == whole


@pytest.mark.parametrize("name", DOCUMENTS)
def test_every_block_has_a_language_that_is_checked(name):
    checked = {"python", "console", "sh", "ugi", "json", "ini", "toml", "nginx", "caddy"}
    if name == TUTORIAL:
        checked |= {"py", "cython"}
    #: What is no code: a drawing, a table of figures, or a block that shows a block.
    pictures = {"text", "markdown"}
    assert {language for language, _ in fenced(read(name))} <= checked | pictures


# ---- what documents refer to ------------------------------------------------------------------


def assert_target(target):
    assert re.search(rf"^{target}:", read("Makefile"), re.MULTILINE), target


def assert_extras(arguments):
    extras = tomllib.loads(read("pyproject.toml"))["project"]["optional-dependencies"]
    for wanted in re.findall(r"\[([\w,]+)\]", " ".join(arguments)):
        assert set(wanted.split(",")) <= set(extras)


def test_there_are_examples_in_the_readme():
    assert ">>> " in read("README.md")


@pytest.mark.parametrize("name", DOCUMENTS)
def test_files_commands_and_targets_that_documents_name_exist(name):
    text = read(name)
    for target in re.findall(r"`make ([a-z-]+)`", text):
        assert_target(target)
    for command in re.findall(r"`quatrefoil ([a-z-]+)", text):
        with pytest.raises(SystemExit, match="0"):
            app.parser().parse_args([command, "--help"])
    for link in re.findall(r"\]\((?!https?:|#)([^)#]+)", text):
        assert (ROOT / name).parent.joinpath(link).exists(), link


PACKAGES = [
    module.name.removeprefix("quatrefoil.")
    for module in pkgutil.walk_packages(quatrefoil.__path__, "quatrefoil.")
    if module.ispkg and not module.name.startswith("quatrefoil.games")
]


@pytest.mark.parametrize("name", PACKAGES)
def test_a_package_names_its_modules_and_no_others(name):
    package = importlib.import_module(f"quatrefoil.{name}")
    modules = {module.name for module in pkgutil.iter_modules(package.__path__)}
    assert modules <= set(re.findall(r"\w+", package.__doc__))
    for column in re.findall(r"^ *([a-z_]+(?:, [a-z_]+)*)(?:  +\S.*)?$", package.__doc__, re.M):
        assert {*column.split(", ")} <= modules


# ---- one page a game --------------------------------------------------------------------------


def test_every_document_is_in_the_handbook():
    handbook = read("docs/README.md")
    for name in DOCUMENTS:
        inside = name.removeprefix("docs/")
        assert inside == name or inside == "README.md" or f"({inside})" in handbook, name


def test_every_game_has_a_page():
    assert [Path(name).stem for name in GAME_PAGES] == sorted(quatrefoil.names())


@pytest.mark.parametrize("name", GAME_PAGES)
def test_pages_of_games_follow_one_template(name):
    headings = [
        re.findall(r"^## (.*)$", read(page), re.MULTILINE) for page in (name, GAME_PAGES[0])
    ]
    assert headings[0] == headings[1]


@pytest.mark.parametrize("name", GAME_PAGES)
def test_pages_of_games_name_every_preset_and_the_authors(name):
    game = quatrefoil.game(Path(name).stem)
    text = read(name)
    for preset in game.presets:
        assert f"| `{preset.name}` |" in text
    for author in re.split(r" and |, ", re.sub(r" \(.*?\)", "", game.authors)):
        assert author in text
