-- A key of idempotency says its portfolio, so that it can be kept where that is kept: with several primaries one of them commits a write and
-- its key. The primary keys stay as they are: the portfolio follows from them, and nodes of releases before name them.
--
-- Each part is a transaction of its own, since the second rewrites the keys of the last day and must not keep writers out. A migration that
-- failed is run again from its first part, so each part may be run twice.

-- It reports whether Citus has cut the tables of portfolios.
CREATE OR REPLACE FUNCTION is_distributed() RETURNS boolean LANGUAGE plpgsql STABLE AS $$
BEGIN
  IF to_regclass('pg_catalog.pg_dist_partition') IS NULL THEN
    RETURN false;
  END IF;
  RETURN EXISTS (SELECT FROM pg_dist_partition WHERE logicalrelid = 'cases'::regclass AND partmethod = 'h');
END $$;

-- The portfolio that follows from a key; none, the zero UUID, if its organization is gone. Keys of staff and of evidence links have the
-- portfolio as their mode.
CREATE OR REPLACE FUNCTION key_portfolio(organization uuid, key_mode text) RETURNS uuid LANGUAGE sql STABLE AS $$
  SELECT CASE length(key_mode) WHEN 36 THEN key_mode::uuid ELSE COALESCE(
    (SELECT p.id FROM organizations AS o JOIN portfolios AS p ON p.lender_id = o.lender_id WHERE o.id = organization AND p.mode = key_mode),
    '00000000-0000-0000-0000-000000000000') END
$$;

-- Of a key that does not say its portfolio, the transaction does, or it follows from the key.
CREATE OR REPLACE FUNCTION find_key_portfolio() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.portfolio_id := COALESCE(NULLIF(current_setting('app.portfolio', true), '')::uuid, key_portfolio(NEW.organization_id, NEW.mode));
  RETURN NEW;
END $$;

DO $$
BEGIN
  PERFORM lock_patiently('idempotency_records');
  ALTER TABLE idempotency_records ADD COLUMN IF NOT EXISTS portfolio_id uuid;
  ALTER TABLE idempotency_records DROP CONSTRAINT IF EXISTS idempotency_records_portfolio;
  ALTER TABLE idempotency_records ADD CONSTRAINT idempotency_records_portfolio CHECK (portfolio_id IS NOT NULL) NOT VALID;
  -- For nodes of releases before.
  CREATE OR REPLACE TRIGGER portfolio_found BEFORE INSERT ON idempotency_records FOR EACH ROW WHEN (NEW.portfolio_id IS NULL)
    EXECUTE FUNCTION find_key_portfolio();
END $$;

--bun:split
UPDATE idempotency_records SET portfolio_id = key_portfolio(organization_id, mode) WHERE portfolio_id IS NULL;

--bun:split
ALTER TABLE idempotency_records VALIDATE CONSTRAINT idempotency_records_portfolio;

--bun:split
DROP INDEX IF EXISTS idempotency_keys_portfolio;

--bun:split
CREATE INDEX CONCURRENTLY idempotency_keys_portfolio ON idempotency_keys (portfolio_id, created_at);

--bun:split
DO $$
BEGIN
  PERFORM lock_patiently('idempotency_records');
  ALTER TABLE idempotency_records ALTER COLUMN portfolio_id SET NOT NULL;
  ALTER TABLE idempotency_records DROP CONSTRAINT IF EXISTS idempotency_records_portfolio;
  DROP INDEX IF EXISTS idempotency_keys_created_at;
  IF NOT EXISTS (SELECT FROM pg_policy WHERE polrelid = 'idempotency_records'::regclass) THEN
    PERFORM protect_portfolio('idempotency_records');
  END IF;
END $$;
