"""The four games, siblings of the same shape: see CONTRIBUTING.md for the recipe."""
