-- Cancellations of policies (specification of compliance, section 6), and the renewal notices that tell of them.
SELECT lock_patiently('cases, documents, policies, renewal_notices');

CREATE TABLE cancellations (
  portfolio_id   uuid NOT NULL,
  id             uuid NOT NULL,
  policy_id      uuid NOT NULL,
  case_id        uuid NOT NULL,
  term_number    int NOT NULL,
  effective_date timestamptz(3) NOT NULL, -- cover ends at its beginning
  reason         text NOT NULL CHECK (reason IN ('nonPayment', 'underwriting', 'insuredRequest', 'rewritten', 'other')),
  document_id    uuid,
  recorded_at    timestamptz(3) NOT NULL,
  reinstated_on  timestamptz(3), -- cover begins again at its beginning; null while cancelled
  PRIMARY KEY (portfolio_id, id),
  FOREIGN KEY (portfolio_id, policy_id) REFERENCES policies (portfolio_id, id),
  FOREIGN KEY (portfolio_id, case_id) REFERENCES cases (portfolio_id, id),
  FOREIGN KEY (portfolio_id, document_id) REFERENCES documents (portfolio_id, id),
  CHECK (reinstated_on >= effective_date)
);
CREATE INDEX cancellations_case ON cancellations (portfolio_id, case_id, id);
CREATE INDEX cancellations_policy ON cancellations (portfolio_id, policy_id, id);
-- A term is cancelled once at a time, whatever the program does.
CREATE UNIQUE INDEX cancellations_in_effect ON cancellations (portfolio_id, policy_id, term_number) WHERE reinstated_on IS NULL;
SELECT protect_portfolio('cancellations');

-- A copy of the latest cancellation of each term, and the dates of the terms before the current one, so that lists of policies and the
-- sweep of renewals need no look-up. NULL: the policy was never cancelled.
ALTER TABLE policies ADD COLUMN cancellations jsonb;

-- A notice is planned once for a policy, a term and a step. The steps that tell of the end are told of each cancellation too. Nodes of
-- the release before write NULL, as the term's own end has it.
ALTER TABLE renewal_notices ADD COLUMN cancellation_id uuid;
ALTER TABLE renewal_notices ADD FOREIGN KEY (portfolio_id, cancellation_id) REFERENCES cancellations (portfolio_id, id);
CREATE UNIQUE INDEX renewal_notices_once ON renewal_notices (portfolio_id, policy_id, term_number, step,
  coalesce(CASE WHEN step IN ('lapsed', 'warning', 'forcePlacementReview') THEN cancellation_id END, '00000000-0000-0000-0000-000000000000'));
ALTER TABLE renewal_notices DROP CONSTRAINT renewal_notices_portfolio_id_policy_id_term_number_step_key;
