-- Indexes for lists that the console shows first: notices of some states by when they are due, and policies of some statuses by when they end.
-- Without them Postgres goes through all notices that are planned, or reads each policy of the time for its status.
--
-- Each part is a transaction of its own, so that the indexes are built while others write. A migration that failed is run again from its first
-- part, so each part may be run twice.

DROP INDEX CONCURRENTLY IF EXISTS renewal_notices_state_due_at;

--bun:split
CREATE INDEX CONCURRENTLY renewal_notices_state_due_at ON renewal_notices (portfolio_id, state, due_at, id);

--bun:split
DROP INDEX CONCURRENTLY IF EXISTS policies_end_date_status;

--bun:split
CREATE INDEX CONCURRENTLY policies_end_date_status ON policies (portfolio_id, end_date, id) INCLUDE (status);

--bun:split
DROP INDEX CONCURRENTLY IF EXISTS policies_end_date;
