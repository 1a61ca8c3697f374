-- What became of a notice's letter at each of its addresses, and its words while some of them wait for it. NULL: no mail server got
-- it. Nodes of the release before neither read nor write the column.
ALTER TABLE renewal_notices ADD COLUMN letter jsonb;
