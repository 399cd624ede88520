"""Compiles the hot core: ordinary Python files whose types stand in a .pxd beside them."""

from pathlib import Path

from Cython.Build import cythonize
from setuptools import Extension, setup

SOURCE = Path("src")

#: A module is compiled if, and only if, a .pxd stands beside it.
MODULES = sorted(path.with_suffix("") for path in SOURCE.glob("quatrefoil/**/*.pxd"))

setup(
    ext_modules=cythonize(
        [
            Extension(
                ".".join(path.relative_to(SOURCE).parts),
                [f"{path}.py"],
                extra_compile_args=["-O3", "-fno-semantic-interposition"],
            )
            for path in MODULES
        ],
        build_dir="build/cython",
        compiler_directives={
            "language_level": "3",
            "boundscheck": False,
            "wraparound": False,
            "cdivision": True,
        },
        nthreads=2,
    ),
)
