"""Endgame tables: solved backwards, kept in files, probed by searches."""
