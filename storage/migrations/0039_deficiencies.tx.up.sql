-- What stored verdicts tell of findings and of their cases' statuses, and the work that follows from a deficiency.
SELECT lock_patiently('case_verdicts, tasks, lenders');

-- Counted findings, each with the day since which it is told. NULL: the verdict was stored before, and is judged again at once.
ALTER TABLE case_verdicts ADD COLUMN findings jsonb;
-- Copies of the case's status and of the one that a hold remembers.
ALTER TABLE case_verdicts ADD COLUMN statuses text[] NOT NULL DEFAULT '{}';
UPDATE case_verdicts AS v SET look_again_on = '2000-01-01Z',
  statuses = CASE WHEN c.status_before_hold IS NULL THEN ARRAY[c.status] ELSE ARRAY[c.status, c.status_before_hold] END
FROM cases AS c WHERE c.portfolio_id = v.portfolio_id AND c.id = v.id;
CREATE INDEX case_verdicts_statuses ON case_verdicts USING gin (portfolio_id, statuses);

-- By which event the program completed a task, and which waiver a task is to decide about.
ALTER TABLE tasks ADD COLUMN completed_by jsonb;
ALTER TABLE tasks ADD COLUMN waiver_id uuid;
ALTER TABLE tasks ADD FOREIGN KEY (portfolio_id, waiver_id) REFERENCES waivers (portfolio_id, id);

-- A lender's own days in which a finding is to be mended, by its code, and steps of deficiency letters. NULL: the usual ones.
ALTER TABLE lenders ADD COLUMN deficiency_days jsonb;
ALTER TABLE lenders ADD COLUMN deficiency_steps jsonb;
