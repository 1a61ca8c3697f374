-- What can be made to happen in a sandbox: letters that nobody gets, brokers who answer, deliveries of webhooks that fail on order.

-- The mailbox of a sandbox. A letter is kept with the secret of its evidence link, which no other record has, so there are none but
-- of sandboxes.
CREATE TABLE sandbox_letters (
  portfolio_id  uuid NOT NULL,
  id            uuid NOT NULL,
  message_id    text NOT NULL,
  from_name     text NOT NULL,
  reply_to      text,
  recipients    text[] NOT NULL, -- who have it
  copies        text[] NOT NULL,
  subject       text NOT NULL,
  text          text NOT NULL,
  html          text NOT NULL,
  evidence_link text,
  case_id       uuid NOT NULL,
  policy_id     uuid,
  notice_id     uuid,
  reply_id      uuid,
  step          text,
  created_at    timestamptz(3) NOT NULL, -- by the clock
  PRIMARY KEY (portfolio_id, id),
  FOREIGN KEY (portfolio_id, case_id) REFERENCES cases (portfolio_id, id) ON DELETE CASCADE
);
CREATE INDEX sandbox_letters_case ON sandbox_letters (portfolio_id, case_id, id);
CREATE INDEX sandbox_letters_policy ON sandbox_letters (portfolio_id, policy_id, id);
CREATE INDEX sandbox_letters_notice ON sandbox_letters (portfolio_id, notice_id, id);
CREATE INDEX sandbox_letters_created_at ON sandbox_letters (portfolio_id, created_at, id);
SELECT distribute_table('sandbox_letters');
SELECT count_table('sandbox_letters');
SELECT protect_portfolio('sandbox_letters');

-- What a broker does at a moment of the clock.
CREATE TABLE sandbox_answers (
  portfolio_id uuid NOT NULL,
  id           uuid NOT NULL,
  policy_id    uuid NOT NULL,
  kind         text NOT NULL CHECK (kind IN ('renewal', 'lowerLimit', 'wrongClause', 'nothing')),
  after        text NOT NULL,  -- as it was asked for
  due_at       timestamptz(3) NOT NULL,
  state        text NOT NULL CHECK (state IN ('planned', 'done', 'notAsked', 'failed')),
  evidence_id  uuid,
  failure      text,
  settled_at   timestamptz(3),
  created_at   timestamptz(3) NOT NULL,
  updated_at   timestamptz(3) NOT NULL,
  PRIMARY KEY (portfolio_id, id),
  FOREIGN KEY (portfolio_id, policy_id) REFERENCES policies (portfolio_id, id) ON DELETE CASCADE
);
CREATE INDEX sandbox_answers_policy ON sandbox_answers (portfolio_id, policy_id, id);
CREATE INDEX sandbox_answers_state ON sandbox_answers (portfolio_id, state, id);
CREATE INDEX sandbox_answers_due ON sandbox_answers (portfolio_id, due_at) WHERE state = 'planned';
CREATE INDEX sandbox_answers_created_at ON sandbox_answers (portfolio_id, created_at, id);
CREATE INDEX sandbox_answers_updated_at ON sandbox_answers (portfolio_id, updated_at, id);
SELECT distribute_table('sandbox_answers');
SELECT count_table('sandbox_answers');
SELECT protect_portfolio('sandbox_answers');

-- How the next deliveries to a webhook endpoint of a sandbox fail.
CREATE TABLE sandbox_faults (
  portfolio_id  uuid NOT NULL,
  id            uuid NOT NULL,
  endpoint_id   uuid NOT NULL,
  kind          text NOT NULL CHECK (kind IN ('lost', 'repeated', 'delayed')),
  count         int NOT NULL,
  remaining     int NOT NULL,
  delay_by      text,           -- of one that is delayed
  created_at    timestamptz(3) NOT NULL,
  PRIMARY KEY (portfolio_id, id),
  FOREIGN KEY (portfolio_id, endpoint_id) REFERENCES webhook_endpoints (portfolio_id, id) ON DELETE CASCADE
);
CREATE INDEX sandbox_faults_endpoint ON sandbox_faults (portfolio_id, endpoint_id, id) WHERE remaining > 0;
SELECT distribute_table('sandbox_faults');
SELECT protect_portfolio('sandbox_faults');
