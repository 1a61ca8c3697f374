-- People who sign in with an identity provider. The issuer and the subject say who it is, and never the address.
CREATE TABLE persons (
  id           uuid PRIMARY KEY,
  provider_id  uuid NOT NULL, -- by which they came last
  issuer       text NOT NULL,
  subject      text NOT NULL,
  name         text NOT NULL,
  email        text, -- as the provider shows it
  lender_id    uuid REFERENCES lenders (id), -- null for the operator's staff
  roles        text[] NOT NULL,
  state        text NOT NULL CHECK (state IN ('active', 'suspended')),
  last_seen_at timestamptz(3), -- null until the first sign-in
  created_at   timestamptz(3) NOT NULL,
  updated_at   timestamptz(3) NOT NULL,
  UNIQUE (issuer, subject),
  -- No provider of a lender makes staff, and none of the operator a lender's people.
  CONSTRAINT persons_roles_check CHECK (roles <@ CASE WHEN lender_id IS NULL THEN ARRAY['support', 'operator']
    ELSE ARRAY['viewer', 'analyst', 'approver', 'admin'] END)
);
CREATE INDEX persons_lender ON persons (lender_id, id);
SELECT distribute_table('persons');

-- Which of the portfolio's users a person is.
SELECT lock_patiently('users');
ALTER TABLE users ADD COLUMN person_id uuid REFERENCES persons (id);
CREATE UNIQUE INDEX users_person ON users (person_id, portfolio_id) WHERE person_id IS NOT NULL;

-- What a service account may do, if not everything that its organization may.
ALTER TABLE token_restrictions ADD COLUMN role text CHECK (role IN ('viewer', 'analyst', 'approver', 'admin'));

-- Every event that there is fulfils the new condition, so none is read.
DO $$
DECLARE
  part regclass;
BEGIN
  FOR part IN SELECT relid FROM pg_partition_tree('audit_events') ORDER BY level LOOP
    EXECUTE format('ALTER TABLE %s DROP CONSTRAINT IF EXISTS audit_events_actor_kind_check', part);
  END LOOP;
  ALTER TABLE audit_events ADD CONSTRAINT audit_events_actor_kind_check
    CHECK (actor_kind IN ('serviceAccount', 'staff', 'person', 'system', 'evidenceLink')) NOT VALID;
END $$;
