-- The first schema. Every portfolio-owned table has the key (portfolio_id, id), and references within a portfolio carry it,
-- so that no reference can cross a portfolio. Arrays of ids keep the order that clients gave; resolvers check them.

CREATE EXTENSION IF NOT EXISTS pg_trgm;
CREATE EXTENSION IF NOT EXISTS btree_gin;

-- Administration -----------------------------------------------------------------------------------------------------------

CREATE TABLE plans (
  key          text PRIMARY KEY,
  name         text NOT NULL,
  entitlements text[] NOT NULL
);

INSERT INTO plans (key, name, entitlements) VALUES
  ('full',  'Full',  '{API_ACCESS,RISK_PROFILE_MANAGEMENT}'),
  ('basic', 'Basic', '{API_ACCESS}'),
  ('none',  'None',  '{}');

CREATE TABLE lenders (
  id            uuid PRIMARY KEY,
  name          text NOT NULL UNIQUE,
  renewal_steps jsonb, -- days relative to the end of the term, by step; null for the default
  created_at    timestamptz(3) NOT NULL,
  updated_at    timestamptz(3) NOT NULL
);

CREATE TABLE portfolios (
  id         uuid PRIMARY KEY,
  lender_id  uuid NOT NULL REFERENCES lenders (id),
  mode       text NOT NULL CHECK (mode IN ('live', 'test')),
  created_at timestamptz(3) NOT NULL,
  UNIQUE (lender_id, mode)
);

CREATE TABLE organizations (
  id         uuid PRIMARY KEY,
  name       text NOT NULL UNIQUE,
  lender_id  uuid NOT NULL REFERENCES lenders (id),
  plan_key   text NOT NULL REFERENCES plans (key),
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL
);

CREATE TABLE tokens (
  id              uuid PRIMARY KEY,
  digest          bytea NOT NULL UNIQUE, -- SHA-256 of the text, which is stored nowhere
  name            text NOT NULL,
  organization_id uuid REFERENCES organizations (id),
  mode            text CHECK (mode IN ('live', 'test')),
  role            text CHECK (role IN ('SUPPORT', 'OPERATOR')),
  created_at      timestamptz(3) NOT NULL,
  expires_at      timestamptz(3),
  revoked_at      timestamptz(3),
  last_used_at    timestamptz(3),
  CHECK ((role IS NULL) = (organization_id IS NOT NULL AND mode IS NOT NULL))
);

CREATE TABLE idempotency_keys (
  organization_id uuid NOT NULL, -- of staff: the token's id
  mode            text NOT NULL,
  key             text NOT NULL,
  fingerprint     bytea NOT NULL,
  status          int NOT NULL,
  header          jsonb NOT NULL,
  body            bytea NOT NULL,
  created_at      timestamptz(3) NOT NULL,
  PRIMARY KEY (organization_id, mode, key)
);
CREATE INDEX idempotency_keys_created_at ON idempotency_keys (created_at);

CREATE TABLE audit_events (
  portfolio_id uuid NOT NULL, -- the zero UUID for administration
  id           uuid NOT NULL,
  actor_kind   text NOT NULL CHECK (actor_kind IN ('serviceAccount', 'staff', 'system')),
  actor_id     uuid,
  actor_name   text NOT NULL,
  action       text NOT NULL,
  subject_type text NOT NULL,
  subject_id   uuid,
  changes      jsonb NOT NULL,
  request_id   text NOT NULL,
  at           timestamptz(3) NOT NULL,
  PRIMARY KEY (portfolio_id, id)
);
CREATE INDEX audit_events_subject ON audit_events (portfolio_id, subject_id, id);
CREATE INDEX audit_events_actor ON audit_events (portfolio_id, actor_id, id);
CREATE INDEX audit_events_at ON audit_events (portfolio_id, at, id);

-- Catalog: written from model's tables by every migration run, the same ids everywhere ------------------------------------

CREATE TABLE asset_types (
  id             uuid PRIMARY KEY,
  key            text NOT NULL UNIQUE,
  name           text NOT NULL,
  classification text NOT NULL CHECK (classification IN ('tangible', 'nonTangible')),
  position       int NOT NULL,
  metadata       jsonb NOT NULL DEFAULT '{}',
  created_at     timestamptz(3) NOT NULL,
  updated_at     timestamptz(3) NOT NULL
);

