-- What the directory of a company says of its people, by SCIM: of an identity provider each, which shows a token of its own.
SELECT lock_patiently('identity_providers, persons');

ALTER TABLE identity_providers ADD COLUMN scim_digest bytea; -- of the token; null: none was made
CREATE UNIQUE INDEX identity_providers_scim_digest ON identity_providers (scim_digest);

-- Who was suspended by their company's directory is active again when it says so, and who was by hand is not.
ALTER TABLE persons ADD COLUMN suspended_by_directory boolean NOT NULL DEFAULT false;

CREATE TABLE directory_users (
  id          uuid PRIMARY KEY,
  provider_id uuid NOT NULL REFERENCES identity_providers (id) ON DELETE CASCADE,
  external_id text,                         -- what the directory calls them
  user_name   text NOT NULL,
  is_active   boolean NOT NULL,
  attributes  jsonb NOT NULL,               -- what else is shown of them; of who was deleted nothing
  person_id   uuid REFERENCES persons (id), -- null until they sign in
  created_at  timestamptz(3) NOT NULL,
  updated_at  timestamptz(3) NOT NULL,
  deleted_at  timestamptz(3)                -- they are kept, so that they cannot sign in
);
CREATE UNIQUE INDEX directory_users_user_name ON directory_users (provider_id, lower(user_name), coalesce(deleted_at, 'infinity'));
CREATE UNIQUE INDEX directory_users_external_id ON directory_users (provider_id, external_id, coalesce(deleted_at, 'infinity'));
CREATE INDEX directory_users_id ON directory_users (provider_id, id) WHERE deleted_at IS NULL;
CREATE INDEX directory_users_person ON directory_users (person_id);
SELECT distribute_table('directory_users');

CREATE TABLE directory_groups (
  id           uuid PRIMARY KEY,
  provider_id  uuid NOT NULL REFERENCES identity_providers (id) ON DELETE CASCADE,
  external_id  text,
  display_name text NOT NULL,
  created_at   timestamptz(3) NOT NULL,
  updated_at   timestamptz(3) NOT NULL
);
CREATE INDEX directory_groups_id ON directory_groups (provider_id, id);
SELECT distribute_table('directory_groups');

CREATE TABLE directory_members (
  group_id uuid NOT NULL REFERENCES directory_groups (id) ON DELETE CASCADE,
  user_id  uuid NOT NULL REFERENCES directory_users (id) ON DELETE CASCADE,
  PRIMARY KEY (group_id, user_id)
);
CREATE INDEX directory_members_user ON directory_members (user_id);
SELECT distribute_table('directory_members');
