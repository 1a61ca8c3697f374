-- What belongs to a case names its portfolio by the case's key, (portfolio_id, case_id), and the case names the portfolio. To check the
-- portfolio itself at each row once more made inserts a quarter slower.
--
-- All tables are locked before any is changed, again and again for a tenth of a second each: writers come to the tables in any order,
-- and whoever waited for a writer with some of them locked would be waited for by it.
DO $$
BEGIN
  PERFORM set_config('lock_timeout', '100ms', true);
  LOOP
    BEGIN
      LOCK TABLE portfolios, assets, documents, policies, policy_versions, renewal_notices, tasks IN ACCESS EXCLUSIVE MODE;
      EXIT;
    EXCEPTION WHEN lock_not_available THEN
      PERFORM pg_sleep(0.1);
    END;
  END LOOP;
END $$;
ALTER TABLE assets DROP CONSTRAINT assets_portfolio_id_fkey;
ALTER TABLE documents DROP CONSTRAINT documents_portfolio_id_fkey;
ALTER TABLE policies DROP CONSTRAINT policies_portfolio_id_fkey;
ALTER TABLE policy_versions DROP CONSTRAINT policy_versions_portfolio_id_fkey;
ALTER TABLE renewal_notices DROP CONSTRAINT renewal_notices_portfolio_id_fkey;
ALTER TABLE tasks DROP CONSTRAINT tasks_portfolio_id_fkey;
