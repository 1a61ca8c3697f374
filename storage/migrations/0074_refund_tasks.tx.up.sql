-- Tasks to give back what a borrower paid for days on which it had cover of its own.
SELECT lock_patiently('tasks');
ALTER TABLE tasks DROP CONSTRAINT tasks_type_check;
ALTER TABLE tasks ADD CONSTRAINT tasks_type_check CHECK (type IN ('collectEvidence', 'reviewDocument', 'renewalFollowUp', 'resolveDeficiency',
  'cancellationFollowUp', 'forcePlacementReview', 'caseApproval', 'loanMissing', 'refundPlacement')) NOT VALID;
