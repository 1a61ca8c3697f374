-- What a lender's letters say of it, how it words them, and which wording each notice had.

ALTER TABLE lenders
  ADD COLUMN contact_name  text,
  ADD COLUMN contact_email text,
  ADD COLUMN contact_phone text,
  ADD COLUMN reply_to      text,
  ADD COLUMN address       text,
  ADD COLUMN logo_id       uuid, -- a document of one of its portfolios, which is not a key: the picture is copied
  ADD COLUMN review_days   int NOT NULL DEFAULT 5 CHECK (review_days BETWEEN 0 AND 30);

CREATE TABLE lender_logos (
  lender_id   uuid PRIMARY KEY REFERENCES lenders (id) ON DELETE CASCADE,
  document_id uuid NOT NULL,
  file_type   text NOT NULL CHECK (file_type IN ('image/png', 'image/jpeg')),
  content     bytea NOT NULL CHECK (length(content) <= 204800)
);

CREATE TABLE letter_templates (
  portfolio_id uuid NOT NULL,
  id           uuid NOT NULL,
  step         text NOT NULL,
  version      int NOT NULL CHECK (version > 0),
  subject      text NOT NULL,
  body         text NOT NULL,
  is_current   boolean NOT NULL,
  metadata     jsonb NOT NULL DEFAULT '{}',
  created_at   timestamptz(3) NOT NULL,
  updated_at   timestamptz(3) NOT NULL,
  PRIMARY KEY (portfolio_id, id),
  CONSTRAINT letter_templates_version_key UNIQUE (portfolio_id, step, version)
);
CREATE UNIQUE INDEX letter_templates_current ON letter_templates (portfolio_id, step) WHERE is_current;
CREATE INDEX letter_templates_step ON letter_templates (portfolio_id, step, id);
CREATE INDEX letter_templates_is_current ON letter_templates (portfolio_id, is_current, id);
CREATE INDEX letter_templates_created_at ON letter_templates (portfolio_id, created_at, id);
CREATE INDEX letter_templates_updated_at ON letter_templates (portfolio_id, updated_at, id);
CREATE INDEX letter_templates_metadata ON letter_templates USING gin (portfolio_id, metadata jsonb_path_ops);
CREATE TRIGGER count_inserted AFTER INSERT ON letter_templates REFERENCING NEW TABLE AS changed EXECUTE FUNCTION count_records();
CREATE TRIGGER count_deleted AFTER DELETE ON letter_templates REFERENCING OLD TABLE AS changed EXECUTE FUNCTION count_records();
CREATE TRIGGER count_truncated AFTER TRUNCATE ON letter_templates EXECUTE FUNCTION forget_records();
SELECT protect_portfolio('letter_templates');

-- NULL: not rendered yet, or by the release before.
ALTER TABLE renewal_notices
  ADD COLUMN template_id      uuid,
  ADD COLUMN template_version int;
