-- The providers by which people sign in, and the sessions of those who did.

CREATE TABLE identity_providers (
  id          uuid PRIMARY KEY,
  issuer      text NOT NULL UNIQUE,         -- a person is an issuer and a subject, so no two providers share one
  client_id   text NOT NULL,
  secret      bytea NOT NULL,               -- encrypted
  lender_id   uuid REFERENCES lenders (id), -- whose people they are; null for the operator's staff
  domains     text[] NOT NULL,              -- of the work addresses that lead to it
  roles_claim text NOT NULL,
  mappings    jsonb NOT NULL,               -- which value of the claim gives which role
  created_at  timestamptz(3) NOT NULL
);
SELECT distribute_table('identity_providers');

-- Somebody who signed in, in one browser. It lives no longer than its provider.
CREATE TABLE person_sessions (
  id          uuid PRIMARY KEY, -- the cookie has it
  person_id   uuid NOT NULL REFERENCES persons (id) ON DELETE CASCADE,
  provider_id uuid NOT NULL REFERENCES identity_providers (id) ON DELETE CASCADE,
  sid         text,             -- the session at the provider, if it names one
  created_at  timestamptz(3) NOT NULL,
  expires_at  timestamptz(3) NOT NULL,
  ended_at    timestamptz(3)    -- by signing out, here or there
);
CREATE INDEX person_sessions_person ON person_sessions (person_id);
CREATE INDEX person_sessions_provider ON person_sessions (provider_id, sid);
CREATE INDEX person_sessions_expires_at ON person_sessions (expires_at);
SELECT distribute_table('person_sessions');
