-- How many writes of a token are committed, counted in the very transactions: a replica that has counted as many has them all.
-- A shard is incremented by one connection at a time, so that its numbers are committed in their order; sixteen of them keep
-- writers of one token from waiting for each other.
CREATE TABLE token_writes (
  token_id uuid NOT NULL REFERENCES tokens (id) ON DELETE CASCADE,
  shard    smallint NOT NULL,
  n        bigint NOT NULL,
  PRIMARY KEY (token_id, shard)
) WITH (fillfactor = 50);