CREATE TABLE field_types (
  asset_type_id uuid NOT NULL REFERENCES asset_types (id),
  id            uuid NOT NULL, -- the same for every asset type that has the field
  key           text NOT NULL,
  label         text NOT NULL,
  kind          text NOT NULL,
  required      bool NOT NULL,
  options       text[] NOT NULL,
  position      int NOT NULL,
  PRIMARY KEY (asset_type_id, id)
);

CREATE TABLE document_categories (
  id         uuid PRIMARY KEY,
  key        text NOT NULL UNIQUE,
  name       text NOT NULL,
  position   int NOT NULL,
  metadata   jsonb NOT NULL DEFAULT '{}',
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL
);

CREATE TABLE coverage_types (
  id             uuid PRIMARY KEY,
  key            text NOT NULL UNIQUE,
  name           text NOT NULL,
  coverage_group text NOT NULL,
  position       int NOT NULL,
  metadata       jsonb NOT NULL DEFAULT '{}',
  created_at     timestamptz(3) NOT NULL,
  updated_at     timestamptz(3) NOT NULL
);

CREATE TABLE perils (
  id                uuid PRIMARY KEY,
  key               text NOT NULL UNIQUE,
  name              text NOT NULL,
  weight            float8 NOT NULL,
  coverage_type_ids uuid[] NOT NULL,
  position          int NOT NULL,
  metadata          jsonb NOT NULL DEFAULT '{}',
  created_at        timestamptz(3) NOT NULL,
  updated_at        timestamptz(3) NOT NULL
);

-- Parties --------------------------------------------------------------------------------------------------------------------

CREATE TABLE users (
  portfolio_id uuid NOT NULL REFERENCES portfolios (id),
  id           uuid NOT NULL,
  email        text NOT NULL,
  first_name   text,
  last_name    text,
  display_name text NOT NULL,
  role         text NOT NULL CHECK (role IN ('admin', 'analyst', 'viewer')),
  active       bool NOT NULL,
  metadata     jsonb NOT NULL DEFAULT '{}',
  created_at   timestamptz(3) NOT NULL,
  updated_at   timestamptz(3) NOT NULL,
  PRIMARY KEY (portfolio_id, id)
);
CREATE UNIQUE INDEX users_email ON users (portfolio_id, lower(email));
CREATE INDEX users_active ON users (portfolio_id, active, id);

CREATE TABLE brokerages (
  portfolio_id    uuid NOT NULL REFERENCES portfolios (id),
  id              uuid NOT NULL,
  name            text NOT NULL,
  mailing_address text,
  street_address  text,
  city            text,
  state           text,
  postal_code     text,
  metadata        jsonb NOT NULL DEFAULT '{}',
  created_at      timestamptz(3) NOT NULL,
  updated_at      timestamptz(3) NOT NULL,
  search          text NOT NULL GENERATED ALWAYS AS (lower(name || E'\n' || coalesce(city, ''))) STORED,
  PRIMARY KEY (portfolio_id, id)
);
CREATE INDEX brokerages_state ON brokerages (portfolio_id, state, id);

CREATE TABLE brokers (
  portfolio_id    uuid NOT NULL REFERENCES portfolios (id),
  id              uuid NOT NULL,
  brokerage_id    uuid,
  email           text,
  phone           text,
  phone_extension text,
  phone_type      text CHECK (phone_type IN ('mobile', 'office', 'home', 'fax', 'other')),
  first_name      text,
  last_name       text,
  name            text, -- as given; display_name is derived when null
  display_name    text NOT NULL,
  path_name       text NOT NULL,
  metadata        jsonb NOT NULL DEFAULT '{}',
  created_at      timestamptz(3) NOT NULL,
  updated_at      timestamptz(3) NOT NULL,
  search          text NOT NULL GENERATED ALWAYS AS (lower(display_name || E'\n' || coalesce(first_name || ' ', '') ||
    coalesce(last_name, '') || E'\n' || coalesce(email, '') || E'\n' || coalesce(phone, ''))) STORED,
  PRIMARY KEY (portfolio_id, id),
  UNIQUE (portfolio_id, path_name),
  FOREIGN KEY (portfolio_id, brokerage_id) REFERENCES brokerages (portfolio_id, id)
);
CREATE INDEX brokers_brokerage ON brokers (portfolio_id, brokerage_id, id);
CREATE INDEX brokers_email ON brokers (portfolio_id, lower(email), id);

