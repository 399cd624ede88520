"""View data as pictures: SVG, moving SVG, PNG, GIF, and print sheets as PDF.

    look          what can be chosen: theme, size, arrows, …
    picture       a position as a tree of elements, in the layers of the page's board
    arrows        arrows between places
    film          a record as one SVG that moves
    elements      elements, written as SVG
    bounds        boxes around shapes
    styles        how an element looks, as attributes of SVG
    cascade       … worked out from the style sheets that the page uses
    stylesheets   … which tinycss2 reads and cssselect2 matches
    values        … their variables and colours
    png, gif      SVG as PNG, a record as GIF; both need the extra `pictures`
    captions      names, scores and moves around a moving board
    card          a board and a few words, for previews of links
    icon          an icon of discs as PNG, without the extra
    methods       `to_svg` and the like of positions, lines and records
    print         boards, pieces and rules on paper; needs the extra `pictures`

`picture.css` and `print.css` style what only pictures have.
"""

from quatrefoil.draw.look import Look
from quatrefoil.draw.picture import describe, draw, draw_line

__all__ = ["Look", "describe", "draw", "draw_line"]
