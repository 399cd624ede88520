"""The four games, siblings of the same shape; CONTRIBUTING.md tells how to add one.

__init__          `GAME`: the manifest, which lists what the game has
rules             options, presets, symmetries, the start
board, tables     the geometry, and the arrays that positions share
position          the rules of play: the hot core of a game
notation          moves and positions as text and JSON
view, art         the board as data for front ends, and its drawings
evaluate          what a position is worth, and which search suits the game
encode            actions and planes, for programs that learn
sheet             boards and pieces on paper
"""
