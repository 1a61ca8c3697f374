-- Stored verdicts of cases with a risk profile, and their history (specification of compliance, section 7). The cases are no keys: a
-- verdict is written while its case is locked, and a check would lock the case once more.

CREATE TABLE case_verdicts (
  portfolio_id    uuid NOT NULL,
  id              uuid NOT NULL, -- the case's
  risk_profile_id uuid NOT NULL,
  verdict         text NOT NULL CHECK (verdict IN ('compliant', 'waived', 'unknown', 'deficient', 'notApplicable')),
  codes           text[] NOT NULL DEFAULT '{}', -- of all findings, each once, in their order
  gaps            text[] NOT NULL DEFAULT '{}', -- coverage types whose demands are not compliant, alone and with each of their codes
  shortfalls      jsonb NOT NULL DEFAULT '[]',
  next_change_on  timestamptz(3),
  look_again_on   timestamptz(3), -- where that is null: the first day on which a later change may come within two years
  flood_rows      int,            -- how many rows the federal table had, where a demand rests on it
  evaluated_at    timestamptz(3), -- null until it is evaluated for the first time
  -- Copies of the case's, which change in the same transaction.
  loan_amount     jsonb,
  loan_currency   text GENERATED ALWAYS AS (loan_amount ->> 'currency') STORED,
  loan_value      numeric GENERATED ALWAYS AS ((loan_amount ->> 'amount')::numeric) STORED,
  metadata        jsonb NOT NULL DEFAULT '{}',
  created_at      timestamptz(3) NOT NULL,
  updated_at      timestamptz(3) NOT NULL,
  PRIMARY KEY (portfolio_id, id)
) WITH (fillfactor = 80); -- most writes change nothing that is indexed

CREATE TABLE verdict_changes (
  portfolio_id    uuid NOT NULL,
  id              uuid NOT NULL,
  case_id         uuid NOT NULL,
  from_verdict    text, -- null: it is the first one
  to_verdict      text NOT NULL,
  codes           text[] NOT NULL,
  risk_profile_id uuid NOT NULL,
  audit_event_id  uuid NOT NULL, -- not a key: events of old months can be removed
  at              timestamptz(3) NOT NULL,
  PRIMARY KEY (portfolio_id, id)
);

CREATE INDEX case_verdicts_verdict ON case_verdicts (portfolio_id, verdict, id);
CREATE INDEX case_verdicts_next_change ON case_verdicts (portfolio_id, next_change_on, id);
CREATE INDEX case_verdicts_look_again ON case_verdicts (portfolio_id, look_again_on, id) WHERE look_again_on IS NOT NULL;
CREATE INDEX case_verdicts_flood ON case_verdicts (portfolio_id, flood_rows, id) WHERE flood_rows IS NOT NULL;
CREATE INDEX case_verdicts_codes ON case_verdicts USING gin (portfolio_id, codes);
CREATE INDEX case_verdicts_gaps ON case_verdicts USING gin (portfolio_id, gaps);
CREATE INDEX case_verdicts_created_at ON case_verdicts (portfolio_id, created_at, id);
CREATE INDEX case_verdicts_updated_at ON case_verdicts (portfolio_id, updated_at, id);
CREATE INDEX case_verdicts_metadata ON case_verdicts USING gin (portfolio_id, metadata jsonb_path_ops);
CREATE INDEX verdict_changes_case ON verdict_changes (portfolio_id, case_id, id);

CREATE TRIGGER count_inserted AFTER INSERT ON case_verdicts REFERENCING NEW TABLE AS changed EXECUTE FUNCTION count_records();
CREATE TRIGGER count_deleted AFTER DELETE ON case_verdicts REFERENCING OLD TABLE AS changed EXECUTE FUNCTION count_records();
CREATE TRIGGER count_truncated AFTER TRUNCATE ON case_verdicts EXECUTE FUNCTION forget_records();

-- The verdicts of the cases that there are come with the first sweep, to which all of them are due.
INSERT INTO case_verdicts (portfolio_id, id, risk_profile_id, verdict, look_again_on, loan_amount, metadata, created_at, updated_at)
  SELECT portfolio_id, id, risk_profile_id, 'unknown', '2000-01-01Z', loan_amount, metadata, created_at, updated_at
  FROM cases WHERE risk_profile_id IS NOT NULL;

CREATE FUNCTION refuse_verdict_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE 'changes of verdicts are never changed or removed' USING ERRCODE = 'insufficient_privilege';
END $$;
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON verdict_changes
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_verdict_change();

SELECT protect_portfolio('case_verdicts');
SELECT protect_portfolio('verdict_changes');

-- Which cases have policies that name a clause, whose type a verdict may rest on.
SELECT lock_patiently('policy_versions');
CREATE INDEX policy_versions_clauses ON policy_versions USING gin (portfolio_id, mortgagee_clause_ids);
