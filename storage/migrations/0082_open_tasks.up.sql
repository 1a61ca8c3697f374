-- Open tasks by when they are due, and totals that are counted again on nodes too.
--
-- The console lists open tasks by when they are due: without an index of their own Postgres passes by all that were completed before.
--
-- Each part is a transaction of its own, so that the index is built while others write. A migration that failed is run again from
-- its first part, so each part may be run twice.

DROP INDEX CONCURRENTLY IF EXISTS tasks_open_due_at;

--bun:split
CREATE INDEX CONCURRENTLY tasks_open_due_at ON tasks (portfolio_id, due_at, id) WHERE state IN ('open', 'inProgress', 'paused');

--bun:split
-- As in 0080, and Citus makes the functions and triggers of the shards one after the other.
CREATE OR REPLACE FUNCTION count_again(t regclass) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  counted text   := (SELECT relname FROM pg_class WHERE oid = t);
  columns text[] := ARRAY(SELECT substr(tgname, length('values_moved_.')) FROM pg_trigger
    WHERE tgrelid = t AND starts_with(tgname, 'values_moved_') ORDER BY tgname);
BEGIN
  PERFORM set_config('citus.multi_shard_modify_mode', 'sequential', true);
  EXECUTE format('LOCK TABLE %s IN SHARE ROW EXCLUSIVE MODE', t);
  DELETE FROM record_counts WHERE noun = counted;
  EXECUTE format('INSERT INTO record_counts SELECT portfolio_id, %L, 0, count(*) FROM %s GROUP BY portfolio_id', counted, t);
  IF columns <> '{}' THEN
    PERFORM count_values(t, VARIADIC columns);
  END IF;
END $$;
