-- Each feed has the server on which its places were given last: with several primaries that of its portfolio. It is asked and locked in one
-- statement of one table, which Citus sends whole to that server; joined with event_epoch it was locked nowhere.
SELECT lock_patiently('event_heads');

-- The generation comes with the call: its table is where the nodes start, and not where the portfolio is.
CREATE FUNCTION event_server(generation bigint) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  server text := concat_ws(' ', (SELECT oid FROM pg_database WHERE datname = current_database()), generation);
BEGIN
  BEGIN
    server := server || ' ' || (SELECT system_identifier FROM pg_control_system());
  EXCEPTION WHEN insufficient_privilege OR undefined_function OR feature_not_supported THEN
    NULL;
  END;
  BEGIN
    server := server || ' ' || left(pg_walfile_name(pg_current_wal_lsn()), 8);
  EXCEPTION WHEN insufficient_privilege OR undefined_function OR feature_not_supported THEN
    NULL;
  END;
  RETURN server;
END $$;

-- Nodes of the release before go on with event_epoch, and change nothing here.
ALTER TABLE event_heads ADD COLUMN server text NOT NULL DEFAULT '';
UPDATE event_heads SET server = (SELECT server FROM event_epoch);
