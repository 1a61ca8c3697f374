-- Totals of lists that are filtered by one member with few values: how many records of a portfolio have each value. They are kept and read
-- as record_counts (0002), and apart from them, for what a portfolio has is summed at each creation.

CREATE TABLE value_counts (
  portfolio_id uuid NOT NULL,
  value        text NOT NULL,   -- table, column and value: cases.status=active
  shard        int NOT NULL,    -- as in record_counts
  n            bigint NOT NULL,
  PRIMARY KEY (portfolio_id, value, shard)
) WITH (fillfactor = 25, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000, autovacuum_vacuum_cost_delay = 0);
SELECT distribute_table('value_counts');
SELECT protect_portfolio('value_counts');

-- It takes a shard that is free, as count_records does.
CREATE FUNCTION add_value(portfolio uuid, counted text, change bigint) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  free int;
  mine int := pg_backend_pid() % 16;
BEGIN
  SELECT shard INTO free FROM value_counts
  WHERE portfolio_id = portfolio AND value = counted
  ORDER BY shard % 16 <> mine LIMIT 1 FOR NO KEY UPDATE SKIP LOCKED;
  IF FOUND THEN
    UPDATE value_counts SET n = n + change WHERE portfolio_id = portfolio AND value = counted AND shard = free;
    RETURN;
  END IF;
  LOOP
    INSERT INTO value_counts VALUES (portfolio, counted, mine + 16 * floor(random() * 100000000), change) ON CONFLICT DO NOTHING;
    EXIT WHEN FOUND;
  END LOOP;
END $$;

-- A row has another value in the column that the trigger names.
CREATE FUNCTION move_value() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  before text;
  after  text;
BEGIN
  EXECUTE format('SELECT ($1).%1$I::text, ($2).%1$I::text', TG_ARGV[1]) INTO before, after USING OLD, NEW;
  IF before IS NOT NULL THEN
    PERFORM add_value(OLD.portfolio_id, TG_ARGV[0] || before, -1);
  END IF;
  IF after IS NOT NULL THEN
    PERFORM add_value(NEW.portfolio_id, TG_ARGV[0] || after, 1);
  END IF;
  RETURN NULL;
END $$;

CREATE FUNCTION forget_values() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM value_counts WHERE starts_with(value, TG_ARGV[0]);
  RETURN NULL;
END $$;

-- A list's table calls this in the migration that lets the list be filtered by the columns, with all of them.
CREATE FUNCTION count_values(t regclass, VARIADIC columns text[]) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  noun   text := (SELECT relname FROM pg_class WHERE oid = t);
  named  text := (SELECT string_agg(format('%L || %I::text', noun || '.' || c || '=', c), ', ') FROM unnest(columns) AS c);
  member text;
BEGIN
  EXECUTE format('CREATE OR REPLACE FUNCTION count_values_of_%s() RETURNS trigger LANGUAGE plpgsql AS $f$
    DECLARE
      change record;
    BEGIN
      FOR change IN
        SELECT portfolio_id, value, CASE TG_OP WHEN ''INSERT'' THEN count(*) ELSE -count(*) END AS n
        FROM changed, unnest(ARRAY[%s]) AS value WHERE value IS NOT NULL GROUP BY 1, 2
      LOOP
        PERFORM add_value(change.portfolio_id, change.value, change.n);
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
  DELETE FROM value_counts WHERE starts_with(value, noun || '.');
  EXECUTE format('INSERT INTO value_counts SELECT portfolio_id, value, 0, count(*)
    FROM %s, unnest(ARRAY[%s]) AS value WHERE value IS NOT NULL GROUP BY 1, 2', t, named);
END $$;

-- It counts a table again, whose totals became wrong while triggers were switched off.
CREATE FUNCTION count_again(t regclass) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  counted text   := (SELECT relname FROM pg_class WHERE oid = t);
  columns text[] := ARRAY(SELECT substr(tgname, length('values_moved_.')) FROM pg_trigger
    WHERE tgrelid = t AND starts_with(tgname, 'values_moved_') ORDER BY tgname);
BEGIN
  EXECUTE format('LOCK TABLE %s IN SHARE ROW EXCLUSIVE MODE', t);
  DELETE FROM record_counts WHERE noun = counted;
  EXECUTE format('INSERT INTO record_counts SELECT portfolio_id, %L, 0, count(*) FROM %s GROUP BY portfolio_id', counted, t);
  IF columns <> '{}' THEN
    PERFORM count_values(t, VARIADIC columns);
  END IF;
END $$;

-- It lets readers go on where the mode does.
CREATE FUNCTION lock_patiently(tables text, mode text) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  before text := current_setting('lock_timeout');
BEGIN
  PERFORM set_config('lock_timeout', '100ms', true);
  LOOP
    BEGIN
      EXECUTE format('LOCK TABLE %s IN %s MODE', tables, mode);
      EXIT;
    EXCEPTION WHEN lock_not_available THEN
      PERFORM pg_sleep(0.1);
    END;
  END LOOP;
  PERFORM set_config('lock_timeout', before, true);
END $$;

SELECT lock_patiently('insureds, cases, documents, assets, policies, renewal_notices, tasks, case_verdicts, evidence, waivers, placements,
  webhook_deliveries', 'SHARE ROW EXCLUSIVE');
SELECT count_values('assets', 'asset_type_id');
SELECT count_values('case_verdicts', 'verdict', 'lender_placed');
SELECT count_values('cases', 'status', 'management_type');
SELECT count_values('documents', 'category_id');
SELECT count_values('evidence', 'state');
SELECT count_values('insureds', 'type');
SELECT count_values('placements', 'state', 'programme');
SELECT count_values('policies', 'status');
SELECT count_values('renewal_notices', 'state', 'step');
SELECT count_values('tasks', 'type', 'state');
SELECT count_values('waivers', 'state');
SELECT count_values('webhook_deliveries', 'state');
