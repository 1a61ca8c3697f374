-- Searches by metadata and by members of arrays read what a GIN index has not yet sorted in, by default up to 4 MB: 0.6 ms of each
-- search among a million documents, where the sorted index takes 0.04 ms. 64 kB is the least that Postgres takes, and with few keys
-- a row sorting in more often costs next to nothing. Indexes of trigrams keep the default: with 30 keys a row it would cost 0.3 ms.
--
-- A COMMIT after each, so that no index waits with those before it locked. It may be run twice.
DO $$
DECLARE
  found text;
BEGIN
  FOR found IN
    SELECT indexname FROM pg_indexes
    WHERE schemaname = current_schema() AND indexdef LIKE '% USING gin (portfolio\_id,%' AND indexdef NOT LIKE '%gin_trgm_ops%'
  LOOP
    EXECUTE format('ALTER INDEX %I SET (gin_pending_list_limit = 64)', found);
    COMMIT;
  END LOOP;
END $$;
