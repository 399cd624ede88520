"""The command `quatrefoil`: one module for each group of its commands."""

from quatrefoil.cli.app import main

__all__ = ["main"]
