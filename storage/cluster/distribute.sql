-- Selects the statements that distribute the tables which are not, in their order. A table with portfolio_id is cut by it, one that such a
-- table refers to is copied to every node, and all others stay with the coordinator. Citus distributes no table that has triggers, or
-- foreign keys to and from tables that it has not distributed yet: they are dropped and made again. What a table had is removed from the
-- coordinator while it has no triggers, which would refuse or count that. A primary key without the portfolio, as partitions of keys have
-- it, gets the portfolio at its end. Functions of triggers come along with their tables; the others, which statements call, are named.
WITH RECURSIVE cut AS (
  SELECT c.oid FROM pg_class AS c JOIN pg_attribute AS a ON a.attrelid = c.oid
  WHERE c.relnamespace = quote_ident(current_schema())::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
    AND a.attname = 'portfolio_id' AND NOT a.attisdropped
), copied AS (
  SELECT k.confrelid AS oid FROM pg_constraint AS k
  WHERE k.contype = 'f' AND k.conrelid IN (SELECT oid FROM cut) AND k.confrelid NOT IN (SELECT oid FROM cut)
  UNION
  SELECT k.confrelid FROM copied JOIN pg_constraint AS k ON k.conrelid = copied.oid WHERE k.contype = 'f'
), wanted AS (
  SELECT oid, true AS by_portfolio FROM cut UNION ALL SELECT oid, false FROM copied
), missing AS (
  SELECT oid, oid::regclass::text AS name, by_portfolio FROM wanted AS w WHERE NOT EXISTS (
    SELECT FROM pg_dist_partition AS d WHERE d.logicalrelid = w.oid AND (d.partmethod = 'h' OR d.partmethod = 'n' AND d.repmodel = 't'))
), keys AS (
  SELECT conrelid::regclass AS of, conname, pg_get_constraintdef(k.oid) AS definition FROM pg_constraint AS k
  WHERE contype = 'f' AND conparentid = 0 AND (conrelid IN (SELECT oid FROM missing) OR confrelid IN (SELECT oid FROM missing))
), triggers AS (
  SELECT tgrelid::regclass AS of, tgname, pg_get_triggerdef(t.oid) AS definition FROM pg_trigger AS t
  WHERE NOT tgisinternal AND tgparentid = 0 AND coalesce(pg_partition_root(tgrelid), tgrelid) IN (SELECT oid FROM missing)
), functions AS (
  SELECT p.oid::regprocedure::text AS name FROM pg_proc AS p
  WHERE pronamespace = quote_ident(current_schema())::regnamespace AND prokind = 'f' AND prorettype <> 'trigger'::regtype
    AND NOT EXISTS (SELECT FROM pg_depend WHERE classid = 'pg_proc'::regclass AND objid = p.oid AND deptype = 'e')
    AND NOT EXISTS (SELECT FROM pg_dist_object WHERE classid = 'pg_proc'::regclass AND objid = p.oid)
), short_keys AS (
  SELECT conrelid::regclass AS of, conname, regexp_replace(pg_get_constraintdef(k.oid), '\)$', ', portfolio_id)') AS definition
  FROM pg_constraint AS k JOIN pg_attribute AS a ON a.attrelid = conrelid AND a.attname = 'portfolio_id'
  WHERE contype = 'p' AND conparentid = 0 AND pg_partition_root(conrelid) IN (SELECT oid FROM missing) AND a.attnum <> ALL (conkey)
)
SELECT statement FROM (
  SELECT 1 AS step, of::text AS part, format('ALTER TABLE %s DROP CONSTRAINT %I', of, conname) AS statement FROM keys
  UNION ALL SELECT 2, of::text, format('DROP TRIGGER %I ON %s', tgname, of) FROM triggers
  UNION ALL SELECT 3, of::text, format('ALTER TABLE %s DROP CONSTRAINT %I, ADD %s', of, conname, definition) FROM short_keys
  UNION ALL SELECT 4, name, format('SELECT create_reference_table(%L)', name) FROM missing WHERE NOT by_portfolio
  UNION ALL SELECT CASE name WHEN 'cases' THEN 5 ELSE 6 END, name, format('SELECT create_distributed_table(%L, ''portfolio_id'', '
    'colocate_with => %L)', name, CASE name WHEN 'cases' THEN 'none' ELSE 'cases' END) FROM missing WHERE by_portfolio
  UNION ALL SELECT 7, name, format('SELECT truncate_local_data_after_distributing_table(%L)', name) FROM missing
  UNION ALL SELECT 8, of::text, format('ALTER TABLE %s ADD CONSTRAINT %I %s', of, conname, definition) FROM keys
  UNION ALL SELECT 9, of::text, definition FROM triggers
  UNION ALL SELECT 10, name, format('SELECT create_distributed_function(%L)', name) FROM functions
) AS steps ORDER BY step, part COLLATE "C", statement COLLATE "C"
