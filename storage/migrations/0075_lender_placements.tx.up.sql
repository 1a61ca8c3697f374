-- What follows by itself where cover has ended: whether placements begin, how their notices go out, the days of the usual loan
-- agreement. NULL: nothing.
SELECT lock_patiently('lenders');
ALTER TABLE lenders ADD COLUMN placements jsonb;
