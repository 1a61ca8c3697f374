-- One trigger counts the records of a table and their values, instead of two: a creation reads its rows once, and finds one free shard
-- for all of its counters. Who adds to a value's row holds the row of record_counts with the same shard, so nobody waits for it.

DROP FUNCTION add_value(uuid, text, bigint);

-- It adds to a shard that is free, and returns which. Nothing to add reserves the shard.
CREATE FUNCTION add_records(portfolio uuid, counted text, change bigint) RETURNS int LANGUAGE plpgsql AS $$
DECLARE
  free int;
  mine int := pg_backend_pid() % 16;
BEGIN
  SELECT shard INTO free FROM record_counts
  WHERE portfolio_id = portfolio AND noun = counted
  ORDER BY shard % 16 <> mine LIMIT 1 FOR NO KEY UPDATE SKIP LOCKED;
  IF FOUND THEN
    IF change <> 0 THEN
      UPDATE record_counts SET n = n + change WHERE portfolio_id = portfolio AND noun = counted AND shard = free;
    END IF;
    RETURN free;
  END IF;
  LOOP
    -- A random number, since to insert one that another transaction is inserting would be to wait for it.
    free := mine + 16 * floor(random() * 100000000);
    INSERT INTO record_counts VALUES (portfolio, counted, free, change) ON CONFLICT DO NOTHING;
    IF FOUND THEN
      RETURN free;
    END IF;
  END LOOP;
END $$;

-- The shard is one that add_records has returned in the same transaction.
CREATE FUNCTION add_value(portfolio uuid, counted text, free int, change bigint) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO value_counts VALUES (portfolio, counted, free, change)
  ON CONFLICT (portfolio_id, value, shard) DO UPDATE SET n = value_counts.n + EXCLUDED.n;
END $$;

CREATE OR REPLACE FUNCTION count_records() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  change record;
BEGIN
  FOR change IN
    SELECT portfolio_id, CASE TG_OP WHEN 'INSERT' THEN count(*) ELSE -count(*) END AS n FROM changed GROUP BY portfolio_id
  LOOP
    PERFORM add_records(change.portfolio_id, TG_ARGV[0], change.n);
  END LOOP;
  RETURN NULL;
END $$;

-- A row has another value in the column that the trigger names.
CREATE OR REPLACE FUNCTION move_value() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  free   int := add_records(NEW.portfolio_id, split_part(TG_ARGV[0], '.', 1), 0);
  before text;
  after  text;
BEGIN
  EXECUTE format('SELECT ($1).%1$I::text, ($2).%1$I::text', TG_ARGV[1]) INTO before, after USING OLD, NEW;
  IF before IS NOT NULL THEN
    PERFORM add_value(NEW.portfolio_id, TG_ARGV[0] || before, free, -1);
  END IF;
  IF after IS NOT NULL THEN
    PERFORM add_value(NEW.portfolio_id, TG_ARGV[0] || after, free, 1);
  END IF;
  RETURN NULL;
END $$;

-- The triggers of count_values. Those of count_table that they take the place of are dropped.
CREATE FUNCTION trigger_values(t regclass, columns text[]) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  noun   text := (SELECT relname FROM pg_class WHERE oid = t);
  named  text := (SELECT string_agg(format('%L || %I::text', noun || '.' || c || '=', c), ', ') FROM unnest(columns) AS c);
  member text;
BEGIN
  EXECUTE format('CREATE OR REPLACE FUNCTION count_values_of_%1$s() RETURNS trigger LANGUAGE plpgsql AS $f$
    DECLARE
      change record;
      free   int;
    BEGIN
      FOR change IN
        SELECT portfolio_id, value, CASE TG_OP WHEN ''INSERT'' THEN count(*) ELSE -count(*) END AS n
        FROM changed, unnest(ARRAY['''', %2$s]) AS value WHERE value IS NOT NULL GROUP BY 1, 2 ORDER BY 1, 2
      LOOP
        IF change.value = '''' THEN
          free := add_records(change.portfolio_id, %1$L, change.n);
        ELSE
          PERFORM add_value(change.portfolio_id, change.value, free, change.n);
        END IF;
      END LOOP;
      RETURN NULL;
    END $f$', noun, named);
  EXECUTE format('CREATE OR REPLACE TRIGGER values_inserted AFTER INSERT ON %s REFERENCING NEW TABLE AS changed
    EXECUTE FUNCTION count_values_of_%s()', t, noun);
  EXECUTE format('CREATE OR REPLACE TRIGGER values_deleted AFTER DELETE ON %s REFERENCING OLD TABLE AS changed
    EXECUTE FUNCTION count_values_of_%s()', t, noun);
  EXECUTE format('CREATE OR REPLACE TRIGGER values_truncated AFTER TRUNCATE ON %s EXECUTE FUNCTION forget_values(%L)', t, noun || '.');
  FOREACH member IN ARRAY columns LOOP
    EXECUTE format('CREATE OR REPLACE TRIGGER values_moved_%1$s AFTER UPDATE OF %1$I ON %2$s FOR EACH ROW
      WHEN (OLD.%1$I IS DISTINCT FROM NEW.%1$I) EXECUTE FUNCTION move_value(%3$L, %1$L)', member, t, noun || '.' || member || '=');
  END LOOP;
  -- Only if there are some: DROP would wait for all readers.
  IF EXISTS (SELECT FROM pg_trigger WHERE tgrelid = t AND tgname = 'count_inserted') THEN
    EXECUTE format('DROP TRIGGER count_inserted ON %s', t);
    EXECUTE format('DROP TRIGGER count_deleted ON %s', t);
  END IF;
END $$;

-- A list's table calls this after count_table, in the migration that lets the list be filtered by the columns, with all of them.
CREATE OR REPLACE FUNCTION count_values(t regclass, VARIADIC columns text[]) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  noun  text := (SELECT relname FROM pg_class WHERE oid = t);
  named text := (SELECT string_agg(format('%L || %I::text', noun || '.' || c || '=', c), ', ') FROM unnest(columns) AS c);
BEGIN
  PERFORM trigger_values(t, columns);
  DELETE FROM value_counts WHERE starts_with(value, noun || '.');
  EXECUTE format('INSERT INTO value_counts SELECT portfolio_id, value, 0, count(*)
    FROM %s, unnest(ARRAY[%s]) AS value WHERE value IS NOT NULL GROUP BY 1, 2', t, named);
END $$;

SELECT set_config('citus.multi_shard_modify_mode', 'sequential', true);

DO $$
DECLARE
  counted regclass[] := ARRAY(
    SELECT tgrelid::regclass FROM pg_trigger JOIN pg_class AS c ON c.oid = tgrelid WHERE tgfoid = 'forget_values'::regproc ORDER BY c.relname);
  t regclass;
BEGIN
  PERFORM lock_patiently(array_to_string(counted, ', '), 'ACCESS EXCLUSIVE');
  FOREACH t IN ARRAY counted LOOP
    PERFORM trigger_values(t, ARRAY(SELECT substr(tgname, length('values_moved_.')) FROM pg_trigger
      WHERE tgrelid = t AND starts_with(tgname, 'values_moved_') ORDER BY tgname));
  END LOOP;
END $$;
