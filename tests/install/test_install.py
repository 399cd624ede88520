"""What somebody has after an install: alone, without extras, without a compiler."""

import fcntl
import importlib.metadata
import os
import subprocess
import sys
import tarfile
import venv
from pathlib import Path

import pytest

import quatrefoil

ROOT = Path(__file__).parents[2]

pytestmark = [
    pytest.mark.skipif(not quatrefoil.compiled(), reason="builds the compiled package"),
    pytest.mark.skipif(os.name == "nt", reason="the layout of a POSIX venv"),
]

#: The engine at work: rules, a search, a proof that comes with a game, arrays if NumPy is there.
ENGINE = """
import quatrefoil
from quatrefoil.search import Limit, player, searcher
assert quatrefoil.compiled() is {compiled}, "the wrong form"
for game in quatrefoil.all_games():
    rules = game.rules()
    line = quatrefoil.Line(rules.start())
    line.push(line.position.random_move(quatrefoil.Rng(1)))
    while line.position.turn == quatrefoil.CHANCE:
        line.push(line.position.random_move(quatrefoil.Rng(1)))
    searcher(rules).search(line, Limit(nodes=20))
    player(rules, 1).choose(line)
    assert quatrefoil.position(line.position.to_json()) == line.position
    quatrefoil.Record.loads(quatrefoil.Record.of(line).dumps())
print("fine")
"""


class Installed:
    """A virtual environment with the package and nothing else, unless it is linked in."""

    def __init__(self, folder, wheel, *linked):
        venv.create(folder, with_pip=False, symlinks=True)
        self.folder = folder
        self.python = folder / "bin" / "python"
        run(sys.executable, "-m", "pip", "--python", self.python, "install", "-q", "--no-deps",
            "--no-index", wheel)  # fmt: skip
        here = next((folder / "lib").glob("python3*")) / "site-packages"
        for name in linked:
            for path in top_level(name):
                (here / path.name).symlink_to(path)

    def script(self, text):
        return run(self.python, "-I", "-c", text)

    def command(self, *arguments, code=0, **options):
        return run(self.folder / "bin" / "quatrefoil", *arguments, code=code, **options)


def top_level(name):
    """Return the files and folders that a package of ours has at the top of site-packages."""
    files = importlib.metadata.files(name)
    tops = {file.parts[0] for file in files if not file.parts[0].startswith((".", "_"))}
    return {Path(file.locate()).parents[len(file.parts) - 2] if len(file.parts) > 1
            else Path(file.locate()) for file in files if file.parts[0] in tops}  # fmt: skip


def run(*command, code=0, **options):
    done = subprocess.run(
        [str(part) for part in command],
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
        cwd=options.pop("cwd", "/"),
        **options,
    )
    assert done.returncode == code, f"{command}: {done.returncode}\n{done.stdout}\n{done.stderr}"
    return done


