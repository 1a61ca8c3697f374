-- When the rules say something new of a placement; null when nothing comes any more. The first sweep looks at all.
SELECT lock_patiently('placements');
ALTER TABLE placements ADD COLUMN next_at timestamptz(3);
UPDATE placements SET next_at = '2000-01-01Z';
CREATE INDEX placements_next_at ON placements (portfolio_id, next_at, id) WHERE next_at IS NOT NULL;
