-- Rows of a portfolio are written only by transactions of that portfolio (reliability S9): those of the program run under a role that
-- owns nothing and say their portfolio in the setting app.portfolio. The owner of the tables is not bound, so nodes of the release
-- before, loads, clean-ups and all reads outside of transactions go on as they did.

-- Every table with a portfolio_id calls this in the migration that makes it. A role that is not the owner may read all rows, and write
-- those of its portfolio and of none (the zero UUID: administration). An UPDATE sees all rows, so that one without a portfolio is
-- refused at the first row of another; hidden rows would be left out in silence. A DELETE cannot be refused like this: it leaves
-- them out. No row ever changes its portfolio, not even by its owner.
CREATE FUNCTION protect_portfolio(t regclass) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  own text := '(portfolio_id = NULLIF(current_setting(''app.portfolio'', true), '''')::uuid
    OR portfolio_id = ''00000000-0000-0000-0000-000000000000'')';
BEGIN
  EXECUTE format('ALTER TABLE %s ENABLE ROW LEVEL SECURITY', t);
  EXECUTE format('CREATE POLICY portfolio_select ON %s FOR SELECT USING (true)', t);
  EXECUTE format('CREATE POLICY portfolio_insert ON %s FOR INSERT WITH CHECK %s', t, own);
  EXECUTE format('CREATE POLICY portfolio_update ON %s FOR UPDATE USING (true) WITH CHECK %s', t, own);
  EXECUTE format('CREATE POLICY portfolio_delete ON %s FOR DELETE USING %s', t, own);
  EXECUTE format('CREATE TRIGGER portfolio_kept AFTER UPDATE OF portfolio_id ON %s FOR EACH ROW
    WHEN (NEW.portfolio_id <> OLD.portfolio_id) EXECUTE FUNCTION refuse_portfolio_change()', t);
END $$;

CREATE FUNCTION refuse_portfolio_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE 'a row of % never changes its portfolio', TG_TABLE_NAME USING ERRCODE = 'insufficient_privilege';
END $$;

-- All tables are locked before any is changed, as in migration 0006.
DO $$
DECLARE
  tables regclass[] := ARRAY(
    SELECT c.oid::regclass FROM pg_class AS c JOIN pg_attribute AS a ON a.attrelid = c.oid
    WHERE c.relnamespace = quote_ident(current_schema())::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
      AND a.attname = 'portfolio_id' AND NOT a.attisdropped
    ORDER BY c.relname);
  t regclass;
BEGIN
  PERFORM lock_patiently(array_to_string(tables, ', '));
  FOREACH t IN ARRAY tables LOOP
    PERFORM protect_portfolio(t);
  END LOOP;
END $$;
