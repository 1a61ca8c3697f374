-- When the rules say something new of a placement; null when nothing comes any more. The first sweep looks at all.
SELECT lock_patiently('placements, policies, tasks');
ALTER TABLE placements ADD COLUMN next_at timestamptz(3);
UPDATE placements SET next_at = '2000-01-01Z';
CREATE INDEX placements_next_at ON placements (portfolio_id, next_at, id) WHERE next_at IS NOT NULL;

-- The policy that counts for the verdict, the notice of its renewal, and whether there is something to do about it now.
ALTER TABLE placements ADD COLUMN policy_id uuid,
  ADD COLUMN renewed_on timestamptz(3),
  ADD COLUMN has_open_duty boolean NOT NULL DEFAULT false,
  ADD FOREIGN KEY (portfolio_id, policy_id) REFERENCES policies (portfolio_id, id);
CREATE INDEX placements_policy ON placements (portfolio_id, policy_id);
CREATE INDEX placements_has_open_duty ON placements (portfolio_id, has_open_duty, id);

-- Tasks to do one's duty in time, and to record facts that decide about a placement.
ALTER TABLE tasks DROP CONSTRAINT tasks_type_check;
ALTER TABLE tasks ADD CONSTRAINT tasks_type_check CHECK (type IN ('collectEvidence', 'reviewDocument', 'renewalFollowUp', 'resolveDeficiency',
  'cancellationFollowUp', 'forcePlacementReview', 'caseApproval', 'loanMissing', 'refundPlacement', 'placementDuty', 'placementFacts')) NOT VALID;