CREATE TABLE insured_groups (
  portfolio_id uuid NOT NULL REFERENCES portfolios (id),
  id           uuid NOT NULL,
  name         text NOT NULL,
  metadata     jsonb NOT NULL DEFAULT '{}',
  created_at   timestamptz(3) NOT NULL,
  updated_at   timestamptz(3) NOT NULL,
  search       text NOT NULL GENERATED ALWAYS AS (lower(name)) STORED,
  PRIMARY KEY (portfolio_id, id)
);
CREATE INDEX insured_groups_name ON insured_groups (portfolio_id, name, id);

CREATE TABLE insureds (
  portfolio_id     uuid NOT NULL REFERENCES portfolios (id),
  id               uuid NOT NULL,
  type             text NOT NULL CHECK (type IN ('corporate', 'individual')),
  name             text, -- as given; display_name is derived when null
  display_name     text NOT NULL,
  insured_group_id uuid,
  path_name        text NOT NULL,
  corporate_name   text,
  prefix           text,
  first_name       text,
  middle_name      text,
  last_name        text,
  suffix           text,
  metadata         jsonb NOT NULL DEFAULT '{}',
  created_at       timestamptz(3) NOT NULL,
  updated_at       timestamptz(3) NOT NULL,
  search           text NOT NULL GENERATED ALWAYS AS (lower(display_name || E'\n' || coalesce(corporate_name, '') || E'\n' ||
    coalesce(first_name || ' ', '') || coalesce(middle_name || ' ', '') || coalesce(last_name, ''))) STORED,
  PRIMARY KEY (portfolio_id, id),
  UNIQUE (portfolio_id, path_name),
  FOREIGN KEY (portfolio_id, insured_group_id) REFERENCES insured_groups (portfolio_id, id)
);
CREATE INDEX insureds_type ON insureds (portfolio_id, type, id);
CREATE INDEX insureds_group ON insureds (portfolio_id, insured_group_id, id);

CREATE TABLE certificate_holders (
  portfolio_id uuid NOT NULL REFERENCES portfolios (id),
  id           uuid NOT NULL,
  name         text NOT NULL,
  address      jsonb,
  clause_types text[] NOT NULL,
  metadata     jsonb NOT NULL DEFAULT '{}',
  created_at   timestamptz(3) NOT NULL,
  updated_at   timestamptz(3) NOT NULL,
  search       text NOT NULL GENERATED ALWAYS AS (lower(name)) STORED,
  PRIMARY KEY (portfolio_id, id)
);

CREATE TABLE mortgagee_clauses (
  portfolio_id          uuid NOT NULL REFERENCES portfolios (id),
  id                    uuid NOT NULL,
  certificate_holder_id uuid NOT NULL,
  clause_type           text NOT NULL,
  wording               text NOT NULL,
  metadata              jsonb NOT NULL DEFAULT '{}',
  created_at            timestamptz(3) NOT NULL,
  updated_at            timestamptz(3) NOT NULL,
  PRIMARY KEY (portfolio_id, id),
  FOREIGN KEY (portfolio_id, certificate_holder_id) REFERENCES certificate_holders (portfolio_id, id)
);
CREATE INDEX mortgagee_clauses_holder ON mortgagee_clauses (portfolio_id, certificate_holder_id, id);
CREATE INDEX mortgagee_clauses_type ON mortgagee_clauses (portfolio_id, clause_type, id);

-- What cases are measured against --------------------------------------------------------------------------------------------

CREATE TABLE programs (
  portfolio_id  uuid NOT NULL REFERENCES portfolios (id),
  id            uuid NOT NULL,
  name          text NOT NULL,
  product_types jsonb NOT NULL,
  metadata      jsonb NOT NULL DEFAULT '{}',
  created_at    timestamptz(3) NOT NULL,
  updated_at    timestamptz(3) NOT NULL,
  search        text NOT NULL GENERATED ALWAYS AS (lower(name)) STORED,
  PRIMARY KEY (portfolio_id, id)
);

