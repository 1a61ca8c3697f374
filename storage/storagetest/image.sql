-- Saves the rows of all tables in the schema saved, whose function restore() makes them the same again.
CREATE SCHEMA saved;

-- The last transaction that made a row what it was.
CREATE TABLE saved.last AS SELECT pg_current_xact_id()::text::bigint AS xid;

-- Of which objects the database consists.
CREATE FUNCTION saved.schema() RETURNS text LANGUAGE sql AS $$
	SELECT concat_ws(' ',
		(SELECT concat_ws('/', count(*), sum(hashtext(concat_ws('/', relname, relkind, relchecks, relrowsecurity, relowner, relacl, reloptions))))
			FROM pg_class WHERE oid >= 16384),
		(SELECT concat_ws('/', count(*), sum(hashname(attname)), sum(atttypid::bigint)) FROM pg_attribute WHERE attrelid >= 16384),
		(SELECT concat_ws('/', count(*), max(xmin::text::bigint)) FROM pg_constraint WHERE oid >= 16384),
		(SELECT concat_ws('/', count(*), max(xmin::text::bigint)) FROM pg_trigger),
		(SELECT concat_ws('/', count(*), max(xmin::text::bigint)) FROM pg_policy),
		(SELECT concat_ws('/', count(*), max(xmin::text::bigint)) FROM pg_proc WHERE oid >= 16384),
		(SELECT count(*) FROM pg_statistic),
		(SELECT concat_ws('/', datdba, datacl) FROM pg_database WHERE datname = current_database()),
		(SELECT string_agg(s.setconfig::text, ' ') FROM pg_db_role_setting s JOIN pg_database d ON d.oid = s.setdatabase
			WHERE datname = current_database()))
$$;

DO $$
DECLARE
	kept record;
	n bigint;
	body text := '';
BEGIN
	FOR kept IN
		SELECT relname AS name, string_agg(quote_ident(attname), ', ') AS columns
		FROM pg_class JOIN pg_attribute ON attrelid = pg_class.oid
		WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition
			AND attnum > 0 AND NOT attisdropped AND attgenerated = ''
		GROUP BY relname
	LOOP
		EXECUTE format('CREATE TABLE saved.%1$I AS SELECT %2$s FROM public.%1$I', kept.name, kept.columns);
		EXECUTE format('SELECT count(*) FROM saved.%I', kept.name) INTO n;
		-- A table whose rows are as many as then, and none younger, was not written to.
		body := body || format('IF (SELECT count(*) <> %3$s OR max(xmin::text::bigint) > restored_at FROM public.%1$I) THEN
			DELETE FROM public.%1$I;
			INSERT INTO public.%1$I (%2$s) OVERRIDING SYSTEM VALUE SELECT %2$s FROM saved.%1$I ORDER BY ctid; END IF; ',
			kept.name, kept.columns, n);
	END LOOP;
	EXECUTE format('CREATE FUNCTION saved.restore() RETURNS void LANGUAGE plpgsql AS %L', 'DECLARE restored_at bigint := (SELECT xid FROM saved.last);
		BEGIN ' || body || 'UPDATE saved.last SET xid = pg_current_xact_id()::text::bigint; END');
END $$;
