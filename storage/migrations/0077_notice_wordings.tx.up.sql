-- How lenders word the notices of lender-placed insurance.
CREATE TABLE notice_wordings (
  portfolio_id uuid NOT NULL,
  id           uuid NOT NULL,
  programme    text NOT NULL CHECK (programme IN ('regX', 'flood', 'contract')),
  step         text NOT NULL,
  version      int NOT NULL CHECK (version > 0),
  text         text NOT NULL,
  is_current   boolean NOT NULL,
  metadata     jsonb NOT NULL DEFAULT '{}',
  created_at   timestamptz(3) NOT NULL,
  updated_at   timestamptz(3) NOT NULL,
  PRIMARY KEY (portfolio_id, id),
  CONSTRAINT notice_wordings_version_key UNIQUE (portfolio_id, programme, step, version)
);
CREATE UNIQUE INDEX notice_wordings_current ON notice_wordings (portfolio_id, programme, step) WHERE is_current;
CREATE INDEX notice_wordings_programme ON notice_wordings (portfolio_id, programme, id);
CREATE INDEX notice_wordings_step ON notice_wordings (portfolio_id, step, id);
CREATE INDEX notice_wordings_is_current ON notice_wordings (portfolio_id, is_current, id);
CREATE INDEX notice_wordings_created_at ON notice_wordings (portfolio_id, created_at, id);
CREATE INDEX notice_wordings_updated_at ON notice_wordings (portfolio_id, updated_at, id);
CREATE INDEX notice_wordings_metadata ON notice_wordings USING gin (portfolio_id, metadata jsonb_path_ops);
SELECT distribute_table('notice_wordings');
SELECT count_table('notice_wordings');
SELECT protect_portfolio('notice_wordings');
