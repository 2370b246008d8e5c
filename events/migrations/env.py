"""Runs migrations on the connection that `events.opening.migrate` hands over, inside its transaction."""

from alembic import context

context.configure(connection=context.config.attributes["connection"])
context.run_migrations()
