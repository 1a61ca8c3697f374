package storage

import (
	"context"
	"time"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/storage/rows"
)

// LetterTemplates are the lenders' own wordings of letters.
var LetterTemplates = rows.Define(Table[model.LetterTemplate, model.LetterTemplateFilter]{
	Noun: "letter template",
	Filter: func(f model.LetterTemplateFilter) []rows.Condition {
		return []rows.Condition{
			rows.Common(f.ID, f.CreatedAt, f.UpdatedAt, f.Metadata),
			rows.In("step", f.Step.Value()),
			rows.Is("is_current", f.IsCurrent.Value()),
		}
	},
})

// LockLetterTemplates keeps others from writing templates of the portfolio until the transaction ends.
func (p *Portfolio) LockLetterTemplates(ctx context.Context) error {
	return p.lock(ctx, lockOfTemplates)
}

// LatestLetterTemplate finds the portfolio's last template of a step, current or not; nil if none.
func (p *Portfolio) LatestLetterTemplate(ctx context.Context, step model.RenewalStep) (*model.LetterTemplate, error) {
	return rows.Find[model.LetterTemplate](ctx, p.db, rows.Prepared,
		LetterTemplates.Select(p, rows.Where("t.step = ?", step)).OrderExpr("t.version DESC").Limit(1))
}

// CurrentLetterTemplates are the templates that letters are worded with, by their step.
func (p *Portfolio) CurrentLetterTemplates(ctx context.Context) (map[model.RenewalStep]*model.LetterTemplate, error) {
	found, err := rows.Read[model.LetterTemplate](ctx, p.db, rows.Prepared,
		LetterTemplates.Select(p, rows.Where("t.is_current")))
	byStep := map[model.RenewalStep]*model.LetterTemplate{}
	for _, t := range found {
		byStep[t.Step] = t
	}
	return byStep, err
}

// SupersedeLetterTemplate has letters of a step be worded with no template of the portfolio, whose templates the
// transaction has locked.
func (p *Portfolio) SupersedeLetterTemplate(ctx context.Context, step model.RenewalStep, now time.Time) error {
	_, err := rows.Exec(ctx, p.db, p.db.NewUpdate().Model((*model.LetterTemplate)(nil)).Set("is_current = false, updated_at = ?", now).
		Where("t.portfolio_id = ? AND t.step = ? AND t.is_current", p.ID(), step))
	return err
}
