package demo

import (
	"fmt"

	"github.com/covertrack/covertrack/model"
	"github.com/covertrack/covertrack/model/importing"
	"github.com/covertrack/covertrack/model/scalar"
)

// imports wait for a person, each for something else. They come last, and so does the file for the example of another.
func (m *maker) imports() {
	m.waitingUpload("loans.csv", []byte("Loan Number,Loan Amount,Note\nLN-90001,1250000.00,new\n"))
	m.importOf("Loans of the branch office", model.ImportStateMapping, "branch-office.csv", 0, importLines(80001))
	m.importOf("Loans of the servicing system", model.ImportStateChecked, "servicing-today.csv", 0, importLines(90001))
	for _, name := range []string{"servicing-last-week.csv", "servicing-yesterday.csv"} {
		done := m.importOf("Loans of the servicing system", model.ImportStateCommitted, name, 2, importLines(70001))
		at := m.daysAgo(1)
		done.Counts, done.CommittedAt = &importing.Counts{Unchanged: done.Rows}, &at
	}
}

// importLines are the rows of a file with new loans from a number on. The last is refused.
func importLines(from int) [][]string {
	return [][]string{
		{fmt.Sprintf("LN-%d", from), "1250000.00", "new"}, {fmt.Sprintf("LN-%d", from+1), "840000.00", ""},
		{fmt.Sprintf("LN-%d", from+2), "to follow", ""},
	}
}

// importOf adds an import of a file, whose rows are loans of a program. What waits has them still.
func (m *maker) importOf(name string, state model.ImportState, file string, daysAgo int, lines [][]string) *importing.Import {
	f := &importing.File{
		FileName: file, Size: 118, Format: "csv", Encoding: "utf-8", Comma: ",", Rows: len(lines),
		Layout: &importing.Layout{First: 1, Names: []string{"Loan Number", "Loan Amount", "Note"}},
	}
	for n, name := range f.Layout.Names {
		f.Columns = append(f.Columns, &importing.Column{Name: name})
		for _, line := range lines {
			f.Columns[n].Add(line[n])
		}
	}
	i := m.Import(name, state, f, m.daysAgo(daysAgo))
	i.Mapping = importing.Mapping{
		{Column: "Loan Number", To: "case.loanNumber"}, {Column: "Loan Amount", To: "case.loanAmount", Format: importing.FormatPoint},
		{Column: "Note"}, {To: "case.program", Value: m.programs[0].ID.String()},
	}
	if state == model.ImportStateChecked {
		i.Counts, i.Verdicts = &importing.Counts{}, &importing.Verdicts{BecomeDeficientAmount: []*scalar.Money{}}
	}
	for n, line := range lines {
		if state != model.ImportStateCommitted {
			m.ImportRow(i, n, line)
		}
	}
	return i
}
