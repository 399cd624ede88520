"""The largest board that somebody can make up: a hexagon of 37 Blinks, all that spins on it."""


def large_board(chain=30):
    """Return options of Trifoil; every `chain` makes other rules."""
    places = sorted(
        (column + 3, 2 * row + column + 9)
        for column in range(-3, 4)
        for row in range(-3, 4)
        if abs(column + row) <= 3
    )
    names = {}
    for column, y in places:
        number = sum(other == column for other, _ in names) + 1
        names[column, y] = f"{'abcdefg'[column]}{number}"
    triangles = [
        [names[corner] for corner in corners]
        for column, y in places
        for side in (1, -1)
        for corners in [((column, y), (column, y + 2), (column + side, y + 1))]
        if all(corner in names for corner in corners)
    ]
    board = {
        "blinks": [list(place) for place in places],
        "chain": chain,
        "links": 222,
        "spins": {f"s{number}": triangle for number, triangle in enumerate(triangles)},
    }
    return {"board": board, "actions": 4, "first_actions": 4, "per_blink": 6, "repetition": 0}
