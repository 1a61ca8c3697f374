package book

import (
	"time"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/importing"
)

// importTables are those of imports, which are no nouns.
var importTables = []string{"imports", "import_rows", "import_results"}

// Import adds an import of one file in a state in which it waits for a person; its maker completes it.
func (b *Book) Import(name string, state model.ImportState, file *importing.File, at time.Time) *importing.Import {
	in := model.CreateImportInput{Name: Some(name), Files: []*model.ImportFileInput{{FileName: file.FileName}}}
	i, vs := importing.New(b.id(at), in, &model.Principal{
		Actor: model.SystemActor, PortfolioID: b.portfolio.ID, LenderID: b.portfolio.LenderID, Mode: b.portfolio.Mode,
		Entitlements: model.AllEntitlement,
	}, at)
	i.State, i.Files, i.Rows, i.Done = state, []*importing.File{file}, file.Rows, file.Rows
	return addTo(b, "imports", i, vs.Err())
}

// ImportRow adds the next row of an import's file, and if it was tried, what is to become of it: a new loan, unless it is refused.
func (b *Book) ImportRow(i *importing.Import, position int, cells []string) {
	number := i.Files[0].Layout.First + position + 1
	addTo(b, "import_rows", &importing.StagedRow{
		PortfolioID: i.PortfolioID, ImportID: i.ID, Position: position, RowNumber: number, Cells: cells,
	}, nil)
	if i.Counts == nil {
		return
	}
	row := i.Reading(0).Row(position, 0, number, cells)
	result := &importing.Result{
		PortfolioID: i.PortfolioID, ImportID: i.ID, Position: position, Row: number, Outcome: model.ImportOutcomeCreate,
		Reasons: []importing.Reason{}, Changes: []importing.Change{{Noun: string(importing.NounCase), IsNew: true}},
	}
	if row.IsRefused() {
		result.Outcome, result.Reasons, result.Changes = model.ImportOutcomeRefused, row.Reasons, []importing.Change{}
	}
	i.Counts.Add(result.Outcome, 1)
	addTo(b, "import_results", result, nil)
}
