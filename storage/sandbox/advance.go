package sandbox

import (
	"context"
	"time"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/model/sandbox"
	"github.com/covertrack/covertrack/storage"
	"github.com/covertrack/covertrack/storage/rows"
)

// Waiting returns the sandboxes whose clocks are to move and that no node has: one of each lender, then a second of each, and so on.
func Waiting(ctx context.Context, h storage.Handle, now time.Time) ([]*sandbox.Sandbox, error) {
	return rows.Read[sandbox.Sandbox](ctx, h.DB(), rows.Planned, h.DB().NewSelect().Model((*sandbox.Sandbox)(nil)).
		Where("t.state = 'advancing' AND t.leased_until <= ?", now).
		OrderExpr("row_number() OVER (PARTITION BY t.lender_id ORDER BY t.leased_until, t.id), t.leased_until, t.id").Limit(100))
}

// Claim takes a sandbox whose clock is to move for a node until a time; nil if another has it. What the node writes of it asks for
// its claim.
func Claim(ctx context.Context, h storage.Handle, id uuid.UUID, now, until time.Time) (*sandbox.Sandbox, error) {
	return rows.Find[sandbox.Sandbox](ctx, h.DB(), rows.Once, rows.SQL(`UPDATE sandboxes SET leased_until = ?, claim = claim + 1
		WHERE id = ? AND state = 'advancing' AND leased_until <= ? RETURNING *`, until, id, now))
}

// ofClaim has what a node writes of a sandbox be nothing if another has taken it, or if it is gone.
const ofClaim = " WHERE id = ? AND claim = ? AND state = 'advancing'"

// Keep keeps a sandbox for the node that has claimed it, and reports whether it has it still.
func Keep(ctx context.Context, h storage.Handle, s *sandbox.Sandbox, until time.Time) (bool, error) {
	n, err := rows.Exec(ctx, h.DB(), rows.SQL("UPDATE sandboxes SET leased_until = ?"+ofClaim, until, s.PortfolioID, s.Claim))
	return n > 0, err
}

// Move moves the clock of a sandbox that the node has claimed, and reports whether it has it still.
func Move(ctx context.Context, h storage.Handle, s *sandbox.Sandbox, to, now time.Time) (bool, error) {
	n, err := rows.Exec(ctx, h.DB(), rows.SQL("UPDATE sandboxes SET now = ?, updated_at = ?"+ofClaim, to, now, s.PortfolioID, s.Claim))
	return n > 0, err
}

// Stop ends the move of a clock that the node has claimed: where it was to go or, for a reason, before that.
func Stop(ctx context.Context, h storage.Handle, s *sandbox.Sandbox, failure *string, now time.Time) error {
	_, err := rows.Exec(ctx, h.DB(), rows.SQL(`UPDATE sandboxes SET state = CASE WHEN ?::text IS NULL THEN 'ready' ELSE 'failed' END,
		failure = $1, target = CASE WHEN $1::text IS NOT NULL THEN target END, updated_at = ?, leased_until = $2`+ofClaim,
		failure, now, s.PortfolioID, s.Claim))
	return err
}

// Next is when something is due in a portfolio after a time: a letter, an attempt to send one, the end of the review that
// letters wait for, or a placement of which the rules say something new; nil for nothing.
func Next(ctx context.Context, p *storage.Portfolio, after time.Time) (at *time.Time, err error) {
	const next = `SELECT least(
		(SELECT min(due_at) FROM renewal_notices WHERE portfolio_id = ? AND state = 'planned' AND next_attempt_at IS NULL AND due_at > ?),
		(SELECT min(next_attempt_at) FROM renewal_notices WHERE portfolio_id = $1 AND next_attempt_at > $2),
		(SELECT min(next_attempt_at) FROM evidence_replies WHERE portfolio_id = $1 AND next_attempt_at > $2),
		(SELECT min(next_attempt_at) FROM placement_letters WHERE portfolio_id = $1 AND next_attempt_at > $2),
		(SELECT min(review_until) FROM policies WHERE portfolio_id = $1 AND review_until > $2),
		(SELECT min(next_at) FROM placements WHERE portfolio_id = $1 AND next_at > $2))`
	err = rows.Scan(ctx, rows.DBOf(p), rows.Prepared, rows.SQL(next, p.ID(), after), &at)
	return at, err
}

// Wake is a background job of a portfolio that a write has asked for.
type Wake struct {
	ID   string
	Kind string
	Args string
}

// Wakes returns the jobs of a portfolio that wait in the queues that nodes work on, and whether a node runs one.
func Wakes(ctx context.Context, p *storage.Portfolio) (waiting []*Wake, isBusy bool, err error) {
	type row struct {
		Wake `bun:",extend"`

		State string
	}
	found, err := rows.Read[row](ctx, rows.DBOf(p), rows.Planned, rows.SQL(`SELECT id::text AS id, kind, args::text AS args,
		state::text AS state FROM river_job WHERE state IN ('available', 'running') AND args->>'portfolio' = ?
		ORDER BY river_job.id`, p.ID().String()))
	for _, r := range found {
		isBusy = isBusy || r.State == "running"
		if r.State == "available" {
			waiting = append(waiting, &r.Wake)
		}
	}
	return waiting, isBusy, err
}

// Held returns the jobs of a queue that no node works on.
func Held(ctx context.Context, h storage.Handle, queue string) ([]*Wake, error) {
	return rows.Read[Wake](ctx, h.DB(), rows.Planned,
		rows.SQL("SELECT id::text AS id, kind, args::text AS args FROM river_job WHERE state = 'available' AND queue = ? ORDER BY river_job.id", queue))
}

// Drop removes jobs that wait, for what they were to do was done.
func Drop(ctx context.Context, h storage.Handle, done []*Wake) error {
	ids := make([]string, len(done))
	for i, w := range done {
		ids[i] = w.ID
	}
	_, err := rows.Exec(ctx, h.DB(), rows.SQL("DELETE FROM river_job WHERE state = 'available' AND id = ANY (?::bigint[])", rows.Array[string](ids)))
	return err
}
