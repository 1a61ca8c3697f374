-- Adds %[1]d portfolios of five cases each, which are copies of those of the one that was loaded. Nothing in them is due for a year.
SET session_replication_role = replica; -- the copies refer to records that their portfolios lack, and no trigger counts them

CREATE TEMPORARY TABLE made AS SELECT gen_random_uuid() AS id FROM generate_series(1, %[1]d);
INSERT INTO lenders (id, name, created_at, updated_at) SELECT id, 'Bench ' || id, now(), now() FROM made;
INSERT INTO portfolios (id, lender_id, mode, created_at) SELECT id, id, 'live', now() FROM made;
INSERT INTO event_heads (portfolio_id, position) SELECT id, 0 FROM made;

-- One case whose renewal is overdue, and four others with few policies.
CREATE TEMPORARY TABLE picked AS SELECT id FROM (
	SELECT id, is_overdue, row_number() OVER (PARTITION BY is_overdue ORDER BY policies, id) AS n FROM (
		SELECT v.id, count(*) AS policies, bool_or(t.id IS NOT NULL) AS is_overdue
		FROM case_verdicts AS v JOIN policies AS p ON p.case_id = v.id
			LEFT JOIN tasks AS t ON t.policy_id = p.id AND t.type = 'renewalFollowUp' AND t.state = 'open'
		GROUP BY v.id
	) AS counted
) AS numbered WHERE n <= CASE WHEN is_overdue THEN 1 ELSE 4 END;
CREATE TEMPORARY TABLE planned AS SELECT id FROM (
	SELECT id, row_number() OVER (PARTITION BY case_id ORDER BY due_at DESC, id) AS n
	FROM renewal_notices WHERE state = 'planned' AND policy_id IS NOT NULL AND case_id IN (TABLE picked)
) AS numbered WHERE n <= 4;

-- Copies the rows of a condition into each portfolio. Columns can have other values.
CREATE FUNCTION pg_temp.spread(name text, condition text, other jsonb DEFAULT '{}') RETURNS void LANGUAGE plpgsql AS $$
DECLARE
	of record;
BEGIN
	SELECT string_agg(quote_ident(attname), ', ') AS columns,
			string_agg(coalesce(other ->> attname, 't.' || quote_ident(attname)), ', ') AS values
		INTO of FROM pg_attribute
		WHERE attrelid = name::regclass AND attnum > 0 AND NOT attisdropped AND attgenerated = '' AND attname <> 'portfolio_id';
	EXECUTE 'INSERT INTO ' || name || ' (portfolio_id, ' || of.columns || ') SELECT made.id, ' || of.values
		|| ' FROM ' || name || ' AS t, made WHERE ' || condition || ' ORDER BY made.id';
END $$;
SELECT pg_temp.spread('cases', 't.id IN (TABLE picked)');
-- A later release seems to have written the verdicts: no node finds that they do not follow from what was copied.
SELECT pg_temp.spread('case_verdicts', 't.id IN (TABLE picked)',
	'{"next_change_on": "now() + (1 + random()) * interval ''1 year''", "look_again_on": "NULL", "flood_rows": "1000"}');
SELECT pg_temp.spread('policies', 't.case_id IN (TABLE picked)');
SELECT pg_temp.spread('cancellations', 't.case_id IN (TABLE picked)');
SELECT pg_temp.spread('policy_versions', 't.is_current AND t.case_id IN (TABLE picked)');
SELECT pg_temp.spread('renewal_notices', 't.id IN (TABLE planned)', '{"due_at": "now() + (1 + random()) * interval ''1 year''"}');
SELECT pg_temp.spread('tasks', 't.id = (SELECT id FROM tasks WHERE type = ''renewalFollowUp'' AND state = ''open''
	AND case_id IN (TABLE picked) ORDER BY id LIMIT 1)');
