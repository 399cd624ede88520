"""Study: what a game teaches once it is played. On top of search, below everything that is shown.

turns       the moves of a record in whole turns, numbered as in the page's list

Values are each player's expected share of the point, as in `search`. No game's name stands here:
what only one game can tell is a part of that game, and where it has none, that is said.
"""
