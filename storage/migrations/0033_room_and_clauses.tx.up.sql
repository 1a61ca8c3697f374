-- Evidence has room of its own (reliability R26): files that were announced with a link and not handed in are counted apart from the
-- uploads of the lender.
SELECT lock_patiently('uploads, mortgagee_clauses');

CREATE OR REPLACE FUNCTION count_upload_bytes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    PERFORM count_bytes(portfolio_id, of, sum(bytes)::bigint) FROM (
      SELECT portfolio_id, CASE WHEN evidence_link_id IS NULL THEN 'unclaimed' ELSE 'evidence' END AS of, coalesce(size, 1048576) AS bytes
      FROM new_rows WHERE claimed_at IS NULL) AS changed
    GROUP BY portfolio_id, of;
  ELSIF TG_OP = 'DELETE' THEN
    PERFORM count_bytes(portfolio_id, of, -sum(bytes)::bigint) FROM (
      SELECT portfolio_id, CASE WHEN evidence_link_id IS NULL THEN 'unclaimed' ELSE 'evidence' END AS of, coalesce(size, 1048576) AS bytes
      FROM old_rows WHERE claimed_at IS NULL) AS changed
    GROUP BY portfolio_id, of;
  ELSE
    PERFORM count_bytes(portfolio_id, of, sum(bytes)::bigint) FROM (
      SELECT portfolio_id, CASE WHEN evidence_link_id IS NULL THEN 'unclaimed' ELSE 'evidence' END AS of, coalesce(size, 1048576) AS bytes
      FROM new_rows WHERE claimed_at IS NULL
      UNION ALL SELECT portfolio_id, CASE WHEN evidence_link_id IS NULL THEN 'unclaimed' ELSE 'evidence' END, -coalesce(size, 1048576)
      FROM old_rows WHERE claimed_at IS NULL) AS changed
    GROUP BY portfolio_id, of;
  END IF;
  RETURN NULL;
END $$;

-- What there is moves to its own room: shard -1 has it.
INSERT INTO file_bytes (portfolio_id, kind, shard, n) SELECT portfolio_id, 'evidence', -1, sum(coalesce(size, 1048576))::bigint
FROM uploads WHERE claimed_at IS NULL AND evidence_link_id IS NOT NULL GROUP BY portfolio_id;
INSERT INTO file_bytes (portfolio_id, kind, shard, n) SELECT portfolio_id, 'unclaimed', -1, -sum(coalesce(size, 1048576))::bigint
FROM uploads WHERE claimed_at IS NULL AND evidence_link_id IS NOT NULL GROUP BY portfolio_id;

-- Who empties the uploads has emptied both.
CREATE OR REPLACE FUNCTION forget_bytes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM file_bytes WHERE kind = TG_ARGV[0] OR TG_ARGV[0] = 'unclaimed' AND kind = 'evidence';
  RETURN NULL;
END $$;

-- A clause whose type has changed: the cases after this one, in the order of their ids, are still to be judged; null: none.
ALTER TABLE mortgagee_clauses ADD COLUMN judged_to uuid;
CREATE INDEX mortgagee_clauses_judged_to ON mortgagee_clauses (portfolio_id, id) WHERE judged_to IS NOT NULL;
