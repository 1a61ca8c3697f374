-- The answer to a letter (specification of follow-up, section 3): links to the page where brokers hand in evidence, what they hand in,
-- and its files, which are no documents before they are accepted.
SELECT lock_patiently('cases, documents, policies, tasks, uploads, audit_events');

CREATE TABLE evidence_links (
  portfolio_id uuid NOT NULL,
  id           uuid NOT NULL,
  policy_id    uuid NOT NULL,
  case_id      uuid NOT NULL,
  term_number  int NOT NULL,
  notice_id    uuid,           -- whose letters have the link; null for one that was made by hand
  digest       bytea NOT NULL, -- SHA-256 of the 32 bytes in its address, which are stored nowhere
  expires_at   timestamptz(3) NOT NULL,
  revoked_at   timestamptz(3),
  metadata     jsonb NOT NULL DEFAULT '{}',
  created_at   timestamptz(3) NOT NULL,
  updated_at   timestamptz(3) NOT NULL,
  PRIMARY KEY (portfolio_id, id),
  UNIQUE (digest, portfolio_id), -- whoever comes with a link names no portfolio
  FOREIGN KEY (portfolio_id, policy_id) REFERENCES policies (portfolio_id, id),
  FOREIGN KEY (portfolio_id, case_id) REFERENCES cases (portfolio_id, id)
);
CREATE INDEX evidence_links_id ON evidence_links USING hash (id); -- for the cookie of the page, which names no portfolio either
CREATE INDEX evidence_links_case ON evidence_links (portfolio_id, case_id, id);
CREATE INDEX evidence_links_policy ON evidence_links (portfolio_id, policy_id, id);
CREATE INDEX evidence_links_created_at ON evidence_links (portfolio_id, created_at, id);
CREATE INDEX evidence_links_updated_at ON evidence_links (portfolio_id, updated_at, id);
CREATE INDEX evidence_links_metadata ON evidence_links USING gin (portfolio_id, metadata jsonb_path_ops);

CREATE TABLE evidence (
  portfolio_id uuid NOT NULL,
  id           uuid NOT NULL,
  link_id      uuid NOT NULL,
  policy_id    uuid NOT NULL,
  case_id      uuid NOT NULL,
  term_number  int NOT NULL,
  state        text NOT NULL CHECK (state IN ('proposed', 'accepted', 'partlyAccepted', 'rejected')),
  proposed     jsonb NOT NULL,
  accepted     text[] NOT NULL DEFAULT '{}', -- the members of the proposal that were taken over
  task_id      uuid NOT NULL, -- no key: the task names the evidence
  submitted_at timestamptz(3) NOT NULL,
  decided_at   timestamptz(3),
  decided_by   uuid, -- a token, as in the audit trail
  reason       text,
  reply_id     uuid, -- no key: the reply names the evidence
  metadata     jsonb NOT NULL DEFAULT '{}',
  created_at   timestamptz(3) NOT NULL,
  updated_at   timestamptz(3) NOT NULL,
  PRIMARY KEY (portfolio_id, id),
  FOREIGN KEY (portfolio_id, link_id) REFERENCES evidence_links (portfolio_id, id),
  FOREIGN KEY (portfolio_id, policy_id) REFERENCES policies (portfolio_id, id),
  FOREIGN KEY (portfolio_id, case_id) REFERENCES cases (portfolio_id, id),
  CHECK ((state = 'proposed') = (decided_at IS NULL)),
  CHECK ((decided_by IS NULL) = (decided_at IS NULL)),
  CHECK (state <> 'rejected' OR reason IS NOT NULL)
);
CREATE INDEX evidence_case ON evidence (portfolio_id, case_id, id);
CREATE INDEX evidence_policy ON evidence (portfolio_id, policy_id, id);
CREATE INDEX evidence_state ON evidence (portfolio_id, state, id);
CREATE INDEX evidence_created_at ON evidence (portfolio_id, created_at, id);
CREATE INDEX evidence_updated_at ON evidence (portfolio_id, updated_at, id);
CREATE INDEX evidence_metadata ON evidence USING gin (portfolio_id, metadata jsonb_path_ops);

-- The letters that say why evidence was not accepted, with the columns of renewal_notices that are about delivery.
CREATE TABLE evidence_replies (
  portfolio_id     uuid NOT NULL,
  id               uuid NOT NULL,
  evidence_id      uuid NOT NULL,
  policy_id        uuid NOT NULL,
  case_id          uuid NOT NULL,
  state            text NOT NULL CHECK (state IN ('planned', 'sent', 'suppressed', 'skipped', 'cancelled', 'failed')),
  recipients       text[] NOT NULL DEFAULT '{}',
  copies           text[] NOT NULL DEFAULT '{}',
  skip_reason      text,
  subject          text,
  body             text,
  template_id      uuid,
  template_version int,
  settled_at       timestamptz(3),
  next_attempt_at  timestamptz(3),
  attempts         int NOT NULL DEFAULT 0,
  letter           jsonb,
  created_at       timestamptz(3) NOT NULL,
  updated_at       timestamptz(3) NOT NULL,
  PRIMARY KEY (portfolio_id, id),
  FOREIGN KEY (portfolio_id, evidence_id) REFERENCES evidence (portfolio_id, id),
  FOREIGN KEY (portfolio_id, policy_id) REFERENCES policies (portfolio_id, id),
  FOREIGN KEY (portfolio_id, case_id) REFERENCES cases (portfolio_id, id),
  CHECK ((state = 'planned') = (settled_at IS NULL)),
  CHECK (state = 'planned' OR next_attempt_at IS NULL)
);
CREATE INDEX evidence_replies_attempt ON evidence_replies (portfolio_id, next_attempt_at, id) WHERE next_attempt_at IS NOT NULL;

