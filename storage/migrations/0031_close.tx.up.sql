-- Closing of cases, which policies the hold of a case had held, and coverages that no requirement of a risk profile asks for.
SELECT lock_patiently('cases, policies, risk_profiles');

-- Why, when and from which status a case was closed. NULL: it is not closed.
ALTER TABLE cases ADD COLUMN closure jsonb;
ALTER TABLE cases DROP CONSTRAINT cases_status_check;
ALTER TABLE cases ADD CONSTRAINT cases_status_check
  CHECK (status IN ('DRAFT', 'OPEN', 'ONBOARDING', 'approved', 'onHold', 'closed'));
ALTER TABLE cases ADD CONSTRAINT cases_closure_check CHECK ((status = 'closed') = (closure IS NOT NULL));
-- A case that was closed while it was on hold keeps what the hold remembers.
ALTER TABLE cases DROP CONSTRAINT cases_check1;
ALTER TABLE cases DROP CONSTRAINT cases_check2;
ALTER TABLE cases ADD CONSTRAINT cases_check1
  CHECK ((coalesce(closure ->> 'statusBefore', status) = 'onHold') = (status_before_hold IS NOT NULL));
ALTER TABLE cases ADD CONSTRAINT cases_check2
  CHECK ((coalesce(closure ->> 'statusBefore', status) = 'onHold') = (on_hold_at IS NOT NULL));

-- Of a policy on hold: whether it was the hold of its case that held it. What was held before is not known, so it stays on hold.
ALTER TABLE policies ADD COLUMN held_by_case boolean NOT NULL DEFAULT false;

-- What was published until now refuses them.
ALTER TABLE risk_profiles ADD COLUMN other_coverages text NOT NULL DEFAULT 'REFUSE' CHECK (other_coverages IN ('REFUSE', 'ACCEPT'));
