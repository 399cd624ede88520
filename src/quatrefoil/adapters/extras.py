"""What is not installed, said in one sentence."""

from __future__ import annotations

from quatrefoil.core.errors import QuatrefoilError


class MissingExtraError(QuatrefoilError, ImportError):
    """A module needs packages that a plain install does not have."""


def missing(extra: str, error: ImportError) -> MissingExtraError:
    """Return the error for a module that could not import what an extra brings."""
    return MissingExtraError(
        f"{error.name} is not installed: pip install 'quatrefoil[{extra}]' brings it"
    )
