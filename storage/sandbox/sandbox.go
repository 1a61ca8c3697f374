package sandbox

import (
	"context"
	"time"

	"github.com/google/uuid"
	"github.com/uptrace/bun"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/fault"
	"github.com/covertrack/covertrack/model/sandbox"
	"github.com/covertrack/covertrack/storage"
	"github.com/covertrack/covertrack/storage/rows"
)

// within selects the sandboxes of a reach.
func within(h storage.Handle, reach sandbox.Reach) *bun.SelectQuery {
	q := h.DB().NewSelect().Model((*sandbox.Sandbox)(nil))
	switch {
	case reach.PortfolioID != uuid.Nil:
		return q.Where("t.id = ?", reach.PortfolioID)
	case reach.OrganizationID != uuid.Nil:
		return q.Where("t.organization_id = ?", reach.OrganizationID)
	}
	return q.Where("t.lender_id = ?", reach.LenderID)
}

// List returns the sandboxes of a reach, oldest first.
func List(ctx context.Context, h storage.Handle, reach sandbox.Reach) ([]*sandbox.Sandbox, error) {
	return rows.Read[sandbox.Sandbox](ctx, h.DB(), rows.Planned, within(h, reach).Order("t.id"))
}

// Find finds a sandbox of a reach; `not_found`.
func Find(ctx context.Context, h storage.Handle, id uuid.UUID, reach sandbox.Reach) (*sandbox.Sandbox, error) {
	return rows.First[sandbox.Sandbox](ctx, h.DB(), rows.Planned, within(h, reach).Where("t.id = ?", id), "sandbox")
}

// Lock is Find that keeps others from writing the sandbox, and its clock from moving, until the transaction ends.
func Lock(ctx context.Context, h storage.Handle, id uuid.UUID, reach sandbox.Reach) (*sandbox.Sandbox, error) {
	q := within(h, reach).Where("t.id = ?", id).For(string(rows.ForUpdate))
	return rows.First[sandbox.Sandbox](ctx, h.DB(), rows.Planned, q, "sandbox")
}

// Save saves a sandbox that the transaction has locked.
func Save(ctx context.Context, h storage.Handle, s *sandbox.Sandbox) error {
	return rows.Update(ctx, h.DB(), s)
}

// Clock is how late it is in a sandbox.
type Clock struct {
	Now         time.Time
	IsAdvancing bool
}

// ClockOf reads the clock of a sandbox. If it is held, it does not move before the transaction ends. `not_found`.
func ClockOf(ctx context.Context, p *storage.Portfolio, isHeld bool) (c Clock, err error) {
	text := "SELECT now, state = 'advancing' FROM sandboxes WHERE id = ?"
	if isHeld {
		text += " FOR SHARE"
	}
	err = rows.Scan(ctx, rows.DBOf(p), rows.Prepared, rows.SQL(text, p.ID()), &c.Now, &c.IsAdvancing)
	if err == nil && c.Now.IsZero() {
		err = fault.NotFound("portfolio")
	}
	c.Now = c.Now.UTC()
	return c, err
}

// TimeIn is the time in a portfolio: that of its clock in a sandbox, else the real one.
func TimeIn(ctx context.Context, p *storage.Portfolio, real time.Time) (time.Time, error) {
	clock, err := ClockOf(ctx, p, false)
	if fault.CodeOf(err) == fault.CodeNotFound {
		return real, nil
	}
	return clock.Now, err
}

// NoteUse remembers when a sandbox was used, unless somebody else writes it just now.
func NoteUse(ctx context.Context, h storage.Handle, id uuid.UUID, now time.Time) error {
	_, err := rows.Exec(ctx, h.DB(), rows.SQL(`UPDATE sandboxes SET used_at = ? WHERE id = (
		SELECT id FROM sandboxes WHERE id = ? AND used_at < $1 FOR NO KEY UPDATE SKIP LOCKED)`, now, id))
	return err
}

// Organization returns whose sandboxes are those that people of a lender make: its oldest organization that may use the API;
// uuid.Nil if there is none.
func Organization(ctx context.Context, h storage.Handle, lender uuid.UUID) (id uuid.UUID, err error) {
	ids, err := rows.IDs(ctx, h.DB(), rows.Planned, rows.SQL(`SELECT o.id FROM organizations AS o JOIN plans ON plans.key = o.plan_key
		WHERE o.lender_id = ? AND ? = ANY (plans.entitlements) ORDER BY o.id LIMIT 1`, lender, string(model.EntitlementAPIAccess)))
	if len(ids) > 0 {
		id = ids[0]
	}
	return id, err
}

// Count locks an organization and returns how many sandboxes it has.
func Count(ctx context.Context, h storage.Handle, organization uuid.UUID) (int, error) {
	if _, err := h.LockOrganization(ctx, organization); err != nil {
		return 0, err
	}
	has, err := List(ctx, h, sandbox.Reach{OrganizationID: organization})
	return len(has), err
}