def build(command, folder, **environment):
    """Run a build in the source tree; two at a time would write the same files."""
    settings = {**os.environ, **environment}
    with (ROOT / "build" / "install-test.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        done = run(sys.executable, *command, cwd=ROOT, env=settings)
    (made,) = folder.glob("quatrefoil*")
    return made, done


def test_the_engine_needs_no_other_package(tmp_path):
    wheels = tmp_path / "wheels"
    built, packed = tmp_path / "build", tmp_path / "packed"
    options = ("build", "-b", built, "bdist_wheel", "-b", packed, "-d", wheels)
    wheel, _ = build(("setup.py", "-q", *options), wheels)
    alone = Installed(tmp_path / "alone", wheel)
    assert alone.script(ENGINE.format(compiled=True)).stdout == "fine\n"
    assert "Trickle" in alone.command("games").stdout
    assert "3822" in alone.command("perft", "trickle", "2").stdout
    assert "Orange to move" in alone.command("show", "trickle").stdout
    position = ROOT / "examples" / "position.json"
    assert "%" in alone.command("analyse", position, "--nodes", "50").stdout
    said = alone.command("ugi", input="new trifoil {}\ngo nodes 50\nisready\nquit\n").stdout
    assert "readyok" in said
    alone.command("arena", "random", "greedy", "trickle(rings=3)", "--games", "2", "--cores", "1")

    for arguments, package, named in (
        (("serve",), "quatrefoil", "is not installed"),
        (("terminal",), "'quatrefoil[terminal]'", "textual is not installed"),
        (("print", "blinq"), "'quatrefoil[pictures]'", "typst is not installed"),
    ):
        refused = alone.command(*arguments, code=1)
        assert refused.stdout == ""
        assert refused.stderr.startswith("quatrefoil: "), refused.stderr
        assert refused.stderr.count("\n") == 1, refused.stderr
        assert refused.stderr.endswith(f"pip install {package} brings it\n"), refused.stderr
        assert named in refused.stderr

    for module, extra in (
        ("draw.png", "pictures"),
        ("draw.gif", "pictures"),
        ("draw.print.typeset", "pictures"),
        ("terminal.app", "terminal"),
        ("adapters.vector", "research"),
        ("adapters.pettingzoo", "pettingzoo"),
        ("adapters.openspiel", "openspiel"),
    ):
        failed = run(alone.python, "-I", "-c", f"import quatrefoil.{module}", code=1)
        last = failed.stderr.splitlines()[-1]
        assert "MissingExtraError" in last, failed.stderr
        assert f"'quatrefoil[{extra}]'" in last

    with_arrays = Installed(tmp_path / "arrays", wheel, "numpy")
    stepped = "b = Batch('trickle', 8, seed=1); b.step(b.random_actions())"
    with_arrays.script(f"from quatrefoil.adapters.vector import Batch; {stepped}")


#: Tracked by git, and of no use to whoever has the source distribution.
NOT_SHIPPED = (".ci/", ".github/", ".gitignore", ".dockerignore")


def check_contents(sdist):
    """A source distribution has all that it takes to build, test and read."""
    with tarfile.open(sdist) as packed:
        inside = {name.partition("/")[2] for name in packed.getnames()}
    tracked = run("git", "-c", "safe.directory=*", "ls-files", cwd=ROOT).stdout.splitlines()
    wanted = {name for name in tracked if not name.startswith(NOT_SHIPPED)}
    assert not wanted - inside
    assert not [name for name in inside if name.endswith((".so", ".pyc"))]


def check_tests(sdist, folder):
    """It can be tested where it is unpacked, without git: not all of it, which takes minutes."""
    with tarfile.open(sdist) as packed:
        packed.extractall(folder, filter="data")
    (unpacked,) = folder.iterdir()
    parts = ("tests/install/test_release.py", "tests/install/test_index_page.py", "tests/view")
    pytest_here = (sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *parts)
    settings = {**os.environ, "PYTHONPATH": str(unpacked / "src"), "QUATREFOIL_FORM": "uncompiled"}
    assert " passed" in run(*pytest_here, "-o", "addopts=", cwd=unpacked, env=settings).stdout


def test_without_a_compiler_it_runs_uncompiled(tmp_path):
    sdist, _ = build(("setup.py", "-q", "sdist", "-d", tmp_path / "sdist"), tmp_path / "sdist")
    if (ROOT / ".git").exists():  # one that is made of another one has nothing to compare with
        check_contents(sdist)
    check_tests(sdist, tmp_path / "unpacked")
    wheels = tmp_path / "wheels"
    options = ("--no-deps", "--no-build-isolation", "--no-index", "-v", "-w", wheels)
    command = ("-m", "pip", "wheel", *options, sdist)
    wheel, made = build(command, wheels, CC="false", QUATREFOIL_REQUIRE_COMPILED="")
    assert "installed uncompiled" in made.stdout + made.stderr
    assert "error:" not in made.stdout + made.stderr

    slow = Installed(tmp_path / "slow", wheel, "Cython")
    assert slow.script(ENGINE.format(compiled=False)).stdout == "fine\n"
    shown = slow.command("show", "blinq")
    assert shown.stdout
    assert "uncompiled" in shown.stderr


def test_without_visual_c_nothing_is_compiled_on_windows():
    """Asked of setuptools itself, which finds none here."""
    probe = "import sys; sys.argv = ['setup.py', '-q', '--name']; import setup"
    asked = f"{probe}; print(setup.has_visual_c('msvc'), setup.has_visual_c('unix'))"
    assert run(sys.executable, "-c", asked, cwd=ROOT).stdout == "quatrefoil\nFalse True\n"


def test_who_insists_on_compiled_code_gets_an_error(tmp_path):
    failed = run(
        *(sys.executable, "setup.py", "-q", "build_ext", "--build-lib", tmp_path),
        cwd=ROOT,
        env={**os.environ, "CC": "false", "QUATREFOIL_REQUIRE_COMPILED": "1"},
        code=1,
    )
    assert failed.stderr == "error: there is no C compiler with Python's headers\n"
