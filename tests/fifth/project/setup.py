"""Compiles the modules with a .pxd beside them against the .pxd files of Quatrefoil."""

from pathlib import Path

from Cython.Build import cythonize
from setuptools import Extension, setup

import quatrefoil

setup(
    ext_modules=cythonize(
        [
            Extension(f"dash.{path.stem}", [f"dash/{path.stem}.py"], extra_compile_args=["-O3"])
            for path in sorted(Path("dash").glob("*.pxd"))
        ],
        include_path=[str(Path(quatrefoil.__file__).parent.parent)],
        compiler_directives={
            "language_level": "3",
            "boundscheck": False,
            "wraparound": False,
            "cdivision": True,
        },
    ),
)
