package storage

import (
	"context"
	"time"

	"github.com/uptrace/bun"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/storage/rows"
)

// DueNotices are the planned notices of live portfolios whose time has come and whose policies are followed up.
type DueNotices struct {
	Count  int        `bun:"count"`
	Oldest *time.Time `bun:"oldest"` // when the first of them was due; nil if there are none
}

// DueNotices counts the notices of all live portfolios that are due.
func (h Handle) DueNotices(ctx context.Context, now time.Time) (DueNotices, error) {
	due, err := rows.First[DueNotices](ctx, h.db, rows.Planned, h.dueNotices(now).
		ColumnExpr("count(*) AS count, min(t.due_at) AS oldest"), "notice")
	if err != nil {
		return DueNotices{}, err
	}
	return *due, nil
}

// dueNotices selects from the notices of live portfolios that are due, with their portfolio, policy and time. Those that
// were handed over to the mail server and the others are in two indexes.
func (h Handle) dueNotices(now time.Time) *bun.SelectQuery {
	some := func(handedOver string) *bun.SelectQuery {
		return h.db.NewSelect().TableExpr("portfolios AS f").ColumnExpr("n.portfolio_id, n.policy_id, n.due_at").
			Join("JOIN renewal_notices AS n ON n.portfolio_id = f.id").
			Where("f.mode = ? AND n.state = 'planned' AND n.due_at <= ?", model.ModeLive, now).Where(handedOver)
	}
	return ofFollowedUp(h.db.NewSelect().TableExpr("(? UNION ALL ?) AS t",
		some("n.next_attempt_at IS NULL"), some("n.next_attempt_at IS NOT NULL")))
}