CREATE TABLE risk_profiles (
  portfolio_id                    uuid NOT NULL REFERENCES portfolios (id),
  id                              uuid NOT NULL,
  lineage_id                      uuid NOT NULL,
  version                         int NOT NULL,
  name                            text NOT NULL,
  description                     text NOT NULL,
  type                            text NOT NULL CHECK (type IN ('STANDALONE', 'CLONE', 'SUBSCRIPTION')),
  source_id                       uuid, -- the version it was copied of or follows
  source_lineage_id               uuid, -- of a subscription: the lineage it follows
  protection_score                float8 NOT NULL,
  asset_type_ids                  uuid[] NOT NULL,
  certificate_holder_ids          uuid[] NOT NULL,
  certificate_holder_clause_types jsonb NOT NULL,
  requirements                    jsonb NOT NULL,
  is_published                    bool NOT NULL,
  is_latest_version               bool NOT NULL,
  published_at                    timestamptz(3),
  metadata                        jsonb NOT NULL DEFAULT '{}',
  created_at                      timestamptz(3) NOT NULL,
  updated_at                      timestamptz(3) NOT NULL,
  PRIMARY KEY (portfolio_id, id),
  UNIQUE (portfolio_id, lineage_id, version),
  FOREIGN KEY (portfolio_id, source_id) REFERENCES risk_profiles (portfolio_id, id),
  CHECK (is_published = (published_at IS NOT NULL)),
  CHECK (is_published OR NOT is_latest_version)
);
CREATE UNIQUE INDEX risk_profiles_latest ON risk_profiles (portfolio_id, lineage_id) WHERE is_latest_version;
CREATE UNIQUE INDEX risk_profiles_draft ON risk_profiles (portfolio_id, lineage_id) WHERE NOT is_published;
CREATE INDEX risk_profiles_type ON risk_profiles (portfolio_id, type, id);
CREATE INDEX risk_profiles_is_published ON risk_profiles (portfolio_id, is_published, id);
CREATE INDEX risk_profiles_is_latest_version ON risk_profiles (portfolio_id, is_latest_version, id);
CREATE INDEX risk_profiles_source ON risk_profiles (portfolio_id, source_lineage_id, id);

-- Cases, and what belongs to them --------------------------------------------------------------------------------------------

CREATE TABLE cases (
  portfolio_id             uuid NOT NULL REFERENCES portfolios (id),
  id                       uuid NOT NULL,
  name                     text, -- as given; display_name is derived when null
  display_name             text NOT NULL,
  status                   text NOT NULL CHECK (status IN ('DRAFT', 'OPEN', 'ONBOARDING', 'approved', 'onHold')),
  status_before_hold       text CHECK (status_before_hold IN ('DRAFT', 'OPEN', 'ONBOARDING', 'approved')),
  on_hold_at               timestamptz(3),
  management_type          text NOT NULL CHECK (management_type IN ('selfManaged', 'serviceManaged')),
  program_id               uuid,
  risk_profile_id          uuid,
  insurance_contact_ids    uuid[] NOT NULL DEFAULT '{}',
  insurance_contact_cc_ids uuid[] NOT NULL DEFAULT '{}',
  insured_ids              uuid[] NOT NULL DEFAULT '{}',
  mortgagee_clause_ids     uuid[] NOT NULL DEFAULT '{}',
  loan_number              text,
  loan_amount              jsonb,
  maturity_date            timestamptz(3),
  metadata                 jsonb NOT NULL DEFAULT '{}',
  created_at               timestamptz(3) NOT NULL,
  updated_at               timestamptz(3) NOT NULL,
  search                   text NOT NULL GENERATED ALWAYS AS (lower(display_name || E'\n' || coalesce(loan_number, ''))) STORED,
  PRIMARY KEY (portfolio_id, id),
  FOREIGN KEY (portfolio_id, program_id) REFERENCES programs (portfolio_id, id),
  FOREIGN KEY (portfolio_id, risk_profile_id) REFERENCES risk_profiles (portfolio_id, id),
  CHECK ((program_id IS NULL) <> (risk_profile_id IS NULL)),
  CHECK ((status = 'onHold') = (status_before_hold IS NOT NULL)),
  CHECK ((status = 'onHold') = (on_hold_at IS NOT NULL))
);
CREATE INDEX cases_status ON cases (portfolio_id, status, id);
CREATE INDEX cases_management_type ON cases (portfolio_id, management_type, id);
CREATE INDEX cases_program ON cases (portfolio_id, program_id, id);
CREATE INDEX cases_risk_profile ON cases (portfolio_id, risk_profile_id, id);
CREATE INDEX cases_loan_number ON cases (portfolio_id, loan_number, id);

