-- Webhooks (specification of events, section 2): receivers that the feed is delivered to, how far each has got, and what was attempted.

CREATE TABLE webhook_endpoints (
  portfolio_id     uuid NOT NULL,
  id               uuid NOT NULL,
  url              text NOT NULL,
  description      text,
  types            text[] NOT NULL DEFAULT '{}', -- kinds of events; none means all
  enabled          boolean NOT NULL,
  disabled_reason  text,           -- null if a client disabled it
  secret           bytea NOT NULL, -- encrypted, as old_secret is
  old_secret       bytea,
  old_secret_until timestamptz(3),
  metadata         jsonb NOT NULL DEFAULT '{}',
  created_at       timestamptz(3) NOT NULL,
  updated_at       timestamptz(3) NOT NULL,
  PRIMARY KEY (portfolio_id, id),
  CHECK ((old_secret IS NULL) = (old_secret_until IS NULL)),
  CHECK (NOT enabled OR disabled_reason IS NULL)
);
CREATE INDEX webhook_endpoints_enabled ON webhook_endpoints (portfolio_id, enabled, id);
CREATE INDEX webhook_endpoints_url ON webhook_endpoints (portfolio_id, url, id);
CREATE INDEX webhook_endpoints_created_at ON webhook_endpoints (portfolio_id, created_at, id);
CREATE INDEX webhook_endpoints_updated_at ON webhook_endpoints (portfolio_id, updated_at, id);
CREATE INDEX webhook_endpoints_metadata ON webhook_endpoints USING gin (portfolio_id, metadata jsonb_path_ops);

-- How far an endpoint has got. A row of its own, for it changes with every delivery.
CREATE TABLE webhook_feeds (
  portfolio_id  uuid NOT NULL,
  endpoint_id   uuid NOT NULL,
  position      bigint NOT NULL,    -- in the feed, up to which all was attempted once
  failing_since timestamptz(3),     -- of the first failure after the last success
  failures      int NOT NULL DEFAULT 0, -- new deliveries in a row that failed at once, without any success between
  resume_at     timestamptz(3),     -- while it is paused: when the next event is tried
  task_origin   text,               -- of the task that was opened when it was disabled
  lease         uuid,               -- of the node that works on it
  leased_until  timestamptz NOT NULL,
  PRIMARY KEY (portfolio_id, endpoint_id),
  FOREIGN KEY (portfolio_id, endpoint_id) REFERENCES webhook_endpoints (portfolio_id, id) ON DELETE CASCADE
) WITH (fillfactor = 50, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000, autovacuum_vacuum_cost_delay = 0);

-- A part of the feed that is to be delivered again.
CREATE TABLE webhook_replays (
  portfolio_id   uuid NOT NULL,
  replay_id      uuid NOT NULL,
  endpoint_id    uuid NOT NULL,
  position       bigint NOT NULL, -- up to which it was done
  until_position bigint NOT NULL,
  from_at        timestamptz(3) NOT NULL,
  until_at       timestamptz(3) NOT NULL,
  PRIMARY KEY (portfolio_id, endpoint_id, replay_id),
  FOREIGN KEY (portfolio_id, endpoint_id) REFERENCES webhook_endpoints (portfolio_id, id) ON DELETE CASCADE
);

-- What was attempted, or is to be attempted because somebody asked. There is no key to the endpoint: its deliveries may be many, and
-- are removed after it.
CREATE TABLE webhook_deliveries (
  portfolio_id    uuid NOT NULL,
  id              uuid NOT NULL,
  endpoint_id     uuid NOT NULL,
  event_id        uuid NOT NULL, -- the webhook-id
  type            text NOT NULL,
  subject_type    text NOT NULL,
  subject_id      uuid NOT NULL,
  subject_case_id uuid,
  revision        bigint NOT NULL,
  event_at        timestamptz(3) NOT NULL,
  state           text NOT NULL CHECK (state IN ('pending', 'delivered', 'failed')),
  attempts        jsonb NOT NULL, -- the last ones
  attempt_count   int NOT NULL,   -- all
  tries           int NOT NULL,   -- attempts of the present schedule
  next_attempt_at timestamptz(3),
  settled_at      timestamptz(3),
  created_at      timestamptz(3) NOT NULL,
  PRIMARY KEY (portfolio_id, id),
  UNIQUE (portfolio_id, event_id, endpoint_id),
  CHECK ((state = 'pending') = (next_attempt_at IS NOT NULL)),
  CHECK ((state = 'pending') = (settled_at IS NULL))
) WITH (fillfactor = 80);
CREATE INDEX webhook_deliveries_endpoint ON webhook_deliveries (portfolio_id, endpoint_id, id);
CREATE INDEX webhook_deliveries_state ON webhook_deliveries (portfolio_id, state, id);
CREATE INDEX webhook_deliveries_type ON webhook_deliveries (portfolio_id, type, id);
CREATE INDEX webhook_deliveries_created_at ON webhook_deliveries (portfolio_id, created_at, id);
CREATE INDEX webhook_deliveries_next ON webhook_deliveries (portfolio_id, endpoint_id, next_attempt_at) WHERE next_attempt_at IS NOT NULL;
CREATE INDEX webhook_deliveries_age ON webhook_deliveries USING brin (created_at) WITH (autosummarize = on);

-- For replays, which begin at a time.
CREATE INDEX events_at ON events USING brin (at) WITH (autosummarize = on);

CREATE TRIGGER count_inserted AFTER INSERT ON webhook_endpoints REFERENCING NEW TABLE AS changed EXECUTE FUNCTION count_records();
CREATE TRIGGER count_deleted AFTER DELETE ON webhook_endpoints REFERENCING OLD TABLE AS changed EXECUTE FUNCTION count_records();
CREATE TRIGGER count_truncated AFTER TRUNCATE ON webhook_endpoints EXECUTE FUNCTION forget_records();
CREATE TRIGGER count_inserted AFTER INSERT ON webhook_deliveries REFERENCING NEW TABLE AS changed EXECUTE FUNCTION count_records();
CREATE TRIGGER count_deleted AFTER DELETE ON webhook_deliveries REFERENCING OLD TABLE AS changed EXECUTE FUNCTION count_records();
CREATE TRIGGER count_truncated AFTER TRUNCATE ON webhook_deliveries EXECUTE FUNCTION forget_records();

SELECT protect_portfolio('webhook_endpoints');
SELECT protect_portfolio('webhook_feeds');
SELECT protect_portfolio('webhook_replays');
SELECT protect_portfolio('webhook_deliveries');
