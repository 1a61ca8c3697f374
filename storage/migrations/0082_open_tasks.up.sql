-- The console lists open tasks by when they are due: without an index of their own Postgres passes by all that were completed before.
--
-- Each part is a transaction of its own, so that the index is built while others write. A migration that failed is run again from
-- its first part, so each part may be run twice.

DROP INDEX CONCURRENTLY IF EXISTS tasks_open_due_at;

--bun:split
CREATE INDEX CONCURRENTLY tasks_open_due_at ON tasks (portfolio_id, due_at, id) WHERE state IN ('open', 'inProgress', 'paused');
