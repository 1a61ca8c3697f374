-- Adds a copy of a portfolio: with a lender, an organization and a token, which have one id, as they are of different tables.
-- Records have the ids of the first portfolio's, and so no check of a row can fail.
CREATE TEMPORARY TABLE copied AS
	SELECT gen_random_uuid() AS copy_id, p.id AS of_portfolio, p.lender_id AS of_lender, t.organization_id AS of_organization,
		t.id AS of_token, decode('%[2]x', 'hex') AS copy_digest, %[3]d AS copy_number
	FROM tokens AS t JOIN organizations AS o ON o.id = t.organization_id
		JOIN portfolios AS p ON p.lender_id = o.lender_id AND p.mode = t.mode WHERE t.digest = decode('%[1]x', 'hex');
INSERT INTO lenders SELECT (jsonb_populate_record(l, jsonb_build_object('id', copy_id, 'name', name || ' ' || copy_number))).*
	FROM lenders AS l JOIN copied ON l.id = of_lender;
INSERT INTO portfolios SELECT (jsonb_populate_record(p, jsonb_build_object('id', copy_id, 'lender_id', copy_id))).*
	FROM portfolios AS p JOIN copied ON p.id = of_portfolio;
INSERT INTO organizations SELECT (jsonb_populate_record(o, jsonb_build_object('id', copy_id, 'lender_id', copy_id,
	'name', name || ' ' || copy_number))).* FROM organizations AS o JOIN copied ON o.id = of_organization;
INSERT INTO tokens SELECT (jsonb_populate_record(t, jsonb_build_object('id', copy_id, 'organization_id', copy_id,
	'digest', copy_digest))).* FROM tokens AS t JOIN copied ON t.id = of_token;

-- The rows of the portfolio, totals and all, without the triggers that would count them again.
DO $$
DECLARE
	of record;
	first uuid := (SELECT of_portfolio FROM copied);
	copy uuid := (SELECT copy_id FROM copied);
BEGIN
	SET LOCAL session_replication_role = replica;
	SET LOCAL enable_seqscan = off; -- statistics do not know yet that there are many portfolios
	FOR of IN SELECT k.oid::regclass AS name, string_agg(quote_ident(attname), ', ') AS columns
		FROM pg_class AS k JOIN pg_attribute AS a ON attrelid = k.oid AND attnum > 0 AND NOT attisdropped AND attgenerated = ''
		WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition AND attname <> 'portfolio_id'
			AND EXISTS (SELECT FROM pg_attribute AS p WHERE p.attrelid = k.oid AND p.attname = 'portfolio_id')
		GROUP BY k.oid
	LOOP
		EXECUTE 'INSERT INTO ' || of.name || ' (portfolio_id, ' || of.columns || ') SELECT $2, ' || of.columns || ' FROM ' || of.name
			|| ' WHERE portfolio_id = $1' USING first, copy;
	END LOOP;
END $$;
