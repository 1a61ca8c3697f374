-- Totals of lists: how many records of each noun a portfolio has. Triggers keep them in the transaction that writes the records,
-- so the sum over the shards is count(*) in every snapshot.

CREATE TABLE record_counts (
  portfolio_id uuid NOT NULL,   -- the zero UUID for administration's audit events
  noun         text NOT NULL,   -- the name of the table
  shard        int NOT NULL,    -- means nothing: a row that one transaction at a time changes
  n            bigint NOT NULL, -- below zero where others' records were removed
  PRIMARY KEY (portfolio_id, noun, shard)
) WITH (fillfactor = 25, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000, autovacuum_vacuum_cost_delay = 0);

-- A writer takes a shard that is free and waits for nobody: no transaction, however long, holds up the writes of others, and no
-- order of writes can deadlock. When none is free it adds one, so there are as many as ever wrote at once. Each process has a
-- sixteenth of the shards that it tries first, so that writers seldom meet.
CREATE FUNCTION count_records() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  change record;
  free   int;
  mine   int := pg_backend_pid() % 16;
BEGIN
  FOR change IN
    SELECT portfolio_id, CASE TG_OP WHEN 'INSERT' THEN count(*) ELSE -count(*) END AS n FROM changed GROUP BY portfolio_id
  LOOP
    SELECT shard INTO free FROM record_counts
    WHERE portfolio_id = change.portfolio_id AND noun = TG_TABLE_NAME::text
    ORDER BY shard % 16 <> mine LIMIT 1 FOR NO KEY UPDATE SKIP LOCKED;
    IF FOUND THEN
      UPDATE record_counts SET n = n + change.n
      WHERE portfolio_id = change.portfolio_id AND noun = TG_TABLE_NAME::text AND shard = free;
      CONTINUE;
    END IF;
    LOOP
      -- A random number, since to insert one that another transaction is inserting would be to wait for it.
      INSERT INTO record_counts VALUES (change.portfolio_id, TG_TABLE_NAME, mine + 16 * floor(random() * 100000000), change.n)
      ON CONFLICT DO NOTHING;
      EXIT WHEN FOUND;
    END LOOP;
  END LOOP;
  RETURN NULL;
END $$;

CREATE FUNCTION forget_records() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM record_counts WHERE noun = TG_TABLE_NAME::text;
  RETURN NULL;
END $$;

-- Every list's table. Readers go on; writers wait from here to the end of the migration, so that no row is missed or counted twice.
-- The order is the one in which transactions write, the audit trail last, so that none of them waits for what waits for it.
DO $$
DECLARE
  t text;
BEGIN
  FOREACH t IN ARRAY ARRAY['users', 'brokerages', 'brokers', 'insured_groups', 'insureds', 'certificate_holders', 'mortgagee_clauses',
    'programs', 'risk_profiles', 'cases', 'documents', 'assets', 'policies', 'policy_versions', 'renewal_notices', 'tasks', 'audit_events']
  LOOP
    EXECUTE format('LOCK TABLE %I IN SHARE ROW EXCLUSIVE MODE', t);
    EXECUTE format('INSERT INTO record_counts SELECT portfolio_id, %L, 0, count(*) FROM %I GROUP BY portfolio_id', t, t);
    EXECUTE format('CREATE TRIGGER count_inserted AFTER INSERT ON %I REFERENCING NEW TABLE AS changed EXECUTE FUNCTION count_records()', t);
    EXECUTE format('CREATE TRIGGER count_deleted AFTER DELETE ON %I REFERENCING OLD TABLE AS changed EXECUTE FUNCTION count_records()', t);
    EXECUTE format('CREATE TRIGGER count_truncated AFTER TRUNCATE ON %I EXECUTE FUNCTION forget_records()', t);
  END LOOP;
END $$;