CREATE TABLE evidence_files (
  portfolio_id uuid NOT NULL,
  id           uuid NOT NULL,
  evidence_id  uuid NOT NULL,
  file_name    text NOT NULL,
  file_type    text NOT NULL,
  size         bigint NOT NULL,
  state        text NOT NULL CHECK (state IN ('proposed', 'accepted', 'rejected')),
  category_id  uuid NOT NULL REFERENCES document_categories (id),
  upload_id    uuid NOT NULL, -- no key: uploads are removed after a day
  blob_key     text NOT NULL, -- the document's too, once there is one
  document_id  uuid,
  created_at   timestamptz(3) NOT NULL,
  updated_at   timestamptz(3) NOT NULL,
  PRIMARY KEY (portfolio_id, id),
  FOREIGN KEY (portfolio_id, evidence_id) REFERENCES evidence (portfolio_id, id),
  FOREIGN KEY (portfolio_id, document_id) REFERENCES documents (portfolio_id, id),
  CHECK ((state = 'accepted') = (document_id IS NOT NULL))
);
CREATE INDEX evidence_files_evidence ON evidence_files (portfolio_id, evidence_id, id);

CREATE TRIGGER count_inserted AFTER INSERT ON evidence_links REFERENCING NEW TABLE AS changed EXECUTE FUNCTION count_records();
CREATE TRIGGER count_deleted AFTER DELETE ON evidence_links REFERENCING OLD TABLE AS changed EXECUTE FUNCTION count_records();
CREATE TRIGGER count_truncated AFTER TRUNCATE ON evidence_links EXECUTE FUNCTION forget_records();
CREATE TRIGGER count_inserted AFTER INSERT ON evidence REFERENCING NEW TABLE AS changed EXECUTE FUNCTION count_records();
CREATE TRIGGER count_deleted AFTER DELETE ON evidence REFERENCING OLD TABLE AS changed EXECUTE FUNCTION count_records();
CREATE TRIGGER count_truncated AFTER TRUNCATE ON evidence EXECUTE FUNCTION forget_records();

-- Bytes of files that are no documents count as those of documents, until the document counts them.
CREATE FUNCTION count_evidence_bytes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    PERFORM count_bytes(portfolio_id, 'claimed', sum(bytes)::bigint) FROM (
      SELECT portfolio_id, size AS bytes FROM new_rows WHERE document_id IS NULL
      UNION ALL SELECT portfolio_id, -size FROM old_rows WHERE document_id IS NULL) AS changed
    GROUP BY portfolio_id;
  ELSE
    PERFORM count_bytes(portfolio_id, 'claimed', (CASE TG_OP WHEN 'INSERT' THEN sum(size) ELSE -sum(size) END)::bigint)
    FROM changed WHERE document_id IS NULL GROUP BY portfolio_id;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER bytes_added AFTER INSERT ON evidence_files REFERENCING NEW TABLE AS changed EXECUTE FUNCTION count_evidence_bytes();
CREATE TRIGGER bytes_changed AFTER UPDATE ON evidence_files REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
  EXECUTE FUNCTION count_evidence_bytes();
CREATE TRIGGER bytes_removed AFTER DELETE ON evidence_files REFERENCING OLD TABLE AS changed EXECUTE FUNCTION count_evidence_bytes();

SELECT protect_portfolio('evidence_links');
SELECT protect_portfolio('evidence');
SELECT protect_portfolio('evidence_files');
SELECT protect_portfolio('evidence_replies');

-- An upload that was announced with a link can become evidence of that link, and nothing else.
ALTER TABLE uploads ADD COLUMN evidence_link_id uuid;
CREATE INDEX uploads_evidence_link ON uploads (portfolio_id, evidence_link_id) WHERE evidence_link_id IS NOT NULL;

ALTER TABLE tasks ADD COLUMN evidence_id uuid;
ALTER TABLE tasks ADD FOREIGN KEY (portfolio_id, evidence_id) REFERENCES evidence (portfolio_id, id);

-- No notice of the current term is sent before this time, because evidence is looked at; null if there is none.
ALTER TABLE policies ADD COLUMN review_until timestamptz(3);

-- Whoever comes with a link acts as the link. Every event that there is fulfils the new condition, so none is read.
DO $$
DECLARE
  part regclass;
BEGIN
  FOR part IN SELECT relid FROM pg_partition_tree('audit_events') ORDER BY level LOOP
    EXECUTE format('ALTER TABLE %s DROP CONSTRAINT IF EXISTS audit_events_actor_kind_check', part);
  END LOOP;
  ALTER TABLE audit_events ADD CONSTRAINT audit_events_actor_kind_check
    CHECK (actor_kind IN ('serviceAccount', 'staff', 'system', 'evidenceLink')) NOT VALID;
END $$;
