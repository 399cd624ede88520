"""The board as data for every front end: shapes, places, scenes, click paths, words."""
