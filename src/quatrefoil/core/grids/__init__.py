"""Hexagonal and square grids (`hex`, `square`): places, directions, symmetries; their `names`."""
