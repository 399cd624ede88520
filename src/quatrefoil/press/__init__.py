"""Print and play: a game as a PDF to scale, for a home printer, scissors and glue."""

from quatrefoil.press.paper import PAPERS, Paper
from quatrefoil.press.printing import PARTS, Part, Printed, print_game

__all__ = ["PAPERS", "PARTS", "Paper", "Part", "Printed", "print_game"]
