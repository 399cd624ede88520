"""Steps from any older database to `schema.py`, run by Alembic when the server starts.

They are written once. A file of SQLite is brought up to date over its connection; for PostgreSQL
Alembic writes SQL, so a step may use only what it knows without asking the database.

A new file of SQLite is made from `schema.py` at once, and one that is up to date is left alone: so
Alembic, which is a sixth of what a server's start costs, is seldom needed there.

    env         what Alembic runs to take the steps
"""

from __future__ import annotations

import io
from pathlib import Path
from typing import TYPE_CHECKING

from sqlalchemy import Connection, Engine, inspect, text

from quatrefoil.core.errors import QuatrefoilError
from quatrefoil.server.store import schema

if TYPE_CHECKING:
    from alembic.config import Config

_HERE = Path(__file__).parent
_VERSIONS = "alembic_version"


class DatabaseError(QuatrefoilError):
    """A database that cannot be used as it is."""


def migrate(engine: Engine, revision: str = "head") -> None:
    """Bring a database to the newest schema, or to an older one."""
    with engine.begin() as connection:
        tables = inspect(connection).get_table_names()
        found = _revision(connection, tables)
        if revision == "head" and found == _newest():
            return
        if revision == "head" and not tables:
            _make(connection)
            return
        check_revision(found)
        from alembic import command

        config = _config()
        config.attributes["connection"] = connection
        command.upgrade(config, revision)


def _make(connection: Connection) -> None:
    """Make a new database as all steps together would."""
    schema.metadata.create_all(connection)
    connection.execute(
        text(
            f"CREATE TABLE {_VERSIONS} (version_num VARCHAR(32) NOT NULL,"
            f" CONSTRAINT {_VERSIONS}_pkc PRIMARY KEY (version_num))"
        )
    )
    connection.execute(text(f"INSERT INTO {_VERSIONS} VALUES (:number)"), {"number": _newest()})


def _newest() -> str:
    """Return the newest revision, by the names of the steps: each begins with its number."""
    return max(path.name.partition("_")[0] for path in (_HERE / "versions").glob("0*.py"))


def head() -> str:
    """Return the newest revision."""
    from alembic.script import ScriptDirectory

    return ScriptDirectory.from_config(_config()).get_current_head() or ""


def check_revision(found: str | None) -> None:
    """Refuse a database of a newer version than ours."""
    from alembic.script import ScriptDirectory

    known = {script.revision for script in ScriptDirectory.from_config(_config()).walk_revisions()}
    if found is not None and found not in known:
        raise DatabaseError(
            f"the database was made by a newer version of Quatrefoil (it is at {found},"
            f" this one knows {head()}): install that version, or restore a copy"
        )


def sql_from(revision: str | None, to: str = "head") -> str:
    """Return the SQL that brings a PostgreSQL database from a revision to a newer one."""
    from alembic import command
    from alembic.config import Config

    written = io.StringIO()
    config = Config(output_buffer=written)
    config.set_main_option("script_location", str(_HERE))
    command.upgrade(config, f"{revision or 'base'}:{to}", sql=True)
    return written.getvalue()


def _config() -> Config:
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(_HERE))
    return config


def _revision(connection: Connection, tables: list[str]) -> str | None:
    if _VERSIONS not in tables:
        return None
    return connection.execute(text(f"SELECT version_num FROM {_VERSIONS}")).scalar()
