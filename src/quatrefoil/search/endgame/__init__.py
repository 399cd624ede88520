"""Endgame tables: solved backwards, kept in files, probed by searches.

domain      a set of positions that tables can be made of
solve       endings with dice, by value iteration
table       proven bounds for every position of a domain
probe       tables for a search, without the GIL
"""
