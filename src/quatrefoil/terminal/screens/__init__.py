"""The screens, and what they are made of.

home       which game, which variant, against whom; or the link of a match
match      the board, the players, the moves, and every key that plays
dialogs    over a match: help, something to say, a question, the result
panels     beside the board: the players, the moves, what people said
choices    the buttons below it
steady     text that is drawn again only if it has changed
"""
