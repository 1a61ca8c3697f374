-- Selects the statements that distribute the tables which are not, in their order. Citus distributes no table that has triggers, or
-- foreign keys to and from tables that it has not distributed yet: they are dropped and made again. $1 names the reference tables.
WITH wanted AS (
  SELECT c.oid, c.relname::text AS name, true AS by_portfolio FROM pg_class AS c JOIN pg_attribute AS a ON a.attrelid = c.oid
  WHERE c.relnamespace = quote_ident(current_schema())::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
    AND a.attname = 'portfolio_id' AND NOT a.attisdropped
  UNION ALL
  SELECT oid, relname, false FROM pg_class WHERE relnamespace = quote_ident(current_schema())::regnamespace AND relname = ANY ($1)
), missing AS (
  SELECT oid, name, by_portfolio FROM wanted AS w WHERE NOT EXISTS (
    SELECT FROM pg_dist_partition AS d WHERE d.logicalrelid = w.oid AND (d.partmethod = 'h' OR d.partmethod = 'n' AND d.repmodel = 't'))
), keys AS (
  SELECT conrelid::regclass AS of, conname, pg_get_constraintdef(k.oid) AS definition FROM pg_constraint AS k
  WHERE contype = 'f' AND conparentid = 0 AND (conrelid IN (SELECT oid FROM missing) OR confrelid IN (SELECT oid FROM missing))
), triggers AS (
  SELECT tgrelid::regclass AS of, tgname, pg_get_triggerdef(t.oid) AS definition FROM pg_trigger AS t
  WHERE NOT tgisinternal AND tgparentid = 0 AND coalesce(pg_partition_root(tgrelid), tgrelid) IN (SELECT oid FROM missing)
)
SELECT statement FROM (
  SELECT 1 AS step, of::text AS part, format('ALTER TABLE %s DROP CONSTRAINT %I', of, conname) AS statement FROM keys
  UNION ALL SELECT 2, of::text, format('DROP TRIGGER %I ON %s', tgname, of) FROM triggers
  UNION ALL SELECT 3, name, format('SELECT create_reference_table(%L)', name) FROM missing WHERE NOT by_portfolio
  UNION ALL SELECT CASE name WHEN 'cases' THEN 4 ELSE 5 END, name, format('SELECT create_distributed_table(%L, ''portfolio_id'', '
    'colocate_with => %L)', name, CASE name WHEN 'cases' THEN 'none' ELSE 'cases' END) FROM missing WHERE by_portfolio
  UNION ALL SELECT 6, of::text, format('ALTER TABLE %s ADD CONSTRAINT %I %s', of, conname, definition) FROM keys
  UNION ALL SELECT 7, of::text, definition FROM triggers
) AS steps ORDER BY step, part COLLATE "C", statement COLLATE "C"
