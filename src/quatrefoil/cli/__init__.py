"""The command `quatrefoil`: one module for each group of its commands.

app             the parser, exit codes, and how errors reach people
menu            what is offered where no command is given
catalogue       games, rules, schema
positions       show, perft, replay
play            play; `console` asks, `console_match` is the match at one keyboard
terminal        terminal
serve           serve, verify-dice
push            push-keys
database        move-database
draw, printing  draw, print
analyse         analyse; `reviewing` prints what it says of a record
explore         explore
openings        openings
measure         measure
puzzles         puzzles; `solving` asks one at the keyboard
arena           arena
solve           solve, tables
strength        strength
study           study
bench           bench
ugi             ugi; `ugi_go` runs its searches
completion      completion: what shells ask while one types
common          what several commands share: what to work on, moves, words; `arguments` reads
                numbers, `workers` the options `--cores` and `--ray`
report          `--json`: what programs read
progress        how far a long command is, on a terminal
"""

from quatrefoil.cli.app import main

__all__ = ["main"]
