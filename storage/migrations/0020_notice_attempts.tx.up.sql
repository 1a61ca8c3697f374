-- Renewal notices that are sent again (specification of follow-up, section 1.3): what became of each attempt.
SELECT lock_patiently('renewal_notices');

-- Of the attempt that is planned, or that the notice's state is of. Nodes of the release before neither read nor write these.
ALTER TABLE renewal_notices ADD COLUMN attempt_number int NOT NULL DEFAULT 1;
ALTER TABLE renewal_notices ADD COLUMN requested_by jsonb; -- who asked for the attempt; null: the schedule
ALTER TABLE renewal_notices ADD COLUMN requested_at timestamptz(3);

-- An attempt that is over. A notice from before has the row of its first one since it was sent again.
CREATE TABLE notice_attempts (
  portfolio_id     uuid NOT NULL,
  id               uuid NOT NULL,
  notice_id        uuid NOT NULL,
  number           int NOT NULL CHECK (number > 0),
  state            text NOT NULL CHECK (state IN ('sent', 'suppressed', 'failed')),
  reason           text,
  requested_by     jsonb,
  requested_at     timestamptz(3),
  recipients       text[] NOT NULL,
  copies           text[] NOT NULL,
  subject          text,
  body             text,
  html             text,
  template_id      uuid,
  template_version int,
  message_id       text, -- without angle brackets; null: no mail server was asked
  deliveries       jsonb NOT NULL,
  handed_over_at   timestamptz(3), -- when the mail server accepted it for the first address
  settled_at       timestamptz(3) NOT NULL,
  PRIMARY KEY (portfolio_id, id),
  UNIQUE (portfolio_id, notice_id, number),
  FOREIGN KEY (portfolio_id, notice_id) REFERENCES renewal_notices (portfolio_id, id)
);
SELECT protect_portfolio('notice_attempts');

-- They are the proof of what was sent when, so nothing changes them, as in the audit trail. Only who empties the tables above empties
-- this one too.
CREATE FUNCTION refuse_attempt_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE 'attempts to send notices are never changed or removed' USING ERRCODE = 'insufficient_privilege';
END $$;
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE ON notice_attempts
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_attempt_change();
