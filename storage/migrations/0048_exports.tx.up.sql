-- Exports: what is taken out as files, and schedules that ask for it again and again.

CREATE TABLE export_schedules (
  portfolio_id uuid NOT NULL,
  id           uuid NOT NULL,
  format       text NOT NULL,
  nouns        text[] NOT NULL,
  every        text NOT NULL CHECK (every IN ('daily', 'weekly')),
  weekday      text,
  hour         int NOT NULL CHECK (hour BETWEEN 0 AND 23),
  keep         int NOT NULL,
  next_at      timestamptz(3) NOT NULL,
  created_at   timestamptz(3) NOT NULL,
  updated_at   timestamptz(3) NOT NULL,
  PRIMARY KEY (portfolio_id, id),
  CHECK ((every = 'weekly') = (weekday IS NOT NULL))
);
CREATE INDEX export_schedules_created_at ON export_schedules (portfolio_id, created_at, id);
CREATE INDEX export_schedules_updated_at ON export_schedules (portfolio_id, updated_at, id);
CREATE INDEX export_schedules_next_at ON export_schedules (next_at);

CREATE TABLE exports (
  portfolio_id uuid NOT NULL,
  id           uuid NOT NULL,
  format       text NOT NULL,
  nouns        text[] NOT NULL,
  as_of        date,
  schedule_id  uuid,           -- which may be gone
  state        text NOT NULL CHECK (state IN ('queued', 'running', 'done', 'failed')),
  records      bigint NOT NULL DEFAULT 0,
  total        bigint,
  files        jsonb NOT NULL DEFAULT '[]',
  cursor       text,
  snapshot_at  timestamptz(3),
  reason       text,
  attempt      int NOT NULL DEFAULT 0, -- each writes to a folder of its own
  leased_until timestamptz(3) NOT NULL, -- by the node that writes it; it is anybody's then
  expires_at   timestamptz(3),
  settled_at   timestamptz(3),
  created_at   timestamptz(3) NOT NULL,
  updated_at   timestamptz(3) NOT NULL,
  PRIMARY KEY (portfolio_id, id),
  CHECK ((state IN ('done', 'failed')) = (settled_at IS NOT NULL)),
  CHECK ((state = 'done') = (cursor IS NOT NULL))
) WITH (fillfactor = 80);
CREATE INDEX exports_state ON exports (portfolio_id, state, id);
CREATE INDEX exports_schedule ON exports (portfolio_id, schedule_id, id);
CREATE INDEX exports_created_at ON exports (portfolio_id, created_at, id);
CREATE INDEX exports_updated_at ON exports (portfolio_id, updated_at, id);
CREATE INDEX exports_open ON exports (leased_until) WHERE settled_at IS NULL;
CREATE INDEX exports_expires_at ON exports (expires_at) WHERE expires_at IS NOT NULL;

SELECT distribute_table('export_schedules');
SELECT distribute_table('exports');
SELECT count_table('export_schedules');
SELECT count_table('exports');
SELECT protect_portfolio('export_schedules');
SELECT protect_portfolio('exports');
