"""Puzzles: positions with one turn that does it, proven; made, proven again, graded and asked.

claim       what a puzzle claims, in words that can be proven; which turns count as the same
puzzle      a puzzle, a collection of them, and their JSON
prover      who can force what within a number of turns, by the lists of turns and wins of `search`
odds        the exact expectation of a choice where dice are rolled
find        looks for a puzzle in a position
here        whether any position is a puzzle, in pieces; or why it is none
mine        games of the computer with itself, searched for puzzles
grade       which level solves a puzzle first
themes      what a puzzle is about
check       an independent solver: proves every claim again, from `Position` alone
tries       judges a turn that somebody tries, and shows what refutes it
"""
