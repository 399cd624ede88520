"""Who plays whom: players by name, programs that speak UGI, games between them, statistics.

players       who can play, by name: random, greedy, level1 to level8, best, uct, ugi
ugi           other programs as players
contest       two players, many games, on all cores
statistics    score, error bars, Elo, a sequential test
"""
