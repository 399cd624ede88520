"""Hexagonal and square grids: places, directions, symmetries, names."""
