package book

import (
	"time"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/importing"
)

// importTables are those of imports, which are no nouns.
var importTables = []string{"imports", "import_results"}

// Import adds an import of one file in a state in which it waits for a person, with what its rows are to become; made completes it.
// The rows themselves are not there.
func (b *Book) Import(
	name string, state model.ImportState, file *importing.File, at time.Time, results ...*importing.Result,
) *importing.Import {
	in := model.CreateImportInput{Name: Some(name), Files: []*model.ImportFileInput{{FileName: file.FileName}}}
	i, vs := importing.New(b.id(at), in, &model.Principal{Actor: model.SystemActor, PortfolioID: b.portfolio.ID}, at)
	i.State, i.Files, i.Rows, i.Done = state, []*importing.File{file}, file.Rows, file.Rows
	for n, r := range results {
		r.PortfolioID, r.ImportID, r.Position = b.portfolio.ID, i.ID, n
		addTo(b, "import_results", r, nil)
	}
	return addTo(b, "imports", i, vs.Err())
}
