"""Alembic runs this: with the connection that `migrate` opened, or to write SQL for PostgreSQL."""

from alembic import context

from quatrefoil.server.store.schema import metadata

if context.is_offline_mode():
    context.configure(dialect_name="postgresql", target_metadata=metadata)
else:
    context.configure(connection=context.config.attributes["connection"], target_metadata=metadata)
with context.begin_transaction():
    context.run_migrations()
