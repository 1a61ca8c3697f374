-- What people look for, and the orders of lists.
--
-- All tables are locked before any is changed, as in migration 0006.
DO $$
BEGIN
  PERFORM set_config('lock_timeout', '100ms', true);
  LOOP
    BEGIN
      LOCK TABLE cases, assets, policies, policy_versions IN ACCESS EXCLUSIVE MODE;
      EXIT;
    EXCEPTION WHEN lock_not_available THEN
      PERFORM pg_sleep(0.1);
    END;
  END LOOP;
END $$;

-- Copies of the current version's, for filters and for the search. The assets are those that perilsByAsset names.
ALTER TABLE policies
  ADD display_name text NOT NULL DEFAULT '',
  ADD insured_ids  uuid[] NOT NULL DEFAULT '{}',
  ADD asset_ids    uuid[] NOT NULL DEFAULT '{}';
UPDATE policies AS t SET display_name = v.display_name, insured_ids = v.insured_ids,
  asset_ids = ARRAY(SELECT (e ->> 'asset')::uuid FROM jsonb_array_elements(v.asset_perils) WITH ORDINALITY AS x (e, n) ORDER BY n)
FROM policy_versions AS v WHERE v.portfolio_id = t.portfolio_id AND v.id = t.current_version_id;
SET CONSTRAINTS ALL IMMEDIATE; -- a table whose checks are outstanding cannot be altered

-- Nodes of the release before do not write the copies. While they run beside newer ones, these triggers write them, at the commit,
-- when the version is there.
CREATE FUNCTION copy_current_version() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE policies AS t SET display_name = v.display_name, insured_ids = v.insured_ids,
    asset_ids = ARRAY(SELECT (e ->> 'asset')::uuid FROM jsonb_array_elements(v.asset_perils) WITH ORDINALITY AS x (e, n) ORDER BY n)
  FROM policy_versions AS v
  WHERE t.portfolio_id = NEW.portfolio_id AND t.id = NEW.id AND v.portfolio_id = t.portfolio_id AND v.id = t.current_version_id;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER copy_version_of_new AFTER INSERT ON policies DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (NEW.display_name = '') EXECUTE FUNCTION copy_current_version();
CREATE CONSTRAINT TRIGGER copy_version_of_changed AFTER UPDATE ON policies DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (NEW.current_version_id <> OLD.current_version_id AND NEW.display_name = OLD.display_name
    AND NEW.insured_ids = OLD.insured_ids AND NEW.asset_ids = OLD.asset_ids) EXECUTE FUNCTION copy_current_version();

ALTER TABLE policies
  ADD search text NOT NULL GENERATED ALWAYS AS (lower(display_name || E'\n' || coalesce(policy_number, ''))) STORED;
ALTER TABLE assets ADD search text NOT NULL GENERATED ALWAYS AS (lower(display_name)) STORED;

-- Amounts of one currency follow each other: US dollars first, then the other currencies by their codes, in both directions. The
-- number of a currency is its three letters to the base of 256; an amount has at most 18 digits before the point.
ALTER TABLE cases
  ADD loan_amount_up numeric GENERATED ALWAYS AS ((loan_amount ->> 'amount')::numeric +
    1e20 * CASE loan_amount ->> 'currency' WHEN 'USD' THEN 0 ELSE 65536 * ascii(loan_amount ->> 'currency') +
    256 * ascii(substr(loan_amount ->> 'currency', 2)) + ascii(substr(loan_amount ->> 'currency', 3)) END) STORED,
  ADD loan_amount_down numeric GENERATED ALWAYS AS ((loan_amount ->> 'amount')::numeric -
    1e20 * CASE loan_amount ->> 'currency' WHEN 'USD' THEN 0 ELSE 65536 * ascii(loan_amount ->> 'currency') +
    256 * ascii(substr(loan_amount ->> 'currency', 2)) + ascii(substr(loan_amount ->> 'currency', 3)) END) STORED;

CREATE INDEX cases_maturity_date ON cases (portfolio_id, maturity_date, id);
CREATE INDEX cases_loan_amount_up ON cases (portfolio_id, loan_amount_up, id);
CREATE INDEX cases_loan_amount_down ON cases (portfolio_id, loan_amount_down, id);
CREATE INDEX cases_insureds ON cases USING gin (portfolio_id, insured_ids);
CREATE INDEX policies_parties ON policies USING gin (portfolio_id, insured_ids, asset_ids);

-- The search: by trigrams, and for less than three characters by the beginning of a number.
CREATE INDEX assets_search ON assets USING gin (portfolio_id, search gin_trgm_ops);
CREATE INDEX policies_search ON policies USING gin (portfolio_id, search gin_trgm_ops, lower(policy_number) gin_trgm_ops);
CREATE INDEX cases_loan_number_prefix ON cases (portfolio_id, lower(loan_number) text_pattern_ops, id);
CREATE INDEX policies_number_prefix ON policies (portfolio_id, lower(policy_number) text_pattern_ops, id);
