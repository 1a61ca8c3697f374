-- Callers' own keys of records, and files of documents that were removed. Each part is a transaction of its own, so that the indexes are built while others write. A migration that
-- failed is run again from its first part, so each part may be run twice.
DO $$
BEGIN
  PERFORM lock_patiently('cases, policies, assets, insureds, uploads');
  ALTER TABLE cases ADD COLUMN IF NOT EXISTS external_id text;
  ALTER TABLE policies ADD COLUMN IF NOT EXISTS external_id text;
  ALTER TABLE assets ADD COLUMN IF NOT EXISTS external_id text;
  ALTER TABLE insureds ADD COLUMN IF NOT EXISTS external_id text;
  -- When the record was removed whose file the clean-up is to remove. An older node keeps the file.
  ALTER TABLE uploads ADD COLUMN IF NOT EXISTS removed_at timestamptz(3);
END $$;

--bun:split
DROP INDEX CONCURRENTLY IF EXISTS cases_external_id;

--bun:split
CREATE UNIQUE INDEX CONCURRENTLY cases_external_id ON cases (portfolio_id, external_id) WHERE external_id IS NOT NULL;

--bun:split
DROP INDEX CONCURRENTLY IF EXISTS policies_external_id;

--bun:split
CREATE UNIQUE INDEX CONCURRENTLY policies_external_id ON policies (portfolio_id, external_id) WHERE external_id IS NOT NULL;

--bun:split
DROP INDEX CONCURRENTLY IF EXISTS assets_external_id;

--bun:split
CREATE UNIQUE INDEX CONCURRENTLY assets_external_id ON assets (portfolio_id, external_id) WHERE external_id IS NOT NULL;

--bun:split
DROP INDEX CONCURRENTLY IF EXISTS insureds_external_id;

--bun:split
CREATE UNIQUE INDEX CONCURRENTLY insureds_external_id ON insureds (portfolio_id, external_id) WHERE external_id IS NOT NULL;
