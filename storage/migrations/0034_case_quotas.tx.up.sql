-- Quotas of the cases of one portfolio; NULL is what the nodes say. An older node ignores them.
ALTER TABLE portfolios
  ADD COLUMN quota_case_assets bigint CHECK (quota_case_assets BETWEEN 1 AND 2000),
  ADD COLUMN quota_case_policies bigint CHECK (quota_case_policies BETWEEN 1 AND 2000);

-- Perils that several assets have alike are written once, with all of these.
CREATE OR REPLACE FUNCTION copy_current_version() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE policies AS t SET display_name = v.display_name, insured_ids = v.insured_ids,
    asset_ids = ARRAY(SELECT a.id::uuid FROM jsonb_array_elements(v.asset_perils) WITH ORDINALITY AS x (e, n)
      CROSS JOIN LATERAL (SELECT e ->> 'asset', 0::bigint WHERE e ? 'asset'
        UNION ALL SELECT y.id, y.m FROM jsonb_array_elements_text(e -> 'assets') WITH ORDINALITY AS y (id, m)) AS a (id, m)
      ORDER BY x.n, a.m)
  FROM policy_versions AS v
  WHERE t.portfolio_id = NEW.portfolio_id AND t.id = NEW.id AND v.portfolio_id = t.portfolio_id AND v.id = t.current_version_id;
  RETURN NULL;
END $$;
