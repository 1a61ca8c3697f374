-- Triggers do the same wherever a table is kept: also when Citus has cut it into shards, each with a name of its own, keeps a trigger that
-- includes TRUNCATE off them, and copies no transition table into another distributed table. So a trigger is told its noun, what is to be
-- done with TRUNCATE has a trigger of its own, and events are noted by their ids.

CREATE OR REPLACE FUNCTION count_records() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  counted CONSTANT text := TG_ARGV[0];
  change  record;
  free    int;
  mine    int := pg_backend_pid() % 16;
BEGIN
  FOR change IN
    SELECT portfolio_id, CASE TG_OP WHEN 'INSERT' THEN count(*) ELSE -count(*) END AS n FROM changed GROUP BY portfolio_id
  LOOP
    SELECT shard INTO free FROM record_counts
    WHERE portfolio_id = change.portfolio_id AND noun = counted
    ORDER BY shard % 16 <> mine LIMIT 1 FOR NO KEY UPDATE SKIP LOCKED;
    IF FOUND THEN
      UPDATE record_counts SET n = n + change.n
      WHERE portfolio_id = change.portfolio_id AND noun = counted AND shard = free;
      CONTINUE;
    END IF;
    LOOP
      -- A random number, since to insert one that another transaction is inserting would be to wait for it.
      INSERT INTO record_counts VALUES (change.portfolio_id, counted, mine + 16 * floor(random() * 100000000), change.n)
      ON CONFLICT DO NOTHING;
      EXIT WHEN FOUND;
    END LOOP;
  END LOOP;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION forget_records() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM record_counts WHERE noun = TG_ARGV[0];
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION forget_bytes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM file_bytes WHERE kind = TG_ARGV[0];
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION refuse_portfolio_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE 'a row never changes its portfolio' USING ERRCODE = 'insufficient_privilege';
END $$;

CREATE OR REPLACE FUNCTION note_events() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  noted record;
BEGIN
  FOR noted IN
    SELECT portfolio_id, array_agg(id ORDER BY id) AS ids FROM changed
    WHERE portfolio_id <> '00000000-0000-0000-0000-000000000000' AND subject_id IS NOT NULL AND action <> 'portfolio.read'
    GROUP BY portfolio_id
  LOOP
    INSERT INTO event_outbox (portfolio_id, id) SELECT noted.portfolio_id, id FROM unnest(noted.ids) AS id;
  END LOOP;
  RETURN NULL;
END $$;

-- Every list's table calls this in the migration that makes it.
CREATE FUNCTION count_table(t regclass) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  noun text := (SELECT relname FROM pg_class WHERE oid = t);
BEGIN
  EXECUTE format('CREATE OR REPLACE TRIGGER count_inserted AFTER INSERT ON %s REFERENCING NEW TABLE AS changed
    EXECUTE FUNCTION count_records(%L)', t, noun);
  EXECUTE format('CREATE OR REPLACE TRIGGER count_deleted AFTER DELETE ON %s REFERENCING OLD TABLE AS changed
    EXECUTE FUNCTION count_records(%L)', t, noun);
  EXECUTE format('CREATE OR REPLACE TRIGGER count_truncated AFTER TRUNCATE ON %s EXECUTE FUNCTION forget_records(%L)', t, noun);
END $$;

-- A table that is only added to: the function refuses.
CREATE FUNCTION make_append_only(t regclass, refuse regproc) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('CREATE OR REPLACE TRIGGER append_only BEFORE UPDATE OR DELETE ON %s FOR EACH STATEMENT EXECUTE FUNCTION %s()', t, refuse);
  EXECUTE format('CREATE OR REPLACE TRIGGER never_emptied BEFORE TRUNCATE ON %s FOR EACH STATEMENT EXECUTE FUNCTION %s()', t, refuse);
END $$;

-- All tables are locked before any is changed, as in migration 0006.
DO $$
DECLARE
  counted regclass[] := ARRAY(
    SELECT tgrelid::regclass FROM pg_trigger JOIN pg_class AS c ON c.oid = tgrelid WHERE tgfoid = 'forget_records'::regproc ORDER BY c.relname);
  kept regclass[] := ARRAY(SELECT relid FROM pg_partition_tree('audit_events') ORDER BY relid::text);
  t regclass;
BEGIN
  PERFORM lock_patiently(array_to_string(counted || ARRAY['uploads', 'verdict_changes']::regclass[], ', '));
  FOREACH t IN ARRAY counted LOOP
    PERFORM count_table(t);
  END LOOP;
  FOREACH t IN ARRAY kept LOOP
    PERFORM make_append_only(t, 'refuse_audit_change');
  END LOOP;
  PERFORM make_append_only('verdict_changes', 'refuse_verdict_change');
END $$;

CREATE OR REPLACE TRIGGER bytes_forgotten AFTER TRUNCATE ON documents EXECUTE FUNCTION forget_bytes('claimed');
CREATE OR REPLACE TRIGGER bytes_forgotten AFTER TRUNCATE ON uploads EXECUTE FUNCTION forget_bytes('unclaimed');
