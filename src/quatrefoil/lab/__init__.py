"""What measures us: benchmarks, load, strength studies; and solving, as commands use it.

bench           every promise about speed and size, compared with its target
bench_search, bench_threads, bench_levels, bench_adapters
                its parts: simulations, a second thread, waiting for a level, adapters
speed           games per second, compiled and from Python
footprint       bytes of a position, seconds of an import
yardstick       what speeds are compared with
load            many matches at once on a server
scaling         one process or several: the same load on each, and the ratios
versions        another version of the server beside this one: the same load on each
server_process, postgres_process
                a server, and a PostgreSQL, in other processes
recovery        rehearses that the disk of a PostgreSQL is lost
clients, connection, scripts
                its clients, their sockets, and the games that they play
chaos           matches on several processes and PostgreSQL while everything fails that can;
                `chaos_clients` play, `chaos_faults` happen, `chaos_check` asks the log
studies         which contests are to be known
strength        plays them; `fingerprint` says whether a result is of today's players
report, tables  the results as tables of `docs/strength.md`
minutes         how far a minute of measuring a variant is off the long run
fitting         fits the priors of a game to its own searches
solving         what each first turn is worth with best play
tabling         makes endgame tables and checks them
"""
