"""Proof-number search: what a game is worth, the strategy that shows it, and its verification.

dfpn        whether a player can force a win or a draw, over whole turns
turns       the positions that a player can leave to the next
table       proof and disproof numbers, in bounded memory
extract     the strategy that a search has found
strategy    what to do in every position that can arise
verify      checks a strategy against every reply
claims      what a proof claims about positions near the start
wins        wins within the turn: none is missed
"""