CREATE TABLE uploads (
  portfolio_id uuid NOT NULL REFERENCES portfolios (id),
  id           uuid NOT NULL, -- the directUploadKey
  file_name    text NOT NULL,
  file_type    text NOT NULL,
  created_at   timestamptz(3) NOT NULL,
  expires_at   timestamptz(3) NOT NULL, -- until then it can be claimed
  claimed_at   timestamptz(3),
  blob_key     text,          -- of the document that claimed it
  PRIMARY KEY (portfolio_id, id),
  CHECK ((claimed_at IS NULL) = (blob_key IS NULL))
);
CREATE INDEX uploads_created ON uploads (created_at, id);

CREATE TABLE documents (
  portfolio_id uuid NOT NULL REFERENCES portfolios (id),
  id           uuid NOT NULL,
  case_id      uuid NOT NULL,
  category_id  uuid NOT NULL REFERENCES document_categories (id),
  file_name    text NOT NULL,
  file_type    text NOT NULL,
  name         text NOT NULL,
  versions     uuid[] NOT NULL, -- uploads, newest last
  blob_key     text NOT NULL,   -- where the newest upload lies in the object store
  metadata     jsonb NOT NULL DEFAULT '{}',
  created_at   timestamptz(3) NOT NULL,
  updated_at   timestamptz(3) NOT NULL,
  PRIMARY KEY (portfolio_id, id),
  FOREIGN KEY (portfolio_id, case_id) REFERENCES cases (portfolio_id, id)
);
CREATE INDEX documents_case ON documents (portfolio_id, case_id, id);
CREATE INDEX documents_category ON documents (portfolio_id, category_id, id);

CREATE TABLE assets (
  portfolio_id  uuid NOT NULL REFERENCES portfolios (id),
  id            uuid NOT NULL,
  case_id       uuid NOT NULL,
  asset_type_id uuid NOT NULL REFERENCES asset_types (id),
  display_name  text NOT NULL,
  fields        jsonb NOT NULL DEFAULT '[]',
  document_ids  uuid[] NOT NULL DEFAULT '{}',
  metadata      jsonb NOT NULL DEFAULT '{}',
  created_at    timestamptz(3) NOT NULL,
  updated_at    timestamptz(3) NOT NULL,
  PRIMARY KEY (portfolio_id, id),
  FOREIGN KEY (portfolio_id, case_id) REFERENCES cases (portfolio_id, id)
);
CREATE INDEX assets_case ON assets (portfolio_id, case_id, id);
CREATE INDEX assets_type ON assets (portfolio_id, asset_type_id, id);

-- Policies: identity and status here, every snapshot of their coverage in policy_versions, which is never updated ------------

CREATE TABLE policies (
  portfolio_id          uuid NOT NULL REFERENCES portfolios (id),
  id                    uuid NOT NULL,
  case_id               uuid NOT NULL,
  status                text NOT NULL CHECK (status IN ('active', 'deactivated', 'renewalInProgress', 'onHold')),
  status_before_hold    text CHECK (status_before_hold IN ('active', 'deactivated', 'renewalInProgress')),
  on_hold_at            timestamptz(3),
  deactivated_at        timestamptz(3),
  insurance_contact_ids uuid[] NOT NULL DEFAULT '{}',
  current_version_id    uuid NOT NULL,
  -- Copies of the current version's, for filters and for the sweep of renewals.
  term_number           int NOT NULL,
  coverage_type_ids     uuid[] NOT NULL DEFAULT '{}',
  policy_number         text,
  start_date            timestamptz(3),
  end_date              timestamptz(3),
  metadata              jsonb NOT NULL DEFAULT '{}',
  created_at            timestamptz(3) NOT NULL,
  updated_at            timestamptz(3) NOT NULL,
  PRIMARY KEY (portfolio_id, id),
  FOREIGN KEY (portfolio_id, case_id) REFERENCES cases (portfolio_id, id),
  CHECK ((status = 'onHold') = (status_before_hold IS NOT NULL)),
  CHECK ((status = 'onHold') = (on_hold_at IS NOT NULL))
);
CREATE INDEX policies_case ON policies (portfolio_id, case_id, id);
CREATE INDEX policies_status ON policies (portfolio_id, status, id);
CREATE INDEX policies_number ON policies (portfolio_id, policy_number, id);
CREATE INDEX policies_start_date ON policies (portfolio_id, start_date, id);
CREATE INDEX policies_end_date ON policies (portfolio_id, end_date, id);
CREATE INDEX policies_coverage_types ON policies USING gin (portfolio_id, coverage_type_ids);

