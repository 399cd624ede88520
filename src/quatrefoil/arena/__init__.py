"""Who plays whom: players by name, programs that speak UGI, games between them, statistics.

players       who can play, by name: random, greedy, level1 to level8, best, uct, ugi
ugi           other programs as players
contest       two players, many games, in a pool of workers
pool          chunks of long work: the contract of all workers
processes     the cores of this machine as workers
cluster       a cluster of Ray as workers; needs the extra `ray`
statistics    score, error bars, Elo, a sequential test
"""
