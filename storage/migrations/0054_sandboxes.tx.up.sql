-- Sandboxes: portfolios with a clock of their own. Each is of a lender that only it has, and that no list shows, so that what is tried there
-- changes nothing of the real one.
SELECT lock_patiently('lenders, portfolios, tokens');

ALTER TABLE lenders ADD COLUMN sandbox_of uuid; -- the real lender; null for all but those of sandboxes, which have its name
ALTER TABLE lenders DROP CONSTRAINT lenders_name_key;
CREATE UNIQUE INDEX lenders_name_key ON lenders (name) WHERE sandbox_of IS NULL;

ALTER TABLE portfolios DROP CONSTRAINT portfolios_mode_check;
ALTER TABLE portfolios ADD CONSTRAINT portfolios_mode_check CHECK (mode IN ('live', 'test', 'sandbox'));

ALTER TABLE tokens ADD COLUMN lender_id uuid; -- of a sandbox; null for that of the organization
ALTER TABLE tokens DROP CONSTRAINT tokens_mode_check;
ALTER TABLE tokens ADD CONSTRAINT tokens_mode_check CHECK (mode IN ('live', 'test', 'sandbox'));

CREATE TABLE sandboxes (
  id              uuid PRIMARY KEY,          -- of its portfolio and of its lender too
  organization_id uuid NOT NULL,
  lender_id       uuid NOT NULL,             -- the real one
  name            text NOT NULL,
  origin          text NOT NULL CHECK (origin IN ('empty', 'demo', 'copy')),
  now             timestamptz(3) NOT NULL,   -- its clock
  state           text NOT NULL CHECK (state IN ('ready', 'advancing', 'failed')),
  target          timestamptz(3),            -- where the clock goes
  failure         text,
  leased_until    timestamptz(3) NOT NULL,   -- by the node that moves the clock; it is anybody's then
  claim           int NOT NULL DEFAULT 0,
  used_at         timestamptz(3) NOT NULL,   -- this and what follows is real time
  created_at      timestamptz(3) NOT NULL,
  updated_at      timestamptz(3) NOT NULL,
  CHECK ((state = 'ready') = (target IS NULL)),
  CHECK ((state = 'failed') = (failure IS NOT NULL))
) WITH (fillfactor = 50);
CREATE INDEX sandboxes_organization ON sandboxes (organization_id, id);
CREATE INDEX sandboxes_lender ON sandboxes (lender_id, id);
CREATE INDEX sandboxes_advancing ON sandboxes (leased_until) WHERE state = 'advancing';
