-- Insurance that the lender places, with the notices that went before it and what is given back.
SELECT lock_patiently('cases, assets');

CREATE EXTENSION IF NOT EXISTS btree_gist;

CREATE TABLE placements (
  portfolio_id       uuid NOT NULL,
  id                 uuid NOT NULL,
  case_id            uuid NOT NULL,
  asset_id           uuid,                 -- null: the loan itself
  coverage_type_id   uuid NOT NULL REFERENCES coverage_types (id),
  programme          text NOT NULL CHECK (programme IN ('regX', 'flood', 'contract')),
  agreed_days        jsonb,                -- of a loan agreement
  time_zone          text NOT NULL,        -- the lender's when it began, in which its days are counted
  state              text NOT NULL CHECK (state IN ('noticed', 'reminded', 'mayPlace', 'placed', 'charged', 'cancelled', 'refunded', 'cured')),
  renews_id          uuid,
  started_on         timestamptz(3) NOT NULL,
  lapsed_on          timestamptz(3) NOT NULL,
  estimate           jsonb,
  electronic_consent boolean NOT NULL,
  notices            jsonb NOT NULL,
  proofs             jsonb NOT NULL,
  carrier            text,
  policy_number      text,
  amount             jsonb,
  premium            jsonb,
  instalments        jsonb NOT NULL,
  short_rate_percent numeric(5, 2),
  effective_on       timestamptz(3),
  ends_on            timestamptz(3),
  placed_on          timestamptz(3),
  charges            jsonb NOT NULL,
  refunds            jsonb NOT NULL,
  ends_early_on      timestamptz(3),
  cancelled_on       timestamptz(3),
  metadata           jsonb NOT NULL DEFAULT '{}',
  created_at         timestamptz(3) NOT NULL,
  updated_at         timestamptz(3) NOT NULL,
  PRIMARY KEY (portfolio_id, id),
  FOREIGN KEY (portfolio_id, case_id) REFERENCES cases (portfolio_id, id),
  FOREIGN KEY (portfolio_id, asset_id) REFERENCES assets (portfolio_id, id),
  FOREIGN KEY (portfolio_id, renews_id) REFERENCES placements (portfolio_id, id),
  CHECK ((effective_on IS NULL) = (placed_on IS NULL) AND (ends_on IS NULL) = (placed_on IS NULL)),
  -- No day of a target is placed twice, whatever the program does.
  CONSTRAINT placements_once EXCLUDE USING gist (portfolio_id WITH =, (coalesce(asset_id, case_id)) WITH =, coverage_type_id WITH =,
    tstzrange(effective_on, least(ends_on, ends_early_on)) WITH &&) WHERE (placed_on IS NOT NULL)
);
CREATE INDEX placements_case ON placements (portfolio_id, case_id, id);
CREATE INDEX placements_state ON placements (portfolio_id, state, id);
CREATE INDEX placements_programme ON placements (portfolio_id, programme, id);
CREATE INDEX placements_coverage_type ON placements (portfolio_id, coverage_type_id, id);
CREATE INDEX placements_created_at ON placements (portfolio_id, created_at, id);
CREATE INDEX placements_updated_at ON placements (portfolio_id, updated_at, id);
CREATE INDEX placements_metadata ON placements USING gin (portfolio_id, metadata jsonb_path_ops);
-- One is on its way at a time.
CREATE UNIQUE INDEX placements_waiting ON placements (portfolio_id, coalesce(asset_id, case_id), coverage_type_id)
  WHERE state IN ('noticed', 'reminded', 'mayPlace');
SELECT distribute_table('placements');
SELECT count_table('placements');
SELECT protect_portfolio('placements');
