"""Study: what a game teaches once it is played. On top of search, below everything that is shown.

designing   variants: options of a game, one of which may be drawn by hand
editing     drafts of positions: what is wrong with them, and the positions that they are
turns       the moves of a record in whole turns, numbered as in the page's list
analyst     what a position is worth and which whole turns are best, in slices; `analysis` is what
            it says
threats     what the others would do if one passed, where a game can tell
openings    what was played where: parts of turns, with transpositions and mirror images merged
books       books of openings as files
book_games  the games that such a book is made of
tablebase   what every turn is worth for certain, where that is proven
explorer    all of these about one position, as plain data
puzzles     positions with one turn that does it: made, proven, asked
measure     is a variant any good? Figures from the computer's games with itself
measured    such figures of a game's presets, as files
worth       what a position is worth, and what would have been best there
accuracy    how well somebody played, in one number
luck        what the dice gave, and what the choices gave
sentences   why a turn was bad, in the game's own words, each checked by search
review      what each turn of a record was worth, in stages, with all of these
coach       a verdict on one turn: for who tries again, and before it is played

Values are each player's expected share of the point, as in `search`. No game's name stands here:
what only one game can tell is a part of that game, and where it has none, that is said.
"""
