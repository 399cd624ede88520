"""Who plays whom: players by name, programs that speak UGI, games between them, statistics."""
