-- Waivers: a lender's consents that something demanded of a case is missing (specification of compliance, section 5).

-- The keys below take locks of their own on these tables, one after the other; this takes them all at once.
SELECT lock_patiently('cases, assets, documents');

CREATE TABLE waivers (
  portfolio_id     uuid NOT NULL,
  id               uuid NOT NULL,
  case_id          uuid NOT NULL,
  coverage_type_id uuid NOT NULL REFERENCES coverage_types (id),
  asset_id         uuid,                        -- null: every target
  codes            text[] NOT NULL DEFAULT '{}', -- empty: every reason but those of no cover
  reason           text NOT NULL,
  document_id      uuid,
  expires_on       date,                        -- the last day on which it holds
  state            text NOT NULL CHECK (state IN ('requested', 'approved', 'rejected', 'revoked')),
  requested_by     uuid NOT NULL,               -- a token, as in the audit trail
  requested_at     timestamptz(3) NOT NULL,
  decided_by       uuid,
  decided_at       timestamptz(3),
  metadata         jsonb NOT NULL DEFAULT '{}',
  created_at       timestamptz(3) NOT NULL,
  updated_at       timestamptz(3) NOT NULL,
  PRIMARY KEY (portfolio_id, id),
  FOREIGN KEY (portfolio_id, case_id) REFERENCES cases (portfolio_id, id),
  FOREIGN KEY (portfolio_id, asset_id) REFERENCES assets (portfolio_id, id),
  FOREIGN KEY (portfolio_id, document_id) REFERENCES documents (portfolio_id, id),
  CHECK ((state = 'requested') = (decided_at IS NULL)),
  CHECK ((decided_by IS NULL) = (decided_at IS NULL)),
  CHECK (state <> 'approved' OR decided_by <> requested_by)
);
CREATE INDEX waivers_case ON waivers (portfolio_id, case_id, id);
CREATE INDEX waivers_state ON waivers (portfolio_id, state, id);
CREATE INDEX waivers_coverage_type ON waivers (portfolio_id, coverage_type_id, id);
CREATE INDEX waivers_created_at ON waivers (portfolio_id, created_at, id);
CREATE INDEX waivers_updated_at ON waivers (portfolio_id, updated_at, id);
CREATE INDEX waivers_metadata ON waivers USING gin (portfolio_id, metadata jsonb_path_ops);
CREATE TRIGGER count_inserted AFTER INSERT ON waivers REFERENCING NEW TABLE AS changed EXECUTE FUNCTION count_records();
CREATE TRIGGER count_deleted AFTER DELETE ON waivers REFERENCING OLD TABLE AS changed EXECUTE FUNCTION count_records();
CREATE TRIGGER count_truncated AFTER TRUNCATE ON waivers EXECUTE FUNCTION forget_records();
SELECT protect_portfolio('waivers');
