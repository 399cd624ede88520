"""Alembic runs this: it hands over the connection that `migrate` opened."""

from alembic import context

from quatrefoil.server.schema import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata)
with context.begin_transaction():
    context.run_migrations()
