-- No tenant fills the disk or the trail (reliability R14): files are counted in bytes, the node can ask whether writes succeed, and the
-- audit trail and the idempotency keys are partitioned by time, so that what is old is dropped and not deleted row by row.
--
-- Each part is a transaction of its own, since the second reads the whole trail and must not keep writers out. A migration that failed is
-- run again from its first part, so each part may be run twice.

-- The smallest id of a moment: ids of audit events are UUIDv7, which begin with their time.
CREATE OR REPLACE FUNCTION first_id(at timestamptz) RETURNS uuid LANGUAGE sql IMMUTABLE AS $$
  SELECT (lpad(to_hex((extract(epoch FROM at) * 1000)::bigint), 12, '0') || repeat('0', 20))::uuid
$$;

-- Locks tables as migration 0006 does: all or none, without keeping anybody waiting meanwhile.
CREATE OR REPLACE FUNCTION lock_patiently(tables text) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  before text := current_setting('lock_timeout');
BEGIN
  PERFORM set_config('lock_timeout', '100ms', true);
  LOOP
    BEGIN
      EXECUTE format('LOCK TABLE %s IN ACCESS EXCLUSIVE MODE', tables);
      EXIT;
    EXCEPTION WHEN lock_not_available THEN
      PERFORM pg_sleep(0.1);
    END;
  END LOOP;
  PERFORM set_config('lock_timeout', before, true);
END $$;

-- What is in the trail until the end of a month that is at least a week away stays in the table that there is.
DO $$
BEGIN
  IF (SELECT relkind FROM pg_class WHERE oid = 'audit_events'::regclass) = 'r' THEN
    PERFORM lock_patiently('audit_events');
    ALTER TABLE audit_events DROP CONSTRAINT IF EXISTS audit_events_bound;
    EXECUTE format('ALTER TABLE audit_events ADD CONSTRAINT audit_events_bound CHECK (id < %L) NOT VALID',
      first_id((date_trunc('month', now() AT TIME ZONE 'UTC' + interval '7 days') + interval '1 month') AT TIME ZONE 'UTC'));
  END IF;
END $$;

--bun:split
-- Reads the trail once, while others read and write it.
DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_constraint WHERE conrelid = 'audit_events'::regclass AND conname = 'audit_events_bound') THEN
    ALTER TABLE audit_events VALIDATE CONSTRAINT audit_events_bound;
  END IF;
END $$;

--bun:split
DO $migration$
DECLARE
  bound uuid;
  name  text;
