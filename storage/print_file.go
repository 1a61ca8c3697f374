package storage

import (
	"context"

	"github.com/google/uuid"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/storage/rows"
)

// PrintFiles are letters to borrowers on paper, for a mailing house.
var PrintFiles = rows.Define(Table[model.PrintFile, model.PrintFileFilter]{
	Noun: "print file",
	Filter: func(f model.PrintFileFilter) []rows.Condition {
		return []rows.Condition{
			rows.Common(f.ID, f.CreatedAt, f.UpdatedAt, f.Metadata),
			rows.In("state", f.State.Value()),
		}
	},
})

// LockLettersForPaper finds the oldest letters that wait for paper, and keeps them from other print files. It leaves out what another
// transaction has locked, and what is about placements that do not wait any more.
func (p *Portfolio) LockLettersForPaper(ctx context.Context) ([]*model.PlacementLetter, error) {
	return rows.Read[model.PlacementLetter](ctx, p.db, rows.Prepared, PlacementLetters.Select(p,
		rows.Where("t.state = 'planned'"), rows.Where("t.means = 'post'"), rows.Where("t.print_file_id IS NULL"),
		rows.Where(toldOf, p.ID(), p.ID())).
		OrderExpr("t.id").Limit(model.PrintFileSize).For(string(rows.ForUpdateIfFree)))
}

// LettersOfPrintFile are the letters of a print file, oldest first.
func (p *Portfolio) LettersOfPrintFile(ctx context.Context, id uuid.UUID) ([]*model.PlacementLetter, error) {
	return rows.Read[model.PlacementLetter](ctx, p.db, rows.Prepared, PlacementLetters.Select(p,
		rows.Where("t.print_file_id = ?", id)).OrderExpr("t.id"))
}
