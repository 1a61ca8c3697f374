-- Sweeps ask once which portfolios have something due: by indexes that begin with the time, or that hold what waits alone.
-- renewal_notices_turn is instead of renewal_notices_due, as renewal_notices_state_due_at finds the same of one portfolio, and
-- case_verdicts_due instead of case_verdicts_look_again. ANALYZE, for of a new expression Postgres knows nothing.
--
-- Each part is a transaction of its own, so that the indexes are built while others write. A migration that failed is run again from
-- its first part, so each part may be run twice.

DROP INDEX CONCURRENTLY IF EXISTS renewal_notices_turn;

--bun:split
CREATE INDEX CONCURRENTLY renewal_notices_turn ON renewal_notices (coalesce(next_attempt_at, due_at), portfolio_id) WHERE state = 'planned';

--bun:split
DROP INDEX CONCURRENTLY IF EXISTS case_verdicts_due;

--bun:split
CREATE INDEX CONCURRENTLY case_verdicts_due ON case_verdicts (portfolio_id, LEAST(next_change_on, look_again_on), id);

--bun:split
DROP INDEX CONCURRENTLY IF EXISTS case_verdicts_any_due;

--bun:split
CREATE INDEX CONCURRENTLY case_verdicts_any_due ON case_verdicts (LEAST(next_change_on, look_again_on), portfolio_id);

--bun:split
DROP INDEX CONCURRENTLY IF EXISTS case_verdicts_any_flood;

--bun:split
CREATE INDEX CONCURRENTLY case_verdicts_any_flood ON case_verdicts (flood_rows, portfolio_id) WHERE flood_rows IS NOT NULL;

--bun:split
DROP INDEX CONCURRENTLY IF EXISTS placements_any_next_at;

--bun:split
CREATE INDEX CONCURRENTLY placements_any_next_at ON placements (next_at, portfolio_id) WHERE next_at IS NOT NULL;

--bun:split
DROP INDEX CONCURRENTLY IF EXISTS tasks_follow_up;

--bun:split
CREATE INDEX CONCURRENTLY tasks_follow_up ON tasks (portfolio_id, policy_id) INCLUDE (type, origin)
  WHERE type IN ('cancellationFollowUp', 'renewalFollowUp') AND state IN ('open', 'inProgress', 'paused');

--bun:split
DROP INDEX CONCURRENTLY IF EXISTS renewal_notices_due;

--bun:split
DROP INDEX CONCURRENTLY IF EXISTS case_verdicts_look_again;

--bun:split
ANALYZE renewal_notices, case_verdicts;