CREATE TABLE policy_versions (
  portfolio_id         uuid NOT NULL REFERENCES portfolios (id),
  id                   uuid NOT NULL,
  policy_id            uuid NOT NULL,
  case_id              uuid NOT NULL,
  version_number       int NOT NULL,
  term_number          int NOT NULL,
  reason               text NOT NULL CHECK (reason IN ('created', 'newTerm', 'correction')),
  gap_days             int NOT NULL DEFAULT 0,
  name                 text, -- as given; display_name is derived when null
  display_name         text NOT NULL,
  product_type         text,
  coverage_layer       text CHECK (coverage_layer IN ('primary', 'excess', 'umbrella')),
  coverage_type_ids    uuid[] NOT NULL DEFAULT '{}',
  peril_ids            uuid[] NOT NULL DEFAULT '{}',
  asset_perils         jsonb NOT NULL DEFAULT '[]',
  coverage_form_type   text CHECK (coverage_form_type IN ('Special', 'Broad', 'Basic', 'Unknown')),
  start_date           timestamptz(3),
  end_date             timestamptz(3),
  policy_number        text,
  carrier              jsonb,
  insured_ids          uuid[] NOT NULL DEFAULT '{}',
  mortgagee_clause_ids uuid[] NOT NULL DEFAULT '{}',
  limits               jsonb NOT NULL DEFAULT '[]',
  deductible           jsonb,
  premium              jsonb,
  metadata             jsonb NOT NULL DEFAULT '{}',
  created_at           timestamptz(3) NOT NULL,
  updated_at           timestamptz(3) NOT NULL,
  PRIMARY KEY (portfolio_id, id),
  UNIQUE (portfolio_id, policy_id, version_number),
  FOREIGN KEY (portfolio_id, policy_id) REFERENCES policies (portfolio_id, id),
  FOREIGN KEY (portfolio_id, case_id) REFERENCES cases (portfolio_id, id),
  CHECK (end_date > start_date)
);
CREATE INDEX policy_versions_case ON policy_versions (portfolio_id, case_id, id);

-- The policy is written first and its version after it, so this direction is checked at the commit.
ALTER TABLE policies ADD CONSTRAINT policies_current_version
  FOREIGN KEY (portfolio_id, current_version_id) REFERENCES policy_versions (portfolio_id, id) DEFERRABLE INITIALLY DEFERRED;
CREATE INDEX policies_current_version ON policies (portfolio_id, current_version_id);

CREATE TABLE tasks (
  portfolio_id      uuid NOT NULL REFERENCES portfolios (id),
  id                uuid NOT NULL,
  case_id           uuid NOT NULL,
  policy_id         uuid,
  type              text NOT NULL CHECK (type IN ('collectEvidence', 'reviewDocument', 'renewalFollowUp', 'resolveDeficiency', 'cancellationFollowUp', 'forcePlacementReview', 'caseApproval')),
  state             text NOT NULL CHECK (state IN ('open', 'inProgress', 'paused', 'completed', 'cancelled')),
  state_before_hold text CHECK (state_before_hold IN ('open', 'inProgress', 'paused')),
  due_at            timestamptz(3),
  assignee_id       uuid,
  reason            text,
  origin            text, -- what the program opened it for, once: `renewal/<policy>/<term>/<step>`
  metadata          jsonb NOT NULL DEFAULT '{}',
  created_at        timestamptz(3) NOT NULL,
  updated_at        timestamptz(3) NOT NULL,
  PRIMARY KEY (portfolio_id, id),
  UNIQUE (portfolio_id, origin),
  FOREIGN KEY (portfolio_id, case_id) REFERENCES cases (portfolio_id, id),
  FOREIGN KEY (portfolio_id, policy_id) REFERENCES policies (portfolio_id, id),
  FOREIGN KEY (portfolio_id, assignee_id) REFERENCES users (portfolio_id, id)
);
CREATE INDEX tasks_case ON tasks (portfolio_id, case_id, id);
CREATE INDEX tasks_policy ON tasks (portfolio_id, policy_id, id);
CREATE INDEX tasks_state ON tasks (portfolio_id, state, id);
CREATE INDEX tasks_assignee ON tasks (portfolio_id, assignee_id, id);
CREATE INDEX tasks_due_at ON tasks (portfolio_id, due_at, id);

