"""Print sheets: a game's boards, pieces and rules as a PDF. It needs the extra `pictures`.

sheet      what a game gives to be printed: its boards and pieces, as figures to scale
nets       lines to cut and fold along, tabs to glue
figures    figures as SVG: boards as they are, things to cut out in rows
markdown   the rules on one page, as data for the typesetter
paper      sizes of paper
document   all of it put together
positions  the positions of a study with what is said about them, in pieces
typeset    Typst makes the PDF, by `sheet.typ` or `study.typ`
"""
