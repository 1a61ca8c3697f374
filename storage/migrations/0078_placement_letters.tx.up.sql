-- Letters to borrowers about lender-placed insurance.
SELECT lock_patiently('cases, placements');

ALTER TABLE placements ADD COLUMN borrower jsonb; -- whom letters are for; NULL for whom the case says

CREATE TABLE placement_letters (
  portfolio_id     uuid NOT NULL,
  id               uuid NOT NULL,
  placement_id     uuid NOT NULL,
  case_id          uuid NOT NULL,
  step             text NOT NULL,
  number           int NOT NULL CHECK (number > 0),
  means            text NOT NULL CHECK (means IN ('email', 'post')),
  borrower         jsonb NOT NULL,
  estimate         jsonb,
  passages         jsonb NOT NULL,
  loan_number      text,
  print_file_id    uuid,
  mailed_on        timestamptz(3),
  post_class       text,
  proof            text,
  state            text NOT NULL CHECK (state IN ('planned', 'sent', 'suppressed', 'skipped', 'cancelled', 'failed')),
  recipients       text[] NOT NULL,
  copies           text[] NOT NULL,
  skip_reason      text,
  subject          text,
  body             text,
  settled_at       timestamptz(3),
  next_attempt_at  timestamptz(3),
  attempts         int NOT NULL DEFAULT 0,
  letter           jsonb,
  template_id      uuid,
  template_version int,
  metadata         jsonb NOT NULL DEFAULT '{}',
  created_at       timestamptz(3) NOT NULL,
  updated_at       timestamptz(3) NOT NULL,
  PRIMARY KEY (portfolio_id, id),
  FOREIGN KEY (portfolio_id, case_id) REFERENCES cases (portfolio_id, id),
  FOREIGN KEY (portfolio_id, placement_id) REFERENCES placements (portfolio_id, id),
  -- No letter twice, whatever the program does.
  CONSTRAINT placement_letters_once UNIQUE (portfolio_id, placement_id, step, number),
  CHECK (print_file_id IS NULL OR means = 'post'),
  CHECK (mailed_on IS NULL OR print_file_id IS NOT NULL)
);
CREATE INDEX placement_letters_case ON placement_letters (portfolio_id, case_id, id);
CREATE INDEX placement_letters_placement ON placement_letters (portfolio_id, placement_id, id);
CREATE INDEX placement_letters_print_file ON placement_letters (portfolio_id, print_file_id, id);
CREATE INDEX placement_letters_step ON placement_letters (portfolio_id, step, id);
CREATE INDEX placement_letters_means ON placement_letters (portfolio_id, means, id);
CREATE INDEX placement_letters_state ON placement_letters (portfolio_id, state, id);
CREATE INDEX placement_letters_created_at ON placement_letters (portfolio_id, created_at, id);
CREATE INDEX placement_letters_updated_at ON placement_letters (portfolio_id, updated_at, id);
CREATE INDEX placement_letters_metadata ON placement_letters USING gin (portfolio_id, metadata jsonb_path_ops);
CREATE INDEX placement_letters_delivery ON placement_letters (portfolio_id, next_attempt_at, id) WHERE next_attempt_at IS NOT NULL;
CREATE INDEX placement_letters_waiting ON placement_letters (portfolio_id, id)
  WHERE state = 'planned' AND means = 'post' AND print_file_id IS NULL;
SELECT distribute_table('placement_letters');
SELECT count_table('placement_letters');
SELECT protect_portfolio('placement_letters');
