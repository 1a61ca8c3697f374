-- Letters to borrowers on paper, for a mailing house.
SELECT lock_patiently('placement_letters');

CREATE TABLE print_files (
  portfolio_id uuid NOT NULL,
  id           uuid NOT NULL,
  letter_count int NOT NULL CHECK (letter_count > 0),
  state        text NOT NULL CHECK (state IN ('ready', 'confirmed')),
  confirmed_at timestamptz(3),
  metadata     jsonb NOT NULL DEFAULT '{}',
  created_at   timestamptz(3) NOT NULL,
  updated_at   timestamptz(3) NOT NULL,
  PRIMARY KEY (portfolio_id, id),
  CHECK ((state = 'confirmed') = (confirmed_at IS NOT NULL))
);
CREATE INDEX print_files_state ON print_files (portfolio_id, state, id);
CREATE INDEX print_files_created_at ON print_files (portfolio_id, created_at, id);
CREATE INDEX print_files_updated_at ON print_files (portfolio_id, updated_at, id);
CREATE INDEX print_files_metadata ON print_files USING gin (portfolio_id, metadata jsonb_path_ops);
SELECT distribute_table('print_files');
SELECT count_table('print_files');
SELECT protect_portfolio('print_files');
