"""The games behind the interfaces that learning programs use; each module needs its extra.

    vector       thousands of games at once, in NumPy arrays    quatrefoil[research]
    pettingzoo   environments for PettingZoo                    quatrefoil[pettingzoo]
    openspiel    games for OpenSpiel, with its algorithms       quatrefoil[openspiel]

Importing one without its extra raises a MissingExtraError that says what to install. `choice` reads
what all of them take: a game, a preset, options.
"""
