-- Whether a target of the case is compliant by policies alone that the lender placed.
SELECT lock_patiently('case_verdicts');
ALTER TABLE case_verdicts ADD COLUMN lender_placed boolean NOT NULL DEFAULT false;
CREATE INDEX case_verdicts_lender_placed ON case_verdicts (portfolio_id, lender_placed, id);
-- The next sweep judges the cases that have such a policy.
UPDATE case_verdicts AS v SET look_again_on = '2000-01-01Z'
WHERE EXISTS (SELECT FROM policy_versions AS o WHERE o.portfolio_id = v.portfolio_id AND o.case_id = v.id AND o.placement = 'lenderPlaced');
