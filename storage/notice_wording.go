package storage

import (
	"context"
	"time"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/storage/rows"
)

// NoticeWordings are the lenders' own wordings of notices of lender-placed insurance.
var NoticeWordings = rows.Define(Table[model.NoticeWording, model.NoticeWordingFilter]{
	Noun: "notice wording",
	Filter: func(f model.NoticeWordingFilter) []rows.Condition {
		return []rows.Condition{
			rows.Common(f.ID, f.CreatedAt, f.UpdatedAt, f.Metadata),
			rows.In("programme", f.Programme.Value()),
			rows.In("step", f.Step.Value()),
			rows.Is("is_current", f.IsCurrent.Value()),
		}
	},
})

// LatestNoticeWording finds the portfolio's last wording of a notice, current or not; nil if none.
func (p *Portfolio) LatestNoticeWording(
	ctx context.Context, programme model.PlacementProgramme, step string,
) (*model.NoticeWording, error) {
	return rows.Find[model.NoticeWording](ctx, p.db, rows.Prepared,
		NoticeWordings.Select(p, rows.Where("t.programme = ? AND t.step = ?", programme, step)).OrderExpr("t.version DESC").Limit(1))
}

// CurrentNoticeWording finds the wording by which letters of a notice are worded; nil for the law's own.
func (p *Portfolio) CurrentNoticeWording(
	ctx context.Context, programme model.PlacementProgramme, step string,
) (*model.NoticeWording, error) {
	return rows.Find[model.NoticeWording](ctx, p.db, rows.Prepared,
		NoticeWordings.Select(p, rows.Where("t.programme = ? AND t.step = ? AND t.is_current", programme, step)))
}

// SupersedeNoticeWording has letters of a notice be worded with no wording of the portfolio, whose wordings the transaction has
// locked.
func (p *Portfolio) SupersedeNoticeWording(ctx context.Context, programme model.PlacementProgramme, step string, now time.Time) error {
	_, err := rows.Exec(ctx, p.db, p.db.NewUpdate().Model((*model.NoticeWording)(nil)).Set("is_current = false, updated_at = ?", now).
		Where("t.portfolio_id = ? AND t.programme = ? AND t.step = ? AND t.is_current", p.ID(), programme, step))
	return err
}
