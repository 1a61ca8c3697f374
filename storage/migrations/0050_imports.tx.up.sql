-- Imports: tables of lenders that become records, what their rows are, and what became of them.
SELECT lock_patiently('cases, assets, insureds, policies, tasks');

CREATE TABLE imports (
  portfolio_id uuid NOT NULL,
  id           uuid NOT NULL,
  name         text,                    -- of a file that comes again and again
  state        text NOT NULL CHECK (state IN ('uploaded', 'mapping', 'checking', 'checked', 'committing', 'committed', 'releasing', 'reverting', 'reverted', 'failed')),
  complete     boolean NOT NULL,
  commits      boolean NOT NULL,        -- by itself
  all_or_none  boolean NOT NULL,
  files        jsonb NOT NULL,
  mapping      jsonb NOT NULL,
  mapping_name text,
  rows         int NOT NULL,
  done         int NOT NULL,            -- rows of the present step
  chunks       int NOT NULL,            -- of the present step that are done
  counts       jsonb,
  verdicts     jsonb,
  waits_for    jsonb NOT NULL,
  failure      text,
  left_behind  jsonb NOT NULL,          -- records that a reversal left
  creator      jsonb NOT NULL,          -- as whom its rows go through the operations
  leased_until timestamptz NOT NULL,    -- by the node that works on it
  committed_at timestamptz(3),
  released_at  timestamptz(3),
  created_at   timestamptz(3) NOT NULL,
  updated_at   timestamptz(3) NOT NULL,
  PRIMARY KEY (portfolio_id, id)
);
CREATE INDEX imports_state ON imports (portfolio_id, state, id);
CREATE INDEX imports_name ON imports (portfolio_id, name, id);
CREATE INDEX imports_created_at ON imports (portfolio_id, created_at, id);
CREATE INDEX imports_updated_at ON imports (portfolio_id, updated_at, id);
CREATE INDEX imports_work ON imports (leased_until) WHERE state IN ('uploaded', 'checking', 'committing', 'releasing', 'reverting');
SELECT distribute_table('imports');
SELECT count_table('imports');
SELECT protect_portfolio('imports');

-- The rows of files, as they are.
CREATE TABLE import_rows (
  portfolio_id uuid NOT NULL,
  import_id    uuid NOT NULL,
  position     int NOT NULL,            -- among the rows of all its files
  file         int NOT NULL,
  row_number   int NOT NULL,            -- in the file, from 1
  cells        text[] NOT NULL,
  PRIMARY KEY (portfolio_id, import_id, position)
);
SELECT distribute_table('import_rows');
SELECT protect_portfolio('import_rows');

-- What became of a row; none for one that said what was known.
CREATE TABLE import_results (
  portfolio_id uuid NOT NULL,
  import_id    uuid NOT NULL,
  position     int NOT NULL,
  outcome      text NOT NULL,
  file         int NOT NULL,
  row_number   int NOT NULL,
  reasons      jsonb NOT NULL,
  changes      jsonb NOT NULL,
  PRIMARY KEY (portfolio_id, import_id, position)
);
SELECT distribute_table('import_results');
SELECT protect_portfolio('import_results');

-- What an import wrote: by it the import is released and reverted.
CREATE TABLE import_records (
  portfolio_id uuid NOT NULL,
  import_id    uuid NOT NULL,
  chunk        int NOT NULL,            -- in which it was written
  noun         text NOT NULL,
  record_id    uuid NOT NULL,
  case_id      uuid,
  is_new       boolean NOT NULL,
  before       jsonb NOT NULL,          -- the members that were changed
  written_at   timestamptz(3) NOT NULL, -- its updatedAt then
  PRIMARY KEY (portfolio_id, import_id, noun, record_id)
);
CREATE INDEX import_records_chunk ON import_records (portfolio_id, import_id, chunk);
SELECT distribute_table('import_records');
SELECT protect_portfolio('import_records');

-- What columns are, saved by name for a lender, in whichever of its portfolios it is used.
CREATE TABLE import_mappings (
  lender_id  uuid NOT NULL REFERENCES lenders (id),
  name       text NOT NULL,
  mapping    jsonb NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  PRIMARY KEY (lender_id, name)
);
SELECT distribute_table('import_mappings');

-- The import that made a record or changed it last. Letters wait for its release.
ALTER TABLE cases ADD COLUMN import_id uuid, ADD COLUMN quiet boolean NOT NULL DEFAULT false;
ALTER TABLE assets ADD COLUMN import_id uuid;
ALTER TABLE insureds ADD COLUMN import_id uuid;
ALTER TABLE policies ADD COLUMN import_id uuid, ADD COLUMN held_by_import boolean NOT NULL DEFAULT false;
CREATE INDEX insureds_name ON insureds (portfolio_id, lower(display_name));

ALTER TABLE tasks DROP CONSTRAINT tasks_type_check;
ALTER TABLE tasks ADD CONSTRAINT tasks_type_check CHECK (type IN ('collectEvidence', 'reviewDocument', 'renewalFollowUp', 'resolveDeficiency',
  'cancellationFollowUp', 'forcePlacementReview', 'caseApproval', 'loanMissing')) NOT VALID;
