package storage

import (
	"context"
	"time"

	"github.com/google/uuid"
	"github.com/uptrace/bun"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/storage/rows"
)

// PlacementLetters are the notices of lender-placed insurance as letters to borrowers.
var PlacementLetters = rows.Define(Table[model.PlacementLetter, model.PlacementLetterFilter]{
	Noun: "placement letter",
	Filter: func(f model.PlacementLetterFilter) []rows.Condition {
		return []rows.Condition{
			rows.Common(f.ID, f.CreatedAt, f.UpdatedAt, f.Metadata),
			rows.In("case_id", f.CaseID.Value()),
			rows.In("placement_id", f.PlacementID.Value()),
			rows.In("print_file_id", f.PrintFileID.Value()),
			rows.In("step", f.Step.Value()),
			rows.In("means", f.Means.Value()),
			rows.In("state", f.State.Value()),
		}
	},
})

// toldOf holds for letters of placements that wait, on cases about which something is told. Both are looked up by their ids, letter by
// letter, in the portfolio that is named twice.
const toldOf = `(SELECT o.state IN ('noticed', 'reminded', 'mayPlace') AND
	(SELECT NOT c.quiet AND c.status NOT IN ('onHold', 'closed') FROM cases AS c WHERE c.portfolio_id = ? AND c.id = o.case_id)
	FROM placements AS o WHERE o.portfolio_id = ? AND o.id = t.placement_id)`

// emailed are the letters whose turn at the mail server has come. One that somebody has is settled, whatever has become of its
// placement.
func (p *Portfolio) emailed(now time.Time) *bun.SelectQuery {
	return dueEmails(PlacementLetters.Select(p), p.ID(), now)
}

func dueEmails(q *bun.SelectQuery, of owner, now time.Time) *bun.SelectQuery {
	return q.Where("t.next_attempt_at <= ?", now).
		Where(`(t.letter @> '{"deliveries": [{"state": "sent"}]}' OR `+toldOf+")", of, of)
}

// HasPlacementLetter reports whether a letter to a borrower waits for the mail server, or is being sent by another transaction.
func (p *Portfolio) HasPlacementLetter(ctx context.Context, now time.Time) (bool, error) {
	return rows.Exists(ctx, p.db, rows.Planned, p.emailed(now))
}

// LockNextPlacementLetter is LockNextDelivery for letters to borrowers.
func (p *Portfolio) LockNextPlacementLetter(ctx context.Context, now time.Time, patience time.Duration) (*model.PlacementLetter, error) {
	next, err := rows.Find[model.PlacementLetter](ctx, p.db, rows.Planned, p.emailed(now).
		OrderExpr("t.next_attempt_at, t.id").Limit(1).For(string(rows.ForUpdateIfFree)))
	if err != nil || next == nil {
		return nil, err
	}
	return next, Handle{db: p.db}.LetIdle(ctx, patience)
}

// LockPlacementLetters finds the letters of placements, whose cases the transaction has locked, and keeps the delivery from them.
func (p *Portfolio) LockPlacementLetters(ctx context.Context, placements []uuid.UUID) (map[uuid.UUID][]*model.PlacementLetter, error) {
	found, err := rows.Read[model.PlacementLetter](ctx, p.db, rows.Prepared, PlacementLetters.Select(p,
		rows.Where("t.placement_id = ANY (?)", rows.Array[uuid.UUID](placements))).OrderExpr("t.id").For(string(rows.ForUpdate)))
	of := map[uuid.UUID][]*model.PlacementLetter{}
	for _, l := range found {
		of[l.PlacementID] = append(of[l.PlacementID], l)
	}
	return of, err
}

// LockPlacementLettersOfCase finds the letters of a locked case that are not settled, and keeps the delivery from them.
func (p *Portfolio) LockPlacementLettersOfCase(ctx context.Context, id uuid.UUID) ([]*model.PlacementLetter, error) {
	return rows.Read[model.PlacementLetter](ctx, p.db, rows.Prepared, PlacementLetters.Select(p,
		rows.Where("t.case_id = ?", id), rows.Where("t.state = 'planned'")).OrderExpr("t.id").For(string(rows.ForUpdate)))
}

// UpdatePlacementLetters saves the state of letters that the transaction has locked.
func (p *Portfolio) UpdatePlacementLetters(ctx context.Context, letters ...*model.PlacementLetter) error {
	return PlacementLetters.Save(ctx, p, letters, "mail")
}
