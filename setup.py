"""Compiles the hot core: ordinary Python files whose types stand in a .pxd beside them.

Where there is no C compiler the package is installed uncompiled: everything works, many times
slower. QUATREFOIL_REQUIRE_COMPILED=1 makes that an error; `make` sets it.

It also says where the project lives; the README gets whole addresses from it for a package index.
"""

import os
import re
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from pathlib import Path

from Cython.Build import cythonize
from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext
from setuptools.errors import CompileError
from setuptools.modified import newer_group

#: Where the project is to live. `make release` refuses while git knows another address.
HOME = "https://github.com/quatrefoil-games/quatrefoil"

SOURCE = Path("src")

#: A module is compiled if, and only if, a .pxd stands beside it.
MODULES = {
    ".".join(path.relative_to(SOURCE).with_suffix("").parts): path.with_suffix(".py")
    for path in sorted(SOURCE.glob("quatrefoil/**/*.pxd"))
    if path.with_suffix(".py").exists()
}

#: What is installed where nothing can be compiled.
UNCOMPILED = """\
quatrefoil: no C compiler with Python's headers was found: installed uncompiled, many times slower.
quatrefoil: to have it compiled, install a compiler (on Debian: gcc python3-dev) and install again.
"""


class Build(build_ext):
    """Compiles what has changed, and leaves nothing behind of modules that are gone."""

    def initialize_options(self):
        """Use all cores: an editable install forgets what `setup` was told about commands."""
        super().initialize_options()
        self.parallel = os.cpu_count()

    def run(self):
        """Compile every module, or none where there is no compiler."""
        self._remove_stale()
        if can_compile(self.compiler):
            self._translate()
            super().run()
        elif os.environ.get("QUATREFOIL_REQUIRE_COMPILED"):
            raise CompileError("there is no C compiler with Python's headers")
        else:
            self.extensions[:] = []
            sys.stderr.write(UNCOMPILED)

    def _translate(self):
        """Turn the modules into C. Only now: an sdist is made of the .py files."""
        found = cythonize(
            extensions(),
            build_dir="build/cython",
            compiler_directives={
                "language_level": "3",
                "boundscheck": False,
                "wraparound": False,
                "cdivision": True,
            },
            nthreads=2,
        )
        for ext, in_c in zip(self.extensions, found, strict=True):
            assert ext.name == in_c.name
            # What compiles them is part of what they are made of, for setuptools as for us below.
            ext.sources, ext.depends = in_c.sources, [*in_c.depends, "setup.py"]

    def build_extension(self, ext):
        """Compile a module, unless the source tree already holds the result.

        An editable install builds in a temporary folder and would start from nothing.
        """
        ready = SOURCE / self.get_ext_filename(ext.name)
        if ready.exists() and not newer_group([*ext.sources, "setup.py"], str(ready)):
            target = Path(self.get_ext_fullpath(ext.name))
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ready, target)
        else:
            super().build_extension(ext)

    def _remove_stale(self):
        """Delete compiled files without a .pxd: Python would run them instead of the .py."""
        for compiled in SOURCE.glob("quatrefoil/**/*.so"):
            folder = compiled.parent.relative_to(SOURCE)
            if ".".join([*folder.parts, compiled.name.split(".")[0]]) not in MODULES:
                compiled.unlink()


def can_compile(compiler):
    """Whether a file that includes Python.h compiles here; on Windows, whether there is Visual C++.

    `compiler` is the kind that somebody asked for, if they did.
    """
    if sys.platform == "win32":
        return has_visual_c(compiler)
    command = (os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc").split()
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder) / "probe.c"
        source.write_text("#include <Python.h>\n", encoding="utf-8")
        include = f"-I{sysconfig.get_path('include')}"
        try:
            done = subprocess.run(
                [*command, include, "-c", str(source), "-o", str(source.with_suffix(".o"))],
                capture_output=True,
                check=False,
            )
        except OSError:
            return False
        # A stand-in such as `false` or `true` leaves no object file.
        return done.returncode == 0 and source.with_suffix(".o").exists()


def has_visual_c(compiler):
    """Whether setuptools finds Visual C++, if that is what it is to use."""
    from distutils.ccompiler import new_compiler  # setuptools brings it, once it is loaded

    try:
        getattr(new_compiler(compiler=compiler), "initialize", lambda: None)()
    except Exception:  # of which class depends on the version of setuptools
        return False
    return True


#: Without debugging symbols: a fifth of the size, and quicker to compile.
ARGUMENTS = {
    "win32": ["/O2"],
    "darwin": ["-O3", "-g0"],
}.get(sys.platform, ["-O3", "-g0", "-fno-semantic-interposition"])


def extensions():
    """Return the modules of the hot core."""
    return [
        Extension(name, [str(path)], extra_compile_args=ARGUMENTS) for name, path in MODULES.items()
    ]


def version():
    """Return the version of the package, without importing it."""
    text = (SOURCE / "quatrefoil" / "__init__.py").read_text(encoding="utf-8")
    return re.search(r'^__version__ = "(.+)"$', text, re.MULTILINE)[1]


def readme(tag):
    """Return the README with links and pictures that lead to the files of a release."""

    def whole(link):
        path = link[1]
        kind = "tree" if Path(path.partition("#")[0]).is_dir() else "blob"
        return f"]({HOME}/{'raw' if path.endswith('.svg') else kind}/{tag}/{path})"

    text = Path("README.md").read_text(encoding="utf-8")
    # Fenced blocks are code, whose brackets are no links.
    pieces = re.split(r"(^```.*?^```$)", text, flags=re.MULTILINE | re.DOTALL)
    pieces[::2] = [re.sub(r"\]\((?!https?:|#)([^)\s]+)\)", whole, piece) for piece in pieces[::2]]
    return "".join(pieces)


TAG = f"v{version()}"

setup(
    cmdclass={"build_ext": Build},
    ext_modules=extensions(),
    long_description=readme(TAG),
    long_description_content_type="text/markdown",
    project_urls={
        "Source": HOME,
        "Documentation": f"{HOME}/tree/{TAG}/docs",
        "Changes": f"{HOME}/blob/{TAG}/CHANGELOG.md",
        "Issues": f"{HOME}/issues",
    },
)
