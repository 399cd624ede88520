"""The games where programs that learn expect them; each module needs an extra of its own.

    vector       thousands of games at once, in NumPy arrays    quatrefoil[research]
    pettingzoo   environments for PettingZoo                    quatrefoil[pettingzoo]
    openspiel    games for OpenSpiel, with its algorithms       quatrefoil[openspiel]

Importing one without its extra raises a MissingExtraError that says what to install. `choice` reads
what all of them take: a game, a preset, options.
"""
