"""The four games, siblings of the same shape; CONTRIBUTING.md tells how to add one.

__init__          `GAME`: the manifest, which lists what the game has
rules             options, presets, symmetries, the start
board, tables     the geometry, where a grid alone does not say it, and the arrays that positions
                  share
position          the rules of play: the hot core of a game
notation          moves and positions as text and JSON
view, art         the board as data for front ends, and its drawings
evaluate          what a position is worth, and which search suits the game
encode            actions and planes, for programs that learn
sheet             boards and pieces on paper
edit, design      what the editors of positions and of boards need to know
facts, passing    why a turn was bad; the position as if somebody passed
themes            what puzzles are about
endings           the domain of endgame tables

A game may have more: `layouts` are boards of one of them, `chains` and `sweep` find its longest
chain.
"""
