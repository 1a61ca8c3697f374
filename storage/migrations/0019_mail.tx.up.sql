-- How mail works (specification of follow-up, section 1): one row of the whole installation, and tasks of a portfolio that are about
-- no case.

SELECT lock_patiently('tasks');

ALTER TABLE tasks ALTER COLUMN case_id DROP NOT NULL;
ALTER TABLE tasks ADD CONSTRAINT tasks_case_or_origin CHECK (case_id IS NOT NULL OR origin IS NOT NULL); -- people's tasks have a case

CREATE TABLE mail_status (
  one             boolean PRIMARY KEY DEFAULT true CHECK (one), -- there is one row
  status          text NOT NULL DEFAULT 'ok' CHECK (status IN ('ok', 'failing', 'missing')),
  reason          text,                                 -- what fails: connect, tls, login, sender or data
  cause           text,                                 -- what was said, without addresses; for operators
  since           timestamptz(3) NOT NULL DEFAULT now(), -- when mail began to work, or not to
  attempted_at    timestamptz(3),                       -- the last attempt that was noted
  next_attempt_at timestamptz(3),
  task_origin     text,                                 -- of the tasks that were opened about it and are not completed yet
  CHECK ((status = 'failing') = (reason IS NOT NULL))
);
INSERT INTO mail_status DEFAULT VALUES;
