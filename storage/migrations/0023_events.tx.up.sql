-- The feed of events (specification of events, section 1). An event of the audit trail gets its place in the feed after its transaction
-- has committed: a place that is taken before would be passed by readers before it can be seen.
SELECT lock_patiently('audit_events');

-- Events without a place. The sequence follows the order in which the transactions locked a subject, so of one subject it is the order
-- of commits.
CREATE SEQUENCE event_outbox_seq;
CREATE TABLE event_outbox (
  portfolio_id uuid NOT NULL,
  seq          bigint NOT NULL DEFAULT nextval('event_outbox_seq'),
  id           uuid NOT NULL,
  PRIMARY KEY (portfolio_id, seq)
) WITH (fillfactor = 50, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000, autovacuum_vacuum_cost_delay = 0);
ALTER SEQUENCE event_outbox_seq OWNED BY event_outbox.seq;

-- Where the feed of a portfolio ends. Who gives places locks its row, so places become visible in their order.
CREATE TABLE event_heads (
  portfolio_id uuid PRIMARY KEY,
  position     bigint NOT NULL,          -- of the last event
  removed_to   bigint NOT NULL DEFAULT 0 -- of the last event that was removed for its age
) WITH (fillfactor = 50);

-- How many events a subject had, ever: also after old ones are removed.
CREATE TABLE event_subjects (
  portfolio_id uuid NOT NULL,
  subject_id   uuid NOT NULL,
  revision     bigint NOT NULL,
  PRIMARY KEY (portfolio_id, subject_id)
) WITH (fillfactor = 80);

CREATE TABLE events (
  portfolio_id uuid NOT NULL,
  position     bigint NOT NULL,
  id           uuid NOT NULL, -- of the audit event, which has the rest
  type         text NOT NULL,
  subject_type text NOT NULL,
  subject_id   uuid NOT NULL,
  case_id      uuid,
  revision     bigint NOT NULL,
  at           timestamptz(3) NOT NULL,
  PRIMARY KEY (portfolio_id, position)
);

-- Which server this is, and which life of its data: its database, cluster and timeline, as far as it says so. Managed servers may not,
-- and a disk that was put back has them all again: so the last start of a node, which has a generation, counts too.
CREATE FUNCTION event_server() RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  server text := concat_ws(' ', (SELECT oid FROM pg_database WHERE datname = current_database()),
    (SELECT max(generation) FROM installation_marks));
BEGIN
  BEGIN
    server := server || ' ' || (SELECT system_identifier FROM pg_control_system());
  EXCEPTION WHEN insufficient_privilege OR undefined_function OR feature_not_supported THEN
    NULL;
  END;
  BEGIN
    server := server || ' ' || left(pg_walfile_name(pg_current_wal_lsn()), 8);
  EXCEPTION WHEN insufficient_privilege OR undefined_function OR feature_not_supported THEN
    NULL;
  END;
  RETURN server;
END $$;

-- On which server places were given last: see storage/feed.go.
CREATE TABLE event_epoch (
  one    boolean PRIMARY KEY DEFAULT true CHECK (one),
  epoch  bigint NOT NULL,
  server text NOT NULL
);
INSERT INTO event_epoch (epoch, server) VALUES (0, '');

-- A trigger and not the program, so that nodes of the release before and loads write to the feed too.
CREATE FUNCTION note_events() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO event_outbox (portfolio_id, id)
    SELECT portfolio_id, id FROM changed
    WHERE portfolio_id <> '00000000-0000-0000-0000-000000000000' AND subject_id IS NOT NULL AND action <> 'portfolio.read'
    ORDER BY id;
  RETURN NULL;
END $$;
CREATE TRIGGER note_inserted AFTER INSERT ON audit_events REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION note_events();

SELECT protect_portfolio('event_outbox');
SELECT protect_portfolio('event_heads');
SELECT protect_portfolio('event_subjects');
SELECT protect_portfolio('events');