BEGIN
  IF (SELECT relkind FROM pg_class WHERE oid = 'audit_events'::regclass) <> 'r' THEN
    RETURN;
  END IF;
  PERFORM lock_patiently('portfolios, documents, uploads, idempotency_keys, audit_events');

  -- The trail: what there is becomes the first partition. It is not read again, because its constraint says what is in it.
  SELECT substring(pg_get_constraintdef(oid) FROM '''([0-9a-f-]{36})''')::uuid INTO bound
  FROM pg_constraint WHERE conrelid = 'audit_events'::regclass AND conname = 'audit_events_bound';
  ALTER TABLE audit_events RENAME TO audit_events_first;
  FOR name IN SELECT indexname FROM pg_indexes WHERE schemaname = current_schema AND tablename = 'audit_events_first' LOOP
    EXECUTE format('ALTER INDEX %I RENAME TO %I', name, replace(name, 'audit_events', 'audit_events_first'));
  END LOOP;
  CREATE TABLE audit_events (LIKE audit_events_first INCLUDING CONSTRAINTS) PARTITION BY RANGE (id);
  ALTER TABLE audit_events DROP CONSTRAINT audit_events_bound;
  ALTER TABLE audit_events ADD CONSTRAINT audit_events_pkey PRIMARY KEY (portfolio_id, id);
  CREATE INDEX audit_events_action ON audit_events (portfolio_id, action, id);
  CREATE INDEX audit_events_actor ON audit_events (portfolio_id, actor_id, id);
  CREATE INDEX audit_events_at ON audit_events (portfolio_id, at, id);
  CREATE INDEX audit_events_subject ON audit_events (portfolio_id, subject_id, id);
  CREATE INDEX audit_events_subject_type ON audit_events (portfolio_id, subject_type, id);
  EXECUTE format('ALTER TABLE audit_events ATTACH PARTITION audit_events_first FOR VALUES FROM (MINVALUE) TO (%L)', bound);
  ALTER TABLE audit_events_first DROP CONSTRAINT audit_events_bound;
  -- The last partition has no end, so that no event is ever refused. A job puts the months before it.
  EXECUTE format('CREATE TABLE audit_events_last PARTITION OF audit_events FOR VALUES FROM (%L) TO (MAXVALUE)', bound);

  -- Whoever writes to the trail as a whole is counted and refused there; to a partition, refused there.
  DROP TRIGGER count_inserted ON audit_events_first;
  DROP TRIGGER count_deleted ON audit_events_first;
  DROP TRIGGER count_truncated ON audit_events_first;
  CREATE TRIGGER count_inserted AFTER INSERT ON audit_events REFERENCING NEW TABLE AS changed EXECUTE FUNCTION count_records();
  CREATE TRIGGER count_deleted AFTER DELETE ON audit_events REFERENCING OLD TABLE AS changed EXECUTE FUNCTION count_records();
  CREATE TRIGGER count_truncated AFTER TRUNCATE ON audit_events EXECUTE FUNCTION forget_records();
  CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_events FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();
  CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_events_last FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();

  -- The keys: nodes of the release before go on with the table that they know, which is the partition of everything that has no other
  -- one. A job makes a partition for each day from a week on. A key is unique in its partition, as before; between two of them the lock
  -- on the key sees to it, which both releases take before they look a key up.
  CREATE TABLE idempotency_records (LIKE idempotency_keys) PARTITION BY RANGE (created_at);
  ALTER TABLE idempotency_records ATTACH PARTITION idempotency_keys DEFAULT;

  -- Bytes of files. A document has what its upload had; an upload whose size is not known is taken for one of a MiB.
  ALTER TABLE uploads ADD size bigint;
  ALTER TABLE documents ADD size bigint NOT NULL DEFAULT 0;
  ALTER TABLE portfolios ADD quota_claimed bigint, ADD quota_unclaimed bigint, ADD quota_records bigint; -- null: what the node says
  CREATE TABLE file_bytes (
    portfolio_id uuid NOT NULL,
    kind         text NOT NULL, -- claimed or unclaimed
    shard        int NOT NULL,  -- as in record_counts
    n            bigint NOT NULL,
    PRIMARY KEY (portfolio_id, kind, shard)
  ) WITH (fillfactor = 25);
  INSERT INTO file_bytes SELECT portfolio_id, 'unclaimed', 0, 1048576 * count(*) FROM uploads WHERE claimed_at IS NULL GROUP BY 1;

  CREATE FUNCTION count_bytes(portfolio uuid, of text, change bigint) RETURNS void LANGUAGE plpgsql AS $$
  DECLARE
    free int;
    mine int := pg_backend_pid() % 16;
  BEGIN
    IF change = 0 THEN
      RETURN;
    END IF;
    SELECT shard INTO free FROM file_bytes WHERE portfolio_id = portfolio AND kind = of
    ORDER BY shard % 16 <> mine LIMIT 1 FOR NO KEY UPDATE SKIP LOCKED;
    IF FOUND THEN
      UPDATE file_bytes SET n = n + change WHERE portfolio_id = portfolio AND kind = of AND shard = free;
      RETURN;
    END IF;
    LOOP
      INSERT INTO file_bytes VALUES (portfolio, of, mine + 16 * floor(random() * 100000000), change) ON CONFLICT DO NOTHING;
      EXIT WHEN FOUND;
    END LOOP;
  END $$;
  CREATE FUNCTION count_upload_bytes() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    IF TG_OP = 'INSERT' THEN
      PERFORM count_bytes(portfolio_id, 'unclaimed', sum(coalesce(size, 1048576))::bigint)
      FROM new_rows WHERE claimed_at IS NULL GROUP BY portfolio_id;
    ELSIF TG_OP = 'DELETE' THEN
      PERFORM count_bytes(portfolio_id, 'unclaimed', -sum(coalesce(size, 1048576))::bigint)
      FROM old_rows WHERE claimed_at IS NULL GROUP BY portfolio_id;
    ELSE
      PERFORM count_bytes(portfolio_id, 'unclaimed', sum(bytes)::bigint) FROM (
        SELECT portfolio_id, coalesce(size, 1048576) AS bytes FROM new_rows WHERE claimed_at IS NULL
        UNION ALL SELECT portfolio_id, -coalesce(size, 1048576) FROM old_rows WHERE claimed_at IS NULL) AS changed
      GROUP BY portfolio_id;
    END IF;
    RETURN NULL;
  END $$;
  CREATE TRIGGER bytes_added AFTER INSERT ON uploads REFERENCING NEW TABLE AS new_rows EXECUTE FUNCTION count_upload_bytes();
  CREATE TRIGGER bytes_changed AFTER UPDATE ON uploads REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
    EXECUTE FUNCTION count_upload_bytes();
  CREATE TRIGGER bytes_removed AFTER DELETE ON uploads REFERENCING OLD TABLE AS old_rows EXECUTE FUNCTION count_upload_bytes();
  CREATE FUNCTION count_document_bytes() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    PERFORM count_bytes(portfolio_id, 'claimed', (CASE TG_OP WHEN 'INSERT' THEN sum(size) ELSE -sum(size) END)::bigint)
    FROM changed GROUP BY portfolio_id;
    RETURN NULL;
  END $$;
  CREATE TRIGGER bytes_added AFTER INSERT ON documents REFERENCING NEW TABLE AS changed EXECUTE FUNCTION count_document_bytes();
  CREATE TRIGGER bytes_removed AFTER DELETE ON documents REFERENCING OLD TABLE AS changed EXECUTE FUNCTION count_document_bytes();
  CREATE FUNCTION forget_bytes() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    DELETE FROM file_bytes WHERE kind = CASE TG_TABLE_NAME WHEN 'documents' THEN 'claimed' ELSE 'unclaimed' END;
    RETURN NULL;
  END $$;
  CREATE TRIGGER bytes_forgotten AFTER TRUNCATE ON documents EXECUTE FUNCTION forget_bytes();
  CREATE TRIGGER bytes_forgotten AFTER TRUNCATE ON uploads EXECUTE FUNCTION forget_bytes();

  -- Whether writes succeed: a commit shows that the server may write, and the file that the count spills into shows that the disk has
  -- room. It leaves nothing behind.
  CREATE TABLE write_checks (
    one boolean PRIMARY KEY DEFAULT true CHECK (one),
    at  timestamptz NOT NULL
  );
  INSERT INTO write_checks (at) VALUES (now());
  CREATE FUNCTION check_writes() RETURNS void LANGUAGE plpgsql SET work_mem = '64kB' AS $$
  BEGIN
    UPDATE write_checks SET at = clock_timestamp();
    PERFORM count(*) FROM generate_series(1, 10000);
  END $$;
END $migration$;
