-- Letters about the open findings of a case: notices of the task of its findings, of no policy.
SELECT lock_patiently('renewal_notices');

ALTER TABLE renewal_notices ALTER COLUMN policy_id DROP NOT NULL;
ALTER TABLE renewal_notices ADD COLUMN task_id uuid;
ALTER TABLE renewal_notices ADD FOREIGN KEY (portfolio_id, task_id) REFERENCES tasks (portfolio_id, id);
-- To whom a letter of a task goes; '' before the step is carried out, which makes a letter for each recipient.
ALTER TABLE renewal_notices ADD COLUMN recipient text NOT NULL DEFAULT '';
ALTER TABLE renewal_notices ADD CONSTRAINT renewal_notices_of_one CHECK ((policy_id IS NULL) = (task_id IS NOT NULL));
ALTER TABLE renewal_notices DROP CONSTRAINT renewal_notices_step_check;
ALTER TABLE renewal_notices ADD CONSTRAINT renewal_notices_step_check CHECK (step IN ('request', 'reminder', 'final', 'lapsed', 'warning',
  'forcePlacementReview', 'deficiency', 'deficiencyReminder', 'deficiencyFinal'));
-- No letter is sent twice.
CREATE UNIQUE INDEX renewal_notices_of_task ON renewal_notices (portfolio_id, task_id, step, recipient) WHERE task_id IS NOT NULL;
