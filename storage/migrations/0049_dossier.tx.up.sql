-- The public keys of the installation, for good: what was signed before the signing key was replaced can be verified after.
CREATE TABLE published_keys (
  key   bytea PRIMARY KEY,
  since timestamptz(3) NOT NULL DEFAULT now()
);
SELECT distribute_table('published_keys');

-- Who takes a dossier reads. That is in the trail, as what staff read, and not in the feed of what changes.
CREATE OR REPLACE FUNCTION note_events() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  noted record;
BEGIN
  FOR noted IN
    SELECT portfolio_id, array_agg(id ORDER BY id) AS ids FROM changed
    WHERE portfolio_id <> '00000000-0000-0000-0000-000000000000' AND subject_id IS NOT NULL
      AND action NOT IN ('portfolio.read', 'case.dossierTaken')
    GROUP BY portfolio_id
  LOOP
    INSERT INTO event_outbox (portfolio_id, id) SELECT noted.portfolio_id, id FROM unnest(noted.ids) AS id;
  END LOOP;
  RETURN NULL;
END $$;
