"""The board as data for every front end, and what front ends share.

data       boards, scenes, paths of clicks, changes, phrases; as JSON; a game's view module
editing    positions and boards that are being put together; a game's edit and design modules
words      phrases as sentences, in the languages that there are; the names of the levels
showcase   the position that stands for a game on the home pages
style      the style sheets that the page and pictures share (in `css/`)
markdown   rules pages and print sheets: as HTML, or as tokens
"""
