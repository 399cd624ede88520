"""Steps from any older database to `schema.py`, run by Alembic when the server starts.

They are written once. A file of SQLite is brought up to date over its connection; for PostgreSQL
Alembic writes SQL, so a step may use only what it knows without asking the database.
"""

from __future__ import annotations

import io
from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, Engine

from quatrefoil.core.errors import QuatrefoilError


class DatabaseError(QuatrefoilError):
    """A database that cannot be used as it is."""


def migrate(engine: Engine, revision: str = "head") -> None:
    """Bring a database to the newest schema, or to an older one."""
    config = _config()
    with engine.begin() as connection:
        check_revision(_revision(connection))
        config.attributes["connection"] = connection
        command.upgrade(config, revision)


def head() -> str:
    """Return the newest revision."""
    return ScriptDirectory.from_config(_config()).get_current_head() or ""


def check_revision(found: str | None) -> None:
    """Refuse a database of a newer version than ours."""
    known = {script.revision for script in ScriptDirectory.from_config(_config()).walk_revisions()}
    if found is not None and found not in known:
        raise DatabaseError(
            f"the database was made by a newer version of Quatrefoil (it is at {found},"
            f" this one knows {head()}): install that version, or restore a copy"
        )


def sql_from(revision: str | None, to: str = "head") -> str:
    """Return the SQL that brings a PostgreSQL database from a revision to a newer one."""
    written = io.StringIO()
    config = Config(output_buffer=written)
    config.set_main_option("script_location", str(Path(__file__).parent))
    command.upgrade(config, f"{revision or 'base'}:{to}", sql=True)
    return written.getvalue()


def _config() -> Config:
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent))
    return config


def _revision(connection: Connection) -> str | None:
    from alembic.runtime.migration import MigrationContext

    return MigrationContext.configure(connection).get_current_revision()
