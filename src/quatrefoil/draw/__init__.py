"""Drawing of view data as SVG, by the standard library alone.

`look` says what can be chosen. `picture` and `arrows` make a tree of elements, shaped as the page
shapes its own; `elements` and `bounds` write it. In between, `styles` works out how each element
looks from the page's style sheets, with `sheets`, `selectors` and `values`. `film` shows a record.
"""

from quatrefoil.draw.look import Look
from quatrefoil.draw.picture import describe, draw, draw_line

__all__ = ["Look", "describe", "draw", "draw_line"]
