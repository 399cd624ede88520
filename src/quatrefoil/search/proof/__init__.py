"""Proof-number search: what a game is worth, the strategy that shows it, and its verification."""
