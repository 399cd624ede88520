"""Compiles the hot core: ordinary Python files whose types stand in a .pxd beside them."""

import os
import shutil
from pathlib import Path

from Cython.Build import cythonize
from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext
from setuptools.modified import newer_group

SOURCE = Path("src")

#: A module is compiled if, and only if, a .pxd stands beside it.
MODULES = {
    ".".join(path.relative_to(SOURCE).with_suffix("").parts): path.with_suffix(".py")
    for path in sorted(SOURCE.glob("quatrefoil/**/*.pxd"))
    if path.with_suffix(".py").exists()
}


class Build(build_ext):
    """Compiles what has changed, and leaves nothing behind of modules that are gone."""

    def initialize_options(self):
        """Use all cores: an editable install forgets what `setup` was told about commands."""
        super().initialize_options()
        self.parallel = os.cpu_count()

    def run(self):
        """Compile every module."""
        self._remove_stale()
        super().run()

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


def is_typed(source):
    """Whether the .pxd of a module declares anything; if not, it is compiled as it stands."""
    lines = source.with_suffix(".pxd").read_text(encoding="utf-8").splitlines()
    return any(line and not line.startswith("#") for line in lines)


def compiled(typed, directives):
    """Return the modules with or without types, to be compiled in some way."""
    return cythonize(
        [
            Extension(
                name,
                [str(path)],
                # Without debugging symbols: a fifth of the size, and quicker to compile.
                extra_compile_args=["-O3", "-g0", "-fno-semantic-interposition"],
            )
            for name, path in MODULES.items()
            if is_typed(path) is typed
        ],
        build_dir="build/cython",
        compiler_directives={"language_level": "3", **directives},
        nthreads=2,
    )


setup(
    cmdclass={"build_ext": Build},
    ext_modules=[
        *compiled(True, {"boundscheck": False, "wraparound": False, "cdivision": True}),
        # As Python means it: annotations are comments, and 1 / 2 is a half.
        *compiled(False, {"annotation_typing": False}),
    ],
)
