-- A key of idempotency says its portfolio, so that it can be kept where that is kept: with several primaries one of them commits a write and
-- its key. Keys are rewritten once, while writes with a key wait: some seconds for a million keys of the last day.

-- It reports whether Citus has cut the tables of portfolios.
CREATE FUNCTION is_distributed() RETURNS boolean LANGUAGE plpgsql STABLE AS $$
BEGIN
  IF to_regclass('pg_catalog.pg_dist_partition') IS NULL THEN
    RETURN false;
  END IF;
  RETURN EXISTS (SELECT FROM pg_dist_partition WHERE logicalrelid = 'cases'::regclass AND partmethod = 'h');
END $$;

SELECT lock_patiently('idempotency_records');

ALTER TABLE idempotency_records ADD COLUMN portfolio_id uuid;
-- Keys of staff and of evidence links have the portfolio as their mode.
UPDATE idempotency_records SET portfolio_id = mode::uuid WHERE length(mode) = 36;
UPDATE idempotency_records AS r SET portfolio_id = p.id
FROM organizations AS o JOIN portfolios AS p ON p.lender_id = o.lender_id
WHERE r.portfolio_id IS NULL AND o.id = r.organization_id AND p.mode = r.mode;
DELETE FROM idempotency_records WHERE portfolio_id IS NULL; -- of an organization that is gone

ALTER TABLE idempotency_records ALTER COLUMN portfolio_id SET NOT NULL;

-- Nodes of releases before name no portfolio. Their transactions say it, or it follows from the key as above.
CREATE FUNCTION find_key_portfolio() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.portfolio_id := COALESCE(
    NULLIF(current_setting('app.portfolio', true), '')::uuid,
    CASE length(NEW.mode) WHEN 36 THEN NEW.mode::uuid END,
    (SELECT p.id FROM organizations AS o JOIN portfolios AS p ON p.lender_id = o.lender_id WHERE o.id = NEW.organization_id AND p.mode = NEW.mode));
  RETURN NEW;
END $$;
CREATE TRIGGER portfolio_found BEFORE INSERT ON idempotency_records FOR EACH ROW WHEN (NEW.portfolio_id IS NULL)
  EXECUTE FUNCTION find_key_portfolio();

-- The primary keys stay as they are: the portfolio follows from them, and nodes of releases before name them.
DROP INDEX idempotency_keys_created_at;
CREATE INDEX idempotency_keys_created_at ON idempotency_keys (portfolio_id, created_at);

SELECT protect_portfolio('idempotency_records');
