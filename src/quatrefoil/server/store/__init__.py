"""The store: every event in a database, before anybody is told of it.

contract            what the server needs of a store
opening             the store of a database, by its name
writes              what is written: encoded, folded to one entry a match
group_commit        commits that are shared; what is done when one fails
sqlite              one file for one process; `sqlite_writer` commits, `lock` keeps others out
postgresql          a database that processes share; `postgresql_writer` commits,
                    `postgresql_connections` and `postgresql_schema` connect and migrate
openings            how finished matches began; `openings_sqlite` and `openings_postgresql`
                    hold it
studies             trees that people keep; `studies_sqlite` and `studies_postgresql` hold them
moving              everything of one database into another; `moving_sqlite`, `moving_postgresql`
schema, migrations  the tables, and the steps to them from older ones
"""
