-- The chunks of the present step that are done, in whatever order.
ALTER TABLE imports ADD COLUMN done_chunks int[] NOT NULL DEFAULT '{}';
UPDATE imports SET done_chunks = ARRAY(SELECT generate_series(0, chunks - 1)) WHERE state = 'committing';
