-- A table that a migration makes is distributed as those before it, where they are: by its portfolio, or to every node if it has none and
-- a table of portfolios is to refer to it. Each migration that makes such a table calls this behind its CREATE TABLE and before it gives
-- it triggers. On a plain Postgres it does nothing.
CREATE FUNCTION distribute_table(t regclass) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF NOT is_distributed() THEN
    RETURN;
  END IF;
  -- Foreign keys to tables that are copied to every node demand one table after the other.
  PERFORM set_config('citus.multi_shard_modify_mode', 'sequential', true);
  IF EXISTS (SELECT FROM pg_attribute WHERE attrelid = t AND attname = 'portfolio_id' AND NOT attisdropped) THEN
    PERFORM create_distributed_table(t, 'portfolio_id', colocate_with => 'cases');
  ELSE
    PERFORM create_reference_table(t);
  END IF;
END $$;
