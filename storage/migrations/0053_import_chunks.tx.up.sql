-- The chunks of the present step that are done, in whatever order.
ALTER TABLE imports ADD COLUMN done_chunks int[] NOT NULL DEFAULT '{}';
-- How often a node has taken the import: one that was slower than its lease writes nothing more.
ALTER TABLE imports ADD COLUMN claim int NOT NULL DEFAULT 0;
UPDATE imports SET done_chunks = ARRAY(SELECT generate_series(0, chunks - 1)) WHERE state = 'committing';