CREATE TABLE renewal_notices (
  portfolio_id    uuid NOT NULL REFERENCES portfolios (id),
  id              uuid NOT NULL,
  policy_id       uuid NOT NULL,
  case_id         uuid NOT NULL,
  term_number     int NOT NULL,
  step            text NOT NULL CHECK (step IN ('request', 'reminder', 'final', 'lapsed', 'warning', 'forcePlacementReview')),
  due_at          timestamptz(3) NOT NULL,
  state           text NOT NULL CHECK (state IN ('planned', 'sent', 'suppressed', 'skipped', 'cancelled', 'failed')),
  recipients      text[] NOT NULL DEFAULT '{}',
  copies          text[] NOT NULL DEFAULT '{}',
  skip_reason     text,
  subject         text,
  body            text,
  settled_at      timestamptz(3),
  next_attempt_at timestamptz(3), -- when the mail server gets it next; null before its step is carried out
  attempts        int NOT NULL DEFAULT 0,
  metadata        jsonb NOT NULL DEFAULT '{}',
  created_at      timestamptz(3) NOT NULL,
  updated_at      timestamptz(3) NOT NULL,
  PRIMARY KEY (portfolio_id, id),
  UNIQUE (portfolio_id, policy_id, term_number, step),
  FOREIGN KEY (portfolio_id, policy_id) REFERENCES policies (portfolio_id, id),
  FOREIGN KEY (portfolio_id, case_id) REFERENCES cases (portfolio_id, id),
  CHECK ((state = 'planned') = (settled_at IS NULL)),
  CHECK (state = 'planned' OR next_attempt_at IS NULL)
);
CREATE INDEX renewal_notices_case ON renewal_notices (portfolio_id, case_id, id);
CREATE INDEX renewal_notices_state ON renewal_notices (portfolio_id, state, id);
CREATE INDEX renewal_notices_due ON renewal_notices (portfolio_id, due_at, id) WHERE state = 'planned' AND next_attempt_at IS NULL;
CREATE INDEX renewal_notices_attempt ON renewal_notices (portfolio_id, next_attempt_at, id) WHERE next_attempt_at IS NOT NULL;
CREATE INDEX renewal_notices_due_at ON renewal_notices (portfolio_id, due_at, id);

-- What every list has: both times to sort and filter by, and metadata -------------------------------------------------------

DO $$
DECLARE
  t text;
BEGIN
  FOREACH t IN ARRAY ARRAY['users', 'brokerages', 'brokers', 'insured_groups', 'insureds', 'certificate_holders',
    'mortgagee_clauses', 'programs', 'risk_profiles', 'cases', 'documents', 'assets', 'policies', 'policy_versions', 'tasks',
    'renewal_notices']
  LOOP
    EXECUTE format('CREATE INDEX %I ON %I (portfolio_id, created_at, id)', t || '_created_at', t);
    EXECUTE format('CREATE INDEX %I ON %I (portfolio_id, updated_at, id)', t || '_updated_at', t);
    EXECUTE format('CREATE INDEX %I ON %I USING gin (portfolio_id, metadata jsonb_path_ops)', t || '_metadata', t);
  END LOOP;
  FOREACH t IN ARRAY ARRAY['brokerages', 'brokers', 'insured_groups', 'insureds', 'certificate_holders', 'programs', 'cases']
  LOOP
    EXECUTE format('CREATE INDEX %I ON %I USING gin (portfolio_id, search gin_trgm_ops)', t || '_search', t);
  END LOOP;
END $$;
